import Fastify from 'fastify';
import { afterAll, describe, expect, test } from 'vitest';
import { BANK_CLIENT_ID, BANK_PATHS, challengeOf } from '#domain/connections/sandbox-oauth.ts';
import { providerIo } from '#outbound/provider-io.ts';
import { bankSecretOf, callbackUrl } from '#services/connections/sandbox-oauth.ts';
import { openTestBank } from '#test/sandbox-bank.ts';
import { oauthCallbackPage } from './oauth-callback.ts';
import { sandboxBankPages } from './sandbox-oauth.ts';

const bank = await openTestBank();
const app = Fastify({ routerOptions: { ignoreTrailingSlash: true } });
// Like the whole app, this test app sends a 500 for an unhandled error.
app.setErrorHandler((_error, _request, reply) => reply.code(500).send());
const returned: Record<string, string>[] = [];
sandboxBankPages(app, bank);
oauthCallbackPage(app, async (_callback_of, state, _browser, query) => {
  returned.push(query);
  return state === 'awaited';
});
afterAll(async () => {
  await app.close();
  await bank.database.drop();
});

const VERIFIER = 'v'.repeat(43);
const ASKED = {
  response_type: 'code',
  client_id: BANK_CLIENT_ID,
  redirect_uri: callbackUrl(bank),
  state: '"><b>state',
  code_challenge: challengeOf(VERIFIER),
  code_challenge_method: 'S256',
};
const openPage = (query: Record<string, string> = ASKED) =>
  app.inject({ method: 'GET', url: BANK_PATHS.authorize, query });
const post = (url: string, form: Record<string, string>) =>
  app.inject({
    method: 'POST',
    url,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: new URLSearchParams(form).toString(),
  });
const answer = (form: Record<string, string>) => post(BANK_PATHS.authorize, { ...ASKED, ...form });
const ALLOW = { username: 'goodlogin', password: 'goodpassword', decision: 'allow' };

describe('the sandbox bank’s consent page', () => {
  test('has a strict content security policy, has no script, and escapes its input', async () => {
    const page = await openPage();
    expect(page.statusCode).toBe(200);
    expect(page.headers['content-security-policy']).toMatch(
      /^default-src 'none'; style-src 'sha256-[^']+'; form-action 'self' http:\/\/127\.0\.0\.1:8080; base-uri 'none'; frame-ancestors 'none'$/,
    );
    expect(page.headers).toMatchObject({ 'referrer-policy': 'no-referrer', 'cache-control': 'no-store' });
    expect(page.body).not.toMatch(/<script|javascript:|\son\w+=/i);
    expect(page.body).not.toContain('<b>state');
    expect(page.body).toMatch(/<button[^>]*value="allow"[^>]*>Allow<[\s\S]*<button[^>]*value="deny"[^>]*>Deny</);
  });

  test('has a label for every field, and has the OAuth parameters as hidden fields in its form', async () => {
    const { body } = await openPage();
    for (const id of ['username', 'password']) {
      expect(body).toContain(`<label for="${id}">`);
      expect(body).toContain(`id="${id}"`);
    }
    const hidden = [...body.matchAll(/type="hidden" name="([^"]+)"/g)].map(([, name]) => name);
    expect(hidden).toEqual(Object.keys(ASKED));
  });

  test('redirects back with a code after Allow, and with the error access_denied after Deny', async () => {
    const allowed = await answer(ALLOW);
    expect(allowed.statusCode).toBe(303);
    const back = new URL(String(allowed.headers.location));
    expect(back.searchParams.get('state')).toBe(ASKED.state);
    expect(back.searchParams.get('code')).toMatch(/^[\w-]{43}$/);
    const denied = await answer({ decision: 'deny' });
    expect(new URL(String(denied.headers.location)).searchParams.get('error')).toBe('access_denied');
  });

  test('is shown again after a wrong password, with an error and the user name', async () => {
    const again = await answer({ ...ALLOW, username: '"><i>someone', password: 'swordfish' });
    expect(again.statusCode).toBe(401);
    expect(again.body).toMatch(/role="alert"[^>]*>The user name or password is incorrect\.</);
    expect(again.body).toContain('value="&#34;&#62;&#60;i&#62;someone"');
    expect(again.body).not.toContain('swordfish');
    expect([...again.body.matchAll(/type="hidden"/g)]).toHaveLength(Object.keys(ASKED).length);
  });

  test('returns a 400 without a redirect for an unknown client_id or redirect_uri', async () => {
    for (const changes of [{ client_id: 'stranger' }, { redirect_uri: 'https://evil.example/' }]) {
      const [looked, answered] = [await openPage({ ...ASKED, ...changes }), await answer({ ...ALLOW, ...changes })];
      expect([looked.statusCode, answered.statusCode]).toEqual([400, 400]);
      expect([looked.headers.location, answered.headers.location]).toEqual([undefined, undefined]);
    }
  });

  test('rejects a body that is not a form (415) and a body that is too large (413)', async () => {
    const json = await app.inject({ method: 'POST', url: BANK_PATHS.authorize, payload: { ...ASKED, ...ALLOW } });
    expect(json.statusCode).toBe(415);
    expect((await answer({ ...ALLOW, password: 'x'.repeat(17_000) })).statusCode).toBe(413);
  });
});

test('the sandbox bank’s whole OAuth flow succeeds over a real connection: consent, token, userinfo, revocation', async () => {
  const origin = await app.listen({ host: '127.0.0.1', port: 0 });
  const io = providerIo({
    origins: [origin],
    now: () => new Date(0),
    signal: new AbortController().signal,
  });
  const send = (path: string, form: Record<string, string>) =>
    io.fetch(`${origin}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams(form).toString(),
    });
  const consent = await send(BANK_PATHS.authorize, { ...ASKED, ...ALLOW, state: 'awaited' });
  const code = new URL(consent.headers['location'] ?? '').searchParams.get('code') ?? '';
  const client = { client_id: BANK_CLIENT_ID, client_secret: bankSecretOf(bank.vault) };
  const exchanged = await send(BANK_PATHS.token, {
    grant_type: 'authorization_code',
    code,
    redirect_uri: ASKED.redirect_uri,
    code_verifier: VERIFIER,
    ...client,
  });
  expect(exchanged).toMatchObject({
    status: 200,
    headers: { 'cache-control': 'no-store', 'content-type': 'application/json' },
  });
  const { access_token, refresh_token } = JSON.parse(exchanged.body);
  const headers = { authorization: `Bearer ${access_token}` };
  expect((await io.fetch(`${origin}${BANK_PATHS.userinfo}`, { headers })).body).toBe(
    '{"sub":"goodlogin","way":"data"}',
  );
  expect((await send(BANK_PATHS.revoke, { token: refresh_token, ...client })).status).toBe(200);
  const refused = await io.fetch(`${origin}${BANK_PATHS.userinfo}`, { headers });
  expect(refused).toMatchObject({ status: 401, headers: { 'www-authenticate': 'Bearer error="invalid_token"' } });
});

describe('GET /oauth/callback/', () => {
  test('passes the query to the task that is waiting for it, and tells the person that the window can be closed', async () => {
    const page = await app.inject({ method: 'GET', url: '/oauth/callback/?state=awaited&code=abc' });
    expect(page.statusCode).toBe(200);
    expect(page.body).toContain('You can close this window');
    expect(returned.at(-1)).toEqual({ state: 'awaited', code: 'abc' });
    expect(page.headers['content-security-policy']).toContain("form-action 'none'");
  });

  test('404 if no task waits for this state', async () => {
    const page = await app.inject({ method: 'GET', url: '/oauth/callback/?state=<b>other&error=access_denied' });
    expect(page.statusCode).toBe(404);
    expect(page.body).toContain('This sign-in is no longer active');
    expect(page.body).not.toContain('<b>');
  });
});
