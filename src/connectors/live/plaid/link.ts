// The login. The person connects a bank on Plaid's own page (Hosted Link), and we exchange the public token for an
// access token.
//
// The exchange works only once. If this process ends before the access token is stored, the step runs again. Plaid then
// refuses the used public token, and the person must connect the bank again.
import { hash } from 'node:crypto';
import { Type } from 'typebox';
import { addDays } from '#base/calendar.ts';
import { toTimestamp } from '#base/timestamps.ts';
import {
  type Account,
  type Identities,
  type Io,
  type LoginRequest,
  type LoginStep,
  ProviderFailure,
} from '#connectors/contract.ts';
import { recall } from '#connectors/live/entries.ts';
import { interrupted } from '#connectors/live/interrupted.ts';
import { historyDays, needsAny } from '#connectors/live/needs.ts';
import type { ProductType } from '#domain/access/products.ts';
import { ask, type Settings } from './client.ts';
import { PlaidFailure } from './errors.ts';
import { type Chosen, Exchanged, ItemState, LinkTokenCreated, LinkTokenState, type WireAccount } from './wire.ts';

export const PlaidMemory = Type.Object({
  access_token: Type.String(),
  item_id: Type.String(),
  /** How often the connector has waited for older transactions since the last login. */
  waits: Type.Integer(),
  /**
   * The first day whose transactions Plaid collects. It is absent in connections for which Plaid was asked for the
   * longest history.
   */
  history_since: Type.Optional(Type.String()),
});

/** `access_token` and `item_id` are present only if an existing connection is renewed. */
const Visiting = Type.Object({
  link_token: Type.String(),
  history_since: Type.Optional(Type.String()),
  access_token: Type.Optional(Type.String()),
  item_id: Type.Optional(Type.String()),
});

/** The time that a person may spend on Plaid's page. Our own time limit for a login is the same. */
const VISIT_SECONDS = 900;

export async function sendAway(
  settings: Settings,
  webhook: string,
  request: Pick<LoginRequest, 'account' | 'redirect_url' | 'state' | 'products' | 'history_months'>,
  io: Io,
): Promise<Extract<LoginStep, { step: 'redirect' }>> {
  const known = request.account && recall(PlaidMemory, request.account.memory);
  const days_requested = daysFor(request.history_months);
  // The history of a connection is fixed when Plaid creates the connection. A renewal does not change it.
  const history_since = known ? known.history_since : addDays(toTimestamp(io.real_now()).slice(0, 10), -days_requested);
  const back = new URL(request.redirect_url);
  back.searchParams.set('state', request.state);
  const created = await ask(
    settings,
    '/link/token/create',
    {
      client_name: settings.client_name ?? 'Vouch',
      language: settings.language ?? 'en',
      country_codes: settings.country_codes ?? ['US'],
      // Plaid requires an id for the person. A hash of this login's state reveals nothing about the person.
      user: { client_user_id: hash('sha256', request.state) },
      webhook,
      hosted_link: { completion_redirect_uri: back.href, url_lifetime_seconds: VISIT_SECONDS },
      // With an access token, Plaid's page renews the existing connection and keeps its products.
      ...(known
        ? { access_token: known.access_token }
        : { ...productsFor(request.products), transactions: { days_requested } }),
    },
    LinkTokenCreated,
    io,
  );
  const { link_token, hosted_link_url } = created;
  if (!hosted_link_url) throw new ProviderFailure('config_error', 'Hosted Link is not enabled for these Plaid keys.');
  const { access_token, item_id } = known ?? {};
  return {
    step: 'redirect',
    url: hosted_link_url,
    memory: {
      link_token,
      ...(history_since !== undefined && { history_since }),
      ...(access_token && item_id ? { access_token, item_id } : {}),
    },
  };
}

/** The maximum number of days of transactions that Plaid collects. */
export const DAYS_MAX = 730;

/** The days of transactions that a history in months needs. */
const daysFor = (months: number): number => Math.min(historyDays(months), DAYS_MAX);

/**
 * Transactions are required, so the person can connect only a bank that has them. Other data is read if the bank has it
 * and the person agrees.
 */
const productsFor = (products: readonly ProductType[]) => ({
  products: ['transactions'],
  optional_products: [
    'identity',
    ...(needsAny(products, 'numbers') ? ['auth'] : []),
    ...(needsAny(products, 'debts') ? ['liabilities'] : []),
    ...(needsAny(products, 'holdings') ? ['investments'] : []),
  ],
});

export async function comeBack(
  settings: Settings,
  request: LoginRequest,
  io: Io,
): Promise<Extract<LoginStep, { step: 'connected' }>> {
  const query = request.reply?.kind === 'redirect' ? request.reply.query : {};
  if (query['state'] !== request.state)
    throw new ProviderFailure('error', 'The response does not belong to this login.', { scope: 'link' });
  const { link_token, access_token, item_id, history_since } = recall(Visiting, request.memory);
  const { link_sessions } = await ask(settings, '/link/token/get', { link_token }, LinkTokenState, io);
  const sessions = link_sessions ?? [];
  const [added] = sessions.flatMap(({ results, on_success }) => [
    ...(results?.item_add_results ?? []),
    ...(on_success ? [{ ...on_success.metadata, public_token: on_success.public_token }] : []),
  ]);
  if (added !== undefined) {
    const { public_token } = added;
    const asked = ask(settings, '/item/public_token/exchange', { public_token }, Exchanged, io);
    const exchanged = await asked.catch((error: unknown) => {
      throw error instanceof PlaidFailure && error.code === 'INVALID_PUBLIC_TOKEN' ? interrupted(error) : error;
    });
    const account = accountOf({ ...exchanged, history_since }, identityOf(added) ?? exchanged.item_id);
    return { step: 'connected', account, identities: identitiesOf(added.institution?.institution_id, added.accounts) };
  }
  const error = sessions.map(({ exit }) => exit?.error).find((one) => one !== null && one !== undefined);
  if (error) throw new PlaidFailure(error);
  // A renewal returns no new token. The state of the connection shows whether the renewal succeeded.
  if (access_token === undefined || item_id === undefined || sessions.length === 0) {
    throw new ProviderFailure('login_error', 'You did not connect a bank.');
  }
  await checkItem(settings, access_token, io);
  const account = accountOf({ access_token, item_id, history_since }, request.account?.login ?? item_id);
  return { step: 'connected', account };
}

/**
 * Returns the identity of a login. Each visit to Plaid's page creates a new item, even if the person connects the same
 * accounts again. So the identity consists of the bank and of the accounts that the person chose, which is how Plaid
 * recommends to recognize them. Accounts without a mask have no identity, because two customers of a bank may both have
 * an account with the name "Checking".
 */
function identityOf({ institution, accounts }: Partial<Chosen>): string | undefined {
  const bank = institution?.institution_id;
  const are_known = accounts?.length && accounts.every(({ mask }) => mask);
  if (!bank || !are_known) return undefined;
  const chosen = accounts.map(({ mask, name, type, subtype }) => JSON.stringify([mask, name, type, subtype]));
  return hash('sha256', JSON.stringify([bank, ...chosen.toSorted()]));
}

/**
 * Identifies the single accounts of a bank. An account is left out if it could be mistaken for another account: if it
 * has no mask, or if another account of the same login has the same mask, name and type.
 */
export function identitiesOf(
  bank: string | null | undefined,
  accounts: Chosen['accounts'] | readonly WireAccount[],
): Identities {
  if (!bank) return [];
  const all = (accounts ?? []).flatMap(({ mask, name, type, subtype }) =>
    mask ? [JSON.stringify([bank, mask, name, type, subtype])] : [],
  );
  return all.filter((one) => all.indexOf(one) === all.lastIndexOf(one));
}

/**
 * Logs in for a refresh. The login checks that the connection still works, because a link is marked as disconnected
 * only if a login fails.
 */
export async function logInAgain(settings: Settings, { account }: LoginRequest, io: Io): Promise<Account> {
  if (account === undefined) throw new ProviderFailure('login_error', 'Please connect your bank again.');
  const known = recall(PlaidMemory, account.memory);
  await checkItem(settings, known.access_token, io);
  return accountOf(known, account.login);
}

async function checkItem(settings: Settings, access_token: string, io: Io): Promise<void> {
  const { item } = await ask(settings, '/item/get', { access_token }, ItemState, io);
  if (item.error) throw new PlaidFailure(item.error);
}

type Connection = { access_token: string; item_id: string; history_since?: string | undefined };

const accountOf = ({ access_token, item_id, history_since }: Connection, login: string): Account => ({
  login,
  connection_id: item_id,
  can_switch_deposits: null,
  is_suspicious: false,
  memory: { access_token, item_id, waits: 0, ...(history_since !== undefined && { history_since }) },
});
