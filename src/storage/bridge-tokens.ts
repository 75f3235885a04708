// Rows of bridge tokens.
import type { Locale } from '#domain/bridge-tokens.ts';
import type { DataSource, ProductType } from '#domain/products.ts';
import type { Scope } from '#domain/scope.ts';
import type { Db } from './db.ts';
import { insertRows } from './rows.ts';

export type BridgeTokenRow = {
  id: string;
  token_hash: Buffer;
  user_id: string;
  /** Whose landing page or widget it opens. */
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
  /** Of the browser at the landing page it was made for; null for the client's own page. */
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
