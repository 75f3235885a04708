// Endpoints for liveness, readiness and metrics. Load balancers and operators call them without authentication. These
// requests take no slot, so their number is not limited. Because of this, concurrent requests to the same endpoint
// share one result.
import type { FastifyInstance } from 'fastify';
import { unavailable } from '#base/errors.ts';
import type { House } from '#services/house.ts';
import { checkReady } from '#services/platform/health.ts';
import type { Metrics } from './metrics.ts';
import { send } from './routes.ts';

export function healthRoutes(app: FastifyInstance, house: House, metrics: Metrics): void {
  const always = { schema: { hide: true }, config: { essential: true } };
  const ready = shared(() => checkReady(house.database));
  const numbers = shared(() => metrics.text());
  app.get('/healthz', always, async (_request, reply) => send(reply, { status: 200, body: '{"status":"ok"}' }));
  app.get('/readyz', always, async (_request, reply) => {
    if (app.warm_up.is_pending) throw unavailable();
    const problem = await ready();
    if (problem !== undefined) throw unavailable(problem);
    return send(reply, { status: 200, body: '{"status":"ready"}' });
  });
  app.get('/metrics', always, async (_request, reply) =>
    reply.header('content-type', 'text/plain; version=0.0.4; charset=utf-8').send(await numbers()),
  );
}

/** Returns a function whose concurrent callers share one result. */
function shared<Result>(make: () => Promise<Result>): () => Promise<Result> {
  let making: Promise<Result> | undefined;
  return () => {
    making ??= make().finally(() => {
      making = undefined;
    });
    return making;
  };
}
