// The arithmetic of a W-2: the Social Security and Medicare taxes follow from the wages in their boxes.

import { medicareOn, publishedWageBase, socialSecurityOn } from '#analysis/withholding/fica.ts';
import { type Check, printedYear, type Reading } from '#domain/documents/read-documents.ts';
import { cell, checkOf, type Figure, figure, total } from './equation.ts';

/** Taxes are withheld and rounded per pay check, so the year's tax may be off by a dollar. */
const TAX_TOLERANCE = 100n;

export function checkW2(form: Reading): Check[] {
  const boxes = (...names: string[]): Figure[] => names.flatMap((name) => figure(form, name) ?? []);
  const [wages] = boxes('wages');
  const [federal_tax] = boxes('federal_tax');
  const [social_security_tax] = boxes('social_security_tax');
  const [medicare_wages] = boxes('medicare_wages');
  const [medicare_tax] = boxes('medicare_tax');
  // The Social Security tax applies to wages and tips together. The box of the tips is usually empty.
  const covered = boxes('social_security_wages', 'social_security_tips');
  const base = publishedWageBase(Number(printedYear(form)));
  return [
    ...(social_security_tax && covered.length > 0
      ? [
          checkOf({
            name: 'social_security_tax_follows_from_wages',
            expected: socialSecurityOn(total(covered)),
            actual: social_security_tax.cents,
            tolerance: TAX_TOLERANCE,
            inputs: [...covered, social_security_tax],
          }),
        ]
      : []),
    ...(medicare_tax && medicare_wages
      ? [
          checkOf({
            name: 'medicare_tax_follows_from_wages',
            expected: medicareOn(medicare_wages.cents),
            actual: medicare_tax.cents,
            tolerance: TAX_TOLERANCE,
            inputs: [medicare_wages, medicare_tax],
          }),
        ]
      : []),
    ...(base !== undefined && covered.length > 0
      ? [
          checkOf({
            name: 'social_security_wages_within_wage_base',
            expected: base,
            actual: total(covered),
            relation: 'at_most',
            inputs: covered,
          }),
        ]
      : []),
    ...(medicare_wages && covered.length > 0
      ? [
          checkOf({
            name: 'medicare_wages_at_least_social_security_wages',
            expected: total(covered),
            actual: medicare_wages.cents,
            relation: 'at_least',
            inputs: [medicare_wages, ...covered],
          }),
        ]
      : []),
    ...(wages && federal_tax
      ? [
          checkOf({
            name: 'federal_tax_at_most_wages',
            expected: wages.cents,
            actual: federal_tax.cents,
            relation: 'at_most',
            inputs: [wages, federal_tax],
          }),
        ]
      : []),
    ...stateChecks(form),
  ];
}

/** The states that do not tax wages. */
const WITHOUT_WAGE_TAX: ReadonlySet<string> = new Set(['AK', 'FL', 'NH', 'NV', 'SD', 'TN', 'TX', 'WA', 'WY']);

/**
 * If the form has several states, an amount may be read into the row of the wrong state. So the amounts of states are
 * checked only if there is one state.
 */
function stateChecks({ tables }: Reading): Check[] {
  const [row, ...others] = tables['states'] ?? [];
  if (row === undefined || others.length > 0) return [];
  const tax = cell(row, 'states[0]', 'state_tax');
  const is_untaxed = WITHOUT_WAGE_TAX.has(String(row['state']?.value ?? ''));
  const at_most = { relation: 'at_most' } as const;
  return [
    ...(tax && is_untaxed
      ? [
          checkOf({
            name: 'no_tax_in_state_without_wage_tax',
            expected: 0n,
            actual: tax.cents,
            ...at_most,
            inputs: [tax],
          }),
        ]
      : []),
    ...(['state', 'local'] as const).flatMap((kind) => {
      const [part, whole] = [cell(row, 'states[0]', `${kind}_tax`), cell(row, 'states[0]', `${kind}_wages`)];
      if (part === undefined || whole === undefined) return [];
      const figures = { expected: whole.cents, actual: part.cents, inputs: [part, whole] };
      return [checkOf({ name: `${kind}_tax_at_most_${kind}_wages`, ...at_most, ...figures })];
    }),
  ];
}
