// Tests the PDFs of reports through the whole application, both with `fmt=pdf` and through the signed URL in the
// report.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newId } from '#base/ids.ts';
import type { PayrollReportAnswer } from '#domain/reports/link-reports.ts';
import { fileUrl } from '#services/platform/file-urls.ts';
import { invalid, NOT_FOUND } from '#test/answers.ts';
import { BASE_URL, newClient, openTestHouse, type TestClient, type TestHouse } from '#test/house.ts';
import { type ReadText, readPdf } from '#test/pdf.ts';
import { checksumByHand, faultsOf, inDays, inFigures, rowOf } from '#test/reports.ts';
import { connect, finishTasks, newUser, openWorkingHouse } from '#test/tasks.ts';

let house: TestHouse;
/** A service without a worker, in which all tasks stay unfinished. */
let idle: TestHouse;
let client: TestClient;
beforeAll(async () => {
  [house, idle] = [await openWorkingHouse(), await openTestHouse()];
  client = await newClient(house);
});
afterAll(() => Promise.all([house.close(), idle.close()]));

const ACCOUNT = { account_number: '400100219999', routing_number: '991000012', account_type: 'checking' };
const INSURANCE = { provider_id: 'vouch_insurance', product_type: 'insurance' };

async function connected(more: object = {}, user_id?: string) {
  const user = user_id ?? (await newUser(client.sandbox, newId()));
  const connection = await connect(client.sandbox, user, more);
  await finishTasks(house);
  return { ...connection, user_id: user };
}
const get = (path: string, headers = {}) => client.sandbox('GET', path, undefined, headers);
const open = (url: string) => house.app.inject(url.slice(BASE_URL.length));

/** For every report: its file name, the login that creates its link, and its path. */
const REPORTS: [kind: string, login: object, path: (link_id: string) => string][] = [
  ['income-report', {}, (link_id) => `/v1/links/${link_id}/income/report/`],
  ['employment-report', {}, (link_id) => `/v1/links/${link_id}/employment/report/`],
  ['insurance-report', INSURANCE, (link_id) => `/v1/links/${link_id}/insurance/report/`],
  ['home-insurance-report', INSURANCE, (link_id) => `/v1/links/${link_id}/insurance/report/home/`],
  ['auto-insurance-report', INSURANCE, (link_id) => `/v1/links/${link_id}/insurance/auto/`],
  [
    'deposit-switch-report',
    { product_type: 'deposit_switch', account: ACCOUNT },
    (link_id) => `/v1/links/${link_id}/direct_deposit/report/`,
  ],
  ['pll-report', { product_type: 'pll', account: ACCOUNT }, (link_id) => `/v1/links/${link_id}/pll/report/`],
];

describe.each(REPORTS)('the PDF of the %s', (kind, login, path) => {
  let link_id: string;
  beforeAll(async () => {
    ({ link_id } = await connected(login));
  });

  test('200: fmt=pdf returns the report as PDF, and pdf_report links to an identical file', async () => {
    const report = (await get(path(link_id))).json();
    const { statusCode, headers, rawPayload } = await get(`${path(link_id)}?fmt=pdf`);
    expect(statusCode).toBe(200);
    expect(headers).toMatchObject({
      'content-type': 'application/pdf',
      'content-disposition': `attachment; filename="${kind}-${report.id}.pdf"`,
      'content-length': String(rawPayload.length),
      'cache-control': 'no-store',
      'ratelimit-policy': expect.any(String),
    });
    expect(report.pdf_report).toMatch(
      new RegExp(`^${BASE_URL}/files/${link_id}/${kind}-${report.id}\\.pdf\\?expires=\\d+&signature=[0-9a-f]{64}$`),
    );
    const file = await open(report.pdf_report);
    expect(file.statusCode).toBe(200);
    expect(file.headers['content-disposition']).toBe(headers['content-disposition']);
    expect(file.rawPayload.equals(rawPayload)).toBe(true);
    const { texts } = await readPdf(rawPayload);
    const words = texts.map(({ text }) => text);
    expect(words).toContain('Acme Lending');
    expect(words).toContain('Sandbox: the people and figures in this report are invented.');
    expect(words).toContain(`SHA-256 ${checksumByHand(report)}`);
    expect(words.join(' ')).not.toContain(report.access_token);
    expect(faultsOf(texts)).toEqual([]);
  });

  test('with fmt=pdf, the status is 200 if Accept allows PDF or JSON, and otherwise 406; without fmt=pdf, the status is 406 if Accept allows only PDF', async () => {
    for (const accept of ['application/pdf', 'application/json', '*/*']) {
      const response = await get(`${path(link_id)}?fmt=pdf`, { accept });
      expect([response.statusCode, response.headers['content-type']]).toEqual([200, 'application/pdf']);
    }
    expect((await get(`${path(link_id)}?fmt=pdf`, { accept: 'text/html' })).statusCode).toBe(406);
    expect((await get(path(link_id), { accept: 'application/pdf' })).statusCode).toBe(406);
    expect((await get(`${path(link_id)}?fmt=json`)).headers['content-type']).toBe('application/json');
    expect((await client.sandbox('HEAD', `${path(link_id)}?fmt=pdf`)).headers['content-type']).toBe('application/pdf');
  });

  test('200 with fmt=pdf even while the task runs; pdf_report is null until the task has finished', async () => {
    const { sandbox } = await newClient(idle);
    const { link_id: unfinished } = await connect(sandbox, await newUser(sandbox, newId()), login);
    const report = (await sandbox('GET', path(unfinished))).json();
    expect(report).toMatchObject({ finished_at: null, pdf_report: null });
    const response = await sandbox('GET', `${path(unfinished)}?fmt=pdf`);
    expect(response.statusCode).toBe(200);
    const words = (await readPdf(response.rawPayload)).texts.map(({ text }) => text);
    expect(words).toContain('Not complete yet');
    const early = fileUrl(idle, unfinished, `${kind}-${report.id}.pdf`).slice(BASE_URL.length);
    expect((await idle.app.inject(early)).json()).toEqual(NOT_FOUND);
  });

  test('400 for an unknown fmt, 404 for an unknown link, 403 for a link of the other environment', async () => {
    for (const fmt of ['PDF', 'pdf ', 'xml', '']) {
      expect((await get(`${path(link_id)}?fmt=${encodeURIComponent(fmt)}`)).statusCode).toBe(400);
    }
    expect((await get(`${path(newId())}?fmt=pdf`)).json()).toEqual(NOT_FOUND);
    expect((await client.prod('GET', `${path(link_id)}?fmt=pdf`)).statusCode).toBe(403);
  });
});

/** For each pay statement, returns the cells of the table row that has the dates of the statement's pay period. */
const rowsOf = (texts: readonly ReadText[], statements: PayrollReportAnswer['employments'][number]['statements']) =>
  statements.map(({ period_start, period_end }) => rowOf(texts, `${inDays(period_start)} to ${inDays(period_end)}`));

describe('a report’s PDF shows the same data as its JSON', () => {
  test.each([
    'goodlogin',
    'fulltime',
    'hourly.part-time',
    'missing.data',
    'former.employee',
    'weekly',
    'goodlogin.tn2',
  ])(
    'the PDF has the dates and amounts of the income report for login `%s`, with at least the 40 newest pay statements',
    async (username) => {
      const { link_id } = await connected({ username });
      const path = `/v1/links/${link_id}/income/report/`;
      const report: PayrollReportAnswer = (await get(path)).json();
      const { texts, pages } = await readPdf((await get(`${path}?fmt=pdf`)).rawPayload);
      const words = texts.map(({ text }) => text);
      const [employment] = report.employments;
      if (employment === undefined) throw new Error('no employment');
      const { profile, company, statements, w2s, annual_income_summary } = employment;
      expect(pages).toBe(2);
      const said = [
        profile.full_name,
        `***-**-${profile.ssn?.slice(-4)}`,
        company.name,
        company.ein,
        employment.job_title,
        inDays(employment.start_date),
        inDays(employment.end_date),
        inDays(employment.external_last_updated),
        inFigures(employment.pay_rate),
      ];
      expect(said.filter((text) => text === null || !words.includes(text))).toEqual([]);
      const [latest] = statements;
      for (const [name, kind] of [
        ['Regular', 'regular'],
        ['Overtime', 'overtime'],
        ['Commission', 'commission'],
        ['Gross pay', 'gross_pay'],
        ['Net pay', 'net_pay'],
      ] as const) {
        const years = annual_income_summary.map((year) => inFigures(year[kind]));
        expect(rowOf(texts, name)).toEqual([name, inFigures(latest?.[kind] ?? null), ...years]);
      }
      const [, shown] = /Pay statements: (?:all|the newest) (\d+)/.exec(words.join('\n')) ?? [];
      const newest = statements.slice(0, Number(shown));
      expect(newest.length).toBeGreaterThanOrEqual(Math.min(statements.length, 40));
      const columns = rowOf(texts, 'Pay date').slice(2);
      const fields = columns.map((title) => FIELDS[title] ?? 'hours');
      expect(rowsOf(texts, newest)).toEqual(
        newest.map((statement) => [
          inDays(statement.pay_date),
          `${inDays(statement.period_start)} to ${inDays(statement.period_end)}`,
          ...fields.map((field) => inFigures(statement[field])),
        ]),
      );
      for (const w2 of w2s) {
        const { wages, gross_pay, federal_tax, social_security_wages, social_security_tax } = w2;
        const amounts = [wages, gross_pay, federal_tax, social_security_wages, social_security_tax];
        const row = [String(w2.year), ...[...amounts, w2.medicare_wages, w2.medicare_tax].map(inFigures)];
        expect(texts.filter(({ text }) => text === row[0]).map((head) => lineOf(texts, head))).toContainEqual(row);
      }
      expect(faultsOf(texts)).toEqual([]);
    },
  );

  test('the PDF has all amounts of an insurance report', async () => {
    const { link_id } = await connected(INSURANCE);
    const path = `/v1/links/${link_id}/insurance/report/`;
    const { texts } = await readPdf((await get(`${path}?fmt=pdf`)).rawPayload);
    const words = texts.map(({ text }) => text);
    const figures = [...(await get(path)).body.matchAll(/"(\d+\.\d\d)"/g)].map(([, text = '']) => inFigures(text));
    expect(figures.length).toBeGreaterThan(30);
    for (const figure of new Set(figures)) {
      const count = (list: readonly string[]) => list.filter((text) => text === figure).length;
      expect([figure, count(words)]).toEqual([figure, count(figures)]);
    }
  });
});

const FIELDS: Record<
  string,
  | 'hours'
  | 'regular'
  | 'overtime'
  | 'bonus'
  | 'commission'
  | 'other_pay'
  | 'gross_pay'
  | 'net_pay'
  | 'gross_pay_ytd'
  | 'net_pay_ytd'
> = {
  Hours: 'hours',
  Regular: 'regular',
  Overtime: 'overtime',
  Bonus: 'bonus',
  Commission: 'commission',
  'Other pay': 'other_pay',
  Gross: 'gross_pay',
  Net: 'net_pay',
  'Gross YTD': 'gross_pay_ytd',
  'Net YTD': 'net_pay_ytd',
};

const lineOf = (texts: readonly ReadText[], { page, y }: ReadText): string[] =>
  texts
    .filter((text) => text.page === page && text.y === y)
    .toSorted((a, b) => a.x - b.x)
    .map(({ text }) => text);

describe('a user’s report with fmt=pdf', () => {
  const make = async (user_id: string, body: object = {}) =>
    (await client.sandbox('POST', `/v1/users/${user_id}/reports/`, body)).json();
  const pdfOf = (user_id: string, id: string) => get(`/v1/users/${user_id}/reports/${id}/?fmt=pdf`);

  test('200: the PDF covers all links; after a refresh of a link, the PDF of the same report still has the same bytes', async () => {
    const { user_id, public_token } = await connected({ username: 'changed.on.refresh' });
    await connected({ username: 'hourly.part-time' }, user_id);
    const report = await make(user_id);
    const first = await pdfOf(user_id, report.report_id);
    expect(first.statusCode).toBe(200);
    expect(first.headers).toMatchObject({
      'content-type': 'application/pdf',
      'content-disposition': `attachment; filename="voie-report-${report.report_id}.pdf"`,
    });
    const { access_token } = (await client.sandbox('POST', '/v1/link-access-tokens/', { public_token })).json();
    await client.sandbox('POST', '/v1/refresh/tasks/', { access_token });
    await finishTasks(house);
    house.clock.advance(3_600_000);
    expect((await pdfOf(user_id, report.report_id)).rawPayload.equals(first.rawPayload)).toBe(true);
    const words = (await readPdf(first.rawPayload)).texts.map(({ text }) => text);
    expect(words).toContain(`SHA-256 ${checksumByHand(report)}`);
    const employers = report.links.flatMap(({ employments }: PayrollReportAnswer) =>
      employments.map(({ company }) => company.name),
    );
    expect(employers).toHaveLength(2);
    for (const name of employers) expect(words).toContain(name);
  });

  test('200: each link in the report has a PDF URL for its own part of the report; the URL works while the link exists', async () => {
    const { user_id, link_id } = await connected();
    await connected({ username: 'hourly.part-time' }, user_id);
    const report = await make(user_id);
    const parts = await Promise.all(
      report.links.map(async (link: { link_id: string; pdf_report: string; employments: unknown }) => {
        expect(link.pdf_report).toContain(`/files/${link.link_id}/voie-report-${report.report_id}.pdf?`);
        const file = await open(link.pdf_report);
        expect(file.statusCode).toBe(200);
        return (await readPdf(file.rawPayload)).texts.map(({ text }) => text);
      }),
    );
    for (const [at, { employments }] of report.links.entries()) {
      expect(parts[at]).toContain(employments[0].company.name);
      expect(parts[1 - at]).not.toContain(employments[0].company.name);
      expect(parts[at]).toContain(`SHA-256 ${checksumByHand(report)}`);
    }
    const { pdf_report } = report.links.find((link: { link_id: string }) => link.link_id === link_id);
    await client.sandbox('DELETE', `/v1/links/${link_id}/`);
    expect((await open(pdf_report)).json()).toEqual(NOT_FOUND);
    expect((await pdfOf(user_id, report.report_id)).statusCode).toBe(200);
  });

  test('200: an employment-only report has no amounts, and the report of a user without data has one page', async () => {
    const { user_id, link_id } = await connected();
    const { report_id, links } = await make(user_id, { is_voe: true });
    const response = await pdfOf(user_id, report_id);
    expect(response.headers['content-disposition']).toBe(`attachment; filename="voe-report-${report_id}.pdf"`);
    const words = (await readPdf(response.rawPayload)).texts.map(({ text }) => text);
    expect(words).toContain('Verification of employment');
    expect(words.filter((text) => /\d\.\d\d/.test(text))).toEqual([]);
    expect((await open(links[0].pdf_report)).statusCode).toBe(200);
    const other_kind = fileUrl(house, link_id, `voie-report-${report_id}.pdf`);
    expect((await open(other_kind)).json()).toEqual(NOT_FOUND);
    const nobody = await newUser(client.sandbox, newId());
    const empty = await make(nobody);
    expect((await readPdf((await pdfOf(nobody, empty.report_id)).rawPayload)).pages).toBe(1);
  });

  test('404 if the report belongs to another user; 404 for a PDF URL of a link that the report does not contain', async () => {
    const [one, other] = [await connected(), await connected()];
    const { report_id } = await make(one.user_id);
    expect((await pdfOf(other.user_id, report_id)).json()).toEqual(NOT_FOUND);
    const later = await connected({ username: 'weekly' }, one.user_id);
    for (const { link_id } of [other, later]) {
      expect((await open(fileUrl(house, link_id, `voie-report-${report_id}.pdf`))).json()).toEqual(NOT_FOUND);
    }
  });

  test('400 for an unknown fmt', async () => {
    const user_id = await newUser(client.sandbox, newId());
    const { report_id } = await make(user_id);
    const response = await get(`/v1/users/${user_id}/reports/${report_id}/?fmt=csv`);
    expect(response.json()).toEqual(invalid(['fmt', '"csv" is not a valid choice.']));
  });
});

describe('a report’s signed PDF URL', () => {
  test('404 for an income report that a newer task has replaced; 200 for a deposit report, because deposit reports are never replaced', async () => {
    const { link_id, public_token, user_id } = await connected();
    await connected({ product_type: 'deposit_switch', account: ACCOUNT }, user_id);
    const path = `/v1/links/${link_id}/income/report/`;
    const deposit = (await get(`/v1/links/${link_id}/direct_deposit/report/`)).json();
    const before = (await get(path)).json();
    const { access_token } = (await client.sandbox('POST', '/v1/link-access-tokens/', { public_token })).json();
    for (const product_type of ['income', 'deposit_switch']) {
      house.clock.advance(1_000);
      const response = await client.sandbox('POST', '/v1/refresh/tasks/', { access_token, product_type });
      expect(response.statusCode, response.body).toBe(201);
      await finishTasks(house);
    }
    expect((await open(before.pdf_report)).json()).toEqual(NOT_FOUND);
    const after = (await get(path)).json();
    expect(after.id).not.toBe(before.id);
    expect((await open(after.pdf_report)).statusCode).toBe(200);
    expect((await open(deposit.pdf_report)).statusCode).toBe(200);
    const mine = (await get(`/v1/users/${user_id}/deposit_switch/report/`)).json();
    expect((await open(mine.links[0].pdf_report)).statusCode).toBe(200);
  });

  test('404 if the URL names an unknown report, or a task of another link or of another product', async () => {
    const [one, other] = [await connected(), await connected({ product_type: 'pll', account: ACCOUNT })];
    for (const [link_id, name] of [
      [one.link_id, `insurance-report-${one.task_id}.pdf`],
      [one.link_id, `pll-report-${other.task_id}.pdf`],
      [other.link_id, `deposit-switch-report-${other.task_id}.pdf`],
      [other.link_id, `income-report-${other.task_id}.pdf`],
      [one.link_id, `income-report-${newId()}.pdf`],
      [one.link_id, `voie-report-${newId()}.pdf`],
    ] as const) {
      expect([name, (await open(fileUrl(house, link_id, name))).json()]).toEqual([name, NOT_FOUND]);
    }
  });

  test('403 for a report’s signed PDF URL after 15 minutes', async () => {
    const { link_id } = await connected();
    const { pdf_report } = (await get(`/v1/links/${link_id}/income/report/`)).json();
    house.clock.advance(15 * 60_000);
    expect((await open(pdf_report)).statusCode).toBe(403);
  });

  test('the report of a failed deposit switch has null instead of a PDF URL', async () => {
    const { link_id } = await connected({ product_type: 'pll', account: ACCOUNT, username: 'no.dds' });
    expect((await get(`/v1/links/${link_id}/pll/report/`)).json()).toMatchObject({
      status: 'not_supported',
      pdf_report: null,
    });
  });
});
