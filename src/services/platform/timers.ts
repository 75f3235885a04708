// Timers. A timer is set in the same database transaction as the change that needs the timer. It fires later, in a
// separate transaction, which also contains the changes that the timer causes. The timer's handler sees the due time as
// the current time.
import { elapsedMs, ownerNow } from '#base/clock.ts';
import { spannedIn } from '#base/tracing.ts';
import type { Scope } from '#domain/platform/scope.ts';
import { findEnvironment } from '#storage/access/clients.ts';
import { isGone } from '#storage/platform/connection-pool.ts';
import { SYSTEM } from '#storage/platform/db.ts';
import {
  countTimerTroubles,
  deleteTimerOf,
  listDueOwners,
  noteTimerFailure,
  type Timer,
  type TimerTroubles,
  takeDueTimer,
  takeEarliestTimer,
  upsertTimer,
} from '#storage/platform/timers.ts';
import { type Ctx, type CtxParts, ctxFor, inTransaction } from './ctx.ts';

export type TimerHandler = (ctx: Ctx, timer: { subject_id: string; payload: Record<string, unknown> }) => Promise<void>;
/** One handler per kind of timer. */
export type TimerHandlers = Readonly<Record<string, TimerHandler>>;

/**
 * The limits of one turn. In a turn, one owner's timers fire. When a limit is reached, the turn ends, and other owners'
 * timers fire.
 */
const TURN_TIMERS_MAX = 100;
const TURN_MS = 1_000;
const LATE_MS = 30_000;
const ATTEMPTS_MAX = 10;
const ERROR_LENGTH_MAX = 500;

/** A timer that has fired. `due_at` is a time on the owner's clock. */
export type FiredTimer = Pick<Timer, 'kind' | 'subject_id' | 'due_at'>;

/** Sets a timer. There is at most one timer per kind and subject, so setting it again changes its due time. */
export async function setTimer(
  ctx: Ctx,
  timer: { kind: string; subject_id: string; due_at: Date; payload?: Record<string, unknown> },
): Promise<void> {
  await upsertTimer(ctx.db, { ...ctx.scope, id: ctx.newId(), payload: {}, ...timer });
}

export const clearTimer = (ctx: Ctx, kind: string, subject_id: string): Promise<void> =>
  deleteTimerOf(ctx.db, ctx.scope, kind, subject_id);

export const ownersWithDueTimers = (parts: CtxParts): Promise<Scope[]> =>
  listDueOwners(parts.database.scoped(SYSTEM), parts.clock.now());

/** The numbers of failing and dead timers, for the operator. */
export const timerTroubles = ({ database, clock }: Pick<CtxParts, 'database' | 'clock'>): Promise<TimerTroubles> =>
  countTimerTroubles(database.scoped(SYSTEM), clock.now());

/** `is_slow` is true if a timer failed or the turn reached its time limit. */
export type TimerTurn = { fired: number; is_slow: boolean };

/**
 * Fires the due timers of one owner, starting with the earliest. Each timer fires in its own transaction. The function
 * stops when a limit of one turn is reached.
 */
export async function fireTurn(parts: CtxParts, handlers: TimerHandlers, owner: Scope): Promise<TimerTurn> {
  const ctx = ctxFor(parts, owner, 0);
  const began_ms = elapsedMs();
  const isOver = () => elapsedMs() - began_ms >= TURN_MS;
  const take = async (ctx: Ctx): Promise<Taken | undefined> => {
    const timer = await takeDueTimer(ctx.db, ctx.scope, ctx.clock.now());
    return timer && { timer, moment: await momentOf(ctx, timer) };
  };
  let fired = 0;
  let has_failed = false;
  while (fired < TURN_TIMERS_MAX && !isOver()) {
    const one = await fireNext(ctx, handlers, take);
    if (one === undefined) break;
    fired++;
    has_failed ||= one.has_failed;
  }
  return { fired, is_slow: has_failed || isOver() };
}

/**
 * Fires the owner's timers that are due at or before `until`, in the given transaction. `until` is a time on the
 * owner's clock. A timer that is set while earlier timers fire also fires if it is due at or before `until`. At most
 * `limit` timers are fired.
 */
export async function fireTimersUntil(ctx: Ctx, handlers: TimerHandlers, until: Date, limit: number): Promise<Timer[]> {
  const take = async (ctx: Ctx): Promise<Taken | undefined> => {
    const timer = await takeEarliestTimer(ctx.db, ctx.scope, until);
    return timer && { timer, moment: timer.due_at };
  };
  const fired: Timer[] = [];
  while (fired.length < limit) {
    const one = await fireNext(ctx, handlers, take);
    if (one === undefined) break;
    fired.push(one.timer);
  }
  return fired;
}

type Taken = { timer: Timer; moment: Date };

/** Runs the timer in the trace of the order or task for which it was set. */
const fired = ({ timer }: Taken, run: (timer: Timer) => Promise<void>): Promise<void> =>
  spannedIn(
    /^(?:order|task)_/.test(timer.kind) ? timer.subject_id : undefined,
    { name: `timer ${timer.kind}`, kind: 'consumer', attributes: { 'vouch.subject_id': timer.subject_id } },
    () => run(timer),
  );

/**
 * Takes a timer and runs its handler in one transaction or, if the caller has opened a transaction, in one savepoint. A
 * failure is counted only after this transaction or savepoint has been rolled back. After a savepoint, it is counted in
 * the caller's transaction. Otherwise, or if the connection is lost, it is counted in a new transaction.
 */
async function fireNext(
  ctx: Ctx,
  handlers: TimerHandlers,
  take: (ctx: Ctx) => Promise<Taken | undefined>,
): Promise<{ timer: Timer; has_failed: boolean } | undefined> {
  const begun: { timer?: Timer } = {};
  try {
    await inTransaction(ctx, async (ctx) => {
      const taken = await take(ctx);
      if (taken === undefined) return;
      begun.timer = taken.timer;
      const handler = handlers[taken.timer.kind];
      if (handler === undefined) throw new Error(`no handler for timers of kind ${taken.timer.kind}`);
      await fired(taken, (timer) => handler({ ...ctx, now: () => taken.moment }, timer));
    });
  } catch (error) {
    if (begun.timer === undefined) throw error;
    await countFailure(ctx, begun.timer, error);
    return { timer: begun.timer, has_failed: true };
  }
  return begun.timer && { timer: begun.timer, has_failed: false };
}

async function countFailure(ctx: Ctx, timer: Timer, error: unknown): Promise<void> {
  const { client_id, environment, kind, id, attempts } = timer;
  ctx.log.warn({ err: error, client_id, environment, kind, timer_id: id, attempts: attempts + 1 }, 'a timer failed');
  const now = ctx.clock.now();
  // If the connection is lost inside the caller's transaction, that transaction cannot continue. The failure is then
  // stored through another connection, and the error is thrown again.
  const is_lost = isGone(error);
  await noteTimerFailure(is_lost ? ctx.database.scoped(ctx.scope) : ctx.db, timer, {
    now,
    delay_seconds: 2 ** Math.min(attempts, 9),
    last_error: reasonOf(error).slice(0, ERROR_LENGTH_MAX),
    dead_at: attempts + 1 >= ATTEMPTS_MAX ? now : null,
  });
  if (is_lost) throw error;
}

/**
 * Returns the message of the error's cause, because the error's own message may be only "unavailable". If there is no
 * cause, returns the error's own message.
 */
const reasonOf = (error: unknown): string => {
  if (!(error instanceof Error)) return String(error);
  return error.cause instanceof Error ? error.cause.message : error.message;
};

/**
 * Returns the time that a timer's handler sees as the current time. This is the timer's due time or, if the timer fires
 * more than 30 seconds late, the current time on the owner's clock. A late timer does not use its due time for two
 * reasons. A reminder must have the time at which it is really sent. And the handler may insert rows into a list, but a
 * closed block that contains the due time can get no more rows (storage/platform/lists/list-blocks.ts).
 *
 * In the first 30 seconds after a sandbox clock was moved, handlers always see the due times, because the move makes
 * timers late. This is safe, because no block is closed in the first two minutes after a move.
 */
async function momentOf(ctx: Ctx, timer: Timer): Promise<Date> {
  const environment = await findEnvironment(ctx.db, ctx.scope);
  const now = ownerNow(ctx.clock, environment?.clock_offset_seconds ?? 0);
  const moved_ms = environment?.clock_moved_at?.getTime() ?? Number.NEGATIVE_INFINITY;
  if (ctx.clock.now().getTime() - moved_ms <= LATE_MS) return timer.due_at;
  return now.getTime() - timer.due_at.getTime() > LATE_MS ? now : timer.due_at;
}
