// Bank data of a link: accounts, transactions, account numbers, holdings and debts.
import { notFound } from '#base/errors.ts';
import { toTimestamp } from '#base/timestamps.ts';
import { type FeatureChoices, isEnabled, switchedOff } from '#domain/access/features.ts';
import { type BankStatementAnswer, byNewestPeriod, presentBankStatement } from '#domain/reports/bank-statements.ts';
import {
  type AccountAnswer,
  type AuthAnswer,
  type BalancesAnswer,
  hasNumbers,
  type KeptAccount,
  presentAccount,
  presentAuthAccount,
} from '#domain/reports/financial-accounts.ts';
import { type InvestmentsAnswer, isInvestmentAccount, presentHolding } from '#domain/reports/investments.ts';
import { type LiabilitiesAnswer, presentCredit, presentLoan } from '#domain/reports/liabilities.ts';
import type { Section } from '#domain/reports/link-data.ts';
import { returnedFiles } from '#domain/reports/returned-data.ts';
import { transactionFilter } from '#domain/reports/transaction-filters.ts';
import {
  byNewestTransaction,
  type TransactionAnswer,
  type TransactionListQuery,
} from '#domain/reports/transactions.ts';
import { returnedUnder } from '#services/access/templates.ts';
import { type KeptSections, readLinkData } from '#services/connections/link-data.ts';
import { keyOf, type StoredLink } from '#services/connections/links.ts';
import type { Ctx } from '#services/platform/ctx.ts';
import { fileUrl } from '#services/platform/file-urls.ts';
import { findSectionTime } from '#storage/connections/link-sections.ts';

/** All accounts of the link, and the requested transactions, newest first. */
export async function transactionsOf(
  ctx: Ctx,
  link: StoredLink,
  query: TransactionListQuery,
): Promise<{ accounts: AccountAnswer[]; transactions: TransactionAnswer[] }> {
  const { accounts = [], transactions = [] } = await read(ctx, link, ['accounts', 'transactions']);
  return {
    accounts: accounts.map(presentAccount),
    transactions: transactions.filter(transactionFilter(query)).toSorted(byNewestTransaction),
  };
}

/** Balances; `as_of` is the time of the last successful read from the bank, even if that read found no change. */
export async function balancesOf(ctx: Ctx, link: StoredLink): Promise<BalancesAnswer> {
  const read_at = await findSectionTime(ctx.db, ctx.scope, link.id, 'accounts');
  if (read_at === undefined) throw notFound();
  const accounts = accountsIn(await read(ctx, link, ['accounts']));
  return { accounts: accounts.map(presentAccount), as_of: toTimestamp(read_at) };
}

export async function numbersOf(ctx: Ctx, link: StoredLink): Promise<AuthAnswer> {
  const accounts = accountsIn(await read(ctx, link, ['accounts']));
  return { accounts: accounts.filter(hasNumbers).map(presentAuthAccount) };
}

export async function investmentsOf(ctx: Ctx, link: StoredLink): Promise<InvestmentsAnswer> {
  const data = await read(ctx, link, ['accounts', 'holdings']);
  return {
    accounts: accountsIn(data).filter(isInvestmentAccount).map(presentAccount),
    holdings: (data.holdings ?? []).map(presentHolding),
  };
}

/** The link's debts, and the accounts to which these debts belong. */
export async function liabilitiesOf(ctx: Ctx, link: StoredLink, features: FeatureChoices): Promise<LiabilitiesAnswer> {
  if (!isEnabled('liabilities', ctx.scope.environment, features)) throw switchedOff('liabilities');
  const data = await read(ctx, link, ['accounts', 'credit', 'loans']);
  const { credit = [], loans = [] } = data;
  const owing = new Set([...credit, ...loans].map(({ account_id }) => account_id));
  if (owing.size === 0) throw notFound();
  return {
    accounts: accountsIn(data)
      .filter(({ id }) => owing.has(id))
      .map(presentAccount),
    liabilities: { credit: credit.map(presentCredit), loans: loans.map(presentLoan) },
  };
}

/** Bank statements, newest month first. */
export async function bankStatementsOf(ctx: Ctx, link: StoredLink): Promise<BankStatementAnswer[]> {
  const [{ bank_statements = [] }, returned] = await Promise.all([
    read(ctx, link, ['bank_statements']),
    returnedUnder(ctx, link),
  ]);
  const toUrl = (name: string) => fileUrl(ctx, link.id, name);
  const shown = bank_statements.toSorted(byNewestPeriod).map((statement) => presentBankStatement(statement, toUrl));
  return returnedFiles(shown, returned);
}

/** The link's accounts; 404 if the link has no bank data. */
function accountsIn({ accounts }: KeptSections): KeptAccount[] {
  if (accounts === undefined) throw notFound();
  return accounts;
}

const read = async (ctx: Ctx, link: StoredLink, sections: readonly Section[]): Promise<KeptSections> =>
  readLinkData(ctx, link.id, await keyOf(ctx, link), sections);
