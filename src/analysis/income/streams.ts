// A stream contains a payer's deposits over time, the income category of these deposits, and the pay calendar that they
// follow.

import { type Expectation, frequencyOf, type Rhythm, rhythmOf } from './calendars/rhythm.ts';
import { median, medianDeviation } from './calendars/statistics.ts';
import type { Credit } from './credits.ts';
import type { Group } from './groups.ts';
import { paysIn } from './interleaved.ts';
import { againstPay, areRound, PAY_CENTS_MIN, RHYTHM_OTHER } from './pay-evidence.ts';
import { type IncomeCategory, mayBeIrregular } from './texts/categories.ts';
import { isToPerson } from './texts/readings.ts';
import type { Strength } from './texts/text-rules.ts';
import { onTwoCalendars, type Searching } from './two-calendars.ts';

export type Stream = {
  group: Group;
  /** The income category. It is null if neither the descriptions nor the calendar show the category. */
  category: IncomeCategory | null;
  category_rule: string;
  strength: Strength | null;
  credits: readonly Credit[];
  /**
   * The days of the deposits that are used to find the calendar. Wages paid out early are used only if there are fewer
   * than three other deposits.
   */
  days: readonly number[];
  rhythm: Rhythm;
  /** The median absolute deviation of the amounts, as a share of their median. */
  spread: number;
};

const STEADY_PAY = 0.05;
/**
 * The minimum number of deposits of nearly the same amount. With so many deposits, a pay calendar is expected as
 * strongly as with the word "payroll" in the description.
 */
const STEADY_MIN = 5;
/**
 * The maximum spread of weekly or irregular amounts from a gig platform that are treated as hourly pay. If the spread
 * is larger, we assume that the amounts are fares, because hourly pay varies less from week to week.
 */
const UNSTEADY = 0.15;
const BESIDE_MIN = 0.4;

export const isWageAccess = ({ reading }: Credit): boolean => reading.tags.has('wage_access');

export function streamsOf(group: Group, searching: Searching): Stream[] {
  return paysIn(group.credits).flatMap((credits) => byCalendar(streamOf({ ...group, credits }), searching));
}

/**
 * A stream that should be regular may have no calendar, or may have many deposits off its calendar. Such a stream may
 * be two streams with one calendar each.
 */
function byCalendar(stream: Stream, searching: Searching): Stream[] {
  const { fit } = stream.rhythm;
  const is_regular = expectationOf(stream.group) === 'regular';
  const is_doubtful = is_regular && (fit === null || fit.extras >= BESIDE_MIN * fit.deposits);
  const two = is_doubtful ? onTwoCalendars(stream.credits, stream.days, searching) : null;
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
  return group.category === null
    ? byRhythm(stream, middle)
    : employedByPlatform(employedByLandlord(employedByPensionOffice(stream)));
}

export function daysOf(credits: readonly Credit[]): number[] {
  const days: number[] = [];
  for (const { day } of credits) if (days.at(-1) !== day) days.push(day);
  return days;
}

function expectationOf({ category, credits, is_doubted }: Group): Expectation {
  if (category === null) {
    if (is_doubted) return 'irregular';
    if (isSteadyPay(credits)) return credits.length >= STEADY_MIN ? 'regular' : 'steady';
    return credits.some(({ reading }) => isToPerson(reading)) ? 'open' : 'company';
  }
  if (category === 'TRANSFER' || category === 'CASH_DEPOSIT') return 'irregular';
  return mayBeIrregular(category) ? 'open' : 'regular';
}

/** Whether the amounts are nearly the same each time, and large enough for pay. */
function isSteadyPay(credits: readonly Credit[]): boolean {
  const amounts = credits.map(({ cents }) => cents);
  const middle = median(amounts);
  return middle >= PAY_CENTS_MIN && medianDeviation(amounts, middle) <= STEADY_PAY * middle;
}

/**
 * Returns the rule that decided the group's category for most of its credits, and the strength of the words that this
 * rule matches. If no rule decided it, the rule is `none`.
 */
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

/**
 * We assume that a company that pays on a calendar pays wages, unless there is evidence against pay. If there is such
 * evidence, the deposits are `OTHER` income.
 */
function byRhythm(stream: Stream, middle: number): Stream {
  if (stream.rhythm.fit === null) return stream;
  const against = stream.group.is_doubted && !isPayCalendar(stream) ? RHYTHM_OTHER : againstPay(stream, middle);
  // If the payer's name suggests that the credits are not income, the credits are treated as income only if all other
  // evidence suggests that the payer is an employer.
  if (stream.group.is_doubted && against !== null) return stream;
  if (against !== null) return { ...stream, category: 'OTHER', category_rule: against };
  const is_ppd = stream.credits.some(({ reading }) => isToPerson(reading));
  return { ...stream, category: 'PAYCHECK', category_rule: is_ppd ? 'rhythm.company-ppd' : 'rhythm.company' };
}

/** Whether the deposits are so frequent and so punctual that we assume that an employer pays them. */
function isPayCalendar({ rhythm, credits }: Stream): boolean {
  const frequency = frequencyOf(rhythm);
  const is_often = frequency === 'W' || frequency === 'BW' || frequency === 'SM';
  return is_often && credits.length >= 5 && (rhythm.fit?.score ?? 0) >= 0.9;
}

/**
 * Pensions are paid monthly. So if a payer's name mentions pensions but the payer pays more often, we assume that it is
 * paying its own staff.
 */
function employedByPensionOffice(stream: Stream): Stream {
  const { category_rule, credits } = stream;
  const is_named =
    category_rule === 'text.retirement-payer' ||
    (category_rule === 'text.pension' && credits.every(({ reading }) => reading.tags.has('wages')));
  if (!is_named || !isPayCalendar(stream)) return stream;
  return { ...stream, category: 'PAYCHECK', category_rule: 'rhythm.company' };
}

/**
 * Regular deposits from a rental company are treated as staff pay, not as rent, if the deposits follow a pay calendar
 * and the amounts are not round.
 */
function employedByLandlord(stream: Stream): Stream {
  const is_company = stream.category_rule === 'text.rental-words' && stream.group.channel === '';
  if (!is_company || !isPayCalendar(stream) || areRound(stream.credits)) return stream;
  return { ...stream, category: 'PAYCHECK', category_rule: 'rhythm.company' };
}

/**
 * Gig platforms pay their drivers weekly or on demand. Companies with drivers on their payroll pay every two weeks or
 * twice a month. So for deposits that are called "pay" or "driver pay", the calendar and the spread of the amounts
 * decide whether they are gig work or a pay check.
 */
function employedByPlatform(stream: Stream): Stream {
  const { category, category_rule, credits, rhythm, spread } = stream;
  const frequency = frequencyOf(rhythm);
  const is_twice_a_month = frequency === 'BW' || frequency === 'SM';
  if (category === 'PAYCHECK' && spread > UNSTEADY && (frequency === 'W' || frequency === null)) {
    const is_platform = credits.every(({ reading }) => reading.tags.has('gig'));
    return is_platform ? { ...stream, category: 'GIG_ECONOMY', category_rule: 'rhythm.platform-worker' } : stream;
  }
  if (category !== 'GIG_ECONOMY' || !is_twice_a_month) return stream;
  const is_payroll = spread <= STEADY_PAY && credits.every(({ reading }) => reading.tags.has('payroll'));
  const is_company = category_rule === 'text.gig-words' && credits.length >= STEADY_MIN;
  return is_payroll || is_company
    ? { ...stream, category: 'PAYCHECK', category_rule: 'rhythm.platform-employee' }
    : stream;
}
