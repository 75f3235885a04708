// The landing page of an order. Looking at it changes nothing; a visit, which only a browser makes, opens the order and
// gets a bridge token of its own.
import { notFound, throttled } from '#base/errors.ts';
import { toTimestamp } from '#base/timestamps.ts';
import { LANDING_VISITS_PER_MINUTE, type LandingVisit } from '#domain/widget.ts';
import { SYSTEM } from '#storage/db.ts';
import { findOrder, findOrderByKey } from '#storage/orders.ts';
import { type Ctx, type CtxParts, ctxOf, inTransaction } from './ctx.ts';
import { note } from './events.ts';
import { lookUpFor } from './guesses.ts';
import type { Limiter } from './limits.ts';
import { type HeldOrder, holdOrder, markSent, statusOf } from './order-moves.ts';
import { openOrder, shareUrl } from './order-records.ts';
import { renewToken } from './order-tokens.ts';
import { widgetTemplate } from './widget-looks.ts';

type Keys = { share_key: string } | { short_key: string };

/** Whose page it is, by whatever of its two keys the address has. */
async function orderOf(parts: CtxParts, keys: Keys): Promise<{ ctx: Ctx; order_id: string } | undefined> {
  const [by, hash] =
    'share_key' in keys
      ? (['share_key_hash', parts.vault.hash('share_key', keys.share_key)] as const)
      : (['short_key_hash', parts.vault.hash('short_key', keys.short_key)] as const);
  const found = await findOrderByKey(parts.database.scoped(SYSTEM), by, hash);
  if (found === undefined) return undefined;
  const { client_id, environment, id: order_id } = found;
  return { ctx: await ctxOf(parts, { client_id, environment }), order_id };
}

const SHARE_KEY = /^[0-9a-f]{32}$/;

/** Whether an order has this landing page. What cannot be a key is not looked up. */
export async function isLanding(parts: CtxParts, share_key: string, ip: string): Promise<boolean> {
  const found = await lookUpFor(parts, ip, async () => {
    if (!SHARE_KEY.test(share_key)) return undefined;
    return findOrderByKey(parts.database.scoped(SYSTEM), 'share_key_hash', parts.vault.hash('share_key', share_key));
  });
  return found !== undefined;
}

export async function visitLanding(
  parts: CtxParts & { limiter: Limiter },
  share_key: string,
  ip: string,
): Promise<LandingVisit> {
  const found = await lookUpFor(parts, ip, () => orderOf(parts, { share_key }));
  if (found === undefined) throw notFound();
  const { ctx, order_id } = found;
  // Every visit makes a token; whoever has the address could make any number of them.
  const visits = await parts.limiter.request(ctx.scope, order_id, LANDING_VISITS_PER_MINUTE);
  if (!visits.admitted) throw throttled(visits.retry_after_seconds);
  return inTransaction(ctx, async (ctx) => {
    const held = await holdOrder(ctx, order_id);
    if (held === undefined) throw notFound();
    return visit(ctx, held);
  });
}

async function visit(ctx: Ctx, held: HeldOrder): Promise<LandingVisit> {
  const { order } = held;
  const is_open = order.finalized_at === null;
  const bridge_token = is_open ? await renewToken(ctx, await openOrder(ctx, order), held.suborders) : undefined;
  if (is_open) {
    await note(ctx, [{ order_id: order.id, event_type: 'landing-opened', data: {} }]);
    await markSent(ctx, held, { seen_at: ctx.now() });
  }
  const { looks } = await widgetTemplate(ctx, order.template_id);
  return {
    bridge_token: bridge_token ?? null,
    status: statusOf(held),
    is_final: !is_open,
    environment: ctx.scope.environment,
    locale: 'en',
    client_name: order.client_name,
    ...looks,
    expires_at: toTimestamp(order.expires_at),
  };
}

/** Where a short address leads; undefined where it leads nowhere. */
export const findLandingUrl = (parts: CtxParts, short_key: string, ip: string): Promise<string | undefined> =>
  lookUpFor(parts, ip, () => landingUrlOf(parts, short_key));

async function landingUrlOf(parts: CtxParts, short_key: string): Promise<string | undefined> {
  const found = await orderOf(parts, { short_key });
  const order = found && (await findOrder(found.ctx.db, found.ctx.scope, found.order_id));
  if (found === undefined || order === undefined) return undefined;
  const { key, record } = await openOrder(found.ctx, order);
  return key === undefined ? undefined : shareUrl(found.ctx, record);
}
