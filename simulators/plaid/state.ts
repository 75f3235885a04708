// The state of the Plaid simulator: keys, link sessions, items and their log of changed transactions.
import type { Bank, Institution } from '../kit/bank.ts';
import type { SimClock } from '../kit/clock.ts';
import type { WebhookSender } from '../kit/webhooks.ts';
import type { AccountHistory } from '../lives/history.ts';
import type { Life } from '../lives/life.ts';
import { type ErrorCode, refuse } from './errors.ts';
import type { WebhookKeys } from './webhook-keys.ts';

export const PRODUCTS = [
  'transactions',
  'auth',
  'identity',
  'liabilities',
  'investments',
  'assets',
  'income_verification',
];
export type Product = 'transactions' | 'auth' | 'identity' | 'liabilities' | 'investments';

export type LinkToken = {
  link_token: string;
  client_name: string;
  client_user_id: string;
  products: readonly string[];
  /** All products for which the person gives consent on the page. */
  consented: ReadonlySet<string>;
  webhook: string | null;
  completion_redirect_uri: string | null;
  is_hosted: boolean;
  days: number;
  created_at: Date;
  expires_at: Date;
  /** The item that is repaired if the token is for update mode, otherwise null. */
  item: Item | null;
  sessions: LinkSession[];
};

export type LinkSession = {
  id: string;
  started_at: Date;
  finished_at: Date | null;
  institution: Institution | null;
  life: Life | null;
  public_token: string | null;
  accounts: readonly string[];
  status: 'open' | 'SUCCESS' | 'EXITED';
  events: { event_name: string; event_id: string; timestamp: string; event_metadata: Record<string, string> }[];
};

/** A transaction in the shape that clients receive. */
export type Transaction = { transaction_id: string; account_id: string; date: string } & Record<string, unknown>;
export type Change = { id: string; account_id: string; transaction: Transaction | null };

export type Item = {
  item_id: string;
  access_token: string;
  life: Life;
  institution: Institution;
  /** The keys of the accounts that the person chose. */
  accounts: ReadonlySet<string>;
  products: readonly string[];
  consented: ReadonlySet<string>;
  webhook: string | null;
  days: number;
  created_at: Date;
  error: ErrorCode | null;
  is_removed: boolean;
  /** How much of the history is available: nothing (`not_ready`), 30 days (`initial`) or all (`historical`). */
  phase: 'not_ready' | 'initial' | 'historical';
  has_synced: boolean;
  /** Every change of a transaction since the item was created. Cursors are positions in this log. */
  log: Change[];
  current: Map<string, Transaction>;
  /** The inputs from which `current` was computed. Empty before the first computation. */
  computed_from: string;
  changed: Map<string, Record<string, unknown>>;
  vanished: Set<string>;
};

export type State = {
  bank: Bank;
  clock: SimClock;
  seed: number;
  client_id: string;
  secret: string;
  link_tokens: Map<string, LinkToken>;
  public_tokens: Map<string, { item: Item; expires_at: Date; is_used: boolean }>;
  items: Map<string, Item>;
  webhooks: WebhookSender;
  keys: WebhookKeys;
  is_staged: boolean;
  /** The number of further paginations during which the data will change. */
  mutations_left: number;
  requests: number;
};

/** The item of an access token. The request is refused if the item has an error. */
export function itemOf(state: State, access_token: string): Item {
  const item = findItem(state, access_token);
  if (item.error !== null) refuse(item.error);
  return item;
}

/** The item of an access token, even if its login is broken. */
export function findItem(state: State, access_token: string): Item {
  const item = [...state.items.values()].find((found) => found.access_token === access_token);
  if (item === undefined) refuse('INVALID_ACCESS_TOKEN');
  if (item.is_removed) refuse('ITEM_NOT_FOUND');
  return item;
}

export function requireProduct(item: Item, product: Product): void {
  if (!item.consented.has(product)) refuse('ADDITIONAL_CONSENT_REQUIRED', `PRODUCT_${product.toUpperCase()}`);
}

export const historiesOf = (state: State, item: Item): readonly AccountHistory[] =>
  state.bank.accountsOf(item.life).filter(({ plan }) => item.accounts.has(plan.key));
