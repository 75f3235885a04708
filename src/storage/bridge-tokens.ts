// Rows of bridge tokens.
import type { Locale } from '#domain/bridge-tokens.ts';
import type { DataSource, ProductType } from '#domain/products.ts';
import type { Scope } from '#domain/scope.ts';
import type { Db } from './db.ts';

export type BridgeTokenRow = {
  id: string;
  token_hash: Buffer;
  user_id: string;
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
  sealed: Buffer;
  created_at: Date;
  expires_at: Date;
};

const COLUMN_NAMES = [
  'id',
  'token_hash',
  'user_id',
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
  'sealed',
  'created_at',
  'expires_at',
] as const satisfies readonly (keyof BridgeTokenRow)[];

const INSERT = `insert into bridge_tokens (client_id, environment, ${COLUMN_NAMES.join(', ')})
  values ($1, $2, ${COLUMN_NAMES.map((_, at) => `$${at + 3}`).join(', ')})`;

export async function insertBridgeToken(tx: Db, scope: Scope, token: BridgeTokenRow): Promise<void> {
  await tx.query(INSERT, [scope.client_id, scope.environment, ...COLUMN_NAMES.map((name) => token[name])]);
}

export async function deleteBridgeTokensOf(tx: Db, scope: Scope, user_id: string): Promise<void> {
  await tx.query('delete from bridge_tokens where client_id = $1 and environment = $2 and user_id = $3', [
    scope.client_id,
    scope.environment,
    user_id,
  ]);
}
