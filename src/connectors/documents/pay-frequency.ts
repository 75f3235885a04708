// Finds how often an employer pays. The sources are the length of the pay periods, the days between pay dates, and the
// printed frequency.
import { addDays, addMonths, dayOfMonth, daysBetween, lastDayOfMonth } from '#base/calendar.ts';
import type { PRINTED_FREQUENCIES, ReadDocument } from '#domain/documents/read-documents.ts';
import type { Employment } from '#domain/reports/payroll.ts';
import type { PaidStatement } from './statements.ts';

type Frequency = NonNullable<Employment['pay_frequency']>;
/** Returns the printed frequency of the newest stub that prints a frequency. */
export function printedFrequencyOf(newest_first: readonly Pick<ReadDocument, 'terms'>[]): Frequency | null {
  const printed = newest_first.find(({ terms }) => terms?.pay_frequency !== undefined)?.terms?.pay_frequency ?? null;
  return printed === null ? null : PRINTED[printed];
}

const PRINTED: Record<(typeof PRINTED_FREQUENCIES)[number], Frequency> = {
  weekly: 'W',
  biweekly: 'BW',
  semimonthly: 'SM',
  monthly: 'M',
};

type Dated = Pick<PaidStatement, 'pay_date' | 'period_start' | 'period_end' | 'earnings'>;

/**
 * `days` is the average number of days between two pay dates. The actual number may differ from `days` by up to `slack`
 * days. Weekends and holidays move a pay date by a day or two; half months and months have different lengths.
 */
const SPACING: Record<Frequency, { days: number; slack: number } | null> = {
  W: { days: 7, slack: 1 },
  BW: { days: 14, slack: 2 },
  SM: { days: 365.25 / 24, slack: 3 },
  M: { days: 365.25 / 12, slack: 4 },
  SA: { days: 365.25 / 2, slack: 5 },
  A: { days: 365.25, slack: 5 },
  C: null,
};

/**
 * Returns the frequency if exactly one frequency fits all pay periods and all pay dates; otherwise returns null. Pay
 * dates without a pay period are not enough, because some stubs between them are possibly missing. A payment whose
 * earnings contain no regular pay, such as a bonus, is ignored.
 */
export function payFrequencyOf(statements: readonly Dated[]): Frequency | null {
  const regular = statements.filter(
    ({ earnings }) => earnings.length === 0 || earnings.some(({ category }) => category === 'regular'),
  );
  const periods = regular.flatMap(({ period_start, period_end }) =>
    period_start === null || period_end === null ? [] : [frequenciesOfPeriod(period_start, period_end)],
  );
  const [first, ...others] = periods;
  if (first === undefined) return null;
  const gaps = gapsOf(regular.flatMap(({ pay_date }) => pay_date ?? []));
  const fitting = first
    .filter((frequency) => others.every((period) => period.includes(frequency)))
    .filter((frequency) => gaps.every((days) => fits(frequency, days)));
  return fitting.length === 1 ? (fitting[0] ?? null) : null;
}

function frequenciesOfPeriod(start: string, end: string): Frequency[] {
  const days = daysBetween(start, end) + 1;
  if (days === 7) return ['W'];
  // A period of 14 days is two weeks, or the second half (from the 16th) of a February with 29 days.
  if (days === 14) return end === lastDayOfMonth(end) && dayOfMonth(start) === 16 ? ['BW', 'SM'] : ['BW'];
  if (days === 13 || days === 15 || days === 16) return ['SM'];
  const whole = (
    [
      ['M', 1],
      ['SA', 6],
      ['A', 12],
    ] as const
  ).find(([, months]) => addDays(addMonths(start, months), -1) === end);
  return whole === undefined ? [] : [whole[0]];
}

function gapsOf(dates: readonly string[]): number[] {
  const sorted = [...new Set(dates)].toSorted();
  return sorted.slice(1).map((date, at) => daysBetween(sorted[at] ?? date, date));
}

/**
 * Whether the days between two pay dates fit the frequency. A multiple of the usual number of days fits too, because
 * stubs in between may be missing.
 */
function fits(frequency: Frequency, days: number): boolean {
  const spacing = SPACING[frequency];
  if (spacing === null) return false;
  const count = Math.max(1, Math.round(days / spacing.days));
  return Math.abs(days - count * spacing.days) <= spacing.slack;
}
