// Mutual TLS, faults on demand, and the request log.
import { createHash } from 'node:crypto';
import { Agent, type Dispatcher, request } from 'undici';
import { afterEach, describe, expect, test } from 'vitest';
import { readFields, textIn } from '../kit/fields.ts';
import { listIn, plainClient, REDIRECT } from './plain-client.ts';
import { type FdxBank, type FdxOptions, startFdx } from './server.ts';
import { visitBank } from './visit.ts';

const RUTH = { username: 'ruth', password: 'harbor-ruth-1' };
const open: (() => Promise<void>)[] = [];

afterEach(async () => {
  await Promise.all(open.splice(0).map((close) => close()));
});

async function start(options: FdxOptions = {}): Promise<FdxBank> {
  const bank = await startFdx(options);
  open.push(() => bank.close());
  return bank;
}

async function connected(bank: FdxBank) {
  const client = plainClient(bank);
  const reply = await client.connect(RUTH);
  const token = textIn(reply.body, 'access_token') ?? '';
  return { client, get: (path: string) => client.get(path, token) };
}

describe('mutual TLS', () => {
  /** A connection to the bank with the given client certificate, or without a certificate. */
  function over(
    bank: FdxBank,
    name?: string,
  ): (path: string, options?: { form?: object; token?: string }) => Promise<Dispatcher.ResponseData> {
    const files =
      name === undefined ? {} : { key: bank.files[`${name}-key.pem`] ?? '', cert: bank.files[`${name}.pem`] ?? '' };
    const agent = new Agent({ connect: { ca: bank.files['ca.pem'] ?? '', ...files } });
    open.push(() => agent.close());
    return (path, { form, token } = {}) =>
      request(`${bank.tls_url}${path}`, {
        dispatcher: agent,
        method: form === undefined ? 'GET' : 'POST',
        headers: {
          ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
          ...(form === undefined ? {} : { 'content-type': 'application/x-www-form-urlencoded' }),
        },
        body: form === undefined ? null : new URLSearchParams({ ...form }).toString(),
      });
  }

  async function connect(bank: FdxBank, name: string): Promise<string> {
    const client = plainClient(bank);
    const send = over(bank, name);
    const client_id = `vouch-${name}`;
    const challenge = createHash('sha256').update(client.verifier).digest('base64url');
    const pushed = await send('/par', {
      form: {
        client_id,
        response_type: 'code',
        redirect_uri: REDIRECT,
        scope: 'fdx:accountbasic:read',
        state: 'state-of-the-test',
        code_challenge: challenge,
        code_challenge_method: 'S256',
      },
    });
    const request_uri = textIn(readFields(await pushed.body.text()), 'request_uri') ?? '';
    // People log in without TLS, because their browsers do not trust the bank's certificate authority. The issuer is
    // nevertheless the name of the server that received the client's request.
    const target = await visitBank(`${bank.url}/authorize?${new URLSearchParams({ client_id, request_uri })}`, RUTH);
    expect(target.searchParams.get('iss')).toBe(bank.tls_issuer);
    const code = target.searchParams.get('code') ?? '';
    const form = {
      client_id,
      grant_type: 'authorization_code',
      code,
      redirect_uri: REDIRECT,
      code_verifier: client.verifier,
    };
    const tokens = readFields(await (await send('/token', { form })).body.text());
    expect(tokens?.['token_type']).toBe('Bearer');
    return textIn(tokens, 'access_token') ?? '';
  }

  test.each(['mtls', 'self-signed'])(
    'with mutual TLS, the token of a client with the certificate %s works only with this certificate',
    async (name) => {
      const bank = await start();
      const token = await connect(bank, name);
      expect((await over(bank, name)('/fdx/v6/accounts', { token })).statusCode).toBe(200);
      expect((await over(bank)('/fdx/v6/accounts', { token })).statusCode).toBe(401);
      const other = name === 'mtls' ? 'self-signed' : 'mtls';
      expect((await over(bank, other)('/fdx/v6/accounts', { token })).statusCode).toBe(401);
      expect(
        (await fetch(`${bank.api_base('v6')}/accounts`, { headers: { authorization: `Bearer ${token}` } })).status,
      ).toBe(401);
    },
  );

  test('the fault connection_end closes the TLS connection', async () => {
    const bank = await start();
    await bank.control('POST', '/faults', { kind: 'connection_end', path: '/jwks', times: 1 });
    await expect(over(bank, 'mtls')('/jwks')).rejects.toThrow('other side closed');
    expect((await over(bank, 'mtls')('/jwks')).statusCode).toBe(200);
  });

  test('a client is refused if it sends another client’s certificate or none', async () => {
    const bank = await start();
    const form = { client_id: 'vouch-mtls', grant_type: 'refresh_token', refresh_token: 'unknown' };
    for (const name of [undefined, 'self-signed']) {
      const reply = await over(bank, name)('/token', { form });
      expect(reply.statusCode).toBe(401);
      expect(readFields(await reply.body.text())).toMatchObject({ error: 'invalid_client' });
    }
  });
});

describe('a bank that cannot read everything', () => {
  test('with the faults failed_account and unnamed_account, the list of accounts has the status 206, and its last account has an error or is missing', async () => {
    const bank = await start();
    const { get } = await connected(bank);
    await bank.control('POST', '/faults', { kind: 'failed_account', times: 1 });
    const reply = await get('/accounts');
    const accounts = listIn(reply, 'accounts');
    expect(reply.status).toBe(206);
    expect(accounts.map((account) => 'error' in account)).toEqual([...accounts.slice(1).map(() => false), true]);
    expect((await get('/accounts')).status).toBe(200);
    await bank.control('POST', '/faults', { kind: 'unnamed_account', times: 1 });
    const unnamed = await get('/accounts');
    expect([unnamed.status, listIn(unnamed, 'accounts').length]).toEqual([206, accounts.length - 1]);
  });

  test('the fault "refused" sends the given status and code', async () => {
    const bank = await start();
    const { get } = await connected(bank);
    await bank.control('POST', '/faults', { kind: 'refused', path: '/accounts', status: 409, code: '999', times: 1 });
    const reply = await get('/accounts');
    expect([reply.status, reply.body['code']]).toEqual([409, '999']);
  });
});

describe('settings of the FDX simulator', () => {
  test('a bank that does not support pushed requests reads the request from the URL, and an error redirect contains the client’s state', async () => {
    const bank = await start({ settings: { par: 'off', constraint: 'off' } });
    const response = await fetch(`${bank.url}/.well-known/oauth-authorization-server`);
    const metadata = readFields(await response.text());
    expect(metadata).not.toHaveProperty('pushed_authorization_request_endpoint');
    expect(metadata).not.toHaveProperty('dpop_signing_alg_values_supported');
    const client = plainClient(bank, { with_dpop: false });
    expect((await client.push()).status).toBe(404);
    const params = {
      client_id: 'vouch-es256',
      response_type: 'code',
      redirect_uri: REDIRECT,
      scope: 'fdx:accountbasic:read',
      state: 'state-of-the-test',
      code_challenge: createHash('sha256').update(client.verifier).digest('base64url'),
      code_challenge_method: 'S256',
    };
    const ask = (changes: object) => `${bank.issuer}/authorize?${new URLSearchParams({ ...params, ...changes })}`;
    const refused = await visitBank(ask({ code_challenge_method: 'plain' }), RUTH);
    expect(Object.fromEntries(refused.searchParams)).toMatchObject({
      error: 'invalid_request',
      state: params.state,
      iss: bank.issuer,
    });
    expect((await fetch(ask({ redirect_uri: 'https://elsewhere.example/' }), { redirect: 'manual' })).status).toBe(400);
    const target = await visitBank(ask({}), RUTH);
    const tokens = await client.redeem(target.searchParams.get('code') ?? '');
    expect(tokens.body['token_type']).toBe('Bearer');
    expect((await client.get('/accounts', textIn(tokens.body, 'access_token') ?? '')).status).toBe(200);
  });

  test('a bank that requires bound tokens refuses a client that sends no DPoP proof', async () => {
    const bank = await start({ settings: { constraint: 'required' } });
    const reply = await plainClient(bank, { with_dpop: false }).connect(RUTH);
    expect([reply.status, reply.body['error']]).toEqual([400, 'invalid_dpop_proof']);
  });

  test('if redirect addresses are registered, only exactly these addresses are accepted', async () => {
    const bank = await start({ redirect_uris: [REDIRECT] });
    expect((await plainClient(bank).push()).status).toBe(201);
    expect((await plainClient(bank).push({ redirect_uri: `${REDIRECT}more` })).status).toBe(400);
  });
});

describe('faults of the FDX simulator', () => {
  test('a fault with `skip: 2` lets two requests pass, and the fault "redirect" sends the given location', async () => {
    const bank = await start({ settings: { constraint: 'off' } });
    const location = 'http://127.0.0.1:9/elsewhere';
    await bank.control('POST', '/faults', { kind: 'redirect', skip: 2, times: 1, location });
    const answers = [];
    for (const _ of [1, 2, 3, 4]) {
      const { status, headers } = await fetch(`${bank.api_base('v6')}/accounts`, { redirect: 'manual' });
      answers.push([status, headers.get('location')]);
    }
    const refused = [401, null];
    expect(answers).toEqual([refused, refused, [307, location], refused]);
    await expect(bank.control('POST', '/faults', { kind: 'redirect', skip: -1 })).rejects.toThrow('skip must be');
  });

  test('the fault too_many_requests sends Retry-After; the option "times" sets how many requests get the fault', async () => {
    const bank = await start();
    const { get } = await connected(bank);
    await bank.control('POST', '/faults', { kind: 'too_many_requests', times: 2, retry_after_seconds: 7 });
    const reply = await get('/accounts');
    expect([reply.status, reply.headers.get('retry-after')]).toEqual([429, '7']);
    expect((await get('/accounts')).status).toBe(429);
    expect((await get('/accounts')).status).toBe(200);
  });

  test.each([
    ['truncated_body', 'terminated'],
    ['connection_end', 'fetch failed'],
    ['lost_answer', 'fetch failed'],
  ])('with the fault %s, the FDX simulator sends no complete answer to one request', async (kind, message) => {
    const bank = await start();
    const { get } = await connected(bank);
    await bank.control('POST', '/faults', { kind, times: 1 });
    await expect(get('/accounts')).rejects.toThrow(message);
    expect((await get('/accounts')).status).toBe(200);
  });

  test('the fault slow_bytes still delivers the whole answer', async () => {
    const bank = await start();
    const { get } = await connected(bank);
    await bank.control('POST', '/faults', { kind: 'slow_bytes', times: 1, bytes_per_second: 5000 });
    expect(listIn(await get('/accounts'), 'accounts')).toHaveLength(3);
  });

  test('wrong_content_type sends text/html, server_error sends code 500 and maintenance sends status 503', async () => {
    const bank = await start();
    const { get } = await connected(bank);
    await bank.control('POST', '/faults', { kind: 'wrong_content_type', times: 1 });
    expect((await get('/accounts')).headers.get('content-type')).toBe('text/html');
    await bank.control('POST', '/faults', { kind: 'server_error', times: 1 });
    expect((await get('/accounts')).body).toMatchObject({ code: '500' });
    await bank.control('POST', '/faults', { kind: 'maintenance', times: 1 });
    expect((await get('/accounts')).status).toBe(503);
  });

  test('duplicate_rows repeats rows, and vanishing_rows hides the same rows each time', async () => {
    const bank = await start();
    const { get } = await connected(bank);
    const id = textIn(listIn(await get('/accounts'), 'accounts')[0], 'accountId');
    const ids = async () =>
      listIn(await get(`/accounts/${id}/transactions?startTime=2026-01-01`), 'transactions').map(
        (row) => row['transactionId'],
      );
    const all = await ids();
    await bank.control('POST', '/faults', { kind: 'duplicate_rows', times: 1 });
    const doubled = await ids();
    expect(new Set(doubled).size).toBeLessThan(doubled.length);
    await bank.control('POST', '/faults', { kind: 'vanishing_rows' });
    const left = await ids();
    expect(left).not.toEqual(all);
    expect(await ids()).toEqual(left);
    await bank.control('DELETE', '/faults');
    expect(await ids()).toEqual(all);
  });

  test('schema_drift adds unknown values and new fields to the answer', async () => {
    const bank = await start();
    const { get } = await connected(bank);
    const id = textIn(listIn(await get('/accounts'), 'accounts')[0], 'accountId');
    await bank.control('POST', '/faults', { kind: 'schema_drift', times: 1 });
    const rows = listIn(await get(`/accounts/${id}/transactions`), 'transactions');
    expect(rows.some((row) => row['transactionType'] === 'TELEPORT')).toBe(true);
    expect(rows.every((row) => 'harborFutureField' in row)).toBe(true);
  });

  test('a proof is refused when the bank’s clock is ten minutes behind the client’s', async () => {
    const bank = await start();
    const { get } = await connected(bank);
    await bank.control('POST', '/clock', { advance_seconds: -600 });
    expect((await get('/accounts')).status).toBe(401);
  });

  test('two runs with the same seed get random faults on the same requests', async () => {
    const run = async (): Promise<number[]> => {
      const bank = await start({ seed: 5 });
      const { get } = await connected(bank);
      await bank.control('POST', '/faults', { chance: 0.5, kinds: ['server_error', 'too_many_requests'] });
      const statuses: number[] = [];
      for (let times = 0; times < 12; times++) statuses.push((await get('/accounts')).status);
      return statuses;
    };
    const first = await run();
    expect(new Set(first).size).toBeGreaterThan(1);
    expect(await run()).toEqual(first);
  });
});

test('the request log lists paths and parameter names, but no values', async () => {
  const bank = await start();
  const { get } = await connected(bank);
  await get('/accounts?resultType=details&limit=17');
  const log = JSON.stringify(await bank.control('GET', '/requests'));
  expect(log).toContain('"path":"/fdx/v6/accounts","query":["resultType","limit"]');
  expect(log).toContain('code_verifier');
  for (const secret of [RUTH.password, 'state-of-the-test', 'eyJ', '"17"', 'details'])
    expect(log).not.toContain(secret);
  await bank.control('DELETE', '/requests');
  expect(await bank.control('GET', '/requests')).toEqual({ requests: [] });
});
