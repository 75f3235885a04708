// Simulates forgeries: changes amounts in a document so that they contradict each other or other documents.
import { divideRounded } from '#base/money.ts';
import type { Statement, W2 } from '#domain/reports/statements.ts';
import type { Tamper } from '#domain/sandbox/sandbox-documents.ts';
import type { BankStatementPage } from '#render/bank-statement.ts';
import type { F1040, F1099, Unlisted } from '#render/tax-forms.ts';

/** The amount, in cents, that tampering adds. */
export const EXTRA = 100_000n;

/**
 * `amount`: the net pay contradicts the lines of the pay stub. `ytd`: the year-to-date totals contradict the lines of
 * the pay stub and the totals of the previous pay stub.
 */
export function alteredStatement(statement: Statement, tamper: Tamper): Statement {
  const { net_pay, gross_pay_ytd, net_pay_ytd } = statement;
  if (tamper === 'amount') return { ...statement, net_pay: more(net_pay) };
  if (tamper !== 'ytd') return statement;
  return { ...statement, gross_pay_ytd: more(gross_pay_ytd), net_pay_ytd: more(net_pay_ytd) };
}

/**
 * `amount`: the Social Security wages do not match the Social Security tax. `ytd`: every box is a tenth higher than the
 * total of the year's pay stubs.
 */
export function alteredW2(w2: W2, tamper: Tamper): W2 {
  if (tamper === 'amount') return { ...w2, social_security_wages: more(w2.social_security_wages) };
  if (tamper !== 'ytd') return w2;
  return {
    ...w2,
    wages: tenthMore(w2.wages),
    gross_pay: tenthMore(w2.gross_pay),
    federal_tax: tenthMore(w2.federal_tax),
    social_security_wages: tenthMore(w2.social_security_wages),
    social_security_tax: tenthMore(w2.social_security_tax),
    medicare_wages: tenthMore(w2.medicare_wages),
    medicare_tax: tenthMore(w2.medicare_tax),
  };
}

type Return = { fields: F1040['fields']; unlisted: Unlisted };

/**
 * Alters a tax return. `amount`: the total income is not the sum of the income lines. `ytd`: the total income is the
 * sum of these lines, but the wages exceed the wages on the W-2s.
 */
export function alteredReturn({ fields, unlisted }: Return, tamper: Tamper): Return {
  const total_income = more(fields.total_income);
  if (tamper === 'amount') return { fields: { ...fields, total_income }, unlisted };
  if (tamper !== 'ytd') return { fields, unlisted };
  return {
    fields: { ...fields, total_income, adjusted_gross_income: more(fields.adjusted_gross_income) },
    unlisted: { ...unlisted, wages: more(unlisted.wages) },
  };
}

/**
 * `amount`: the total ordinary dividends exceed the form's `amount` field. `ytd`: the total ordinary dividends and the
 * `amount` field exceed the dividends on the tax return.
 */
export function alteredF1099(fields: F1099['fields'], tamper: Tamper): F1099['fields'] {
  const total_ordinary_dividends = more(fields.total_ordinary_dividends);
  if (tamper === 'amount') return { ...fields, total_ordinary_dividends };
  return tamper === 'ytd' ? { ...fields, total_ordinary_dividends, amount: more(fields.amount) } : fields;
}

/**
 * Tampers with a bank statement. `amount`: the closing balance contradicts the statement's own rows. `ytd`: all
 * balances contradict the previous statement.
 */
export function alteredBankStatement(page: BankStatementPage, tamper: Tamper): BankStatementPage {
  const closing_balance = more(page.closing_balance);
  if (tamper === 'amount') return { ...page, closing_balance };
  if (tamper !== 'ytd') return page;
  const rows = page.rows.map((row) => ({ ...row, balance: more(row.balance) }));
  return { ...page, opening_balance: more(page.opening_balance), closing_balance, rows };
}

const more = (cents: bigint | null): bigint | null => (cents === null ? null : cents + EXTRA);
const tenthMore = (cents: bigint | null): bigint | null => (cents === null ? null : divideRounded(cents * 11n, 10n));
