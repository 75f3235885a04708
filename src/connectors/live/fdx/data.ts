// Reads a person's data at an FDX provider. `first` reads the accounts and the customer. `rest` reads the lists with
// many rows.
import { addMonths } from '#base/calendar.ts';
import { toTimestamp } from '#base/timestamps.ts';
import {
  AccessRefused,
  type Account,
  type Fetched,
  type FetchRequest,
  type Io,
  ProviderFailure,
} from '#connectors/contract.ts';
import { needs } from '#connectors/live/needs.ts';
import type { Owner } from '#domain/reports/financial-accounts.ts';
import { isDepositAccount } from '#domain/reports/financial-accounts.ts';
import type { LinkData } from '#domain/reports/link-data.ts';
import { type Access, accessOf, checkConsent, type KnownAccount, withAccess } from './access.ts';
import {
  type FdxAccount,
  kindOf,
  NO_NUMBERS,
  type Numbers,
  toAccount,
  toCredit,
  toFdxAccount,
  toHoldings,
  toLoan,
  toNumbers,
} from './accounts.ts';
import { ask, FdxRefusal, get, type Visit, visitOf } from './api.ts';
import { readList } from './lists.ts';
import type { Client } from './oauth.ts';
import { toOwner, toProfile } from './people.ts';
import { toTaxDocuments } from './tax-forms.ts';
import { statementPathOf, toStatements, toTransactions } from './transactions.ts';
import { FdxRow } from './wire.ts';

type Known = Pick<Access, 'customer' | 'accounts'>;
/**
 * Reads a part of the data. The argument `known` contains what earlier steps of the task have read. The returned
 * `known` contains what the next step needs.
 */
type Read = (
  visit: Visit,
  request: FetchRequest,
  known: Known,
) => Promise<{ data: Partial<LinkData>; known: Known; without_numbers?: boolean }>;

/** Returns the function for one part of a fetch. */
export const fetchPart =
  (client: Client, read: Read) =>
  async (account: Account, request: FetchRequest, io: Io): Promise<Fetched> => {
    const access = accessOf(account);
    checkConsent(access, io.real_now());
    try {
      const { known, ...part } = await read(visitOf(client, access, io), request, access);
      const { customer: _customer, accounts: _accounts, ...lasting } = access;
      return { outcome: 'data', ...part, account: withAccess(account, { ...lasting, ...known }) };
    } catch (error) {
      if (error instanceof FdxRefusal) throw refused(client, error);
      throw error;
    }
  };

/**
 * Returns the error that ends the task if the provider refuses a list without which there is nothing to show. If the
 * customer no longer allows even this list, the consent has ended.
 */
function refused({ provider: { name } }: Client, { kind }: FdxRefusal): Error {
  if (kind === 'not_authorized') return new AccessRefused();
  return kind === 'not_found'
    ? new ProviderFailure('no_data', `${name} has no accounts to show.`)
    : new ProviderFailure('config_error', `${name} does not allow us to read this data.`);
}

/**
 * Returns the result of `read`, or undefined if the provider refuses the request. It is used for data that is optional
 * at a provider.
 */
async function ifGiven<T>(read: () => Promise<T>): Promise<T | undefined> {
  try {
    return await read();
  } catch (error) {
    if (error instanceof FdxRefusal) return undefined;
    throw error;
  }
}

const accountPath = ({ account_id }: KnownAccount): string => `/accounts/${encodeURIComponent(account_id)}`;

async function readAccounts(visit: Visit): Promise<FdxAccount[]> {
  const rows = await readList(visit, '/accounts', 'accounts');
  const accounts = new Map(rows.flatMap((row) => toFdxAccount(row) ?? []).map((one) => [one.account_id, one]));
  if (accounts.size === 0) throw new FdxRefusal('not_found');
  return [...accounts.values()];
}

export const readFirst: Read = async (visit, { link_id, product }, known) => {
  const customer = known.customer ?? (await ifGiven(() => ask(visit, FdxRow, '/customers/current')));
  const with_numbers = needs(product, 'numbers');
  const data: FirstData = {
    accounts: [],
    holdings: [],
    credit: [],
    loans: [],
    identity: customer === undefined ? [] : [toProfile(customer, link_id)],
  };
  const accounts: KnownAccount[] = [];
  for (const listed of await readAccounts(visit)) {
    const account = await readDetails(visit, listed);
    const { row: _, ...needed } = account;
    accounts.push(needed);
    const owners: Owner[] = customer === undefined ? [] : [toOwner(customer, link_id, account.account_id)];
    const [type] = kindOf(account);
    const numbers = with_numbers && isDepositAccount({ type }) ? await readNumbers(visit, account) : NO_NUMBERS;
    data.accounts.push(toAccount(account, link_id, numbers, owners));
    data.holdings.push(...toHoldings(account, link_id));
    if (account.category === 'loc') data.credit.push(toCredit(account, link_id));
    if (account.category === 'loan') data.loans.push(toLoan(account, link_id));
  }
  return { data, known: { accounts }, without_numbers: !with_numbers };
};

type FirstData = Pick<LinkData, 'accounts' | 'holdings' | 'credit' | 'loans' | 'identity'>;

/**
 * The list may contain only the names of the accounts, so the details are read too. If the provider refuses the details
 * of an account, the values in the list are used.
 */
async function readDetails(visit: Visit, listed: FdxAccount): Promise<FdxAccount> {
  const row = await ifGiven(() => ask(visit, FdxRow, accountPath(listed)));
  const account = row && toFdxAccount(row);
  return account === undefined || account.account_id !== listed.account_id ? listed : account;
}

async function readNumbers(visit: Visit, account: FdxAccount): Promise<Numbers> {
  const path = `${accountPath(account)}/payment-networks`;
  return toNumbers((await ifGiven(() => readList(visit, path, 'paymentNetworks'))) ?? []);
}

export const readRest: Read = async (visit, { link_id, product, history_months }, known) => {
  const transactions: LinkData['transactions'] = [];
  const bank_statements: LinkData['bank_statements'] = [];
  for (const account of known.accounts ?? (await readAccounts(visit))) {
    // Assets can be shown without transactions. Every other product needs the transactions.
    const readOwn = () => readTransactions(visit, account, history_months);
    const rows = product === 'assets' ? ((await ifGiven(readOwn)) ?? []) : await readOwn();
    for (const one of toTransactions(rows, account, link_id)) transactions.push(one);
    if (!needs(product, 'statements') || !isDepositAccount({ type: kindOf(account)[0] })) continue;
    const path = `${accountPath(account)}/statements`;
    const statements = await ifGiven(() => readList(visit, path, 'statements', rangeOf(visit.io, history_months)));
    bank_statements.push(...toStatements(statements ?? [], account, link_id));
  }
  const forms = needs(product, 'tax_forms') ? await readTaxForms(visit) : undefined;
  const data = {
    transactions,
    ...(needs(product, 'statements') && { bank_statements }),
    ...(forms && { tax_documents: toTaxDocuments(forms, link_id) }),
  };
  return { data, known: {} };
};

/** The date range in real time, because a provider does not use the sandbox clock. */
function rangeOf(io: Io, months: number): { startTime: string; endTime: string } {
  const endTime = toTimestamp(io.real_now());
  return { startTime: `${addMonths(endTime.slice(0, 10), -months)}T00:00:00Z`, endTime };
}

/**
 * Reads the transactions. A provider with a shorter history than we request may refuse the range. The range is then
 * halved until the provider accepts it.
 */
async function readTransactions(visit: Visit, account: KnownAccount, months: number): Promise<FdxRow[]> {
  try {
    return await readList(visit, `${accountPath(account)}/transactions`, 'transactions', rangeOf(visit.io, months));
  } catch (error) {
    if (!(error instanceof FdxRefusal)) throw error;
    // The account has no transactions.
    if (error.kind === 'not_found') return [];
    if (error.kind !== 'date_range' || months <= 1) throw error;
    return readTransactions(visit, account, Math.ceil(months / 2));
  }
}

/**
 * Reads the tax forms. Without `details`, the rows of the list are short. Older versions of FDX name the list `forms`.
 */
async function readTaxForms(visit: Visit): Promise<FdxRow[] | undefined> {
  const query = { resultType: 'details' };
  const statements = await ifGiven(() => readList(visit, '/tax-forms', 'statements', query));
  if (statements === undefined || statements.length > 0) return statements;
  return ifGiven(() => readList(visit, '/tax-forms', 'forms', query));
}

/** Returns the PDF of a statement, or undefined if the statement no longer exists. */
export async function openStatement(
  client: Client,
  account: Account,
  file_id: string,
  io: Io,
): Promise<Buffer | undefined> {
  const path = statementPathOf(file_id);
  if (path === undefined) return undefined;
  const access = accessOf(account);
  checkConsent(access, io.real_now());
  const response = await ifGiven(() => get(visitOf(client, access, io), path, {}, 'application/pdf'));
  return response?.bytes.subarray(0, PDF_MARK.length).equals(PDF_MARK) === true ? response.bytes : undefined;
}

const PDF_MARK = Buffer.from('%PDF');
