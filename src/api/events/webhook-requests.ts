// /v1/webhook-requests/: the delivery log.
import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import { route } from '#api/platform/routes.ts';
import { Id } from '#base/schema.ts';
import { ReplayAnswer } from '#domain/events/webhook-replays.ts';
import { NoticeRequestListQuery, NoticeRequestPage, presentRequest } from '#domain/events/webhook-requests.ts';
import { cursorUrl } from '#domain/platform/cursor-pages.ts';
import { replayRequest } from '#services/events/webhook-replays.ts';
import { getNoticeRequest, listNoticeRequests } from '#services/events/webhook-requests.ts';
import type { House } from '#services/house.ts';

export function webhookRequestRoutes(app: FastifyInstance, house: House): void {
  route(app, {
    method: 'GET',
    url: '/v1/webhook-requests/',
    operation: 'listNoticeRequests',
    summary: 'List delivery attempts of the last 30 days, newest first',
    description: 'Paged by cursor: follow `next` and `previous`.',
    tag: 'Webhooks',
    status: 200,
    query: NoticeRequestListQuery,
    answer: NoticeRequestPage,
    async handle({ ctx, query, request }) {
      const { next, previous, requests } = await listNoticeRequests(ctx, query);
      const { base_url } = house.settings;
      return {
        next: cursorUrl(base_url, request.url, next),
        previous: cursorUrl(base_url, request.url, previous),
        results: requests.map(presentRequest),
      };
    },
  });

  route(app, {
    method: 'POST',
    url: '/v1/webhook-requests/:request_id/replay/',
    operation: 'replayNoticeRequest',
    summary: 'Send an event to an endpoint again',
    description: 'Creates a new delivery of the same event, with the same `webhook_id`.',
    tag: 'Webhooks',
    status: 202,
    params: Type.Object({ request_id: Id }),
    answer: ReplayAnswer,
    find: (ctx, { request_id }) => getNoticeRequest(ctx, request_id),
    handle: async ({ ctx, found: { request, endpoint } }) => ({
      replayed_count: await replayRequest(ctx, endpoint, request.event_id),
    }),
  });
}
