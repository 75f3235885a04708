import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addDays } from '#base/calendar.ts';
import { newId } from '#base/ids.ts';
import type { ScoringReportAnswer } from '#domain/reports/scoring-reports.ts';
import { SYSTEM } from '#storage/platform/db.ts';
import { NOT_FOUND, OTHER_ENVIRONMENT } from '#test/answers.ts';
import { type Call, newClient, type TestClient, type TestHouse } from '#test/house.ts';
import { banked } from '#test/income.ts';
import { BASIC_REQUEST, SALARY_DATES, SCORING_URL, valueIn } from '#test/scoring.ts';
import { advance, connect, finishTasks, newUser, openWorkingHouse } from '#test/tasks.ts';

let house: TestHouse;
let client: TestClient;
beforeAll(async () => {
  house = await openWorkingHouse();
  client = await newClient(house);
});
afterAll(() => house.close());

const ASKED = { lender_reference: 'loan-17', purpose: 'decisioning' };
const read = (id: string, call: Call = client.sandbox) => call('GET', `${SCORING_URL}${id}/`);

async function made(body: object, call: Call = client.sandbox): Promise<string> {
  const response = await call('POST', SCORING_URL, { customer_identifier: newId(), ...ASKED, ...body });
  expect(response.statusCode, response.body).toBe(201);
  expect(Object.keys(response.json())).toEqual(['report_id']);
  return response.json().report_id;
}

async function reportOf(body: object): Promise<ScoringReportAnswer> {
  const response = await read(await made(body));
  expect(response.statusCode, response.body).toBe(200);
  return response.json();
}

const codesIn = ({ alerts }: ScoringReportAnswer) => alerts.map(({ alert_code }) => alert_code);
const rowsWith = (column: 'id' | 'user_id' | 'link_id', id: string) =>
  house.database
    .scoped(SYSTEM)
    .query<{ sealed: Buffer }>(`select sealed from scoring_reports where ${column} = $1`, [id]);

const PAYROLL = 'COPPER CANYON LO PAYROLL PPD ID: 9911223344';
const SENT = {
  institutions: [{ identifier: 'lantern', name: 'Lantern Bank', data_source: 'aggregation' }],
  accounts: [
    {
      identifier: 'checking',
      institution_identifier: 'lantern',
      type: 'checking',
      balance_amount: '1500.00',
      balance_date: '2026-03-01',
    },
    { identifier: 'card', type: 'card', balance_amount: 250, autopay: true },
  ],
  transactions: [
    { identifier: 'first', account_identifier: 'checking', post_date: '2025-02-25', amount: -1 },
    ...SALARY_DATES.map((post_date, at) => ({
      identifier: `pay-${at}`,
      account_identifier: 'checking',
      post_date,
      amount: '2000.00',
      description: PAYROLL,
    })),
    ...SALARY_DATES.map((post_date, at) => ({
      identifier: `rent-${at}`,
      account_identifier: 'checking',
      post_date: addDays(post_date, 2),
      amount: -1900,
      status: 'posted',
      description: 'ALDER COURT APTS WEB PMTS',
    })),
  ],
};

describe('a scoring report of data sent by the client', () => {
  test('200: is complete immediately, with the fields of the request and the results', async () => {
    const { metrics, scores, ...report } = await reportOf({ ...SENT, customer_identifier: 'c-17' });
    expect(report).toEqual({
      report_id: expect.stringMatching(/^[0-9a-f]{32}$/),
      guid: expect.stringMatching(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/),
      refresh: false,
      lender_reference: 'loan-17',
      customer_identifier: 'c-17',
      purpose: 'decisioning',
      status: 'success',
      cutoff_date: '2026-03-01',
      created_at: '2026-03-01T12:00:00Z',
      updated_at: '2026-03-01T12:00:00Z',
      alerts: [],
      derived_incomes: [
        {
          description: 'COPPER CANYON LO',
          frequency: 'BW',
          formatted_frequency: 'Every two weeks',
          days: 169,
          months: 6,
          average_amount: '2000.00',
          monthly_amount: '4333.33',
        },
      ],
    });
    expect(metrics).toContainEqual({
      name: 'Income: total',
      short_name: 'income_sum_6m_l0',
      time_period: '6m_l0',
      unit: 'usd',
      value: '26000.00',
    });
    expect(valueIn({ ...report, metrics, scores }, 'housing_sum_6m_l0')).toBe('24700.00');
    expect(valueIn({ ...report, metrics, scores }, 'balance_last_0m_l0')).toBe('1500.00');
    expect(scores.map(({ name, version }) => [name, version])).toEqual([
      ['cash_flow_stability', '1'],
      ['primary_account', '1'],
    ]);
  });

  test('200: cutoff_date excludes later transactions', async () => {
    const report = await reportOf({ ...SENT, cutoff_date: '2026-02-19' });
    expect(report.cutoff_date).toBe('2026-02-19');
    expect(valueIn(report, 'income_sum_12m_l0')).toBe('24000.00');
  });

  test('200: includes debts if loan_data_enabled is true', async () => {
    expect(valueIn(await reportOf(SENT), 'owed_0m_l0')).toBe(null);
    const report = await reportOf({ ...SENT, loan_data_enabled: true });
    expect(valueIn(report, 'owed_0m_l0')).toBe('250.00');
    expect(valueIn(report, 'debts_autopay_0m_l0')).toBe('1.00');
  });

  test('200: the report is the same when read later', async () => {
    const mine = await newClient(house);
    const id = await made(SENT, mine.sandbox);
    const report = (await read(id, mine.sandbox)).json();
    await advance(house, mine.sandbox, 30 * 86_400);
    expect((await read(id, mine.sandbox)).json()).toEqual(report);
  });

  test('the sent data is not stored, and the stored report is encrypted', async () => {
    const customer_identifier = `customer-${newId()}`;
    const id = await made({ ...SENT, customer_identifier });
    const { rows } = await house.database
      .scoped(SYSTEM)
      .query<{ all: string }>('select r::text as all from scoring_reports r where id = $1', [id]);
    const hex = (text: string) => Buffer.from(text).toString('hex');
    for (const text of [customer_identifier, 'loan-17', PAYROLL]) {
      expect(rows[0]?.all).not.toContain(text);
      expect(rows[0]?.all).not.toContain(hex(text));
    }
    // Only the few computed attributes are stored, even if thousands of transactions were sent.
    const many = Array.from({ length: 5_000 }, (_, at) => ({ ...SENT.transactions[0], identifier: `${at}` }));
    const size = async (report_id: string) => (await rowsWith('id', report_id)).rows[0]?.sealed.length ?? 0;
    expect(await size(await made({ ...SENT, transactions: many }))).toBeLessThan(4_096);
  });
});

describe('the field `refresh` of a scoring report', () => {
  test('the field `refresh` is true from a customer’s second scoring report on; reports are counted separately for each client and environment', async () => {
    const [customer_identifier, other] = [newId(), await newClient(house)];
    const body = { ...BASIC_REQUEST, customer_identifier };
    const refreshOf = async (call: Call) => (await read(await made(body, call), call)).json().refresh;
    expect(await refreshOf(client.sandbox)).toBe(false);
    expect(await refreshOf(client.sandbox)).toBe(true);
    expect(await refreshOf(client.sandbox)).toBe(true);
    expect(await refreshOf(client.prod)).toBe(false);
    expect(await refreshOf(other.sandbox)).toBe(false);
  });

  test('the field `refresh` stays false if the first scoring request is repeated with its Idempotency-Key, because the repeated request returns the same report', async () => {
    const send = () =>
      client.sandbox(
        'POST',
        SCORING_URL,
        { ...BASIC_REQUEST, customer_identifier: 'once' },
        { 'idempotency-key': 'k-1' },
      );
    const [first, second] = [await send(), await send()];
    expect(second.json()).toEqual(first.json());
    expect((await read(first.json().report_id)).json().refresh).toBe(false);
  });
});

describe('GET /v1/scoring_attributes/reports/{report_id}/', () => {
  test('404 for another client’s report, exactly as for an unknown report; 403 for a report of the other environment', async () => {
    const other = await newClient(house);
    const id = await made(BASIC_REQUEST);
    for (const call of [other.sandbox, other.prod]) expect((await read(id, call)).json()).toEqual(NOT_FOUND);
    expect((await read(newId())).json()).toEqual(NOT_FOUND);
    expect((await read('unheard-of')).json()).toEqual(NOT_FOUND);
    expect((await read(id, client.prod)).json()).toEqual(OTHER_ENVIRONMENT);
  });
});

describe('a scoring report of a user’s links', () => {
  test('200: the metrics for login `goodlogin.all` are the same whether requested by user_id or by link_id', async () => {
    const { user_id, link_id } = await banked(house, client.sandbox, 'goodlogin.all');
    const report = await reportOf({ user_id, loan_data_enabled: true });
    expect(report.status).toBe('success');
    // The closing balances of the bank's statements match its transactions, so no alert reports a difference.
    // `pending_left_out` is the only alert.
    expect(codesIn(report)).toEqual(['pending_left_out']);
    // The balance is the sum of 14,214.37 dollars on the checking account, 31,181.03 dollars on the savings account and
    // 1,642.18 dollars on a prepaid card.
    expect(valueIn(report, 'balance_last_0m_l0')).toBe('47037.58');
    expect(valueIn(report, 'debts_0m_l0')).toBe('5.00');
    expect(report.derived_incomes.map(({ description }) => description)).toContain('TX CHILD SUPPORT SDU');
    const of_link = await reportOf({ link_id, loan_data_enabled: true });
    expect(of_link.metrics).toEqual(report.metrics);
    expect((await reportOf({ user_id, link_id, loan_data_enabled: true })).metrics).toEqual(report.metrics);
  });

  test('200: the report for login `gig.worker` contains gig income only', async () => {
    const { user_id } = await banked(house, client.sandbox, 'gig.worker');
    const report = await reportOf({ user_id });
    expect(valueIn(report, 'gig_sum_6m_l0')).toBe(valueIn(report, 'income_sum_6m_l0'));
    expect(valueIn(report, 'salary_sum_6m_l0')).toBe('0.00');
    expect(valueIn(report, 'income_share_6m_l0')).toBe('100.00');
  });

  test('200: login `overdrawn` has one NSF event in the last month and four in the last two months, and a lower stability score than `goodlogin`', async () => {
    const { user_id } = await banked(house, client.sandbox, 'overdrawn');
    const report = await reportOf({ user_id });
    expect(['nsf_1m_l0', 'nsf_2m_l0', 'nsf_3m_l0'].map((name) => valueIn(report, name))).toEqual([
      '1.00',
      '4.00',
      '4.00',
    ]);
    const [steady, shaky] = [
      await reportOf({ user_id: (await banked(house, client.sandbox, 'goodlogin')).user_id }),
      report,
    ];
    const stability = ({ scores }: ScoringReportAnswer) =>
      scores.find(({ name }) => name === 'cash_flow_stability')?.value;
    expect(stability(shaky)).toBeLessThan(stability(steady) ?? 0);
  });

  test('200: if user_id is given, covers all of the user’s links; if link_id is given, covers only that link', async () => {
    const first = await banked(house, client.sandbox, 'checking');
    const second = await banked(house, client.sandbox, 'overdrawn', first.user_id);
    const accounts = async (body: object) => valueIn(await reportOf(body), 'accounts_0m_l0');
    expect(await accounts({ user_id: first.user_id })).toBe('2.00');
    expect(await accounts({ link_id: second.link_id })).toBe('1.00');
    const stranger = await newUser(client.sandbox, newId());
    const response = await client.sandbox('POST', SCORING_URL, {
      ...ASKED,
      customer_identifier: 'c',
      user_id: stranger,
      link_id: second.link_id,
    });
    expect(response.json().error.extra['invalid-params']).toEqual([{ field: 'link_id', message: 'Object not found.' }]);
  });

  test('200: the report is a snapshot and does not change later', async () => {
    const mine = await newClient(house);
    const { link_id } = await banked(house, mine.sandbox, 'checking');
    const id = await made({ link_id }, mine.sandbox);
    const report = (await read(id, mine.sandbox)).json();
    await advance(house, mine.sandbox, 3 * 86_400);
    expect((await read(id, mine.sandbox)).json()).toEqual(report);
    const later = (await read(await made({ link_id }, mine.sandbox), mine.sandbox)).json();
    expect(later.cutoff_date).toBe('2026-03-04');
  });

  test('200: status is processing while the bank’s data is being read, then success; two concurrent reads return the same report', async () => {
    const mine = await newClient(house);
    const user_id = await newUser(mine.sandbox, newId());
    const login = { provider_id: 'vouch_bank', product_type: 'income', password: 'longcheck' };
    const { link_id } = await connect(mine.sandbox, user_id, login);
    const ids = [await made({ link_id }, mine.sandbox), await made({ user_id }, mine.sandbox)];
    for (const id of ids) {
      const waiting = (await read(id, mine.sandbox)).json();
      expect(waiting).toMatchObject({ status: 'processing', alerts: [], scores: [], metrics: [], derived_incomes: [] });
    }
    await advance(house, mine.sandbox, 120);
    await finishTasks(house);
    for (const id of ids) {
      const [report, again] = await Promise.all([read(id, mine.sandbox), read(id, mine.sandbox)]);
      expect(report.json()).toMatchObject({ status: 'success', cutoff_date: '2026-03-01' });
      expect(report.json().metrics.length).toBeGreaterThan(70);
      expect(report.json().updated_at > report.json().created_at).toBe(true);
      expect(again.json()).toEqual(report.json());
    }
  });

  test('200: the report’s status is error if the user has no bank account', async () => {
    const user_id = await newUser(client.sandbox, newId());
    const { link_id } = await connect(client.sandbox, user_id, { provider_id: 'vouch_payroll' });
    await finishTasks(house);
    for (const source of [{ user_id }, { link_id }]) {
      const report = await reportOf(source);
      expect(report).toMatchObject({ status: 'error', scores: [], metrics: [], derived_incomes: [] });
      expect(codesIn(report)).toEqual(['no_accounts']);
    }
  });
});

describe('erasure of scoring reports', () => {
  test('deleting a link deletes the link’s reports, and erasing a user deletes all the user’s reports', async () => {
    const { user_id, link_id } = await banked(house, client.sandbox, 'checking');
    const [of_link, of_user] = [await made({ link_id }), await made({ user_id })];
    expect((await client.sandbox('DELETE', `/v1/links/${link_id}/`)).statusCode).toBe(204);
    expect((await read(of_link)).json()).toEqual(NOT_FOUND);
    expect((await rowsWith('link_id', link_id)).rowCount).toBe(0);
    expect((await read(of_user)).json()).toMatchObject({ status: 'success' });
    expect((await client.sandbox('DELETE', `/v1/users/${user_id}/`)).statusCode).toBe(204);
    expect((await read(of_user)).json()).toEqual(NOT_FOUND);
    expect((await rowsWith('user_id', user_id)).rowCount).toBe(0);
  });

  test('after a customer’s report was erased, the field `refresh` of the customer’s next report is false', async () => {
    const customer_identifier = newId();
    const { user_id } = await banked(house, client.sandbox, 'checking');
    await made({ user_id, customer_identifier });
    await client.sandbox('DELETE', `/v1/users/${user_id}/`);
    expect((await reportOf({ ...BASIC_REQUEST, customer_identifier })).refresh).toBe(false);
  });
});
