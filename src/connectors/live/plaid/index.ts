// The connector for Plaid. With the operator's own keys, it reads the accounts, transactions, account numbers, owners,
// debts and holdings of a bank.

import type { Static, TSchema } from 'typebox';
import { addDays, addMonths } from '#base/calendar.ts';
import { toTimestamp } from '#base/timestamps.ts';
import {
  type Account,
  type Connector,
  type Fetched,
  type FetchRequest,
  type Io,
  ProviderFailure,
} from '#connectors/contract.ts';
import { manifestOf, recall, unique } from '#connectors/live/entries.ts';
import type { LiveKind } from '#connectors/live/kinds.ts';
import { needs } from '#connectors/live/needs.ts';
import type { LinkData } from '#domain/reports/link-data.ts';
import { ask, Settings } from './client.ts';
import { toLiabilities } from './debts.ts';
import { type Absence, orAbsence } from './errors.ts';
import { comeBack, DAYS_MAX, identitiesOf, logInAgain, PlaidMemory, sendAway } from './link.ts';
import { toAccounts, toHoldings, toIdentity, toTransaction } from './map.ts';
import { type Datum, sentencesOf } from './missing.ts';
import { PROVENANCE } from './provenance.ts';
import { syncTransactions } from './sync.ts';
import { webhookOf } from './webhooks.ts';
import { Accounts, Debts, Done, Investments, Numbers, Owners } from './wire.ts';

export const plaidKind: LiveKind<Settings> = {
  kind: 'plaid',
  data_source: 'financial_accounts',
  provenance: PROVENANCE,
  products: ['assets', 'transactions', 'income'],
  settings: Settings,
  open: (entry, urls) => openPlaid(entry, entry.settings, urls.webhook_url),
  async check({ settings, products }, io) {
    const login = {
      products,
      history_months: 12,
      account: undefined,
      redirect_url: 'https://localhost/',
      state: 'check',
    };
    try {
      await sendAway(settings, 'https://localhost/', login, io);
      return [];
    } catch (error) {
      if (error instanceof ProviderFailure) return [error.message];
      throw error;
    }
  },
};

const openPlaid = (
  entry: Parameters<typeof plaidKind.open>[0],
  settings: Settings,
  webhook_url: string,
): Connector => ({
  manifest: manifestOf(entry, {
    data_source: 'financial_accounts',
    login: { kind: 'oauth' },
    origins: [new URL(settings.base_url).origin],
  }),
  loginOf: () => undefined,
  async login(request, io) {
    if (request.reply !== undefined) return comeBack(settings, request, io);
    if (request.is_refresh) return { step: 'connected', account: await logInAgain(settings, request, io) };
    return sendAway(settings, webhook_url, request, io);
  },
  fetch: {
    first: (account, request, io) => readAccounts(settings, account, request, io),
    rest: (account, request, io) => readTransactions(settings, account, request, io),
  },
  async revoke({ memory }, io) {
    const { access_token } = recall(PlaidMemory, memory);
    await ask(settings, '/item/remove', { access_token }, Done, io);
  },
  webhook: webhookOf(settings),
});

async function readAccounts(
  settings: Settings,
  account: Account,
  { link_id, product }: FetchRequest,
  io: Io,
): Promise<Fetched> {
  const { access_token } = recall(PlaidMemory, account.memory);
  const answer = await ask(settings, '/accounts/get', { access_token }, Accounts, io);
  const accounts = unique(answer.accounts, ({ account_id }) => account_id);
  if (accounts.length === 0) throw new ProviderFailure('no_data', 'No account was found.');
  const absences = new Map<Datum, Absence>();
  const missing_data: string[] = [];
  const read = async <Schema extends TSchema>(datum: Datum, path: string, schema: Schema) => {
    const answer = await orAbsence(ask(settings, path, { access_token }, schema, io));
    if ('given' in answer) return answer.given;
    absences.set(datum, answer.absent);
    return undefined;
  };
  const with_numbers = needs(product, 'numbers');
  const numbers = with_numbers ? await read('numbers', '/auth/get', Numbers) : undefined;
  const owners = await read('owners', '/identity/get', Owners);
  const own = toAccounts(accounts, { numbers, owners }, link_id);
  const data: Partial<LinkData> = { accounts: own, identity: toIdentity(own, link_id) };
  if (needs(product, 'debts')) {
    const debts = await read('debts', '/liabilities/get', Debts);
    Object.assign(data, debts ? toLiabilities(debts, accounts, link_id) : { credit: [], loans: [] });
  }
  if (needs(product, 'holdings')) {
    const investments = await read('holdings', '/investments/holdings/get', Investments);
    const { holdings, unnamed } = investments ? toHoldings(investments, link_id) : { holdings: [], unnamed: 0 };
    data.holdings = holdings;
    if (unnamed > 0) missing_data.push('Some investments have no name and were left out.');
  }
  const isRefused = (datum: Datum): boolean => (absences.get(datum) ?? 'none') !== 'none';
  // The link keeps the stored rows of data that Plaid does not let us read.
  const ids = own.map(({ id }) => id);
  return {
    outcome: 'data',
    account,
    data,
    missing_data: [...sentencesOf(absences), ...missing_data],
    identities: identitiesOf(answer.item?.institution_id, accounts),
    without_numbers: !with_numbers || isRefused('numbers'),
    unread: {
      ...(isRefused('debts') && { credit: ids, loans: ids }),
      ...(isRefused('holdings') && { holdings: ids }),
    },
  };
}

const WAIT_SECONDS = 20;
/**
 * The maximum number of waits. Together they last twenty minutes. Usually Plaid needs a minute or two for older
 * transactions, but some banks take longer.
 */
const WAITS_MAX = 60;

/** Plaid collects older transactions after the person has connected. The task waits until Plaid has collected them. */
async function readTransactions(
  settings: Settings,
  account: Account,
  { link_id, history_months }: FetchRequest,
  io: Io,
): Promise<Fetched> {
  const memory = recall(PlaidMemory, account.memory);
  const { transactions, status } = await syncTransactions(settings, memory.access_token, io);
  const is_preparing = status === 'NOT_READY' || status === 'INITIAL_UPDATE_COMPLETE';
  if (is_preparing && memory.waits < WAITS_MAX) {
    const waits = memory.waits + 1;
    const waiting: Account = { ...account, memory: { ...memory, waits } };
    return { outcome: 'later', seconds: WAIT_SECONDS, progress: waits, account: waiting };
  }
  return {
    outcome: 'data',
    data: {
      transactions: transactions
        .filter(({ date }) => date >= addMonths(io.now().toISOString().slice(0, 10), -history_months))
        .map((transaction) => toTransaction(transaction, link_id)),
    },
    account: { ...account, memory: { ...memory, waits: 0 } },
    missing_data: [
      ...(is_preparing ? ['The bank has not sent its older transactions yet.'] : []),
      ...shorterHistory(memory, history_months, io),
    ],
  };
}

/** The sentence for a connection whose history is shorter than the task needs. Plaid cannot extend the history. */
function shorterHistory({ history_since }: Static<typeof PlaidMemory>, months: number, io: Io): string[] {
  const today = toTimestamp(io.real_now()).slice(0, 10);
  const [by_months, by_limit] = [addMonths(today, -months), addDays(today, -DAYS_MAX)];
  const wanted = by_months > by_limit ? by_months : by_limit;
  return history_since === undefined || history_since <= wanted
    ? []
    : [`Plaid provides transactions only since ${history_since}.`];
}
