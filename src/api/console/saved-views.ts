// /console/api/…/views/: filters that the user has saved.
import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import { Id } from '#base/schema.ts';
import { NewView, ViewAnswer, ViewList } from '#domain/console/saved-views.ts';
import { readViews, removeView, saveView } from '#services/console/saved-views.ts';
import { consoleRoute } from './console-routes.ts';

// A saved view belongs only to its user and changes no data of the client, so every role may save views.
const area = 'cases';

export function savedViewRoutes(app: FastifyInstance): void {
  consoleRoute(app, {
    method: 'GET',
    url: 'scoped/views/',
    area,
    status: 200,
    answer: ViewList,
    handle: async ({ ctx, session }) => ({ results: await readViews(ctx, session.user.id) }),
  });

  consoleRoute(app, {
    method: 'POST',
    url: 'scoped/views/',
    area,
    is_audited: false,
    status: 201,
    body: NewView,
    answer: ViewAnswer,
    handle: ({ ctx, session, body }) => saveView(ctx, session.user.id, body),
  });

  consoleRoute(app, {
    method: 'DELETE',
    url: 'scoped/views/:view_id/',
    area,
    is_audited: false,
    status: 204,
    params: Type.Object({ view_id: Id }),
    handle: ({ ctx, session, params }) => removeView(ctx, session.user.id, params.view_id),
  });
}
