// A person's asset report: the total of the asset accounts on a day, and the values of each account.
import { toDay } from '#base/calendar.ts';
import { formatMoney, sum } from '#base/money.ts';
import type { UserAnswer } from '#domain/people/users.ts';
import {
  type AssetReportChoices,
  type AssetReportSnapshot,
  type ReportedAccount,
  type ReportedLink,
  withoutAmounts,
} from '#domain/reports/asset-reports.ts';
import { type KeptAccount, presentAccount } from '#domain/reports/financial-accounts.ts';
import type { TransactionAnswer } from '#domain/reports/transactions.ts';
import { type AccountFigures, accountFigures, heldAccounts, transfersBetween } from './accounts.ts';
import { addSums, averagesOf, type BalanceSums } from './averages.ts';
import { countedAccounts } from './daily-balances.ts';
import { shownThreshold, thresholdOf } from './large-deposits.ts';
import { repeatedAccounts, withoutAccounts } from './repeated-accounts.ts';

/** The bank data stored for a link. */
export type HeldLink = Omit<ReportedLink, 'accounts'> & {
  accounts: readonly KeptAccount[];
  transactions: readonly TransactionAnswer[];
};

/**
 * `today` is the date on the owner's clock; an owner is a client in one environment. Unknown `account_ids` are ignored.
 * An account that is connected more than once is counted once.
 */
export function assetReport(
  borrower: UserAnswer,
  links: readonly HeldLink[],
  choices: AssetReportChoices,
  today: string,
): AssetReportSnapshot {
  const { days_requested, is_voe } = choices;
  const as_of_date = choices.as_of_date ?? today;
  const threshold = thresholdOf(choices.large_deposit_threshold);
  const repeated_accounts = repeatedAccounts(links, new Set(choices.account_ids));
  const examined = examine(withoutAccounts(links, repeated_accounts), choices, as_of_date);
  const report: AssetReportSnapshot = {
    days_requested,
    as_of_date,
    is_voe,
    large_deposit_threshold: threshold === null ? null : formatMoney(shownThreshold(threshold)),
    borrower,
    daily_balances: Object.fromEntries(
      examined.flatMap(({ accounts }) =>
        accounts.map(({ account, figures }) => [account.id, figures.daily.map(formatMoney)]),
      ),
    ),
    summary: summaryOf(examined.flatMap(({ accounts }) => accounts)),
    links: examined.map(({ link, accounts }) => ({
      link_id: link.link_id,
      provider: link.provider,
      provider_name: link.provider_name,
      created_at: link.created_at,
      updated_at: link.updated_at,
      tracking_info: link.tracking_info,
      accounts: accounts.map((one) => presentExamined(one, as_of_date < today)),
    })),
    ...(repeated_accounts.length > 0 && { repeated_accounts }),
  };
  return is_voe ? withoutAmounts(report) : report;
}

type Examined = { account: KeptAccount; figures: AccountFigures };

/**
 * Computes the values of the requested accounts of each link. If `account_ids` are given, links without a requested
 * account are left out.
 */
function examine(
  links: readonly HeldLink[],
  { days_requested, large_deposit_threshold, account_ids }: AssetReportChoices,
  as_of_date: string,
): { link: HeldLink; accounts: Examined[] }[] {
  const until = toDay(as_of_date);
  const window = { from: until - days_requested + 1, until };
  const threshold = thresholdOf(large_deposit_threshold);
  const held = links.map((link) => ({ link, accounts: heldAccounts(link.accounts, link.transactions) }));
  const transfers = transfersBetween(held.flatMap(({ accounts }) => accounts));
  const named = account_ids.length === 0 ? undefined : new Set(account_ids);
  return held
    .map(({ link, accounts }) => ({
      link,
      accounts: accounts
        .filter(({ account }) => named?.has(account.id) ?? true)
        .map((one) => ({ account: one.account, figures: accountFigures(one, window, threshold, transfers) })),
    }))
    .filter(({ accounts }) => named === undefined || accounts.length > 0);
}

function summaryOf(accounts: readonly Examined[]): AssetReportSnapshot['summary'] {
  const included = countedAccounts(accounts.map(({ account }) => account));
  const counted = accounts.filter(({ account }) => included.has(account));
  return {
    balance: formatMoney(sum(counted.map(({ figures }) => figures.balance ?? 0n))),
    ...presentAverages(addSums(counted.map(({ figures }) => figures.sums))),
  };
}

function presentExamined({ account, figures }: Examined, is_past: boolean): ReportedAccount {
  const { balances, ...presented } = presentAccount(account);
  return {
    ...presented,
    balances: {
      ...balances,
      balance: formatKnown(figures.balance),
      // The available balance is null for an earlier day, because banks report it only for the current day.
      available_balance: is_past ? null : balances.available_balance,
    },
    days_available: figures.days_available,
    routing_number: account.routing_number,
    owners: account.owners,
    nsf: figures.nsf,
    summary: presentAverages(figures.sums),
    transactions: figures.lines.map(({ transaction, is_large_deposit }) => ({ ...transaction, is_large_deposit })),
  };
}

function presentAverages(sums: BalanceSums): ReportedAccount['summary'] {
  const { avg_30, avg_60, avg_90 } = averagesOf(sums);
  return { avg_30: formatKnown(avg_30), avg_60: formatKnown(avg_60), avg_90: formatKnown(avg_90) };
}

const formatKnown = (cents: bigint | null) => (cents === null ? null : formatMoney(cents));
