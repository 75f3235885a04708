// Tests signing in to the console through an identity provider, against a real OpenID Connect server.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newId } from '#base/ids.ts';
import { openIdentityProvider } from '#outbound/identity-provider.ts';
import { createDashboardUser } from '#services/access/clients.ts';
import { SSO_RETURN_PATH } from '#services/console/single-sign-on.ts';
import { consoleCall, cookieIn, signedIn } from '#test/console.ts';
import { BASE_URL, newClient, openTestHouse, type TestHouse } from '#test/house.ts';
import { startIdentityProvider, type TestProvider } from '#test/identity-provider.ts';

const MEMBER = `${newId()}@example.com`;
const OPERATOR = `${newId()}@example.com`;
const UNVERIFIED = `${newId()}@example.com`;
const STRANGER = `${newId()}@example.com`;

let provider: TestProvider;
let house: TestHouse;

beforeAll(async () => {
  const people = { [MEMBER]: true, [OPERATOR]: true, [UNVERIFIED]: false, [STRANGER]: true };
  provider = await startIdentityProvider(`${BASE_URL}${SSO_RETURN_PATH}`, people);
  house = await openTestHouse({ identity_provider: openIdentityProvider(provider.settings) });
  const { client_id } = await newClient(house);
  const create = (email: string, environments: ('sandbox' | 'prod')[]) =>
    createDashboardUser(house, { email, role: 'developer', environments }, client_id);
  await create(MEMBER, ['sandbox']);
  await create(UNVERIFIED, ['sandbox']);
  await create(OPERATOR, ['prod']);
});
afterAll(async () => {
  await house.close();
  await provider.close();
});

const cookieNamed = (name: string, lines: string | string[] | undefined): string =>
  new RegExp(`(?:^|,)${name}=([^;]*)`).exec(String(lines))?.[1] ?? '';

/** Starts a sign-in in a new browser. */
async function begin() {
  const response = await consoleCall(house)('GET', 'session/oidc/');
  expect(response.statusCode).toBe(302);
  return { url: String(response.headers.location), secret: cookieNamed('vouch_sso', response.headers['set-cookie']) };
}

const finish = (returned: URL, secret: string) =>
  house.app.inject({
    method: 'GET',
    url: `${returned.pathname}${returned.search}`,
    headers: secret === '' ? {} : { cookie: `vouch_sso=${secret}` },
  });

async function expectRefused(returned: URL, secret: string): Promise<void> {
  const response = await finish(returned, secret);
  expect(response.headers.location).toBe('/console/?sso=refused');
  expect(cookieIn(response)).toBe('');
}

test('GET session/methods/ returns the name of the identity provider and the URL that starts the sign-in', async () => {
  const { oidc } = (await consoleCall(house)('GET', 'session/methods/')).json();
  expect(oidc).toEqual({ name: new URL(provider.issuer).host, url: '/console/api/session/oidc/' });
});

test('a member can sign in; the request to the identity provider has PKCE, state and nonce', async () => {
  const { url, secret } = await begin();
  const asked = new URL(url).searchParams;
  expect(asked.get('code_challenge_method')).toBe('S256');
  for (const name of ['state', 'nonce', 'code_challenge']) expect(asked.get(name)).toMatch(/^[\w-]{43}$/);
  const response = await finish(await provider.signIn(url, MEMBER), secret);
  expect(response.statusCode).toBe(302);
  expect(response.headers.location).toBe('/console/');
  const { session } = await signedIn(house, response);
  expect(session).toMatchObject({ stage: 'complete', user: { email: MEMBER } });
});

test('a member of prod still needs a second factor after single sign-on', async () => {
  const { url, secret } = await begin();
  const response = await finish(await provider.signIn(url, OPERATOR), secret);
  expect((await signedIn(house, response)).session.stage).toBe('enroll');
});

test('single sign-on rejects a person who is not a member, and a member whose email address is not verified', async () => {
  for (const email of [STRANGER, UNVERIFIED]) {
    const { url, secret } = await begin();
    await expectRefused(await provider.signIn(url, email), secret);
  }
});

test('the identity provider’s response is rejected if another browser sends it, if it is sent without a cookie, or if it is sent a second time', async () => {
  const [own, other] = [await begin(), await begin()];
  const returned = await provider.signIn(own.url, MEMBER);
  await expectRefused(returned, other.secret);
  await expectRefused(returned, '');
  expect((await finish(returned, own.secret)).headers.location).toBe('/console/');
  await expectRefused(returned, own.secret);
});

test('a code from another sign-in is rejected, because it belongs to another PKCE verifier', async () => {
  const [own, attacker] = [await begin(), await begin()];
  const stolen = await provider.signIn(own.url, MEMBER);
  const injected = await provider.signIn(attacker.url, MEMBER);
  injected.searchParams.set('code', String(stolen.searchParams.get('code')));
  await expectRefused(injected, attacker.secret);
});

test('mix-up attack: a response with another issuer or without an issuer is rejected', async () => {
  for (const issuer of ['https://evil.example', undefined]) {
    const { url, secret } = await begin();
    const returned = await provider.signIn(url, MEMBER);
    if (issuer === undefined) returned.searchParams.delete('iss');
    else returned.searchParams.set('iss', issuer);
    await expectRefused(returned, secret);
  }
});

test('mix-up attack: a response from another provider is rejected, even if it has the state of this sign-in', async () => {
  const other = await startIdentityProvider(`${BASE_URL}${SSO_RETURN_PATH}`, { [MEMBER]: true });
  try {
    const { url, secret } = await begin();
    const elsewhere = new URL(url);
    const returned = await other.signIn(`${other.issuer}${elsewhere.pathname}${elsewhere.search}`, MEMBER);
    await expectRefused(returned, secret);
    returned.searchParams.set('iss', provider.issuer);
    await expectRefused(returned, secret);
  } finally {
    await other.close();
  }
});
