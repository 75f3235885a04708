// Pay stubs that tell what part of the gross arrives: a stub of the same pay check beats every table.
import { toDay } from '#base/calendar.ts';
import { isOpen } from './business-days.ts';
import { payerWordsOf } from './employers.ts';
import type { Calibration } from './input.ts';
import { SAME_NAME, similarity } from './payer-names.ts';

/** Net pay of a day, over all accounts it was split to. */
export type PaidOn = { day: number; cents: number };

export type Calibrated = Calibration & { rule: 'gross.pay-stub' | 'gross.pay-stub-of-employer' };

const CENTS_OFF_MAX = 1n;
const BUSINESS_DAYS_BEFORE = 1;
const BUSINESS_DAYS_AFTER = 3;
/** Three business days are never more than these. */
const DAYS_OFF_MAX = 8;

/** The latest stub whose net arrived; without one, the latest of the same employer. */
export function calibrationFor(
  stubs: readonly Calibration[],
  payer_words: readonly string[],
  paid: readonly PaidOn[],
): Calibrated | null {
  const usable = stubs
    .filter(({ gross_cents, net_cents }) => net_cents > 0n && gross_cents >= net_cents)
    .toSorted(byNewest);
  const arrived = usable.find((stub) => paid.some((deposit) => isPaid(stub, deposit)));
  if (arrived !== undefined) return { ...arrived, rule: 'gross.pay-stub' };
  const same = usable.find(({ employer_name }) => employer_name !== null && isEmployer(employer_name, payer_words));
  return same === undefined ? null : { ...same, rule: 'gross.pay-stub-of-employer' };
}

function byNewest(a: Calibration, b: Calibration): number {
  const [one, other] = [a.pay_date ?? '', b.pay_date ?? ''];
  if (one !== other) return one > other ? -1 : 1;
  return a.id < b.id ? -1 : 1;
}

function isPaid({ net_cents, pay_date }: Calibration, { day, cents }: PaidOn): boolean {
  const off = net_cents - BigInt(cents);
  if (off > CENTS_OFF_MAX || off < -CENTS_OFF_MAX) return false;
  return pay_date === null || isNear(toDay(pay_date), day);
}

/** From one business day before the pay date to three after it. */
function isNear(pay_day: number, day: number): boolean {
  if (Math.abs(day - pay_day) > DAYS_OFF_MAX) return false;
  const [from, until] = [Math.min(pay_day, day), Math.max(pay_day, day)];
  let business_days = 0;
  for (let at = from + 1; at <= until; at++) if (isOpen(at)) business_days++;
  return business_days <= (day < pay_day ? BUSINESS_DAYS_BEFORE : BUSINESS_DAYS_AFTER);
}

const isEmployer = (name: string, payer_words: readonly string[]): boolean =>
  similarity(payerWordsOf(name), payer_words) >= SAME_NAME;
