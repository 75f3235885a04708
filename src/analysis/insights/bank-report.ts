// Converts bank data into the income engine's input, and the engine's report into published decimal amounts.
import { windowOf } from '#analysis/income/credits.ts';
import type { Calibration, IncomeTransaction } from '#analysis/income/input.ts';
import { type IncomeReport, incomeReport } from '#analysis/income/report.ts';
import { type InDecimals, inDecimals, parseMoney } from '#base/money.ts';
import type { EmployerRef } from '#domain/connections/links.ts';
import { type KeptAccount, primaryOwner } from '#domain/reports/financial-accounts.ts';
import type { TransactionAnswer } from '#domain/reports/transactions.ts';

/** Accounts and transactions may come from several banks. */
export type BankSections = { accounts: readonly KeptAccount[]; transactions: readonly TransactionAnswer[] };

/** Employers whose names may appear in transaction descriptions, and pay stubs that show the ratio of net to gross. */
export type KnownPay = { employers: readonly EmployerRef[]; calibrations: readonly Calibration[] };
export const NOTHING_KNOWN: KnownPay = { employers: [], calibrations: [] };

/** The days that a report covers: `days_requested` days, of which `as_of` is the last. */
export type Days = { as_of: string; days_requested: number };

export type BankReport = InDecimals<IncomeReport>;

export const bankReport = (data: BankSections, days: Days, known: KnownPay = NOTHING_KNOWN): BankReport =>
  inDecimals(readBanks(data, days, known));

/** Only the report's income sources, for callers that need no explanation. */
export const bankSources = (data: BankSections, days: Days, known: KnownPay = NOTHING_KNOWN): BankReport['sources'] =>
  inDecimals(readBanks(data, days, known).sources);

/**
 * Copies only the fields in use. A report has thousands of transactions, and copying all fields took half of the time
 * of a report.
 */
const readTransaction = (transaction: TransactionAnswer, date: string): IncomeTransaction => ({
  id: transaction.id,
  account_id: transaction.account_id,
  date,
  amount_cents: parseMoney(transaction.amount) ?? 0n,
  type: transaction.type,
  status: transaction.status,
  description: transaction.description,
  memo: transaction.memo,
  categories: transaction.categories,
  currency_code: transaction.currency_code,
  check_number: transaction.check_number,
});

function readBanks({ accounts, transactions }: BankSections, days: Days, known: KnownPay): IncomeReport {
  const { first_date, last_date } = windowOf(days);
  return incomeReport({
    ...days,
    ...known,
    accounts,
    transactions: transactions.flatMap((transaction) => {
      // Bank data may cover years; transactions outside the window are skipped.
      const date = transaction.transacted_at.slice(0, 10);
      return date < first_date || date > last_date ? [] : [readTransaction(transaction, date)];
    }),
    state: primaryOwner(accounts)?.address.state ?? null,
  });
}
