// What a request from the console adds to a /v1/ route: its work is recorded, and its response is masked. A request with
// a key has no overseer.
import type { TSchema } from 'typebox';
import type { Answer } from '#services/access/idempotency.ts';
import type { Ctx } from '#services/platform/ctx.ts';

export type Overseer = {
  /** Notes the resource that the path names, as it was before the work. */
  noteFound(found: unknown): void;
  /** Does the work. A change and its record in the audit log are one transaction. */
  run(ctx: Ctx, work: (ctx: Ctx) => Promise<Answer>): Promise<Answer>;
  /** Records that a file was handed out. */
  noteFile(ctx: Ctx): Promise<void>;
  /** Whether the user has asked to see the masked values of this path, and may see them. */
  isRevealed(ctx: Ctx): Promise<boolean>;
  /** Masks the body of a response. */
  mask(ctx: Ctx, schema: TSchema, body: string): Promise<string>;
  /** The Idempotency-Keys of a dashboard user are apart from those of the client and of other users. */
  readonly keys_prefix: string;
};
