// Signing in with a password. An unknown email address is handled in the same way as a known one. So neither the
// response nor the response time reveals which accounts exist.
import { ServiceError } from '#base/errors.ts';
import { addressGroup } from '#base/http/client-addresses.ts';
import { firstStage } from '#domain/console/sessions.ts';
import type { SignIn } from '#domain/console/sign-in.ts';
import { type Ctx, type CtxParts, ctxFor, inTransaction } from '#services/platform/ctx.ts';
import { type FoundDashboardUser, findDashboardUser } from '#storage/access/dashboard-users.ts';
import { listFactorMethods } from '#storage/console/factors.ts';
import { SYSTEM } from '#storage/platform/db.ts';
import { attempt } from './attempts.ts';
import { recordAudit } from './audit.ts';
import { noteWrongPassword } from './refusals.ts';
import {
  type Browser,
  endIfOpen,
  findSession,
  homeScope,
  type IssuedSession,
  issued,
  openSession,
} from './sessions.ts';

/** The browser that signs in, and the secret in the cookie that this browser sent. */
export type Visit = Browser & { cookie: string | undefined };

export async function signIn(parts: CtxParts, { email, password }: SignIn, visit: Visit): Promise<IssuedSession> {
  const user = await checkPassword(parts, { email, password }, visit.ip);
  if (user === undefined) throw wrongPassword();
  return beginSession(parts, user, visit);
}

export const wrongPassword = () =>
  new ServiceError('authentication_failed', 'The e-mail address or the password is wrong.', {
    headers: { 'www-authenticate': 'Cookie' },
  });

/**
 * Returns the user with this email address if the password is correct. Wrong passwords are counted per account and per
 * IP address. A user without any membership is treated as unknown, unless `may_lack_membership` is true.
 */
export function checkPassword(
  parts: CtxParts,
  { email, password }: SignIn,
  ip: string,
  { may_lack_membership = false } = {},
): Promise<FoundDashboardUser | undefined> {
  const visitor = addressGroup(ip);
  const account = email.trim().toLowerCase();
  return attempt(
    parts,
    [
      ['address', visitor],
      ['account', account],
    ],
    async () => {
      const found = await findDashboardUser(parts.database.scoped(SYSTEM), account);
      const user = may_lack_membership || (found?.environments.length ?? 0) > 0 ? found : undefined;
      if (await parts.passwords.matches(visitor, user?.password_hash, password)) return user;
      if (found !== undefined) noteWrongPassword(parts, found, ip);
      return undefined;
    },
  );
}

/**
 * Starts a session of a user who has passed the first factor. If the browser sent a cookie, the session of this cookie
 * ends, even if it belongs to another user.
 */
export async function beginSession(
  parts: CtxParts,
  user: Pick<FoundDashboardUser, 'client_id' | 'id' | 'email' | 'environments'>,
  { cookie, ...browser }: Visit,
): Promise<IssuedSession> {
  const { ip } = browser;
  const old = await findSession(parts, cookie);
  if (old !== undefined) await endIfOpen(homeCtx(parts, old), old, { user_id: old.user.id, email: old.user.email, ip });
  const actor = { user_id: user.id, email: user.email, ip };
  const { secret } = await inTransaction(homeCtx(parts, user), async (ctx) => {
    const key = { client_id: user.client_id, dashboard_user_id: user.id };
    const stage = firstStage(await listFactorMethods(ctx.db, key), user.environments);
    const session = await openSession(ctx, user, stage, browser);
    await recordAudit(ctx, actor, { action: 'signIn', object: `sessions/${session.id}`, after: { stage } });
    return session;
  });
  return issued(parts, secret);
}

const homeCtx = (parts: CtxParts, user: { client_id: string }): Ctx => ctxFor(parts, homeScope(user), 0);
