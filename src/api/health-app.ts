// An HTTP app with only the health endpoints `/healthz`, `/readyz` and `/metrics`, for a process that serves no other
// requests.
import Fastify, { type FastifyInstance } from 'fastify';
import { notFound } from '#base/errors.ts';
import type { House } from '#services/house.ts';
import { EVERY_ANSWER, toAnswer } from './platform/errors.ts';
import { healthRoutes } from './platform/health.ts';
import { openMetrics } from './platform/metrics.ts';
import { send } from './platform/routes.ts';
import { newWarmUp } from './platform/warm-up.ts';

export function buildHealthApp(house: House): FastifyInstance {
  const app = Fastify({ logger: false });
  app.decorate('warm_up', newWarmUp());
  app.setErrorHandler<Error>((error, _request, reply) => {
    const { status, body, headers } = toAnswer(error);
    return send(reply.headers({ ...EVERY_ANSWER, ...headers }), { status, body });
  });
  app.setNotFoundHandler(() => {
    throw notFound();
  });
  healthRoutes(app, house, openMetrics(house));
  return app;
}
