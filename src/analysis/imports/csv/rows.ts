// Reads one row of a CSV file: its date, its amount and its balance.
import { type Place, UnreadableFile } from '#analysis/imports/imported-parts.ts';
import { splitQuoted } from '#base/csv.ts';
import { type CsvAmount, parseCsvAmount } from './amounts.ts';
import { looksLikeDate } from './dates.ts';
import type { Layout, Row } from './layout.ts';
import { CREDIT_WORD, DEBIT_WORD, isHeader, OPENING, PENDING, plainName, SUMMARY } from './names.ts';
import { remembered } from './remembered.ts';

/** How the amounts of a file are converted to signed amounts. */
export type AmountRule = {
  /**
   * Whether most amounts in the column of debits have a minus, as in `-5.00`. `is_credit_negative` has the same meaning
   * for the column of credits.
   */
  is_debit_negative: boolean;
  is_credit_negative: boolean;
  /** Whether the column of directions (`Debit`, `Credit`) decides the sign of unsigned amounts. */
  uses_direction: boolean;
};

/**
 * `is_signed` is true if the row itself says whether money arrived or left. The sign that is found for the whole file
 * does not apply to such a row.
 */
export type ReadRow = {
  posted_on: string | null;
  is_pending: boolean;
  amount: bigint;
  is_signed: boolean;
  balance: bigint | undefined;
};

export type RowResult =
  | { kind: 'transaction'; row: ReadRow }
  | { kind: 'opening'; balance: bigint; posted_on: string | null }
  | { kind: 'no_amount' }
  | { kind: 'other' };

const OTHER: RowResult = { kind: 'other' };

/** Throws `UnreadableFile` if the row is a transaction with a wrong date, amount or balance. */
export function readRow(row: Row, delimiter: string, layout: Layout, rule: AmountRule): RowResult {
  const { fields } = row;
  const { at, readDate, date_format } = layout;
  const date = (fields[at.date] ?? '').trim();
  const posted_on = readDate(date);
  const is_pending = (posted_on === undefined && isPending(date)) || isPending(fields[at.status ?? -1]);
  if (posted_on === undefined && !is_pending) {
    if (looksLikeDate(date)) throw faultAt(row, at.date, delimiter, `the date does not follow ${date_format}`);
    if (isSummary(fields) || !hasAmount(fields, layout)) return OTHER;
    throw faultAt(row, at.date, delimiter, 'the row has no date');
  }
  if (fields.length <= amountIndex(at)) throw faultAt(row, fields.length, delimiter, 'the row ends before its amount');
  const stated = amountAt(fields, at.balance, layout);
  if (stated === 'wrong') throw faultAt(row, at.balance ?? 0, delimiter, 'the balance is not a number');
  const balance = stated && signed(stated);
  const read = signedAmount(fields, layout, rule);
  if (typeof read === 'number') throw faultAt(row, read, delimiter, 'the amount is not a number');
  if (read !== undefined) {
    const { amount, is_signed } = read;
    return { kind: 'transaction', row: { posted_on: posted_on ?? null, is_pending, balance, amount, is_signed } };
  }
  const name = plainName(fields[at.description] ?? '');
  if (OPENING.test(name) && balance !== undefined) {
    return { kind: 'opening', balance, posted_on: posted_on ?? null };
  }
  return SUMMARY.test(name) ? OTHER : { kind: 'no_amount' };
}

const faultAt = (row: Row, column: number, delimiter: string, what: string): UnreadableFile =>
  new UnreadableFile(placeOf(row, column, delimiter), what);

const isPendingWord = remembered((text) => PENDING.test(plainName(text)));
const isPending = (text = ''): boolean => text !== '' && isPendingWord(text);

/** The index of the first column that may have the amount of a row. */
const amountIndex = ({ amount, debit = 0, credit = 0 }: Layout['at']): number => amount ?? Math.min(debit, credit);

const isSummary = (fields: readonly string[]): boolean =>
  isHeader(fields) || fields.some((field) => SUMMARY.test(plainName(field)));

const hasAmount = (fields: readonly string[], layout: Layout): boolean =>
  [layout.at.amount, layout.at.debit, layout.at.credit].some((index) => {
    const amount = amountAt(fields, index, layout);
    return amount !== undefined && amount !== 'wrong';
  });

function amountAt(
  fields: readonly string[],
  index: number | undefined,
  layout: Layout,
): CsvAmount | 'wrong' | undefined {
  const text = index === undefined ? '' : (fields[index] ?? '').trim();
  // Some banks write a dash if there is no amount.
  if (text === '' || text === '-') return undefined;
  return parseCsvAmount(text, layout.decimal) ?? 'wrong';
}

const signed = ({ cents, direction }: CsvAmount): bigint =>
  direction === 'debit' ? -size(cents) : direction === 'credit' ? size(cents) : cents;
const size = (cents: bigint): bigint => (cents < 0n ? -cents : cents);

/**
 * Returns the amount. Returns undefined if the row has no amount, and the index of the column if the text in the column
 * is not an amount.
 */
function signedAmount(fields: readonly string[], layout: Layout, rule: AmountRule) {
  const { at } = layout;
  if (at.amount !== undefined) {
    const amount = amountAt(fields, at.amount, layout);
    if (amount === 'wrong') return at.amount;
    if (amount === undefined) return undefined;
    const direction = amount.direction ?? (rule.uses_direction ? directionIn(fields[at.direction ?? -1]) : undefined);
    return { amount: signed({ cents: amount.cents, direction }), is_signed: direction !== undefined };
  }
  const [debit, credit] = [amountAt(fields, at.debit, layout), amountAt(fields, at.credit, layout)];
  if (debit === 'wrong') return at.debit ?? 0;
  if (credit === 'wrong') return at.credit ?? 0;
  if (debit === undefined && credit === undefined) return undefined;
  const left = (debit?.cents ?? 0n) * (rule.is_debit_negative ? -1n : 1n);
  const arrived = (credit?.cents ?? 0n) * (rule.is_credit_negative ? -1n : 1n);
  return { amount: arrived - left, is_signed: true };
}

const directionOf = remembered((text): 'credit' | 'debit' | undefined => {
  const word = plainName(text);
  if (CREDIT_WORD.test(word)) return 'credit';
  return DEBIT_WORD.test(word) ? 'debit' : undefined;
});
export const directionIn = (text = ''): 'credit' | 'debit' | undefined => directionOf(text);

/** Finds, from the first rows of the file, the rule by which its amounts are converted to signed amounts. */
export function amountRuleOf(rows: readonly Row[], layout: Layout): AmountRule {
  const { at } = layout;
  const centsIn = (index: number | undefined): bigint[] =>
    rows.flatMap(({ fields }) => {
      const amount = amountAt(fields, index, layout);
      return amount === undefined || amount === 'wrong' || amount.cents === 0n ? [] : [amount.cents];
    });
  const isNegative = (index: number | undefined): boolean => {
    const all = centsIn(index);
    return all.filter((cents) => cents < 0n).length * 2 > all.length;
  };
  const directions =
    at.direction === undefined ? [] : rows.map(({ fields }) => (fields[at.direction ?? -1] ?? '').trim());
  const stated = directions.filter((text) => text !== '');
  const known = stated.filter((text) => directionIn(text) !== undefined).length;
  const is_unsigned = centsIn(at.amount).every((cents) => cents > 0n);
  return {
    is_debit_negative: isNegative(at.debit),
    is_credit_negative: isNegative(at.credit),
    uses_direction: is_unsigned && known > 0 && known >= stated.length * 0.95,
  };
}

/** Returns the place of a value in the file. */
export function placeOf({ line, text }: Row, index: number, delimiter: string): Place {
  const at = splitQuoted(text, delimiter)?.[index]?.at ?? text.length;
  const before = text.slice(0, at).split('\n');
  return { line: line + before.length - 1, column: (before.at(-1)?.length ?? 0) + 1 };
}
