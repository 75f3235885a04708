// /console/api/…/keys/: the access keys of an environment. Keys are created and deactivated through /v1/.
import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import { KeyAnswer, presentKey } from '#domain/access/keys.ts';
import { listKeys } from '#services/access/keys.ts';
import { consoleRoute } from './console-edge.ts';

export function consoleKeyRoutes(app: FastifyInstance): void {
  consoleRoute(app, {
    method: 'GET',
    url: 'scoped/keys/',
    area: 'development',
    status: 200,
    answer: Type.Object({ results: Type.Array(KeyAnswer) }),
    handle: async ({ ctx }) => ({ results: (await listKeys(ctx)).map(presentKey) }),
  });
}
