// Contract, section 17: payroll administration (employee directory and payroll reports).
import { describe, expect, test } from 'vitest';
import { newId } from '#base/ids.ts';
import { invalid, NOT_FOUND, OTHER_ENVIRONMENT } from '#test/answers.ts';
import { newClient } from '#test/house.ts';
import { directory, payrollReport, payrollStarted } from './shapes/administration.ts';
import { PATHS } from './shapes/paths.ts';
import { startWalk } from './shapes/walk.ts';

const walk = startWalk();
const { expectAnswer, expectRead, expectRefused, connect, exchanged } = walk;

const ADMIN = { provider_id: 'vouch_payroll', product_type: 'admin' };
const DIRECTORIES = ['/v1/links/reports/admin/', '/v1/link/reports/admin/'] as const;
const PAYROLLS = '/v1/administrators/payrolls/';
const JANUARY = { start_date: '2026-01-01', end_date: '2026-01-31' };

const adminToken = async (): Promise<string> => exchanged(await connect(ADMIN));

type Entry = { employee_id: string; pay_date: string };

describe('section 17: the employee directory', () => {
  test.each(DIRECTORIES)('200: POST %s lists five employees', async (url) => {
    const connection = await connect({ ...ADMIN, tracking_info: 'loan-17' });
    const access_token = await exchanged(connection);
    const answer = await expectAnswer(200, directory, 'POST', url, { access_token });
    expect(answer).toMatchObject({
      id: connection.task_id,
      status: 'done',
      finished_at: expect.any(String),
      access_token,
      tracking_info: 'loan-17',
      provider: { id: 'vouch_payroll' },
    });
    expect(answer.directory).toHaveLength(5);
  });

  test('200: both URLs of the directory return the same response', async () => {
    const access_token = await adminToken();
    const [one, other] = DIRECTORIES;
    expect(await expectAnswer(200, directory, 'POST', one, { access_token })).toEqual(
      await expectAnswer(200, directory, 'POST', other, { access_token }),
    );
  });
});

describe('section 17: payroll reports', () => {
  test('201: the report is done immediately and lists the pay that the directory’s employees got in the date range', async () => {
    const access_token = await adminToken();
    const { payroll_report_id } = await expectAnswer(201, payrollStarted, 'POST', PAYROLLS, {
      access_token,
      ...JANUARY,
    });
    const report = await expectRead(payrollReport, `${PAYROLLS}${payroll_report_id}/`);
    expect(report).toMatchObject({ payroll_report_id, status: 'done', ...JANUARY, completed_at: expect.any(String) });
    const entries: Entry[] = report.payroll_report;
    expect(entries).not.toEqual([]);
    expect(entries.filter(({ pay_date }) => pay_date < JANUARY.start_date || pay_date > JANUARY.end_date)).toEqual([]);
    const { directory: people } = await expectAnswer(200, directory, 'POST', DIRECTORIES[0], { access_token });
    const known = new Set(people.map(({ id }: { id: string }) => id));
    expect(entries.filter(({ employee_id }) => !known.has(employee_id))).toEqual([]);
  });

  test('201 for a date range of up to 366 days; 400 for a longer or reversed range', async () => {
    const access_token = await adminToken();
    const year = { access_token, start_date: '2025-01-01', end_date: '2026-01-01' };
    await expectAnswer(201, payrollStarted, 'POST', PAYROLLS, year);
    await expectRefused(400, 'POST', PAYROLLS, { ...year, end_date: '2026-01-03' });
    await expectRefused(400, 'POST', PAYROLLS, { ...year, end_date: '2024-12-31' });
    await expectAnswer(201, payrollStarted, 'POST', PAYROLLS, { ...year, end_date: '2025-01-01' });
  });

  test('400: a missing field or an invalid date is reported under the name of its field', async () => {
    const access_token = await adminToken();
    expect(await expectRefused(400, 'POST', PAYROLLS, { access_token })).toEqual(
      invalid(['start_date', 'This field is required.'], ['end_date', 'This field is required.']),
    );
    expect(await expectRefused(400, 'POST', PAYROLLS, { access_token, ...JANUARY, end_date: '2026-02-30' })).toEqual(
      invalid(['end_date', 'Date has wrong format. Use YYYY-MM-DD.']),
    );
  });

  test('404 for an unknown report or another client’s report; 403 for a report of the other environment', async () => {
    const body = { access_token: await adminToken(), ...JANUARY };
    const { payroll_report_id } = await expectAnswer(201, payrollStarted, 'POST', PAYROLLS, body);
    const url = `${PAYROLLS}${payroll_report_id}/`;
    const other = await newClient(walk.house());
    expect(await expectRefused(404, 'GET', `${PAYROLLS}${newId()}/`)).toEqual(NOT_FOUND);
    expect(await expectRefused(404, 'GET', url, undefined, other.sandbox)).toEqual(NOT_FOUND);
    expect(await expectRefused(403, 'GET', url, undefined, walk.acme().prod)).toEqual(OTHER_ENVIRONMENT);
  });
});

describe.each([...DIRECTORIES, PAYROLLS])('section 17: access_token in POST %s', (url) => {
  test('400 if access_token is missing or blank', async () => {
    expect(await expectRefused(400, 'POST', url, JANUARY)).toEqual(
      invalid(['access_token', 'This field is required.']),
    );
    expect(await expectRefused(400, 'POST', url, { ...JANUARY, access_token: '' })).toEqual(
      invalid(['access_token', 'This field may not be blank.']),
    );
  });

  test('400 for a link that does not have the `admin` product', async () => {
    const access_token = await exchanged(await connect({ provider_id: 'vouch_payroll', product_type: 'income' }));
    const { error } = await expectRefused(400, 'POST', url, { access_token, ...JANUARY });
    expect(error.extra['invalid-params']).toMatchObject([{ field: 'access_token' }]);
  });

  test('404 for an unknown access_token or another client’s access_token; 403 for an access_token of the other environment', async () => {
    const body = { access_token: await adminToken(), ...JANUARY };
    const other = await newClient(walk.house());
    expect(await expectRefused(404, 'POST', url, { ...body, access_token: newId() })).toEqual(NOT_FOUND);
    expect(await expectRefused(404, 'POST', url, body, other.sandbox)).toEqual(NOT_FOUND);
    expect(await expectRefused(403, 'POST', url, body, walk.acme().prod)).toEqual(OTHER_ENVIRONMENT);
  });
});

test('this file calls every endpoint of section 17', () => expect(walk.unwalked(PATHS.administration)).toEqual([]));
