// Reads the delivery log: either a page of attempts, or one attempt that will be repeated.
import { notFound } from '#base/errors.ts';
import {
  logBegins,
  type NoticeRequest,
  type NoticeRequestListQuery,
  type ShownRequest,
  toRequestFilter,
} from '#domain/events/webhook-requests.ts';
import { type Cursor, parseCursor, toCursorPage } from '#domain/platform/cursor-pages.ts';
import { parsePaging } from '#domain/platform/pages.ts';
import { type Ctx, missing } from '#services/platform/ctx.ts';
import { findAttempt, findLoggedAttempt, type LoggedRequest, listAttempts } from '#storage/events/webhook-attempts.ts';
import { findEndpoint, type WebhookEndpointRow } from '#storage/events/webhook-endpoints.ts';

export async function listNoticeRequests(
  ctx: Ctx,
  query: NoticeRequestListQuery,
): Promise<{ next: Cursor | null; previous: Cursor | null; requests: ShownRequest[] }> {
  const filter = toRequestFilter(query, ctx.now());
  const cursor = query.cursor === undefined ? undefined : parseCursor(query.cursor);
  const { page_size } = parsePaging({ page_size: query.page_size });
  const found = await listAttempts(ctx.db, ctx.scope, filter, cursor, page_size + 1);
  const { rows, next, previous } = toCursorPage(found, cursor, page_size);
  return { next, previous, requests: rows.filter(isShown) };
}

/**
 * Returns a request with its endpoint. Throws 404 if the request is too old to be in the log. Also throws 404 if the
 * endpoint was deleted, because the request then cannot be sent again.
 */
export async function getNoticeRequest(
  ctx: Ctx,
  id: string,
): Promise<{ request: NoticeRequest; endpoint: WebhookEndpointRow }> {
  const request = await findAttempt(ctx.db, ctx.scope, id);
  if (request === undefined) throw await missing(ctx, (db, scope) => findAttempt(db, scope, id));
  if (request.sent_at < logBegins(ctx.now())) throw notFound();
  const endpoint = await findEndpoint(ctx.db, ctx.scope, request.endpoint_id);
  if (endpoint === undefined) throw notFound();
  return { request, endpoint };
}

/** Returns an attempt of the delivery log together with its event. */
export async function getShownRequest(ctx: Ctx, id: string): Promise<ShownRequest> {
  const request = await findLoggedAttempt(ctx.db, ctx.scope, id);
  if (request === undefined || request.sent_at < logBegins(ctx.now()) || !isShown(request)) throw notFound();
  return request;
}

/**
 * Whether an attempt can be shown. An attempt cannot be shown if its event was deleted, because then there is no
 * payload to show.
 */
const isShown = (request: LoggedRequest): request is ShownRequest =>
  request.payload !== null && request.event_created_at !== null;
