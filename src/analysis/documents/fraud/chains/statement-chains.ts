// Compares bank statements of one account.

import {
  amountOf,
  type Contradiction,
  daysBetween,
  ofType,
  type Placed,
  severityFor,
  textOf,
} from '#analysis/documents/fraud/contradictions.ts';
import { formatMoney } from '#base/money.ts';

/** Checks that the opening balance of a statement equals the closing balance of the previous statement. */
export function statementContradictions(placed: readonly Placed[]): Contradiction[] {
  const statements = ofType(placed, 'BANK_STATEMENT').toSorted((a, b) =>
    textOf(a, 'period_start').localeCompare(textOf(b, 'period_start')),
  );
  return statements.flatMap((later) => {
    const earlier = statements.find((one) => {
      const days = daysBetween(textOf(one, 'period_end'), textOf(later, 'period_start'));
      const same = ['account_mask', 'bank_name'].every((name) => textOf(one, name) === textOf(later, name));
      return same && textOf(one, 'account_mask') !== '' && days >= 0 && days <= 1;
    });
    const [closing, opening] = [earlier && amountOf(earlier, 'closing_balance'), amountOf(later, 'opening_balance')];
    if (earlier === undefined || closing === undefined || opening === undefined || closing === opening) return [];
    const severity = severityFor([
      [earlier, 'closing_balance'],
      [later, 'opening_balance'],
    ]);
    const [expected, actual] = [formatMoney(closing), formatMoney(opening)];
    const message = `The statement opens with ${actual}, but the statement before it closes with ${expected}.`;
    return [
      {
        about: [earlier.at, later.at],
        finding: { code: 'arithmetic_mismatch' as const, severity, expected, actual, message },
      },
    ];
  });
}
