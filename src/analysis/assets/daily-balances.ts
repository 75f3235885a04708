// The daily balances of a stored asset report, as the engine computed them for its averages.
import { toDate, toDay } from '#base/calendar.ts';
import { type DecimalText, formatMoney, parseMoney } from '#base/money.ts';
import { type AssetReportSnapshot, isAsset, type ReportedAccount } from '#domain/reports/asset-reports.ts';
import type { DailyBalancesAnswer } from '#domain/reports/daily-balances.ts';
import { isLiabilityAccount } from '#domain/reports/liabilities.ts';
import { dailyBalances, knownFrom, type Ledger } from './balances.ts';
import { toMovement, type Window } from './movements.ts';

/** The balances from the first posted movement or the start of the window, whichever is later, to the window's end. */
export const knownBalances = (ledger: Ledger, { from, until }: Window): bigint[] =>
  dailyBalances(ledger, { from: Math.max(from, knownFrom(ledger.movements) ?? until), until });

const HOME_CURRENCY = 'USD';

type Countable = Parameters<typeof isAsset>[0] & { balances: { currency_code: string } };

/**
 * The accounts whose balances are included in the totals of a report: the asset accounts in one currency. The currency
 * is dollars if any asset account is in dollars; otherwise it is the currency of the first asset account.
 */
export function countedAccounts<One extends Countable>(accounts: readonly One[]): ReadonlySet<One> {
  const assets = accounts.filter(isAsset);
  const currencies = assets.map(({ balances }) => balances.currency_code);
  const currency = currencies.includes(HOME_CURRENCY) ? HOME_CURRENCY : currencies[0];
  return new Set(assets.filter(({ balances }) => balances.currency_code === currency));
}

export function dailyBalancesOf(report: AssetReportSnapshot): DailyBalancesAnswer {
  const until = toDay(report.as_of_date);
  const window = { from: until - report.days_requested + 1, until };
  const accounts = report.links.flatMap((link) => link.accounts);
  const counted = countedAccounts(accounts);
  return {
    accounts: accounts.map((account) => {
      const balances = report.daily_balances?.[account.id] ?? rebuilt(account, window);
      const is_counted = counted.has(account);
      return {
        account_id: account.id,
        is_counted,
        first_day: toDate(until - Math.max(0, balances.length - 1)),
        balances,
      };
    }),
  };
}

/**
 * Computes the daily balances of a report that was made before reports stored their daily balances. The balance in the
 * report is that of its last day, so movements posted later are left out. The report lacks movements that were made
 * before its window. If such a movement was posted in the window, the balances before its posting are not exact.
 */
function rebuilt(account: ReportedAccount, window: Window): DecimalText[] {
  const balance = account.balances.balance === null ? undefined : parseMoney(account.balances.balance);
  if (balance === undefined) return [];
  const movements = account.transactions.flatMap(({ amount, ...transaction }) => {
    if (amount === null) return [];
    const movement = toMovement({ ...transaction, amount });
    return movement.booked === null || movement.booked > window.until ? [] : [movement];
  });
  return knownBalances({ balance, movements, is_owed: isLiabilityAccount(account) }, window).map(formatMoney);
}
