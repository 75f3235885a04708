// The bank's authorization server refuses the requests that a real bank refuses.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { textIn } from '../kit/fields.ts';
import { plainClient, REDIRECT, type Reply } from './plain-client.ts';
import { type FdxBank, startFdx } from './server.ts';
import { visitBank } from './visit.ts';

const MAYA = { username: 'maya', password: 'harbor-maya-1' };
let bank: FdxBank;

beforeAll(async () => {
  bank = await startFdx({ settings: { issuer_path: '/bank' } });
});
afterAll(() => bank.close());

const tokenOf = (reply: Reply, name = 'access_token'): string => {
  const token = textIn(reply.body, name);
  if (token === undefined) throw new Error(JSON.stringify(reply.body));
  return token;
};

describe('metadata of the bank’s authorization server', () => {
  test('the metadata is found at the well-known path followed by the issuer’s path, and names the issuer', async () => {
    const response = await fetch(`${bank.url}/.well-known/oauth-authorization-server/bank`);
    expect(await response.json()).toMatchObject({
      issuer: `${bank.url}/bank`,
      require_pushed_authorization_requests: true,
      code_challenge_methods_supported: ['S256'],
      mtls_endpoint_aliases: { token_endpoint: `${bank.tls_url}/bank/token` },
    });
    expect((await fetch(`${bank.url}/.well-known/oauth-authorization-server`)).status).toBe(404);
  });
});

const cluster = (resourceType: string, ...dataClusters: string[]) => ({ resourceType, dataClusters });
const consent = (changes: object = {}, type = 'fdx_v1.0'): string => {
  const resources = [cluster('ACCOUNT', 'ACCOUNT_DETAILED', 'TRANSACTIONS')];
  const usual = { durationType: 'TIME_BOUND', durationPeriod: 30, lookbackPeriod: 90, resources };
  return JSON.stringify([{ type, consentRequest: { ...usual, ...changes } }]);
};

describe('POST /par', () => {
  test.each([
    ['PKCE is missing', { code_challenge: '' }, 'invalid_request'],
    ['PKCE is plain', { code_challenge_method: 'plain' }, 'invalid_request'],
    ['the redirect address is not registered', { redirect_uri: 'https://elsewhere.example/' }, 'invalid_request'],
    ['the scope is unknown', { scope: 'fdx:everything:read' }, 'invalid_scope'],
    ['the response type is not code', { response_type: 'token' }, 'unsupported_response_type'],
    ['the state is missing', { state: '' }, 'invalid_request'],
    ['the nonce is missing', { nonce: '' }, 'invalid_request'],
  ])('POST /par returns 400 if %s', async (_name, changes, error) => {
    const reply = await plainClient(bank).push(changes);
    expect(reply.status).toBe(400);
    expect(reply.body['error']).toBe(error);
  });

  test.each([
    ['is longer than a year', { durationPeriod: 366 }, undefined],
    ['has no lookback period', { lookbackPeriod: undefined }, undefined],
    ['has an unknown type', {}, 'fdx.v1.0'],
    ['names an unknown data cluster', { resources: [cluster('ACCOUNT', 'EVERYTHING')] }, undefined],
    ['names a data cluster of another resource', { resources: [cluster('ACCOUNT', 'TAX')] }, undefined],
    ['names no data', { resources: [] }, undefined],
  ])('POST /par returns 400 if the consent %s', async (_name, changes, type) => {
    const reply = await plainClient(bank).push({ authorization_details: consent(changes, type) });
    expect([reply.status, reply.body['error']]).toEqual([400, 'invalid_authorization_details']);
  });

  test('201: client assertions with ES256 and with PS256 are accepted', async () => {
    expect((await plainClient(bank, { alg: 'ES256' }).push()).status).toBe(201);
    expect((await plainClient(bank, { alg: 'PS256' }).push()).status).toBe(201);
  });

  test('a browser can open a pushed request only once', async () => {
    const pushed = await plainClient(bank).push();
    const address = `${bank.issuer}/authorize?${new URLSearchParams({ client_id: 'vouch-es256', request_uri: tokenOf(pushed, 'request_uri') })}`;
    expect((await fetch(address)).status).toBe(200);
    const again = await fetch(address);
    expect(again.status).toBe(400);
    expect(again.headers.get('content-type')).toContain('text/html');
  });
});

describe('client assertions', () => {
  const ask = (changes: object, header: object = {}) => {
    const client = plainClient(bank, { with_dpop: false });
    const assertion = client.assertion({ ...changes }, { ...header });
    return client.post('token', {
      grant_type: 'refresh_token',
      refresh_token: 'unknown',
      client_assertion_type: 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer',
      client_assertion: assertion,
    });
  };
  const now = Math.floor(Date.now() / 1000);

  test.each([
    ['another audience', { aud: 'https://another.example' }],
    ['an expired assertion', { exp: now - 120 }],
    ['an assertion that is valid for a day', { exp: now + 86_400 }],
    ['an assertion from the future', { iat: now + 600, exp: now + 590 }],
    ['another issuer than the client', { iss: 'somebody' }],
    ['a missing jti', { jti: '' }],
    ['an unknown client', { sub: 'somebody', iss: 'somebody' }],
  ])('a token request gets 401 because of a faulty client assertion: %s', async (_name, changes) => {
    const reply = await ask(changes);
    expect([reply.status, reply.body['error']]).toEqual([401, 'invalid_client']);
  });

  test('401: the assertion uses the algorithm "none" instead of the registered algorithm', async () => {
    expect((await ask({}, { alg: 'none' })).status).toBe(401);
  });

  test('an assertion is accepted once: its second use is refused because its jti is known', async () => {
    const client = plainClient(bank, { with_dpop: false });
    const params = {
      grant_type: 'refresh_token',
      refresh_token: 'unknown',
      client_assertion_type: 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer',
      client_assertion: client.assertion(),
    };
    expect((await client.post('token', params)).body['error']).toBe('invalid_grant');
    expect((await client.post('token', params)).body['error']).toBe('invalid_client');
  });
});

describe('login and consent', () => {
  test('the browser is redirected to the client with code, state and issuer', async () => {
    const target = await plainClient(bank).authorize(MAYA);
    expect(target.href).toContain(REDIRECT);
    expect(Object.fromEntries(target.searchParams)).toMatchObject({ state: 'state-of-the-test', iss: bank.issuer });
    expect(target.searchParams.get('code')).toMatch(/^simulated-secret-[\w-]{43}$/);
  });

  test('a person who refuses the consent is redirected to the client with access_denied', async () => {
    const target = await plainClient(bank).authorize({ ...MAYA, is_allowed: false });
    expect(target.searchParams.get('error')).toBe('access_denied');
    expect(target.searchParams.get('iss')).toBe(bank.issuer);
  });

  test('a wrong password shows the login page again with an error message', async () => {
    await expect(plainClient(bank).authorize({ ...MAYA, password: 'wrong' })).rejects.toThrow(
      'The username or the password is wrong.',
    );
  });

  test('five wrong passwords lock the login', async () => {
    const wrong = { username: 'nico', password: 'wrong' };
    for (let times = 0; times < 5; times++) await expect(plainClient(bank).authorize(wrong)).rejects.toThrow('wrong');
    await expect(plainClient(bank).authorize({ ...wrong, password: 'harbor-nico-1' })).rejects.toThrow('locked');
  });

  test('a consent without any chosen account is refused', async () => {
    await expect(plainClient(bank).authorize({ ...MAYA, accounts: [] })).rejects.toThrow(
      'Choose at least one account.',
    );
  });

  test('a form is refused if it is sent without the cookie that the bank set for this visit', async () => {
    const pushed = await plainClient(bank).push();
    const address = `${bank.issuer}/authorize?${new URLSearchParams({ client_id: 'vouch-es256', request_uri: tokenOf(pushed, 'request_uri') })}`;
    const withoutCookie: typeof fetch = (input, init) =>
      fetch(input, { ...init, headers: { 'content-type': 'application/x-www-form-urlencoded' } });
    await expect(visitBank(address, MAYA, withoutCookie)).rejects.toThrow('no longer valid');
  });

  test('every field on the pages has a label; the pages run no scripts and cannot be shown in a frame', async () => {
    const pushed = await plainClient(bank).push();
    const address = `${bank.issuer}/authorize?${new URLSearchParams({ client_id: 'vouch-es256', request_uri: tokenOf(pushed, 'request_uri') })}`;
    const response = await fetch(address);
    const page = await response.text();
    expect(page).toContain('<label for="username">');
    expect(page).toContain('<label for="password">');
    expect(page).toContain('width=device-width');
    expect(response.headers.get('content-security-policy')).toContain("default-src 'none'");
    expect(response.headers.get('content-security-policy')).toContain("frame-ancestors 'none'");
  });
});

describe('POST /token', () => {
  test('a wrong code verifier is refused, and the code cannot be used again', async () => {
    const client = plainClient(bank);
    const target = await client.authorize(MAYA);
    const code = target.searchParams.get('code') ?? '';
    expect((await client.redeem(code, { code_verifier: 'x'.repeat(43) })).body['error']).toBe('invalid_grant');
    expect((await client.redeem(code)).body['error']).toBe('invalid_grant');
  });

  test('the second use of a code revokes the tokens that its first use returned', async () => {
    const client = plainClient(bank);
    const target = await client.authorize(MAYA);
    const code = target.searchParams.get('code') ?? '';
    const tokens = await client.redeem(code);
    expect((await client.get('/accounts', tokenOf(tokens))).status).toBe(200);
    expect((await client.redeem(code)).body['error']).toBe('invalid_grant');
    expect((await client.get('/accounts', tokenOf(tokens))).status).toBe(401);
  });

  test('a client cannot redeem the code of another client', async () => {
    const target = await plainClient(bank).authorize(MAYA);
    const other = plainClient(bank, { alg: 'PS256' });
    expect((await other.redeem(target.searchParams.get('code') ?? '')).body['error']).toBe('invalid_grant');
  });

  test('each refresh replaces the refresh token, and reuse of an old refresh token revokes the whole token family', async () => {
    const client = plainClient(bank);
    const first = await client.connect(MAYA);
    const second = await client.send('token', {
      grant_type: 'refresh_token',
      refresh_token: tokenOf(first, 'refresh_token'),
    });
    expect(tokenOf(second, 'refresh_token')).not.toBe(tokenOf(first, 'refresh_token'));
    expect((await client.get('/accounts', tokenOf(second))).status).toBe(200);
    const reused = await client.send('token', {
      grant_type: 'refresh_token',
      refresh_token: tokenOf(first, 'refresh_token'),
    });
    expect(reused.body['error']).toBe('invalid_grant');
    expect((await client.get('/accounts', tokenOf(second))).status).toBe(401);
    const newest = await client.send('token', {
      grant_type: 'refresh_token',
      refresh_token: tokenOf(second, 'refresh_token'),
    });
    expect(newest.body['error']).toBe('invalid_grant');
  });

  test('a refresh replaces the token even if the answer is lost, so a repeated request revokes the whole token family', async () => {
    const client = plainClient(bank);
    const first = await client.connect(MAYA);
    await bank.control('POST', '/faults', { kind: 'lost_refresh_answer', times: 1 });
    const params = { grant_type: 'refresh_token', refresh_token: tokenOf(first, 'refresh_token') };
    await expect(client.send('token', params)).rejects.toThrow('fetch failed');
    expect((await client.send('token', params)).body['error']).toBe('invalid_grant');
    expect((await client.get('/accounts', tokenOf(first))).status).toBe(401);
  });

  test('after a consent expires, its access token and its refresh token are refused', async () => {
    const client = plainClient(bank);
    const tokens = await client.connect({ username: 'tom', password: 'harbor-tom-1' });
    await bank.control('POST', '/consents/expire', { username: 'tom' });
    const reply = await client.get('/accounts', tokenOf(tokens));
    expect([reply.status, reply.body['code']]).toEqual([401, '602']);
    const refreshed = await client.send('token', {
      grant_type: 'refresh_token',
      refresh_token: tokenOf(tokens, 'refresh_token'),
    });
    expect(refreshed.body['error']).toBe('invalid_grant');
  });
});

describe('POST /revoke', () => {
  test('revoking the refresh token also invalidates the access token; a request to revoke an unknown token gets the same status as one for a known token', async () => {
    const client = plainClient(bank);
    const tokens = await client.connect(MAYA);
    expect((await client.send('revoke', { token: tokenOf(tokens, 'refresh_token') })).status).toBe(200);
    expect((await client.send('revoke', { token: 'unknown' })).status).toBe(200);
    expect((await client.get('/accounts', tokenOf(tokens))).status).toBe(401);
  });
});

describe('DPoP proofs', () => {
  const target = () => `${bank.api_base('v6')}/accounts`;
  const ask = (token: string, proof: string, scheme = 'DPoP') =>
    fetch(target(), { headers: { authorization: `${scheme} ${token}`, dpop: proof } });

  test('a proof without a nonce gets 401, and the answer contains the nonce to use', async () => {
    const client = plainClient(bank);
    const token = tokenOf(await client.connect(MAYA));
    const response = await ask(token, client.proof('GET', target(), { nonce: undefined }, token));
    expect(response.status).toBe(401);
    expect(response.headers.get('www-authenticate')).toContain('use_dpop_nonce');
    expect(response.headers.get('dpop-nonce')).toBe(client.nonce);
  });

  test('the second use of a proof gets 401', async () => {
    const client = plainClient(bank);
    const token = tokenOf(await client.connect(MAYA));
    const proof = client.proof('GET', target(), {}, token);
    expect((await ask(token, proof)).status).toBe(200);
    const again = await ask(token, proof);
    expect(again.status).toBe(401);
    expect(again.headers.get('www-authenticate')).toContain('used before');
  });

  test.each([
    ['names another token', { ath: 'x'.repeat(43) }],
    ['names another method', { htm: 'POST' }],
    ['names another address', { htu: 'http://127.0.0.1/' }],
    ['is old', { iat: Math.floor(Date.now() / 1000) - 3600 }],
    ['has no jti', { jti: undefined }],
  ])('a request with a DPoP proof that %s gets 401', async (_name, changes) => {
    const client = plainClient(bank);
    const token = tokenOf(await client.connect(MAYA));
    expect((await ask(token, client.proof('GET', target(), changes, token))).status).toBe(401);
  });

  test('401: a bound token is sent as a bearer token, or with a proof that another key signed', async () => {
    const client = plainClient(bank);
    const token = tokenOf(await client.connect(MAYA));
    const thief = plainClient(bank);
    thief.nonce = client.nonce;
    expect((await ask(token, thief.proof('GET', target(), {}, token))).status).toBe(401);
    expect((await fetch(target(), { headers: { authorization: `Bearer ${token}` } })).status).toBe(401);
  });

  test('400: a bound token is refreshed without a proof', async () => {
    const client = plainClient(bank);
    const tokens = await client.connect(MAYA);
    client.dpop_key = undefined;
    const reply = await client.send('token', {
      grant_type: 'refresh_token',
      refresh_token: tokenOf(tokens, 'refresh_token'),
    });
    expect(reply.body['error']).toBe('invalid_dpop_proof');
  });
});
