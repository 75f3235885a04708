// Tests signing in to the console, and the protection against attacks: fixation, CSRF, enumeration, guessing, stolen
// cookies, reused codes and foreign passkeys.
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { newId } from '#base/ids.ts';
import type { Role } from '#domain/console/roles.ts';
import { SESSIONS_PER_USER_MAX } from '#domain/console/sessions.ts';
import { totpCode, totpStep } from '#domain/console/totp.ts';
import type { Environment } from '#domain/platform/scope.ts';
import { createDashboardUser } from '#services/access/clients.ts';
import { homeScope, openSession } from '#services/console/sessions.ts';
import { ctxFor } from '#services/platform/ctx.ts';
import { SYSTEM } from '#storage/platform/db.ts';
import { newAuthenticator } from '#test/authenticator.ts';
import { consoleCall, cookieIn, newMember, type SignedIn, signedIn } from '#test/console.ts';
import { BASE_URL, newClient, openTestHouse, type TestHouse } from '#test/house.ts';
import { type Reply, setSessionCookie } from './session-cookies.ts';

let house: TestHouse;
let client_id: string;

beforeAll(async () => {
  house = await openTestHouse();
  ({ client_id } = await newClient(house));
});
afterAll(() => house.close());

const ENVIRONMENT = { sandbox: ['sandbox'], prod: ['prod'] } as const;

const newUser = (environment: Environment, role: Role = 'developer') =>
  createDashboardUser(
    house,
    { email: `${newId()}@example.com`, role, environments: ENVIRONMENT[environment] },
    client_id,
  );

const anybody = () => consoleCall(house);
let addresses = 0;
/** Sends a password, each time from another IP address, so that tests do not use up each other's attempts. */
const tryPassword = (body: { email: string; password: string }, ip = `10.0.${addresses >> 8}.${++addresses & 255}`) =>
  house.app.inject({
    method: 'POST',
    url: '/console/api/session/',
    headers: { origin: BASE_URL, 'content-type': 'application/json' },
    payload: JSON.stringify(body),
    remoteAddress: ip,
  });

async function signIn(user: { email: string; password: string }): Promise<SignedIn> {
  const response = await tryPassword(user);
  expect(response.statusCode).toBe(200);
  return signedIn(house, response);
}

const secretOf = (base32: string): Buffer => {
  const bits = [...base32].map((sign) => 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(sign).toString(2).padStart(5, '0'));
  return Buffer.from((bits.join('').match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
};
const codeNow = (secret: Buffer, steps = 0) => totpCode(secret, totpStep(house.clock.now()) + steps);

/** Creates a user of prod who has just set up an authenticator app. */
async function enrolled() {
  const user = await newUser('prod');
  const first = await signIn(user);
  const secret = secretOf((await first.call('POST', 'factors/totp/')).json().secret);
  const confirmed = await first.call('POST', 'factors/totp/confirm/', { code: codeNow(secret) });
  expect(confirmed.statusCode).toBe(200);
  const recovery_codes: string[] = confirmed.json().recovery_codes;
  const complete = await signedIn(house, confirmed);
  house.clock.advance(90_000);
  return { user, first, secret, recovery_codes, complete };
}

describe('POST /console/api/session/', () => {
  test('200: in the sandbox, the password alone completes the session', async () => {
    const user = await newUser('sandbox');
    const response = await tryPassword({ ...user, email: user.email.toUpperCase() });
    expect(response.statusCode).toBe(200);
    expect(response.json()).toMatchObject({
      stage: 'complete',
      methods: [],
      user: { id: user.id, email: user.email },
      memberships: [{ client_id, client_name: 'Acme Lending', environment: 'sandbox', role: 'developer' }],
    });
    expect(response.headers['set-cookie']).toMatch(
      /^vouch_console=[\w-]{43}; Path=\/; Max-Age=604800; HttpOnly; SameSite=Lax$/,
    );
  });

  test('200: a member of prod must set up a second factor, and can do nothing else before that', async () => {
    const { call, session } = await signIn(await newUser('prod', 'owner'));
    expect(session.stage).toBe('enroll');
    for (const [method, path] of [
      ['GET', 'sessions/'],
      ['POST', 'session/everywhere/'],
      ['GET', `${client_id}/prod/members/`],
      ['POST', 'session/totp/'],
    ] as const) {
      expect((await call(method, path)).statusCode, path).toBe(403);
    }
    expect((await call('GET', 'factors/')).json()).toEqual({ totp: false, passkeys: [], recovery_codes_left: 0 });
  });

  test('401 with the same response for an unknown email address, a wrong password and a user without a membership', async () => {
    const known = await newUser('sandbox');
    const removed = await newUser('sandbox');
    await house.database
      .scoped(SYSTEM)
      .query('delete from dashboard_members where dashboard_user_id = $1', [removed.id]);
    const answers = [
      await tryPassword({ email: known.email, password: 'wrong' }),
      await tryPassword({ email: 'nobody@example.com', password: 'wrong' }),
      await tryPassword(removed),
    ];
    for (const { statusCode, body, headers } of answers) {
      expect(statusCode).toBe(401);
      expect(body).toBe(answers[0]?.body);
      expect(headers['set-cookie']).toBeUndefined();
      expect(Object.keys(headers)).toEqual(Object.keys(answers[0]?.headers ?? {}));
    }
  });

  test('the password is compared exactly once, whether the user is known, the email address is unknown, or the user has no membership', async () => {
    const [known, removed] = [await newUser('sandbox'), await newUser('sandbox')];
    await house.database
      .scoped(SYSTEM)
      .query('delete from dashboard_members where dashboard_user_id = $1', [removed.id]);
    const compare = vi.spyOn(house.passwords, 'matches');
    const comparisons: unknown[] = [];
    for (const email of [known.email, 'nobody-else@example.com', removed.email]) {
      compare.mockClear();
      await tryPassword({ email, password: 'wrong' }, '192.0.2.31');
      comparisons.push(compare.mock.calls.map(([visitor, stored, password]) => [visitor, typeof stored, password]));
    }
    compare.mockRestore();
    const [ofKnown, ...others] = comparisons;
    expect(ofKnown).toEqual([[expect.any(String), 'string', 'wrong']]);
    const withoutHash = [[expect.any(String), 'undefined', 'wrong']];
    expect(others).toEqual([withoutHash, withoutHash]);
  });

  test.each(['known', 'unknown'])(
    '429 for the 11th sign-in attempt within 15 minutes at a %s account, from any IP address and even with the right password',
    async (kind) => {
      const user = kind === 'known' ? await newUser('sandbox') : { email: `${newId()}@example.com`, password: 'x' };
      // The attempts are sent concurrently, but only ten of them are checked.
      const wrong = await Promise.all(
        Array.from({ length: 20 }, () => tryPassword({ email: user.email, password: 'wrong' })),
      );
      const statuses = wrong.map(({ statusCode }) => statusCode).toSorted();
      expect(statuses).toEqual([...Array(10).fill(401), ...Array(10).fill(429)]);
      const locked = await tryPassword(user);
      expect(locked.statusCode).toBe(429);
      expect(Number(locked.headers['retry-after'])).toBeGreaterThan(800);
      expect(locked.json().error.message).toBe('Too many attempts. Try again later.');
      house.clock.advance(15 * 60_000);
      expect((await tryPassword(user)).statusCode).toBe(kind === 'known' ? 200 : 401);
    },
  );

  test('429 after 50 wrong attempts from one IP address, even for the right password; successful attempts are not counted', async () => {
    const user = await newUser('sandbox');
    const ip = '192.0.2.7';
    for (let i = 0; i < 49; i++) {
      expect((await tryPassword({ email: `${newId()}@example.com`, password: 'wrong' }, ip)).statusCode).toBe(401);
    }
    expect((await tryPassword(user, ip)).statusCode).toBe(200);
    expect((await tryPassword({ ...user, password: 'wrong' }, ip)).statusCode).toBe(401);
    expect((await tryPassword(user, ip)).statusCode).toBe(429);
    expect((await tryPassword(user, '192.0.2.8')).statusCode).toBe(200);
  });

  test('session fixation: a sign-in ends the browser’s previous session, and the secret of the previous session becomes invalid', async () => {
    const [attacker, victim] = [await newUser('sandbox'), await newUser('sandbox')];
    const planted = await signIn(attacker);
    const response = await consoleCall(house, planted.secret)('POST', 'session/', victim);
    expect(response.statusCode).toBe(200);
    expect(cookieIn(response)).not.toBe(planted.secret);
    expect((await planted.call('GET', 'session/')).statusCode).toBe(401);
    expect((await consoleCall(house, 'a'.repeat(43))('POST', 'session/', victim)).headers['set-cookie']).not.toContain(
      'a'.repeat(43),
    );
  });

  test('200 for two concurrent sign-ins of one browser: both may try to end the browser’s old session', async () => {
    const user = await newUser('sandbox');
    const old = await signIn(user);
    const both = await Promise.all([1, 2].map(() => consoleCall(house, old.secret)('POST', 'session/', user)));
    expect(both.map(({ statusCode }) => statusCode)).toEqual([200, 200]);
  });

  test('a user has at most 50 sessions; the next sign-in ends the oldest session', async () => {
    const { session, secret, call } = await newMember(house, [
      { client_id, environment: 'sandbox', role: 'developer' },
    ]);
    const ctx = ctxFor(house, homeScope(session), 0);
    const user = { client_id, id: session.user.id };
    const secrets: string[] = [];
    const open = async () => {
      house.clock.advance(1_000);
      secrets.push((await openSession(ctx, user, 'complete', { ip: '127.0.0.1', user_agent: 'test' })).secret);
    };
    for (let sessions = 1; sessions < SESSIONS_PER_USER_MAX; sessions++) await open();
    expect((await call('GET', 'sessions/')).json().results).toHaveLength(50);
    await open();
    expect((await consoleCall(house, secret)('GET', 'session/')).statusCode).toBe(401);
    expect((await consoleCall(house, secrets[0])('GET', 'sessions/')).json().results).toHaveLength(50);
  });

  test('403 if a page of another origin sends the sign-in request', async () => {
    const user = await newUser('sandbox');
    for (const headers of [
      { origin: 'https://evil.example' },
      { origin: 'null' },
      { origin: 'http://127.0.0.1:9999' },
    ]) {
      expect((await anybody()('POST', 'session/', user, headers)).statusCode).toBe(403);
    }
  });
});

test.each([
  ['https://vouch.example.com', '__Host-vouch_console=x; Path=/; Max-Age=604800; HttpOnly; SameSite=Lax; Secure'],
  ['http://vouch.example.com', '__Host-vouch_console=x; Path=/; Max-Age=604800; HttpOnly; SameSite=Lax; Secure'],
  ['http://localhost:8080', 'vouch_console=x; Path=/; Max-Age=604800; HttpOnly; SameSite=Lax'],
])('for the public URL %s, the session cookie of the console is "%s"', (public_url, cookie) => {
  const header = vi.fn<Reply['header']>();
  setSessionCookie({ ...house, settings: { ...house.settings, public_url } }, { header }, 'x');
  expect(header).toHaveBeenCalledWith('set-cookie', cookie);
});

describe('protection against CSRF', () => {
  test('403 for a change without the CSRF token, with a wrong token, or with the token of another session', async () => {
    const [own, other] = [await signIn(await newUser('sandbox')), await signIn(await newUser('sandbox'))];
    const proofs = [undefined, '', 'x'.repeat(43), other.session.csrf_token];
    for (const proof of proofs) {
      const response = await consoleCall(house, own.secret, proof)('POST', 'session/everywhere/');
      expect(response.statusCode, proof).toBe(403);
    }
    expect((await own.call('GET', 'session/')).statusCode).toBe(200);
  });

  test('403 for a change from another origin, even with the right CSRF token; a request without an Origin header is accepted only with Sec-Fetch-Site: same-origin', async () => {
    const { secret, session } = await signIn(await newUser('sandbox'));
    const change = (headers: Record<string, string>) =>
      house.app.inject({
        method: 'DELETE',
        url: `/console/api/sessions/${newId()}/`,
        headers: { cookie: `vouch_console=${secret}`, 'x-vouch-csrf': session.csrf_token, ...headers },
      });
    expect((await change({ origin: 'https://evil.example' })).statusCode).toBe(403);
    expect((await change({})).statusCode).toBe(403);
    expect((await change({ 'sec-fetch-site': 'cross-site' })).statusCode).toBe(403);
    expect((await change({ 'sec-fetch-site': 'same-origin' })).statusCode).toBe(404);
    expect((await change({ origin: BASE_URL })).statusCode).toBe(404);
  });
});

describe('sessions of the console', () => {
  test('401 without a cookie, and for a cookie with an unknown or malformed secret', async () => {
    for (const secret of [undefined, 'x'.repeat(43), "' or 1=1"]) {
      expect((await consoleCall(house, secret)('GET', 'session/')).statusCode).toBe(401);
    }
  });

  test('the database contains only a hash of the session’s secret', async () => {
    const { secret } = await signIn(await newUser('sandbox'));
    const { rows } = await house.database
      .scoped(SYSTEM)
      .query<{ text: string }>('select s::text as text from dashboard_sessions s');
    expect(rows.some(({ text }) => text.includes(secret) || text.includes(Buffer.from(secret).toString('hex')))).toBe(
      false,
    );
  });

  test('401 for a stolen cookie after the user has signed out', async () => {
    const { call, secret } = await signIn(await newUser('sandbox'));
    const response = await call('DELETE', 'session/');
    expect(response.statusCode).toBe(204);
    expect(response.headers['set-cookie']).toBe('vouch_console=; Path=/; Max-Age=0; HttpOnly; SameSite=Lax');
    expect((await consoleCall(house, secret)('GET', 'session/')).statusCode).toBe(401);
  });

  test('a user can list their own sessions, end one of them, and end all of them', async () => {
    const user = await newUser('sandbox');
    const [one, two, stranger] = [await signIn(user), await signIn(user), await signIn(await newUser('sandbox'))];
    const { results } = (await two.call('GET', 'sessions/')).json();
    expect(results.map(({ id, is_current }: { id: string; is_current: boolean }) => [id, is_current])).toEqual(
      expect.arrayContaining([
        [one.session.id, false],
        [two.session.id, true],
      ]),
    );
    expect(results).toHaveLength(2);
    expect((await stranger.call('DELETE', `sessions/${one.session.id}/`)).statusCode).toBe(404);
    expect((await two.call('DELETE', `sessions/${one.session.id}/`)).statusCode).toBe(204);
    expect((await one.call('GET', 'session/')).statusCode).toBe(401);
    const three = await signIn(user);
    expect((await two.call('POST', 'session/everywhere/')).statusCode).toBe(204);
    expect((await two.call('GET', 'session/')).statusCode).toBe(401);
    expect((await three.call('GET', 'session/')).statusCode).toBe(401);
    expect((await stranger.call('GET', 'session/')).statusCode).toBe(200);
  });

  test('a session ends after 12 hours without a request, and in any case after 7 days', async () => {
    const { call } = await signIn(await newUser('sandbox'));
    const HOUR_MS = 3_600_000;
    house.clock.advance(12 * HOUR_MS - 1_000);
    expect((await call('GET', 'session/')).statusCode).toBe(200);
    for (let hours = 12; hours < 7 * 24; hours += 6) {
      expect((await call('GET', 'session/')).statusCode, `after ${hours} hours`).toBe(200);
      house.clock.advance(6 * HOUR_MS);
    }
    expect((await call('GET', 'session/')).statusCode).toBe(200);
    house.clock.advance(1_000);
    expect((await call('GET', 'session/')).statusCode).toBe(401);
    const idle = await signIn(await newUser('sandbox'));
    house.clock.advance(12 * HOUR_MS);
    expect((await idle.call('GET', 'session/')).statusCode).toBe(401);
  });

  test('204: changing the password ends the user’s other sessions, and the old password is no longer accepted', async () => {
    const user = await newUser('sandbox');
    const [own, other] = [await signIn(user), await signIn(user)];
    const new_password = 'a long new password';
    const wrong = await own.call('POST', 'password/', { old_password: 'wrong', new_password });
    expect(wrong.json().error.extra['invalid-params']).toEqual([
      { field: 'old_password', message: 'This password is wrong.' },
    ]);
    const short = await own.call('POST', 'password/', { old_password: user.password, new_password: 'eleven char' });
    expect(short.statusCode).toBe(400);
    const changed = await own.call('POST', 'password/', { old_password: user.password, new_password });
    expect(changed.statusCode).toBe(204);
    expect((await own.call('GET', 'session/')).statusCode).toBe(200);
    expect((await other.call('GET', 'session/')).statusCode).toBe(401);
    expect((await tryPassword(user)).statusCode).toBe(401);
    expect((await tryPassword({ ...user, password: new_password })).statusCode).toBe(200);
  });
});

describe('authenticator apps and recovery codes', () => {
  test('the first code completes the enrolment; the session gets a new secret, and the old cookie is rejected', async () => {
    const { first, complete, recovery_codes } = await enrolled();
    expect(complete.session.stage).toBe('complete');
    expect(complete.secret).not.toBe(first.secret);
    expect((await first.call('GET', 'session/')).statusCode).toBe(401);
    expect(new Set(recovery_codes).size).toBe(10);
    expect((await complete.call('GET', 'factors/')).json()).toMatchObject({ totp: true, recovery_codes_left: 10 });
  });

  test('before the code is entered, the session shows no memberships; the code completes the session, which gets a new secret', async () => {
    const { user, secret } = await enrolled();
    const half = await signIn(user);
    expect(half.session).toMatchObject({ stage: 'second_factor', memberships: [], methods: ['totp', 'recovery'] });
    expect((await half.call('GET', 'sessions/')).statusCode).toBe(403);
    expect((await half.call('POST', 'factors/totp/')).statusCode).toBe(403);
    const whole = await signedIn(house, await half.call('POST', 'session/totp/', { code: codeNow(secret) }));
    expect(whole.session.stage).toBe('complete');
    expect((await half.call('GET', 'session/')).statusCode).toBe(401);
    expect((await whole.call('GET', 'sessions/')).statusCode).toBe(200);
  });

  test('400 for a code that was already used, and for any older code', async () => {
    const { user, secret } = await enrolled();
    const [one, two] = [await signIn(user), await signIn(user)];
    const code = codeNow(secret);
    const [a, b] = await Promise.all([
      one.call('POST', 'session/totp/', { code }),
      two.call('POST', 'session/totp/', { code }),
    ]);
    expect([a.statusCode, b.statusCode].toSorted()).toEqual([200, 400]);
    const left = a.statusCode === 400 ? one : two;
    expect((await left.call('POST', 'session/totp/', { code: codeNow(secret, -1) })).statusCode).toBe(400);
    expect((await left.call('POST', 'session/totp/', { code: codeNow(secret, 1) })).statusCode).toBe(200);
  });

  test('429 for the 11th guess of a code within 15 minutes, even if the code is right', async () => {
    const { user, secret } = await enrolled();
    const { call } = await signIn(user);
    for (let i = 0; i < 10; i++) {
      expect((await call('POST', 'session/totp/', { code: codeNow(secret, 5 + i) })).statusCode).toBe(400);
    }
    expect((await call('POST', 'session/totp/', { code: codeNow(secret) })).statusCode).toBe(429);
    expect((await call('POST', 'session/recovery/', { code: 'x' })).statusCode).toBe(429);
  });

  test('a recovery code can be used once, in upper or lower case, with or without its hyphen', async () => {
    const { user, recovery_codes } = await enrolled();
    const code = String(recovery_codes[0]);
    const pass = async (text: string) => (await signIn(user)).call('POST', 'session/recovery/', { code: text });
    const passed = await pass(code.replace('-', '').toUpperCase());
    expect(passed.statusCode).toBe(200);
    expect((await pass(code)).statusCode).toBe(400);
    const { call } = await signedIn(house, passed);
    expect((await call('GET', 'factors/')).json().recovery_codes_left).toBe(9);
    const fresh = (await call('POST', 'factors/recovery/')).json().recovery_codes;
    expect((await pass(String(recovery_codes[1]))).statusCode).toBe(400);
    expect((await pass(fresh[0])).statusCode).toBe(200);
  });

  test('400 if a member of prod removes their only second factor; 204 for a member of the sandbox', async () => {
    const { complete } = await enrolled();
    expect((await complete.call('DELETE', 'factors/totp/')).statusCode).toBe(400);
    expect((await complete.call('GET', 'factors/')).json().totp).toBe(true);
    const { call } = await signIn(await newUser('sandbox'));
    const secret = secretOf((await call('POST', 'factors/totp/')).json().secret);
    expect((await call('POST', 'factors/totp/confirm/', { code: codeNow(secret) })).statusCode).toBe(200);
    expect((await call('DELETE', 'factors/totp/')).statusCode).toBe(204);
    expect((await call('GET', 'factors/')).json()).toMatchObject({ totp: false, recovery_codes_left: 0 });
  });

  test('if one session of a user has set up the first factor, another session that has passed only the password check gets 401 when it adds a factor', async () => {
    const user = await newUser('prod');
    const [thief, own] = [await signIn(user), await signIn(user)];
    const started = (await thief.call('POST', 'factors/totp/')).json();
    const secret = secretOf((await own.call('POST', 'factors/totp/')).json().secret);
    expect((await own.call('POST', 'factors/totp/confirm/', { code: codeNow(secret) })).statusCode).toBe(200);
    const confirm = { code: codeNow(secretOf(started.secret)) };
    expect((await thief.call('POST', 'factors/totp/confirm/', confirm)).statusCode).toBe(401);
  });

  test('the secret of an authenticator app is stored encrypted', async () => {
    const { secret } = await enrolled();
    const { rows } = await house.database
      .scoped(SYSTEM)
      .query<{ secret_sealed: Buffer }>('select secret_sealed from dashboard_totp');
    expect(rows.length).toBeGreaterThan(0);
    expect(rows.some(({ secret_sealed }) => secret_sealed.includes(secret))).toBe(false);
  });
});

test('the audit log records the user, the action and the object of each step, but no secret', async () => {
  const { user, recovery_codes, complete } = await enrolled();
  const code = String(recovery_codes[0]);
  const second = await signedIn(house, await (await signIn(user)).call('POST', 'session/recovery/', { code }));
  await second.call('DELETE', `sessions/${complete.session.id}/`);
  await second.call('POST', 'factors/recovery/');
  await second.call('POST', 'password/', { old_password: user.password, new_password: 'a long new password' });
  await second.call('DELETE', 'session/');
  const { rows } = await house.database
    .scoped(SYSTEM)
    .query<{ action: string; email: string; object: string; text: string }>(
      'select action, email, object, e::text as text from audit_entries e where dashboard_user_id = $1 order by number',
      [user.id],
    );
  expect(rows.map(({ action }) => action)).toEqual([
    'signIn',
    'addTotp',
    'passSecondFactor',
    'signIn',
    'passSecondFactor',
    'endSession',
    'renewRecoveryCodes',
    'changePassword',
    'signOut',
  ]);
  expect(rows[5]?.object).toBe(`sessions/${complete.session.id}`);
  expect(rows.every(({ email }) => email === user.email)).toBe(true);
  for (const secret of [code, user.password, complete.secret, 'a long new password']) {
    expect(rows.some(({ text }) => text.includes(secret))).toBe(false);
  }
});

describe('passkeys', () => {
  const register = async (call: SignedIn['call'], device = newAuthenticator(BASE_URL)) => {
    const options = (await call('POST', 'factors/passkeys/options/')).json();
    const body = { name: 'Laptop', response: device.register(options) };
    return { device, body, response: await call('POST', 'factors/passkeys/', body) };
  };
  const withPasskey = async () => {
    const user = await newUser('prod');
    const { device, response } = await register((await signIn(user)).call);
    expect(response.statusCode).toBe(201);
    return { user, device, complete: await signedIn(house, response), recovery: response.json().recovery_codes };
  };
  const answer = async (call: SignedIn['call'], device: ReturnType<typeof newAuthenticator>) =>
    call('POST', 'session/passkey/', {
      response: device.answer((await call('POST', 'session/passkey/options/')).json()),
    });

  test('a passkey completes the enrolment, and is the second factor at the next sign-in', async () => {
    const { user, device, complete, recovery } = await withPasskey();
    expect(complete.session).toMatchObject({ stage: 'complete', methods: ['passkey', 'recovery'] });
    expect(recovery).toHaveLength(10);
    expect((await complete.call('GET', 'factors/')).json().passkeys).toEqual([
      { id: expect.any(String), name: 'Laptop', created_at: expect.any(String) },
    ]);
    const passed = await answer((await signIn(user)).call, device);
    expect(passed.json()).toMatchObject({ stage: 'complete' });
  });

  test('400 for the passkey of another account', async () => {
    const [own, other] = [await withPasskey(), await withPasskey()];
    const { call } = await signIn(own.user);
    expect((await answer(call, other.device)).statusCode).toBe(400);
    // The other account's authenticator also pretends to have the user's own passkey.
    const options = (await call('POST', 'session/passkey/options/')).json();
    const { credential_id } = own.device;
    const response = { ...other.device.answer(options), id: credential_id, rawId: credential_id };
    expect((await call('POST', 'session/passkey/', { response })).statusCode).toBe(400);
    expect((await answer(call, own.device)).statusCode).toBe(200);
  });

  test('400 for a challenge that was already used or that was created for another session', async () => {
    const { user, device } = await withPasskey();
    const [one, two] = [await signIn(user), await signIn(user)];
    const response = device.answer((await one.call('POST', 'session/passkey/options/')).json());
    await two.call('POST', 'session/passkey/options/');
    expect((await two.call('POST', 'session/passkey/', { response })).statusCode).toBe(400);
    const broken = { ...response, response: { ...response.response, signature: 'AAAA' } };
    expect((await one.call('POST', 'session/passkey/', { response: broken })).statusCode).toBe(400);
    expect((await one.call('POST', 'session/passkey/', { response })).statusCode).toBe(400);
    expect((await answer(one.call, device)).statusCode).toBe(200);
  });

  test('400 for a passkey that was created for another origin or is already registered', async () => {
    const { complete, device } = await withPasskey();
    const { response } = await register(complete.call, newAuthenticator('https://evil.example'));
    expect(response.statusCode).toBe(400);
    expect((await register(complete.call, device)).response.statusCode).toBe(400);
    const stranger = await newMember(house, [{ client_id, environment: 'sandbox', role: 'owner' }]);
    expect((await register(stranger.call, device)).response.statusCode).toBe(400);
    expect((await stranger.call('POST', 'factors/passkeys/', { name: 'x', response: {} })).statusCode).toBe(400);
  });

  test('a user can remove their own passkey, but neither their last factor nor another user’s passkey', async () => {
    const [own, other] = [await withPasskey(), await withPasskey()];
    const { passkeys } = (await own.complete.call('GET', 'factors/')).json();
    const url = `factors/passkeys/${passkeys[0].id}/`;
    expect((await own.complete.call('DELETE', url)).statusCode).toBe(400);
    expect((await register(own.complete.call)).response.statusCode).toBe(201);
    expect((await other.complete.call('DELETE', url)).statusCode).toBe(404);
    expect((await own.complete.call('DELETE', url)).statusCode).toBe(204);
  });
});
