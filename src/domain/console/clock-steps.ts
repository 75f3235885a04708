// Steps by which the sandbox clock can be moved: by a day, to the next payday, or to the next timer.
import { type Static, Type } from 'typebox';
import { choice, Id, nullable, shape, Timestamp } from '#base/schema.ts';
import { EventLogAnswer } from '#domain/events/event-log.ts';

export const CLOCK_STEPS = ['day', 'pay_day', 'timer'] as const;
export type ClockStep = (typeof CLOCK_STEPS)[number];

export const ClockStepsAnswer = shape('ClockSteps', 'Where the sandbox clock can be moved.', {
  now: Timestamp,
  pay_day: nullable(
    Type.Object(
      { at: Timestamp, employer: Type.String(), user_id: Id, link_id: Id },
      { description: 'Of a sample person.' },
    ),
  ),
  timer: nullable(Type.Object({ at: Timestamp, kind: Type.String(), subject_id: Type.String() })),
});
export type ClockStepsAnswer = Static<typeof ClockStepsAnswer>;

export const NewClockStep = shape('NewClockStep', 'How far to move the sandbox clock.', { to: choice(CLOCK_STEPS) });

export const MovedClockAnswer = shape('MovedClock', 'The clock after a step, and what happened on the way.', {
  now: Timestamp,
  seconds: Type.Integer(),
  timers: Type.Array(Type.Object({ kind: Type.String(), subject_id: Type.String(), due_at: Timestamp }), {
    description: 'The first timers that fired, earliest first.',
  }),
  more_timers: Type.Integer({ description: 'The number of further timers that fired.' }),
  events: EventLogAnswer.properties.results,
  has_more_events: Type.Boolean(),
});
export type MovedClockAnswer = Static<typeof MovedClockAnswer>;
