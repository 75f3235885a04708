// Is it alive, is it ready, how is it doing: for load balancers and operators, without authentication.
import type { FastifyInstance } from 'fastify';
import { unavailable } from '#base/errors.ts';
import { checkReady } from '#services/health.ts';
import type { House } from '#services/house.ts';
import type { Metrics } from './metrics.ts';
import { send } from './routes.ts';

export function healthRoutes(app: FastifyInstance, house: House, metrics: Metrics): void {
  const hide = { schema: { hide: true } };
  const always = { ...hide, config: { essential: true } };
  app.get('/healthz', always, async (_request, reply) => send(reply, { status: 200, body: '{"status":"ok"}' }));
  app.get('/readyz', hide, async (_request, reply) => {
    const problem = await checkReady(house.database);
    if (problem !== undefined) throw unavailable(problem);
    return send(reply, { status: 200, body: '{"status":"ready"}' });
  });
  app.get('/metrics', always, async (_request, reply) =>
    reply.header('content-type', 'text/plain; version=0.0.4; charset=utf-8').send(await metrics.text()),
  );
}
