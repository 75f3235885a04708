// Deposits of pay in a bank account: the days on which the net pay of a stub arrives, and whether the employer is the
// payer.
import { SAME_NAME, similarity } from '#analysis/income/texts/payer-names.ts';
import { newReader, type Reading } from '#analysis/income/texts/readings.ts';
import { addDays, isBusinessDay } from '#base/calendar.ts';
import type { Placed } from './contradictions.ts';

/** Money received in a bank account. `date` is the day on which it was posted. */
export type BankDeposit = { date: string; cents: bigint; description: string; memo: string | null };
export type Deposit = BankDeposit & { payer: Reading };

/**
 * Net pay is expected at most `DAYS_BEFORE` business days before the pay date and at most `DAYS_AFTER` business days
 * after it. Many banks credit pay one or two business days early.
 */
const DAYS_BEFORE = 2;
const DAYS_AFTER = 3;
const TOLERANCE = 1n;
/** The maximum number of days between the pay date and the deposits whose amounts are compared. */
export const NEIGHBOURS_DAYS_MAX = 45;

/** Returns the first and the last day on which the pay for this pay date may arrive. */
export const arrivalDays = (pay_date: string): [first: string, last: string] => [
  businessDays(pay_date, -DAYS_BEFORE),
  businessDays(pay_date, DAYS_AFTER),
];

/** Returns the date that is `days` business days later, or earlier if `days` is negative. */
function businessDays(date: string, days: number): string {
  const step = Math.sign(days);
  let day = date;
  for (let left = Math.abs(days); left > 0; ) {
    day = addDays(day, step);
    if (isBusinessDay(day)) left--;
  }
  return day;
}

/** Returns the deposits that are at most `days_max` days away from the pay date, with their payers. */
export function aroundPayDate(
  received: readonly BankDeposit[],
  pay_date: string,
  days_max = NEIGHBOURS_DAYS_MAX,
): Deposit[] {
  const [first, last] = [addDays(pay_date, -days_max), addDays(pay_date, days_max)];
  const read = newReader();
  return received
    .filter(({ date }) => date >= first && date <= last)
    .map((deposit) => ({ ...deposit, payer: read(deposit.description, deposit.memo).reading }));
}

export const isEqual = (a: bigint, b: bigint): boolean => a - b <= TOLERANCE && b - a <= TOLERANCE;

/** Whether a deposit comes from the employer whose name has these words. */
export const isPaidBy = ({ payer }: Deposit, employer: readonly string[]): boolean =>
  similarity(
    payer.words,
    employer.map((word) => word.toUpperCase()),
  ) >= SAME_NAME;

/** Whether the employer made deposits both before and after the days on which the pay for this pay date may arrive. */
export function paysBeforeAndAfter(
  deposits: readonly Deposit[],
  employer: readonly string[],
  pay_date: string,
): boolean {
  const [first, last] = arrivalDays(pay_date);
  const dates = deposits.filter((deposit) => isPaidBy(deposit, employer)).map(({ date }) => date);
  return dates.some((date) => date < first) && dates.some((date) => date > last);
}

/** The amounts paid into each account, as the stub lists them. */
export const printedParts = ({ document }: Placed): bigint[] =>
  (document.tables['distributions'] ?? []).flatMap(({ current }) =>
    typeof current?.value === 'bigint' && current.value > 0n ? [current.value] : [],
  );
