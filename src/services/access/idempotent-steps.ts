// Runs a request with an Idempotency-Key that takes too long for one transaction, such as a long move of the sandbox
// clock. The request runs in steps. Each step is a transaction that also stores what has been done so far. After a
// crash, a repeated request with the same key continues after the last stored step.
import { type Ctx, inTransaction } from '#services/platform/ctx.ts';
import {
  type KeyedRequest,
  type Progress,
  type Run,
  storeAnswer,
  storeProgress,
  takeOverRun,
} from '#storage/access/idempotency-keys.ts';
import {
  type Answer,
  expiredBefore,
  findKept,
  placeOf,
  type Replay,
  RunsElsewhere,
  replay,
  waiting,
} from './idempotency.ts';
import { sealAnswer } from './idempotency-seals.ts';

/** What the steps of a request have done so far. */
export type Steps = {
  /** What earlier steps have saved, including the steps of an earlier attempt; `undefined` before the first step. */
  readonly saved: Progress | undefined;
  /** Stores the progress. Each step calls this function once, in its transaction. */
  save(ctx: Ctx, progress: Progress): Promise<void>;
};

/**
 * The steps of a request without an Idempotency-Key. If such a request is interrupted, no later request continues it.
 */
export const newSteps = (): Steps => savingWith(undefined, async () => undefined);

/**
 * A run that has saved nothing for this time is considered dead. A step waits up to 3 seconds for running tasks, and
 * each of its statements may take 4.5 seconds. A repeated request waits for up to 10 seconds, which is longer than this
 * time. If the run is alive after all, its next step fails.
 */
const RUN_MS = 8_000;

/**
 * Runs a request in steps, so that the request takes effect only once. `answerOf` turns an error into the response to
 * store, or returns `undefined` if nothing may be stored after the error.
 */
export async function onceInSteps(
  ctx: Ctx,
  request: KeyedRequest,
  run: (steps: Steps) => Promise<Answer>,
  answerOf: (error: unknown) => Answer | undefined,
): Promise<Replay> {
  const id = ctx.newId();
  return waiting(ctx, request, async () => {
    const stored = await findKept(ctx, request);
    if (stored !== undefined) {
      if (stored.status !== null || !stored.body_hash.equals(request.body_hash)) return replay(ctx, request, stored);
      const runs_elsewhere = stored.run_id !== id && stored.run_until !== null && stored.run_until > ctx.clock.now();
      if (runs_elsewhere || !(await takeOverRun(ctx.db, ctx.scope, request, stored, runNow(ctx, id)))) {
        throw new RunsElsewhere();
      }
    }
    const save = async (ctx: Ctx, progress: Progress): Promise<void> => {
      const is_ours = await storeProgress(ctx.db, ctx.scope, request, progress, runNow(ctx, id));
      if (!is_ours) throw new RunsElsewhere();
    };
    const steps = savingWith(stored?.progress ?? undefined, save);
    const answer = await run(steps).catch((error: unknown) => {
      const failure = answerOf(error);
      if (failure === undefined) throw error;
      return failure;
    });
    await inTransaction(ctx, async (ctx) => {
      await save(ctx, steps.saved ?? {});
      const sealed = await sealAnswer(ctx, new Map(), answer.body, placeOf(ctx, request));
      await storeAnswer(ctx.db, ctx.scope, request, { status: answer.status, ...sealed });
    });
    return { ...answer, replayed: false };
  });
}

function savingWith(stored: Progress | undefined, store: (ctx: Ctx, progress: Progress) => Promise<void>): Steps {
  // `saved` is a plain property, because every request creates this object, and creating a getter is slow.
  const steps: { saved: Progress | undefined; save: Steps['save'] } = {
    saved: stored,
    async save(ctx, progress) {
      await store(ctx, progress);
      ctx.db.afterCommit(() => {
        steps.saved = progress;
      });
    },
  };
  return steps;
}

function runNow(ctx: Ctx, id: string): Run {
  const now = ctx.clock.now();
  return { id, now, until: new Date(now.getTime() + RUN_MS), expired_before: expiredBefore(now) };
}
