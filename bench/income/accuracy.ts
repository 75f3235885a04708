// The income engine's accuracy on made-up people: figures with bounds, tables, and the outcome for each person.
import { foundIn, reportOf } from './found.ts';
import { type Outcome, outcomeOf } from './matching.ts';
import {
  ANSWERS,
  amountScores,
  confusionOf,
  forecastError,
  grossError,
  median,
  PAY_DATES_MIN,
  type Share,
  scoresOf,
  transactionScores,
  valueOf,
} from './metrics.ts';
import type { Person } from './people/truth.ts';
import { atLeast, atMost, type Bounded, boundedTable, percent, type Table } from './tables.ts';

export type Accuracy = { figures: Bounded[]; tables: Table[]; outcomes: Outcome[] };

export function accuracyOn(people: readonly Person[]): Accuracy {
  const outcomes = people.map((person) => outcomeOf(person, foundIn(reportOf(person))));
  const categories = categoriesIn(outcomes);
  const figures = boundedFigures(outcomes, categories);
  return {
    figures,
    outcomes,
    tables: [
      boundedTable('What must hold', figures),
      byCategory(outcomes, categories),
      confusion(outcomes),
      grossUp(outcomes),
      beside(outcomes),
    ],
  };
}

function boundedFigures(outcomes: readonly Outcome[], categories: readonly string[]): Bounded[] {
  const total = scoresOf(outcomes);
  const macro = categories.map((category) => scoresOf(outcomes, category).f1);
  const grosses = paychecks(outcomes).map(grossError);
  const shareAtLeast = (name: string, share: Share, bound: number): Bounded =>
    atLeast(name, valueOf(share), share.of, bound);
  return [
    shareAtLeast('stream precision', total.precision, 0.97),
    shareAtLeast('stream recall', total.recall, 0.95),
    shareAtLeast('frequency right, of answered', total.frequency, 0.95),
    atMost(
      `frequency not answered from pay date ${PAY_DATES_MIN} on`,
      valueOf(total.abstained),
      total.abstained.of,
      0.05,
    ),
    shareAtLeast('next date within a day', total.next_1, 0.9),
    shareAtLeast('monthly average within 5 %', total.average_5, 0.95),
    atLeast('category F1, over all streams', total.f1, total.recall.of, 0.93),
    atLeast(
      'category F1, mean of categories',
      macro.reduce((sum, f1) => sum + f1, 0) / macro.length,
      macro.length,
      0.93,
    ),
    atMost('gross of a pay check, median error', median(grosses), grosses.length, 0.05),
  ];
}

const categoriesIn = (outcomes: readonly Outcome[]): string[] =>
  [...new Set(outcomes.flatMap(({ person }) => person.truth.streams.map(({ category }) => category)))].toSorted();

function byCategory(outcomes: readonly Outcome[], categories: readonly string[]): Table {
  const row = (name: string, category?: string): string[] => {
    const scores = scoresOf(outcomes, category);
    const { precision, recall, f1, frequency, abstained, next_1, average_5 } = scores;
    const shares = [frequency, abstained, next_1, average_5].map((share) => percent(valueOf(share)));
    return [name, String(recall.of), percent(valueOf(precision)), percent(valueOf(recall)), percent(f1), ...shares];
  };
  return {
    title: 'By category',
    heads: ['category', 'streams', 'precision', 'recall', 'F1', 'frequency', 'abstained', 'next ±1', 'average 5 %'],
    rows: [...categories.map((category) => row(category, category)), row('all')],
    note: 'Precision counts a source under the category it was given, recall under the true one; F1 asks for both.',
  };
}

function confusion(outcomes: readonly Outcome[]): Table {
  const table = confusionOf(outcomes);
  const answers = [...ANSWERS.slice(0, -1), 'SA', 'A', 'none'];
  return {
    title: 'Frequency: true (rows) and answered (columns)',
    heads: ['', ...answers],
    rows: ANSWERS.map((truth) => [truth, ...answers.map((answer) => String(table[truth]?.[answer] ?? 0))]),
    note: 'Every matched stream, short ones too.',
  };
}

type Paired = Outcome['pairs'][number] & Pick<Outcome, 'person'>;

const paychecks = (outcomes: readonly Outcome[]): Paired[] =>
  outcomes.flatMap(({ person, pairs }) =>
    pairs.filter(({ truth }) => truth.gross_per_deposit_cents !== null).map((pair) => ({ ...pair, person })),
  );

function grossUp(outcomes: readonly Outcome[]): Table {
  const all = paychecks(outcomes);
  const groups: [string, (pair: Paired) => boolean][] = [
    ['state and filing status known', ({ person }) => person.state !== null && person.filing_status !== null],
    ['state known', ({ person }) => person.state !== null && person.filing_status === null],
    ['filing status known', ({ person }) => person.state === null && person.filing_status !== null],
    ['neither known', ({ person }) => person.state === null && person.filing_status === null],
    ['all', () => true],
  ];
  return {
    title: 'Gross of a pay check',
    heads: ['', 'streams', 'median error', 'median error, USD', 'within 10 %'],
    rows: groups.map(([name, isIn]) => {
      const pairs = all.filter(isIn);
      const dollars = pairs.map((pair) => (grossError(pair) * (pair.truth.gross_per_deposit_cents ?? 0)) / 100);
      const close = pairs.filter((pair) => grossError(pair) <= 0.1).length / pairs.length;
      return [
        name,
        String(pairs.length),
        percent(median(pairs.map(grossError))),
        median(dollars).toFixed(2),
        percent(close),
      ];
    }),
  };
}

/** Returns a table of the values for which no bound is set. These values add detail to the values that have a bound. */
function beside(outcomes: readonly Outcome[]): Table {
  const total = scoresOf(outcomes);
  const [by_amount, by_transaction] = [amountScores(outcomes), transactionScores(outcomes)];
  const going_on = outcomes
    .flatMap(({ pairs }) => pairs)
    .filter(({ truth }) => truth.next_90_days_cents > 0 && truth.category !== 'TAX_REFUND');
  const shares: [string, Share][] = [
    ['precision, by amount', by_amount.precision],
    ['recall, by amount', by_amount.recall],
    ['precision, single credits', by_transaction.precision],
    ['recall, single credits', by_transaction.recall],
    ['next date exact', total.next_exact],
    ['next date within 3 days', total.next_3],
    ['monthly average within 10 %', total.average_10],
    [
      'forecast of the next 90 days within 10 %',
      { good: going_on.filter((pair) => forecastError(pair) <= 0.1).length, of: going_on.length },
    ],
  ];
  const medians: [string, number, number][] = [
    ['forecast of the next 90 days, median error', median(going_on.map(forecastError)), going_on.length],
  ];
  return {
    title: 'Beside the bounds',
    heads: ['what', 'value'],
    rows: [
      ...shares.map(([name, share]) => [name, percent(valueOf(share))]),
      ...medians.map(([name, value]) => [name, percent(value)]),
    ],
  };
}
