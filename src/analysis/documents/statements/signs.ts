// Decides which transactions are deposits and which are withdrawals, by the layout, the balances or the descriptions.
import { textOf } from '#analysis/documents/text-rows.ts';
import { signedCents } from './amounts.ts';
import type { Entry } from './entries.ts';

/** The signed amount. `certainty` is below 1 if the sign was guessed from the words of the description. */
export type Signed = { cents: bigint; certainty: number };

/** The maximum number of transactions between two printed balances for which all combinations of signs are tried. */
const COMBINED_MAX = 12;
const GUESSED = 0.5;

/** The opening and closing balance of the statement, if they are known. */
export type Balances = { opening: bigint | undefined; closing: bigint | undefined };

export function signsOf(entries: readonly Entry[], { opening, closing }: Balances): Signed[] {
  const style = styleOf(entries);
  const signs = entries.map((entry) => layoutSign(entry) ?? printedSign(entry, style));
  if (signs.includes(undefined)) solveByBalances(entries, signs, opening);
  const change = opening === undefined || closing === undefined ? undefined : closing - opening;
  if (signs.includes(undefined) && change !== undefined) solveByChange(entries, signs, change);
  correctByBalances(entries, signs, opening);
  return entries.map((entry, index) => {
    const cents = entry.amount?.cents ?? 0n;
    const sign = signs[index];
    return sign === undefined
      ? { cents: wordSign(entry) * cents, certainty: GUESSED }
      : { cents: sign * cents, certainty: 1 };
  });
}

/**
 * Sets the unknown signs by the first guess for which the sum of all amounts equals the change of the balance over the
 * whole statement. There are three guesses: the signs that the descriptions suggest, only positive signs, and only
 * negative signs. If no guess has this sum, but exactly one combination of signs has it, uses that combination.
 * Otherwise the signs stay unknown.
 */
function solveByChange(entries: readonly Entry[], signs: (UnitSign | undefined)[], change: bigint): void {
  const cents = (index: number) => entries[index]?.amount?.cents ?? 0n;
  const guesses: ((entry: Entry) => UnitSign)[] = [wordSign, () => 1n, () => -1n];
  for (const guess of guesses) {
    const tried = entries.map((entry, index) => signs[index] ?? guess(entry));
    if (tried.reduce((sum, sign, index) => sum + sign * cents(index), 0n) !== change) continue;
    for (const [index, sign] of tried.entries()) signs[index] = sign;
    return;
  }
  assign(
    entries,
    signs,
    entries.map((_, index) => index),
    change,
  );
}

const wordSign = ({ description }: Entry): UnitSign => (CREDIT_WORDS.test(textOf(description)) ? 1n : -1n);

type UnitSign = 1n | -1n;

const CREDIT_WORDS =
  /\bdeposit|\bpayroll|\bdir(?:ect)? ?dep|\bsalary|\binterest (?:paid|earned|payment|credit)|\brefund|\bcredit\b(?! card)|\bfrom\b|\breturn\b|\breversal|\bcashback|\breceived|\bincoming/i;

/** Returns the sign that follows from the column, the section or a word such as `Debit` in a column of types. */
function layoutSign({ kind, section, amount, type }: Entry): UnitSign | undefined {
  const minus = amount?.sign === '-' || amount?.sign === 'DR';
  const plus = amount?.sign === '+' || amount?.sign === 'CR';
  if (kind === 'debit') return plus ? 1n : -1n;
  if (kind === 'credit') return minus ? -1n : 1n;
  if (section === 'credit') return minus ? -1n : 1n;
  if (section === 'debit' || section === 'check') return plus ? 1n : -1n;
  if (minus) return -1n;
  if (plus) return 1n;
  if (/\b(?:debit|dr|db|d|out|withdrawal|purchase|payment|fee|check)\b/i.test(type) && !/\bcredit\b/i.test(type))
    return -1n;
  return /\b(?:credit|cr|c|in|deposit|interest)\b/i.test(type) ? 1n : undefined;
}

/**
 * Returns the sign of the amounts that are printed without a sign. It is positive if other amounts of the list have a
 * minus or `DR`. Otherwise it is negative if other amounts have a plus or `CR`. If a scanned list prints both signs,
 * OCR must have lost the signs of these amounts, so their sign is unknown.
 */
function styleOf(entries: readonly Entry[]): UnitSign | undefined {
  const mixed = entries.filter(({ kind, section }) => section === 'mixed' && kind !== 'debit' && kind !== 'credit');
  const printed = new Set(mixed.map(({ amount }) => amount?.sign));
  const has_both = (printed.has('-') && printed.has('+')) || (printed.has('DR') && printed.has('CR'));
  if (has_both && mixed.some(isScanned)) return undefined;
  if (printed.has('-') || printed.has('DR')) return 1n;
  return printed.has('CR') || printed.has('+') ? -1n : undefined;
}

const isScanned = ({ amount }: Entry): boolean => amount?.words.some(({ confidence }) => confidence < 1) ?? false;

function printedSign({ amount }: Entry, style: UnitSign | undefined): UnitSign | undefined {
  if (amount === undefined || amount.cents === 0n) return 1n;
  return style;
}

/** Finds the signs for which each printed balance plus the amounts after it equals the next printed balance. */
function solveByBalances(
  entries: readonly Entry[],
  signs: (UnitSign | undefined)[],
  opening: bigint | undefined,
): void {
  const newest_first = isDescending(entries);
  const order = newest_first ? entries.map((_, index) => entries.length - 1 - index) : entries.map((_, index) => index);
  let before = opening;
  let waiting: number[] = [];
  for (const index of order) {
    const entry = entries[index];
    if (entry === undefined) continue;
    if (entry.balance_before !== undefined && !newest_first) {
      before = signedCents(entry.balance_before);
      waiting = [];
    }
    waiting.push(index);
    if (entry.balance === undefined) continue;
    const after = signedCents(entry.balance);
    if (before !== undefined) assign(entries, signs, waiting, after - before);
    before = after;
    waiting = [];
  }
}

/**
 * Reverses the sign of a scanned amount if only the opposite sign explains the change from one printed balance to the
 * next. OCR loses minus signs, and misread headers exchange the columns of deposits and withdrawals.
 */
function correctByBalances(
  entries: readonly Entry[],
  signs: (UnitSign | undefined)[],
  opening: bigint | undefined,
): void {
  const newest_first = isDescending(entries);
  const order = newest_first ? [...entries.entries()].toReversed() : [...entries.entries()];
  let before = newest_first ? undefined : opening;
  for (const [index, entry] of order) {
    const { amount, balance, balance_before } = entry;
    if (balance_before !== undefined && !newest_first) before = signedCents(balance_before);
    const after = balance === undefined ? undefined : signedCents(balance);
    if (amount !== undefined && isScanned(entry) && before !== undefined && after !== undefined) {
      const change = after - before;
      if (change === amount.cents) signs[index] = 1n;
      else if (change === -amount.cents) signs[index] = -1n;
    }
    before = after;
  }
}

/**
 * Sets the unknown signs if there is exactly one combination of signs for which the sum of the amounts equals the
 * change of the balance.
 */
function assign(
  entries: readonly Entry[],
  signs: (UnitSign | undefined)[],
  indices: readonly number[],
  change: bigint,
): void {
  const open = indices.filter((index) => signs[index] === undefined);
  if (open.length === 0 || open.length > COMBINED_MAX) return;
  const cents = (index: number) => entries[index]?.amount?.cents ?? 0n;
  const fixed = indices.reduce((sum, index) => sum + (signs[index] ?? 0n) * cents(index), 0n);
  let found: number | undefined;
  for (let bits = 0; bits < 2 ** open.length; bits++) {
    const total = open.reduce((sum, index, bit) => sum + (bits & (1 << bit) ? cents(index) : -cents(index)), fixed);
    if (total !== change) continue;
    if (found !== undefined) return;
    found = bits;
  }
  if (found === undefined) return;
  for (const [bit, index] of open.entries()) signs[index] = found & (1 << bit) ? 1n : -1n;
}

function isDescending(entries: readonly Entry[]): boolean {
  let [falls, rises] = [0, 0];
  for (const [index, { date }] of entries.entries()) {
    const next = entries[index + 1]?.date.found;
    if (next === undefined) continue;
    const step = (next.month - date.found.month) * 31 + next.day - date.found.day;
    if (step < 0 && step > -180) falls++;
    if (step > 0 && step < 180) rises++;
  }
  return falls > rises;
}
