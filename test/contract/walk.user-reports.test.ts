// Contract, section 10: a user's income and employment reports.
import { describe, expect, test } from 'vitest';
import { newId } from '#base/ids.ts';
import { invalid, NOT_FOUND } from '#test/answers.ts';
import { expectFile, expectPdf } from './shapes/files.ts';
import { retrievedUser } from './shapes/links.ts';
import { PATHS } from './shapes/paths.ts';
import { incomeReport } from './shapes/payroll.ts';
import { employmentUserReport, incomeUserReport, userReportSummary } from './shapes/user-reports.ts';
import { startWalk } from './shapes/walk.ts';
import { page } from './shapes/words.ts';

const walk = startWalk();
const { expectAnswer, expectRead, expectRefused, newUser, connect, exchanged, advance, finish } = walk;

const PAYROLL = { provider_id: 'vouch_payroll', product_type: 'income' };
const urlOf = (user_id: string): string => `/v1/users/${user_id}/reports/`;
const create = (user_id: string, body?: object) => expectAnswer(201, incomeUserReport, 'POST', urlOf(user_id), body);

/** Removes signed URLs, which differ in every response. */
const withoutUrls = (value: unknown): unknown =>
  JSON.parse(JSON.stringify(value, (key, field) => (key === 'file' || key === 'pdf_report' ? null : field)));

describe('section 10: POST /v1/users/{user_id}/reports/', () => {
  test('201: the report covers only links that have data, and shows for each link the same content as the link’s own report', async () => {
    const { user_id, link_id } = await connect({ ...PAYROLL, tracking_info: 'loan-17' });
    await connect({ ...PAYROLL, user_id, password: 'wrong' });
    const report = await create(user_id);
    expect(report.links).toMatchObject([
      {
        id: link_id,
        link_id,
        tracking_info: 'loan-17',
        data_source: 'payroll',
        provider: 'vouch_payroll',
        provider_name: 'Vouch Payroll',
        is_suspicious: false,
      },
    ]);
    const { employments } = await expectRead(incomeReport, `/v1/links/${link_id}/income/report/`);
    expect(withoutUrls(report.links[0].employments)).toEqual(withoutUrls(employments));
    expect(report.last_task_at).not.toBeNull();
  });

  test('201: a report on several links lists each link’s own employments', async () => {
    const { user_id } = await connect(PAYROLL);
    await connect({ ...PAYROLL, user_id, username: 'multiple.employments' });
    const { links } = await create(user_id, {});
    expect(links.map(({ employments }: { employments: unknown[] }) => employments.length).toSorted()).toEqual([1, 3]);
  });

  test('201: with is_voe the report omits the pay', async () => {
    const { user_id } = await connect(PAYROLL);
    const report = await expectAnswer(201, employmentUserReport, 'POST', urlOf(user_id), { is_voe: true });
    expect(report.links[0].employments).toHaveLength(1);
    await expectRead(employmentUserReport, `${urlOf(user_id)}${report.report_id}/`);
  });

  test('201: a person without data gets a report without links', async () => {
    const report = await create(await newUser());
    expect(report).toMatchObject({ links: [], last_task_at: null });
  });

  test('400 if is_voe is not a boolean', async () => {
    expect(await expectRefused(400, 'POST', urlOf(await newUser()), { is_voe: 'true' })).toEqual(
      invalid(['is_voe', 'Must be a valid boolean.']),
    );
  });
});

describe('section 10: GET /v1/users/{user_id}/reports/', () => {
  test('200: reports are listed newest first, and the user object has the id of the newest report', async () => {
    const { user_id } = await connect(PAYROLL);
    const first = await create(user_id);
    await advance(60);
    const second = await create(user_id);
    const { results, count } = await expectRead(page(userReportSummary), urlOf(user_id));
    expect(count).toBe(2);
    expect(results).toMatchObject([{ report_id: second.report_id }, { report_id: first.report_id }]);
    const user = await expectRead(retrievedUser, `/v1/users/${user_id}/`);
    expect(user).toMatchObject({ voie_report_id: second.report_id, voa_report_id: null });
  });

  test('200: the list is empty before the first report', async () => {
    const user_id = await newUser();
    expect(await expectRead(page(userReportSummary), urlOf(user_id))).toMatchObject({ count: 0, results: [] });
    expect(await expectRead(retrievedUser, `/v1/users/${user_id}/`)).toMatchObject({ voie_report_id: null });
  });
});

describe('section 10: GET /v1/users/{user_id}/reports/{report_id}/', () => {
  test('200: the report does not change when its link is refreshed later', async () => {
    const connection = await connect({ ...PAYROLL, username: 'changed.on.refresh' });
    const report = await create(connection.user_id);
    const url = `${urlOf(connection.user_id)}${report.report_id}/`;
    expect(withoutUrls(await expectRead(incomeUserReport, url))).toEqual(withoutUrls(report));
    await walk.send('POST', '/v1/refresh/tasks/', { access_token: await exchanged(connection) });
    await finish();
    expect(withoutUrls(await expectRead(incomeUserReport, url))).toEqual(withoutUrls(report));
    const newer = await create(connection.user_id);
    expect(withoutUrls(newer.links)).not.toEqual(withoutUrls(report.links));
  });

  test('200 with JSON or PDF, as selected by fmt; 400 for any other fmt', async () => {
    const { user_id } = await connect(PAYROLL);
    const { report_id } = await create(user_id);
    const url = `${urlOf(user_id)}${report_id}/`;
    const { links } = await expectRead(incomeUserReport, `${url}?fmt=json`);
    await expectPdf(walk.acme().sandbox, url, report_id);
    await expectFile(walk.house(), links[0].pdf_report);
    expect(await expectRefused(400, 'GET', `${url}?fmt=csv`)).toEqual(invalid(['fmt', '"csv" is not a valid choice.']));
  });

  test('404 for an unknown report, another user’s report or an unknown user', async () => {
    const { user_id } = await connect(PAYROLL);
    const { report_id } = await create(user_id);
    expect(await expectRefused(404, 'GET', `${urlOf(user_id)}${newId()}/`)).toEqual(NOT_FOUND);
    expect(await expectRefused(404, 'GET', `${urlOf(await newUser())}${report_id}/`)).toEqual(NOT_FOUND);
    expect(await expectRefused(404, 'GET', urlOf(newId()))).toEqual(NOT_FOUND);
  });
});

test('this file calls every endpoint of section 10', () => expect(walk.unwalked(PATHS.user_reports)).toEqual([]));
