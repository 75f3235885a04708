// The arithmetic of the 1099 forms: boxes that are the sum of other boxes, and boxes that are a part of other boxes.
import type { Check, Reading, Subtype } from '#domain/documents/read-documents.ts';
import { checkOf, type Figure, figure, SUM_TOLERANCE, total } from './equation.ts';

const MONTHS = 'january february march april may june july august september october november december'.split(' ');

type Sum = { name: string; subtype: Subtype; plus: readonly string[]; minus: readonly string[]; whole: string };

const SUMS: readonly Sum[] = [
  {
    name: 'benefits_paid_minus_repaid_is_net',
    subtype: 'SSA_1099',
    plus: ['benefits_paid'],
    minus: ['benefits_repaid'],
    whole: 'net_benefits',
  },
  { name: 'months_add_up_to_gross_amount', subtype: 'F1099_K', plus: MONTHS, minus: [], whole: 'gross_amount' },
];

type Bound = { name: string; subtype: Subtype; part: string; whole: readonly string[] };

const TAX = { name: 'federal_tax_at_most_income', part: 'federal_tax' };
const BOUNDS: readonly Bound[] = [
  { ...TAX, subtype: 'F1099_NEC', whole: ['nonemployee_compensation'] },
  { ...TAX, subtype: 'F1099_INT', whole: ['interest_income', 'savings_bond_interest', 'tax_exempt_interest'] },
  { ...TAX, subtype: 'F1099_DIV', whole: ['ordinary_dividends', 'capital_gain'] },
  { ...TAX, subtype: 'F1099_R', whole: ['gross_distribution'] },
  { ...TAX, subtype: 'SSA_1099', whole: ['benefits_paid'] },
  {
    name: 'qualified_dividends_at_most_ordinary',
    subtype: 'F1099_DIV',
    part: 'qualified_dividends',
    whole: ['ordinary_dividends'],
  },
  {
    name: 'taxable_amount_at_most_distribution',
    subtype: 'F1099_R',
    part: 'taxable_amount',
    whole: ['gross_distribution'],
  },
];

export function checkForm1099(subtype: Subtype | null, form: Reading): Check[] {
  const boxes = (names: readonly string[]): Figure[] => names.flatMap((name) => figure(form, name) ?? []);
  return [
    ...SUMS.filter((sum) => sum.subtype === subtype).flatMap(({ name, plus, minus, whole }) => {
      const [parts, less, sum] = [boxes(plus), boxes(minus), figure(form, whole)];
      if (parts.length === 0 || sum === undefined) return [];
      const inputs = [...parts, ...less, sum];
      const expected = total(parts) - total(less);
      return [checkOf({ name, expected, actual: sum.cents, tolerance: SUM_TOLERANCE, inputs })];
    }),
    ...BOUNDS.filter((bound) => bound.subtype === subtype).flatMap(({ name, part, whole }) => {
      const [one, parts] = [figure(form, part), boxes(whole)];
      if (one === undefined || parts.length === 0) return [];
      const inputs = [one, ...parts];
      return [checkOf({ name, expected: total(parts), actual: one.cents, relation: 'at_most', inputs })];
    }),
  ];
}
