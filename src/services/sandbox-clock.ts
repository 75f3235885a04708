// The sandbox clock of a client: it runs at normal speed and can be moved forward. Moving it fires what came due on the
// way, in the same transaction, so a move happens with all its consequences or not at all.
import { elapsedMs, ownerNow } from '#base/clock.ts';
import { incorrect, notFound } from '#base/errors.ts';
import { CLOCK_OFFSET_SECONDS_MAX } from '#domain/sandbox-clock.ts';
import { findEnvironment, lockEnvironment, moveClock } from '#storage/clients.ts';
import { announceClientChange } from '#storage/notices.ts';
import { listRunningTasks } from '#storage/tasks.ts';
import { hastenTimers, listTimersUntil } from '#storage/timers.ts';
import { hastenDeliveries } from '#storage/webhook-deliveries.ts';
import { type Ctx, inTransaction } from './ctx.ts';
import { settleTask } from './task-run.ts';
import { fireTimersOf, type TimerHandlers } from './timers.ts';

export type ClockReading = { now: Date; real_now: Date; offset_seconds: number };

export async function readClock(ctx: Ctx): Promise<ClockReading> {
  const environment = await findEnvironment(ctx.db, ctx.scope);
  if (environment === undefined) throw notFound();
  return reading(ctx, environment.clock_offset_seconds);
}

/** More at once than a client tries out; the others are left to the workers. */
const RUNNING_MAX = 20;
/** So long what runs is waited for. New tasks may begin all the time. */
const PATIENCE_MS = 3_000;

/**
 * What runs comes to its end first, in the time it began. On the way the clock stops where a task waits for time: the task
 * goes on at that moment, before anything later happens. Each stretch is a transaction of its own.
 */
export async function advanceClock(
  ctx: Ctx,
  seconds: number,
  handlers: TimerHandlers,
): Promise<ClockReading & { fired: number }> {
  let fired = 0;
  let now = ctx.now;
  let moved_ms = elapsedMs();
  for (let left = seconds; ; ) {
    const running = await listRunningTasks(ctx.db, ctx.scope, RUNNING_MAX);
    await Promise.all(running.map((id) => settleTask({ ...ctx, now }, id)));
    const is_patient = elapsedMs() - moved_ms < PATIENCE_MS;
    const stretch = await inTransaction(ctx, (ctx) => moveOn(ctx, left, handlers, is_patient));
    if (stretch === undefined) continue;
    moved_ms = elapsedMs();
    fired += stretch.fired;
    left -= stretch.seconds;
    for (const { subject_id, due_at } of stretch.woken) await settleTask({ ...ctx, now: () => due_at }, subject_id);
    if (left === 0) return { ...reading(ctx, stretch.offset_seconds), fired };
    now = () => ownerNow(ctx.clock, stretch.offset_seconds);
  }
}

type Woken = { subject_id: string; due_at: Date };
type Stretch = { seconds: number; offset_seconds: number; fired: number; woken: Woken[] };

/** Undefined where another move woke a task meanwhile, which has to come first. */
async function moveOn(
  ctx: Ctx,
  left: number,
  handlers: TimerHandlers,
  is_patient: boolean,
): Promise<Stretch | undefined> {
  const environment = await lockEnvironment(ctx.db, ctx.scope);
  if (environment === undefined) throw notFound();
  if (is_patient && (await listRunningTasks(ctx.db, ctx.scope, 1)).length > 0) return undefined;
  const room = CLOCK_OFFSET_SECONDS_MAX - environment.clock_offset_seconds;
  if (left > room) {
    throw incorrect({ field: 'seconds', message: `Ensure this value is less than or equal to ${room}.` });
  }
  const real_now = ctx.clock.now();
  const waiting = await listTimersUntil(ctx.db, ctx.scope, 'task_due', inSeconds(real_now, left));
  const seconds = Math.min(left, ...waiting.slice(0, 1).map(({ fires_at }) => secondsTo(real_now, fires_at)));
  const offset_seconds = environment.clock_offset_seconds + seconds;
  await moveClock(ctx.db, ctx.scope, offset_seconds, real_now);
  await hastenTimers(ctx.db, ctx.scope, seconds);
  await hastenDeliveries(ctx.db, ctx.scope, seconds);
  ctx.db.afterCommit(() => ctx.event_bell.ring());
  await announceClientChange(ctx.db, ctx.scope.client_id);
  const fired = await fireTimersOf(ctx, handlers);
  const woken = waiting.filter(({ fires_at }) => fires_at <= inSeconds(real_now, seconds));
  return { seconds, offset_seconds, fired, woken };
}

const inSeconds = (moment: Date, seconds: number): Date => new Date(moment.getTime() + seconds * 1000);

/** Whole ones, as clocks are moved. */
const secondsTo = (from: Date, to: Date): number => Math.max(0, Math.ceil((to.getTime() - from.getTime()) / 1000));

const reading = (ctx: Ctx, offset_seconds: number): ClockReading => ({
  now: ownerNow(ctx.clock, offset_seconds),
  real_now: ownerNow(ctx.clock, 0),
  offset_seconds,
});
