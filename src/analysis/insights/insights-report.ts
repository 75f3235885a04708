// Income insights over all of a person's banks: accounts and their owners, income sources, totals and the explanation.
import type { HeldLink } from '#analysis/assets/asset-report.ts';
import { repeatedAccounts, withoutAccounts } from '#analysis/assets/repeated-accounts.ts';
import { groupBy } from '#base/lists.ts';
import type { KeptAccount } from '#domain/reports/financial-accounts.ts';
import type { ExplainedInsights, IncomeExplanation } from '#domain/reports/income-explanations.ts';
import { type IncomeAccount, type IncomeLink, presentIncomeAccount } from '#domain/reports/income-insights.ts';
import type { FieldSources } from '#domain/reports/provenance.ts';
import { type BankReport, bankReport, type Days, type KnownPay } from './bank-report.ts';

/** For each account of a live provider: where the fields of the account and of its transactions come from. */
export type ProvenanceOfAccounts = ReadonlyMap<
  string,
  { account: FieldSources | undefined; transactions: FieldSources | undefined }
>;

/**
 * Analyzes the accounts of all the person's banks together. Otherwise a transfer between two of the person's accounts
 * would look like income. An account that is connected more than once is analyzed once.
 */
export function insightsReport(
  held: readonly HeldLink[],
  days: Days,
  known?: KnownPay,
  provenance: ProvenanceOfAccounts = new Map(),
): Omit<ExplainedInsights, 'consumer_report_permissible_purpose'> {
  const repeated_accounts = repeatedAccounts(held);
  const links = withoutAccounts(held, repeated_accounts);
  const accounts = links.flatMap((link) => link.accounts);
  const transactions = links.flatMap((link) => link.transactions);
  const report = bankReport({ accounts, transactions }, days, known);
  return {
    days_requested: days.days_requested,
    links: incomeLinks(links, report),
    bank_income_summary: report.summary,
    explanation: explanationOf(report, provenance),
    ...(repeated_accounts.length > 0 && { repeated_accounts }),
  };
}

function incomeLinks(links: readonly HeldLink[], report: BankReport): IncomeLink[] {
  const places = new Map(links.flatMap(({ accounts }, at) => accounts.map(({ id }) => [id, at])));
  const sources = groupBy(report.sources, ({ account_id }) => places.get(account_id));
  const daysOf = newDaysFinder(report);
  return links.map(({ accounts, transactions: _transactions, ...link }, at) => ({
    ...link,
    accounts: accounts.map((account) => presentIncomeAccount(account, daysOf(account))),
    bank_income_sources: sources.get(at) ?? [],
  }));
}

export function accountsIn(accounts: readonly KeptAccount[], report: BankReport): IncomeAccount[] {
  const daysOf = newDaysFinder(report);
  return accounts.map((account) => presentIncomeAccount(account, daysOf(account)));
}

function newDaysFinder({ accounts }: BankReport): (account: KeptAccount) => number {
  const days = new Map(accounts.map(({ id, days_available }) => [id, days_available]));
  return ({ id }) => days.get(id) ?? 0;
}

/** `runner_up` is null if no other calendar fits almost as well. */
const explanationOf = (
  { explain: { engine_version, sources, rejected } }: BankReport,
  provenance: ProvenanceOfAccounts,
): IncomeExplanation => ({
  engine_version,
  sources: sources.map((source) => {
    const { account, transactions } = provenance.get(source.account_id) ?? {};
    return {
      ...source,
      calendar: { ...source.calendar, runner_up: source.calendar.runner_up ?? null },
      ...(transactions && { provenance: transactions }),
      ...(account && { account_provenance: account }),
    };
  }),
  rejected,
});
