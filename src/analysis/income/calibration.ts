// Finds the pay stub that shows a stream's ratio of gross pay to net pay. A pay stub is used if possible, because it is
// more accurate than any tax table.
import { toDay } from '#base/calendar.ts';
import { isOpen } from './calendars/business-days.ts';
import type { Calibration } from './input.ts';
import { newCompanyFinder } from './texts/employers.ts';

/** The net pay of one day. If the pay was split between several accounts, it is the sum over these accounts. */
export type PaidOn = { day: number; cents: number };

export type Calibrated = Calibration & { rule: 'gross.pay-stub' | 'gross.pay-stub-of-employer' };

const CENTS_OFF_MAX = 1n;
const BUSINESS_DAYS_BEFORE = 1;
const BUSINESS_DAYS_AFTER = 3;
/** An upper bound for the number of calendar days that three business days can span. */
const DAYS_OFF_MAX = 8;

/**
 * `is_complete` is false if there were too many names to compare all of them. The employer's pay stub may then have
 * been missed.
 */
export type StubFound = { stub: Calibrated | null; is_complete: boolean };
export type StubFinder = (payer_words: readonly string[], paid: () => readonly PaidOn[]) => StubFound;

/**
 * Finds the latest pay stub whose net pay was deposited. If there is no such pay stub, finds the latest pay stub of the
 * same employer.
 */
export function newStubFinder(stubs: readonly Calibration[]): StubFinder {
  const usable = stubs
    .filter(({ gross_cents, net_cents }) => net_cents > 0n && gross_cents >= net_cents)
    .toSorted(byNewest);
  if (usable.length === 0) return () => ({ stub: null, is_complete: true });
  const placeOfPaid = newPlaceFinder(usable);
  const stubsOf = newCompanyFinder(usable, ({ employer_name }) => employer_name);
  return (payer_words, paid) => {
    const place = paid().reduce((first, deposit) => Math.min(first, placeOfPaid(deposit)), usable.length);
    const arrived = usable[place];
    if (arrived !== undefined) return { stub: { ...arrived, rule: 'gross.pay-stub' }, is_complete: true };
    const { companies, is_complete } = stubsOf(payer_words);
    const [same] = companies;
    return { stub: same === undefined ? null : { ...same.company, rule: 'gross.pay-stub-of-employer' }, is_complete };
  };
}

/**
 * Returns the index of the first pay stub that matches a deposit, or infinity if no pay stub matches. Stubs are indexed
 * by net pay and day.
 */
function newPlaceFinder(stubs: readonly Calibration[]): (deposit: PaidOn) => number {
  const places = new Map<bigint, Map<number | null, number>>();
  for (const [at, { net_cents, pay_date }] of stubs.entries()) {
    const days = places.get(net_cents) ?? new Map<number | null, number>();
    const day = pay_date === null ? null : toDay(pay_date);
    if (!days.has(day)) days.set(day, at);
    places.set(net_cents, days);
  }
  return ({ day, cents }) => {
    let first = Number.POSITIVE_INFINITY;
    for (let net = BigInt(cents) - CENTS_OFF_MAX; net <= BigInt(cents) + CENTS_OFF_MAX; net++) {
      const days = places.get(net);
      if (days === undefined) continue;
      first = Math.min(first, days.get(null) ?? first);
      for (let pay_day = day - DAYS_OFF_MAX; pay_day <= day + DAYS_OFF_MAX; pay_day++) {
        const place = days.get(pay_day) ?? first;
        if (place < first && isNear(pay_day, day)) first = place;
      }
    }
    return first;
  };
}

function byNewest(a: Calibration, b: Calibration): number {
  const [one, other] = [a.pay_date ?? '', b.pay_date ?? ''];
  if (one !== other) return one > other ? -1 : 1;
  return a.id < b.id ? -1 : 1;
}

/**
 * Whether the deposit's day is near the pay date: at most one business day before the pay date, or at most three
 * business days after the pay date.
 */
function isNear(pay_day: number, day: number): boolean {
  const [from, until] = [Math.min(pay_day, day), Math.max(pay_day, day)];
  let business_days = 0;
  for (let at = from + 1; at <= until; at++) if (isOpen(at)) business_days++;
  return business_days <= (day < pay_day ? BUSINESS_DAYS_BEFORE : BUSINESS_DAYS_AFTER);
}
