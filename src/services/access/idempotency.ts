// A request with an Idempotency-Key takes effect once. Its response is stored in the same transaction as its effect, so
// after a crash either both exist or neither exists.
import { setTimeout as sleep } from 'node:timers/promises';
import { elapsedMs } from '#base/clock.ts';
import { incorrect, unavailable } from '#base/errors.ts';
import { IN_LINE_MS_MAX, inLine } from '#base/lines.ts';
import { type Ctx, inTransaction } from '#services/platform/ctx.ts';
import { place } from '#services/platform/vault.ts';
import {
  claimKey,
  findAnswer,
  type KeyedRequest,
  type StoredAnswer,
  storeAnswer,
} from '#storage/access/idempotency-keys.ts';
import { isLockTimeout } from '#storage/platform/connection-pool.ts';
import { noting, openAnswer, type Subjects, sealAnswer } from './idempotency-seals.ts';

export type { KeyedRequest } from '#storage/access/idempotency-keys.ts';
export type Answer = { status: number; body: string };
export type Replay = Answer & { replayed: boolean };

const KEPT_MS = 24 * 3_600_000;
/** A statement may run for a few seconds only, so a longer wait for the row lock is split into rounds. */
const ROUND_MS = 3_000;

/**
 * Runs a request with an idempotency key, but not more than once. `run` does the work in the given context. `answerOf`
 * turns an error into the response to store, or returns `undefined` if nothing may be stored after the error. A
 * response about people is sealed for all the people whose keys `run` used. The response becomes unreadable when one of
 * these people is erased.
 */
export async function once(
  ctx: Ctx,
  request: KeyedRequest,
  run: (ctx: Ctx) => Promise<Answer>,
  answerOf: (error: unknown) => Answer | undefined,
  is_about_people: boolean,
): Promise<Replay> {
  return waiting(
    ctx,
    request,
    async (wait_ms_max, has_waited) =>
      // After a wait, the earlier request with the same key has most likely finished. Reading the stored response of
      // the earlier request takes one lookup and no transaction.
      (has_waited ? await knownAnswer(ctx, request) : undefined) ??
      inTransaction(ctx, (ctx) => claimAndRun(ctx, request, wait_ms_max, run, answerOf, is_about_people)),
  );
}

/** The part of a request that is known before its body is read. */
export type NamedRequest = Omit<KeyedRequest, 'body_hash'>;

/** True if a request with this key has been answered. Waits for a request that is still running. */
export async function isAnswered(ctx: Ctx, request: NamedRequest): Promise<boolean> {
  const attempt = { ...request, body_hash: Buffer.alloc(0) };
  try {
    await waiting(ctx, request, (wait_ms_max) =>
      inTransaction(ctx, async (ctx) => {
        // This function waits by trying to claim the key: while another request holds the key, the claim waits. A claim
        // that succeeds is rolled back, because this function must not keep the key.
        if (await claim(ctx, attempt, wait_ms_max)) throw new Unanswered();
      }),
    );
    return true;
  } catch (error) {
    if (error instanceof Unanswered) return false;
    throw error;
  }
}

/** Thrown to roll back a claim together with its transaction. */
class Unanswered extends Error {}

/** Thrown if a request with the same key is running in steps, in another process. */
export class RunsElsewhere extends Error {}

/** The interval between two checks on a request that runs in steps. */
const LOOK_EVERY_MS = 200;

/**
 * Waits while another request holds the same idempotency key. Requests of this process wait in a queue, so that many
 * requests with one key use one database connection. Only the first request in the queue waits for the row lock that a
 * request of another process holds.
 */
export async function waiting<T>(
  ctx: Ctx,
  { method, path, key }: NamedRequest,
  attempt: (wait_ms_max: number, has_waited: boolean) => Promise<T>,
): Promise<T> {
  const until_ms = elapsedMs() + IN_LINE_MS_MAX;
  const { client_id, environment } = ctx.scope;
  return inLine(`${client_id}:${environment} ${method} ${path} ${key}`, async (has_waited) => {
    for (;;) {
      const left_ms = Math.max(1, Math.ceil(until_ms - elapsedMs()));
      try {
        return await attempt(Math.min(ROUND_MS, left_ms), has_waited);
      } catch (error) {
        if (!isLockTimeout(error) && !(error instanceof RunsElsewhere)) throw error;
        if (elapsedMs() >= until_ms) throw unavailable(error);
        if (error instanceof RunsElsewhere) await sleep(LOOK_EVERY_MS);
      }
    }
  });
}

function claim(ctx: Ctx, request: KeyedRequest, wait_ms_max: number): Promise<boolean> {
  const now = ctx.clock.now();
  return claimKey(ctx.db, ctx.scope, request, now, expiredBefore(now), wait_ms_max);
}

/** Idempotency keys expire in real time, not on the sandbox clock. A key that is exactly 24 hours old has expired. */
export const expiredBefore = (now: Date): Date => new Date(now.getTime() - KEPT_MS + 1);

async function knownAnswer(ctx: Ctx, request: KeyedRequest): Promise<Replay | undefined> {
  const stored = await findKept(ctx, request);
  return stored && replay(ctx, request, stored);
}

/** Returns what is stored under the key, unless the key has expired. */
export async function findKept(ctx: Ctx, request: KeyedRequest): Promise<StoredAnswer | undefined> {
  const stored = await findAnswer(ctx.db, ctx.scope, request);
  return stored === undefined || stored.created_at < expiredBefore(ctx.clock.now()) ? undefined : stored;
}

export async function replay(ctx: Ctx, request: KeyedRequest, stored: StoredAnswer | undefined): Promise<Replay> {
  if (stored === undefined || !stored.body_hash.equals(request.body_hash)) {
    throw incorrect({ field: 'Idempotency-Key', message: 'This key was used with another request body.' });
  }
  const { status, answer_sealed, subject_ids } = stored;
  if (status === null || answer_sealed === null) throw unavailable();
  return { status, body: await openAnswer(ctx, { answer_sealed, subject_ids }, placeOf(ctx, request)), replayed: true };
}

export const placeOf = ({ scope }: Ctx, { method, path, key }: NamedRequest): string =>
  place(scope, 'idempotency_keys', 'answer_sealed', `${method} ${path} ${key}`);

async function claimAndRun(
  ctx: Ctx,
  request: KeyedRequest,
  wait_ms_max: number,
  run: (ctx: Ctx) => Promise<Answer>,
  answerOf: (error: unknown) => Answer | undefined,
  is_about_people: boolean,
): Promise<Replay> {
  const ours = await claim(ctx, request, wait_ms_max);
  if (!ours) return replay(ctx, request, await findAnswer(ctx.db, ctx.scope, request));
  const subjects: Subjects = new Map();
  const noted = is_about_people ? { ...ctx, vault: noting(ctx.vault, ctx.scope, subjects) } : ctx;
  const answer = await inTransaction(noted, run).catch((error: unknown) => {
    const failure = answerOf(error);
    if (failure === undefined) throw error;
    // A rejection contains field names but no personal data, so the rejection is not sealed for any person. Besides,
    // the rejection could not be sealed for a person whose creation was rolled back, because that person does not
    // exist.
    subjects.clear();
    return failure;
  });
  const { status, body } = answer;
  const sealed = await sealAnswer(ctx, subjects, body, placeOf(ctx, request));
  await storeAnswer(ctx.db, ctx.scope, request, { status, ...sealed });
  return { ...answer, replayed: false };
}
