// Compares several readings of one pay stub by their arithmetic: the reading whose figures fit together is assumed to
// be correct.
import { checkPayStub } from '#analysis/documents/checks/pay-stub.ts';
import type { Field, Reading } from '#domain/documents/read-documents.ts';

/**
 * Matches the names of the checks that compare totals with rows. Only these checks are used, because other checks may
 * hold by chance.
 */
const SUMS =
  /^(?:earnings_add_up|earnings_ytd_add_up|taxes_add_up|deductions_add_up|distributions_add_up|gross_minus|gross_ytd_minus)/;

const sumsOf = (reading: Reading) => checkPayStub(reading).filter(({ name }) => SUMS.test(name));

/** Returns how many sums of the reading are wrong. */
export const contradictions = (reading: Reading): number => sumsOf(reading).filter(({ holds }) => !holds).length;

/**
 * Returns the best reading. The most important criterion is that the figures fit together; the second is the number of
 * values found. Of equally good readings, the first is returned.
 */
export function bestReading(readings: readonly [Reading, ...Reading[]]): Reading {
  return readings.reduce((best, other) => (scoreOf(other) > scoreOf(best) + MARGIN ? other : best));
}

const MARGIN = 0.5;

/** The maximum number of rows that are removed. Rows are removed only from a table with at most `ROWS_MAX` rows. */
const EXTRAS_MAX = 3;
const ROWS_MAX = 14;

/**
 * Removes rows that are not earnings, such as hours or the parts of another row. Rows are removed only if gross and net
 * pay fit together, and if the earnings exceed the gross pay by exactly the sum of these rows.
 */
export function withoutExtras(reading: Reading): Reading {
  const checks = checkPayStub(reading);
  const holds = (name: string) => checks.find((check) => check.name === name)?.holds;
  const rows = reading.tables['earnings'] ?? [];
  if (holds('gross_minus_withheld_is_net') !== true || holds('earnings_add_up_to_gross') !== false) return reading;
  if (rows.length > ROWS_MAX) return reading;
  const centsOf = (field: Field | undefined) => (typeof field?.value === 'bigint' ? field.value : 0n);
  const amounts = rows.map((row) => centsOf(row['current']));
  const excess = amounts.reduce((sum, cents) => sum + cents, 0n) - centsOf(reading.fields['gross_pay']);
  const extras = excess <= 0n ? undefined : partsOf(amounts, excess, 0, EXTRAS_MAX);
  if (extras === undefined || extras.length === rows.length) return reading;
  const earnings = rows.filter((_, index) => !extras.includes(index));
  return { ...reading, tables: { ...reading.tables, earnings } };
}

/** Returns the indexes of up to `count` amounts, beginning at index `from`, that add up to the sum. */
function partsOf(amounts: readonly bigint[], sum: bigint, from: number, count: number): number[] | undefined {
  if (sum === 0n) return [];
  if (count === 0) return undefined;
  for (let index = from; index < amounts.length; index++) {
    const own = amounts[index] ?? 0n;
    const others = own <= 0n || own > sum ? undefined : partsOf(amounts, sum - own, index + 1, count - 1);
    if (others !== undefined) return [index, ...others];
  }
  return undefined;
}

function scoreOf(reading: Reading): number {
  const sums = sumsOf(reading).reduce((score, { holds }) => score + (holds ? 2 : -1.5), 0);
  const hours = checkPayStub(reading).filter(({ name }) => name === 'hours_times_rate');
  const products = hours.reduce((score, { holds }) => score + (holds ? 0.4 : -0.4), 0);
  const tables = ['earnings', 'taxes', 'deductions'].filter((name) => (reading.tables[name] ?? []).length > 0).length;
  const totals = ['gross_pay', 'net_pay'].filter((name) => name in reading.fields).length;
  return sums + products + tables + totals;
}
