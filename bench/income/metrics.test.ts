// Tests the metrics on hand-made cases that are easy to check.
import { describe, expect, test } from 'vitest';
import type { Found } from './found.ts';
import { outcomeOf } from './matching.ts';
import {
  amountScores,
  averageError,
  confusionOf,
  forecastError,
  grossError,
  median,
  scoresOf,
  transactionScores,
} from './metrics.ts';
import type { Person, TrueStream } from './people/truth.ts';

const stream = (change: Partial<TrueStream> = {}): TrueStream => ({
  name: 'a job',
  account_id: 'a',
  transaction_ids: ['1', '2', '3', '4', '5'],
  category: 'PAYCHECK',
  also_right: [],
  frequency: 'BW',
  pay_dates: 5,
  next_date: '2025-03-14',
  monthly_average_cents: 100_000,
  total_cents: 250_000,
  gross_per_deposit_cents: 60_000,
  next_90_days_cents: 300_000,
  is_optional: false,
  ...change,
});

const source = (change: Partial<Found> = {}): Found => ({
  transaction_ids: ['1', '2', '3', '4', '5'],
  category: 'PAYCHECK',
  frequency: 'BW',
  next_date: '2025-03-14',
  monthly_average_cents: 100_000,
  gross_per_deposit_cents: 60_000,
  forecast_monthly_cents: 100_000,
  total_cents: 250_000,
  why: '',
  ...change,
});

const person = (streams: TrueStream[], open: string[] = []): Person => ({
  id: 'p',
  as_of: '2025-03-01',
  days_requested: 90,
  accounts: [{ id: 'a', type: 'CHECKING' }],
  transactions: [],
  state: null,
  filing_status: null,
  truth: { streams, not_income: [], open },
});

const scored = (truth: TrueStream[], found: Found[], open: string[] = []) =>
  scoresOf([outcomeOf(person(truth, open), found)]);

describe('matching found sources to true income streams', () => {
  test('a source matches a stream if they share four of five transactions, but not if they share three of five', () => {
    const match = (ids: string[]) => outcomeOf(person([stream()]), [source({ transaction_ids: ids })]).pairs.length;
    expect(match(['1', '2', '3', '4'])).toBe(1);
    expect(match(['1', '2', '3'])).toBe(0);
    // A transaction of the source that is not in the stream also lowers the overlap. Here the source and the stream
    // have six different transactions in total, and four of these are in both.
    expect(match(['1', '2', '3', '4', 'x'])).toBe(0);
  });

  test('each stream is matched only to the source with the most overlap', () => {
    const { pairs, wrong } = outcomeOf(person([stream()]), [
      source({ transaction_ids: ['1', '2', '3', '4'] }),
      source(),
    ]);
    expect(pairs.map(({ found }) => found.transaction_ids.length)).toEqual([5]);
    expect(wrong).toHaveLength(1);
  });

  test('an optional stream is not counted as missed; a source with only optional streams and undecided credits (the list `open`) is not counted as wrong', () => {
    const short = stream({ transaction_ids: ['8', '9'], is_optional: true });
    const without = outcomeOf(person([short]), []);
    const merged = outcomeOf(person([short], ['7']), [source({ transaction_ids: ['7', '8', '9'] })]);
    expect([without.missed, merged.missed, merged.wrong]).toEqual([[], [], []]);
    expect(outcomeOf(person([short]), [source({ transaction_ids: ['8', 'x'] })]).wrong).toHaveLength(1);
  });
});

describe('scores of the income engine', () => {
  test('invented streams lower precision, missed streams lower recall, and both lower F1; a wrong category lowers only F1', () => {
    const other = stream({ transaction_ids: ['6', '7', '8'], category: 'RENTAL' });
    const scores = scored([stream(), other], [source({ category: 'OTHER' }), source({ transaction_ids: ['x'] })]);
    expect([scores.precision, scores.recall, scores.f1]).toEqual([{ good: 1, of: 2 }, { good: 1, of: 2 }, 0]);
    const outcomes = [outcomeOf(person([stream(), other]), [source({ category: 'RENTAL' })])];
    expect(scoresOf(outcomes, 'RENTAL')).toMatchObject({ precision: { good: 1, of: 1 }, recall: { good: 0, of: 1 } });
    expect(scoresOf(outcomes, 'PAYCHECK')).toMatchObject({ recall: { good: 1, of: 1 }, f1: 0 });
  });

  test('a category in also_right counts as the right category', () => {
    const soldier = stream({ also_right: ['MILITARY'] });
    expect(scored([soldier], [source({ category: 'MILITARY' })]).f1).toBe(1);
    expect(scored([soldier], [source({ category: 'VETERAN' })]).f1).toBe(0);
  });

  test('for irregular income, every reported frequency counts as wrong; if the true frequency is undecided ("open"), the reported frequency is not scored', () => {
    expect(scored([stream({ frequency: null })], [source()]).frequency).toEqual({ good: 0, of: 1 });
    expect(scored([stream({ frequency: 'open' })], [source()]).frequency).toEqual({ good: 0, of: 0 });
    expect(scored([stream()], [source({ frequency: 'SM' })]).frequency).toEqual({ good: 0, of: 1 });
  });

  test('a source without a reported frequency is scored as abstained if its stream has at least five pay dates', () => {
    const silent = source({ frequency: null, next_date: null });
    expect(scored([stream()], [silent]).abstained).toEqual({ good: 1, of: 1 });
    expect(scored([stream({ pay_dates: 4 })], [silent]).abstained).toEqual({ good: 0, of: 0 });
    expect(scored([stream()], [silent]).frequency).toEqual({ good: 0, of: 0 });
  });

  test('next_1 accepts a next date that is one day off, and next_3 also accepts one that is two days off; both count a missing date as wrong', () => {
    const next = (next_date: string | null) => scored([stream()], [source({ next_date })]);
    expect(next('2025-03-13')).toMatchObject({ next_exact: { good: 0 }, next_1: { good: 1 }, next_3: { good: 1 } });
    expect(next('2025-03-16')).toMatchObject({ next_1: { good: 0 }, next_3: { good: 1 } });
    expect(next(null)).toMatchObject({ next_1: { good: 0, of: 1 }, next_3: { good: 0, of: 1 } });
    expect(scored([stream({ next_date: null })], [source()]).next_1.of).toBe(0);
  });

  test('a monthly average is scored as correct if it is at most five percent too low or too high', () => {
    const average = (cents: number) => scored([stream()], [source({ monthly_average_cents: cents })]).average_5.good;
    expect([94_999, 95_000, 105_000, 105_001].map(average)).toEqual([0, 1, 1, 0]);
  });
});

test('the errors of the average, the gross amount and the forecast are relative to the true value', () => {
  const pair = {
    truth: stream(),
    found: source({ monthly_average_cents: 90_000, gross_per_deposit_cents: 66_000, forecast_monthly_cents: 0 }),
  };
  expect([averageError(pair), grossError(pair), forecastError(pair)].map((error) => error.toFixed(4))).toEqual([
    '0.1000',
    '0.1000',
    '1.0000',
  ]);
});

test('the confusion table has true frequencies as rows and reported frequencies as columns', () => {
  const outcomes = [
    outcomeOf(person([stream()]), [source({ frequency: 'SM' })]),
    outcomeOf(person([stream({ frequency: null })]), [source({ frequency: null })]),
  ];
  expect(confusionOf(outcomes)).toEqual({ BW: { SM: 1 }, none: { none: 1 } });
});

test('over all sources together, transactionScores() counts credits, and amountScores() adds up amounts', () => {
  const outcomes = [
    outcomeOf(person([stream()]), [
      source({ transaction_ids: ['1', '2', '3', '4'] }),
      source({ transaction_ids: ['x', 'y'], total_cents: 50_000 }),
    ]),
  ];
  expect(transactionScores(outcomes)).toEqual({ precision: { good: 4, of: 6 }, recall: { good: 4, of: 5 } });
  expect(amountScores(outcomes)).toEqual({
    precision: { good: 250_000, of: 300_000 },
    recall: { good: 250_000, of: 250_000 },
  });
});

test('the median of an even number of values is the mean of the two middle values', () => {
  expect([median([3, 1, 2]), median([4, 1, 2, 3])]).toEqual([2, 2.5]);
  expect(median([])).toBeNaN();
});
