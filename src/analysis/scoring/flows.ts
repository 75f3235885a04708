// Aggregates the movements of one class within a span into one number.
import { sum } from '#base/money.ts';
import { meanOf, percentOf, slopeOf, variationOf, whole } from './arithmetic.ts';
import type { Facts } from './facts.ts';
import { CLASSES, type ClassName } from './kinds.ts';
import type { Line } from './lines.ts';
import { monthsIn, type Period, spanOf } from './windows.ts';

export type FlowAggregate =
  | 'sum'
  | 'count'
  | 'mean'
  | 'max'
  | 'days_since_last'
  | 'share'
  | 'slope'
  | 'variation'
  | 'months';

/**
 * Returns the aggregate's value in hundredths of the aggregate's unit. Without movements, a sum or a count is 0. An
 * aggregate that cannot be computed, such as a mean without movements, is null.
 */
export function measureFlow(
  facts: Facts,
  period: Period,
  aggregate: FlowAggregate,
  of: ClassName,
  to: ClassName | undefined,
): bigint | null {
  const members = membersOf(facts, period, of);
  switch (aggregate) {
    case 'sum':
      return totalOf(members);
    case 'count':
      return whole(members.length);
    case 'mean':
      return meanOf(members.map(({ cents }) => cents));
    case 'max':
      return members.reduce<bigint | null>((most, { cents }) => (most === null || cents > most ? cents : most), null);
    case 'days_since_last':
      return members.length === 0 ? null : whole(facts.cutoff - lastDayOf(members));
    case 'share':
      return to === undefined ? null : percentOf(totalOf(members), totalOf(membersOf(facts, period, to)));
    case 'slope':
      return members.length === 0 ? null : slopeOf(monthlyTotals(facts, period, members));
    case 'variation':
      return variationOf(monthlyTotals(facts, period, members));
    case 'months':
      return whole(monthlyTotals(facts, period, members).filter((total) => total > 0n).length);
  }
}

export const totalIn = (facts: Facts, period: Period, of: ClassName): bigint => totalOf(membersOf(facts, period, of));

export function membersOf({ lines, cutoff }: Facts, period: Period, of: ClassName): Line[] {
  const { from, until } = spanOf(period, cutoff);
  const { direction, kinds } = CLASSES[of];
  const wanted: ReadonlySet<string> = new Set(kinds);
  return lines.filter(
    (line) => line.day >= from && line.day <= until && line.direction === direction && wanted.has(line.kind),
  );
}

const lastDayOf = (lines: readonly Line[]): number => lines.reduce((last, { day }) => Math.max(last, day), -Infinity);

const totalOf = (lines: readonly Line[]): bigint => sum(lines.map(({ cents }) => cents));

const monthlyTotals = ({ cutoff }: Facts, period: Period, members: readonly Line[]): bigint[] =>
  monthsIn(period, cutoff).map(({ from, until }) => totalOf(members.filter(({ day }) => day >= from && day <= until)));
