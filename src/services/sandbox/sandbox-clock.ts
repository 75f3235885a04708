// A client's sandbox clock. It runs at normal speed and can be moved forward. The stored due time of a timer is a time
// on the owner's clock, so moving the clock does not change the stored timers. A move is split into stretches. Each
// stretch fires the timers that become due in that stretch. A stretch, together with all changes that its timers cause,
// is one transaction. So if a process is killed during a move, everything that was due up to the clock's current time
// has been done.
import { elapsedMs, ownerNow } from '#base/clock.ts';
import { incorrect, notFound } from '#base/errors.ts';
import { CLOCK_OFFSET_SECONDS_MAX } from '#domain/sandbox/sandbox-clock.ts';
import { newSteps, type Steps } from '#services/access/idempotent-steps.ts';
import { settleTask } from '#services/connections/task-run.ts';
import { type Ctx, inTransaction } from '#services/platform/ctx.ts';
import { type FiredTimer, fireTimersUntil, type TimerHandlers } from '#services/platform/timers.ts';
import { findEnvironment, lockEnvironment, moveClock } from '#storage/access/clients.ts';
import { listRunningTasks } from '#storage/connections/tasks.ts';
import { announceClientChange } from '#storage/platform/notices.ts';
import { findNextTaskMoment } from '#storage/platform/timers.ts';

export type ClockReading = { now: Date; real_now: Date; offset_seconds: number };

export async function readClock(ctx: Ctx): Promise<ClockReading> {
  const environment = await findEnvironment(ctx.db, ctx.scope);
  if (environment === undefined) throw notFound();
  return reading(ctx, environment.clock_offset_seconds);
}

/**
 * Before each stretch of a clock move, at most this many running tasks run their possible steps. A client usually has
 * fewer running tasks. Workers run any further tasks.
 */
const RUNNING_MAX = 20;
/** The longest wait for running tasks. It needs a limit, because new tasks may start all the time. */
const PATIENCE_MS = 3_000;
/**
 * The maximum number of timers in one stretch of a clock move. It takes a few hundred milliseconds to fire this number
 * of timers.
 */
const STRETCH_TIMERS_MAX = 100;
/** The maximum number of fired timers that the result lists individually. The others are only counted. */
export const FIRED_SHOWN_MAX = 100;
/** How often a long move of the clock logs its progress, as a number of stretches. */
const PROGRESS_STRETCHES = 10;

/**
 * Moves the clock forward, in stretches. Before each stretch, running tasks run all steps that are possible at the
 * clock's time. A stretch ends at the latest at the first time for which a task waits, so that the task continues
 * before anything later happens. Each stretch saves the progress in `steps`. If `steps` has the progress of an
 * interrupted move, the function does only what is left of that move. In the result, `first_fired` contains the timers
 * that fired first, at most `FIRED_SHOWN_MAX`.
 */
export async function advanceClock(
  ctx: Ctx,
  seconds: number,
  handlers: TimerHandlers,
  steps: Steps = newSteps(),
): Promise<ClockReading & { fired: number; first_fired: FiredTimer[] }> {
  const first_fired: FiredTimer[] = [];
  let { seconds_left: left = seconds, fired = 0 } = steps.saved ?? {};
  let now = ctx.now;
  let moved_ms = elapsedMs();
  let stretches = 0;
  for (;;) {
    const running = await listRunningTasks(ctx.db, ctx.scope, RUNNING_MAX);
    const since_ms = moved_ms;
    const isPatient = () => elapsedMs() - since_ms < PATIENCE_MS;
    for (const id of running) if (isPatient()) await settleTask({ ...ctx, now }, id);
    const is_patient = isPatient();
    const stretch = await inTransaction(ctx, async (ctx) => {
      const stretch = await moveOn(ctx, left, handlers, is_patient);
      if (stretch === undefined) return undefined;
      await steps.save(ctx, { seconds_left: left - stretch.seconds, fired: fired + stretch.fired.length });
      return stretch;
    });
    if (stretch === undefined) continue;
    moved_ms = elapsedMs();
    fired += stretch.fired.length;
    first_fired.push(...stretch.fired.slice(0, FIRED_SHOWN_MAX - first_fired.length));
    left -= stretch.seconds;
    for (const { subject_id, due_at } of stretch.fired.filter(isWaking))
      await settleTask({ ...ctx, now: () => due_at }, subject_id);
    if (left === 0 && stretch.is_whole) return { ...reading(ctx, stretch.offset_seconds), fired, first_fired };
    now = () => ownerNow(ctx.clock, stretch.offset_seconds);
    if (++stretches % PROGRESS_STRETCHES === 0) {
      ctx.log.info({ ...ctx.scope, fired, seconds_left: left }, 'the sandbox clock is being moved');
    }
  }
}

/** Whether the fired timer resumes a waiting task. */
const isWaking = ({ kind }: FiredTimer): boolean => kind === 'task_due';

type Stretch = {
  seconds: number;
  offset_seconds: number;
  fired: FiredTimer[];
  /** True if all timers that are due at the clock's new time have fired. */
  is_whole: boolean;
};

/**
 * Moves the clock forward by one stretch. If `is_patient` is true and a task is runnable, for example because of a
 * concurrent clock advance, that task has to run first. In this case the function returns `undefined`.
 */
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
  const from = inSeconds(real_now, environment.clock_offset_seconds);
  const next_task = await findNextTaskMoment(ctx.db, ctx.scope);
  const wanted = next_task === undefined ? left : Math.min(left, Math.ceil(secondsTo(from, next_task)));
  const moveBy = (seconds: number) =>
    moveClock(ctx.db, ctx.scope, environment.clock_offset_seconds + seconds, real_now);
  await moveBy(wanted);
  const fired = await fireTimersUntil(ctx, handlers, inSeconds(from, wanted), STRETCH_TIMERS_MAX);
  const is_whole = fired.length < STRETCH_TIMERS_MAX;
  // If more timers may be due, the clock stops at the due time of the last fired timer, rounded down to a whole second.
  const reached = is_whole ? wanted : Math.min(wanted, Math.floor(secondsTo(from, fired.at(-1)?.due_at ?? from)));
  if (!is_whole) await moveBy(reached);
  ctx.db.afterCommit(() => ctx.event_signal.send());
  await announceClientChange(ctx.db, ctx.scope.client_id);
  const offset_seconds = environment.clock_offset_seconds + reached;
  return { seconds: reached, offset_seconds, fired, is_whole };
}

const inSeconds = (moment: Date, seconds: number): Date => new Date(moment.getTime() + seconds * 1000);

const secondsTo = (from: Date, to: Date): number => Math.max(0, (to.getTime() - from.getTime()) / 1000);

const reading = (ctx: Ctx, offset_seconds: number): ClockReading => ({
  now: ownerNow(ctx.clock, offset_seconds),
  real_now: ownerNow(ctx.clock, 0),
  offset_seconds,
});
