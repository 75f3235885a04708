import { describe, expect, test } from 'vitest';
import { failureOf, laterBy, NOON, playerOf, type Transport } from '#connectors/conformance-play.ts';
import { type Account, type Memory, ProviderBusy, type ProviderFailure } from '#connectors/contract.ts';
import { runStep } from '#services/connections/provider-calls.ts';
import { claimAddressOf } from './access.ts';
import { simplefinKind } from './index.ts';
import { READS_A_DAY, spansOf } from './reads.ts';

const ORIGIN = 'https://bridge.simplefin.example';
const ENTRY: Parameters<typeof simplefinKind.open>[0] = {
  id: 'simplefin_bridge',
  name: 'SimpleFIN Bridge',
  logo_url: null,
  aliases: ['simplefin'],
  environments: ['prod'],
  products: simplefinKind.products,
  clients: null,
  settings: { origins: [ORIGIN] },
};
const connector = simplefinKind.open(ENTRY, { redirect_url: '', webhook_url: '' });

const tokenOf = (address: string) => ({ setup_token: Buffer.from(address).toString('base64') });
const claimOf = (name: string) => tokenOf(`${ORIGIN}/simplefin/claim/${name}`);

type Server = {
  requests: { method: string; url: string; authorization: string | null }[];
  /** If set, replaces the response of `/accounts`. */
  accounts?: (query: URLSearchParams) => Response;
};

const HARVEST = { domain: 'harvest.example', name: 'Harvest Credit Union' };
const DAY = 86_400;

/** Returns the transactions in the requested span: one on every tenth day, and one pending transaction. */
function transactionsIn(query: URLSearchParams): object[] {
  const [from, until] = [Number(query.get('start-date') ?? 0), Number(query.get('end-date') ?? 0)];
  const days = Math.floor((until - from) / DAY);
  const posted = Array.from({ length: days }, (_, day) => from + day * DAY)
    .filter((at) => (at / DAY) % 10 === 0 && at < NOON.getTime() / 1000)
    .map((at) => ({ id: `T${at}`, posted: at, amount: '-12.34', description: 'Corner Bakery' }));
  const pending = { id: 'P1', posted: 0, amount: '50', description: 'Deposit', pending: true };
  return query.get('pending') === '1' ? [...posted, pending] : posted;
}

const accountsOf = (query: URLSearchParams, errors: string[] = []) =>
  Response.json({
    errors,
    accounts: [
      {
        org: HARVEST,
        id: 'A1',
        name: 'Checking',
        currency: 'USD',
        balance: '1200.00',
        'balance-date': NOON.getTime() / 1000,
        transactions: query.get('balances-only') === '1' ? [] : transactionsIn(query),
      },
    ],
  });

/** Simulates a SimpleFIN server. The token `demo` can be claimed any number of times, as at the real Bridge. */
const serve =
  (server: Server): Transport =>
  async (url, request) => {
    const { pathname, searchParams } = new URL(url);
    const authorization = new Headers(request.headers).get('authorization');
    server.requests.push({ method: request.method ?? 'GET', url, authorization });
    if (pathname === '/simplefin/claim/used') return new Response('Forbidden', { status: 403 });
    if (pathname === '/simplefin/claim/elsewhere') return new Response('https://u:pass@evil.example/simplefin');
    if (pathname.startsWith('/simplefin/claim/')) {
      return new Response(`https://${pathname.split('/').at(-1)}:s3cret@bridge.simplefin.example/simplefin\n`);
    }
    const user = Buffer.from(authorization?.replace('Basic ', '') ?? '', 'base64').toString();
    if (user === 'empty:s3cret') return Response.json({ errors: [], accounts: [] });
    if (!user.endsWith(':s3cret') || pathname !== '/simplefin/accounts') return new Response('', { status: 403 });
    return server.accounts?.(searchParams) ?? accountsOf(searchParams);
  };

const FIXTURE = {
  product: 'transactions',
  logins: { good: claimOf('demo'), wrong_password: claimOf('used') },
} as const;
const play = (server: Server) => playerOf(connector, { ...FIXTURE, fetch: serve(server) }, runStep);

test('a fetch from a SimpleFIN server ends with no_data if there are no accounts', async () => {
  const { connect, fetch } = play({ requests: [] });
  expect((await failureOf(fetch('first', await connect(claimOf('empty'))))).status).toBe('no_data');
});

describe('a SimpleFIN setup token', () => {
  test('a setup token is claimed with one POST request without credentials', async () => {
    const server: Server = { requests: [] };
    await play(server).connect(claimOf('demo'));
    const claims = server.requests.filter(({ url }) => url.includes('/claim/'));
    expect(claims).toEqual([{ method: 'POST', url: `${ORIGIN}/simplefin/claim/demo`, authorization: null }]);
  });

  test('a setup token that was used before ends the login with login_error, and the message asks for a new token', async () => {
    const { status, message } = await failureOf(play({ requests: [] }).begin(claimOf('used')));
    expect({ status, message }).toEqual({
      status: 'login_error',
      message: 'This token was used before. Make a new one.',
    });
  });

  test.each([
    ['points to another server', tokenOf('https://evil.example/simplefin/claim/demo')],
    ['points to another port', tokenOf(`${ORIGIN}:8443/simplefin/claim/demo`)],
    ['points to the server without TLS', tokenOf('http://bridge.simplefin.example/simplefin/claim/demo')],
    ['hides another server behind a user name', tokenOf(`${ORIGIN}@evil.example/`)],
    ['has credentials', tokenOf('https://a:b@bridge.simplefin.example/simplefin/claim/demo')],
    ['is an address that is not encoded', { setup_token: `${ORIGIN}/simplefin/claim/demo` }],
    ['is not an address', tokenOf('hello there, this is not an address')],
    ['is empty', { setup_token: '' }],
  ])(
    'a login at SimpleFIN ends with login_error before any request is sent, if the setup token %s',
    async (_, credentials) => {
      const server: Server = { requests: [] };
      const { status, message } = await failureOf(play(server).begin(credentials));
      expect({ status, requests: server.requests }).toEqual({ status: 'login_error', requests: [] });
      expect(message).not.toContain('evil');
    },
  );

  test('a setup token may contain line breaks and base64url characters', () => {
    const address = `${ORIGIN}/simplefin/claim/~~~???>>>`;
    const token = Buffer.from(address).toString('base64url');
    const broken = ` ${token.slice(0, 20)}\n${token.slice(20)}\t`;
    expect(claimAddressOf(broken, [ORIGIN])).toBe(new URL(address).href);
  });

  test('a setup token whose access address is on another server ends the login with config_error; no request is sent to that server', async () => {
    const server: Server = { requests: [] };
    const { status } = await failureOf(play(server).begin(claimOf('elsewhere')));
    expect({ status, asked: server.requests.length }).toEqual({ status: 'config_error', asked: 1 });
  });

  test('a setup token cannot be claimed again when a login step is repeated, so the person is asked for a new token', async () => {
    const server: Server = { requests: [] };
    const claimed = new Set<string>();
    const once: Transport = async (url, request) => {
      if (claimed.has(url)) return new Response('', { status: 403 });
      claimed.add(url);
      return serve(server)(url, request);
    };
    const player = playerOf(connector, { ...FIXTURE, fetch: once }, runStep);
    await player.connect(claimOf('demo'));
    const { status, message } = await failureOf(player.begin(claimOf('demo')));
    expect([status, message]).toEqual(['login_error', 'This token was used before. Make a new one.']);
  });
});

describe('a SimpleFIN access address', () => {
  test('the access address is stored only in the account’s field "memory"; requests send the credentials of the address in a header', async () => {
    const server: Server = { requests: [] };
    const { connect, read } = play(server);
    const account = await connect(claimOf('demo'));
    expect(account.login).toMatch(/^[0-9a-f]{64}$/);
    expect(account.memory['access_address']).toBe('https://demo:s3cret@bridge.simplefin.example/simplefin');
    const { data } = await read(account);
    expect(
      JSON.stringify(data, (_, value: unknown) => (typeof value === 'bigint' ? String(value) : value)),
    ).not.toContain('s3cret');
    const reads = server.requests.slice(1);
    expect(reads.filter(({ url }) => url.includes('s3cret') || url.includes('demo'))).toEqual([]);
    expect(new Set(reads.map(({ authorization }) => authorization))).toEqual(
      new Set([`Basic ${Buffer.from('demo:s3cret').toString('base64')}`]),
    );
  });

  test.each([
    [403, 'login_error'],
    [401, 'login_error'],
    [402, 'account_locked'],
    [429, 'unavailable'],
    [503, 'unavailable'],
  ] as const)(
    'a refresh of a SimpleFIN link ends if the server answers with an error: %s becomes the status %s',
    async (code, status) => {
      const server: Server = { requests: [] };
      const { connect, begin } = play(server);
      const account = await connect(claimOf('demo'));
      server.accounts = () => new Response('', { status: code });
      const failure = await failureOf(begin(claimOf('demo'), { account, is_refresh: true }));
      expect(failure.status).toBe(status);
      expect(failure.message).not.toContain('s3cret');
    },
  );

  test.each([
    ['with Retry-After', { 'retry-after': '300' }, true],
    ['without Retry-After, because the limit is per day', {}, false],
  ] as const)(
    'a refresh of a SimpleFIN link that gets the status 429 waits only if the server says for how long: %s',
    async (_, headers, waits) => {
      const server: Server = { requests: [] };
      const { connect, begin } = play(server);
      const account = await connect(claimOf('demo'));
      server.accounts = () => new Response('', { status: 429, headers });
      const failure = await failureOf(begin(claimOf('demo'), { account, is_refresh: true }));
      expect([failure instanceof ProviderBusy, failure.scope]).toEqual([waits, 'link']);
    },
  );

  test('a refresh uses the access address again; the setup token is not claimed a second time', async () => {
    const server: Server = { requests: [] };
    const { connect } = play(server);
    const account = await connect(claimOf('demo'));
    const again = await connect(claimOf('demo'), { account, is_refresh: true });
    expect(again.login).toBe(account.login);
    expect(server.requests.map(({ method }) => method)).toEqual(['POST', 'GET', 'GET']);
  });
});

/** The memory with which the service repeats the step after this failure. */
function memoryOf(failure: ProviderFailure): Memory {
  if (!(failure instanceof ProviderBusy) || failure.memory === undefined) throw failure;
  return failure.memory;
}

describe('the identity of a SimpleFIN login', () => {
  const loginOf = async (claim: string, accounts?: Server['accounts']) =>
    (await play({ requests: [], ...(accounts && { accounts }) }).connect(claimOf(claim))).login;
  const having = (...ids: string[]) =>
    Response.json({
      accounts: ids.map((id) => ({ id, org: HARVEST, name: 'Checking', currency: 'USD', balance: '1' })),
    });

  test('the identity of a login is the same for another access address with the same accounts', async () => {
    const login = await loginOf('demo', () => having('A1', 'A2'));
    expect(await loginOf('second', () => having('A2', 'A1'))).toBe(login);
    expect(await loginOf('second', () => having('A1'))).not.toBe(login);
  });

  test('if the accounts cannot be read, the login waits and reads them again with the same access address', async () => {
    const server: Server = { requests: [], accounts: () => new Response('', { status: 503 }) };
    const { step } = play(server);
    const memory = memoryOf(await failureOf(step(claimOf('demo'))));
    server.accounts = () => having('A1');
    expect(await step(claimOf('demo'), { memory })).toMatchObject({
      account: { login: await loginOf('second', () => having('A1')) },
      identities: [expect.stringContaining('A1')],
    });
    expect(server.requests.map(({ method }) => method)).toEqual(['POST', 'GET', 'GET']);
  });

  test('after four failed reads, or if the server refuses to give the accounts, the login succeeds without them, and its identity is the access address', async () => {
    const server: Server = { requests: [], accounts: () => new Response('', { status: 503 }) };
    const { step } = play(server);
    let memory: Memory | undefined;
    for (let tries = 1; tries < 4; tries++) memory = memoryOf(await failureOf(step(claimOf('demo'), { memory })));
    const last = await step(claimOf('demo'), { memory });
    const login = await loginOf('demo', () => having());
    expect(last).toMatchObject({ step: 'connected', account: { login }, identities: [] });
    expect(server.requests.length).toBe(5);
    const refused = () => new Response('', { status: 402 });
    expect(await loginOf('demo', refused)).toBe(login);
    expect(await loginOf('second', refused)).not.toBe(login);
  });

  test('the login and the fetch return the identity of each account whose bank is named, and none for other accounts', async () => {
    const accounts = [{ id: 'A1', org: HARVEST }, { id: 'A2', conn_id: 'C1' }, { id: 'A3' }].map((one) => ({
      ...one,
      name: 'Checking',
      currency: 'USD',
      balance: '1',
    }));
    const { begin, connect, fetch } = play({ requests: [], accounts: () => Response.json({ accounts }) });
    const identities = ['A1', 'A2'].map((id) => expect.stringContaining(id));
    expect(await begin(claimOf('demo'))).toMatchObject({ identities });
    expect(await fetch('first', await connect(claimOf('demo')))).toMatchObject({ identities });
  });
});

describe('the spans (date ranges) of a SimpleFIN history', () => {
  test.each([1, 3, 6, 12, 24])(
    'the spans (date ranges) of a SimpleFIN history of %s months have no gaps, and each span has at most 90 days',
    (months) => {
      const spans = spansOf('2026-03-04', months);
      expect(spans[0]?.until).toBe('2026-03-05');
      for (const [at, { from, until }] of spans.entries()) {
        const days = (Date.parse(until) - Date.parse(from)) / 86_400_000;
        expect(days).toBeGreaterThan(0);
        expect(days).toBeLessThanOrEqual(90);
        expect(spans[at + 1]?.until ?? from).toBe(from);
      }
    },
  );

  test('a history of two years takes nine requests; the result includes pending transactions and has every transaction once', async () => {
    const server: Server = { requests: [] };
    const { connect, read } = play(server);
    const account = await connect(claimOf('demo'));
    const at_login = server.requests.length;
    const { data } = await read(account);
    const reads = server.requests.slice(at_login).map(({ url }) => new URL(url).searchParams);
    expect(reads).toHaveLength(9);
    expect(reads.every((query) => query.get('pending') === '1')).toBe(true);
    const ids = data.transactions?.map(({ external_id }) => external_id) ?? [];
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids).toContain('P1');
    expect(ids.length).toBe(74);
  });
});

describe('the limit of 24 SimpleFIN requests in 24 hours', () => {
  const refresh = async (player: ReturnType<typeof play>, account: Account, now: Date) => {
    const changed = { now, is_refresh: true };
    return (await player.read(await player.connect(claimOf('demo'), { ...changed, account }), changed)).account;
  };

  test('at most 24 requests for account data are sent in 24 hours; on the next day, requests are sent again', async () => {
    const server: Server = { requests: [] };
    const player = play(server);
    let { account } = await player.read(await player.connect(claimOf('demo')));
    account = await refresh(player, account, laterBy(NOON, 60));
    const refused = await failureOf(refresh(player, account, laterBy(NOON, 120)));
    expect(refused).toMatchObject({
      status: 'unavailable',
      scope: 'link',
      message: 'These accounts can be read 24 times in 24 hours. Please try again tomorrow.',
    });
    const reads = server.requests.filter(({ method }) => method === 'GET').length;
    expect(reads).toBeLessThanOrEqual(READS_A_DAY);
    expect(reads).toBe(10 + 10);
    await expect(refresh(player, account, laterBy(NOON, DAY + 120))).resolves.toBeDefined();
  });

  test('the requests count per link: they still count after the person has connected the same accounts again with a new token', async () => {
    const server: Server = { requests: [] };
    const player = play(server);
    let { account } = await player.read(await player.connect(claimOf('demo')));
    const again = async (name: string, seconds: number) => {
      const now = laterBy(NOON, seconds);
      const login = await player.connect(claimOf(name), { now });
      const joined = connector.inherit?.(login, account) ?? login;
      return (await player.read(joined, { now })).account;
    };
    account = await again('second', 60);
    await expect(failureOf(again('third', 120))).resolves.toMatchObject({ status: 'unavailable', scope: 'link' });
    expect((await again('fourth', DAY + 120)).login).toBe(account.login);
  });

  test('a refresh counts its requests once, because the access address stays the same', async () => {
    const player = play({ requests: [] });
    const { account } = await player.read(await player.connect(claimOf('demo')));
    const login = await player.connect(claimOf('demo'), { account, is_refresh: true, now: laterBy(NOON, 60) });
    expect(connector.inherit?.(login, account)).toEqual(login);
  });

  test('the requests of a fetch that failed count towards the limit', async () => {
    const server: Server = { requests: [] };
    const player = play(server);
    let { account } = await player.read(await player.connect(claimOf('demo')));
    server.accounts = (query) =>
      query.get('balances-only') === '1' ? accountsOf(query) : new Response('', { status: 503 });
    account = await player.connect(claimOf('demo'), { account, is_refresh: true, now: laterBy(NOON, 60) });
    expect((await failureOf(player.fetch('first', account, { now: laterBy(NOON, 60) }))).status).toBe('unavailable');
    const again = player.connect(claimOf('demo'), { account, is_refresh: true, now: laterBy(NOON, 120) });
    expect((await failureOf(again)).status).toBe('unavailable');
  });
});

describe('SimpleFIN messages in `errors`', () => {
  const ERRORS = ['Connection to Meadow Bank\u0000 may need attention', 'Oops demo:s3cret\n  failed'];

  test('messages are returned in missing_data if some data was read; control characters and credentials are removed from the messages', async () => {
    const server: Server = { requests: [], accounts: (query) => accountsOf(query, ERRORS) };
    const { connect, fetch } = play(server);
    const fetched = await fetch('first', await connect(claimOf('demo')));
    expect(fetched).toMatchObject({
      outcome: 'data',
      missing_data: ['Connection to Meadow Bank may need attention', 'Oops …:… failed'],
    });
  });

  test('messages become the message of the failure if no data was read', async () => {
    const server: Server = { requests: [], accounts: () => Response.json({ errors: ERRORS, accounts: [] }) };
    const { connect, fetch } = play(server);
    const { status, scope, message } = await failureOf(fetch('first', await connect(claimOf('demo'))));
    expect({ status, scope, message }).toEqual({
      status: 'unavailable',
      scope: 'institution',
      message: 'Connection to Meadow Bank may need attention Oops …:… failed',
    });
  });

  test('in version 2 of the protocol, messages are read from errlist; the code gen.auth ends a refresh with login_error', async () => {
    const errlist = [{ code: 'gen.auth', msg: 'Please sign in again' }];
    const server: Server = { requests: [] };
    const { connect, begin, fetch } = play(server);
    const account = await connect(claimOf('demo'));
    server.accounts = () => Response.json({ errlist, connections: [], accounts: [] });
    expect(await failureOf(fetch('first', account))).toMatchObject({ message: 'Please sign in again' });
    expect((await failureOf(begin(claimOf('demo'), { account, is_refresh: true }))).status).toBe('login_error');
  });
});

describe('`providers check` for SimpleFIN', () => {
  const check = (fetch: Transport) =>
    runStep(connector, (io) => simplefinKind.check(ENTRY, io), { now: () => NOON, fetch });

  test('`providers check` reports no fault if the SimpleFIN server answers', async () => {
    expect(await check(async () => Response.json({ versions: ['1.0'] }))).toEqual([]);
  });

  test('`providers check` reports a SimpleFIN server that answers with another status than 200 or cannot be reached', async () => {
    for (const status of [301, 403, 404, 502]) {
      expect(await check(async () => new Response('', { status }))).toEqual([
        `https://bridge.simplefin.example/simplefin/info answers a request without credentials with status ${status} instead of 200.`,
      ]);
    }
    expect(await check(() => Promise.reject(new TypeError('no')))).toEqual([
      'https://bridge.simplefin.example cannot be reached.',
    ]);
  });
});
