// Joins pay that belongs together: wages paid out before pay day, and pay checks split between accounts.
import { sum } from '#base/money.ts';
import { averageDeposit } from './averages.ts';
import type { PaidOn, StubFinder } from './calibration.ts';
import type { Credit } from './credits.ts';
import { netOfPayCheck } from './gross.ts';
import { isUndecided } from './pay-evidence.ts';
import { payCheckOf } from './pay-periods.ts';
import { isWageAccess, type Stream, streamOf } from './streams.ts';
import { SAME_NAME, similarity } from './texts/payer-names.ts';

/** The minimum share of common days for two streams to count as parts of the same pay checks. */
const SHARED_DAYS_MIN = 0.6;
/**
 * No person has more streams of pay than this. Above the limit, split pay checks are not compared and joined, and the
 * explanations list the limit.
 */
const STREAMS_MAX = 400;
/**
 * Wages paid out early belong to an employer if they come at most this many days before its first pay check or after
 * its last.
 */
const NEAR_DAYS = 31;

/**
 * Joins wages that were paid out early without an employer's name to the employer, if there is only one. If there are
 * two employers, the wages stay separate.
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
 * Finds the employers that paid into the same account around the days of a stream. At most two are kept per day,
 * because two are already ambiguous.
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

/** A pay stub with the payer's name, or with the amount of a deposit, proves that undecided money is pay. */
export function paidByStub(streams: readonly Stream[], stubFor: StubFinder): Stream[] {
  return streams.map((stream) => {
    const { category, category_rule, group, rhythm } = stream;
    if (rhythm.fit === null || (category !== null && !isUndecided(category_rule))) return stream;
    const is_paid = stubFor(group.words, () => payChecksOf(stream, [])).stub !== null;
    return is_paid ? { ...stream, category: 'PAYCHECK', category_rule: 'stub.employer' } : stream;
  });
}

/** Returns the streams in other accounts that are parts of a stream's pay checks. */
export type SiblingFinder = (stream: Stream) => Stream[];

/** Compares each stream in `asking` with every stream of pay. Returns null if this would need too many comparisons. */
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
 * A stream whose amounts are too small or too round for pay counts as pay if the rest of each pay check is found in
 * another account.
 */
export function withSmallParts(streams: readonly Stream[], siblingsOf: SiblingFinder | null): Stream[] {
  return streams.map((stream) => {
    if (siblingsOf === null || !isPart(stream) || siblingsOf(stream).length === 0) return stream;
    return { ...stream, category: 'PAYCHECK', category_rule: 'rhythm.part-of-pay' };
  });
}

export const isPart = ({ category_rule }: Stream): boolean => isUndecided(category_rule);

/** The total net pay of the sibling streams. Each stream's net pay is computed once and then cached. */
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

/** Pay checks by day: the total over all accounts, and the amount in this account alone. */
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
