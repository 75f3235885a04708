// Extracts the payer's name from a description, without the words that banks and payroll companies print around it.
import { STATE_CODES } from '#analysis/withholding/states.ts';
import { leadOf, NUMBER_PLACES_MAX } from './lead.ts';
import { ENTRY_MARK, type Hit } from './lexicon.ts';
import type { Token } from './tokens.ts';
import { BEFORE_A_NAME, BEHIND_A_NAME, LEGAL_FORMS, MAY_BEGIN_A_NAME, type Tag } from './words.ts';

/**
 * A token that separates the payer's name from the entry description, so that no phrase can begin in the name and end
 * in the entry description.
 */
export const GAP: Token = { raw: '', word: ENTRY_MARK };

export function payerOf(
  head: readonly Token[],
  entry: readonly Token[],
  hits: readonly Hit<Tag>[],
  is_marked: boolean,
  app: Hit<Tag> | undefined,
): string[] {
  if (app !== undefined) return personWords([...head, GAP, ...entry], app, hits);
  const sender = hits.some(({ tag }) => tag === 'wire') ? head.findIndex(({ word }) => SENDERS.has(word)) : -1;
  if (sender < 0) return payerWords(head, entry, hits, is_marked);
  return payerWords(head.slice(sender + 1), entry, [], is_marked);
}

/** Words that introduce the sender of a wire transfer. */
const SENDERS = new Set(['ORIG', 'ORG', 'ORIGINATOR', 'SENDER']);

/**
 * The words that name the payer. They begin with the first meaningful word, and end before the first word that
 * describes what the payment is for.
 */
export function payerWords(
  head: readonly Token[],
  entry: readonly Token[],
  hits: readonly Hit<Tag>[],
  is_marked: boolean,
): string[] {
  const isIn = (at: number, wanted: (hit: Hit<Tag>) => boolean) =>
    hits.some((hit) => at >= hit.from && at < hit.until && wanted(hit));
  const isSaying = isPay(hits) ? isSayingPay : isSayingWhatFor;
  const lead = leadOf(head);
  const words: string[] = [];
  let is_behind_processor = false;
  for (const [at, { raw, word }] of head.entries()) {
    if (at < lead) continue;
    if (isIn(at, ({ tag }) => tag === 'processor')) {
      is_behind_processor = true;
      continue;
    }
    if (words.length === 0 && isIn(at, ({ tag }) => tag === 'advance_word')) {
      words.push(word);
      continue;
    }
    const ends = BEHIND_A_NAME.has(word) || isId(raw, word) || (!is_marked && isIn(at, isSaying));
    // The words after the payroll company's number are the recipient's name.
    if (ends && (words.length > 0 || (is_behind_processor && isId(raw, word)))) break;
    if (ends || word === '') continue;
    if (words.length > 0 || !BEFORE_A_NAME.has(word) || beginsName(head, at)) words.push(word);
  }
  const saying = withoutForms(words);
  const processor = hits.find(({ tag }) => tag === 'processor');
  if (processor === undefined ? saying.length > 0 : isEmployer(saying)) return saying;
  // If the words before the entry description name no employer, the entry description may name the employer.
  const behind = entry
    .filter(({ word }, at) => !isIn(head.length + 1 + at, isSayingWhatFor) && !BEHIND_A_NAME.has(word) && word !== '')
    .map(({ word }) => word);
  if (processor !== undefined) return isEmployer(withoutForms(behind)) ? withoutForms(behind) : [processor.name];
  return behind.length > 0 ? behind : hits.length > 0 ? [] : words;
}

/**
 * Next to a payroll company's name, the words "HR" or "PEO Services" are part of that name, and a town with a state is
 * part of the company's address. These words do not name an employer.
 */
const isEmployer = (words: readonly string[]): boolean =>
  words.some((word) => word.length > 2 && !OF_PROCESSORS.some((part) => part.startsWith(word))) &&
  !(words.length <= 3 && STATES.has(words.at(-1) ?? ''));
const OF_PROCESSORS =
  'PEO HCM PAYROLL PAYROLLS SERVICES SERVICE SVCS CORPORATION SOLUTIONS EMPLOYER OUTSOURCING TAX'.split(' ');
const STATES: ReadonlySet<string> = new Set(STATE_CODES);

/**
 * Whether a word that banks print before a payer's name is part of the name here, because another word of the name
 * follows.
 */
function beginsName(head: readonly Token[], at: number): boolean {
  const next = head[at + 1]?.word ?? '';
  return (
    MAY_BEGIN_A_NAME.has(head[at]?.word ?? '') &&
    next.length > 1 &&
    !BEFORE_A_NAME.has(next) &&
    !BEHIND_A_NAME.has(next)
  );
}

/** Whether a number is an id. Short numbers are not ids, because they may belong to a name. */
export const isId = (raw: string, word: string): boolean => word === '' && raw.length > NUMBER_PLACES_MAX;

const isSayingWhatFor = ({ role, tag }: Hit<Tag>): boolean => role === 'entry' || tag === 'wage_access';

/**
 * If a description contains a word for wages, its words for other kinds of money are treated as part of the employer's
 * name. Examples are the employers Rent A Center and Swift.
 */
const isSayingPay = (hit: Hit<Tag>): boolean => isSayingWhatFor(hit) && !IN_NAMES.has(hit.tag);
const IN_NAMES: ReadonlySet<Tag> = new Set([
  'rental',
  'disability',
  'refund',
  'loan',
  'transfer',
  'invoice',
  'interest',
  'reward',
  'wire',
  'cash',
  'advance_word',
  'benefit_word',
]);
const isPay = (hits: readonly Hit<Tag>[]): boolean =>
  hits.some(({ tag }) => tag === 'payroll') ||
  (hits.some(({ tag }) => tag === 'direct_deposit') && !hits.some(({ tag }) => PAID_BY_LAW.has(tag)));
const PAID_BY_LAW: ReadonlySet<Tag> = new Set([
  'social_security',
  'veteran',
  'pension',
  'unemployment',
  'disability',
  'child_support',
  'tax_refund',
  'benefit',
  'benefit_word',
]);

/**
 * Single letters may begin a name, or be the whole name as in H-E-B. Single letters at the end are dropped, because
 * they are the rest of a truncated word.
 */
function withoutForms(words: readonly string[]): string[] {
  const saying = words.filter((word) => !LEGAL_FORMS.has(word));
  const last = saying.findLastIndex((word) => word.length > 1);
  return last < 0 && saying.length < 2 ? [] : saying.slice(0, last < 0 ? undefined : last + 1);
}

const AFTER_A_NAME = new Set('ON REF CONF CONFIRMATION FOR MEMO ID TO NOTE PPD WEB CCD'.split(' '));

/**
 * In a payment through an app, the sender's name follows the word FROM or, without this word, the app's name. The
 * sender's note comes after the sender's name.
 */
function personWords(tokens: readonly Token[], app: Hit<Tag>, hits: readonly Hit<Tag>[]): string[] {
  const from = tokens.findIndex(({ word }) => word === 'FROM');
  const start = from >= 0 ? from + 1 : app.until;
  const note = hits.find((hit) => hit.from > start && WRITTEN.has(hit.tag))?.from;
  const words: string[] = [];
  for (const { word } of tokens.slice(start, note)) {
    const is_gap = word === '' || word === ENTRY_MARK;
    if (AFTER_A_NAME.has(word) || (is_gap && words.length > 0)) break;
    if (!is_gap && !BEFORE_A_NAME.has(word) && !AROUND_A_NAME.has(word)) words.push(word);
  }
  return words.slice(0, 3);
}

/** The kinds of money that people mention in notes on payments to each other. */
const WRITTEN: ReadonlySet<Tag> = new Set([
  'alimony',
  'child_support',
  'rental',
  'invoice',
  'loan',
  'refund',
  'reimbursement',
]);

const AROUND_A_NAME = new Set(
  'TRANSFER CASHOUT CASH OUT INSTANT INST XFER STANDARD SCHEDULED APP RECURRING BALANCE INC LLC SENT SEND'.split(' '),
);
