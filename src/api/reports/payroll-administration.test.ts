import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newId } from '#base/ids.ts';
import { SYSTEM } from '#storage/platform/db.ts';
import { invalid, NOT_FOUND, OTHER_ENVIRONMENT } from '#test/answers.ts';
import { newClient, type TestClient, type TestHouse } from '#test/house.ts';
import { connect, finishTasks, newUser, openWorkingHouse } from '#test/tasks.ts';

let house: TestHouse;
let client: TestClient;
beforeAll(async () => {
  house = await openWorkingHouse();
  client = await newClient(house);
});
afterAll(() => house.close());

const DIRECTORIES = ['/v1/links/reports/admin/', '/v1/link/reports/admin/'];
const PAYROLLS = '/v1/administrators/payrolls/';
const JANUARY = { start_date: '2026-01-01', end_date: '2026-01-31' };

async function connected(product_type: string, more: object = {}) {
  const user_id = await newUser(client.sandbox, newId());
  const connection = await connect(client.sandbox, user_id, { product_type, ...more });
  await finishTasks(house);
  const { public_token } = connection;
  const { access_token } = (await client.sandbox('POST', '/v1/link-access-tokens/', { public_token })).json();
  return { ...connection, user_id, access_token: String(access_token) };
}

const ask = (body: object) => client.sandbox('POST', PAYROLLS, body);
const read = (id: string) => client.sandbox('GET', `${PAYROLLS}${id}/`);

describe.each(DIRECTORIES)('the people on a payroll, read with POST %s', (url) => {
  test('200: returns the people on the payroll, and the task that read them', async () => {
    const { access_token, task_id } = await connected('admin', { tracking_info: 'acme' });
    const response = await client.sandbox('POST', url, { access_token });
    expect(response.statusCode).toBe(200);
    const { directory, ...report } = response.json();
    expect(report).toEqual({
      id: task_id,
      status: 'done',
      finished_at: '2026-03-01T12:00:00Z',
      access_token,
      tracking_info: 'acme',
      provider: { id: 'vouch_payroll', name: 'Vouch Payroll', logo_url: null },
    });
    expect(directory).toHaveLength(5);
    expect(Object.keys(directory[0])).toEqual([
      'id',
      'first_name',
      'last_name',
      'full_name',
      'email',
      'phone',
      'job_title',
      'department',
      'manager_name',
      'is_active',
      'start_date',
      'end_date',
      'address',
    ]);
  });
});

describe('POST /v1/administrators/payrolls/', () => {
  test('201: the first GET returns a finished report; the report has the pay that the people in the directory received within the date range', async () => {
    const { access_token } = await connected('admin');
    const response = await ask({ access_token, ...JANUARY });
    expect(response.statusCode).toBe(201);
    const { payroll_report_id } = response.json();
    const { payroll_report, ...report } = (await read(payroll_report_id)).json();
    expect(report).toEqual({
      payroll_report_id,
      status: 'done',
      ...JANUARY,
      created_at: '2026-03-01T12:00:00Z',
      completed_at: '2026-03-01T12:00:00Z',
    });
    const { directory } = (await client.sandbox('POST', '/v1/links/reports/admin/', { access_token })).json();
    const people = new Set(directory.map(({ id }: { id: string }) => id));
    expect(payroll_report.length).toBeGreaterThan(0);
    for (const { employee_id, pay_date, gross_pay } of payroll_report) {
      expect(people.has(employee_id)).toBe(true);
      expect(pay_date >= JANUARY.start_date && pay_date <= JANUARY.end_date).toBe(true);
      expect(gross_pay).toMatch(/^\d+\.\d{2}$/);
    }
  });

  test('201: the stored report is encrypted', async () => {
    const { access_token } = await connected('admin');
    const { payroll_report_id } = (await ask({ access_token, ...JANUARY })).json();
    const { rows } = await house.database
      .scoped(SYSTEM)
      .query<{ sealed: Buffer }>('select sealed from payroll_reports where id = $1', [payroll_report_id]);
    expect(rows[0]?.sealed.length).toBeGreaterThan(100);
    expect(rows[0]?.sealed.includes('Fairweather')).toBe(false);
  });

  test('201 for a date range of up to 366 days, both ends included; 400 for a longer range, or if end_date is before start_date', async () => {
    const { access_token } = await connected('admin');
    const range = (start_date: string, end_date: string) => ask({ access_token, start_date, end_date });
    expect((await range('2025-01-01', '2026-01-01')).statusCode).toBe(201);
    expect((await range('2025-01-01', '2025-01-01')).statusCode).toBe(201);
    expect((await range('2025-01-01', '2026-01-02')).json()).toEqual(
      invalid(['end_date', 'Ensure this value is less than or equal to 2026-01-01.']),
    );
    expect((await range('2025-01-01', '2024-12-31')).json()).toEqual(
      invalid(['end_date', 'Ensure this value is greater than or equal to 2025-01-01.']),
    );
  });

  test('400 for missing fields and for invalid dates; fields and dates are checked before the access token is looked up', async () => {
    expect((await ask({})).json()).toEqual(
      invalid(
        ['access_token', 'This field is required.'],
        ['start_date', 'This field is required.'],
        ['end_date', 'This field is required.'],
      ),
    );
    const unknown = { access_token: newId(), start_date: '2026-02-30', end_date: 'today' };
    expect((await ask(unknown)).json()).toEqual(
      invalid(
        ['start_date', 'Date has wrong format. Use YYYY-MM-DD.'],
        ['end_date', 'Date has wrong format. Use YYYY-MM-DD.'],
      ),
    );
    const backwards = { access_token: newId(), start_date: '2026-01-02', end_date: '2026-01-01' };
    expect((await ask(backwards)).statusCode).toBe(400);
  });
});

describe.each([...DIRECTORIES, PAYROLLS])('the access token at POST %s', (url) => {
  test('400 if the access token is missing or blank, or belongs to a link without the `admin` product', async () => {
    const send = (body: object) => client.sandbox('POST', url, { ...JANUARY, ...body });
    expect((await send({})).json()).toEqual(invalid(['access_token', 'This field is required.']));
    expect((await send({ access_token: '' })).json()).toEqual(
      invalid(['access_token', 'This field may not be blank.']),
    );
    const { access_token } = await connected('income');
    expect((await send({ access_token })).json()).toEqual(
      invalid(['access_token', 'The link does not have the product admin.']),
    );
  });

  test('404 if the access token is unknown or belongs to another client or a deleted link; 403 if it belongs to the other environment', async () => {
    const { access_token, link_id } = await connected('admin');
    const body = { ...JANUARY, access_token };
    const other = await newClient(house);
    expect((await client.sandbox('POST', url, { ...body, access_token: newId() })).json()).toEqual(NOT_FOUND);
    expect((await other.sandbox('POST', url, body)).json()).toEqual(NOT_FOUND);
    expect((await client.prod('POST', url, body)).json()).toEqual(OTHER_ENVIRONMENT);
    await client.sandbox('DELETE', `/v1/links/${link_id}/`);
    expect((await client.sandbox('POST', url, body)).json()).toEqual(NOT_FOUND);
  });
});

describe('GET /v1/administrators/payrolls/{payroll_report_id}/', () => {
  test('404 for an unknown report or another client’s report; 403 for a report of the other environment', async () => {
    const { access_token } = await connected('admin');
    const { payroll_report_id } = (await ask({ access_token, ...JANUARY })).json();
    const other = await newClient(house);
    expect((await read(newId())).json()).toEqual(NOT_FOUND);
    expect((await other.sandbox('GET', `${PAYROLLS}${payroll_report_id}/`)).json()).toEqual(NOT_FOUND);
    expect((await client.prod('GET', `${PAYROLLS}${payroll_report_id}/`)).json()).toEqual(OTHER_ENVIRONMENT);
  });

  test('404 for a report whose link was deleted', async () => {
    const { access_token, link_id } = await connected('admin');
    const { payroll_report_id } = (await ask({ access_token, ...JANUARY })).json();
    await client.sandbox('DELETE', `/v1/links/${link_id}/`);
    expect((await read(payroll_report_id)).json()).toEqual(NOT_FOUND);
  });
});

describe('a literal path takes precedence over a link id', () => {
  test('405 for GET /v1/links/reports/admin/, which is not interpreted as a link’s URL', async () => {
    const response = await client.sandbox('GET', '/v1/links/reports/admin/');
    expect(response.statusCode).toBe(405);
    expect(response.headers['allow']).toBe('POST');
  });

  test('404 for GET /v1/links/reports/, because no link has the id "reports"', async () => {
    expect((await client.sandbox('GET', '/v1/links/reports/')).statusCode).toBe(404);
  });
});
