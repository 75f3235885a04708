// /console/api/…/requests/ and …/webhook-attempts/: the request log, and deliveries byte for byte.
import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import { Id } from '#base/schema.ts';
import { RequestLogAnswer, RequestLogQuery } from '#domain/console/request-log.ts';
import { WebhookAttemptList } from '#domain/console/webhook-attempts.ts';
import { listRequests } from '#services/console/request-log.ts';
import { readAttempts } from '#services/console/webhook-attempts.ts';
import { consoleRoute } from './console-edge.ts';

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
}
