// Detects statements that contradict each other. That is the case if a year-to-date amount is lower than on the earlier
// statement, or is less than the amount of the pay period.
import { yearOf } from '#base/calendar.ts';
import { parseMoney } from '#base/money.ts';
import type { Kept } from './link-data.ts';
import type { Statement } from './statements.ts';

const CHAINED = ['gross_pay', 'net_pay'] as const;

export function contradictEachOther(statements: readonly (Kept<Statement> & { employment_id: string })[]): boolean {
  const oldestFirst = statements
    .filter(({ pay_date }) => pay_date !== null)
    .toSorted((a, b) => (a.pay_date ?? '').localeCompare(b.pay_date ?? ''));
  return CHAINED.some((field) => {
    const sums = new Map<string, bigint>();
    return oldestFirst.some((statement) => {
      const to_date = parseMoney(statement[`${field}_ytd`] ?? undefined);
      if (to_date === undefined) return false;
      const chain = `${statement.employment_id} ${yearOf(statement.pay_date ?? '')}`;
      const least =
        (sums.get(chain) ?? to_date) > to_date || to_date < (parseMoney(statement[field] ?? undefined) ?? to_date);
      sums.set(chain, to_date);
      return least;
    });
  });
}
