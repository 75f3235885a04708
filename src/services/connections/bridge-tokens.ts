// Creates bridge tokens. Each token defines what the widget may do for a user, and for how long.
import type { KeyObject } from 'node:crypto';
import { incorrect, notFound } from '#base/errors.ts';
import { maskToken } from '#base/mask.ts';
import { type InDecimals, inDecimals } from '#base/money.ts';
import { toTimestamp } from '#base/timestamps.ts';
import { UNKNOWN_TEMPLATE } from '#domain/access/templates.ts';
import {
  BRIDGE_TOKEN_SECONDS,
  type BridgeTokenAnswer,
  checkBridgeToken,
  type NewBridgeToken,
  productsOf,
  sourcesOf,
  toLocale,
} from '#domain/connections/bridge-tokens.ts';
import { type DepositAccount, toDepositAccount } from '#domain/connections/deposit-accounts.ts';
import type { Suborder } from '#domain/orders/suborders.ts';
import { chooseTemplate } from '#services/access/templates.ts';
import { type Ctx, inTransaction } from '#services/platform/ctx.ts';
import { sealJson, unsealJson } from '#services/platform/sealed-json.ts';
import { place } from '#services/platform/vault.ts';
import { findClientName } from '#storage/access/clients.ts';
import { type BridgeTokenRow, insertBridgeTokens } from '#storage/connections/bridge-tokens.ts';
import type { OrderRow } from '#storage/orders/orders.ts';
import { holdUser, type StoredUser } from '#storage/people/users.ts';
import { getLinkByToken } from './links.ts';

/** The sealed part of a bridge token. */
export type BridgeTokenSecrets = { token: string; deposit: InDecimals<DepositAccount> | null };

const sealedPlace = (ctx: Ctx, id: string): string => place(ctx.scope, 'bridge_tokens', 'sealed', id);

export const openBridgeToken = (ctx: Ctx, key: KeyObject, id: string, sealed: Buffer): BridgeTokenSecrets =>
  unsealJson<BridgeTokenSecrets>(key, sealed, sealedPlace(ctx, id));

export async function createBridgeToken(ctx: Ctx, user: StoredUser, input: NewBridgeToken): Promise<BridgeTokenAnswer> {
  checkBridgeToken(input);
  const key = await ctx.vault.unwrap(ctx.scope, user.id, user);
  return inTransaction(ctx, async (ctx) => {
    // The user is locked, so that a concurrent erasure of the user runs either entirely before or entirely after this
    // transaction.
    const [is_held, template_id] = await Promise.all([
      holdUser(ctx.db, ctx.scope, user.id),
      chooseTemplate(ctx, input.template_id, input.product_type),
    ]);
    if (!is_held) throw notFound();
    if (template_id === undefined) throw incorrect(UNKNOWN_TEMPLATE);
    const link = input.access_token ? await linkOfUser(ctx, user.id, input.access_token) : undefined;
    const row = await toRow(ctx, key, user.id, input, { link_id: link?.id ?? null, template_id });
    await insertBridgeTokens(ctx.db, ctx.scope, [row.row]);
    return present(row.row, row.token, link?.access_token_last4);
  });
}

/** Returns the link to renew in update mode. Throws 404 if the link does not belong to this user. */
async function linkOfUser(ctx: Ctx, user_id: string, access_token: string) {
  const link = await getLinkByToken(ctx, access_token);
  if (link.user_id !== user_id) throw notFound();
  return link;
}

/** Creates the token that opens an order's widget. The token allows exactly the products that the order asks for. */
export function newOrderToken(
  ctx: Ctx,
  key: KeyObject,
  order: Pick<OrderRow, 'id' | 'user_id' | 'products' | 'client_name' | 'template_id'>,
  first: Pick<Suborder, 'product_type' | 'company_mapping_id' | 'provider_id' | 'data_sources'>,
  browser_hash: Buffer | null = null,
): { row: BridgeTokenRow; token: string } {
  const id = ctx.newId();
  const token = ctx.newId();
  const now = ctx.now();
  const secrets: BridgeTokenSecrets = { token, deposit: null };
  const row: BridgeTokenRow = {
    id,
    token_hash: ctx.vault.hash('bridge_token', token),
    user_id: order.user_id,
    order_id: order.id,
    product_type: first.product_type,
    allowed_products: order.products,
    tracking_info: null,
    client_name: order.client_name,
    company_mapping_id: first.company_mapping_id,
    provider_id: first.provider_id,
    link_id: null,
    template_id: order.template_id,
    data_sources: first.data_sources,
    use_case: null,
    request_extended_history: false,
    locale: 'en',
    browser_hash,
    sealed: sealJson(key, secrets, sealedPlace(ctx, id)),
    created_at: now,
    expires_at: new Date(now.getTime() + BRIDGE_TOKEN_SECONDS * 1000),
  };
  return { row, token };
}

async function toRow(
  ctx: Ctx,
  key: KeyObject,
  user_id: string,
  input: NewBridgeToken,
  { link_id, template_id }: Pick<BridgeTokenRow, 'link_id' | 'template_id'>,
) {
  const id = ctx.newId();
  const token = ctx.newId();
  const now = ctx.now();
  const deposit = input.account ? toDepositAccount(input.account) : null;
  const secrets: BridgeTokenSecrets = { token, deposit: inDecimals(deposit) };
  const row: BridgeTokenRow = {
    id,
    token_hash: ctx.vault.hash('bridge_token', token),
    user_id,
    order_id: null,
    product_type: input.product_type,
    allowed_products: productsOf(input),
    tracking_info: input.tracking_info || null,
    client_name: input.client_name || (await findClientName(ctx.db, ctx.scope.client_id)),
    company_mapping_id: input.company_mapping_id || null,
    provider_id: input.provider_id || null,
    link_id,
    template_id,
    data_sources: sourcesOf(input),
    use_case: input.use_case || null,
    request_extended_history: input.request_extended_history ?? false,
    locale: toLocale(input.locale),
    browser_hash: null,
    sealed: sealJson(key, secrets, sealedPlace(ctx, id)),
    created_at: now,
    expires_at: new Date(now.getTime() + BRIDGE_TOKEN_SECONDS * 1000),
  };
  return { row, token };
}

const present = (row: BridgeTokenRow, token: string, access_token_last4: string | undefined): BridgeTokenAnswer => ({
  bridge_token: token,
  user_id: row.user_id,
  product_type: row.product_type,
  allowed_products: row.allowed_products,
  client_name: row.client_name,
  tracking_info: row.tracking_info,
  company_mapping_id: row.company_mapping_id,
  provider_id: row.provider_id,
  access_token: access_token_last4 === undefined ? null : maskToken(access_token_last4),
  template_id: row.template_id,
  data_sources: row.data_sources,
  expires_at: toTimestamp(row.expires_at),
});
