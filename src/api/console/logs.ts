// /console/api/…/requests/, …/events/recent/ and …/webhook-attempts/: the request log, the newest events, and webhook
// deliveries with their exact bytes.
import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import { Id, nullable } from '#base/schema.ts';
import { RequestLogAnswer, RequestLogQuery } from '#domain/console/request-log.ts';
import { WebhookAttemptList } from '#domain/console/webhook-attempts.ts';
import { EventLogAnswer, presentEvent } from '#domain/events/event-log.ts';
import { listRecentEvents } from '#services/console/recent-events.ts';
import { listRequests } from '#services/console/request-log.ts';
import { readAttempts } from '#services/console/webhook-attempts.ts';
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
    url: 'scoped/events/recent/',
    area: 'development',
    status: 200,
    query: Type.Object({ before: Type.Optional(Type.String()) }),
    answer: Type.Object({ results: EventLogAnswer.properties.results, before: nullable(Type.String()) }),
    async handle({ ctx, query }) {
      const { results, before } = await listRecentEvents(ctx, query.before);
      return { results: results.map(presentEvent), before };
    },
  });
}
