// /v1/events/: the event log.
import type { FastifyInstance } from 'fastify';
import { route } from '#api/platform/routes.ts';
import { EventListParameters, EventLogAnswer, presentEvent, toEventListQuery } from '#domain/events/event-log.ts';
import { listEvents } from '#services/events/event-log.ts';

export function eventRoutes(app: FastifyInstance): void {
  route(app, {
    method: 'GET',
    url: '/v1/events/',
    operation: 'listEvents',
    summary: 'Read the event log, oldest first',
    description: 'Contains every event of the environment, whether or not an endpoint subscribes to it.',
    tag: 'Webhooks',
    status: 200,
    query: EventListParameters,
    answer: EventLogAnswer,
    async handle({ ctx, query }) {
      const { next_cursor, results } = await listEvents(ctx, toEventListQuery(query));
      return { next_cursor, results: results.map(presentEvent) };
    },
  });
}
