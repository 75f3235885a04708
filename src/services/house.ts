// `House` is the assembled service: wiring.ts builds it once and passes it to every entry point (API, worker, pages).
import type { Authenticator } from './access/authentication.ts';
import type { Limiter } from './access/limits.ts';
import type { CtxParts } from './platform/ctx.ts';
import type { Queue } from './platform/jobs.ts';
import type { TimerHandlers } from './platform/timers.ts';

export type House = CtxParts & {
  readonly limiter: Limiter;
  readonly authenticator: Authenticator;
  readonly queue: Queue;
  readonly timer_handlers: TimerHandlers;
};
