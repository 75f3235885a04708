// Dashboard users in tests: creates users with memberships, and sends console requests as a signed-in user.
import type { LightMyRequestResponse } from 'fastify';
import pg from 'pg';
import { newId } from '#base/ids.ts';
import type { Role } from '#domain/console/roles.ts';
import type { ConsoleSession, SessionView, Stage } from '#domain/console/sessions.ts';
import type { Environment } from '#domain/platform/scope.ts';
import { homeScope, issued, openSession } from '#services/console/sessions.ts';
import { ctxFor } from '#services/platform/ctx.ts';
import { insertMember } from '#storage/access/dashboard-members.ts';
import { insertDashboardUser } from '#storage/access/dashboard-users.ts';
import { SYSTEM } from '#storage/platform/db.ts';
import { BASE_URL, type TestHouse } from './house.ts';

export type ConsoleCall = (
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE',
  /** The path relative to `/console/api/`. */
  path: string,
  body?: unknown,
  headers?: Record<string, string>,
) => Promise<LightMyRequestResponse>;

export type TestMember = { session: ConsoleSession; secret: string; call: ConsoleCall };

/** A signed-in browser: its session, the secret in its cookie, and a function that sends its requests. */
export type SignedIn = { session: SessionView; secret: string; call: ConsoleCall };

export const cookieIn = ({ headers }: LightMyRequestResponse): string =>
  /vouch_console=([^;]*)/.exec(String(headers['set-cookie']))?.[1] ?? '';

/** `response` has set a session cookie. Returns a browser that is signed in with that session. */
export async function signedIn(house: TestHouse, response: LightMyRequestResponse): Promise<SignedIn> {
  const secret = cookieIn(response);
  const session: SessionView = (await consoleCall(house, secret)('GET', 'session/')).json();
  return { session, secret, call: consoleCall(house, secret, session.csrf_token) };
}

type Place = { client_id: string; environment: Environment; role: Role };

/**
 * Creates a dashboard user with a membership in each of `places` (a place is a client, an environment and a role), and
 * signs the user in without a password. The user belongs to the client of the first place.
 */
export async function newMember(
  house: TestHouse,
  places: readonly [Place, ...Place[]],
  stage: Stage = 'complete',
): Promise<TestMember> {
  const [{ client_id }] = places;
  const user = { client_id, id: newId(), created_at: house.clock.now() };
  const system = house.database.scoped(SYSTEM);
  await insertDashboardUser(system, { ...user, email: `${user.id}@example.com`, name: 'Ann', password_hash: '-' });
  for (const { role, ...scope } of places) {
    const member = { dashboard_user_id: user.id, home_client_id: client_id, role, created_at: user.created_at };
    await insertMember(system, scope, member);
  }
  const ctx = ctxFor(house, homeScope(user), 0);
  const opened = await openSession(ctx, user, stage, { ip: '127.0.0.1', user_agent: 'test' });
  const { session, secret } = await issued(house, opened.secret);
  return { session, secret, call: consoleCall(house, secret, session.csrf_token) };
}

/** Sends requests as the console's page does: with the cookie, the page's origin and the CSRF token. */
export function consoleCall(house: TestHouse, secret?: string, csrf_token?: string): ConsoleCall {
  return (method, path, body, headers = {}) =>
    house.app.inject({
      method,
      url: `/console/api/${path}`,
      headers: {
        origin: BASE_URL,
        ...(secret === undefined ? {} : { cookie: `vouch_console=${secret}` }),
        ...(csrf_token === undefined ? {} : { 'x-vouch-csrf': csrf_token }),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body === undefined ? {} : { payload: JSON.stringify(body) }),
    });
}

/**
 * Reads a response until its text matches `enough`. Then the browser disconnects, because the response may be a stream
 * without an end.
 */
export async function readStream(
  house: TestHouse,
  { secret }: TestMember,
  path: string,
  enough: RegExp,
): Promise<{ statusCode: number; body: string; headers: LightMyRequestResponse['headers'] }> {
  const response = await house.app.inject({
    url: `/console/api/${path}`,
    headers: { cookie: `vouch_console=${secret}` },
    payloadAsStream: true,
  });
  let body = '';
  for await (const piece of response.stream()) {
    body += String(piece);
    if (enough.test(body)) break;
  }
  response.raw.res.destroy();
  return { statusCode: response.statusCode, body, headers: response.headers };
}

/** Makes the database refuse audit entries with this action while `work` runs. */
export async function whileUnrecordable(house: TestHouse, action: string, work: () => Promise<void>): Promise<void> {
  const superuser = new pg.Client({ connectionString: house.database.url });
  await superuser.connect();
  await superuser.query(
    `alter table vouch.audit_entries add constraint refused check (action <> '${action}') not valid`,
  );
  await work();
  await superuser.query('alter table vouch.audit_entries drop constraint refused');
  await superuser.end();
}
