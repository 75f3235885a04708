// A template's settings for orders: when orders expire, when invitations and reminders are sent, and what applicants
// have to confirm.
import { type Static, Type } from 'typebox';
import type { InvalidParam } from '#base/errors.ts';
import { nullable, optionalText, shape } from '#base/schema.ts';
import { changedText } from './template-texts.ts';

const EXPIRATION_HOURS_MIN = 24;
const EXPIRATION_HOURS_MAX = 2016;
const EXPIRATION_HOURS = '72';
/**
 * The maximum number of reminders. More reminders would annoy applicants. The hours from the invitation to a reminder
 * must not exceed the maximum expiration hours, because an expired order gets no reminders.
 */
const REMINDERS_MAX = 10;
const REMINDERS_HOURS = [24, 48];

const flag = Type.Optional(Type.Boolean());
const subject = optionalText(256, { description: 'A single line.' });
const mail_text = optionalText(10_000, {
  description: '{{first_name}}, {{company_name}}, {{link}} and {{custom_field}} are replaced with their values.',
});
const message_text = optionalText(1600, { description: 'Placeholders are replaced as in e-mails.' });
const mail = Type.Optional(shape('NewMailTexts', 'The texts of an e-mail.', { subject, text: mail_text }));
const message = Type.Optional(shape('NewMessageTexts', 'The text of a text message.', { text: message_text }));
type MailChanges = Static<typeof mail>;
type MessageChanges = Static<typeof message>;

export const OrderSettingsChanges = shape('NewTemplateOrders', 'Order settings.', {
  link_expiration: optionalText(16, { description: 'Hours, 24 to 2016.', examples: [EXPIRATION_HOURS] }),
  custom_field_title: optionalText(128),
  support_email: optionalText(254, { format: 'email', examples: ['help@acme.example'] }),
  first_email: mail,
  reminder_email: mail,
  first_sms: message,
  reminder_sms: message,
  reminders_hours: Type.Optional(
    Type.Array(Type.Integer({ minimum: 1, maximum: EXPIRATION_HOURS_MAX }), {
      maxItems: REMINDERS_MAX,
      description: 'Hours after the invitation at which reminders are sent.',
    }),
  ),
  suppress_user_notifications: flag,
  certification: flag,
  verify_code: Type.Optional(
    Type.Boolean({
      description:
        'Each browser must confirm a code sent to the phone or e-mail on the order before the landing page opens.',
    }),
  ),
});
type OrderSettingsChanges = Static<typeof OrderSettingsChanges>;

const shown = nullable(Type.String());
const Mail = shape('MailTexts', 'The texts of an e-mail.', { subject: shown, text: shown });
const Message = shape('MessageTexts', 'The text of a text message.', { text: shown });
type Mail = Static<typeof Mail>;
type Message = Static<typeof Message>;

export const OrderSettings = shape('TemplateOrders', 'Order settings.', {
  link_expiration: Type.String({ description: 'Hours.', examples: [EXPIRATION_HOURS] }),
  custom_field_title: shown,
  support_email: shown,
  first_email: Mail,
  reminder_email: Mail,
  first_sms: Message,
  reminder_sms: Message,
  reminders_hours: Type.Array(Type.Integer()),
  suppress_user_notifications: Type.Boolean(),
  certification: Type.Boolean(),
  verify_code: Type.Boolean(),
});
type OrderSettings = Static<typeof OrderSettings>;

export const DEFAULT_ORDER_SETTINGS: OrderSettings = {
  link_expiration: EXPIRATION_HOURS,
  custom_field_title: null,
  support_email: null,
  first_email: { subject: null, text: null },
  reminder_email: { subject: null, text: null },
  first_sms: { text: null },
  reminder_sms: { text: null },
  reminders_hours: REMINDERS_HOURS,
  suppress_user_notifications: false,
  certification: false,
  verify_code: false,
};

export const changeOrderSettings = (before: OrderSettings, sent: OrderSettingsChanges = {}): OrderSettings => ({
  link_expiration: changedText(before.link_expiration, sent.link_expiration) ?? EXPIRATION_HOURS,
  custom_field_title: changedText(before.custom_field_title, sent.custom_field_title),
  support_email: changedText(before.support_email, sent.support_email),
  first_email: changeMail(before.first_email, sent.first_email),
  reminder_email: changeMail(before.reminder_email, sent.reminder_email),
  first_sms: changeMessage(before.first_sms, sent.first_sms),
  reminder_sms: changeMessage(before.reminder_sms, sent.reminder_sms),
  reminders_hours: sent.reminders_hours === undefined ? before.reminders_hours : inOrder(sent.reminders_hours),
  suppress_user_notifications: sent.suppress_user_notifications ?? before.suppress_user_notifications,
  certification: sent.certification ?? before.certification,
  verify_code: sent.verify_code ?? before.verify_code,
});

const changeMail = (before: Mail, sent: MailChanges = {}): Mail => ({
  subject: changedText(before.subject, sent.subject),
  text: changedText(before.text, sent.text),
});

const changeMessage = (before: Message, sent: MessageChanges = {}): Message => ({
  text: changedText(before.text, sent.text),
});

/** Returns the hours without duplicates, earliest first. */
const inOrder = (hours: readonly number[]): number[] => [...new Set(hours)].toSorted((a, b) => a - b);

/** Returns the validation errors that the schema cannot detect. */
export function orderSettingsFaults(settings: OrderSettings): InvalidParam[] {
  const faults: InvalidParam[] = [];
  const expiration = expirationFault(settings.link_expiration);
  if (expiration !== undefined) faults.push({ field: 'orders.link_expiration', message: expiration });
  for (const name of ['first_email', 'reminder_email'] as const) {
    // A subject is one header line of an e-mail, so it must not contain a line break. A line break would start another
    // header.
    if (/\p{Cc}|\p{Zl}|\p{Zp}/u.test(settings[name].subject ?? '')) {
      faults.push({ field: `orders.${name}.subject`, message: 'Not a valid string.' });
    }
  }
  return faults;
}

function expirationFault(hours: string): string | undefined {
  if (!/^[1-9]\d*$/.test(hours)) return 'A valid integer is required.';
  if (Number(hours) < EXPIRATION_HOURS_MIN)
    return `Ensure this value is greater than or equal to ${EXPIRATION_HOURS_MIN}.`;
  if (Number(hours) > EXPIRATION_HOURS_MAX)
    return `Ensure this value is less than or equal to ${EXPIRATION_HOURS_MAX}.`;
  return undefined;
}
