// Changes the password of the dashboard user who is signed in. All other sessions of the user end.
import { incorrect } from '#base/errors.ts';
import { addressGroup } from '#base/http/client-addresses.ts';
import type { Actor } from '#domain/console/audit.ts';
import type { ConsoleSession } from '#domain/console/sessions.ts';
import type { PasswordChange } from '#domain/console/sign-in.ts';
import { type Ctx, inTransaction } from '#services/platform/ctx.ts';
import { updatePassword } from '#storage/access/dashboard-users.ts';
import { deleteSessions } from '#storage/console/dashboard-sessions.ts';
import { recordAudit } from './audit.ts';
import { checkPassword } from './sign-in.ts';

export async function changePassword(
  ctx: Ctx,
  session: ConsoleSession,
  actor: Actor,
  { old_password, new_password }: PasswordChange,
): Promise<void> {
  const user = await checkPassword(ctx, { email: session.user.email, password: old_password }, actor.ip);
  if (user === undefined) throw incorrect({ field: 'old_password', message: 'This password is wrong.' });
  const password_hash = await ctx.passwords.hash(addressGroup(actor.ip), new_password);
  await inTransaction(ctx, async (ctx) => {
    await updatePassword(ctx.db, session.client_id, session.user.id, password_hash);
    await deleteSessions(ctx.db, session.client_id, session.user.id, session.id);
    await recordAudit(ctx, actor, { action: 'changePassword', object: `dashboard-users/${session.user.id}` });
  });
}
