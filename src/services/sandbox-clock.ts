// The sandbox clock of a client: it runs at normal speed and can be moved forward. Moving it fires what
// came due on the way, in the same transaction, so a move happens with all its consequences or not at all.
import { ownerNow } from '#base/clock.ts';
import { incorrect, notFound } from '#base/errors.ts';
import { CLOCK_OFFSET_SECONDS_MAX } from '#domain/sandbox-clock.ts';
import { findEnvironment, lockEnvironment, moveClock } from '#storage/clients.ts';
import { announceClientChange } from '#storage/notices.ts';
import { hastenTimers } from '#storage/timers.ts';
import { hastenDeliveries } from '#storage/webhook-deliveries.ts';
import { type Ctx, inTransaction } from './ctx.ts';
import { fireTimersOf, type TimerHandlers } from './timers.ts';

export type ClockReading = { now: Date; real_now: Date; offset_seconds: number };

export async function readClock(ctx: Ctx): Promise<ClockReading> {
  const environment = await findEnvironment(ctx.db, ctx.scope);
  if (environment === undefined) throw notFound();
  return reading(ctx, environment.clock_offset_seconds);
}

export async function advanceClock(
  ctx: Ctx,
  seconds: number,
  handlers: TimerHandlers,
): Promise<ClockReading & { fired: number }> {
  return inTransaction(ctx, async (ctx) => {
    const environment = await lockEnvironment(ctx.db, ctx.scope);
    if (environment === undefined) throw notFound();
    const left = CLOCK_OFFSET_SECONDS_MAX - environment.clock_offset_seconds;
    if (seconds > left) {
      throw incorrect({ field: 'seconds', message: `Ensure this value is less than or equal to ${left}.` });
    }
    const offset_seconds = environment.clock_offset_seconds + seconds;
    await moveClock(ctx.db, ctx.scope, offset_seconds, ctx.clock.now());
    await hastenTimers(ctx.db, ctx.scope, seconds);
    await hastenDeliveries(ctx.db, ctx.scope, seconds);
    ctx.db.afterCommit(() => ctx.event_bell.ring());
    await announceClientChange(ctx.db, ctx.scope.client_id);
    const fired = await fireTimersOf(ctx, handlers);
    return { ...reading(ctx, offset_seconds), fired };
  });
}

const reading = (ctx: Ctx, offset_seconds: number): ClockReading => ({
  now: ownerNow(ctx.clock, offset_seconds),
  real_now: ownerNow(ctx.clock, 0),
  offset_seconds,
});
