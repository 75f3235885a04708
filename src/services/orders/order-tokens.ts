// Returns an order's bridge token. As long as the order is open, the returned token stays valid for at least one more
// hour.
import { BRIDGE_TOKEN_SECONDS } from '#domain/connections/bridge-tokens.ts';
import { isOpen } from '#domain/orders/order-status.ts';
import type { Suborder } from '#domain/orders/suborders.ts';
import { newOrderToken } from '#services/connections/bridge-tokens.ts';
import { type Ctx, inTransaction } from '#services/platform/ctx.ts';
import { insertBridgeTokens } from '#storage/connections/bridge-tokens.ts';
import { updateOrder } from '#storage/orders/orders.ts';
import { type OpenOrder, sealToken } from './order-records.ts';

const LEFT_SECONDS_MIN = 3_600;

/** The order's newest token, or a new token if the newest token expires soon. */
export async function freshToken(ctx: Ctx, open: OpenOrder, suborders: readonly Suborder[]): Promise<string> {
  const { row, bridge_token } = open;
  const left_ms = row.token_expires_at.getTime() - ctx.now().getTime();
  if (row.finalized_at !== null || left_ms >= LEFT_SECONDS_MIN * 1000) return bridge_token;
  return (await renewToken(ctx, open, suborders)) ?? bridge_token;
}

/**
 * Creates a token for one visit to the landing page, bound to the visitor's browser. Such a visit never uses the
 * order's own token. The client's page uses that token, and an unknown visitor must not have it. Returns `undefined` if
 * the user was erased.
 */
export async function landingToken(
  ctx: Ctx,
  { row, key }: OpenOrder,
  suborders: readonly Suborder[],
  browser_hash: Buffer,
): Promise<string | undefined> {
  const first = firstOpen(suborders);
  if (key === undefined || first === undefined) return undefined;
  const made = newOrderToken(ctx, key, row, first, browser_hash);
  await insertBridgeTokens(ctx.db, ctx.scope, [made.row]);
  return made.token;
}

const firstOpen = (suborders: readonly Suborder[]): Suborder | undefined =>
  suborders.find(({ status }) => isOpen(status)) ?? suborders[0];

async function renewToken(
  ctx: Ctx,
  { row, key }: OpenOrder,
  suborders: readonly Suborder[],
): Promise<string | undefined> {
  const first = firstOpen(suborders);
  if (key === undefined || first === undefined) return undefined;
  const made = newOrderToken(ctx, key, row, first);
  await inTransaction(ctx, async (ctx) => {
    await insertBridgeTokens(ctx.db, ctx.scope, [made.row]);
    await updateOrder(ctx.db, ctx.scope, row.id, {
      token_sealed: sealToken(ctx, key, row.id, made.token),
      token_expires_at: new Date(ctx.now().getTime() + BRIDGE_TOKEN_SECONDS * 1000),
    });
  });
  return made.token;
}
