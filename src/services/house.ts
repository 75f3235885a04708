// The wired house: what main.ts builds once and every entrance (API, worker, pages) is handed.
import type { ProviderInfo } from '#domain/providers.ts';
import type { Authenticator } from './authentication.ts';
import type { CtxParts } from './ctx.ts';
import type { Queue } from './jobs.ts';
import type { Limiter } from './limits.ts';
import type { TimerHandlers } from './timers.ts';

export type House = CtxParts & {
  readonly limiter: Limiter;
  readonly authenticator: Authenticator;
  readonly queue: Queue;
  /** Every provider there is, of both environments. */
  readonly providers: readonly ProviderInfo[];
  readonly timer_handlers: TimerHandlers;
};
