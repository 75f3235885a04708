// Schemas of the sandbox clock, as clients see the clock.
import { type Static, Type } from 'typebox';
import { shape, Timestamp } from '#base/schema.ts';

const YEAR_SECONDS = 31_536_000;
export const CLOCK_OFFSET_SECONDS_MAX = 10 * YEAR_SECONDS;
export const ADVANCE_SECONDS_MAX = YEAR_SECONDS;

export const ClockAdvance = shape('ClockAdvance', 'How far to advance the sandbox clock.', {
  seconds: Type.Integer({ minimum: 1, maximum: ADVANCE_SECONDS_MAX }),
});
export type ClockAdvance = Static<typeof ClockAdvance>;

const CLOCK = { now: Timestamp, real_now: Timestamp, offset_seconds: Type.Integer() };
export const ClockAnswer = shape('SandboxClock', 'The sandbox clock.', CLOCK);
export const AdvancedClockAnswer = shape('AdvancedSandboxClock', 'The sandbox clock after it was advanced.', {
  ...CLOCK,
  fired: Type.Integer({ description: 'The number of timers that came due and fired.' }),
});
