import { createHmac } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { failureOf, NOON, playerOf, type Transport } from '#connectors/conformance-play.ts';
import type { Account, Credentials } from '#connectors/contract.ts';
import { runStep } from '#services/connections/provider-calls.ts';
import { finchKind } from './index.ts';
import { PROVENANCE } from './provenance.ts';

const BASE = 'https://api.finch.example';
const SECRET = Buffer.from('a secret of 24 bytes ...').toString('base64');
const ENTRY: Parameters<typeof finchKind.open>[0] = {
  id: 'finch',
  name: 'Finch',
  logo_url: null,
  aliases: [],
  environments: ['prod'],
  products: finchKind.products,
  clients: null,
  settings: { base_url: BASE, client_id: 'client', secret: 'top-secret', webhook_secret: SECRET },
};
const connector = finchKind.open(ENTRY, { redirect_url: '', webhook_url: '' });
const LINK_ID = 'c'.repeat(32);

const BOSS = '11111111-1111-4111-8111-111111111111';
const CLERK = '22222222-2222-4222-8222-222222222222';
const PEOPLE = [
  { id: BOSS, first_name: 'Augusta', middle_name: null, last_name: 'Fairweather', department: null, is_active: true },
  {
    id: CLERK,
    first_name: 'Rowan',
    middle_name: 'T',
    last_name: 'Castellane',
    department: { name: 'Finance' },
    manager: { id: BOSS },
    is_active: false,
  },
];
const INDIVIDUALS: Record<string, object> = {
  [CLERK]: {
    id: CLERK,
    emails: [
      { data: 'rowan@home.example', type: 'personal' },
      { data: 'rowan@work.example', type: 'work' },
    ],
    phone_numbers: [{ data: '2025550123', type: 'personal' }],
    residence: {
      line1: '210 Clarkson Place',
      line2: null,
      city: 'Denver',
      state: 'CO',
      postal_code: '80218',
      country: 'US',
    },
  },
};
const EMPLOYMENTS: Record<string, object> = {
  [CLERK]: { id: CLERK, title: 'Accountant', start_date: '2019-03-04', end_date: '2026-01-31', is_active: false },
};
const PAYMENT = {
  id: 'payment-1',
  pay_date: '2026-01-16',
  pay_period: { start_date: '2026-01-01', end_date: '2026-01-15' },
};
const STATEMENT = {
  individual_id: CLERK,
  gross_pay: { amount: 250_000, currency: 'usd' },
  net_pay: { amount: 190_050, currency: 'usd' },
  total_hours: 80.5,
  earnings: [
    { name: 'Salary', type: 'salary', amount: 200_000, hours: 80 },
    { name: 'Sick', type: 'sick', amount: 20_000, hours: null },
    { name: 'OT', type: 'double_overtime', amount: 25_000, hours: 0.5 },
    { name: 'Cash tips', type: 'tips', amount: 5_000, hours: null },
    null,
  ],
  taxes: [
    { name: 'Federal Income Tax', type: 'federal', amount: 40_000, employer: false },
    { name: 'Medicare', type: 'fica', amount: 3_625, employer: false },
    { name: 'Medicare (employer)', type: 'fica', amount: 3_625, employer: true },
  ],
  employee_deductions: [{ name: 'Retirement', type: '401k', amount: 16_325, pre_tax: true }],
};

type Body = { requests?: { individual_id?: string; payment_id?: string; offset?: number }[]; code?: string };
type Server = {
  requests: { method: string; path: string; body: Body; authorization: string | null }[];
  answers: Record<string, (body: Body) => Response>;
};
const newServer = (answers: Server['answers'] = {}): Server => ({ requests: [], answers });

const batch = (answers: Record<string, object>, { requests = [] }: Body) =>
  Response.json({
    responses: requests.map(({ individual_id = '' }) => {
      const body = answers[individual_id];
      return { individual_id, code: body ? 200 : 404, body: body ?? { message: 'Not found' } };
    }),
  });

const ANSWERS: Record<string, (body: Body) => Response> = {
  '/auth/token': ({ code }) =>
    code === 'code-right'
      ? Response.json({ access_token: 'access-1', connection_id: 'connection-1', products: [] })
      : Response.json({ code: 400, name: 'invalid_request' }, { status: 400 }),
  '/introspect': () => Response.json({ connection_id: 'connection-1', connection_status: { status: 'connected' } }),
  '/disconnect': () => Response.json({ status: 'success' }),
  '/employer/directory': () => Response.json({ paging: { count: 2, offset: 0 }, individuals: PEOPLE }),
  '/employer/individual': (body) => batch(INDIVIDUALS, body),
  '/employer/employment': (body) => batch(EMPLOYMENTS, body),
  '/employer/payment': () => Response.json([PAYMENT]),
  '/employer/pay-statement': ({ requests = [] }) =>
    Response.json({
      responses: requests.map(({ payment_id }) => ({
        payment_id,
        code: 200,
        body: { paging: { count: 1, offset: 0 }, pay_statements: [STATEMENT] },
      })),
    }),
};

const serve =
  (server: Server): Transport =>
  async (url, request) => {
    const { pathname } = new URL(url);
    const body: Body = request.body ? JSON.parse(String(request.body)) : {};
    const authorization = new Headers(request.headers).get('authorization');
    server.requests.push({ method: request.method ?? 'GET', path: url.slice(BASE.length), body, authorization });
    if (pathname !== '/auth/token' && authorization !== 'Bearer access-1') return new Response('{}', { status: 401 });
    return (server.answers[pathname] ?? ANSWERS[pathname])?.(body) ?? new Response('{}', { status: 404 });
  };

const GOOD = { password: 'right' };
const STATE = 'f3b1a0c2d4e5f60718293a4b5c6d7e8f';
const fixtureOf = (server: Server) => ({
  product: 'admin' as const,
  logins: { good: GOOD, wrong_password: { password: 'wrong' } },
  fetch: serve(server),
  visit: async (_url: string, { password = '' }: Credentials): Promise<Record<string, string>> =>
    password === 'left' ? { state: STATE, error: 'access_denied' } : { state: STATE, code: `code-${password}` },
});
const play = (server: Server) => playerOf(connector, fixtureOf(server), runStep);

describe('a login on Finch’s page', () => {
  test('the login requests the products for the directory and the payroll, with our callback address and the state', async () => {
    const first = await play(newServer()).step(GOOD);
    if (first.step !== 'redirect') throw new Error('expected a redirect');
    const { origin, pathname, searchParams } = new URL(first.url);
    expect(`${origin}${pathname}`).toBe(`${BASE}/authorize`);
    expect(Object.fromEntries(searchParams)).toEqual({
      client_id: 'client',
      products: 'directory individual employment payment pay_statement',
      redirect_uri: 'http://127.0.0.1:8080/oauth/callback/',
      state: STATE,
    });
  });

  test('the login exchanges the code; the connection id is the identity of the login', async () => {
    expect(await play(newServer()).connect(GOOD)).toEqual({
      login: 'connection-1',
      can_switch_deposits: null,
      is_suspicious: false,
      memory: { access_token: 'access-1', connection_id: 'connection-1', waits: 0 },
    });
  });

  test('the login ends with login_error if the administrator leaves the page, or if the code was used before', async () => {
    const { begin } = play(newServer());
    expect(await failureOf(begin({ password: 'left' }))).toMatchObject({
      status: 'login_error',
      message: 'You did not allow access to the payroll.',
    });
    expect((await failureOf(begin({ password: 'used' }))).status).toBe('login_error');
  });
});

describe('a refresh of a Finch link', () => {
  test.each([
    [
      'the connection needs a new login',
      () => Response.json({ connection_id: 'x', connection_status: { status: 'reauth' } }),
    ],
    ['the token is refused', () => new Response('{}', { status: 401 })],
  ])('a refresh of a Finch link ends with login_error if %s', async (_, answer) => {
    const server = newServer();
    const { connect, begin } = play(server);
    const account = await connect(GOOD);
    server.answers['/introspect'] = answer;
    expect((await failureOf(begin(GOOD, { account, is_refresh: true }))).status).toBe('login_error');
  });
});

describe('the directory from Finch', () => {
  test('the directory contains the people of the company, with all details that Finch has about them', async () => {
    const { connect, read } = play(newServer());
    const { directory = [] } = (await read(await connect(GOOD))).data;
    expect(directory).toEqual([
      {
        id: expect.stringMatching(/^[0-9a-f]{32}$/),
        first_name: 'Augusta',
        last_name: 'Fairweather',
        full_name: 'Augusta Fairweather',
        email: null,
        phone: null,
        job_title: null,
        department: null,
        manager_name: null,
        is_active: true,
        start_date: null,
        end_date: null,
        address: { street: null, city: null, state: null, zip: null, country: null },
      },
      {
        id: expect.stringMatching(/^[0-9a-f]{32}$/),
        first_name: 'Rowan',
        last_name: 'Castellane',
        full_name: 'Rowan T Castellane',
        email: 'rowan@work.example',
        phone: '2025550123',
        job_title: 'Accountant',
        department: 'Finance',
        manager_name: 'Augusta Fairweather',
        is_active: false,
        start_date: '2019-03-04',
        end_date: '2026-01-31',
        address: { street: '210 Clarkson Place', city: 'Denver', state: 'CO', zip: '80218', country: 'US' },
      },
    ]);
    expect(Object.keys(directory[0] ?? {}).filter((field) => !(field in PROVENANCE.directory))).toEqual([]);
  });

  test('missing_data names each person for whom Finch has no data (404 in a batch); payments without data are only counted', async () => {
    const absent = ({ requests = [] }: Body) =>
      Response.json({ responses: requests.map(() => ({ code: 404, body: { message: 'Not found' } })) });
    const { connect, fetch } = play(newServer({ '/employer/pay-statement': absent, '/employer/employment': absent }));
    const account = await connect(GOOD);
    expect(await fetch('first', account)).toMatchObject({
      missing_data: [
        'Finch does not have the contact details of Augusta Fairweather.',
        'Finch does not have the employment of Augusta Fairweather, Rowan T Castellane.',
      ],
    });
    expect(await fetch('rest', account)).toMatchObject({
      missing_data: ['Finch does not have the pay statements of 1 of 1 payments.'],
    });
  });

  test('the directory is read page by page; a person who is listed twice counts only once in the offset of the next page', async () => {
    const server = newServer();
    const pages_sent = [[PEOPLE[0], PEOPLE[0]], [PEOPLE[1]]];
    server.answers['/employer/directory'] = () =>
      Response.json({ paging: { count: 2, offset: 0 }, individuals: pages_sent.shift() });
    const { connect, fetch } = play(server);
    const fetched = await fetch('first', await connect(GOOD));
    expect(fetched.outcome === 'data' && fetched.data.directory).toHaveLength(2);
    const pages = server.requests.filter(({ path }) => path.startsWith('/employer/directory'));
    expect(pages.map(({ path }) => path.split('offset=')[1])).toEqual(['0', '1']);
  });

  test('an empty directory ends the task with no_data', async () => {
    const empty = () => Response.json({ paging: { count: 0, offset: 0 }, individuals: [] });
    const { connect, fetch } = play(newServer({ '/employer/directory': empty }));
    expect((await failureOf(fetch('first', await connect(GOOD)))).status).toBe('no_data');
  });
});

describe('data that Finch is still preparing', () => {
  const pending = () => Response.json({ responses: [{ code: 202, body: { message: 'pending' } }] });

  test.each([
    ['first', '/employer/directory', () => new Response('{}', { status: 202 })],
    ['first', '/employer/individual', pending],
    ['rest', '/employer/pay-statement', pending],
  ] as const)('the part `%s` of a fetch from Finch waits while %s is pending', async (part, path, answer) => {
    const { connect, fetch } = play(newServer({ [path]: answer }));
    expect(await fetch(part, await connect(GOOD))).toMatchObject({ outcome: 'later', seconds: 20, progress: 1 });
  });

  test('after twenty minutes of waiting for Finch’s data, the task ends with unavailable; this counts as a failure of the payroll system and not of Finch', async () => {
    const { connect, fetch } = play(newServer({ '/employer/pay-statement': pending }));
    let account: Account = await connect(GOOD);
    for (let wait = 1; wait <= 60; wait++) {
      const later = await fetch('rest', account);
      if (later.outcome !== 'later') throw new Error(`expected to wait for the time ${wait}`);
      account = later.account;
    }
    expect(await failureOf(fetch('rest', account))).toMatchObject({ status: 'unavailable', scope: 'institution' });
  });
});

describe('the payroll from Finch', () => {
  const payrollOf = async (server: Server) => {
    const { connect, run } = play(server);
    const account = await connect(GOOD);
    const range = { link_id: LINK_ID, start_date: '2026-01-01', end_date: '2026-01-31' };
    return run(async (io) => connector.fetchPayroll?.(account, range, io));
  };

  test('the payroll has one entry for each pay statement, with amounts in cents and without the employer’s taxes', async () => {
    const server = newServer();
    const [entry] = (await payrollOf(server)) ?? [];
    expect(entry).toEqual({
      employee_id: expect.stringMatching(/^[0-9a-f]{32}$/),
      full_name: 'Rowan T Castellane',
      pay_date: '2026-01-16',
      period_start: '2026-01-01',
      period_end: '2026-01-15',
      gross_pay: 250_000n,
      net_pay: 190_050n,
      regular: 220_000n,
      overtime: 25_000n,
      bonus: null,
      commission: null,
      other_pay: 5_000n,
      hours: 8_050n,
      earnings: [
        { name: 'Salary', amount: 200_000n, category: 'regular', rate: null, units: 8_000n },
        { name: 'Sick', amount: 20_000n, category: 'pto', rate: null, units: null },
        { name: 'OT', amount: 25_000n, category: 'overtime', rate: null, units: 50n },
        { name: 'Cash tips', amount: 5_000n, category: 'tips', rate: null, units: null },
      ],
      deductions: [
        { name: 'Federal Income Tax', amount: 40_000n, category: 'federal' },
        { name: 'Medicare', amount: 3_625n, category: 'medicare' },
        { name: 'Retirement', amount: 16_325n, category: 'retirement' },
      ],
    });
    expect(Object.keys(entry ?? {}).filter((field) => !(field in PROVENANCE.payroll))).toEqual([]);
    const asked = server.requests.find(({ path }) => path.startsWith('/employer/payment'));
    expect(asked?.path).toBe('/employer/payment?start_date=2026-01-01&end_date=2026-01-31');
  });

  test('a statement without net pay is left out of the payroll', async () => {
    const { net_pay: _net, ...statement } = STATEMENT;
    const body = { paging: { count: 1 }, pay_statements: [statement] };
    const answer = () => Response.json({ responses: [{ code: 200, body }] });
    expect(await payrollOf(newServer({ '/employer/pay-statement': answer }))).toEqual([]);
  });

  test('the payroll cannot be read while Finch is still preparing a statement; the read fails with unavailable', async () => {
    const answer = () => Response.json({ responses: [{ code: 202, body: {} }] });
    expect((await failureOf(payrollOf(newServer({ '/employer/pay-statement': answer })))).status).toBe('unavailable');
  });

  test('many statements of one payment are read in several pages, and a repeated statement is returned only once', async () => {
    const answer = ({ requests: [request] = [] }: Body) => {
      const { offset = 0 } = request ?? {};
      const rows = Array.from({ length: offset === 0 ? 250 : 4 }, (_, at) => offset + at);
      const pay_statements = rows.map((at) => ({ ...STATEMENT, total_hours: at === 253 ? 252 : at }));
      return Response.json({ responses: [{ code: 200, body: { paging: { count: 253 }, pay_statements } }] });
    };
    expect(await payrollOf(newServer({ '/employer/pay-statement': answer }))).toHaveLength(253);
  });
});

describe('webhooks from Finch', () => {
  const NOW = NOON.getTime() / 1000;
  const BODY = Buffer.from(JSON.stringify({ event_type: 'payment.created', connection_id: 'connection-1', data: {} }));

  function signed(
    body: Buffer,
    { id = 'event-1', at = NOW, secret = SECRET }: { id?: string; at?: number; secret?: string } = {},
  ) {
    const hmac = createHmac('sha256', Buffer.from(secret, 'base64')).update(`${id}.${at}.`).update(body);
    return { 'finch-event-id': id, 'finch-timestamp': String(at), 'finch-signature': `v1,${hmac.digest('base64')}` };
  }
  const receive = (headers: Record<string, string>, body = BODY) =>
    runStep(connector, async (io) => connector.webhook?.({ headers, body }, io), {
      now: () => NOON,
      fetch: () => Promise.reject(new Error('nothing may be asked')),
    });

  test('a signed notice names the connection to refresh; the event id from Finch becomes the id of the notice', async () => {
    expect(await receive(signed(BODY))).toEqual({ id: 'event-1', logins: ['connection-1'] });
  });

  test('a request with several signatures is accepted if one of them is valid, even if the request is five minutes old', async () => {
    const headers = signed(BODY, { at: NOW - 300 });
    const both = { ...headers, 'finch-signature': `v1,AAAA ${headers['finch-signature']}` };
    expect(await receive(both)).toBeDefined();
  });

  test('a test notice refreshes no link', async () => {
    const body = Buffer.from(JSON.stringify({ event_type: 'test', connection_id: 'connection-1' }));
    expect((await receive(signed(body), body))?.logins).toEqual([]);
  });

  test.each([
    ['no headers', {}],
    ['the signature of another body', signed(Buffer.from('{}'))],
    ['another secret', signed(BODY, { secret: Buffer.from('another').toString('base64') })],
    ['another id', { ...signed(BODY), 'finch-event-id': 'event-2' }],
    ['a time that is too old', signed(BODY, { at: NOW - 301 })],
    ['a time that is too far ahead', signed(BODY, { at: NOW + 301 })],
  ])('a webhook request from Finch with %s is rejected', async (_, headers) => {
    expect(await receive(headers)).toBeUndefined();
  });
});

describe('revocation at Finch, and `providers check` for Finch', () => {
  test('when a link is deleted, its connection at Finch is disconnected', async () => {
    const server = newServer();
    const { connect, run } = play(server);
    const account = await connect(GOOD);
    await run((io) => connector.revoke(account, io));
    expect(server.requests.at(-1)).toMatchObject({ method: 'POST', path: '/disconnect' });
  });

  test('if Finch accepts the keys, `providers check` reports no fault; otherwise it describes the fault', async () => {
    const check = (answers: Server['answers']) =>
      runStep(connector, (io) => finchKind.check(ENTRY, io), { now: () => NOON, fetch: serve(newServer(answers)) });
    expect(await check({})).toEqual([]);
    expect(await check({ '/auth/token': () => new Response('{}', { status: 401 }) })).toEqual([
      'Finch does not accept client_id and secret.',
    ]);
    expect(await check({ '/auth/token': () => new Response('{}', { status: 502 }) })).toEqual([
      'Finch answers with status 502.',
    ]);
  });
});
