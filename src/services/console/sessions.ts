// Sessions of dashboard users. The cookie contains a random secret, and the database contains only a keyed hash of it.
// Signing in and passing the second factor each create a new session, so that older secrets become invalid.
import { randomBytes } from 'node:crypto';
import { ownerNow } from '#base/clock.ts';
import { notFound, ServiceError } from '#base/errors.ts';
import type { Actor } from '#domain/console/audit.ts';
import {
  type ConsoleSession,
  endOfSession,
  type FactorMethod,
  presentSession,
  SESSION_GRACE_MS,
  SESSION_LIFE_MS,
  SESSION_SEEN_MS,
  SESSIONS_PER_USER_MAX,
  type SessionView,
  type Stage,
} from '#domain/console/sessions.ts';
import type { Scope } from '#domain/platform/scope.ts';
import { type Ctx, type CtxParts, inTransaction } from '#services/platform/ctx.ts';
import type { Vault } from '#services/platform/vault.ts';
import {
  deleteOldestSessions,
  deleteSession,
  deleteSessions,
  findSessionRow,
  insertSession,
  listSessionRows,
  rotateSecret,
  type SessionRow,
  touchSession,
} from '#storage/console/dashboard-sessions.ts';
import { listFactorMethods } from '#storage/console/factors.ts';
import { type Db, SYSTEM } from '#storage/platform/db.ts';
import { recordAudit } from './audit.ts';

/** The browser that signs in. */
export type Browser = { ip: string; user_agent: string };

/** A session, and the secret for the browser's cookie. The secret exists nowhere else. */
export type IssuedSession = { session: ConsoleSession; secret: string };

const SECRET_BYTES = 32;
const SECRET = /^[\w-]{43}$/;
const USER_AGENT_LENGTH_MAX = 256;

/**
 * Rows of a dashboard user belong to the user's client and to no environment. But sealed values need an environment, so
 * `prod` is always used.
 */
export const homeScope = (session: { client_id: string }): Scope => ({
  client_id: session.client_id,
  environment: 'prod',
});

export const homeDb = (parts: CtxParts, session: { client_id: string }): Db =>
  parts.database.scoped(homeScope(session));

/** Returns the session of a cookie; undefined if there is no such session or the session has ended. */
export async function findSession(parts: CtxParts, cookie: string | undefined): Promise<ConsoleSession | undefined> {
  return (await readSession(parts, cookie))?.session;
}

/**
 * Like `findSession`, returns the session of a cookie. If the user's role has changed, the session gets a new secret,
 * which must be sent to the browser.
 */
export async function admitSession(
  parts: CtxParts,
  cookie: string | undefined,
): Promise<{ session: ConsoleSession; new_secret: string | undefined } | undefined> {
  const found = await readSession(parts, cookie);
  if (found === undefined) return undefined;
  const { session, secret_hash, must_rotate, last_seen_at, now } = found;
  const db = homeDb(parts, session);
  if (now.getTime() - last_seen_at.getTime() >= SESSION_SEEN_MS) {
    await touchSession(db, session.client_id, session.id, now);
  }
  if (!must_rotate) return { session, new_secret: undefined };
  const secret = randomBytes(SECRET_BYTES).toString('base64url');
  const hashes = { old: secret_hash, next: hashOf(parts.vault, secret) };
  const is_rotated = await rotateSecret(db, session, hashes, new Date(now.getTime() + SESSION_GRACE_MS));
  return { session, new_secret: is_rotated ? secret : undefined };
}

async function readSession(parts: CtxParts, cookie: string | undefined) {
  if (cookie === undefined || !SECRET.test(cookie)) return undefined;
  const now = ownerNow(parts.clock, 0);
  const secret_hash = hashOf(parts.vault, cookie);
  const row = await findSessionRow(parts.database.scoped(SYSTEM), secret_hash, now);
  if (row === undefined) return undefined;
  const { must_rotate, last_seen_at, ...rest } = row;
  const expires_at = endOfSession(row);
  if (expires_at <= now) return undefined;
  const session: ConsoleSession = { ...rest, expires_at, csrf_token: csrfToken(parts.vault, row.id) };
  return { session, secret_hash, must_rotate, last_seen_at, now };
}

/** A session that was just inserted. Its secret becomes valid when the transaction is committed. */
export type NewSession = { id: string; secret: string };

/**
 * Inserts a session of a user. The caller must have verified the user's identity. If the user has too many sessions,
 * the oldest ones end.
 */
export async function openSession(
  ctx: Ctx,
  user: { client_id: string; id: string },
  stage: Stage,
  browser: Browser,
): Promise<NewSession> {
  const now = ownerNow(ctx.clock, 0);
  const session = await insertWithSecret(ctx, {
    client_id: user.client_id,
    dashboard_user_id: user.id,
    stage,
    created_at: now,
    last_seen_at: now,
    expires_at: new Date(now.getTime() + SESSION_LIFE_MS),
    ip: browser.ip,
    user_agent: browser.user_agent.slice(0, USER_AGENT_LENGTH_MAX),
  });
  await deleteOldestSessions(ctx.db, user.client_id, user.id, SESSIONS_PER_USER_MAX);
  return session;
}

/**
 * Replaces an incomplete session with a complete session, which has a new id and a new secret. The latest time at which
 * the session can end stays the same.
 */
export async function completeSession(
  ctx: Ctx,
  session: ConsoleSession,
  actor: Actor,
  method: FactorMethod | 'enrolment',
): Promise<IssuedSession> {
  const { secret } = await inTransaction(ctx, async (ctx) => {
    const old = await deleteSession(ctx.db, session.client_id, session.user.id, session.id);
    if (old === undefined) throw notSignedIn();
    const complete = await insertWithSecret(ctx, {
      ...old,
      stage: 'complete',
      last_seen_at: ownerNow(ctx.clock, 0),
    });
    const object = `sessions/${complete.id}`;
    await recordAudit(ctx, actor, { action: 'passSecondFactor', object, after: { method } });
    return complete;
  });
  return issued(ctx, secret);
}

async function insertWithSecret(ctx: Ctx, row: Omit<SessionRow, 'id' | 'secret_hash'>): Promise<NewSession> {
  const [id, secret] = [ctx.newId(), randomBytes(SECRET_BYTES).toString('base64url')];
  await insertSession(ctx.db, { ...row, id, secret_hash: hashOf(ctx.vault, secret) });
  return { id, secret };
}

/** Returns the session that was just opened with this secret, together with the secret. */
export async function issued(parts: CtxParts, secret: string): Promise<IssuedSession> {
  const session = await findSession(parts, secret);
  if (session === undefined) throw notSignedIn();
  return { session, secret };
}

/** The session as the user sees it. */
export async function viewSession(parts: CtxParts, session: ConsoleSession): Promise<SessionView> {
  const key = { client_id: session.client_id, dashboard_user_id: session.user.id };
  return presentSession(session, await listFactorMethods(homeDb(parts, session), key));
}

/** Ends one session of the user. The user's other sessions continue. Throws a 404 if the user has no such session. */
export async function endSession(ctx: Ctx, session: ConsoleSession, actor: Actor, id = session.id): Promise<void> {
  if (!(await endIfOpen(ctx, session, actor, id))) throw notFound();
}

/** Like `endSession`, ends one session of the user. Returns false if another request has already ended this session. */
export function endIfOpen(ctx: Ctx, session: ConsoleSession, actor: Actor, id = session.id): Promise<boolean> {
  return inTransaction(ctx, async (ctx) => {
    const ended = await deleteSession(ctx.db, session.client_id, session.user.id, id);
    if (ended === undefined) return false;
    const action = id === session.id ? 'signOut' : 'endSession';
    await recordAudit(ctx, actor, { action, object: `sessions/${id}` });
    return true;
  });
}

export function endAllSessions(ctx: Ctx, session: ConsoleSession, actor: Actor): Promise<void> {
  return inTransaction(ctx, async (ctx) => {
    await deleteSessions(ctx.db, session.client_id, session.user.id);
    await recordAudit(ctx, actor, { action: 'signOutEverywhere', object: `dashboard-users/${session.user.id}` });
  });
}

/** The sessions of the user that have not ended, newest first. */
export async function listSessions(parts: CtxParts, session: ConsoleSession): Promise<SessionRow[]> {
  const rows = await listSessionRows(homeDb(parts, session), session.client_id, session.user.id);
  const now = ownerNow(parts.clock, 0);
  return rows.filter((row) => endOfSession(row) > now);
}

export const notSignedIn = () =>
  new ServiceError('authentication_failed', 'You are not signed in.', { headers: { 'www-authenticate': 'Cookie' } });

const hashOf = (vault: Vault, secret: string): Buffer => vault.hash('console_session', secret);

/**
 * The token that proves that a request comes from the session's own page. Only that page can read the token, because it
 * is part of the session's view.
 */
const csrfToken = (vault: Vault, session_id: string): string =>
  vault.hash('console_csrf', session_id).toString('base64url');
