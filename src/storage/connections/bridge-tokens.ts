// Reads and writes the database rows of bridge tokens.

import type { DataSource, ProductType } from '#domain/access/products.ts';
import type { Locale } from '#domain/connections/bridge-tokens.ts';
import type { Scope } from '#domain/platform/scope.ts';
import type { WrappedKey } from '#storage/platform/data-keys.ts';
import type { Db } from '#storage/platform/db.ts';
import { insertRows } from '#storage/platform/rows.ts';

export type BridgeTokenRow = {
  id: string;
  token_hash: Buffer;
  user_id: string;
  /** The order whose landing page or widget the token opens. */
  order_id: string | null;
  product_type: ProductType;
  allowed_products: ProductType[];
  tracking_info: string | null;
  client_name: string;
  company_mapping_id: string | null;
  provider_id: string | null;
  link_id: string | null;
  template_id: string | null;
  data_sources: DataSource[];
  use_case: string | null;
  request_extended_history: boolean;
  locale: Locale;
  /**
   * A hash that identifies the browser whose visit to the landing page created the token. It is null if a client's own
   * page uses the token.
   */
  browser_hash: Buffer | null;
  sealed: Buffer;
  created_at: Date;
  expires_at: Date;
};

const COLUMN_NAMES = [
  'id',
  'token_hash',
  'user_id',
  'order_id',
  'product_type',
  'allowed_products',
  'tracking_info',
  'client_name',
  'company_mapping_id',
  'provider_id',
  'link_id',
  'template_id',
  'data_sources',
  'use_case',
  'request_extended_history',
  'locale',
  'browser_hash',
  'sealed',
  'created_at',
  'expires_at',
] as const satisfies readonly (keyof BridgeTokenRow)[];

export const insertBridgeTokens = (tx: Db, scope: Scope, tokens: readonly BridgeTokenRow[]): Promise<void> =>
  insertRows(tx, scope, 'bridge_tokens', COLUMN_NAMES, tokens);

export async function deleteBridgeTokensOf(tx: Db, scope: Scope, user_id: string): Promise<void> {
  await tx.query('delete from bridge_tokens where client_id = $1 and environment = $2 and user_id = $3', [
    scope.client_id,
    scope.environment,
    user_id,
  ]);
}

/**
 * A bridge token, together with the person's wrapped key, the owner's clock offset, and the state of the token's order.
 */
export type WidgetToken = Omit<BridgeTokenRow, 'token_hash'> &
  Scope &
  WrappedKey & {
    consented_at: Date | null;
    clock_offset_seconds: number;
    /** Origins of pages on which the client allows its widget; if empty, any page is allowed. */
    widget_origins: string[];
    order_seen_at: Date | null;
    order_consented_at: Date | null;
    order_finalized_at: Date | null;
    /** Whether a code for the order was confirmed in the browser that uses this token. */
    is_confirmed: boolean;
  };

/** Finds a token of any client. Needs the system scope. Returns undefined if the person was erased. */
export async function findWidgetToken(db: Db, token_hash: Buffer): Promise<WidgetToken | undefined> {
  const { rows } = await db.query<WidgetToken>(
    `select b.client_id, b.environment, b.id, b.user_id, b.order_id, b.product_type, b.allowed_products,
       b.tracking_info, b.client_name, b.company_mapping_id, b.provider_id, b.link_id, b.template_id, b.data_sources,
       b.use_case, b.request_extended_history, b.locale, b.browser_hash, b.sealed, b.created_at, b.expires_at, b.consented_at,
       v.clock_offset_seconds, c.widget_origins, o.seen_at as order_seen_at, o.finalized_at as order_finalized_at,
       o.consented_at as order_consented_at,
       exists (select 1 from order_visitors w where w.client_id = b.client_id and w.environment = b.environment
         and w.order_id = b.order_id and w.browser_hash = b.browser_hash and w.confirmed_at is not null) as is_confirmed,
       k.master_key_id, k.wrapped_key
     from bridge_tokens b
     join environments v on v.client_id = b.client_id and v.environment = b.environment
     join clients c on c.id = b.client_id
     join data_keys k on k.client_id = b.client_id and k.environment = b.environment and k.owner_id = b.user_id
     left join orders o on o.client_id = b.client_id and o.environment = b.environment and o.id = b.order_id
     where b.token_hash = $1`,
    [token_hash],
  );
  return rows[0];
}

/** Returns the link that a task of this token must renew. Returns null if the task may create a new link. */
export async function findUpdatedLink(db: Db, scope: Scope, token_id: string): Promise<string | null> {
  const { rows } = await db.query<{ link_id: string | null }>(
    'select link_id from bridge_tokens where client_id = $1 and environment = $2 and id = $3',
    [scope.client_id, scope.environment, token_id],
  );
  return rows[0]?.link_id ?? null;
}

/**
 * Counts one more task of the token, in one atomic statement. Returns false if the token already has `tasks_max` tasks.
 */
export async function countTaskOf(tx: Db, scope: Scope, token_id: string, tasks_max: number): Promise<boolean> {
  const { rowCount } = await tx.query(
    `update bridge_tokens set tasks_begun = tasks_begun + 1
     where client_id = $1 and environment = $2 and id = $3 and tasks_begun < $4`,
    [scope.client_id, scope.environment, token_id, tasks_max],
  );
  return rowCount > 0;
}

/** Records the time of the consent. If a consent is already recorded, the earlier consent is kept. */
export async function setTokenConsent(
  tx: Db,
  scope: Scope,
  token_id: string,
  consented_at: Date,
  consent_version: string,
): Promise<void> {
  await tx.query(
    `update bridge_tokens set consented_at = $4, consent_version = $5
     where client_id = $1 and environment = $2 and id = $3 and consented_at is null`,
    [scope.client_id, scope.environment, token_id, consented_at, consent_version],
  );
}
