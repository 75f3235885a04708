// /console/api/…/requests/, …/events/ and …/webhook-attempts/: the request log, the event log, and webhook
// deliveries with their exact bytes.
import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import { Id } from '#base/schema.ts';
import { EventAnswer, EventParams, RecentEventsAnswer, RecentEventsQuery } from '#domain/console/recent-events.ts';
import { RequestLogAnswer, RequestLogQuery } from '#domain/console/request-log.ts';
import { WebhookAttemptList } from '#domain/console/webhook-attempts.ts';
import { presentEvent } from '#domain/events/event-log.ts';
import { NoticeRequestAnswer, presentRequest } from '#domain/events/webhook-requests.ts';
import { getEvent, listRecentEvents } from '#services/console/recent-events.ts';
import { listRequests } from '#services/console/request-log.ts';
import { readAttempts } from '#services/console/webhook-attempts.ts';
import { getShownRequest } from '#services/events/webhook-requests.ts';
import { consoleRoute } from './console-routes.ts';

export function logRoutes(app: FastifyInstance): void {
  consoleRoute(app, {
    method: 'GET',
    url: 'scoped/requests/',
    area: 'development',
    status: 200,
    query: RequestLogQuery,
    answer: RequestLogAnswer,
    handle: ({ ctx, query }) => listRequests(ctx, query),
  });

  consoleRoute(app, {
    method: 'GET',
    url: 'scoped/webhook-attempts/:webhook_id/',
    area: 'development',
    status: 200,
    params: Type.Object({ webhook_id: Id }),
    answer: WebhookAttemptList,
    handle: async ({ ctx, params }) => ({ results: await readAttempts(ctx, params.webhook_id) }),
  });

  consoleRoute(app, {
    method: 'GET',
    url: 'scoped/webhook-requests/:request_id/',
    area: 'development',
    status: 200,
    params: Type.Object({ request_id: Id }),
    answer: NoticeRequestAnswer,
    handle: async ({ ctx, params }) => presentRequest(await getShownRequest(ctx, params.request_id)),
  });

  consoleRoute(app, {
    method: 'GET',
    url: 'scoped/events/recent/',
    area: 'development',
    status: 200,
    query: RecentEventsQuery,
    answer: RecentEventsAnswer,
    async handle({ ctx, query }) {
      const { results, before } = await listRecentEvents(ctx, query);
      return { results: results.map(presentEvent), before };
    },
  });

  consoleRoute(app, {
    method: 'GET',
    url: 'scoped/events/:event/',
    area: 'development',
    status: 200,
    params: EventParams,
    answer: EventAnswer,
    handle: async ({ ctx, params }) => presentEvent(await getEvent(ctx, params.event)),
  });
}
