// Finds the totals of a table by arithmetic: a row is a total if its amounts are the sums of the rows above it.
import { parseQuantity } from './quantities.ts';
import type { Row } from './rows.ts';
import { type TotalName, totalOf } from './section-words.ts';

/**
 * Marks a row as a total if its amounts are the sums of the rows above it. The row does not need to be named like a
 * total, unless `isSumOf` requires it.
 */
export function withSums(rows: readonly Row[]): Row[] {
  const found: Row[] = [];
  let from = 0;
  for (const row of rows) {
    const parts = found.slice(from).filter(({ total }) => total === undefined);
    const is_sum = row.total === undefined && isSumOf(row, parts);
    if (!is_sum) {
      found.push(row);
      if (row.total !== undefined && row.total !== 'subtotal') from = found.length;
      continue;
    }
    const named = totalOf(row.description?.text ?? '', true);
    found.push({ ...row, total: named === undefined || named === 'subtotal' ? 'section' : named });
    from = found.length;
  }
  return found;
}

/**
 * Whether the amounts of the row are the sums of the parts. With one or two parts, the sums in both columns must fit,
 * because a sum in a single column may be a coincidence. A row with the same amounts as its only part must also be
 * named like a total, because two rows may have equal amounts.
 */
function isSumOf({ numbers, description }: Row, parts: readonly Row[]): boolean {
  const columns = (['current', 'ytd'] as const).filter((kind) => centsOf({ numbers }, kind) !== 0n);
  const fits = columns.filter(
    (kind) => centsOf({ numbers }, kind) === parts.reduce((sum, part) => sum + centsOf(part, kind), 0n),
  );
  if (fits.length === 0 || fits.length < columns.length || numbers.rate !== undefined) return false;
  if (parts.length > 1) return fits.length > 1 || parts.length > 2;
  const text = description?.text ?? '';
  return parts.length === 1 && fits.length > 1 && totalOf(text, true) !== undefined;
}

const centsOf = ({ numbers }: Pick<Row, 'numbers'>, kind: 'current' | 'ytd'): bigint =>
  parseQuantity(numbers[kind]?.text ?? '') ?? 0n;

/**
 * A table that has gross or net pay is a summary if all its other rows are named like totals, such as `Taxes`. If
 * exactly one row has another name, the sums show the meaning of this row. The row is the total of the deductions if
 * gross pay minus this row and the other rows is net pay. The row is an addition, such as reimbursements, if gross pay
 * minus the other rows plus this row is net pay.
 */
export function asSummary(rows: readonly Row[]): Row[] {
  const named = rows.map(({ total, description }) => total ?? totalOf(description?.text ?? '', true));
  const isPay = (name: TotalName | undefined) => name === 'gross_pay' || name === 'net_pay';
  if (!rows.some(({ total }) => isPay(total))) return [...rows];
  const open = named.flatMap((name, at) => (name === undefined ? [at] : []));
  if (open.length === 0) return rows.map((row, at) => ({ ...row, total: named[at] }));
  const [only, ...others] = open;
  const sumOf = (kind: 'current' | 'ytd') =>
    rows.reduce((sum, row, at) => sum + centsOf(row, kind) * (named[at] === 'gross_pay' ? 1n : -1n), 0n);
  const own = only === undefined ? undefined : rows[only];
  if (own === undefined || others.length > 0 || !named.includes('gross_pay') || named.filter(isPay).length !== 2)
    return [...rows];
  const fits = sumOf('current') === 0n && sumOf('ytd') === 0n;
  // Reimbursements are added to net pay, so their row has the opposite sign. An empty row fits with both signs.
  const is_added = (['current', 'ytd'] as const).every((kind) => sumOf(kind) + 2n * centsOf(own, kind) === 0n);
  if (!fits && !is_added) return [...rows];
  const total = is_added ? 'subtotal' : 'total_deductions';
  return rows.map((row, at) => ({ ...row, total: at === only ? total : named[at] }));
}
