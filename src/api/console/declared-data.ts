// /console/api/…/users/{user_id}/declared/: the data that is declared for a person in the sandbox.
import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import { notFound } from '#base/errors.ts';
import { Id } from '#base/schema.ts';
import { DeclaredDataAnswer } from '#domain/sandbox/declared-data.ts';
import { getStoredUser } from '#services/people/users.ts';
import { readDeclaredData } from '#services/sandbox/sandbox-declarations.ts';
import { consoleRoute } from './console-routes.ts';

export function declaredDataRoutes(app: FastifyInstance): void {
  consoleRoute(app, {
    method: 'GET',
    url: 'scoped/users/:user_id/declared/',
    area: 'sandbox',
    view: 'readDeclaredData',
    status: 200,
    params: Type.Object({ user_id: Id }),
    answer: DeclaredDataAnswer,
    async handle({ ctx, params }) {
      if (ctx.scope.environment !== 'sandbox') throw notFound();
      return readDeclaredData(ctx, (await getStoredUser(ctx, params.user_id)).id);
    },
  });
}
