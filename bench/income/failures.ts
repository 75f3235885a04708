// Lists the engine's failures for the authors of the engine. Each line has a transaction description, the true value
// and the reported value. The line of a missed income stream has no reported value.
import type { Outcome } from './matching.ts';
import { averageError, givenCategory, grossError, PAY_DATES_MIN } from './metrics.ts';

export function failuresIn(outcomes: readonly Outcome[]): string {
  return outcomes.flatMap(linesOf).toSorted().join('\n');
}

function linesOf({ person, pairs, missed, wrong }: Outcome): string[] {
  const texts = new Map(person.transactions.map(({ id, description }) => [id, description]));
  const textOf = (ids: readonly string[]): string => `${person.id} "${texts.get(ids.at(-1) ?? '') ?? ''}"`;
  const kinds = new Map([
    ...person.truth.not_income.map(({ transaction_id, kind }) => [transaction_id, kind] as const),
    ...person.truth.streams.flatMap(({ name, transaction_ids }) =>
      transaction_ids.map((id) => [id, `part of: ${name}`] as const),
    ),
  ]);
  return [
    ...missed.map(
      ({ category, name, pay_dates, transaction_ids }) =>
        `missed ${category} | ${name}, ${pay_dates} pay dates | ${textOf(transaction_ids)}`,
    ),
    ...wrong.map(
      ({ category, why, transaction_ids }) =>
        `wrong ${category} | ${kinds.get(transaction_ids[0] ?? '') ?? '?'}, ${transaction_ids.length} | ${why} | ${textOf(transaction_ids)}`,
    ),
    ...pairs.flatMap((pair) => {
      const { truth, found } = pair;
      const tail = `${truth.name}, ${truth.pay_dates} pay dates | ${found.why} | ${textOf(truth.transaction_ids)}`;
      const is_old = truth.pay_dates >= PAY_DATES_MIN;
      const is_silent = found.frequency === null && truth.frequency !== null && is_old;
      const is_false = found.frequency !== null && found.frequency !== truth.frequency;
      return [
        ...(givenCategory(pair) === truth.category
          ? []
          : [`category ${truth.category} as ${found.category} | ${tail}`]),
        ...(truth.frequency !== 'open' && (is_silent || is_false)
          ? [`frequency ${truth.frequency} as ${found.frequency} | ${tail}`]
          : []),
        ...(is_old && truth.next_date !== null && found.next_date !== truth.next_date
          ? [`next ${truth.next_date} as ${found.next_date} (as of ${person.as_of}) | ${tail}`]
          : []),
        ...(averageError(pair) > 0.05
          ? [`average ${inDollars(truth.monthly_average_cents)} as ${inDollars(found.monthly_average_cents)} | ${tail}`]
          : []),
        ...(grossError(pair) > 0.15
          ? [
              `gross ${inDollars(truth.gross_per_deposit_cents)} as ${inDollars(found.gross_per_deposit_cents)} | ${tail}`,
            ]
          : []),
      ];
    }),
  ];
}

const inDollars = (cents: number | null): string => (cents === null ? '–' : (cents / 100).toFixed(2));
