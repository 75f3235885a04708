// Tests the members of the console: roles, invitations, and the protection of the last owner.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newId } from '#base/ids.ts';
import { ROLES, type Role } from '#domain/console/roles.ts';
import type { Environment } from '#domain/platform/scope.ts';
import { sendInvitation } from '#services/console/invitations.ts';
import { ctxOf } from '#services/platform/ctx.ts';
import { SYSTEM } from '#storage/platform/db.ts';
import { type ConsoleCall, consoleCall, cookieIn, newMember, signedIn, type TestMember } from '#test/console.ts';
import { BASE_URL, newClient, openTestHouse, type TestHouse } from '#test/house.ts';

let house: TestHouse;
let client_id: string;
let owner: TestMember;
const sent: { to: string; text: string }[] = [];

beforeAll(async () => {
  const mailer = {
    send: async (mail: { to: string; text: string }) => {
      sent.push(mail);
      return true;
    },
    close: () => undefined,
  };
  house = await openTestHouse({ mailer });
  ({ client_id } = await newClient(house));
  owner = await member('owner', 'prod');
});
afterAll(() => house.close());

const member = (role: Role, environment: Environment = 'prod') => newMember(house, [{ client_id, environment, role }]);
const members = (path = '', environment: Environment = 'prod') => `${client_id}/${environment}/members/${path}`;
const invitations = (path = '', environment: Environment = 'prod') => `${client_id}/${environment}/invitations/${path}`;
const newEmail = () => `${newId()}@example.com`;

const PASSWORD = 'a long password';
const tokenIn = (url: string): string => url.split('#')[1] ?? '';
const accept = (token: string, password = PASSWORD) =>
  consoleCall(house)('POST', 'invitations/accept/', { token, name: 'Bea', password });
const invite = async (email: string, call: ConsoleCall = owner.call, path = invitations()) => {
  const response = await call('POST', path, { email, role: 'reviewer' });
  expect(response.statusCode).toBe(201);
  return response.json();
};

describe('roles of members', () => {
  test.each(ROLES)(
    'the role %s can read members if the role table allows it; only an owner can change members',
    async (role) => {
      const { call } = await member(role);
      const other = await member('auditor');
      const reads = ['owner', 'developer', 'auditor'].includes(role);
      expect((await call('GET', members())).statusCode).toBe(reads ? 200 : 403);
      expect((await call('GET', invitations())).statusCode).toBe(reads ? 200 : 403);
      const may = role === 'owner';
      const change = await call('PATCH', members(`${other.session.user.id}/`), { role: 'reviewer' });
      expect(change.statusCode).toBe(may ? 200 : 403);
      const invited = await call('POST', invitations(), { email: newEmail(), role: 'auditor' });
      expect(invited.statusCode).toBe(may ? 201 : 403);
      expect((await call('DELETE', members(`${other.session.user.id}/`))).statusCode).toBe(may ? 204 : 403);
    },
  );

  test('404 with the same response for the other environment, for another client and for a client that does not exist', async () => {
    const elsewhere = await newClient(house);
    const bodies = [
      await owner.call('GET', members('', 'sandbox')),
      await owner.call('GET', `${elsewhere.client_id}/prod/members/`),
      await owner.call('GET', `${newId()}/prod/members/`),
    ];
    for (const { statusCode, body } of bodies) {
      expect(statusCode).toBe(404);
      expect(body).toBe(bodies[0]?.body);
    }
  });

  test('a changed role applies from the next request on; if the next two requests are concurrent, only one of them gets a new session secret; the old secret expires half a minute later', async () => {
    const { call, secret, session } = await member('developer');
    expect((await call('GET', members())).statusCode).toBe(200);
    const changed = await owner.call('PATCH', members(`${session.user.id}/`), { role: 'underwriter' });
    expect(changed.json()).toMatchObject({ id: session.user.id, role: 'underwriter' });
    // Both requests are sent directly after the role change, but only one of them gets the new session secret.
    const both = await Promise.all([call('GET', 'session/'), call('GET', 'session/')]);
    const cookies = both.map(cookieIn).filter((cookie) => cookie !== '');
    expect(both.map(({ statusCode }) => statusCode)).toEqual([200, 200]);
    expect(cookies).toHaveLength(1);
    const renewed = consoleCall(house, cookies[0], session.csrf_token);
    expect((await renewed('GET', 'session/')).json().memberships).toMatchObject([{ role: 'underwriter' }]);
    expect((await renewed('GET', members())).statusCode).toBe(403);
    house.clock.advance(30_000);
    expect((await consoleCall(house, secret)('GET', 'session/')).statusCode).toBe(401);
    expect((await renewed('GET', 'session/')).statusCode).toBe(200);
  });

  test('204: a removed member is signed out everywhere; 404 if the member is removed a second time', async () => {
    const { call, session } = await member('reviewer');
    const url = members(`${session.user.id}/`);
    expect((await owner.call('DELETE', url)).statusCode).toBe(204);
    expect((await call('GET', 'session/')).statusCode).toBe(401);
    expect((await owner.call('DELETE', url)).statusCode).toBe(404);
    expect((await owner.call('PATCH', url, { role: 'owner' })).statusCode).toBe(404);
  });

  test('400 if the last owner would be removed or demoted, even if two owners demote each other concurrently', async () => {
    const { client_id: other } = await newClient(house);
    const place = [{ client_id: other, environment: 'prod', role: 'owner' }] as const;
    const [a, b] = [await newMember(house, place), await newMember(house, place)];
    const url = (one: TestMember) => `${other}/prod/members/${one.session.user.id}/`;
    const demoted = await Promise.all([
      a.call('PATCH', url(b), { role: 'auditor' }),
      b.call('PATCH', url(a), { role: 'auditor' }),
    ]);
    expect(demoted.map(({ statusCode }) => statusCode).filter((status) => status === 200)).toHaveLength(1);
    const left = (await a.call('GET', `${other}/prod/members/`)).json().results;
    const last = left.find(({ role }: { role: Role }) => role === 'owner').id === a.session.user.id ? a : b;
    expect((await last.call('DELETE', url(last))).json().error.extra['invalid-params']).toEqual([
      { field: 'id', message: 'The last owner cannot be removed.' },
    ]);
    expect((await last.call('PATCH', url(last), { role: 'developer' })).statusCode).toBe(400);
  });
});

describe('invitations of members', () => {
  test('an invitation can be accepted once and signs the person in; in prod, the session then requires a second factor', async () => {
    const email = newEmail();
    const { url } = await invite(email.toUpperCase());
    expect(url).toMatch(new RegExp(`^${BASE_URL}/console/invitation#[\\w-]{43}$`));
    const accepted = await accept(tokenIn(url));
    expect(accepted.json()).toMatchObject({
      stage: 'enroll',
      user: { email, name: 'Bea' },
      memberships: [{ client_id, environment: 'prod', role: 'reviewer' }],
    });
    expect((await accept(tokenIn(url))).statusCode).toBe(410);
    expect((await consoleCall(house)('POST', 'session/', { email, password: PASSWORD })).statusCode).toBe(200);
    const again = await owner.call('POST', invitations(), { email, role: 'auditor' });
    expect(again.json().error.extra['invalid-params']).toEqual([
      { field: 'email', message: 'This person is a member already.' },
    ]);
  });

  test('only one of two concurrent acceptances of an invitation succeeds', async () => {
    const { url } = await invite(newEmail());
    const both = await Promise.all([accept(tokenIn(url)), accept(tokenIn(url))]);
    expect(both.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, expect.toSatisfy((s) => s >= 401)]);
  });

  test('410 for an invitation that is 7 days old, was withdrawn, or was replaced by a newer invitation', async () => {
    const email = newEmail();
    const [old, newer] = [await invite(email), await invite(email)];
    expect((await accept(tokenIn(old.url))).statusCode).toBe(410);
    expect((await owner.call('DELETE', invitations(`${newer.id}/`))).statusCode).toBe(204);
    expect((await accept(tokenIn(newer.url))).statusCode).toBe(410);
    const late = await invite(email);
    const listed = (await owner.call('GET', invitations())).json().results;
    expect(listed).toContainEqual(expect.objectContaining({ id: late.id, email, role: 'reviewer' }));
    expect(JSON.stringify(listed)).not.toContain(tokenIn(late.url));
    house.clock.advance(7 * 24 * 3_600_000);
    owner = await member('owner');
    expect((await accept(tokenIn(late.url))).statusCode).toBe(410);
    expect((await owner.call('GET', invitations())).json().results).not.toContainEqual(
      expect.objectContaining({ id: late.id }),
    );
  });

  test('a person who already has an account uses its password to join a second client; the person’s older sessions end', async () => {
    const email = newEmail();
    const first = await accept(tokenIn((await invite(email)).url));
    const { call } = await signedIn(house, first);
    const other = await newClient(house);
    const boss = await newMember(house, [{ client_id: other.client_id, environment: 'sandbox', role: 'owner' }]);
    const { url } = await invite(email, boss.call, `${other.client_id}/sandbox/invitations/`);
    expect((await accept(tokenIn(url), 'not the password')).statusCode).toBe(401);
    const joined = await accept(tokenIn(url));
    expect(joined.json().memberships).toHaveLength(2);
    expect((await call('GET', 'session/')).statusCode).toBe(401);
    const listed = (await boss.call('GET', `${other.client_id}/sandbox/members/`)).json().results;
    expect(listed).toContainEqual(expect.objectContaining({ email, role: 'reviewer', has_second_factor: false }));
  });

  test('a person who was removed from their last environment can be invited again, and joins with their old password', async () => {
    const email = newEmail();
    const { id } = (await accept(tokenIn((await invite(email)).url))).json().user;
    expect((await owner.call('DELETE', members(`${id}/`))).statusCode).toBe(204);
    expect((await consoleCall(house)('POST', 'session/', { email, password: PASSWORD })).statusCode).toBe(401);
    const { url } = await invite(email);
    expect((await accept(tokenIn(url), 'not the password')).statusCode).toBe(401);
    const joined = await accept(tokenIn(url));
    expect(joined.json()).toMatchObject({ user: { id }, memberships: [{ client_id, environment: 'prod' }] });
  });

  test('the audit log of the environment records invitations, roles and removals', async () => {
    const { id, url } = await invite(newEmail());
    const joined = (await accept(tokenIn(url))).json().user.id;
    await owner.call('PATCH', members(`${joined}/`), { role: 'auditor' });
    await owner.call('DELETE', members(`${joined}/`));
    const { results } = (await owner.call('GET', `${client_id}/prod/audit/?page_size=5`)).json();
    expect(
      results.map(({ action, object, before, after }: Record<string, unknown>) => [action, object, before, after]),
    ).toEqual([
      ['removeMember', `members/${joined}`, { role: 'auditor' }, null],
      ['updateMember', `members/${joined}`, { role: 'reviewer' }, { role: 'auditor' }],
      ['signIn', expect.stringMatching(/^sessions\//), null, { stage: 'enroll' }],
      ['acceptInvitation', `invitations/${id}`, null, { member: joined, role: 'reviewer' }],
      ['createInvitation', `invitations/${id}`, null, { role: 'reviewer' }],
    ]);
  });

  test('400 for an invalid email address and for an unknown role', async () => {
    for (const body of [
      { email: 'bea', role: 'auditor' },
      { email: newEmail(), role: 'king' },
    ]) {
      expect((await owner.call('POST', invitations(), body)).statusCode).toBe(400);
    }
  });

  test('the mail contains the invitation’s URL; the database contains only a hash of the invitation’s token', async () => {
    const email = newEmail();
    const { id, url } = await invite(email);
    const ctx = await ctxOf(house, { client_id, environment: 'prod' });
    await sendInvitation(ctx, { invitation_id: id });
    expect(sent.at(-1)).toMatchObject({ to: email, text: expect.stringContaining(url) });
    const { rows } = await house.database
      .scoped(SYSTEM)
      .query<{ text: string }>('select i::text as text from dashboard_invitations i');
    expect(rows.length).toBeGreaterThan(0);
    expect(rows.some(({ text }) => text.includes(tokenIn(url)))).toBe(false);
  });
});
