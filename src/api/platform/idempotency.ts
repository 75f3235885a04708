// The Idempotency-Key header: a request takes effect only once, even if it is sent several times.
import { createHash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import type { InvalidParam } from '#base/errors.ts';
import { type Answer, type NamedRequest, once } from '#services/access/idempotency.ts';
import { onceInSteps, type Steps } from '#services/access/idempotent-steps.ts';
import type { Ctx } from '#services/platform/ctx.ts';
import { toAnswer } from './errors.ts';

const KEY = /^[\x20-\x7e]{1,255}$/;

export const IdempotencyHeader = Type.Object({
  'Idempotency-Key': Type.Optional(
    Type.String({
      pattern: KEY.source,
      description:
        'If the request is sent again with the same key and body within 24 hours, the same response is returned and nothing is done again.',
    }),
  ),
});

export function checkIdempotencyKey({ headers }: FastifyRequest): InvalidParam[] {
  const key = headers['idempotency-key'];
  if (key === undefined || KEY.test(String(key))) return [];
  return [{ field: 'Idempotency-Key', message: 'Use 1 to 255 printable ASCII characters.' }];
}

/**
 * The method, path and key under which a response is stored; all are known before the body is read. A malformed
 * Idempotency-Key is treated as absent.
 */
export function namedRequest(request: FastifyRequest): NamedRequest | undefined {
  const key = request.headers['idempotency-key'];
  if (typeof key !== 'string' || !KEY.test(key)) return undefined;
  return { method: request.method, path: `${request.overseer?.keys_prefix ?? ''}${namedPath(request)}`, key };
}

/**
 * Runs the request, or replays the stored response. If the key is malformed, nothing is stored, because a later check
 * rejects the request. If the body is too large to be kept, nothing is stored, because the body of a repeated request
 * could not be compared with it.
 */
export async function runOnce(
  request: FastifyRequest,
  reply: FastifyReply,
  run: (ctx: Ctx, steps?: Steps) => Promise<Answer>,
  { about_people, in_steps }: { about_people?: false; in_steps?: true },
): Promise<Answer & { replayed: boolean }> {
  const { ctx, raw_body } = request;
  const named = namedRequest(request);
  if (named === undefined || raw_body === undefined) return { ...(await run(ctx)), replayed: false };
  const body_hash = createHash('sha256').update(raw_body).digest();
  const keyed = { ...named, body_hash };
  const answer =
    in_steps === true
      ? await onceInSteps(ctx, keyed, (steps) => run(ctx, steps), memorable)
      : await once(ctx, keyed, run, memorable, about_people ?? true);
  if (answer.replayed) reply.header('idempotency-replayed', 'true');
  return answer;
}

/** The route's declared path with its ids filled in. It is the same for every spelling of the URL. */
export function namedPath({ params, routeOptions }: FastifyRequest): string {
  const ids = new Map(Object.entries(typeof params === 'object' && params !== null ? params : {}));
  return (routeOptions.url ?? '').replaceAll(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(ids.get(name))));
}

/**
 * Error responses are stored like successful responses, except 401, 415, 429 (which depends on the time of the request)
 * and our own errors (5xx).
 */
function memorable(error: unknown): Answer | undefined {
  const { status, body } = toAnswer(error);
  return status < 500 && ![401, 415, 429].includes(status) ? { status, body } : undefined;
}
