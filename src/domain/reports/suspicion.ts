// Detects statements that contradict each other or themselves. A year-to-date amount must not be lower than on an
// earlier statement of the same employment and year. It must also not be lower than the amount that the same statement
// shows for its pay period.
import { yearOf } from '#base/calendar.ts';
import { parseMoney } from '#base/money.ts';
import type { Kept } from './link-data.ts';
import type { Statement } from './statements.ts';

const CHAINED = ['gross_pay', 'net_pay'] as const;

type PaidStatement = Kept<Statement> & { employment_id: string };

export function contradictEachOther(statements: readonly PaidStatement[]): boolean {
  const paid = statements.filter(({ pay_date }) => pay_date !== null);
  return CHAINED.some((field) => {
    const to_dates = new Map<string, bigint>();
    return inOrder(paid, field).some((statement) => {
      const to_date = parseMoney(statement[`${field}_ytd`] ?? undefined);
      if (to_date === undefined) return false;
      const chain = `${statement.employment_id} ${yearOf(statement.pay_date ?? '')}`;
      const is_lower =
        (to_dates.get(chain) ?? to_date) > to_date || to_date < (parseMoney(statement[field] ?? undefined) ?? to_date);
      to_dates.set(chain, to_date);
      return is_lower;
    });
  });
}

/**
 * Sorts statements, oldest first. An employer may pay twice on one day, for example wages and a bonus. Statements do
 * not say which payment came first, so the statement with the lower year-to-date amount is sorted first.
 */
function inOrder(statements: readonly PaidStatement[], field: (typeof CHAINED)[number]): PaidStatement[] {
  const toDate = (statement: PaidStatement): bigint => parseMoney(statement[`${field}_ytd`] ?? undefined) ?? 0n;
  return statements.toSorted(
    (a, b) => (a.pay_date ?? '').localeCompare(b.pay_date ?? '') || (toDate(a) < toDate(b) ? -1 : 1),
  );
}
