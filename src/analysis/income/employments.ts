// Combines deposits that belong to the same pay: wages paid out before pay day, and the parts of a pay check that is
// split between accounts.
import { sum } from '#base/money.ts';
import { averageDeposit } from './averages.ts';
import type { PaidOn, StubFinder } from './calibration.ts';
import type { Credit } from './credits.ts';
import { netOfPayCheck } from './gross.ts';
import { isUndecided } from './pay-evidence.ts';
import { payCheckOf } from './pay-periods.ts';
import { isWageAccess, type Stream, streamOf } from './streams.ts';
import { SAME_NAME, similarity } from './texts/payer-names.ts';

/**
 * The minimum share of deposit days that two streams must have in common to be treated as parts of the same pay checks.
 * It is a share of the days of the stream with fewer days. The streams must also have similar payer names, different
 * accounts and the same currency.
 */
const SHARED_DAYS_MIN = 0.6;
/**
 * The maximum number of pay streams among which parts of split pay checks are searched for; a real person has fewer.
 * The square of this number is the maximum number of comparisons. If either limit is exceeded, parts are not searched
 * for, and the explanations list the limit.
 */
const STREAMS_MAX = 400;
/**
 * A stream of wages that were paid out early belongs to an employer only if at least one of its deposits is near that
 * employer's pay checks. The deposit may be at most `NEAR_DAYS` days before the first pay check or after the last pay
 * check.
 */
const NEAR_DAYS = 31;

/**
 * Adds each stream that has only early wage payments to the stream of the employer that paid into the same account at
 * about that time. If there is no such employer, or more than one, the early wage payments stay a separate stream.
 */
export function joinWageAccess(streams: readonly Stream[]): Stream[] {
  const early = streams.filter(isOnlyWageAccess);
  if (early.length === 0) return [...streams];
  const employersOf = newEmployersByDay(streams.filter(isEmployer));
  const joined = new Map<Stream, Credit[]>();
  const gone = new Set<Stream>();
  for (const stream of early) {
    const employers = employersOf(stream);
    const [employer] = employers;
    if (employer === undefined || employers.size > 1) continue;
    const credits = joined.get(employer) ?? [...employer.group.credits];
    for (const credit of stream.credits) credits.push(credit);
    joined.set(employer, credits);
    gone.add(stream);
  }
  return streams
    .filter((stream) => !gone.has(stream))
    .map((stream) => {
      const credits = joined
        .get(stream)
        ?.toSorted((a, b) => a.day - b.day || (a.transaction.id < b.transaction.id ? -1 : 1));
      if (credits === undefined) return stream;
      return { ...streamOf({ ...stream.group, credits }), category_rule: stream.category_rule };
    });
}

const isOnlyWageAccess = ({ category, credits }: Stream): boolean =>
  category === 'PAYCHECK' && credits.every(isWageAccess);

const isEmployer = (stream: Stream): boolean =>
  stream.category === 'PAYCHECK' && stream.credits.length >= 3 && !isOnlyWageAccess(stream);

/**
 * For a stream, finds the employers that paid into the stream’s account at about the same time. At most two employers
 * are kept per day, because two employers already make the result ambiguous.
 */
function newEmployersByDay(employers: readonly Stream[]): (early: Stream) => ReadonlySet<Stream> {
  const by_day = new Map<string, Stream[]>();
  const keyOf = ({ group: { account_id, currency } }: Stream, day: number): string =>
    `${day}|${currency}|${account_id}`;
  for (const employer of employers) {
    const [first, last] = [employer.days[0] ?? 0, employer.days.at(-1) ?? 0];
    for (let day = first - NEAR_DAYS; day <= last + NEAR_DAYS; day++) {
      const key = keyOf(employer, day);
      const known = by_day.get(key);
      if (known === undefined) by_day.set(key, [employer]);
      else if (known.length < 2) known.push(employer);
    }
  }
  return (early) => new Set(early.credits.flatMap(({ day }) => by_day.get(keyOf(early, day)) ?? []));
}

/**
 * For some streams with a pay-day calendar, the other evidence does not show whether the stream is pay. Such a stream
 * is pay if a pay stub matches it: the stub must show the payer's name, or its net pay must equal the amount of one of
 * the stream's deposits.
 */
export function paidByStub(streams: readonly Stream[], stubFor: StubFinder): Stream[] {
  return streams.map((stream) => {
    const { category, category_rule, group, rhythm } = stream;
    if (rhythm.fit === null || (category !== null && !isUndecided(category_rule))) return stream;
    const is_paid = stubFor(group.words, () => payChecksOf(stream, [])).stub !== null;
    return is_paid ? { ...stream, category: 'PAYCHECK', category_rule: 'stub.employer' } : stream;
  });
}

/** Returns the other streams that receive parts of the same pay checks as the given stream, in other accounts. */
export type SiblingFinder = (stream: Stream) => Stream[];

/**
 * Returns a finder that compares each stream in `asking` with every stream of pay. Returns null if this would need too
 * many comparisons.
 */
export function newSiblingFinder(asking: readonly Stream[], streams: readonly Stream[]): SiblingFinder | null {
  const pay = streams.filter(({ category }) => category === 'PAYCHECK');
  if (pay.length > STREAMS_MAX || asking.length * pay.length > STREAMS_MAX * STREAMS_MAX) return null;
  return (stream) => {
    const days = new Set(stream.days);
    return pay.filter((other) => {
      const { account_id, currency, words } = other.group;
      if (account_id === stream.group.account_id || currency !== stream.group.currency) return false;
      if (similarity(words, stream.group.words) < SAME_NAME) return false;
      const shared = other.days.filter((day) => days.has(day)).length;
      return shared >= SHARED_DAYS_MIN * Math.min(other.days.length, stream.days.length);
    });
  };
}

/**
 * It may be undecided whether a stream is pay, for example because its amounts are too small or too round. Such a
 * stream is classified as pay if other parts of the same pay checks are found in another account.
 */
export function withSmallParts(streams: readonly Stream[], siblingsOf: SiblingFinder | null): Stream[] {
  return streams.map((stream) => {
    if (siblingsOf === null || !isPart(stream) || siblingsOf(stream).length === 0) return stream;
    return { ...stream, category: 'PAYCHECK', category_rule: 'rhythm.part-of-pay' };
  });
}

export const isPart = ({ category_rule }: Stream): boolean => isUndecided(category_rule);

/**
 * Returns a function that adds up the net pay of all streams in a list. The net pay of each stream is computed once and
 * then cached.
 */
export function newPaidElsewhere(): (siblings: readonly Stream[]) => bigint {
  const known = new Map<Stream, bigint>();
  return (siblings) =>
    sum(
      siblings.map((stream) => {
        const net = known.get(stream) ?? netOfPayCheck(payCheckOf(stream, averageDeposit(stream.credits).value, 0n));
        known.set(stream, net);
        return net;
      }),
    );
}

/**
 * The amounts of the pay checks by day. Each day has the total over all accounts and the amount in this account alone.
 */
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
