// Reads the lists with many rows at an FDX provider: transactions, statements and tax forms.
import { addDays, addMonths } from '#base/calendar.ts';
import { toTimestamp } from '#base/timestamps.ts';
import { needs } from '#connectors/live/needs.ts';
import { isDepositAccount } from '#domain/reports/financial-accounts.ts';
import type { LinkData } from '#domain/reports/link-data.ts';
import type { KnownAccount } from './access.ts';
import { kindOf } from './accounts.ts';
import type { Visit } from './api.ts';
import { accountPath, type Read, readAccounts, unreadIds } from './data.ts';
import { ifGiven, isFailure, noteRefusal, orRefusal } from './gaps.ts';
import { type FdxList, readList } from './lists.ts';
import { FdxRefusal } from './refusals.ts';
import { toTaxDocuments } from './tax-forms.ts';
import { toStatements, toTransactions } from './transactions.ts';
import type { FdxRow } from './wire.ts';

export const readRest: Read = async (visit, { link_id, product, history_months }, known) => {
  const listed =
    known.accounts === undefined
      ? await readAccounts(visit)
      : { accounts: known.accounts, unread: known.unread ?? [], is_partial: known.is_partial ?? false };
  const transactions: LinkData['transactions'] = [];
  const bank_statements: LinkData['bank_statements'] = [];
  const failed = { transactions: [] as string[], bank_statements: [] as string[] };
  const refusals: FdxRefusal[] = [];
  for (const account of listed.accounts) {
    const id = account.account_id;
    const rows = await readTransactions(visit, account, history_months);
    if (rows.refusal !== undefined) refusals.push(rows.refusal);
    if (!rows.is_whole) failed.transactions.push(id);
    for (const one of toOwnTransactions(visit, rows.list, account, link_id)) transactions.push(one);
    if (!needs(product, 'statements') || !isDepositAccount({ type: kindOf(account)[0] })) continue;
    const statements = await readStatements(visit, account, history_months);
    if (!statements.is_whole) failed.bank_statements.push(id);
    const own = toStatements(statements.list, account, link_id);
    bank_statements.push(...own.statements);
    if (own.is_start_assumed) visit.gaps.push({ datum: 'first_period', reason: 'assumed', account: account.label });
  }
  // Assets can be shown without transactions. Every other product needs the transactions of at least one account.
  const [refusal] = refusals;
  if (product !== 'assets' && refusal !== undefined && refusals.length === listed.accounts.length) throw refusal;
  const forms = needs(product, 'tax_forms') ? await readTaxForms(visit) : undefined;
  const data = {
    transactions,
    ...(needs(product, 'statements') && { bank_statements }),
    ...(forms && { tax_documents: toTaxDocuments(forms, link_id) }),
  };
  const unread = {
    transactions: unreadIds(listed, failed.transactions, link_id),
    bank_statements: unreadIds(listed, failed.bank_statements, link_id),
  };
  return { data, known: {}, unread };
};

/** The transactions of one account. Rows that cannot be parsed are noted as a gap. */
function toOwnTransactions(visit: Visit, rows: readonly FdxRow[], account: KnownAccount, link_id: string) {
  const { transactions, unreadable } = toTransactions(rows, account, link_id);
  if (unreadable > 0) visit.gaps.push({ datum: 'transactions', reason: 'unreadable', account: account.label });
  return transactions;
}

/**
 * The rows of one account. `is_whole` is false if the provider has more rows but could not give them to us this time.
 */
type OwnRows = { list: FdxRow[]; is_whole: boolean; refusal?: FdxRefusal };

function toOwnRows(
  visit: Visit,
  datum: 'transactions' | 'statements',
  { label }: KnownAccount,
  given: FdxList | FdxRefusal,
): OwnRows {
  if (given instanceof FdxRefusal) {
    noteRefusal(visit, { datum, account: label }, given);
    const is_empty = given.kind === 'not_found';
    return { list: [], is_whole: !isFailure(given), ...(is_empty ? {} : { refusal: given }) };
  }
  if (given.is_partial) visit.gaps.push({ datum, reason: 'partial', account: label });
  return { list: given.rows, is_whole: !given.is_partial };
}

/** The first day that a request may ask for. Real time is used, because a provider does not use the sandbox clock. */
function firstDay({ client, io }: Visit, months: number): string {
  const today = toTimestamp(io.real_now()).slice(0, 10);
  const [by_months, { lookback_days }] = [addMonths(today, -months), client.provider];
  const by_limit = lookback_days === undefined ? by_months : addDays(today, -lookback_days);
  return by_limit > by_months ? by_limit : by_months;
}

const rangeFrom = ({ io }: Visit, day: string) => ({
  startTime: `${day}T00:00:00Z`,
  endTime: toTimestamp(io.real_now()),
});

/**
 * Reads the transactions. A provider with a shorter history than we request may refuse the range. The range is then
 * halved until the provider accepts it.
 */
async function readTransactions(visit: Visit, account: KnownAccount, months: number): Promise<OwnRows> {
  const path = `${accountPath(account)}/transactions`;
  const wanted_from = addMonths(toTimestamp(visit.io.real_now()).slice(0, 10), -months);
  for (let tried = months; ; tried = Math.ceil(tried / 2)) {
    const from = firstDay(visit, tried);
    const given = await orRefusal(() => readList(visit, path, 'transactions', rangeFrom(visit, from)));
    if (given instanceof FdxRefusal && given.kind === 'date_range' && tried > 1) continue;
    if (!(given instanceof FdxRefusal) && from > wanted_from) {
      visit.gaps.push({ datum: 'transactions', reason: 'since', since: from, account: account.label });
    }
    return toOwnRows(visit, 'transactions', account, given);
  }
}

async function readStatements(visit: Visit, account: KnownAccount, months: number): Promise<OwnRows> {
  const path = `${accountPath(account)}/statements`;
  const range = rangeFrom(visit, firstDay(visit, months));
  return toOwnRows(visit, 'statements', account, await orRefusal(() => readList(visit, path, 'statements', range)));
}

/**
 * Reads the tax forms. Without `details`, the rows of the list are short. Older versions of FDX name the list `forms`.
 */
async function readTaxForms(visit: Visit): Promise<FdxRow[] | undefined> {
  const read = (name: string) =>
    ifGiven(visit, { datum: 'tax_forms' }, () => readList(visit, '/tax-forms', name, { resultType: 'details' }));
  const statements = await read('statements');
  const forms = statements === undefined || statements.rows.length > 0 ? statements : await read('forms');
  if (forms?.is_partial === true) visit.gaps.push({ datum: 'tax_forms', reason: 'partial' });
  return forms?.rows;
}
