// /console/api/session/ and /console/api/sessions/: the session of the browser, and all sessions of its user.
import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import { Id } from '#base/schema.ts';
import { toTimestamp } from '#base/timestamps.ts';
import { SessionList, SessionView, STAGES } from '#domain/console/sessions.ts';
import { endAllSessions, endSession, listSessions, viewSession } from '#services/console/sessions.ts';
import type { House } from '#services/house.ts';
import { actorOf, consoleRoute } from './console-routes.ts';
import { clearSessionCookie } from './session-cookies.ts';

export function sessionRoutes(app: FastifyInstance, house: House): void {
  consoleRoute(app, {
    method: 'GET',
    url: 'session/',
    stages: STAGES,
    status: 200,
    answer: SessionView,
    handle: ({ ctx, session }) => viewSession(ctx, session),
  });

  consoleRoute(app, {
    method: 'DELETE',
    url: 'session/',
    is_audited: false,
    stages: STAGES,
    status: 204,
    async handle({ ctx, session, request, reply }) {
      await endSession(ctx, session, actorOf(session, request));
      clearSessionCookie(house, reply);
    },
  });

  consoleRoute(app, {
    method: 'POST',
    url: 'session/everywhere/',
    is_audited: false,
    status: 204,
    async handle({ ctx, session, request, reply }) {
      await endAllSessions(ctx, session, actorOf(session, request));
      clearSessionCookie(house, reply);
    },
  });

  consoleRoute(app, {
    method: 'GET',
    url: 'sessions/',
    status: 200,
    answer: SessionList,
    async handle({ ctx, session }) {
      const rows = await listSessions(ctx, session);
      return {
        results: rows.map((row) => ({
          id: row.id,
          created_at: toTimestamp(row.created_at),
          last_seen_at: toTimestamp(row.last_seen_at),
          ip: row.ip,
          user_agent: row.user_agent,
          is_current: row.id === session.id,
        })),
      };
    },
  });

  consoleRoute(app, {
    method: 'DELETE',
    url: 'sessions/:id/',
    is_audited: false,
    params: Type.Object({ id: Id }),
    status: 204,
    handle: ({ ctx, session, params, request }) => endSession(ctx, session, actorOf(session, request), params.id),
  });
}
