// The daily balances of a stored asset report, as the engine computed them for its averages.
import { toDate, toDay } from '#base/calendar.ts';
import { type DecimalText, formatMoney, parseMoney } from '#base/money.ts';
import type { AssetReportSnapshot, ReportedAccount } from '#domain/reports/asset-reports.ts';
import type { DailyBalancesAnswer } from '#domain/reports/daily-balances.ts';
import { isLiabilityAccount } from '#domain/reports/liabilities.ts';
import { dailyBalances, knownFrom, type Ledger } from './balances.ts';
import { toMovement, type Window } from './movements.ts';

/** The balances of the days that are known: from the first posted movement, or from the begin of the window if later. */
export const knownBalances = (ledger: Ledger, { from, until }: Window): bigint[] =>
  dailyBalances(ledger, { from: Math.max(from, knownFrom(ledger.movements) ?? until), until });

export function dailyBalancesOf(report: AssetReportSnapshot): DailyBalancesAnswer {
  const until = toDay(report.as_of_date);
  const window = { from: until - report.days_requested + 1, until };
  const accounts = report.links.flatMap((link) => link.accounts);
  return {
    accounts: accounts.map((account) => {
      const balances = report.daily_balances?.[account.id] ?? rebuilt(account, window);
      return { account_id: account.id, first_day: toDate(until - Math.max(0, balances.length - 1)), balances };
    }),
  };
}

/**
 * For a report that was made before reports stored daily balances. It contains only the movements made in its window,
 * so the days before the posting of an earlier movement are not exact. Its balance is that of its last day, so later
 * postings do not count.
 */
function rebuilt(account: ReportedAccount, window: Window): DecimalText[] {
  const balance = account.balances.balance === null ? undefined : parseMoney(account.balances.balance);
  if (balance === undefined) return [];
  const movements = account.transactions.flatMap(({ amount, ...transaction }) => {
    const movement = amount === null ? undefined : toMovement({ ...transaction, amount });
    return movement?.booked == null || movement.booked > window.until ? [] : [movement];
  });
  return knownBalances({ balance, movements, is_owed: isLiabilityAccount(account) }, window).map(formatMoney);
}
