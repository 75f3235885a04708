// Finds words on a document that say what its figures are about: how often an employer pays, and what kind of account a
// statement describes.
import type { Page } from '#domain/documents/pages.ts';
import type { PRINTED_FREQUENCIES, PrintedTerms, ReadType } from '#domain/documents/read-documents.ts';
import { type Accept, firstLabelled } from './labelled-values.ts';
import { ACCOUNT_LABELS, accountDigits } from './statements/account.ts';
import { dateAt } from './statements/table-rows.ts';
import { type TextRow, textOf, textRows } from './text-rows.ts';

export function printedTerms(document_type: ReadType, pages: readonly Page[]): PrintedTerms {
  if (document_type === 'PAYSTUB') {
    const pay_frequency = frequencyIn(pages.flatMap(textRows));
    return pay_frequency === undefined ? {} : { pay_frequency };
  }
  if (document_type === 'BANK_STATEMENT') {
    const account_type = accountTypeIn(pages.flatMap(textRows));
    return account_type === undefined ? {} : { account_type };
  }
  return {};
}

type Frequency = (typeof PRINTED_FREQUENCIES)[number];

const FREQUENCY_LABELS = [
  'pay frequency',
  'payroll frequency',
  'payment frequency',
  'pay period frequency',
  'pay freq',
  'pay cycle',
  'payroll cycle',
  'pay schedule',
  'pay period type',
  'pay group',
  'frequency',
];

const FREQUENCIES: readonly [RegExp, Frequency][] = [
  [/^(?:bi[- ]?weekly|every (?:two|2|other) weeks?)\b/i, 'biweekly'],
  [/^(?:semi[- ]?monthly|twice (?:a|per) month)\b/i, 'semimonthly'],
  [/^weekly\b/i, 'weekly'],
  [/^monthly\b/i, 'monthly'],
];

const frequencyOf = (text: string): Frequency | undefined => FREQUENCIES.find(([words]) => words.test(text))?.[1];

const acceptFrequency: Accept<Frequency> = (words) => {
  const value = frequencyOf(textOf(words));
  return value === undefined ? undefined : { value, words };
};

/**
 * Matches a text that names a frequency without a label. `Biweekly payroll` matches, but `Monthly` does not, because it
 * may be a column header.
 */
const OF_PAY = /^\S+(?: \S+){0,2} (?:payroll|pay|pay period|pay statement|earnings statement)$/i;

function frequencyIn(rows: readonly TextRow[]): Frequency | undefined {
  const labelled = firstLabelled(rows, FREQUENCY_LABELS, acceptFrequency);
  if (labelled !== undefined) return labelled.value;
  const texts = rows.flatMap(({ segments }) => segments.map(({ text }) => text)).filter((text) => OF_PAY.test(text));
  return onlyOne(texts.flatMap((text) => frequencyOf(text) ?? []));
}

const KINDS: readonly [RegExp, string][] = [
  [/\bmoney market\b/i, 'money market'],
  [/\bcertificate of deposit\b/i, 'certificate'],
  [/\bchecking\b|\bshare draft\b/i, 'checking'],
  [/\bsavings?\b|\bshare account\b|\b(?:regular|prime|primary|membership|base) shares?\b/i, 'savings'],
];
/**
 * Returns the kind of account that a text names. It is undefined if the text names both checking and another kind.
 * Otherwise the first matching kind in `KINDS` is used, because a money market account may also be called savings.
 */
const kindOf = (text: string): string | undefined => {
  const kinds = KINDS.filter(([words]) => words.test(text)).map(([, kind]) => kind);
  return kinds.includes('checking') && kinds.length > 1 ? undefined : kinds[0];
};

/** A text with one of these words is a transaction, a fee or a sentence about other accounts, not an account's name. */
const ABOUT_OTHERS =
  /\b(?:transfers?|to|from|overdrafts?|protection|rates?|linked|fees?|apy|earned|your|our|we|if|with|all|combined)\b/i;
/** A text with one of these words is the name of a bank and not of an account: `Old Foundry Savings Bank`. */
const BANK = /\bbank\b|\bbankers\b|\bcredit union\b|\bloan\b|\bassociation\b|\btrust\b|\bf\.?s\.?b\b/i;
const NAME_WORDS_MAX = 8;
/** The maximum number of rows between the name of an account and its number, above or below. */
const ROWS_NEAR = 2;

/**
 * Returns the account name that is nearest to the account number. If no name is near the number, it returns the first
 * name, but only if the statement names one kind of account.
 */
function accountTypeIn(rows: readonly TextRow[]): string | undefined {
  const names = rows.flatMap((row, index) =>
    dateAt(row.words, 0) === undefined ? accountNames(row).map((name) => ({ name, index })) : [],
  );
  const number = firstLabelled(rows, ACCOUNT_LABELS, accountDigits);
  const at = rows.findIndex(({ words }) => number?.label.some((word) => words.includes(word)) === true);
  const near = names
    .filter(({ index }) => at >= 0 && Math.abs(index - at) <= ROWS_NEAR)
    .toSorted((a, b) => Math.abs(a.index - at) - Math.abs(b.index - at));
  const [nearest] = near.length > 0 ? near : names;
  const kinds = near.length > 0 ? near.slice(0, 1) : names;
  return onlyOne(kinds.flatMap(({ name }) => kindOf(name) ?? [])) === undefined ? undefined : nearest?.name;
}

/** Returns the texts of the row that name an account, without the number that follows. */
function accountNames({ segments }: TextRow): string[] {
  return segments
    .filter(({ text, words }) => words.length <= NAME_WORDS_MAX && !ABOUT_OTHERS.test(text) && !BANK.test(text))
    .map(({ text }) => withoutNumber(withoutLabel(text)))
    .filter((name) => kindOf(name) !== undefined);
}

/**
 * Removes the label, as in `Account type: Premier Savings`. A label that itself names the account is kept, as in
 * `Savings account number: 4821`.
 */
const withoutLabel = (text: string): string => {
  const value = text.replace(/^[^:]*:\s*/, '');
  return kindOf(value) === undefined ? text : value;
};

const withoutNumber = (text: string): string =>
  text
    .replace(/\s*(?:[#(]|\b(?:account|statement|summary|activity)\b|[xX*•.…\d-]*\d).*$/i, '')
    .replace(/^[^a-z]+|[^a-z]+$/gi, '');

/** Returns the value if all values are equal. */
function onlyOne<Value>(values: readonly Value[]): Value | undefined {
  const [first, ...others] = new Set(values);
  return others.length === 0 ? first : undefined;
}
