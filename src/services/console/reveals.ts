// Reveals. A user requests to see the masked values in the response of one path, and states the purpose. Each reveal is
// recorded in the audit log.
import { ownerNow } from '#base/clock.ts';
import type { Actor, Purpose } from '#domain/console/audit.ts';
import { type Ctx, inTransaction } from '#services/platform/ctx.ts';
import { hasReveal, saveReveal } from '#storage/console/reveals.ts';
import { recordAudit } from './audit.ts';

const REVEAL_SECONDS = 60;

/**
 * Returns the time at which the reveal ends, in real time. The caller must have checked that the user's role allows the
 * reveal.
 */
export async function reveal(
  ctx: Ctx,
  actor: Actor,
  asked: { session_id: string; path: string; purpose: Purpose },
): Promise<Date> {
  return inTransaction(ctx, async (ctx) => {
    const now = ownerNow(ctx.clock, 0);
    const until = new Date(now.getTime() + REVEAL_SECONDS * 1000);
    await saveReveal(ctx.db, ctx.scope, { ...asked, until }, now);
    await recordAudit(ctx, actor, { action: 'reveal', object: objectOf(asked.path), purpose: asked.purpose });
    return until;
  });
}

export const isRevealed = ({ db, scope, clock }: Ctx, session_id: string, path: string): Promise<boolean> =>
  hasReveal(db, scope, session_id, path, ownerNow(clock, 0));

/** Returns the object that the audit log records for a path of /v1/ or for a path of the console itself. */
export const objectOf = (path: string): string => path.replace(/^\/(?:v1\/)?/, '').replace(/\/$/, '');
