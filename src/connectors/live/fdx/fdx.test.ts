import { describe, expect, test, vi } from 'vitest';
import { describeConnector } from '#connectors/conformance.ts';
import { failureOf, NOON } from '#connectors/conformance-play.ts';
import { AccessRefused, ProviderBusy } from '#connectors/contract.ts';
import { checkLive } from '#connectors/live/checks.ts';
import { runStep } from '#services/connections/provider-calls.ts';
import { FDX_API, FDX_ISSUER, fakeFdx, json } from '#test/fake-fdx.ts';
import { entryOf, fixtureOf, GOOD, open, visit } from '#test/fdx-visit.ts';
import { accessOf } from './access.ts';
import { fdxKind } from './kind.ts';
import type { FdxSettings } from './settings.ts';

describeConnector(open(), fixtureOf(fakeFdx()), runStep);

describe('the login at an FDX provider', () => {
  test('a pushed request has PKCE, a nonce, the thumbprint of the DPoP key, and exactly the scopes of the product', async () => {
    const { bank, step } = visit();
    const first = await step(GOOD);
    if (first.step !== 'redirect') throw new Error('expected a redirect');
    const form = Object.fromEntries([...bank.state.pushed.values()][0] ?? []);
    expect(form).toMatchObject({
      scope: 'openid offline_access accounts',
      response_type: 'code',
      code_challenge_method: 'S256',
      state: 'f3b1a0c2d4e5f60718293a4b5c6d7e8f',
      nonce: expect.stringMatching(/^[\w-]{43}$/),
      dpop_jkt: expect.stringMatching(/^[\w-]{43}$/),
    });
    expect([...new URL(first.url).searchParams.keys()]).toEqual(['client_id', 'request_uri']);
  });

  test('the authorization request is put into the URL if the provider does not support pushed requests', async () => {
    const { connect, bank } = visit({ metadata: { pushed_authorization_request_endpoint: undefined } });
    expect((await connect(GOOD)).login).toBe('customer:customer-7');
    expect(bank.state.pushed.size).toBe(0);
  });

  const consentIn = ({ bank }: ReturnType<typeof visit>): unknown =>
    JSON.parse([...bank.state.pushed.values()][0]?.get('authorization_details') ?? 'null');

  test.each(['fdx_v1.0', 'fdx.v1.0', 'fdx.v1', 'FDX_v1.0'])(
    'the login at an FDX provider requests a consent of the type %s if the provider offers this type; the consent lasts for the configured days and covers the whole history',
    async (type) => {
      const metadata = { authorization_details_types_supported: ['payment', type] };
      const visited = visit({ metadata }, { consent_days: 90 });
      await visited.step(GOOD);
      expect(consentIn(visited)).toEqual([
        {
          type,
          consentRequest: {
            durationType: 'TIME_BOUND',
            durationPeriod: 90,
            lookbackPeriod: 732,
            resources: [
              { resourceType: 'CUSTOMER', dataClusters: ['CUSTOMER_CONTACT'] },
              {
                resourceType: 'ACCOUNT',
                dataClusters: [
                  'ACCOUNT_BASIC',
                  'ACCOUNT_DETAILED',
                  'TRANSACTIONS',
                  'INVESTMENTS',
                  'PAYMENT_SUPPORT',
                  'STATEMENTS',
                ],
              },
            ],
          },
        },
      ]);
    },
  );

  test.each([[['fdx_v2.0', 'xfdx_v1.0']], [[]], [undefined]])(
    'the login at an FDX provider requests no consent if the types that the provider offers are %s',
    async (offered) => {
      const visited = visit({ metadata: { authorization_details_types_supported: offered } });
      await visited.step(GOOD);
      expect(consentIn(visited)).toBeNull();
    },
  );

  test('the login requests the scopes and the consent of all products for which the link may be used', async () => {
    const visited = visit({ metadata: { authorization_details_types_supported: ['fdx_v1.0'] } });
    await visited.step(GOOD, { products: ['transactions', 'income'] });
    const [form] = visited.bank.state.pushed.values();
    expect(form?.get('scope')).toBe('openid offline_access accounts tax');
    const resources = [
      { dataClusters: ['CUSTOMER_CONTACT', 'TAX'] },
      { dataClusters: ['ACCOUNT_BASIC', 'ACCOUNT_DETAILED', 'TRANSACTIONS'] },
    ];
    expect(consentIn(visited)).toMatchObject([{ consentRequest: { resources } }]);
  });

  test('the login requests only data whose FDX scope is in the settings, and history only as far back as the settings allow', async () => {
    const scopes = {
      always: ['openid', 'fdx:accountdetailed:read'],
      assets: ['fdx:transactions:read', 'fdx:accountpayments:read'],
    };
    const metadata = { authorization_details_types_supported: ['fdx_v1.0'] };
    const visited = visit({ metadata }, { scopes, lookback_days: 180 });
    await visited.step(GOOD);
    const dataClusters = ['ACCOUNT_DETAILED', 'TRANSACTIONS', 'ACCOUNT_PAYMENTS'];
    expect(consentIn(visited)).toMatchObject([
      { consentRequest: { lookbackPeriod: 180, resources: [{ resourceType: 'ACCOUNT', dataClusters }] } },
    ]);
  });

  test.each([
    ['another issuer', { iss: 'https://evil.example' }],
    ['no issuer', { iss: undefined }],
    ['another state', { state: 'other' }],
  ])(
    'the login at an FDX provider rejects a response with %s before the authorization code is used',
    async (_, changed) => {
      const { bank, step } = visit();
      const first = await step(GOOD);
      if (first.step !== 'redirect') throw new Error('expected a redirect');
      const query = { ...(await bank.visit(first.url, GOOD)), ...changed };
      const known = Object.fromEntries(
        Object.entries(query).flatMap(([name, value]) => (value === undefined ? [] : [[name, value] as const])),
      );
      const reply = { kind: 'redirect', query: known } as const;
      expect((await failureOf(step(GOOD, { memory: first.memory, reply }))).status).toBe('error');
      expect(bank.state.token_count).toBe(0);
    },
  );

  test('the login fails if the id token was issued for another login', async () => {
    const { bank, step } = visit();
    const first = await step(GOOD);
    if (first.step !== 'redirect') throw new Error('expected a redirect');
    const query = await bank.visit(first.url, GOOD);
    const memory = { ...first.memory, nonce: 'another' };
    const ending = await failureOf(step(GOOD, { memory, reply: { kind: 'redirect', query } }));
    expect(ending.status).toBe('error');
  });

  test('the login fails if the metadata names another issuer', async () => {
    const { begin } = visit({ metadata: { issuer: `${FDX_ISSUER}/other` } });
    expect((await failureOf(begin(GOOD))).status).toBe('error');
  });

  test('the metadata of the provider is read at most once an hour', async () => {
    const { bank, connect } = visit();
    await connect(GOOD);
    await connect(GOOD, { now: new Date(NOON.getTime() + 59 * 60_000) });
    const reads = () => bank.state.asked.filter(({ url }) => url.pathname.includes('.well-known')).length;
    expect(reads()).toBe(1);
    await connect(GOOD, { now: new Date(NOON.getTime() + 61 * 60_000) });
    expect(reads()).toBe(2);
  });

  test('tokens are bound by DPoP only if the provider offers DPoP or the settings require it', async () => {
    const { connect, bank, read } = visit({ metadata: { dpop_signing_alg_values_supported: undefined } });
    const account = await connect(GOOD);
    expect(accessOf(account).dpop).toBeNull();
    await read(account);
    expect(bank.state.asked.filter(({ headers }) => headers.has('dpop'))).toEqual([]);
    const strict = visit({ metadata: { dpop_signing_alg_values_supported: undefined } }, { sender_constraint: 'dpop' });
    expect(accessOf(await strict.connect(GOOD)).dpop).not.toBeNull();
  });
});

describe('an FDX provider that is busy or refuses requests', () => {
  const busy = (seconds: string) => () => json({ code: 1207 }, 429, { 'retry-after': seconds });

  test('if the provider is busy, the task waits as long as the provider says', async () => {
    const { bank, connect, fetch, step } = visit();
    const account = await connect(GOOD);
    bank.state.faults.push(({ url }) => (url.pathname.endsWith('/accounts') ? busy('240')() : undefined));
    for (const read of [fetch('first', account), step(GOOD, { account, is_refresh: true })]) {
      const failure = await failureOf(read);
      expect(failure).toBeInstanceOf(ProviderBusy);
      expect(failure).toMatchObject({ seconds: 240, memory: undefined });
    }
    bank.state.faults.pop();
    expect((await fetch('first', account)).outcome).toBe('data');
  });

  test('a person need not log in again if the code was used before the provider became busy', async () => {
    const { bank, begin, step } = visit();
    bank.state.faults.push(({ url }) => (url.pathname.endsWith('/customers/current') ? busy('60')() : undefined));
    const failure = await failureOf(begin(GOOD));
    if (!(failure instanceof ProviderBusy)) throw new Error('expected to wait');
    expect([failure.seconds, bank.state.token_count]).toEqual([60, 1]);
    bank.state.faults.pop();
    const connected = await step(GOOD, { memory: failure.memory ?? {} });
    expect(connected).toMatchObject({ step: 'connected', account: { login: 'customer:customer-7' } });
    expect(bank.state.token_count).toBe(1);
  });

  test('a short wait happens within the step, so the step still returns data', async () => {
    const { bank, connect, read } = visit();
    const account = await connect(GOOD);
    let refused = 0;
    bank.state.faults.push(() => (refused++ < 2 ? busy('0')() : undefined));
    expect((await read(account)).data.accounts).toHaveLength(2);
  });

  test('an error that disappears on a retry does not end the task; an error that persists ends it with unavailable', async () => {
    const { bank, connect, read, fetch } = visit();
    const account = await connect(GOOD);
    const faults = [
      () => json({}, 502),
      () => new Response('{"accounts": [{"acc'),
      () => {
        throw new TypeError('fetch failed');
      },
    ];
    bank.state.faults.push(() => faults.shift()?.());
    expect((await read(account)).data.accounts).toHaveLength(2);
    bank.state.faults.push(() => json({ code: '503' }, 503));
    expect((await failureOf(fetch('first', account))).status).toBe('unavailable');
  });

  test('the status 401 ends a fetch and a refresh with login_error, because the provider has refused us access', async () => {
    const { bank, connect, fetch, step } = visit();
    const account = await connect(GOOD);
    bank.state.access_tokens.clear();
    const refused = await failureOf(fetch('first', account));
    expect([refused.status, refused.cause]).toEqual(['login_error', expect.any(AccessRefused)]);
    expect((await failureOf(step(GOOD, { account, is_refresh: true }))).status).toBe('login_error');
  });

  test('after the consent has ended, no request is sent and the task ends with login_error', async () => {
    const { bank, connect, fetch } = visit({}, { consent_days: 30 });
    const account = await connect(GOOD);
    const asked = bank.state.asked.length;
    const late = new Date(NOON.getTime() + 30 * 24 * 3_600_000);
    expect((await failureOf(fetch('first', account, { now: late }))).status).toBe('login_error');
    expect(bank.state.asked).toHaveLength(asked);
  });

  test('a redirect of the data API is a failure and is not followed', async () => {
    const { bank, connect, fetch } = visit();
    const account = await connect(GOOD);
    bank.state.faults.push(() => new Response(null, { status: 307, headers: { location: `${FDX_API}/accounts` } }));
    expect((await failureOf(fetch('first', account))).status).toBe('error');
  });
});

describe('renewal and revocation at an FDX provider', () => {
  test('a renewal is due a minute before the token expires; it returns new tokens that are bound to the same key', async () => {
    const { bank, connector, connect, run, read } = visit();
    const account = await connect(GOOD);
    const { renewal } = connector;
    const at = (seconds: number) => new Date(NOON.getTime() + seconds * 1000);
    expect([renewal?.isDue(account, at(839)), renewal?.isDue(account, at(840))]).toEqual([false, true]);
    bank.state.nonce = 'nonce-2';
    const renewed = await run((io) => renewal?.renew(account, io) ?? Promise.reject(new Error('no renewal')));
    expect(accessOf(renewed)).toMatchObject({ refresh_token: 'refresh-2', dpop: accessOf(account).dpop });
    expect(bank.state.reuse_count).toBe(0);
    expect((await read(renewed)).data.accounts).toHaveLength(2);
  });

  test('the tokens of a response are kept even if other fields of the response are invalid', async () => {
    const { bank, connector, connect, run } = visit();
    const account = await connect(GOOD);
    const tokens = { access_token: 'a', refresh_token: 'r', token_type: 7, expires_in: '60', id_token: null };
    bank.state.faults.push(({ url }) => (url.pathname === '/token' ? json(tokens) : undefined));
    const renewed = await run((io) => connector.renewal?.renew(account, io) ?? Promise.reject(new Error('no renewal')));
    expect(accessOf(renewed)).toMatchObject({ refresh_token: 'r', expires_ms: NOON.getTime() + 60_000 });
  });

  test('if the provider rejects the refresh token, the error is a login_error without a cause', async () => {
    const { bank, connector, connect, run } = visit();
    const account = await connect(GOOD);
    bank.state.refresh_tokens.clear();
    const failed = await failureOf(run(async (io) => connector.renewal?.renew(account, io)));
    expect([failed.status, failed.cause]).toEqual(['login_error', undefined]);
  });

  test('if the metadata of the provider takes too long, the old token counts as still valid', async () => {
    const { connect } = visit();
    const account = await connect(GOOD);
    // A connector that has not yet read the metadata.
    const { renewal } = open();
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    try {
      const failed = failureOf(
        runStep({ manifest: open().manifest }, async (io) => renewal?.renew(account, io), {
          now: () => NOON,
          timeout_ms: 30_000,
          fetch: () => new Promise(() => undefined),
        }),
      );
      await vi.advanceTimersByTimeAsync(30_000);
      expect(await failed).toMatchObject({ status: 'unavailable', cause: undefined });
    } finally {
      vi.useRealTimers();
    }
  });

  test.each([
    [503, true],
    [429, true],
    [502, false],
    [504, false],
  ])(
    'after the token endpoint of an FDX provider responds with the status %s, the old token counts as still valid: %s',
    async (status, is_valid) => {
      const { bank, connector, connect, run } = visit();
      const account = await connect(GOOD);
      bank.state.faults.push(({ url }) => (url.pathname === '/token' ? json({}, status) : undefined));
      const failed = await failureOf(run(async (io) => connector.renewal?.renew(account, io)));
      expect(failed.cause === undefined).toBe(is_valid);
      expect(failed instanceof ProviderBusy).toBe(status === 429);
    },
  );

  test('revoke sends the refresh token to the revocation endpoint; it sends nothing if there is no such endpoint', async () => {
    const { bank, connector, connect, run } = visit();
    await run(async (io) => connector.revoke(await connect(GOOD), io));
    expect(bank.state.revoked).toEqual(['refresh-1']);
    const without = visit({ metadata: { revocation_endpoint: undefined } });
    await without.run(async (io) => without.connector.revoke(await without.connect(GOOD), io));
    expect(without.bank.state.revoked).toEqual([]);
  });
});

describe('`providers check` for an FDX provider', () => {
  const checked = (options: Parameters<typeof fakeFdx>[0] = {}, changed: Partial<FdxSettings> = {}, now = NOON) => {
    const bank = fakeFdx(options);
    bank.state.faults.push(({ url }) => {
      const date = NOON.toUTCString();
      return url.pathname.includes('.well-known') ? withDate(options.metadata ?? {}, date) : undefined;
    });
    return runStep(open(changed), (io) => checkLive(fdxKind, entryOf(changed), io), {
      now: () => now,
      fetch: bank.fetch,
    });
  };
  const withDate = (changed: object, date: string): Response => json({ ...SHOWN, ...changed }, 200, { date });

  test('`providers check` reports no fault if the FDX provider works', async () => {
    expect(await checked()).toEqual([]);
  });

  test('`providers check` reports a wrong clock, wrong credentials, unknown scopes, and endpoints whose addresses are not in the settings', async () => {
    const metadata = { scopes_supported: ['openid'], revocation_endpoint: 'https://elsewhere.example/revoke' };
    const faults = await checked({ metadata }, { client_id: 'nobody' }, new Date(NOON.getTime() + 90_000));
    expect(faults).toEqual([
      'The revocation_endpoint is at an address that the settings do not name.',
      'The provider does not offer the scopes offline_access, accounts, tax.',
      'The provider does not accept our credentials.',
      "Our clock is 90 seconds ahead of the provider's clock.",
    ]);
  });

  test('`providers check` reports an api_base that does not answer 401 to a request without a token', async () => {
    const api_base = 'https://api.bank.example/fdx/v5';
    expect(await checked({}, { api_base })).toEqual([
      `${api_base}/accounts answers a request without credentials with status 404 instead of 401.`,
    ]);
  });

  test('`providers check` reports settings that contradict each other, and never quotes the key', async () => {
    const client_auth = { method: 'tls_client_auth', key: 'not a key' } as const;
    expect(await fdxKind.check(entryOf({ client_auth, api_base: 'http://bank.example/fdx' }), NO_IO)).toEqual([
      'settings.api_base must be an https URL, or http on this machine.',
      'settings.client_auth.key is not a private key in PEM (PKCS#8).',
      'settings.client_auth.certificate is required.',
    ]);
  });
});

const SHOWN = {
  issuer: FDX_ISSUER,
  authorization_endpoint: 'https://bank.example/authorize',
  token_endpoint: 'https://bank.example/token',
  scopes_supported: ['openid', 'offline_access', 'accounts', 'tax'],
};

const NO_IO = {
  fetch: () => Promise.reject(new Error('nothing may be asked')),
  now: () => NOON,
  real_now: () => NOON,
  signal: new AbortController().signal,
  random: (bytes: number) => Buffer.alloc(bytes),
};
