// The arithmetic of a pay stub: earnings add up to gross pay, gross pay minus everything withheld is net pay, and no
// total for the year to date is below the current total.
import { divideRounded, greater, timesRate } from '#base/money.ts';
import type { Check, Reading } from '#domain/documents/read-documents.ts';
import { cell, checkOf, column, type Figure, figure, SUM_TOLERANCE, total } from './equation.ts';

/**
 * The factors by which the printed rate may be multiplied, in hundredths. An overtime row shows either the base rate or
 * the rate that is already multiplied.
 */
const RATE_MULTIPLIERS_HUNDREDTHS = [100n, 150n, 200n];
/** The maximum difference that the rounding of hours and rates causes, as a share of the amount. */
const RATE_TOLERANCE_PPM = 1_000n;

export function checkPayStub(stub: Reading): Check[] {
  return [
    ...sumCheck(stub, 'earnings_add_up_to_gross', 'earnings', 'current', 'gross_pay'),
    ...sumCheck(stub, 'earnings_ytd_add_up_to_gross_ytd', 'earnings', 'ytd', 'gross_pay_ytd'),
    ...sumCheck(stub, 'taxes_add_up', 'taxes', 'current', 'total_taxes'),
    ...sumCheck(stub, 'taxes_ytd_add_up', 'taxes', 'ytd', 'total_taxes_ytd'),
    ...deductionsCheck(stub, 'deductions_add_up', 'current', 'total_deductions'),
    ...deductionsCheck(stub, 'deductions_ytd_add_up', 'ytd', 'total_deductions_ytd'),
    ...sumCheck(stub, 'distributions_add_up_to_net', 'distributions', 'current', 'net_pay'),
    ...netCheck(stub, 'gross_minus_withheld_is_net', ''),
    ...netCheck(stub, 'gross_ytd_minus_withheld_ytd_is_net_ytd', '_ytd'),
    ...hourChecks(stub),
    ...yearToDateChecks(stub),
  ];
}

function sumCheck(stub: Reading, name: string, table: string, part: string, whole: string): Check[] {
  const [parts, sum] = [column(stub, table, part), figure(stub, whole)];
  if (parts === undefined || sum === undefined) return [];
  const inputs = [...parts, sum];
  return [checkOf({ name, expected: total(parts), actual: sum.cents, tolerance: SUM_TOLERANCE, inputs })];
}

/**
 * Checks the total of the deductions. Some stubs label the total of taxes and deductions as the total of the
 * deductions.
 */
function deductionsCheck(stub: Reading, name: string, part: 'current' | 'ytd', whole: string): Check[] {
  const [taxes, total_deductions] = [column(stub, 'taxes', part), figure(stub, whole)];
  const parts = [...(taxes ?? []), ...(column(stub, 'deductions', part) ?? [])];
  const is_sum_of_both = taxes !== undefined && total_deductions?.cents === total(parts);
  if (!is_sum_of_both) return sumCheck(stub, name, 'deductions', part, whole);
  const inputs = [...parts, total_deductions];
  return [checkOf({ name, expected: total(parts), actual: total_deductions.cents, inputs })];
}

function netCheck(stub: Reading, name: string, suffix: '' | '_ytd'): Check[] {
  const [gross, net] = [figure(stub, `gross_pay${suffix}`), figure(stub, `net_pay${suffix}`)];
  const taxes = withheld(stub, 'taxes', suffix);
  const others = withheld(stub, 'deductions', suffix);
  if (gross === undefined || net === undefined || taxes === undefined || others === undefined) return [];
  // A stub without deductions may label the total of its taxes as the total of the deductions.
  const deductions = isOnlyTaxes(others, taxes) ? [] : others;
  const expected = gross.cents - total(taxes) - total(deductions);
  const inputs = [gross, ...taxes, ...deductions, net];
  return [checkOf({ name, expected, actual: net.cents, tolerance: SUM_TOLERANCE, inputs })];
}

const isOnlyTaxes = ([first, ...more]: readonly Figure[], taxes: readonly Figure[]): boolean =>
  first?.name.startsWith('total_deductions') === true && more.length === 0 && first.cents === total(taxes);

/**
 * Returns the amounts in a table, or the table's printed total if the stub has no rows. If there are neither rows nor a
 * total, nothing was withheld.
 */
function withheld(stub: Reading, table: 'taxes' | 'deductions', suffix: '' | '_ytd'): Figure[] | undefined {
  const sum = figure(stub, `total_${table}${suffix}`);
  if ((stub.tables[table] ?? []).length === 0) return sum === undefined ? [] : [sum];
  return column(stub, table, suffix === '' ? 'current' : 'ytd') ?? (sum && [sum]);
}

function hourChecks({ tables }: Reading): Check[] {
  return (tables['earnings'] ?? []).flatMap((row, index) => {
    const name = `earnings[${index}]`;
    const [hours, rate, current] = [cell(row, name, 'hours'), cell(row, name, 'rate'), cell(row, name, 'current')];
    if (hours === undefined || rate === undefined || current === undefined || hours.cents === 0n) return [];
    const products = RATE_MULTIPLIERS_HUNDREDTHS.map((times) =>
      divideRounded(hours.cents * rate.cents * times, 10_000n),
    );
    const distance = (product: bigint) => greater(product - current.cents, current.cents - product);
    const expected = products.reduce((a, b) => (distance(b) < distance(a) ? b : a));
    const tolerance = greater(SUM_TOLERANCE, timesRate(greater(expected, -expected), RATE_TOLERANCE_PPM));
    const inputs = [hours, rate, current];
    return [checkOf({ name: 'hours_times_rate', expected, actual: current.cents, tolerance, inputs })];
  });
}

/** Corrections can make the year to date of a row smaller than its current amount, so only the totals are checked. */
function yearToDateChecks(stub: Reading): Check[] {
  return ['gross_pay', 'net_pay', 'total_taxes'].flatMap((name) => {
    const [current, ytd] = [figure(stub, name), figure(stub, `${name}_ytd`)];
    if (current === undefined || ytd === undefined) return [];
    const inputs = [current, ytd];
    const relation = 'at_least';
    return [
      checkOf({ name: `${name}_ytd_at_least_current`, expected: current.cents, actual: ytd.cents, relation, inputs }),
    ];
  });
}
