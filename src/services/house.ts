// The wired house: what main.ts builds once and every entrance (API, worker, pages) is handed.
import type { Logger } from 'pino';
import type { Clock } from '#base/clock.ts';
import type { Database } from '#storage/db.ts';
import type { BlockCloser } from '#storage/list-blocks.ts';
import type { Authenticator } from './authentication.ts';
import type { Queue } from './jobs.ts';
import type { Limiter } from './limits.ts';
import type { TimerHandlers } from './timers.ts';
import type { Vault } from './vault.ts';

export type House = {
  readonly database: Database;
  readonly vault: Vault;
  readonly clock: Clock;
  readonly block_closer: BlockCloser;
  readonly limiter: Limiter;
  readonly authenticator: Authenticator;
  readonly queue: Queue;
  readonly timer_handlers: TimerHandlers;
  readonly log: Logger;
  readonly settings: HouseSettings;
};

export type HouseSettings = {
  /** Where clients reach the API; the start of every `next` and file address. */
  base_url: string;
  public_url: string;
  /** Requests per secret in any 60 seconds, unless the operator set another number for the client. */
  requests_limit: number;
};
