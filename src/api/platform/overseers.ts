// An overseer handles the requests that the console sends to /v1/ routes. It records in the audit log what a request
// does, and masks the response. A request with a key has no overseer.
import type { TSchema } from 'typebox';
import type { Answer } from '#services/access/idempotency.ts';
import type { Steps } from '#services/access/idempotent-steps.ts';
import type { Ctx } from '#services/platform/ctx.ts';

export type Overseer = {
  /** Stores the resource that the path names, as it is before the request changes it. */
  noteFound(found: unknown): void;
  /** Runs `work`. A change and its record in the audit log are written in one transaction. */
  run(ctx: Ctx, work: (ctx: Ctx) => Promise<Answer>): Promise<Answer>;
  /**
   * Used instead of `run` for a request that runs in steps, because `run` would put all steps into one transaction. The
   * audit log entry is written in the transaction of the first step, so a request that continues after a crash does not
   * write a second entry.
   */
  recordSteps(steps: Steps): Steps;
  /** Records that a file was sent to the user. */
  noteFile(ctx: Ctx): Promise<void>;
  /** Whether the user has asked to see the values of this path unmasked, and is allowed to see them. */
  isRevealed(ctx: Ctx): Promise<boolean>;
  /** Masks the body of a response. */
  mask(ctx: Ctx, schema: TSchema, body: string): Promise<string>;
  /**
   * A prefix for Idempotency-Keys. It keeps the keys of a dashboard user separate from the keys of the client and of
   * other users.
   */
  readonly keys_prefix: string;
};
