// A check is an equation or a bound between figures of one document. A check names its inputs, so that a person can
// verify the check. To repair misread figures, other values are tried for these inputs.
import { formatMoney, sum } from '#base/money.ts';
import type { Check, Field, Fields, Reading } from '#domain/documents/read-documents.ts';

/** A figure with the name under which it appears in the document: `gross_pay`, `earnings[0].current`. */
export type Figure = { name: string; cents: bigint };

/** Because of rounding, printed sums may differ from exact sums by up to two cents. */
export const SUM_TOLERANCE = 2n;

export type Equation = {
  name: string;
  expected: bigint;
  actual: bigint;
  tolerance?: bigint;
  /**
   * With `at_least`, the actual figure must be at least the expected one. With `at_most`, it must be at most the
   * expected one.
   */
  relation?: 'equal' | 'at_least' | 'at_most';
  inputs: readonly Figure[];
};

export function checkOf({ name, expected, actual, tolerance = 0n, relation = 'equal', inputs }: Equation): Check {
  const over = actual - expected;
  const holds = {
    equal: over <= tolerance && over >= -tolerance,
    at_least: over >= -tolerance,
    at_most: over <= tolerance,
  }[relation];
  return {
    name,
    holds,
    relation,
    expected: formatMoney(expected),
    actual: formatMoney(actual),
    inputs: inputs.map((input) => input.name),
  };
}

/** Returns the amount of a field; undefined if the field is absent or is not an amount. */
export function figure({ fields }: Reading, name: string): Figure | undefined {
  const cents = centsOf(fields[name]);
  return cents === undefined ? undefined : { name, cents };
}

/**
 * Returns the amounts in one column of a table; undefined if no row has an amount there. An empty cell is treated as
 * zero, because a bonus that was paid earlier in the year has an amount only in the year-to-date column.
 */
export function column({ tables }: Reading, table: string, name: string): Figure[] | undefined {
  const figures = (tables[table] ?? []).flatMap((row, index) => cell(row, `${table}[${index}]`, name) ?? []);
  return figures.length > 0 ? figures : undefined;
}

export function cell(row: Fields, row_name: string, name: string): Figure | undefined {
  const cents = centsOf(row[name]);
  return cents === undefined ? undefined : { name: `${row_name}.${name}`, cents };
}

export const total = (figures: readonly Figure[]): bigint => sum(figures.map(({ cents }) => cents));

const centsOf = (field: Field | undefined): bigint | undefined =>
  typeof field?.value === 'bigint' ? field.value : undefined;
