// Scores the engine's reports. The scores are computed from the streams that the engine found, missed or invented.
import { daysBetween } from '#base/calendar.ts';
import type { Found } from './found.ts';
import type { Outcome } from './matching.ts';
import type { TrueStream } from './people/truth.ts';

type Pair = Outcome['pairs'][number];

/** A share: the numerator `good` and the denominator `of`. The value of a share is NaN if the denominator is zero. */
export type Share = { good: number; of: number };
export const valueOf = ({ good, of }: Share): number => good / of;

export type Scores = {
  precision: Share;
  recall: Share;
  /** The F1 score of the streams. Here, a stream is counted as found only if its category is also right. */
  f1: number;
  frequency: Share;
  abstained: Share;
  next_exact: Share;
  next_1: Share;
  next_3: Share;
  average_5: Share;
  average_10: Share;
};

/** The minimum number of pay dates from which a pay frequency can be recognised. */
export const PAY_DATES_MIN = 5;

/**
 * Scores over all streams, or over the streams of one category. Precision counts a found stream under the category that
 * the engine gave it. The other scores count a stream under its true category. F1 uses both counts.
 */
export function scoresOf(outcomes: readonly Outcome[], category?: string): Scores {
  const isOf = (name: string): boolean => category === undefined || name === category;
  const all = outcomes.flatMap(({ pairs }) => pairs);
  const pairs = all.filter(({ truth }) => isOf(truth.category));
  const found_pairs = all.filter((pair) => isOf(givenCategory(pair)));
  const missed = outcomes.flatMap((outcome) => outcome.missed).filter((truth) => isOf(truth.category));
  const wrong = outcomes.flatMap((outcome) => outcome.wrong).filter((found) => isOf(found.category));
  const right = pairs.filter((pair) => givenCategory(pair) === pair.truth.category).length;
  const [true_count, found_count] = [pairs.length + missed.length, found_pairs.length + wrong.length];
  const dated = pairs.filter(({ truth }) => truth.next_date !== null && truth.pay_dates >= PAY_DATES_MIN);
  const averaged = pairs.filter(({ truth }) => truth.monthly_average_cents !== null);
  return {
    precision: { good: found_pairs.length, of: found_count },
    recall: { good: pairs.length, of: true_count },
    f1: (2 * right) / (true_count + found_count),
    ...frequencyScores(pairs),
    next_exact: share(dated, within(0)),
    next_1: share(dated, within(1)),
    next_3: share(dated, within(3)),
    average_5: share(averaged, (pair) => averageError(pair) <= 0.05),
    average_10: share(averaged, (pair) => averageError(pair) <= 0.1),
  };
}

/** Returns the category that the engine gave, or the true category if the engine's category is in `also_right`. */
export const givenCategory = ({ truth, found }: Pair): string =>
  truth.also_right.some((name) => name === found.category) ? truth.category : found.category;

function frequencyScores(pairs: readonly Pair[]): Pick<Scores, 'frequency' | 'abstained'> {
  const judged = pairs.filter(({ truth }) => truth.frequency !== 'open');
  const answered = judged.filter(({ found }) => found.frequency !== null);
  const asked = judged.filter(({ truth }) => truth.frequency !== null && truth.pay_dates >= PAY_DATES_MIN);
  return {
    frequency: share(answered, ({ truth, found }) => found.frequency === truth.frequency),
    abstained: share(asked, ({ found }) => found.frequency === null),
  };
}

/**
 * Returns a function that checks whether the predicted date of the next payment is at most `days` days from the true
 * date. A missing date is treated as wrong.
 */
const within =
  (days: number) =>
  ({ truth, found }: Pair): boolean =>
    truth.next_date !== null &&
    found.next_date !== null &&
    Math.abs(daysBetween(truth.next_date, found.next_date)) <= days;

export const averageError = ({ truth, found }: Pair): number =>
  relative(found.monthly_average_cents, truth.monthly_average_cents ?? Number.NaN);

export const grossError = ({ truth, found }: Pair): number =>
  relative(found.gross_per_deposit_cents, truth.gross_per_deposit_cents ?? Number.NaN);

/**
 * Returns the relative error of the report's forecast for a stream, compared with the stream's true income in the 90
 * days after the report.
 */
export const forecastError = ({ truth, found }: Pair): number =>
  relative((found.forecast_monthly_cents * 90) / 30.4375, truth.next_90_days_cents);

const relative = (value: number, truth: number): number => Math.abs(value - truth) / truth;
const share = <T>(list: readonly T[], isGood: (one: T) => boolean): Share => ({
  good: list.filter(isGood).length,
  of: list.length,
});

export const median = (values: readonly number[]): number => {
  const sorted = values.toSorted((a, b) => a - b);
  return (
    ((sorted[Math.floor((sorted.length - 1) / 2)] ?? Number.NaN) +
      (sorted[Math.ceil((sorted.length - 1) / 2)] ?? Number.NaN)) /
    2
  );
};

export const ANSWERS = ['W', 'BW', 'SM', 'M', 'none'] as const;

/**
 * Returns the confusion table. Its rows are true frequencies, and its columns are reported frequencies. Some columns,
 * such as half-yearly and yearly, are frequencies that no true stream has.
 */
export function confusionOf(outcomes: readonly Outcome[]): Record<string, Record<string, number>> {
  const table: Record<string, Record<string, number>> = {};
  for (const { truth, found } of outcomes.flatMap(({ pairs }) => pairs)) {
    if (truth.frequency === 'open') continue;
    const row = (table[truth.frequency ?? 'none'] ??= {});
    const answer = found.frequency ?? 'none';
    row[answer] = (row[answer] ?? 0) + 1;
  }
  return table;
}

/** Precision and recall of the engine's decision whether a single credit is income. */
export function transactionScores(outcomes: readonly Outcome[]): { precision: Share; recall: Share } {
  let [taken, taken_right, income] = [0, 0, 0];
  for (const { person, pairs, wrong } of outcomes) {
    const required = new Set(
      person.truth.streams.filter((one) => !one.is_optional).flatMap((one) => one.transaction_ids),
    );
    const ids = [...pairs.map(({ found }) => found), ...wrong].flatMap(({ transaction_ids }) => transaction_ids);
    taken += ids.length;
    taken_right += ids.filter((id) => required.has(id)).length;
    income += required.size;
  }
  return { precision: { good: taken_right, of: taken }, recall: { good: taken_right, of: income } };
}

/** Returns precision and recall of the streams. Every stream is weighted by its amount of money. */
export function amountScores(outcomes: readonly Outcome[]): { precision: Share; recall: Share } {
  const money = (list: readonly { total_cents: number }[]): number =>
    list.reduce((sum, { total_cents }) => sum + total_cents, 0);
  const pairs = outcomes.flatMap((outcome) => outcome.pairs);
  const [found, truth] = [money(pairs.map((pair) => pair.found)), money(pairs.map((pair) => pair.truth))];
  return {
    precision: { good: found, of: found + money(outcomes.flatMap(({ wrong }): Found[] => wrong)) },
    recall: { good: truth, of: truth + money(outcomes.flatMap(({ missed }): TrueStream[] => missed)) },
  };
}
