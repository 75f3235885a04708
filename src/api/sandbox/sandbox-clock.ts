// /v1/sandbox/clock/: read and advance the sandbox clock.
import type { FastifyInstance } from 'fastify';
import { route } from '#api/platform/routes.ts';
import { toTimestamp } from '#base/timestamps.ts';
import { AdvancedClockAnswer, ClockAdvance, ClockAnswer } from '#domain/sandbox/sandbox-clock.ts';
import type { House } from '#services/house.ts';
import { advanceClock, type ClockReading, readClock } from '#services/sandbox/sandbox-clock.ts';

export function sandboxClockRoutes(app: FastifyInstance, house: House): void {
  route(app, {
    method: 'GET',
    url: '/v1/sandbox/clock/',
    operation: 'readSandboxClock',
    summary: 'Read the sandbox clock',
    description: 'Each client has its own clock, which runs at normal speed and can be advanced.',
    tag: 'Sandbox',
    status: 200,
    sandbox_only: true,
    answer: ClockAnswer,
    handle: async ({ ctx }) => present(await readClock(ctx)),
  });

  route(app, {
    method: 'POST',
    url: '/v1/sandbox/clock/advance/',
    operation: 'advanceSandboxClock',
    summary: 'Advance the sandbox clock and fire the timers that come due',
    description: 'Responds after all timers have fired, earliest first. The clock cannot be moved back.',
    tag: 'Sandbox',
    status: 200,
    sandbox_only: true,
    about_people: false,
    one_at_a_time: true,
    in_steps: true,
    body: ClockAdvance,
    answer: AdvancedClockAnswer,
    async handle({ ctx, body, steps }) {
      const {
        fired,
        first_fired: _first,
        ...reading
      } = await advanceClock(ctx, body.seconds, house.timer_handlers, steps);
      return { ...present(reading), fired };
    },
    after: (ctx) => house.authenticator.forget(ctx.scope.client_id),
  });
}

const present = ({ now, real_now, offset_seconds }: ClockReading) => ({
  now: toTimestamp(now),
  real_now: toTimestamp(real_now),
  offset_seconds,
});
