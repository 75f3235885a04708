// A payer's deposits over time: what kind of income they are, and on which calendar they come.
import { type IncomeCategory, mayBeIrregular } from './categories.ts';
import type { Credit } from './credits.ts';
import type { Group } from './groups.ts';
import { paysIn } from './interleaved.ts';
import { isToPerson } from './readings.ts';
import { type Expectation, frequencyOf, type Rhythm, rhythmOf } from './rhythm.ts';
import { median, medianDeviation } from './statistics.ts';
import type { Strength } from './text-rules.ts';
import { onTwoCalendars } from './two-calendars.ts';

export type Stream = {
  group: Group;
  /** Null when neither text nor rhythm says what it is. */
  category: IncomeCategory | null;
  category_rule: string;
  strength: Strength | null;
  credits: readonly Credit[];
  /** Days with deposits that count for the calendar: what was paid out before its pay day does not. */
  days: readonly number[];
  rhythm: Rhythm;
  /** The middle distance from the middle amount, as a share of it. */
  spread: number;
};

/** Below this a rhythm alone is no pay. */
const PAY_CENTS_MIN = 10_000;
const STEADY_PAY = 0.05;
/** The rule by which something regular is neither pay nor anything else by name. */
export const RHYTHM_OTHER = 'rhythm.other';
const BESIDE_MIN = 0.4;

export const isWageAccess = ({ reading }: Credit): boolean => reading.tags.has('wage_access');

export function streamsOf(group: Group): Stream[] {
  return paysIn(group.credits).flatMap((credits) => byCalendar(streamOf({ ...group, credits })));
}

/** A stream without a calendar, or with as much beside it as on it, may be two that have one each. */
function byCalendar(stream: Stream): Stream[] {
  const { fit } = stream.rhythm;
  const is_regular = expectationOf(stream.group) === 'regular';
  const is_doubtful = is_regular && (fit === null || fit.extras >= BESIDE_MIN * fit.deposits);
  const two = is_doubtful ? onTwoCalendars(stream.credits, stream.days) : null;
  return two?.map((credits) => streamOf({ ...stream.group, credits })) ?? [stream];
}

export function streamOf(group: Group): Stream {
  const { credits } = group;
  const { rule, strength } = sayingOf(group);
  const pay = credits.filter((credit) => !isWageAccess(credit));
  const days = daysOf(pay.length >= 3 ? pay : credits);
  const rhythm = rhythmOf(days, expectationOf(group));
  const amounts = credits.map(({ cents }) => cents);
  const middle = median(amounts);
  const spread = middle === 0 ? 0 : medianDeviation(amounts, middle) / middle;
  const stream = { group, category: group.category, category_rule: rule, strength, credits, days, rhythm, spread };
  return group.category === null ? byRhythm(stream, middle) : employedByPlatform(employedByLandlord(stream));
}

export function daysOf(credits: readonly Credit[]): number[] {
  const days: number[] = [];
  for (const { day } of credits) if (days.at(-1) !== day) days.push(day);
  return days;
}

function expectationOf({ category, credits }: Group): Expectation {
  if (category === null) return credits.some(({ reading }) => isToPerson(reading)) ? 'open' : 'irregular';
  if (category === 'TRANSFER' || category === 'CASH_DEPOSIT') return 'irregular';
  return mayBeIrregular(category) ? 'open' : 'regular';
}

/** The rule that speaks for most of the credits. */
function sayingOf({ category, credits }: Group): { rule: string; strength: Strength | null } {
  const counts = new Map<string, { rule: string; strength: Strength; count: number }>();
  for (const { verdict } of credits) {
    if (verdict === null || !('category' in verdict) || verdict.category !== category) continue;
    const known = counts.get(verdict.rule) ?? { rule: verdict.rule, strength: verdict.strength, count: 0 };
    counts.set(verdict.rule, { ...known, count: known.count + 1 });
  }
  const [most] = [...counts.values()].toSorted((a, b) => b.count - a.count || (a.rule < b.rule ? -1 : 1));
  return { rule: most?.rule ?? 'none', strength: most?.strength ?? null };
}

/** A company that pays on a calendar pays wages; the same from nobody in particular is other income. */
function byRhythm(stream: Stream, middle: number): Stream {
  if (stream.rhythm.fit === null || (stream.group.is_doubted && !isPayCalendar(stream))) return stream;
  const frequency = frequencyOf(stream.rhythm);
  const is_pay = frequency !== null && frequency !== 'SA' && frequency !== 'A' && middle >= PAY_CENTS_MIN;
  if (!is_pay) return { ...stream, category: 'OTHER', category_rule: RHYTHM_OTHER };
  const is_ppd = stream.credits.some(({ reading }) => isToPerson(reading));
  return { ...stream, category: 'PAYCHECK', category_rule: is_ppd ? 'rhythm.company-ppd' : 'rhythm.company' };
}

/** Nobody but an employer pays so often and so punctually. */
function isPayCalendar({ rhythm, credits }: Stream): boolean {
  const frequency = frequencyOf(rhythm);
  const is_often = frequency === 'W' || frequency === 'BW' || frequency === 'SM';
  return is_often && credits.length >= 5 && (rhythm.fit?.score ?? 0) >= 0.9;
}

/** A company that lets things on hire pays its people as well. */
function employedByLandlord(stream: Stream): Stream {
  const is_company = stream.category_rule === 'text.rental-words' && stream.group.channel === '';
  if (!is_company || !isPayCalendar(stream)) return stream;
  return { ...stream, category: 'PAYCHECK', category_rule: 'rhythm.company' };
}

/** Platforms have employees too: they are paid payroll, twice a month, the same each time. */
function employedByPlatform(stream: Stream): Stream {
  if (stream.category !== 'GIG_ECONOMY' || stream.spread > STEADY_PAY) return stream;
  const frequency = frequencyOf(stream.rhythm);
  const is_payroll = stream.credits.every(({ reading }) => reading.tags.has('payroll'));
  if (!is_payroll || (frequency !== 'BW' && frequency !== 'SM')) return stream;
  return { ...stream, category: 'PAYCHECK', category_rule: 'rhythm.platform-employee' };
}
