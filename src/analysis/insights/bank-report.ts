// What banks told, as the income engine takes it, and its report with amounts as they are published.
import type { Calibration } from '#analysis/income/input.ts';
import { type IncomeReport, incomeReport } from '#analysis/income/report.ts';
import { type InDecimals, inDecimals, parseMoney } from '#base/money.ts';
import { type KeptAccount, primaryOwner } from '#domain/financial-accounts.ts';
import type { EmployerRef } from '#domain/links.ts';
import type { TransactionAnswer } from '#domain/transactions.ts';

/** The accounts of several banks may stand in one list. */
export type ToldByBanks = { accounts: readonly KeptAccount[]; transactions: readonly TransactionAnswer[] };

/** Employers whose names a bank may print, and pay stubs that tell what part of the gross arrives. */
export type KnownPay = { employers: readonly EmployerRef[]; calibrations: readonly Calibration[] };
export const NOTHING_KNOWN: KnownPay = { employers: [], calibrations: [] };

/** `as_of` is the last day that is looked at. */
export type Days = { as_of: string; days_requested: number };

export type BankReport = InDecimals<IncomeReport>;

export function bankReport(
  { accounts, transactions }: ToldByBanks,
  { as_of, days_requested }: Days,
  { employers, calibrations }: KnownPay = NOTHING_KNOWN,
): BankReport {
  const report = incomeReport({
    as_of,
    days_requested,
    accounts,
    transactions: transactions.map((transaction) => ({
      ...transaction,
      date: transaction.transacted_at.slice(0, 10),
      amount_cents: parseMoney(transaction.amount) ?? 0n,
    })),
    state: primaryOwner(accounts)?.address.state ?? null,
    employers,
    calibrations,
  });
  return inDecimals(report);
}
