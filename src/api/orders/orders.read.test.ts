// Tests reading a single order with its data, lists of orders without data, and the renewal of the bridge token.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { newId } from '#base/ids.ts';
import { SYSTEM } from '#storage/platform/db.ts';
import { invalid, NOT_FOUND } from '#test/answers.ts';
import { type Call, newClient, type TestHouse } from '#test/house.ts';
import { type Answer, newOrder, readOrder } from '#test/orders.ts';
import { advance, connect, finishTasks, openWorkingHouse } from '#test/tasks.ts';

let house: TestHouse;
let call: Call;
beforeAll(async () => {
  house = await openWorkingHouse();
});
beforeEach(async () => {
  call = (await newClient(house)).sandbox;
});
afterAll(() => house.close());

const LOGINS: Record<string, string> = { assets: 'vouch_bank', insurance: 'vouch_insurance' };
const HOUR = 3_600;

/** Creates an order for one product and completes it. */
async function completed(product: string, more: object = {}): Promise<Answer> {
  const { id, user_id } = await newOrder(call, { products: [product], ...more });
  const provider_id = LOGINS[product] ?? 'vouch_payroll';
  await connect(call, user_id, { order_id: id, product_type: product, provider_id });
  await finishTasks(house);
  return readOrder(call, id);
}

describe('GET /v1/orders/{id}/', () => {
  test('200: an income order shows the employer with its link, tasks and data', async () => {
    const order = await completed('income');
    const [employer] = order.employers;
    const link = (await call('GET', `/v1/links/?user_id=${order.user_id}`)).json().results[0];
    expect(order).toMatchObject({ status: 'completed', completed_at: '2026-03-01T12:00:00Z', canceled_at: null });
    expect(employer).toMatchObject({
      status: 'completed',
      link_id: link.id,
      access_token: link.access_token,
      data_source: 'payroll',
      provider: { id: 'vouch_payroll', name: 'Vouch Payroll' },
      is_suspicious: false,
      last_task_status: 'done',
    });
    expect(employer.tasks).toEqual([(await call('GET', `/v1/tasks/${employer.tasks[0].id}/`)).json()]);
    expect(employer.tasks[0]).toMatchObject({ order_id: order.id, tracking_info: employer.id, status: 'done' });
    const report = (await call('GET', `/v1/links/${link.id}/income/report/`)).json();
    expect(unsigned(employer.employments)).toEqual(unsigned(report.employments));
    expect(employer.employments[0].statements.length).toBeGreaterThan(20);
  });

  test('200: an assets order shows the bank’s accounts with balances and owners', async () => {
    const order = await completed('assets');
    const [bank] = order.financial_accounts;
    expect(bank).toMatchObject({ status: 'completed', data_source: 'financial_accounts' });
    expect(bank.accounts[0]).toMatchObject({
      type: 'CHECKING',
      balance: '49635.00',
      balances: { balance: '49635.00' },
    });
    expect(bank.accounts[0].owners[0]).toMatchObject({ full_name: expect.any(String), relation_type: 'PRIMARY' });
    expect(order).toMatchObject({ employers: [], voie_report_id: null, voa_report_id: expect.any(String) });
  });

  test('200: if the user has a payroll link, bank_income_sources is computed with the payroll data of that link, as in the user’s income insights report', async () => {
    const { user_id, ...banked } = await completed('assets');
    const [alone] = banked.financial_accounts[0].bank_income_sources;
    await connect(call, user_id, { product_type: 'income', provider_id: 'vouch_payroll' });
    await finishTasks(house);
    const [source] = (await readOrder(call, banked.id)).financial_accounts[0].bank_income_sources;
    expect(source.avg_gross_deposit_amount).not.toBe(alone.avg_gross_deposit_amount);
    const report = (await call('POST', `/v1/users/${user_id}/income_insights/reports/`)).json();
    expect(source).toEqual(report.links[0].bank_income_sources[0]);
  });

  test('200: the asset report uses the order’s options; an option that the order does not set comes from the template', async () => {
    const reports = { voa: { days_requested: 60, is_voe: true } };
    const { id: template_id } = (await call('POST', '/v1/templates/', { name: newId(), reports })).json();
    const order = await completed('assets', { template_id, reports: { voa: { days_requested: 30 } } });
    const url = `/v1/users/${order.user_id}/assets/reports/${order.voa_report_id}/`;
    expect((await call('GET', url)).json()).toMatchObject({ days_requested: 30, is_voe: true });
  });

  test('200: the asset report covers two years if request_extended_history is true in the order or in the refresh request', async () => {
    const lookBack = async ({ user_id, voa_report_id }: Answer): Promise<number> => {
      const report = (await call('GET', `/v1/users/${user_id}/assets/reports/${voa_report_id}/`)).json();
      return report.links[0].accounts[0].days_available;
    };
    const voa = { days_requested: 730 };
    const longer = { voa: { ...voa, request_extended_history: true } };
    const usual = await completed('assets', { reports: { voa } });
    expect(await lookBack(usual)).toBeLessThan(380);
    expect(await lookBack(await completed('assets', { reports: longer }))).toBeGreaterThan(700);
    const refreshed = (await call('POST', `/v1/orders/${usual.id}/refresh/`, { reports: longer })).json();
    await finishTasks(house);
    expect(await lookBack(await readOrder(call, refreshed.id))).toBeGreaterThan(700);
  });

  test('200: an insurance order shows the insurer’s policies', async () => {
    const { insurance, user_id } = await completed('insurance');
    const { id } = (await call('GET', `/v1/links/?user_id=${user_id}`)).json().results[0];
    const report = (await call('GET', `/v1/links/${id}/insurance/report/`)).json();
    const { policies, drivers, addresses, driving_records, agents } = insurance;
    expect({ policies, drivers, addresses, driving_records, agents }).toEqual(report.insurance);
    expect(policies).toHaveLength(2);
  });

  test('200: an employment order shows no pay', async () => {
    const { employers } = await completed('employment');
    expect(employers[0].employments[0]).toMatchObject({ job_title: expect.any(String), income: null, statements: [] });
  });

  test('200: an order no longer shows the data of a deleted link', async () => {
    const { id, employers } = await completed('income');
    expect((await call('DELETE', `/v1/links/${employers[0].link_id}/`)).statusCode).toBe(204);
    expect((await readOrder(call, id)).employers[0]).toMatchObject({
      status: 'completed',
      link_id: null,
      access_token: null,
      provider: null,
      is_suspicious: null,
      pdf_report: null,
      employments: [],
    });
  });

  test('200: is_expired becomes true exactly 72 hours after the order was created', async () => {
    const { id } = await newOrder(call);
    await advance(house, call, 72 * HOUR - 1);
    expect(await readOrder(call, id)).toMatchObject({ is_expired: false, status: 'pending' });
    await advance(house, call, 1);
    expect(await readOrder(call, id)).toMatchObject({ is_expired: true, status: 'expired' });
  });

  test('404 for an unknown or malformed id', async () => {
    for (const id of [newId(), 'x', 'A'.repeat(32)]) {
      const response = await call('GET', `/v1/orders/${id}/`);
      expect([response.statusCode, response.json()]).toEqual([404, NOT_FOUND]);
    }
  });
});

/** Removes URL signatures, which differ in every response. */
const unsigned = (value: unknown): unknown => JSON.parse(JSON.stringify(value).replaceAll(/\?expires=[^"]*/g, ''));

/**
 * For each table with a `client_id`, a hash of all clients' rows. The view `all_links` is left out. The tables of keys,
 * budgets and logged requests are left out too, because every request changes them.
 */
async function everyRow(): Promise<unknown> {
  const system = house.database.scoped(SYSTEM);
  const { rows: tables } = await system.query<{ name: string }>(
    `select table_name as name from information_schema.columns
     where table_schema = 'vouch' and column_name = 'client_id'
       and table_name not in ('rate_windows', 'api_keys', 'all_links', 'request_chunks')
     order by 1`,
  );
  return Promise.all(
    tables.map(async ({ name }) => {
      const { rows } = await system.query(
        `select md5(string_agg(t::text, ' ' order by t::text)) as rows from ${name} t`,
      );
      return [name, rows[0]?.['rows']];
    }),
  );
}

describe('an order’s bridge token', () => {
  test('an order’s bridge token is renewed when the order is read less than an hour before the token expires; all suborders have the same token', async () => {
    const { id, bridge_token } = await newOrder(call, { products: ['income', 'assets'] });
    await advance(house, call, 5 * HOUR);
    expect((await readOrder(call, id)).bridge_token).toBe(bridge_token);
    await advance(house, call, 1);
    const { bridge_token: renewed, employers, financial_accounts } = await readOrder(call, id);
    expect(renewed).toMatch(/^[0-9a-f]{32}$/);
    expect(renewed).not.toBe(bridge_token);
    expect([employers[0].bridge_token, financial_accounts[0].bridge_token]).toEqual([renewed, renewed]);
    expect((await readOrder(call, id)).bridge_token).toBe(renewed);
    await advance(house, call, 5 * HOUR);
    expect((await readOrder(call, id)).bridge_token).toBe(renewed);
  });

  test('listing or looking up orders does not renew their bridge tokens, because lists write nothing to the database', async () => {
    const orders = [await newOrder(call, { ssn: '9991' }), await newOrder(call, { ssn: '9991' })];
    const before = orders.map(({ bridge_token }) => bridge_token).toReversed();
    await advance(house, call, 6 * HOUR);
    // The first read of the event log writes pending events to the log, so the test reads the log once before it takes
    // the first hashes of the rows.
    await call('GET', '/v1/events/');
    const rows = await everyRow();
    const found = (await call('POST', '/v1/orders/lookup/', { ssn: '9991' })).json().results;
    const listed = (await call('GET', '/v1/orders/')).json().results;
    for (const path of ['users', 'links', 'tasks', 'templates', 'webhooks', 'events', 'webhook-requests']) {
      expect((await call('GET', `/v1/${path}/`)).statusCode).toBe(200);
    }
    for (const shown of [found, listed]) {
      expect(shown.map(({ bridge_token }: Answer) => bridge_token).toSorted()).toEqual(before.toSorted());
    }
    expect(await everyRow()).toEqual(rows);
  });

  test('the bridge token of a final order does not change', async () => {
    const { id, bridge_token } = await completed('income');
    await advance(house, call, 24 * HOUR);
    expect((await readOrder(call, id)).bridge_token).toBe(bridge_token);
  });
});

describe('GET /v1/orders/', () => {
  const listed = async (query: string): Promise<Answer> => {
    const response = await call('GET', `/v1/orders/${query}`);
    expect(response.statusCode, response.body).toBe(200);
    return response.json();
  };
  const ids = async (query: string): Promise<string[]> => (await listed(query)).results.map(({ id }: Answer) => id);

  test('200: lists orders newest first, without their data', async () => {
    const older = await completed('income');
    house.clock.advance(1_000);
    const newer = await newOrder(call, { products: ['assets', 'insurance'] });
    const page = await listed('');
    expect(page).toMatchObject({ count: 2, next: null, previous: null });
    const { employments: _e, pdf_report: _p, ...employer } = older.employers[0];
    expect(page.results[1]).toMatchObject({ ...older, employers: [employer] });
    expect(page.results[1].employers[0]).not.toHaveProperty('employments');
    const [shown] = page.results;
    expect(shown.id).toBe(newer.id);
    for (const key of ['accounts', 'bank_income_sources']) expect(shown.financial_accounts[0]).not.toHaveProperty(key);
    for (const key of ['policies', 'drivers', 'addresses', 'driving_records', 'agents']) {
      expect(shown.insurance).not.toHaveProperty(key);
    }
    expect(Object.keys(shown).toSorted()).toEqual(Object.keys(newer).toSorted());
  });

  test('200: orders can be filtered by each query parameter', async () => {
    const one = await newOrder(call, { order_number: 'L-1', external_user_id: 'jane' });
    house.clock.advance(60_000);
    const two = await newOrder(call, { products: ['assets', 'insurance'], external_user_id: 'john' });
    expect(await ids('?order_number=L-1')).toEqual([one.id]);
    expect(await ids('?external_user_id=john')).toEqual([two.id]);
    expect(await ids(`?user_id=${one.user_id}`)).toEqual([one.id]);
    expect(await ids('?product_type=insurance')).toEqual([two.id]);
    expect(await ids('?product_type=income')).toEqual([one.id]);
    expect(await ids(`?created_at__gte=${two.created_at}`)).toEqual([two.id]);
    expect(await ids(`?created_at__lte=${one.created_at}`)).toEqual([one.id]);
    expect(await ids('?order_number=L-1&external_user_id=john')).toEqual([]);
    expect(await ids('?order_number=L-2')).toEqual([]);
    expect(await ids(`?user_id=${newId()}`)).toEqual([]);
    expect(await ids('?status=pending&product_type=income')).toEqual([one.id]);
  });

  test('200: orders can be filtered by every status', async () => {
    const pending = await newOrder(call);
    const canceled = await newOrder(call);
    await call('POST', `/v1/orders/${canceled.id}/cancel/`);
    const done = await completed('income');
    const failing = async (password: string): Promise<string> => {
      const { id, user_id } = await newOrder(call);
      await connect(call, user_id, { order_id: id, username: 'error.user', password });
      await finishTasks(house);
      return id;
    };
    const [sent, error, no_data] = [await failing('login_error'), await failing('error'), await failing('no_data')];
    const byStatus = { pending: pending.id, sent, completed: done.id, error, no_data, canceled: canceled.id };
    for (const [status, id] of Object.entries(byStatus)) {
      expect(await ids(`?status=${status}`), status).toEqual([id]);
      expect((await readOrder(call, id)).status).toBe(status);
    }
    expect(await ids('?status=expired')).toEqual([]);
    expect(await ids('?status=skipped')).toEqual([]);
    await advance(house, call, 72 * HOUR);
    expect((await ids('?status=expired')).toSorted()).toEqual([pending.id, sent].toSorted());
  });

  test('200: lists orders in pages, and the URL in `next` keeps the filter', async () => {
    for (let at = 0; at < 3; at++) await newOrder(call, { order_number: 'L-1' });
    await newOrder(call);
    const first = await listed('?page_size=2&order_number=L-1');
    expect(first).toMatchObject({ count: 3, previous: null });
    expect(first.next).toMatch(/\/v1\/orders\/\?.*order_number=L-1/);
    const second = await listed(first.next.slice(first.next.indexOf('?')));
    expect(second.results).toHaveLength(1);
    expect(second.next).toBe(null);
    expect((await call('GET', '/v1/orders/?page=3&page_size=2&order_number=L-1')).json()).toEqual(NOT_FOUND);
  });

  test.each([
    ['status', 'x', '"x" is not a valid choice.'],
    ['product_type', 'x', '"x" is not a valid choice.'],
    ['created_at__gte', 'yesterday', 'Datetime has wrong format. Use ISO 8601.'],
    ['created_at__lte', '', 'Datetime has wrong format. Use ISO 8601.'],
  ])('400 for a list of orders with the filter %s=%s: %s', async (name, value, message) => {
    const response = await call('GET', `/v1/orders/?${name}=${value}`);
    expect([response.statusCode, response.json()]).toEqual([400, invalid([name, message])]);
  });
});
