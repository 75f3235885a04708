import { createHmac } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { failureOf, NOON } from '#connectors/conformance-play.ts';
import type { Account } from '#connectors/contract.ts';
import { runStep } from '#services/connections/provider-calls.ts';
import {
  type Body,
  connector,
  ENTRY,
  GOOD,
  LINK_ID,
  newServer,
  PAYMENT,
  play,
  SECRET,
  type Server,
  STATEMENT,
  serve,
} from '#test/fake-finch.ts';
import { finchKind } from './index.ts';
import { PROVENANCE } from './provenance.ts';

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
    const answer = () => Response.json({ responses: [{ payment_id: 'payment-1', code: 200, body }] });
    expect(await payrollOf(newServer({ '/employer/pay-statement': answer }))).toEqual([]);
  });

  test.each([
    ['eur', 'eur', 0],
    ['usd', 'cad', 0],
    ['USD', null, 1],
    [undefined, undefined, 1],
  ])(
    'a statement with gross pay in the currency %s and net pay in %s has %i entries in the payroll, which is in dollars',
    async (gross, net, count) => {
      const statement = {
        ...STATEMENT,
        gross_pay: { amount: 250_000, currency: gross },
        net_pay: { amount: 190_050, currency: net },
      };
      const body = { paging: { count: 1 }, pay_statements: [statement] };
      const answer = () => Response.json({ responses: [{ payment_id: 'payment-1', code: 200, body }] });
      expect(await payrollOf(newServer({ '/employer/pay-statement': answer }))).toHaveLength(count);
    },
  );

  test('the payroll cannot be read while Finch is still preparing a statement; the read fails with unavailable', async () => {
    const answer = () => Response.json({ responses: [{ code: 202, body: {} }] });
    expect((await failureOf(payrollOf(newServer({ '/employer/pay-statement': answer })))).status).toBe('unavailable');
  });

  /** Returns the statements of the requested pages. A payment has as many statements as `counts` says. */
  const pagesOf =
    (counts: Readonly<Record<string, number>>) =>
    ({ requests = [] }: Body) =>
      Response.json({
        responses: requests.map(({ payment_id = '', limit = 0, offset = 0 }) => {
          const count = counts[payment_id] ?? 0;
          const rows = Array.from({ length: Math.max(0, Math.min(limit, count - offset)) }, (_, at) => offset + at);
          const pay_statements = rows.map((total_hours) => ({ ...STATEMENT, total_hours }));
          return { payment_id, code: 200, body: { paging: { count, offset }, pay_statements } };
        }),
      });
  const askedOf = ({ requests }: Server) =>
    requests.flatMap(({ path, body }) => (path === '/employer/pay-statement' ? [body.requests ?? []] : []));
  const idsOf = (count: number) => Array.from({ length: count }, (_, at) => `person-${at}`);

  test('one request asks for the statements of several payments, as many as fit into a response', async () => {
    const counts = Object.fromEntries(Array.from({ length: 52 }, (_, at) => [`payment-${at}`, 12]));
    const payments = Object.keys(counts).map((id) => ({ ...PAYMENT, id, individual_ids: idsOf(12) }));
    const server = newServer({
      '/employer/payment': () => Response.json(payments),
      '/employer/pay-statement': pagesOf(counts),
    });
    expect(await payrollOf(server)).toHaveLength(52 * 12);
    expect(askedOf(server).map((requests) => requests.length)).toEqual([38, 14]);
  });

  test('many statements of one payment are read in several pages, also if the payment has more statements than people', async () => {
    const payments = [
      { ...PAYMENT, id: 'large' },
      { ...PAYMENT, id: 'twice', individual_ids: idsOf(3) },
      { ...PAYMENT, id: 'empty', individual_ids: [] },
    ];
    const server = newServer({
      '/employer/payment': () => Response.json(payments),
      '/employer/pay-statement': pagesOf({ large: 253, twice: 6 }),
    });
    expect(await payrollOf(server)).toHaveLength(253 + 6);
    expect(askedOf(server)).toEqual([
      [
        { payment_id: 'large', limit: 250, offset: 0 },
        { payment_id: 'twice', limit: 4, offset: 0 },
        { payment_id: 'empty', limit: 1, offset: 0 },
      ],
      [
        { payment_id: 'large', limit: 250, offset: 250 },
        { payment_id: 'twice', limit: 250, offset: 4 },
      ],
    ]);
  });

  test('a repeated statement is returned only once', async () => {
    const body = { paging: { count: 2 }, pay_statements: [STATEMENT, STATEMENT] };
    const answer = () => Response.json({ responses: [{ payment_id: 'payment-1', code: 200, body }] });
    expect(await payrollOf(newServer({ '/employer/pay-statement': answer }))).toHaveLength(1);
  });

  test('an answer that does not name its payment ends the read with error', async () => {
    const body = { paging: { count: 1 }, pay_statements: [STATEMENT] };
    const answer = () => Response.json({ responses: [{ code: 200, body }] });
    expect((await failureOf(payrollOf(newServer({ '/employer/pay-statement': answer })))).status).toBe('error');
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
