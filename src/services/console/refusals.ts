// Records wrong passwords and wrong second factors in the audit log of the account's client.
import type { Actor } from '#domain/console/audit.ts';
import type { ConsoleSession, FactorMethod } from '#domain/console/sessions.ts';
import { type Ctx, type CtxParts, ctxFor } from '#services/platform/ctx.ts';
import { recordAudit } from './audit.ts';
import { homeScope } from './sessions.ts';

/**
 * Records a wrong password for an existing account in the audit log. Nothing is recorded for an unknown email address.
 * So the caller must not wait for this function: the response time would reveal which accounts exist. The limit of
 * wrong passwords does not depend on this record, because each attempt is counted before its password is checked.
 */
export function noteWrongPassword(
  parts: CtxParts,
  { client_id, id, email }: { client_id: string; id: string; email: string },
  ip: string,
): void {
  const entry = { action: 'refusePassword', object: `dashboard-users/${id}` };
  recordAudit(ctxFor(parts, homeScope({ client_id }), 0), { user_id: id, email, ip }, entry).catch((err: unknown) => {
    parts.log.warn({ err }, 'a wrong password is missing from the audit log');
  });
}

/**
 * Records a wrong second factor. The caller may wait for this function, because its duration reveals nothing: the
 * password was correct, so the person who signs in already knows that the account exists.
 */
export const recordWrongFactor = (
  ctx: Ctx,
  session: ConsoleSession,
  actor: Actor,
  method: FactorMethod,
): Promise<void> =>
  recordAudit(ctx, actor, { action: 'refuseSecondFactor', object: `sessions/${session.id}`, after: { method } });
