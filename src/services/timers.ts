// What happens later. A timer is set in the transaction that wants it, fires in one of its own together
// with its effect, and sees as "now" the moment it was due.
import { ownerNow } from '#base/clock.ts';
import { findEnvironment } from '#storage/clients.ts';
import { SYSTEM } from '#storage/db.ts';
import {
  deleteTimerOf,
  listDueTimers,
  returnTimer,
  type Timer,
  takeEarliestTimer,
  takeTimer,
  upsertTimer,
} from '#storage/timers.ts';
import { type Ctx, type CtxParts, ctxFor, inTransaction } from './ctx.ts';

export type TimerHandler = (ctx: Ctx, timer: { subject_id: string; payload: Record<string, unknown> }) => Promise<void>;
/** One line per kind of timer. */
export type TimerHandlers = Readonly<Record<string, TimerHandler>>;

const BATCH = 100;
const LATE_MS = 30_000;
const ATTEMPTS_MAX = 10;
const ERROR_LENGTH_MAX = 500;

/** At most one timer per kind and subject: setting it again moves it. */
export async function setTimer(
  ctx: Ctx,
  timer: { kind: string; subject_id: string; due_at: Date; payload?: Record<string, unknown> },
): Promise<void> {
  await upsertTimer(ctx.db, { ...ctx.scope, id: ctx.newId(), payload: {}, ...timer });
}

export const clearTimer = (ctx: Ctx, kind: string, subject_id: string): Promise<void> =>
  deleteTimerOf(ctx.db, ctx.scope, kind, subject_id);

/** Fires what is due over all owners, earliest first. Returns how many fired. */
export async function fireDueTimers(parts: CtxParts, handlers: TimerHandlers): Promise<number> {
  const due = await listDueTimers(parts.database.scoped(SYSTEM), parts.clock.now(), BATCH);
  let fired = 0;
  for (const { id, client_id, environment } of due) {
    const outside = ctxFor(parts, { client_id, environment }, 0);
    const done = await inTransaction(outside, async (ctx) => {
      const timer = await takeTimer(ctx.db, ctx.scope, id, ctx.clock.now());
      if (timer !== undefined) await fire(ctx, handlers, timer, await momentOf(ctx, timer));
      return timer !== undefined;
    });
    if (done) fired++;
  }
  return fired;
}

/** Fires all that is due for one owner, also what the fired ones set in turn, in the given transaction. */
export async function fireTimersOf(ctx: Ctx, handlers: TimerHandlers): Promise<number> {
  for (let fired = 0; ; fired++) {
    const timer = await takeEarliestTimer(ctx.db, ctx.scope, ctx.clock.now());
    if (timer === undefined) return fired;
    await fire(ctx, handlers, timer, timer.due_at);
  }
}

async function fire(ctx: Ctx, handlers: TimerHandlers, timer: Timer, moment: Date): Promise<void> {
  try {
    const handler = handlers[timer.kind];
    if (handler === undefined) throw new Error(`nobody handles timers of kind ${timer.kind}`);
    await inTransaction(ctx, (ctx) => handler({ ...ctx, now: () => moment }, timer));
  } catch (error) {
    await returnTimer(ctx.db, timer, failureOf(ctx, timer, error));
  }
}

/**
 * A timer sees the moment it was due, unless a worker comes so late that this would be a lie: a list may have
 * been closed behind that moment (storage/list-blocks.ts), and a reminder is sent when it is sent.
 */
async function momentOf(ctx: Ctx, timer: Timer): Promise<Date> {
  const environment = await findEnvironment(ctx.db, ctx.scope);
  const now = ownerNow(ctx.clock, environment?.clock_offset_seconds ?? 0);
  return now.getTime() - timer.due_at.getTime() > LATE_MS ? now : timer.due_at;
}

function failureOf(ctx: Ctx, timer: Timer, error: unknown) {
  const now = ctx.clock.now();
  const delay_ms = 1000 * 2 ** Math.min(timer.attempts, 9);
  return {
    fires_at: new Date(now.getTime() + delay_ms),
    last_error: (error instanceof Error ? error.message : String(error)).slice(0, ERROR_LENGTH_MAX),
    dead_at: timer.attempts + 1 >= ATTEMPTS_MAX ? now : null,
  };
}
