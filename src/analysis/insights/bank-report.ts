// What banks told, as the income engine takes it, and its report with amounts as they are published.
import { windowOf } from '#analysis/income/credits.ts';
import type { Calibration, IncomeTransaction } from '#analysis/income/input.ts';
import { type IncomeReport, incomeReport } from '#analysis/income/report.ts';
import { type InDecimals, inDecimals, parseMoney } from '#base/money.ts';
import type { EmployerRef } from '#domain/connections/links.ts';
import { type KeptAccount, primaryOwner } from '#domain/reports/financial-accounts.ts';
import type { TransactionAnswer } from '#domain/reports/transactions.ts';

/** The accounts of several banks may stand in one list. */
export type ToldByBanks = { accounts: readonly KeptAccount[]; transactions: readonly TransactionAnswer[] };

/** Employers whose names a bank may print, and pay stubs that tell what part of the gross arrives. */
export type KnownPay = { employers: readonly EmployerRef[]; calibrations: readonly Calibration[] };
export const NOTHING_KNOWN: KnownPay = { employers: [], calibrations: [] };

/** `as_of` is the last day that is looked at. */
export type Days = { as_of: string; days_requested: number };

export type BankReport = InDecimals<IncomeReport>;

export const bankReport = (told: ToldByBanks, days: Days, known: KnownPay = NOTHING_KNOWN): BankReport =>
  inDecimals(readBanks(told, days, known));

/** The sources alone, where nobody asks why. */
export const bankSources = (told: ToldByBanks, days: Days, known: KnownPay = NOTHING_KNOWN): BankReport['sources'] =>
  inDecimals(readBanks(told, days, known).sources);

/** Field by field: thousands of them are read for one report, and copying what it does not look at was half the time. */
const readTransaction = (told: TransactionAnswer, date: string): IncomeTransaction => ({
  id: told.id,
  account_id: told.account_id,
  date,
  amount_cents: parseMoney(told.amount) ?? 0n,
  type: told.type,
  status: told.status,
  description: told.description,
  memo: told.memo,
  categories: told.categories,
  currency_code: told.currency_code,
  check_number: told.check_number,
});

function readBanks({ accounts, transactions }: ToldByBanks, days: Days, known: KnownPay): IncomeReport {
  const { first_date, last_date } = windowOf(days);
  return incomeReport({
    ...days,
    ...known,
    accounts,
    transactions: transactions.flatMap((transaction) => {
      // A bank may have told of years, and what lies outside the window is not looked at.
      const date = transaction.transacted_at.slice(0, 10);
      return date < first_date || date > last_date ? [] : [readTransaction(transaction, date)];
    }),
    state: primaryOwner(accounts)?.address.state ?? null,
  });
}
