// Kind of timer → what happens when it is due: one line per kind. Nothing waits for anything yet.
import type { TimerHandlers } from './timers.ts';

export const TIMER_HANDLERS: TimerHandlers = {};
