// Tests that the limits on guessing passwords, codes and invitations hold for several processes together.
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildApp } from '#api/app.ts';
import { newId } from '#base/ids.ts';
import { createDashboardUser } from '#services/access/clients.ts';
import { openPasswords } from '#services/platform/passwords.ts';
import { type Database, openDatabase } from '#storage/platform/db.ts';
import { consoleCall, signedIn } from '#test/console.ts';
import { BASE_URL, newClient, openTestHouse, type TestHouse } from '#test/house.ts';
import { PATIENT_MS } from '#test/server.ts';

let house: TestHouse;
let client_id: string;
/** The pool of a second process, with its own connections. */
let other: Database;
/** The two processes, which share only the database. */
let apps: FastifyInstance[];

beforeAll(async () => {
  house = await openTestHouse();
  ({ client_id } = await newClient(house));
  const { url, role } = house.database;
  other = openDatabase({ url, role, timeout_ms: PATIENT_MS, connections_max: 4 });
  const passwords = openPasswords({ memory_kib: 64, passes: 1 });
  apps = [house.app, await buildApp({ ...house, database: other, passwords })];
});
afterAll(async () => {
  await apps[1]?.close();
  await other.close();
  await house.close();
});

type Attempt = { path: string; body: unknown; ip: string; headers?: Record<string, string> };

/** Sends attempts to the two processes in turn, and returns the number of responses with each status. */
async function divide(attempts: readonly Attempt[], is_concurrent: boolean): Promise<Record<number, number>> {
  const counts: Record<number, number> = {};
  const send = async ({ path, body, ip, headers }: Attempt, at: number): Promise<void> => {
    const response = await apps[at % 2]?.inject({
      method: 'POST',
      url: `/console/api/${path}`,
      headers: { origin: BASE_URL, 'content-type': 'application/json', ...headers },
      payload: JSON.stringify(body),
      remoteAddress: ip,
    });
    const status = response?.statusCode ?? 0;
    counts[status] = (counts[status] ?? 0) + 1;
  };
  if (is_concurrent) await Promise.all(attempts.map(send));
  else for (const [at, one] of attempts.entries()) await send(one, at);
  return counts;
}

const newUser = (environment: 'sandbox' | 'prod') =>
  createDashboardUser(
    house,
    { email: `${newId()}@example.com`, role: 'developer', environments: [environment] },
    client_id,
  );

let addresses = 0;
const newAddress = (): string => `10.9.${addresses >> 8}.${++addresses & 255}`;
const passwordOf = (user: { email: string; password: string }, ip: string = newAddress()): Attempt => ({
  path: 'session/',
  body: { email: user.email, password: user.password },
  ip,
});

const WAYS = [
  ['one after another', false],
  ['concurrently', true],
] as const;

describe.each(WAYS)('sign-in attempts that alternate between two processes, %s', (_way, is_concurrent) => {
  test.each(['known', 'unknown'])('10 wrong passwords lock a %s account in both processes', async (kind) => {
    const user = kind === 'known' ? await newUser('sandbox') : { email: `${newId()}@example.com`, password: 'x' };
    const wrong = Array.from({ length: 16 }, () => passwordOf({ ...user, password: 'wrong' }));
    expect(await divide(wrong, is_concurrent)).toEqual({ 401: 10, 429: 6 });
    expect(await divide([passwordOf(user), passwordOf(user)], false)).toEqual({ 429: 2 });
    house.clock.advance(15 * 60_000);
    expect(await divide([passwordOf(user), passwordOf(user)], false)).toEqual({ [kind === 'known' ? 200 : 401]: 2 });
  });

  test('50 wrong passwords or invitation tokens, counted together, lock an IP address in both processes', async () => {
    const [user, ip] = [await newUser('sandbox'), newAddress()];
    const passwords = Array.from({ length: 30 }, () =>
      passwordOf({ email: `${newId()}@example.com`, password: 'x' }, ip),
    );
    const invitations = Array.from({ length: 30 }, () => ({
      path: 'invitations/accept/',
      body: { token: newId(), name: 'Robin', password: 'a long enough password' },
      ip,
    }));
    // A process compares at most four passwords from one IP address at the same time, so the test sends concurrent
    // attempts in small groups.
    const counts: Record<number, number> = {};
    const all = passwords.flatMap((one, at) => [one, invitations[at] ?? one]);
    for (let at = 0; at < all.length; at += 6) {
      for (const [status, count] of Object.entries(await divide(all.slice(at, at + 6), is_concurrent))) {
        counts[Number(status)] = (counts[Number(status)] ?? 0) + count;
      }
    }
    expect((counts[401] ?? 0) + (counts[410] ?? 0)).toBe(50);
    expect(counts[429]).toBe(10);
    expect(await divide([passwordOf(user, ip), passwordOf(user, ip)], false)).toEqual({ 429: 2 });
    expect(await divide([passwordOf(user), passwordOf(user)], false)).toEqual({ 200: 2 });
  });

  test('10 wrong codes lock the second factor of a user in both processes, for all of the user’s sessions', async () => {
    const user = await newUser('prod');
    const signIn = async () => signedIn(house, await consoleCall(house)('POST', 'session/', passwordOf(user).body));
    await (await signIn()).call('POST', 'factors/totp/');
    // The test marks the user's second factor as confirmed directly in the database, because the test sends only wrong
    // codes.
    await house.database
      .scoped({ client_id, environment: 'prod' })
      .query('update dashboard_totp set confirmed_at = $2 where dashboard_user_id = $1', [user.id, house.clock.now()]);
    const browsers = [await signIn(), await signIn()];
    const guesses = Array.from({ length: 16 }, (_, at): Attempt => {
      const { secret, session } = browsers[(at >> 1) % 2] ?? { secret: '', session: { csrf_token: '' } };
      const headers = { cookie: `vouch_console=${secret}`, 'x-vouch-csrf': session.csrf_token };
      const path = at % 3 === 0 ? 'session/recovery/' : 'session/totp/';
      return { path, body: { code: '000000' }, ip: newAddress(), headers };
    });
    expect(await divide(guesses, is_concurrent)).toEqual({ 400: 10, 429: 6 });
  });
});
