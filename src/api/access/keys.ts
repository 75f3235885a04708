// /v1/keys/: rotate access keys.
import type { FastifyInstance } from 'fastify';
import { route } from '#api/platform/routes.ts';
import { KeyAnswer, KeyToDeactivate, NewKey, NewKeyAnswer, presentKey } from '#domain/access/keys.ts';
import { createKey, deactivateKey } from '#services/access/keys.ts';
import type { House } from '#services/house.ts';

export function keyRoutes(app: FastifyInstance, house: House): void {
  route(app, {
    method: 'POST',
    url: '/v1/keys/',
    operation: 'createKey',
    summary: 'Create a key; its secret is shown only in this response',
    description: 'An environment has at most two active keys.',
    tag: 'Keys',
    status: 201,
    body: NewKey,
    answer: NewKeyAnswer,
    idempotent: false,
    async handle({ ctx, body }) {
      const { key, access_secret } = await createKey(ctx, body.env_type || undefined);
      return { ...presentKey(key), access_secret };
    },
  });

  route(app, {
    method: 'POST',
    url: '/v1/keys/deactivate/',
    operation: 'deactivateKey',
    summary: 'Deactivate a key permanently',
    description: 'Takes effect with the next request. The last active key cannot be deactivated.',
    tag: 'Keys',
    status: 200,
    body: KeyToDeactivate,
    answer: KeyAnswer,
    async handle({ ctx, body }) {
      await house.authenticator.flush();
      return presentKey(await deactivateKey(ctx, body));
    },
    after: (ctx) => house.authenticator.forget(ctx.scope.client_id),
  });
}
