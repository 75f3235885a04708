// /console/api/…/links/{link_id}/refreshes/: refreshes a link. Through /v1/, a POST request that refreshes a link needs
// the link's access token, and the console has no access token.
import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import { Id } from '#base/schema.ts';
import { NewRefreshAnswer } from '#domain/connections/refresh.ts';
import { startLinkRefresh } from '#services/console/link-refreshes.ts';
import { actorOf, consoleRoute } from './console-routes.ts';

export function linkRefreshRoutes(app: FastifyInstance): void {
  consoleRoute(app, {
    method: 'POST',
    url: 'scoped/links/:link_id/refreshes/',
    is_audited: false,
    area: 'cases',
    right: 'write',
    status: 201,
    params: Type.Object({ link_id: Id }),
    answer: NewRefreshAnswer,
    async handle({ ctx, session, params, request }) {
      const { task_id } = await startLinkRefresh(ctx, actorOf(session, request), params.link_id);
      return { task_id };
    },
  });
}
