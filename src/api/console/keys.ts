// /console/api/…/keys/: the access keys of an environment. Keys are created through /v1/. They are deactivated here,
// because only the console may deactivate the last active key.
import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import { Id, shape } from '#base/schema.ts';
import { KeyAnswer, presentKey } from '#domain/access/keys.ts';
import { listKeys } from '#services/access/keys.ts';
import { endKey } from '#services/console/keys.ts';
import type { House } from '#services/house.ts';
import { actorOf, consoleRoute } from './console-routes.ts';

const KeyEnd = shape('ConsoleKeyEnd', 'Whether even the last active key may be deactivated.', {
  even_the_last: Type.Optional(Type.Boolean()),
});

export function consoleKeyRoutes(app: FastifyInstance, { authenticator }: House): void {
  consoleRoute(app, {
    method: 'GET',
    url: 'scoped/keys/',
    area: 'development',
    status: 200,
    answer: Type.Object({ results: Type.Array(KeyAnswer) }),
    handle: async ({ ctx }) => ({ results: (await listKeys(ctx)).map(presentKey) }),
  });

  consoleRoute(app, {
    method: 'POST',
    url: 'scoped/keys/:id/deactivate/',
    is_audited: false,
    area: 'development',
    right: 'write',
    status: 200,
    params: Type.Object({ id: Id }),
    body: KeyEnd,
    answer: KeyAnswer,
    async handle({ ctx, session, params, body, request }) {
      await authenticator.flush();
      const key = await endKey(ctx, actorOf(session, request), params.id, body.even_the_last === true);
      authenticator.forget(ctx.scope.client_id);
      return presentKey(key);
    },
  });
}
