// The Idempotency-Key header: how a request asks to happen once however often it is sent.
import { createHash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import type { InvalidParam } from '#base/errors.ts';
import { type Answer, type NamedRequest, once } from '#services/access/idempotency.ts';
import type { Ctx } from '#services/platform/ctx.ts';
import { toAnswer } from './errors.ts';

const KEY = /^[\x20-\x7e]{1,255}$/;

export const IdempotencyHeader = Type.Object({
  'Idempotency-Key': Type.Optional(
    Type.String({
      pattern: KEY.source,
      description:
        'Sent again with the same key and body within 24 hours, the request answers the same and does nothing.',
    }),
  ),
});

export function checkIdempotencyKey({ headers }: FastifyRequest): InvalidParam[] {
  const key = headers['idempotency-key'];
  if (key === undefined || KEY.test(String(key))) return [];
  return [{ field: 'Idempotency-Key', message: 'Use 1 to 255 printable ASCII characters.' }];
}

/** What an answer is kept under, as far as it is known before the body is read. A key that is none is no key. */
export function namedRequest(request: FastifyRequest): NamedRequest | undefined {
  const key = request.headers['idempotency-key'];
  if (typeof key !== 'string' || !KEY.test(key)) return undefined;
  return { method: request.method, path: namedPath(request), key };
}

/**
 * Runs it, or answers as the first time. A key that is none is refused in its turn, and a body too large
 * to keep cannot be compared: of both nothing is remembered.
 */
export async function runOnce(
  request: FastifyRequest,
  reply: FastifyReply,
  run: (ctx: Ctx) => Promise<Answer>,
  is_about_people: boolean,
): Promise<Answer & { replayed: boolean }> {
  const { ctx, raw_body } = request;
  const named = namedRequest(request);
  if (named === undefined || raw_body === undefined) return { ...(await run(ctx)), replayed: false };
  const body_hash = createHash('sha256').update(raw_body).digest();
  const answer = await once(ctx, { ...named, body_hash }, run, memorable, is_about_people);
  if (answer.replayed) reply.header('idempotency-replayed', 'true');
  return answer;
}

/** The path as declared with its ids filled in: the same however the client wrote it. */
function namedPath({ params, routeOptions }: FastifyRequest): string {
  const ids = new Map(Object.entries(typeof params === 'object' && params !== null ? params : {}));
  return (routeOptions.url ?? '').replaceAll(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(ids.get(name))));
}

/** A refusal is remembered like a success, unless it was about the moment (429) or is our own fault. */
function memorable(error: unknown): Answer | undefined {
  const { status, body } = toAnswer(error);
  return status < 500 && ![401, 415, 429].includes(status) ? { status, body } : undefined;
}
