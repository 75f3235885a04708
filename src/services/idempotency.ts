// A request with an Idempotency-Key happens once. Its answer is stored in the very transaction of its
// effect, so after any crash either both are there or neither.
import { elapsedMs } from '#base/clock.ts';
import { incorrect, unavailable } from '#base/errors.ts';
import { seal, unseal } from '#base/sealing.ts';
import { isLockTimeout } from '#storage/db.ts';
import { claimKey, findAnswer, type KeyedRequest, storeAnswer } from '#storage/idempotency-keys.ts';
import { type Ctx, inTransaction } from './ctx.ts';
import { place } from './vault.ts';

export type { KeyedRequest } from '#storage/idempotency-keys.ts';
export type Answer = { status: number; body: string };

const KEPT_MS = 24 * 3_600_000;
/** One round of waiting takes three seconds, so whoever begins another by then is answered within ten. */
const WAIT_AGAIN_UNTIL_MS = 7_000;

/**
 * `run` does the work in the given context. `answerOf` turns an error into the answer to remember, or
 * undefined when the failure must not be remembered; then nothing at all is.
 */
export async function once(
  ctx: Ctx,
  request: KeyedRequest,
  run: (ctx: Ctx) => Promise<Answer>,
  answerOf: (error: unknown) => Answer | undefined,
): Promise<Answer & { replayed: boolean }> {
  return waiting(() => inTransaction(ctx, (ctx) => claimAndRun(ctx, request, run, answerOf)));
}

/** A request as far as it is known before its body is read. */
export type NamedRequest = Omit<KeyedRequest, 'body_hash'>;

/** Whether a request under this key has been answered. One that is still running is waited for. */
export async function isAnswered(ctx: Ctx, request: NamedRequest): Promise<boolean> {
  const attempt = { ...request, body_hash: Buffer.alloc(0) };
  try {
    await waiting(() =>
      inTransaction(ctx, async (ctx) => {
        // Whoever holds the key makes us wait; if nobody does, it must not be us.
        if (await claim(ctx, attempt)) throw new Unanswered();
      }),
    );
    return true;
  } catch (error) {
    if (error instanceof Unanswered) return false;
    throw error;
  }
}

/** Takes the claim back by undoing its transaction. */
class Unanswered extends Error {}

/** Again and again while somebody else holds the key, up to the time a client is made to wait. */
async function waiting<T>(attempt: () => Promise<T>): Promise<T> {
  const started_ms = elapsedMs();
  for (;;) {
    try {
      return await attempt();
    } catch (error) {
      if (!isLockTimeout(error)) throw error;
      if (elapsedMs() - started_ms >= WAIT_AGAIN_UNTIL_MS) throw unavailable(error);
    }
  }
}

function claim(ctx: Ctx, request: KeyedRequest): Promise<boolean> {
  // Real time: the key is kept a day of the sender's life, not of the sandbox.
  const now = ctx.clock.now();
  // A day to the millisecond: what was stored exactly then is forgotten.
  return claimKey(ctx.db, ctx.scope, request, now, new Date(now.getTime() - KEPT_MS + 1));
}

async function claimAndRun(
  ctx: Ctx,
  request: KeyedRequest,
  run: (ctx: Ctx) => Promise<Answer>,
  answerOf: (error: unknown) => Answer | undefined,
): Promise<Answer & { replayed: boolean }> {
  const ours = await claim(ctx, request);
  const key = await ctx.vault.clientKey(ctx.db, ctx.scope);
  const where = place(
    ctx.scope,
    'idempotency_keys',
    'answer_sealed',
    `${request.method} ${request.path} ${request.key}`,
  );
  if (!ours) {
    const stored = await findAnswer(ctx.db, ctx.scope, request);
    if (stored === undefined || !stored.body_hash.equals(request.body_hash)) {
      throw incorrect({ field: 'Idempotency-Key', message: 'This key was used with another request body.' });
    }
    if (stored.status === null || stored.answer_sealed === null) throw unavailable();
    return { status: stored.status, body: unseal(key, stored.answer_sealed, where).toString('utf8'), replayed: true };
  }
  const answer = await inTransaction(ctx, run).catch((error: unknown) => {
    const failure = answerOf(error);
    if (failure === undefined) throw error;
    return failure;
  });
  await storeAnswer(ctx.db, ctx.scope, request, answer.status, seal(key, answer.body, where));
  return { ...answer, replayed: false };
}
