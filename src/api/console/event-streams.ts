// /console/api/…/events/stream/: the event log as server-sent events.
import { once } from 'node:events';
import { PassThrough } from 'node:stream';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import { membershipOf } from '#domain/console/sessions.ts';
import { placeOf } from '#domain/events/event-log.ts';
import { openEventStreams } from '#services/console/event-streams.ts';
import { findSession } from '#services/console/sessions.ts';
import type { House } from '#services/house.ts';
import { consoleRoute } from './console-routes.ts';
import { readSessionCookie } from './session-cookies.ts';

/**
 * How long a reader may accept no data before it is disconnected. It can reconnect and resume after the last event that
 * it received.
 */
const STALLED_MS = 30_000;

export function eventStreamRoutes(app: FastifyInstance, house: House): void {
  const streams = openEventStreams(house);
  app.addHook('preClose', async () => streams.close());

  consoleRoute(app, {
    method: 'GET',
    url: 'scoped/events/stream/',
    area: 'cases',
    status: 200,
    query: Type.Object({ after: Type.Optional(Type.String()) }),
    async handle({ ctx, session, membership, query, request, reply }) {
      const ending = new AbortController();
      const text = streams.open(ctx, {
        session_id: session.id,
        user_id: session.user.id,
        after: lastSeen(request) ?? query.after,
        signal: ending.signal,
        async isAllowed() {
          const now = await findSession(house, readSessionCookie(house, request));
          if (now === undefined) return false;
          return membershipOf(now, membership.client_id, membership.environment)?.role === membership.role;
        },
      });
      // The response begins only after the stream has yielded its first piece of text, so that a rejected request still
      // gets an ordinary error response.
      const first = await text.next();
      const out = new PassThrough();
      out.once('close', () => ending.abort());
      void pump(out, first.done === true ? '' : first.value, text);
      await reply.headers(STREAM_HEADERS).send(out);
    },
  });
}

/** Proxies must neither cache nor buffer the stream. */
const STREAM_HEADERS = {
  'content-type': 'text/event-stream; charset=utf-8',
  'cache-control': 'no-store, no-transform',
  'x-accel-buffering': 'no',
};

/** The cursor that a browser sends when it reconnects; undefined if it is not a valid cursor. */
function lastSeen({ headers }: FastifyRequest): string | undefined {
  const cursor = headers['last-event-id'];
  return typeof cursor === 'string' && placeOf(cursor) !== undefined ? cursor : undefined;
}

/**
 * Writes the stream's pieces of text one after the other. Each piece waits until the reader has accepted the previous
 * piece.
 */
async function pump(out: PassThrough, first: string, text: AsyncGenerator<string>): Promise<void> {
  try {
    out.write(first);
    for await (const piece of text) {
      if (out.destroyed) return;
      if (!out.write(piece)) await once(out, 'drain', { signal: AbortSignal.timeout(STALLED_MS) });
    }
    out.end();
  } catch {
    // The reader has disconnected or accepts no data, or the event log could not be read. The browser will reconnect.
    out.destroy();
  }
}
