// Contract, section 9: data of payroll links, for every sample person.
import { describe, expect, test } from 'vitest';
import { newId } from '#base/ids.ts';
import { invalid, NOT_FOUND } from '#test/answers.ts';
import { linkDocument } from './shapes/documents.ts';
import { expectFile, expectPdf } from './shapes/files.ts';
import { PATHS } from './shapes/paths.ts';
import {
  employment,
  employmentReport,
  employmentSummary,
  incomeReport,
  payrollAccount,
  profile,
  shift,
  statement,
} from './shapes/payroll.ts';
import { startWalk } from './shapes/walk.ts';
import { page } from './shapes/words.ts';

const walk = startWalk();
const { expectRead, expectAll, expectRefused, connect, connectOnce, begin, exchanged, advance, finish } = walk;

const USERNAMES = [
  'goodlogin',
  'fulltime',
  'hourly.part-time',
  'multiple.employments',
  'goodlogin.tn1',
  'goodlogin.tn2',
  'weekly',
  'biweekly',
  'semimonthly',
  'monthly',
  'former.employee',
  'missing.data',
  'suspicious',
  'changed.on.refresh',
  'disconnect.on.refresh',
  'no.dds',
  'already.allocated',
] as const;

const login = (username: string, product_type = 'income') => ({
  provider_id: 'vouch_payroll',
  product_type,
  username,
});

const connected = (username: string, product_type = 'income') => connectOnce(login(username, product_type));
const base = async (username: string, product_type?: string) =>
  `/v1/links/${(await connected(username, product_type)).link_id}/`;

type Dated = { pay_date: string | null };
type Yearly = { year: number };
type Employed = { is_active: boolean; start_date: string | null };
const expectNewestPayFirst = (statements: Dated[]): void => {
  const days = statements.map(({ pay_date }) => pay_date ?? '');
  expect(days).toEqual(days.toSorted().toReversed());
};
const expectNewestYearFirst = (items: Yearly[]): void => {
  const years = items.map(({ year }) => year);
  expect(years).toEqual(years.toSorted((a, b) => b - a));
};
const rank = ({ is_active, start_date }: Employed): string => `${is_active ? 1 : 0} ${start_date}`;

describe('sections 9.1 to 9.5: payroll endpoints', () => {
  test.each(USERNAMES)('responses for an income link of the login %s fit their schemas', async (username) => {
    const url = await base(username);
    const { link_id, task_id } = await connected(username);
    const report = await expectRead(incomeReport, `${url}income/report/`);
    expect(report).toMatchObject({
      id: task_id,
      link_id,
      status: 'done',
      refresh_status: null,
      data_source: 'payroll',
    });
    expect(report.employments).not.toEqual([]);
    const bare = await expectRead(employmentReport, `${url}employment/report/`);
    expect(bare).toMatchObject({ id: task_id, link_id, status: 'done' });
    const employments = await expectAll(employment, `${url}employments/`);
    expect(employments).toEqual(report.employments);
    expect(employments.map(({ id }) => id)).toEqual(bare.employments.map(({ id }: { id: string }) => id));
    await expectRead(employmentSummary, `${url}employment/`);
    await expectRead(profile, `${url}identity/`);
    const statements = await expectAll(statement, `${url}statements/`);
    await expectAll(shift, `${url}shifts/`);
    const accounts = await expectAll(payrollAccount, `${url}bank_accounts/`);
    expect(statements).toHaveLength(employments.flatMap(({ statements }) => statements).length);
    expect(accounts).toHaveLength(employments.flatMap(({ bank_accounts }) => bank_accounts).length);
  });

  test.each(USERNAMES)(
    'responses for an employment link of the login %s fit their schemas, and the link has no income report',
    async (username) => {
      const url = await base(username, 'employment');
      const { task_id } = await connected(username, 'employment');
      expect(await expectRead(employmentReport, `${url}employment/report/`)).toMatchObject({
        id: task_id,
        status: 'done',
      });
      await expectRead(employmentSummary, `${url}employment/`);
      await expectAll(employment, `${url}employments/`);
      await expectRead(profile, `${url}identity/`);
      expect(await expectRefused(404, 'GET', `${url}income/report/`)).toEqual(NOT_FOUND);
    },
  );
});

test('section 9.1: documents/ is paged, and empty for a link without documents', async () => {
  await expectAll(linkDocument, `${await base('goodlogin')}documents/`);
  const { link_id } = await connect({ provider_id: 'vouch_bank', product_type: 'assets' });
  expect(await expectAll(linkDocument, `/v1/links/${link_id}/documents/`)).toEqual([]);
});

describe('section 9.1: lists of employments and pay data', () => {
  test('active employments are listed first, then ended employments, each group with the latest start date first; employment/ returns the first of the list', async () => {
    const url = await base('multiple.employments');
    const employments = await expectAll(employment, `${url}employments/`);
    const ranks = employments.map(rank);
    expect(ranks).toEqual(ranks.toSorted().toReversed());
    const first = await expectRead(employmentSummary, `${url}employment/`);
    expect(employments[0]).toMatchObject(first);
  });

  test.each(['goodlogin', 'multiple.employments', 'hourly.part-time'])(
    'statements, W-2s and yearly summaries of the login %s are listed newest first',
    async (username) => {
      const url = await base(username);
      expectNewestPayFirst(await expectAll(statement, `${url}statements/`));
      const { employments } = await expectRead(incomeReport, `${url}income/report/`);
      for (const { statements, annual_income_summary, w2s } of employments) {
        expectNewestPayFirst(statements);
        expectNewestYearFirst(annual_income_summary);
        expectNewestYearFirst(w2s);
      }
    },
  );

  test('a statement read by id equals its element in the list; 404 for an unknown id or an id of another link', async () => {
    const url = await base('goodlogin');
    const { results } = await expectRead(page(statement), `${url}statements/`);
    expect(results).toHaveLength(25);
    for (const listed of [results[0], results[24]]) {
      expect(await expectRead(statement, `${url}statements/${listed.id}/`)).toEqual(listed);
    }
    const elsewhere = await base('fulltime');
    expect(await expectRefused(404, 'GET', `${elsewhere}statements/${results[0].id}/`)).toEqual(NOT_FOUND);
    expect(await expectRefused(404, 'GET', `${url}statements/${newId()}/`)).toEqual(NOT_FOUND);
  });
});

describe('section 9.1: links without payroll data', () => {
  test('a link without payroll data has empty lists; requests for single objects and for reports get 404', async () => {
    const { link_id } = await connect({ provider_id: 'vouch_insurance', product_type: 'insurance' });
    const url = `/v1/links/${link_id}/`;
    for (const name of ['employments', 'statements', 'shifts', 'bank_accounts']) {
      expect((await walk.send('GET', `${url}${name}/`)).json()).toEqual({
        count: 0,
        next: null,
        previous: null,
        results: [],
      });
    }
    for (const name of ['employment', 'income/report', 'employment/report', `statements/${newId()}`]) {
      expect(await expectRefused(404, 'GET', `${url}${name}/`)).toEqual(NOT_FOUND);
    }
  });
});

describe('section 9.2: reports', () => {
  test('the income report has the full access token, the provider, the tracking_info and finished_at', async () => {
    const connection = await connect({ ...login('goodlogin'), tracking_info: 'loan-17' });
    const report = await expectRead(incomeReport, `/v1/links/${connection.link_id}/income/report/`);
    expect(report).toMatchObject({
      access_token: await exchanged(connection),
      provider: { id: 'vouch_payroll', name: 'Vouch Payroll' },
      provider_name: 'Vouch Payroll',
      tracking_info: 'loan-17',
      is_suspicious: false,
    });
    expect(report.finished_at).toBe(report.completed_at);
    expect(report.completed_at).not.toBeNull();
  });

  test('while the task runs, the report has the status of the task, but no completed_at and no PDF; afterwards the status of the report is `done`', async () => {
    const { link_id } = await begin({ ...login('goodlogin'), password: 'longcheck' });
    await finish();
    const url = `/v1/links/${link_id}/income/report/`;
    const running = await expectRead(incomeReport, url);
    expect(running).toMatchObject({ completed_at: null, finished_at: null, pdf_report: null });
    expect(['new', 'login', 'parse', 'full_parse']).toContain(running.status);
    await advance(61);
    const report = await expectRead(incomeReport, url);
    expect(report).toMatchObject({ id: running.id, status: 'done', completed_at: expect.any(String) });
    expect(report.employments).not.toEqual([]);
  });

  test.each(['income', 'employment'])(
    '200 with JSON or PDF, as selected by fmt, for the %s report; 400 for any other fmt',
    async (kind) => {
      const url = `${await base('goodlogin')}${kind}/report/`;
      const report = await expectRead(kind === 'income' ? incomeReport : employmentReport, `${url}?fmt=json`);
      await expectPdf(walk.acme().sandbox, url, report.id);
      await expectFile(walk.house(), report.pdf_report);
      expect(await expectRefused(400, 'GET', `${url}?fmt=xml`)).toEqual(
        invalid(['fmt', '"xml" is not a valid choice.']),
      );
      const { error } = await expectRefused(400, 'GET', `${url}?fmt=`);
      expect(error.extra['invalid-params']).toMatchObject([{ field: 'fmt' }]);
    },
  );

  test('files can be downloaded and match their md5sum', async () => {
    const { employments } = await expectRead(incomeReport, `${await base('goodlogin')}income/report/`);
    const [{ statements, w2s }] = employments;
    const files = [statements[0], w2s[0]].filter(({ file }) => file !== null);
    expect(files).not.toEqual([]);
    for (const { file, md5sum } of files) await expectFile(walk.house(), file, md5sum);
  });
});

test('this file calls every endpoint of section 9', () => expect(walk.unwalked(PATHS.payroll)).toEqual([]));
