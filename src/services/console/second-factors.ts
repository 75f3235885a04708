// Second factors of dashboard users: codes of an authenticator app, and recovery codes. The secret of an authenticator
// app is sealed with the client's key. A recovery code is stored only as a keyed hash.
import { randomBytes } from 'node:crypto';
import type { Static } from 'typebox';
import { renderSVG } from 'uqr';
import { incorrect, notFound, ServiceError } from '#base/errors.ts';
import { newShortKey } from '#base/ids.ts';
import { seal, unseal } from '#base/sealing.ts';
import type { Actor } from '#domain/console/audit.ts';
import type { ConsoleSession } from '#domain/console/sessions.ts';
import type { NewTotp } from '#domain/console/sign-in.ts';
import { otpauthUrl, stepOfCode, TOTP_SECRET_BYTES, toBase32 } from '#domain/console/totp.ts';
import { type Ctx, inTransaction } from '#services/platform/ctx.ts';
import { place } from '#services/platform/vault.ts';
import { lockDashboardUser } from '#storage/access/dashboard-users.ts';
import { deleteSessions } from '#storage/console/dashboard-sessions.ts';
import {
  confirmTotp as confirmRow,
  countRecoveryCodes,
  deleteTotp,
  findTotp,
  listFactorMethods,
  replaceRecoveryCodes,
  takeRecoveryCode,
  takeTotpStep,
  type UserKey,
  upsertTotp,
} from '#storage/console/factors.ts';
import { listPasskeyRows } from '#storage/console/passkeys.ts';
import { attempt } from './attempts.ts';
import { recordAudit } from './audit.ts';
import { recordWrongFactor } from './refusals.ts';
import { completeSession, type IssuedSession } from './sessions.ts';

const RECOVERY_CODES = 10;

export const keyOf = (session: ConsoleSession): UserKey => ({
  client_id: session.client_id,
  dashboard_user_id: session.user.id,
});

/** The name by which the audit log refers to the user as the object of an action. */
export const objectOf = (session: ConsoleSession): string => `dashboard-users/${session.user.id}`;

export const wrongCode = () => incorrect({ field: 'code', message: 'This code is wrong or was used already.' });

/** Passes the second factor with a code of the user's authenticator app. */
export async function passTotp(ctx: Ctx, session: ConsoleSession, actor: Actor, code: string): Promise<IssuedSession> {
  const is_right = await guess(ctx, session, async () => {
    const totp = await findTotp(ctx.db, keyOf(session));
    return totp !== undefined && totp.confirmed_at !== null && useCode(ctx, session, totp.secret_sealed, code);
  });
  if (!is_right) {
    await recordWrongFactor(ctx, session, actor, 'totp');
    throw wrongCode();
  }
  return completeSession(ctx, session, actor, 'totp');
}

/** Passes the second factor with a recovery code. The code cannot be used again. */
export async function passRecovery(
  ctx: Ctx,
  session: ConsoleSession,
  actor: Actor,
  code: string,
): Promise<IssuedSession> {
  const is_right = await guess(ctx, session, () =>
    takeRecoveryCode(ctx.db, keyOf(session), recoveryHash(ctx, session, code)),
  );
  if (!is_right) {
    await recordWrongFactor(ctx, session, actor, 'recovery');
    throw wrongCode();
  }
  return completeSession(ctx, session, actor, 'recovery');
}

/**
 * Creates a secret for an authenticator app. The app becomes a second factor only after one of its codes was confirmed.
 */
export async function beginTotp(ctx: Ctx, session: ConsoleSession): Promise<Static<typeof NewTotp>> {
  const secret = randomBytes(TOTP_SECRET_BYTES);
  await whileLocked(ctx, session, async (ctx) => {
    const key = await ctx.vault.clientKey(ctx.db, ctx.scope);
    const secret_sealed = seal(key, secret, totpPlace(ctx, session));
    const is_stored = await upsertTotp(ctx.db, { ...keyOf(session), secret_sealed, created_at: ctx.now() });
    if (!is_stored) throw incorrect({ field: 'totp', message: 'An authenticator app is set up already.' });
  });
  const otpauth_url = otpauthUrl(secret, session.user.email);
  return { secret: toBase32(secret), otpauth_url, qr_svg: renderSVG(otpauth_url, { border: 4 }) };
}

/** Confirms the app with its first code. Returns new recovery codes; older recovery codes become invalid. */
export async function confirmTotp(ctx: Ctx, session: ConsoleSession, actor: Actor, code: string): Promise<string[]> {
  const codes = await guess(ctx, session, () =>
    whileLocked(ctx, session, async (ctx) => {
      const totp = await findTotp(ctx.db, keyOf(session));
      if (totp === undefined || totp.confirmed_at !== null) return false;
      if (!(await useCode(ctx, session, totp.secret_sealed, code))) return false;
      await confirmRow(ctx.db, keyOf(session), ctx.now());
      const codes = await newRecoveryCodes(ctx, session);
      await recordAudit(ctx, actor, { action: 'addTotp', object: objectOf(session) });
      return codes;
    }),
  );
  if (codes === false) throw wrongCode();
  return codes;
}

export async function removeTotp(ctx: Ctx, session: ConsoleSession, actor: Actor): Promise<void> {
  await whileLocked(ctx, session, async (ctx) => {
    if (!(await deleteTotp(ctx.db, keyOf(session)))) throw notFound();
    await checkLeft(ctx, session);
    await recordAudit(ctx, actor, { action: 'removeTotp', object: objectOf(session) });
  });
}

export const renewRecoveryCodes = (ctx: Ctx, session: ConsoleSession, actor: Actor): Promise<string[]> =>
  whileLocked(ctx, session, async (ctx) => {
    const methods = await listFactorMethods(ctx.db, keyOf(session));
    if (!methods.some(isLasting)) throw incorrect({ field: 'factors', message: 'Set up a second factor first.' });
    const codes = await newRecoveryCodes(ctx, session);
    await recordAudit(ctx, actor, { action: 'renewRecoveryCodes', object: objectOf(session) });
    return codes;
  });

export async function viewFactors(ctx: Ctx, session: ConsoleSession) {
  const key = keyOf(session);
  const [totp, passkeys, recovery_codes_left] = [
    await findTotp(ctx.db, key),
    await listPasskeyRows(ctx.db, key),
    await countRecoveryCodes(ctx.db, key),
  ];
  return { totp: totp !== undefined && totp.confirmed_at !== null, passkeys, recovery_codes_left };
}

/**
 * Changes the user's factors while the user's row is locked. A session that has passed only the password may set up the
 * first factor. It must not add another factor if the user already has a factor that the session has not passed.
 */
export function whileLocked<T>(ctx: Ctx, session: ConsoleSession, work: (ctx: Ctx) => Promise<T>): Promise<T> {
  return inTransaction(ctx, async (ctx) => {
    const user = await lockDashboardUser(ctx.db, session.client_id, session.user.id);
    if (user === undefined) throw notFound();
    if (session.stage === 'enroll' && (await listFactorMethods(ctx.db, keyOf(session))).length > 0) {
      throw new ServiceError('not_authenticated', 'A second factor is set up already. Sign in again.');
    }
    return work(ctx);
  });
}

/** Limits the number of guessed codes per user. `check` returns false if the guess was wrong. */
export async function guess<T>(ctx: Ctx, session: ConsoleSession, check: () => Promise<T | false>): Promise<T | false> {
  const result = await attempt(ctx, [['second_factor', session.user.id]], async () => {
    const checked = await check();
    return checked === false ? undefined : { checked };
  });
  return result === undefined ? false : result.checked;
}

/**
 * Ends the enrolment of a session that has just set up its user's first factor. This session becomes complete. The
 * user's other sessions end, because they passed no second factor.
 */
export async function endEnrolment(ctx: Ctx, session: ConsoleSession, actor: Actor): Promise<IssuedSession> {
  await deleteSessions(ctx.db, session.client_id, session.user.id, session.id);
  return completeSession(ctx, session, actor, 'enrolment');
}

/**
 * Checks that enough factors are left. In prod a user needs a second factor, so the last one cannot be removed.
 * Recovery codes alone are not enough.
 */
export async function checkLeft(ctx: Ctx, session: ConsoleSession): Promise<void> {
  if ((await listFactorMethods(ctx.db, keyOf(session))).some(isLasting)) return;
  if (session.memberships.some(({ environment }) => environment === 'prod')) {
    throw incorrect({ field: 'factors', message: 'The last second factor cannot be removed.' });
  }
  await replaceRecoveryCodes(ctx.db, keyOf(session), []);
}

export async function newRecoveryCodes(ctx: Ctx, session: ConsoleSession): Promise<string[]> {
  const codes = Array.from({ length: RECOVERY_CODES }, () => newShortKey());
  const hashes = codes.map((code) => recoveryHash(ctx, session, code));
  await replaceRecoveryCodes(ctx.db, keyOf(session), hashes);
  return codes.map((code) => `${code.slice(0, 5)}-${code.slice(5)}`);
}

const isLasting = (method: string): boolean => method !== 'recovery';

/** People type recovery codes from paper, so upper and lower case, spaces and hyphens are ignored. */
const recoveryHash = (ctx: Ctx, session: ConsoleSession, code: string): Buffer =>
  ctx.vault.hash('recovery_code', session.user.id, code.toLowerCase().replaceAll(/[^a-z0-9]/g, ''));

const totpPlace = (ctx: Ctx, session: ConsoleSession): string =>
  place(ctx.scope, 'dashboard_totp', 'secret_sealed', session.user.id);

/** Checks a code and marks it as used. A code is accepted once. After that, older codes are not accepted either. */
async function useCode(ctx: Ctx, session: ConsoleSession, sealed: Buffer, code: string): Promise<boolean> {
  const key = await ctx.vault.clientKey(ctx.db, ctx.scope);
  const secret = unseal(key, sealed, totpPlace(ctx, session));
  const step = stepOfCode(secret, code.replaceAll(' ', ''), ctx.now());
  return step !== undefined && takeTotpStep(ctx.db, keyOf(session), step);
}
