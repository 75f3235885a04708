// Pay that belongs together: what was paid out before pay day, and pay checks split between accounts.
import { sum } from '#base/money.ts';
import { averageDeposit } from './averages.ts';
import { calibrationFor, type PaidOn } from './calibration.ts';
import { netOfPayCheck } from './gross.ts';
import type { Group } from './groups.ts';
import type { Calibration } from './input.ts';
import { isUndecided } from './pay-evidence.ts';
import { payCheckOf } from './pay-periods.ts';
import { SAME_NAME, similarity } from './payer-names.ts';
import { isWageAccess, type Stream, streamOf } from './streams.ts';

/** Two parts of one pay check come on the same days. */
const SHARED_DAYS_MIN = 0.6;
/** Nobody has more sources; beyond it pay checks are not put together, because each is compared with all others. */
const STREAMS_MAX = 400;
/** So long before the first pay check and after the last one wages may be paid out early. */
const NEAR_DAYS = 31;

/** Wage access of an unnamed employer goes to the one employer there is; with two of them nobody can tell. */
export function joinWageAccess(streams: readonly Stream[]): Stream[] {
  const early = streams.filter(isOnlyWageAccess);
  if (early.length === 0) return [...streams];
  const joined = new Map<Stream, Group>();
  const gone = new Set<Stream>();
  for (const stream of early) {
    const employers = streams.filter((other) => isEmployerOf(other, stream));
    const [employer] = employers;
    if (employer === undefined || employers.length > 1) continue;
    const group = joined.get(employer) ?? employer.group;
    const credits = [...group.credits, ...stream.credits].toSorted(
      (a, b) => a.day - b.day || (a.transaction.id < b.transaction.id ? -1 : 1),
    );
    joined.set(employer, { ...group, credits });
    gone.add(stream);
  }
  return streams
    .filter((stream) => !gone.has(stream))
    .map((stream) => {
      const group = joined.get(stream);
      return group === undefined ? stream : { ...streamOf(group), category_rule: stream.category_rule };
    });
}

const isOnlyWageAccess = ({ category, credits }: Stream): boolean =>
  category === 'PAYCHECK' && credits.every(isWageAccess);

function isEmployerOf(stream: Stream, early: Stream): boolean {
  if (stream.category !== 'PAYCHECK' || stream.credits.length < 3 || stream.credits.every(isWageAccess)) return false;
  const { account_id, currency } = stream.group;
  if (account_id !== early.group.account_id || currency !== early.group.currency) return false;
  const [first, last] = [stream.days[0] ?? 0, stream.days.at(-1) ?? 0];
  return early.credits.some(({ day }) => day >= first - NEAR_DAYS && day <= last + NEAR_DAYS);
}

/** A pay stub with the payer's name, or with the amount of a deposit, says that undecided money is pay. */
export function paidByStub(streams: readonly Stream[], stubs: readonly Calibration[]): Stream[] {
  if (stubs.length === 0) return [...streams];
  return streams.map((stream) => {
    const { category, category_rule, group, rhythm } = stream;
    if (rhythm.fit === null || (category !== null && !isUndecided(category_rule))) return stream;
    const is_paid = calibrationFor(stubs, group.words, payChecksOf(stream, [])) !== null;
    return is_paid ? { ...stream, category: 'PAYCHECK', category_rule: 'stub.employer' } : stream;
  });
}

/** A part too small or too round to be taken for pay by itself is pay where the rest of the pay check is. */
export function withSmallParts(streams: readonly Stream[]): Stream[] {
  const pay = streams.filter(({ category }) => category === 'PAYCHECK');
  return streams.map((stream) => {
    if (!isUndecided(stream.category_rule)) return stream;
    const part: Stream = { ...stream, category: 'PAYCHECK', category_rule: 'rhythm.part-of-pay' };
    return siblingsOf(part, pay).length > 0 ? part : stream;
  });
}

/** The other parts of this stream's pay checks, in other accounts. */
export function siblingsOf(stream: Stream, streams: readonly Stream[]): Stream[] {
  if (stream.category !== 'PAYCHECK' || streams.length > STREAMS_MAX) return [];
  const days = new Set(stream.days);
  return streams.filter((other) => {
    const { account_id, currency, words } = other.group;
    if (other.category !== 'PAYCHECK' || account_id === stream.group.account_id) return false;
    if (currency !== stream.group.currency || similarity(words, stream.group.words) < SAME_NAME) return false;
    const shared = other.days.filter((day) => days.has(day)).length;
    return shared >= SHARED_DAYS_MIN * Math.min(other.days.length, stream.days.length);
  });
}

export function paidElsewhere(siblings: readonly Stream[]): bigint {
  return sum(siblings.map((stream) => netOfPayCheck(payCheckOf(stream, averageDeposit(stream.credits).value, 0n))));
}

/** Whole pay checks: what came on a day in all accounts together, and what came in this one alone. */
export function payChecksOf(stream: Stream, siblings: readonly Stream[]): PaidOn[] {
  const whole = new Map<number, number>();
  const alone = new Map<number, number>();
  for (const { day, cents } of stream.credits) alone.set(day, (alone.get(day) ?? 0) + cents);
  for (const { credits } of [stream, ...siblings]) {
    for (const { day, cents } of credits) whole.set(day, (whole.get(day) ?? 0) + cents);
  }
  const listed = (paid: Map<number, number>): PaidOn[] => [...paid].map(([day, cents]) => ({ day, cents }));
  return siblings.length === 0 ? listed(alone) : [...listed(whole), ...listed(alone)];
}
