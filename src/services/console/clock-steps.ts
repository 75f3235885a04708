// Moves the sandbox clock by a day, to the next payday of a sandbox person, or to the next timer.
import { incorrect } from '#base/errors.ts';
import { toTimestamp } from '#base/timestamps.ts';
import { nextDeclaredPayday } from '#connectors/sandbox/declared.ts';
import { nextPayday } from '#connectors/sandbox/payroll-door.ts';
import type { Actor } from '#domain/console/audit.ts';
import type { ClockStep, ClockStepsAnswer, MovedClockAnswer } from '#domain/console/clock-steps.ts';
import { cursorOf, presentEvent } from '#domain/events/event-log.ts';
import { declaredFor } from '#services/connections/declared-data.ts';
import { secretsOf } from '#services/connections/links.ts';
import { fileEvents, listEvents } from '#services/events/event-log.ts';
import type { Ctx } from '#services/platform/ctx.ts';
import type { TimerHandlers } from '#services/platform/timers.ts';
import { advanceClock } from '#services/sandbox/sandbox-clock.ts';
import { LINKS, type StoredLink } from '#storage/connections/links.ts';
import { listLastSequences } from '#storage/events/events.ts';
import { SYSTEM } from '#storage/platform/db.ts';
import { readPage } from '#storage/platform/lists/pages.ts';
import { findNextTimer } from '#storage/platform/timers.ts';
import { recordAudit } from './audit.ts';

const DAY_SECONDS = 86_400;
const SANDBOX_PAYROLL = 'vouch_payroll';
/** The maximum number of links in which we search for the next payday. The newest links are used. */
const LINKS_MAX = 100;
const EVENTS_MAX = 100;

export async function readSteps(ctx: Ctx): Promise<ClockStepsAnswer> {
  const [pay_day, timer] = await Promise.all([findPayday(ctx), findNextTimer(ctx.db, ctx.scope)]);
  return {
    now: toTimestamp(ctx.now()),
    pay_day: pay_day ?? null,
    timer:
      timer === undefined
        ? null
        : { at: toTimestamp(wholeSecond(timer.fires_at)), kind: timer.kind, subject_id: timer.subject_id },
  };
}

/** Moves the clock. Returns the timers that fired, and the events that the move caused. */
export async function takeStep(
  ctx: Ctx,
  actor: Actor,
  to: ClockStep,
  handlers: TimerHandlers,
): Promise<MovedClockAnswer> {
  const seconds = await secondsTo(ctx, to);
  await recordAudit(ctx, actor, { action: 'advanceSandboxClock', object: 'sandbox/clock', after: { to, seconds } });
  await fileEvents(ctx);
  const [before] = await listLastSequences(ctx.database.scoped(SYSTEM), [ctx.scope]);
  const { now, fired, first_fired } = await advanceClock(ctx, seconds, handlers);
  const after = cursorOf(before?.last_sequence ?? 0);
  const { results } = await listEvents(ctx, { after, limit: EVENTS_MAX + 1 });
  return {
    now: toTimestamp(now),
    seconds,
    timers: first_fired.map(({ due_at, ...timer }) => ({ ...timer, due_at: toTimestamp(wholeSecond(due_at)) })),
    more_timers: fired - first_fired.length,
    events: results.slice(0, EVENTS_MAX).map(presentEvent),
    has_more_events: results.length > EVENTS_MAX,
  };
}

async function secondsTo(ctx: Ctx, to: ClockStep): Promise<number> {
  if (to === 'day') return DAY_SECONDS;
  const { pay_day, timer } = await readSteps(ctx);
  const at = (to === 'pay_day' ? pay_day : timer)?.at;
  if (at === undefined) {
    const message = to === 'pay_day' ? 'No sandbox person has a payday to come.' : 'No timer is set.';
    throw incorrect({ field: 'to', message });
  }
  // If a timer is already due, the computed time is zero or negative. The smallest step is therefore one second, which
  // is enough for this timer to fire.
  return Math.max(1, Math.ceil((Date.parse(at) - ctx.now().getTime()) / 1000));
}

const wholeSecond = (at: Date): Date => new Date(Math.ceil(at.getTime() / 1000) * 1000);

/**
 * Returns the next payday of the connected people. If the client declared payroll data for a person, this person is
 * paid only on the declared pay dates.
 */
async function findPayday(ctx: Ctx): Promise<NonNullable<ClockStepsAnswer['pay_day']> | undefined> {
  const today = toTimestamp(ctx.now()).slice(0, 10);
  const { rows } = await readPage<StoredLink>(ctx.db, ctx.scope, LINKS, {
    provider_id: SANDBOX_PAYROLL,
    page: 1,
    page_size: LINKS_MAX,
  });
  const days = await Promise.all(
    rows.map(async (link) => {
      const declared = await declaredFor(ctx, link.user_id, SANDBOX_PAYROLL, 'rest');
      const day =
        declared?.payroll === undefined
          ? nextPayday((await secretsOf(ctx, link)).account, today)
          : nextDeclaredPayday(declared.payroll, today);
      return day === undefined
        ? []
        : [{ at: `${day.date}T00:00:00Z`, employer: day.employer, user_id: link.user_id, link_id: link.id }];
    }),
  );
  return days.flat().toSorted((a, b) => (a.at < b.at ? -1 : 1))[0];
}
