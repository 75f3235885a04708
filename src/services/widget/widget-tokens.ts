// Authenticates the widget. A browser sends only a bridge token, so the token is looked up across all clients.
// Everything after that runs in the token owner's scope and on the owner's clock.
import { ServiceError } from '#base/errors.ts';
import { isId } from '#base/ids.ts';
import { SEEN_SECONDS } from '#domain/widget/widget.ts';
import { type Ctx, type CtxParts, ctxFor } from '#services/platform/ctx.ts';
import { findWidgetToken, type WidgetToken } from '#storage/connections/bridge-tokens.ts';
import { markOrderSeen } from '#storage/orders/orders.ts';
import { SYSTEM } from '#storage/platform/db.ts';

export type { WidgetToken } from '#storage/connections/bridge-tokens.ts';

export type Visitor = { readonly ctx: Ctx; readonly token: WidgetToken };

/**
 * `page_origin` is the origin of the page that embeds the widget's frame. The frame has verified this origin. It is
 * `undefined` if the widget is not in a frame.
 */
export async function admitVisitor(
  parts: CtxParts,
  bridge_token: string | undefined,
  page_origin: string | undefined,
): Promise<Visitor> {
  if (bridge_token === undefined) throw refused('Authentication headers are missing');
  const hash = parts.vault.hash('bridge_token', bridge_token);
  const token = isId(bridge_token) ? await findWidgetToken(parts.database.scoped(SYSTEM), hash) : undefined;
  if (token === undefined) throw refused('No such token');
  const { client_id, environment } = token;
  const ctx = ctxFor(parts, { client_id, environment }, token.clock_offset_seconds);
  if (token.expires_at <= ctx.now()) {
    throw new ServiceError('expired_token', `Bridge token expired: ${bridge_token}`);
  }
  if (page_origin !== undefined && token.widget_origins.length > 0 && !token.widget_origins.includes(page_origin)) {
    throw new ServiceError('not_authenticated', 'The widget may not be opened on this page.');
  }
  return { ctx, token };
}

const refused = (message: string) =>
  new ServiceError('authentication_failed', message, { headers: { 'www-authenticate': 'Bearer' } });

/**
 * The time at which the user accepted the terms with this token or any other token of the same order. The session
 * reports this value, and starting a task requires it.
 */
export const consentedAt = ({ consented_at, order_consented_at }: WidgetToken): Date | null =>
  order_consented_at ?? consented_at;

/**
 * Records, at most once per `SEEN_SECONDS`, that the user of an open order is present. The user is considered to have
 * left half an hour after the last such record.
 */
export async function noteSeen({ ctx, token }: Visitor): Promise<void> {
  const { order_id, order_seen_at, order_finalized_at } = token;
  if (order_id === null || order_finalized_at !== null) return;
  const unless_after = new Date(ctx.now().getTime() - SEEN_SECONDS * 1000);
  if (order_seen_at !== null && order_seen_at > unless_after) return;
  await markOrderSeen(ctx.db, ctx.scope, order_id, ctx.now(), unless_after);
}
