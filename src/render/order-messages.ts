// Builds mails and text messages from the data of an order. Names and template texts are untrusted, so they are always
// treated as plain text.
import { isUrl } from '#base/text.ts';
import { fillText } from '#domain/access/template-texts.ts';
import {
  isToPerson,
  type OrderMessageFacts,
  type OrderMessageKind,
  type PersonMessageKind,
  unsubscribeUrl,
} from '#domain/orders/order-messages.ts';
import { isHexColor } from '#domain/platform/css-colors.ts';
import { harmlessLine, harmlessText, shortened } from './harmless-text.ts';
import { type Letter, type MailPage, orderMailPage } from './order-mail-page.ts';
import { LANGUAGES, NOTES, personLetter, TO_PERSON } from './order-message-texts.ts';
import { type EndedOrder, isEnd, statusLetters, statusSubject } from './order-status-texts.ts';

export type OrderMail = {
  subject: string;
  text: string;
  html: string;
  from_name?: string;
  reply_to?: string;
  unsubscribe_url?: string;
};

/** The maximum length of the company's name in a subject, as the sender's name, or in a text message. */
const NAME_LENGTH_MAX = 60;
const SUBJECT_LENGTH_MAX = 200;
/** The accent colour for clients that have not set one. */
const ACCENT_COLOR = '#14508c';

export const orderMail = (kind: OrderMessageKind, facts: OrderMessageFacts, public_url: string): OrderMail =>
  isToPerson(kind) ? mailToPerson(kind, facts, public_url) : statusMail(facts);

export function orderTextMessage(kind: PersonMessageKind, facts: OrderMessageFacts): string {
  const { short_share_url, code } = facts;
  const own = ownWords(kind, facts).sms;
  const text = own ?? TO_PERSON[kind].sms(shortened(companyOf(facts), NAME_LENGTH_MAX));
  // A message with a code has no link, because otherwise anyone who reads the message would have both the code and the
  // link, and therefore full access.
  if (code !== undefined) return `${text} ${code.digits}`;
  return text.includes(short_share_url) ? text : `${text} ${short_share_url}`;
}

function mailToPerson(kind: PersonMessageKind, facts: OrderMessageFacts, public_url: string): OrderMail {
  const { short_share_url, share_key, template } = facts;
  const company = companyOf(facts);
  const from_name = shortened(company, NAME_LENGTH_MAX);
  const own = ownWords(kind, facts);
  const letters = own.mail === undefined ? ourLetters(kind, facts, company) : [ownLetter(own.mail)];
  const { button, subject } = TO_PERSON[kind];
  const unsubscribe_url = share_key === undefined ? undefined : unsubscribeUrl(public_url, share_key);
  const reply_to = template?.orders.support_email ?? undefined;
  const page: MailPage = {
    title: shortened(own.subject ?? subject(from_name), SUBJECT_LENGTH_MAX),
    company,
    ...looksOf(facts),
    letters,
    button: kind === 'code' ? null : { label: `${button.en} / ${button.es}`, url: short_share_url },
    contacts: [
      ...(reply_to === undefined ? [] : [{ label: NOTES.questions, shown: reply_to, url: mailto(reply_to) }]),
      ...webUrls(template?.branding.privacy_url).map((url) => ({ label: NOTES.privacy, url })),
      ...webUrls(unsubscribe_url).map((url) => ({ label: NOTES.unsubscribe, url })),
    ],
  };
  return {
    subject: page.title,
    text: plainText(page, ({ language }) => (language === undefined ? '' : `${button[language]}: `)),
    html: orderMailPage(page).markup,
    from_name,
    ...(reply_to !== undefined && { reply_to }),
    ...(unsubscribe_url !== undefined && { unsubscribe_url }),
  };
}

/** Builds the mail that tells the client's recipients how the order ended. It has no link to the applicant's page. */
function statusMail(facts: OrderMessageFacts): OrderMail {
  const { status } = facts;
  if (!isEnd(status)) throw new Error('an open order has no final status to report');
  const order: EndedOrder = {
    name: harmlessLine(`${facts.first_name} ${facts.last_name}`),
    order_number: facts.order_number === null ? null : harmlessLine(facts.order_number),
    status,
  };
  const letters = statusLetters(order);
  const page: MailPage = {
    title: shortened(statusSubject(order), SUBJECT_LENGTH_MAX),
    company: companyOf(facts),
    ...looksOf(facts),
    letters: LANGUAGES.map((language) => ({ language, paragraphs: letters[language] })),
    button: null,
    contacts: [],
  };
  return { subject: page.title, text: plainText(page, () => ''), html: orderMailPage(page).markup };
}

/**
 * Joins the letters (one text per language) and the contact lines, one below the other. If the mail has a link, appends
 * the link to each letter that does not contain it.
 */
function plainText({ letters, button, contacts }: MailPage, leadIn: (letter: Letter) => string): string {
  const written = letters.map((letter) => {
    const text = letter.paragraphs.join('\n\n');
    return button === null || text.includes(button.url) ? text : `${text}\n\n${leadIn(letter)}${button.url}`;
  });
  const notes = contacts.map(({ label, shown, url }) =>
    shown === undefined ? `${label}: ${url}` : `${label} ${shown}`,
  );
  return `${[...written, ...(notes.length === 0 ? [] : [notes.join('\n')])].join('\n\n---\n\n')}\n`;
}

const ourLetters = (kind: PersonMessageKind, facts: OrderMessageFacts, company: string): Letter[] =>
  LANGUAGES.map((language) => {
    const { expires_at, code } = facts;
    const first_name = harmlessLine(facts.first_name);
    return {
      language,
      paragraphs: personLetter(kind, language, {
        company,
        first_name,
        expires_at,
        ...(code !== undefined && { code: code.digits }),
      }),
    };
  });

const ownLetter = (text: string): Letter => ({ language: undefined, paragraphs: text.split('\n\n') });

type OwnWords = { subject: string | undefined; mail: string | undefined; sms: string | undefined };

/**
 * Texts from the client's template that replace our own texts. A template has no texts for messages of the kinds
 * `reconnect` and `code`.
 */
function ownWords(kind: PersonMessageKind, facts: OrderMessageFacts): OwnWords {
  const orders = kind === 'reconnect' || kind === 'code' ? undefined : facts.template?.orders;
  const mail = kind === 'invitation' ? orders?.first_email : orders?.reminder_email;
  const sms = kind === 'invitation' ? orders?.first_sms : orders?.reminder_sms;
  const values = {
    first_name: harmlessLine(facts.first_name),
    company_name: companyOf(facts),
    link: facts.short_share_url,
    custom_field: harmlessLine(facts.custom_field ?? ''),
  };
  const filled = (text: string | null | undefined, clean: (text: string) => string) =>
    clean(fillText(text ?? '', values)) || undefined;
  return {
    subject: filled(mail?.subject, harmlessLine),
    mail: filled(mail?.text, harmlessText),
    sms: filled(sms?.text, harmlessText),
  };
}

const companyOf = ({ template, client_name }: OrderMessageFacts): string =>
  harmlessLine(template?.branding.company_name ?? '') || harmlessLine(client_name);

function looksOf({ template }: OrderMessageFacts): Pick<MailPage, 'logo' | 'accent_color'> {
  const { logo = null, accent_color = null } = template?.branding ?? {};
  const is_color = accent_color !== null && isHexColor(accent_color);
  return { logo: webUrls(logo)[0] ?? null, accent_color: is_color ? accent_color : ACCENT_COLOR };
}

/** Returns a list with the URL if it is a valid web URL; otherwise returns an empty list. */
const webUrls = (url: string | null | undefined): string[] => (url && isUrl(url) ? [url] : []);

/**
 * Returns a mailto link. The address is encoded, because it may contain characters that would add parameters to the
 * link.
 */
const mailto = (email: string): string => `mailto:${encodeURIComponent(email).replace('%40', '@')}`;
