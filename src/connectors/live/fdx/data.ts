// Reads a person's data at an FDX provider. `first` reads the accounts and the customer. `rest` (rest.ts) reads the
// lists with many rows.
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
import type { UnreadAccounts } from '#domain/reports/link-history.ts';
import { type Access, accessOf, checkConsent, type KnownAccount, lastingOf, withAccess } from './access.ts';
import {
  accountIdOf,
  type FdxAccount,
  kindOf,
  NO_NUMBERS,
  type Numbers,
  toAccount,
  toCredit,
  toFdxAccount,
  toHoldings,
  toListed,
  toLoan,
  toNumbers,
} from './accounts.ts';
import { ask, get, type Visit, visitOf } from './api.ts';
import { type Gap, ifGiven, orRefusal, sentencesOf } from './gaps.ts';
import { readList } from './lists.ts';
import type { Client } from './oauth.ts';
import { toOwner, toProfile } from './people.ts';
import { FdxRefusal } from './refusals.ts';
import { statementPathOf } from './transactions.ts';
import { FdxRow } from './wire.ts';

type Known = Pick<Access, 'customer' | 'accounts' | 'unread' | 'is_partial'>;
/**
 * Reads a part of the data. The argument `known` contains what earlier steps of the task have read. The returned
 * `known` contains what the next step needs.
 */
export type Read = (
  visit: Visit,
  request: FetchRequest,
  known: Known,
) => Promise<{ data: Partial<LinkData>; known: Known; without_numbers?: boolean; unread?: UnreadAccounts }>;

/** Returns the function for one part of a fetch. */
export const fetchPart =
  (client: Client, read: Read) =>
  async (account: Account, request: FetchRequest, io: Io): Promise<Fetched> => {
    const access = accessOf(account);
    checkConsent(access, io.real_now());
    try {
      const visit = visitOf(client, access, io);
      const { known, ...part } = await read(visit, request, access);
      const missing_data = sentencesOf(client.provider.name, visit.gaps);
      return {
        outcome: 'data',
        ...part,
        missing_data,
        account: withAccess(account, { ...lastingOf(access), ...known }),
      };
    } catch (error) {
      if (error instanceof FdxRefusal) throw refused(client, error);
      throw error;
    }
  };

/**
 * Returns the error for a refused list if nothing can be shown without this list. The error ends the task. If the
 * customer no longer allows access to the list, the consent is treated as ended.
 */
function refused({ provider: { name } }: Client, { kind }: FdxRefusal): Error {
  switch (kind) {
    case 'not_authorized':
      return new AccessRefused();
    case 'not_found':
    case 'unknown_account':
      return new ProviderFailure('no_data', `${name} has no accounts to show.`);
    case 'rejected':
      return new Error('the provider rejected the request');
    default:
      return new ProviderFailure('config_error', `${name} does not allow us to read this data.`);
  }
}

export const accountPath = ({ account_id }: KnownAccount): string => `/accounts/${encodeURIComponent(account_id)}`;

/**
 * `unread` contains the ids of the accounts that the provider names but could not read. `is_partial` is true if the
 * provider did not name all accounts.
 */
type ReadAccounts = { accounts: FdxAccount[]; unread: string[]; is_partial: boolean };

export async function readAccounts(visit: Visit): Promise<ReadAccounts> {
  const { rows, ...list } = await readList(visit, '/accounts', 'accounts');
  let { is_partial } = list;
  const accounts = new Map<string, FdxAccount>();
  const unread = new Set<string>();
  const gaps: Gap[] = [];
  for (const listed of rows.map(toListed)) {
    if (listed.kind === 'account') accounts.set(listed.account.account_id, listed.account);
    if (listed.kind === 'unreadable') {
      is_partial = true;
      gaps.push({ datum: 'accounts', reason: 'unreadable' });
    }
    if (listed.kind !== 'failed') continue;
    unread.add(listed.account_id);
    gaps.push({ datum: 'accounts', reason: 'failed', account: listed.label });
  }
  if (is_partial && gaps.length === 0) gaps.push({ datum: 'accounts', reason: 'partial' });
  if (accounts.size > 0) {
    visit.gaps.push(...gaps);
    return { accounts: [...accounts.values()], unread: [...unread], is_partial };
  }
  if (gaps.length === 0) throw new FdxRefusal('not_found');
  throw new ProviderFailure('unavailable', sentencesOf(visit.client.provider.name, gaps).join(' '));
}

export const readFirst: Read = async (visit, { link_id, product }, known) => {
  const customer =
    known.customer ?? (await ifGiven(visit, { datum: 'customer' }, () => ask(visit, FdxRow, '/customers/current')));
  const with_numbers = needs(product, 'numbers');
  const data: FirstData = {
    accounts: [],
    holdings: [],
    credit: [],
    loans: [],
    identity: customer === undefined ? [] : [toProfile(customer, link_id)],
  };
  const accounts: KnownAccount[] = [];
  const listed = await readAccounts(visit);
  for (const one of listed.accounts) {
    const account = await readDetails(visit, one);
    const { row: _row, is_currency_given, ...needed } = account;
    accounts.push(needed);
    if (!is_currency_given) visit.gaps.push({ datum: 'currency', reason: 'assumed', account: account.label });
    const owners: Owner[] = customer === undefined ? [] : [toOwner(customer, link_id, account.account_id)];
    const [type] = kindOf(account);
    const numbers = with_numbers && isDepositAccount({ type }) ? await readNumbers(visit, account) : NO_NUMBERS;
    data.accounts.push(toAccount(account, link_id, numbers, owners));
    const { holdings, left_out } = toHoldings(account, link_id);
    data.holdings.push(...holdings);
    if (left_out > 0) visit.gaps.push({ datum: 'holdings', reason: 'unreadable', account: account.label });
    if (account.category === 'loc') data.credit.push(toCredit(account, link_id));
    if (account.category === 'loan') data.loans.push(toLoan(account, link_id));
  }
  const ids = unreadIds(listed, [], link_id);
  const unread = { accounts: ids, holdings: ids, credit: ids, loans: ids };
  const known_now = { accounts, unread: listed.unread, is_partial: listed.is_partial };
  return { data, known: known_now, without_numbers: !with_numbers, unread };
};

/**
 * Returns the ids of the accounts whose items are missing from a list. `failed` contains the ids of the accounts that
 * were read, but whose items were not read.
 */
export function unreadIds(
  listed: { accounts: readonly KnownAccount[]; unread: readonly string[]; is_partial: boolean },
  failed: readonly string[],
  link_id: string,
): string[] | { except: string[] } {
  const idsOf = (ids: readonly string[]) => ids.map((id) => accountIdOf(link_id, id));
  if (!listed.is_partial) return idsOf([...listed.unread, ...failed]);
  const read = listed.accounts.map(({ account_id }) => account_id);
  return { except: idsOf(read.filter((id) => !failed.includes(id))) };
}

type FirstData = Pick<LinkData, 'accounts' | 'holdings' | 'credit' | 'loans' | 'identity'>;

/**
 * The list may contain only the names of the accounts, so the details are read too. If the provider does not give the
 * details of an account, the values in the list are used. The currency may be stated only in the list.
 */
async function readDetails(visit: Visit, listed: FdxAccount): Promise<FdxAccount> {
  const wanted = { datum: 'account_details', account: listed.label } as const;
  const row = await ifGiven(visit, wanted, () => ask(visit, FdxRow, accountPath(listed)));
  const account = row && toFdxAccount(row);
  if (account !== undefined && account.account_id === listed.account_id) {
    const { currency_code, is_currency_given } = account.is_currency_given ? account : listed;
    return { ...account, currency_code, is_currency_given };
  }
  if (row !== undefined) visit.gaps.push({ ...wanted, reason: 'failed' });
  return listed;
}

async function readNumbers(visit: Visit, account: FdxAccount): Promise<Numbers> {
  const path = `${accountPath(account)}/payment-networks`;
  const wanted = { datum: 'numbers', account: account.label } as const;
  const networks = await ifGiven(visit, wanted, () => readList(visit, path, 'paymentNetworks'));
  if (networks?.is_partial === true) visit.gaps.push({ ...wanted, reason: 'partial' });
  return toNumbers(networks?.rows ?? []);
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
  const response = await orRefusal(() => get(visitOf(client, access, io), path, {}, 'application/pdf'));
  if (response instanceof FdxRefusal) return undefined;
  return response.bytes.subarray(0, PDF_MARK.length).equals(PDF_MARK) ? response.bytes : undefined;
}

const PDF_MARK = Buffer.from('%PDF');
