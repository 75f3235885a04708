import { describe, expect, test } from 'vitest';
import { describeConnector } from '#connectors/conformance.ts';
import { failureOf, NOON } from '#connectors/conformance-play.ts';
import type { ProductType } from '#domain/access/products.ts';
import { runStep } from '#services/connections/provider-calls.ts';
import {
  ACCOUNT,
  BASE,
  connector,
  ENTRY,
  fixtureOf,
  GOOD,
  newServer,
  PAGE,
  PAYSTUB,
  PDF,
  pageOf,
  play,
  type Server,
  STATE,
  serve,
  W2,
} from '#test/fake-argyle.ts';
import { argyleKind } from './index.ts';
import { statusOf } from './link.ts';
import { PROVENANCE } from './provenance.ts';

describeConnector(connector, fixtureOf(newServer()), runStep);

describe('the login on Argyle’s page', () => {
  test('the login orders a verification and sends the person to the link of its session, with a return URL that contains the state', async () => {
    const server = newServer();
    const first = await play(server).step(GOOD);
    if (first.step !== 'redirect') throw new Error('expected a redirect');
    const { user_id } = first.memory;
    expect(first.url).toBe(`${PAGE}/?session=verification-of-${user_id}`);
    const sent = server.requests.filter(({ method }) => method === 'POST').map(({ path, body }) => ({ path, body }));
    expect(sent).toEqual([
      { path: '/v2/users', body: { external_id: expect.any(String) } },
      { path: '/v2/verifications', body: { user: user_id, report: { type: 'voie' } } },
      {
        path: '/v2/sessions',
        body: {
          verification: `verification-of-${user_id}`,
          configuration: { redirect_url: `http://127.0.0.1:8080/oauth/callback/?state=${STATE}` },
        },
      },
    ]);
  });

  test.each<[ProductType[], string]>([
    [['employment'], 'voe'],
    [['employment', 'income'], 'voie'],
  ])('for a link with the products %j, the report of the verification is %s', async (products, type) => {
    const server = newServer();
    await play(server).step(GOOD, { products });
    const order = server.requests.find(({ path }) => path === '/v2/verifications');
    expect(order?.body).toMatchObject({ report: { type } });
  });

  test('the login ends with error if the link of a session is not a web address', async () => {
    const answers = { '/sessions': () => Response.json({ link: 'javascript:alert(1)' }) };
    expect((await failureOf(play(newServer({ answers })).step(GOOD))).status).toBe('error');
  });

  test('the login connects the account; the account id is the identity of the login', async () => {
    expect((await play(newServer()).connect(GOOD)).login).toBe(ACCOUNT);
  });

  test('the login ends with login_error if the person leaves the page without connecting an employer', async () => {
    const failure = await failureOf(play(newServer()).begin({ username: 'sarah', password: 'left' }));
    expect(failure).toMatchObject({ status: 'login_error', message: 'You did not connect an employer.' });
  });

  test('a renewal of a link orders a verification for the same user', async () => {
    const server = newServer();
    const { connect, step } = play(server);
    const account = await connect(GOOD);
    const { user_id } = account.memory;
    server.requests.length = 0;
    await step(GOOD, { account });
    const sent = server.requests.map(({ method, path }) => `${method} ${path.replace(/\?.*/, '')}`);
    expect(sent).toEqual(['GET /v2/accounts', 'POST /v2/verifications', 'POST /v2/sessions']);
    expect(server.requests[1]?.body).toMatchObject({ user: user_id });
  });

  /**
   * Simulates a second visit to Argyle's page, by a person who connected the accounts `OLD` and `OTHER` before. After
   * this visit, the person has the accounts `after` at Argyle. If `own_id` is given, the visit renews the link of the
   * account with this id.
   */
  const loginAfter = async (after: object[], query: Record<string, string> = {}, own_id?: string) => {
    const server = newServer();
    const { connect, step } = play(server);
    const first_account = await connect(GOOD);
    const account = own_id && { ...first_account, memory: { ...first_account.memory, account_id: own_id } };
    const options = account ? { account } : {};
    server.answers['/accounts'] = () => pageOf(OLD, OTHER);
    const first = await step(GOOD, options);
    if (first.step !== 'redirect') throw new Error('expected a redirect');
    server.answers['/accounts'] = () => pageOf(...after);
    expect(server.requests.filter(({ method, path }) => method === 'POST' && path === '/v2/users')).toHaveLength(1);
    const reply = { kind: 'redirect', query: { state: STATE, ...query } } as const;
    const reached = await step(GOOD, { ...options, memory: first.memory, reply });
    return reached.step === 'connected' ? reached.account.login : reached.step;
  };
  const [JANUARY, FEBRUARY] = ['2026-01-01T00:00:00Z', '2026-02-01T00:00:00Z'];
  const connection = { status: 'connected', error_code: null, error_message: null, updated_at: JANUARY };
  const OLD = { id: 'old', updated_at: JANUARY, connection };
  const OTHER = { id: 'other', updated_at: '2026-01-02T00:00:00Z', connection };
  const NEW = { id: 'new', updated_at: FEBRUARY, connection: { ...connection, updated_at: FEBRUARY } };
  /** `OLD` after its connection was repaired (`REPAIRED`), and after Argyle collected new data (`COLLECTED`). */
  const REPAIRED = { ...OLD, updated_at: FEBRUARY, connection: NEW.connection };
  const COLLECTED = { ...OLD, updated_at: FEBRUARY };
  const COMPLETE = { user_submission_complete: 'true' };

  test('a person who returns has the same user; the login connects the account that was added or reconnected during the visit', async () => {
    expect(await loginAfter([OLD, OTHER, NEW])).toBe('new');
    expect(await loginAfter([REPAIRED, OTHER])).toBe('old');
    expect(await loginAfter([REPAIRED, OTHER, NEW])).toBe('new');
  });

  test('if a completed visit adds and reconnects no account, the login connects the account that changed during the visit, or else the link’s account, or else the account that changed last', async () => {
    expect(await loginAfter([COLLECTED, OTHER], COMPLETE)).toBe('old');
    expect(await loginAfter([COLLECTED, OTHER], COMPLETE, 'other')).toBe('old');
    expect(await loginAfter([OLD, OTHER], COMPLETE, 'old')).toBe('old');
    expect(await loginAfter([OLD, OTHER], COMPLETE)).toBe('other');
  });

  test('if the person did not complete the visit, the login ends with login_error, also if Argyle collected data during the visit', async () => {
    for (const after of [OLD, COLLECTED]) {
      const left = await failureOf(loginAfter([after, OTHER], { user_submission_complete: 'false' }));
      expect(left).toMatchObject({ status: 'login_error', message: 'You did not connect an employer.' });
    }
  });
});

describe('a refresh of an Argyle link', () => {
  test.each([
    ['invalid_credentials', 'login_error', 'link'],
    ['account_locked', 'account_locked', 'link'],
    ['mfa_cancelled_by_the_user', 'mfa_error', 'link'],
    ['invalid_mfa_code', 'mfa_error', 'link'],
    ['service_unavailable', 'unavailable', 'institution'],
    [null, 'login_error', 'link'],
    ['constructor', 'login_error', 'link'],
  ])(
    'a refresh of an Argyle link ends with a failed status if Argyle reports an error: %s becomes the status %s with the scope %s',
    async (...row) => {
      const [error_code, status, scope] = row;
      expect(statusOf(error_code)).toBe(status);
      const server = newServer();
      const { connect, begin } = play(server);
      const account = await connect(GOOD);
      server.connection = { status: 'error', error_code, error_message: null };
      expect(await failureOf(begin(GOOD, { account, is_refresh: true }))).toMatchObject({ status, scope });
    },
  );

  test('a refresh ends with login_error if the account was removed at Argyle', async () => {
    const server = newServer();
    const { connect, begin } = play(server);
    const account = await connect(GOOD);
    server.answers[`/accounts/${ACCOUNT}`] = () => new Response('{}', { status: 404 });
    expect((await failureOf(begin(GOOD, { account, is_refresh: true }))).status).toBe('login_error');
  });
});

describe('data from Argyle', () => {
  test('an employment has its dates, pay and person', async () => {
    const { connect, read } = play(newServer());
    const { data } = await read(await connect(GOOD));
    expect(data.employments).toMatchObject([
      {
        company: { name: 'Whole Goods' },
        start_date: '2020-04-08',
        original_hire_date: '2019-01-03',
        end_date: null,
        is_active: true,
        income: 5_802_450n,
        income_unit: 'YEARLY',
        pay_frequency: 'SM',
        job_type: 'F',
        profile: { ssn: '522091191', home_address: { street: '852 North W St, Apt 221', zip: '10014' } },
        missing_data_fields: expect.arrayContaining(['manager_name', 'company.phone']),
      },
    ]);
  });

  test('a pay stub has its lines, with categories', async () => {
    const { connect, read } = play(newServer());
    const { data } = await read(await connect(GOOD));
    expect(data.statements).toMatchObject([
      {
        pay_date: '2026-02-12',
        period_start: '2026-01-28',
        gross_pay: 160_763n,
        net_pay_ytd: 1_271_418n,
        regular: 127_014n,
        commission: 33_749n,
        bonus: null,
        hours: 4_960n,
        earnings: [
          { name: 'Regular', amount: 127_014n, category: 'regular', rate: 2_561n, units: 4_960n },
          { name: 'Commission', amount: 33_749n, category: 'commission', rate: null, units: null },
        ],
        deductions: [
          { category: 'federal', amount: 8_891n },
          { category: 'socialsec', amount: 10_000n },
          { category: 'medicare', amount: 3_972n },
          { category: 'retirement', amount: 3_810n },
          { category: 'garnishment', amount: 5_080n },
        ],
        employment_id: data.employments?.[0]?.id,
        missing_data_fields: expect.arrayContaining(['bonus', 'check_number']),
      },
    ]);
    expect(data.statements?.[0]?.deductions_ytd).toHaveLength(4);
  });

  test('planned, cancelled and sample pay stubs are left out', async () => {
    const statuses = ['scheduled', 'cancelled', 'excluded'];
    const paystubs = () => pageOf(...statuses.map((status, at) => ({ ...PAYSTUB, id: `${at}`.repeat(36), status })));
    const { connect, read } = play(newServer({ answers: { '/paystubs': paystubs } }));
    expect((await read(await connect(GOOD))).data.statements).toEqual([]);
  });

  test('a gig becomes a shift of the employment', async () => {
    const { connect, read } = play(newServer());
    const { data } = await read(await connect(GOOD));
    expect(data.shifts).toMatchObject([
      { date: '2026-02-08', status: 'worked', hours: 74n, amount: 3_068n, employment_id: data.employments?.[0]?.id },
    ]);
  });

  test('a W-2 has the values of the boxes that Argyle could read', async () => {
    const { connect, read } = play(newServer({ answers: { '/payroll-documents': () => pageOf(W2) } }));
    expect((await read(await connect(GOOD))).data.w2s).toMatchObject([
      { year: 2025, wages: 5_802_450n, federal_tax: 610_000n, social_security_tax: null, file_id: W2.id },
    ]);
  });

  test('all pages of a list are read, and no page is requested from a server other than Argyle’s', async () => {
    let page = 0;
    const paystubs = () => {
      page++;
      const next = page < 3 ? `${BASE}/v2/paystubs?cursor=${page}` : null;
      return Response.json({ next, results: [{ ...PAYSTUB, id: `${page}`.repeat(36) }] });
    };
    const server = newServer({ answers: { '/paystubs': paystubs } });
    const { connect, read, fetch } = play(server);
    const account = await connect(GOOD);
    expect((await read(account)).data.statements).toHaveLength(3);
    server.answers['/paystubs'] = () => Response.json({ next: 'https://evil.example/v2/paystubs', results: [] });
    expect((await failureOf(fetch('rest', account))).status).toBe('error');
    expect(server.requests.filter(({ path }) => path.includes('evil'))).toEqual([]);
  });

  test('a fetch waits while Argyle collects data; after twenty minutes, the fetch returns the data collected so far', async () => {
    const server = newServer({ availability: { paystubs: { status: 'in_progress' } } });
    const { connect, fetch } = play(server);
    let account = await connect(GOOD);
    expect((await fetch('first', account)).outcome).toBe('data');
    for (let wait = 1; wait <= 80; wait++) {
      const later = await fetch('rest', account);
      if (later.outcome !== 'later') throw new Error(`expected to wait for the time ${wait}`);
      expect(later.progress).toBe(wait);
      account = later.account;
    }
    expect(await fetch('rest', account)).toMatchObject({
      outcome: 'data',
      missing_data: ['The payroll system has not sent all pay stubs yet.'],
      // The number of waits is reset, so that the next refresh may wait again.
      account: { memory: { waits: 0 } },
    });
  });

  test('a fetch waits while the account is connecting', async () => {
    const server = newServer();
    const { connect, fetch } = play(server);
    server.connection = { status: 'connecting' };
    const account = await connect(GOOD);
    expect((await fetch('first', account)).outcome).toBe('later');
  });

  test('the provenance map contains every field that has a value', async () => {
    const answers = { '/payroll-documents': () => pageOf(W2) };
    const { connect, read } = play(newServer({ answers }));
    const { data } = await read(await connect(GOOD));
    for (const section of ['employments', 'statements', 'w2s', 'shifts'] as const) {
      const known: string[] = Object.keys(PROVENANCE[section]);
      const filled = (data[section] ?? []).flatMap((item) => filledFields(item));
      expect(filled.filter((field) => !known.includes(field))).toEqual([]);
    }
  });
});

describe('files from Argyle', () => {
  const DOCUMENT = { ...W2, id: PDF };
  const BYTES = Buffer.from('%PDF-1.7 a pay stub');
  const open = async (answers: Server['answers'], file_id = PDF) => {
    const server = newServer({ answers });
    const { connect, run } = play(server);
    const account = await connect(GOOD);
    if (typeof connector.openFile !== 'function') throw new Error('files are opened by a function');
    const openFile = connector.openFile;
    return { bytes: await run((io) => openFile(account, file_id, io)), server };
  };
  const redirect = (location: string) => () => new Response(null, { status: 303, headers: { location } });
  const found = { [`/payroll-documents/${PDF}`]: () => Response.json(DOCUMENT) };

  test('the file of a pay stub is downloaded through a redirect on Argyle’s server, with the operator’s keys', async () => {
    const { bytes } = await open({
      ...found,
      [`/payroll-documents/${PDF}/file`]: redirect(`${BASE}/v2/files/1`),
      '/files/1': () => new Response(BYTES),
    });
    expect(bytes?.equals(BYTES)).toBe(true);
  });

  test('the file of another account is not opened', async () => {
    const { bytes, server } = await open({
      [`/payroll-documents/${PDF}`]: () => Response.json({ ...DOCUMENT, account: 'another-account' }),
    });
    expect(bytes).toBeUndefined();
    expect(server.requests.at(-1)?.path).toBe(`/v2/payroll-documents/${PDF}`);
  });

  test('the keys are not sent to another server, even if Argyle redirects to it', async () => {
    const away = { ...found, [`/payroll-documents/${PDF}/file`]: redirect('https://evil.example/file') };
    expect((await failureOf(open(away))).status).toBe('unavailable');
  });

  test('an invalid file id opens no file and causes no request', async () => {
    const { bytes, server } = await open({}, '../users');
    expect([bytes, server.requests.at(-1)?.path.startsWith('/v2/accounts')]).toEqual([undefined, true]);
  });
});

describe('revocation at Argyle, and `providers check` for Argyle', () => {
  test('when a link is deleted, the account at Argyle is deleted', async () => {
    const server = newServer();
    const { connect, run } = play(server);
    const account = await connect(GOOD);
    await run((io) => connector.revoke(account, io));
    expect(server.requests.at(-1)).toMatchObject({ method: 'DELETE', path: `/v2/accounts/${ACCOUNT}` });
  });

  test('`providers check` reports no fault if the keys are correct, and otherwise describes the fault', async () => {
    const check = (secret: string) =>
      runStep(connector, (io) => argyleKind.check({ ...ENTRY, settings: { ...ENTRY.settings, secret } }, io), {
        now: () => NOON,
        fetch: serve(newServer({ answers: { '/verifications': () => pageOf() } })),
      });
    expect(await check('top-secret')).toEqual([]);
    expect(await check('wrong')).toEqual(['Argyle does not accept client_id and secret.']);
  });
});

const filledFields = (value: object, prefix = ''): string[] =>
  Object.entries(value).flatMap(([name, field]: [string, unknown]) => {
    if (field === null || (Array.isArray(field) && field.length === 0)) return [];
    if (['missing_data_fields', 'derived_fields'].includes(name)) return [];
    if (Array.isArray(field) || typeof field !== 'object') return [`${prefix}${name}`];
    return filledFields(field, `${prefix}${name}.`);
  });
