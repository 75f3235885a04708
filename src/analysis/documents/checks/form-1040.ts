// The sums of a Form 1040. An empty line is treated as zero only if the sum to which the line belongs is printed.
import { greater } from '#base/money.ts';
import type { Check, Reading } from '#domain/documents/read-documents.ts';
import { checkOf, type Figure, figure, total } from './equation.ts';

/** Filers round each line to whole dollars, so a sum of eight lines may be off by several dollars. */
const ROUNDING = 500n;
/**
 * The lines of income other than wages. Before 2022, the wages were on a single line (1); since 2022, line 1z is the
 * sum of all wages.
 */
const OTHER_INCOME_LINES = ['line_2b', 'line_3b', 'line_4b', 'line_5b', 'line_6b', 'line_7', 'line_8'];

export function checkForm1040(form: Reading): Check[] {
  const lines = (...names: string[]): Figure[] => names.flatMap((name) => figure(form, name) ?? []);
  const [total_income] = lines('line_9');
  const [adjustments] = lines('line_10');
  const [adjusted] = lines('line_11');
  const [tax] = lines('line_24');
  const [payments] = lines('line_33');
  const [overpaid] = lines('line_34');
  const [owed] = lines('line_37');
  const [wages] = lines('line_1z', 'line_1a');
  const incomes = [...(wages === undefined ? [] : [wages]), ...lines(...OTHER_INCOME_LINES)];
  const checks: Check[] = [];
  if (total_income !== undefined && incomes.length > 0) {
    const inputs = [...incomes, total_income];
    const [expected, actual] = [total(incomes), total_income.cents];
    checks.push(checkOf({ name: 'income_adds_up', expected, actual, tolerance: ROUNDING, inputs }));
  }
  if (total_income !== undefined && adjusted !== undefined) {
    const inputs = [total_income, ...(adjustments === undefined ? [] : [adjustments]), adjusted];
    const [expected, actual] = [total_income.cents - (adjustments?.cents ?? 0n), adjusted.cents];
    checks.push(checkOf({ name: 'adjusted_gross_income', expected, actual, tolerance: ROUNDING, inputs }));
  }
  checks.push(...taxableIncomeCheck(form), ...BOUNDS.flatMap((bound) => boundCheck(form, bound)));
  if (tax !== undefined && payments !== undefined) {
    checks.push(...balanceChecks(tax, payments, overpaid, owed));
  }
  return checks;
}

/** Deductions cannot reduce the taxable income below zero. */
function taxableIncomeCheck(form: Reading): Check[] {
  const [adjusted, deductions] = [figure(form, 'line_11'), figure(form, 'line_14')];
  const taxable = figure(form, 'line_15');
  if (adjusted === undefined || deductions === undefined || taxable === undefined) return [];
  const [expected, actual] = [greater(adjusted.cents - deductions.cents, 0n), taxable.cents];
  const inputs = [adjusted, deductions, taxable];
  return [checkOf({ name: 'taxable_income', expected, actual, tolerance: ROUNDING, inputs })];
}

type Bound = { name: string; part: string; whole: string };

/**
 * Lines that are a part of the sum on another line. The other parts of the sum are never negative, so the sum must be
 * at least as large as the part.
 */
const BOUNDS: readonly Bound[] = [
  { name: 'deductions_at_least_standard_or_itemized', part: 'line_12', whole: 'line_14' },
  { name: 'withheld_at_least_on_w2s', part: 'line_25a', whole: 'line_25d' },
  { name: 'payments_at_least_withheld', part: 'line_25d', whole: 'line_33' },
];

function boundCheck(form: Reading, { name, part, whole }: Bound): Check[] {
  const [least, sum] = [figure(form, part), figure(form, whole)];
  if (least === undefined || sum === undefined) return [];
  const [expected, actual] = [least.cents, sum.cents];
  return [checkOf({ name, expected, actual, tolerance: ROUNDING, relation: 'at_least', inputs: [least, sum] })];
}

/**
 * Checks the amounts overpaid and owed. A penalty may be added to the amount owed, so this amount is checked only
 * against a lower bound.
 */
function balanceChecks(tax: Figure, payments: Figure, overpaid: Figure | undefined, owed: Figure | undefined): Check[] {
  const checks: Check[] = [];
  if (overpaid !== undefined) {
    const [expected, actual] = [greater(payments.cents - tax.cents, 0n), overpaid.cents];
    checks.push(
      checkOf({ name: 'amount_overpaid', expected, actual, tolerance: ROUNDING, inputs: [payments, tax, overpaid] }),
    );
  }
  if (owed !== undefined) {
    const [expected, actual] = [greater(tax.cents - payments.cents, 0n), owed.cents];
    checks.push(
      checkOf({
        name: 'amount_owed',
        expected,
        actual,
        tolerance: ROUNDING,
        relation: 'at_least',
        inputs: [tax, payments, owed],
      }),
    );
  }
  return checks;
}
