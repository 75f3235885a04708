import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { PayrollReportAnswer } from '#domain/reports/link-reports.ts';
import type { EmploymentAnswer } from '#domain/reports/payroll.ts';
import type { UserReportAnswer } from '#domain/reports/user-reports.ts';
import { readPdf } from '#test/pdf.ts';
import {
  EMPLOYMENT,
  faultsOf,
  INCOME_REPORT,
  inDays,
  inFigures,
  PRINTED,
  rowOf,
  statementsEvery14Days,
} from '#test/reports.ts';
import { payrollReportPdf, userReportPdf } from './payroll-report.ts';

const income = (more: Partial<PayrollReportAnswer> = {}, printed = PRINTED) =>
  payrollReportPdf({ ...INCOME_REPORT, ...more }, 'income', printed);
const readIncome = async (more: Partial<PayrollReportAnswer> = {}, printed = PRINTED) => {
  const { texts, ...rest } = await readPdf(await income(more, printed));
  return { ...rest, texts, words: texts.map(({ text }) => text) };
};
const withEmployment = (more: Partial<EmploymentAnswer>) => readIncome({ employments: [{ ...EMPLOYMENT, ...more }] });

const WITHOUT_PAY: EmploymentAnswer = {
  ...EMPLOYMENT,
  income: null,
  income_unit: null,
  pay_rate: null,
  pay_frequency: null,
  statements: [],
  w2s: [],
  annual_income_summary: [],
  bank_accounts: [],
};

describe('an income report PDF', () => {
  test('an income report shows issuer, person, employer and date', async () => {
    const { words } = await readIncome();
    const expected = [
      'Acme Lending',
      'Income report',
      'Current as of 03/01/2026 12:00:00 UTC',
      INCOME_REPORT.id,
      INCOME_REPORT.link_id,
      'Complete',
      'loan-17',
      'Vouch Payroll',
      'Ottilie J Marrow',
      '***-**-4321',
      '05/05/1990',
      '7 Oven Court, Dayton, OH 45403',
      'Quarry Lane Bakery',
      '12 Flour Street, Dayton, OH 45402',
      '99-9000042',
      'Baker',
      'Full time',
      'Active',
      '01/08/2024',
      '02/27/2026',
      'Payroll system',
    ];
    expect(expected.filter((text) => !words.includes(text))).toEqual([]);
    expect(words.join(' ')).not.toContain(INCOME_REPORT.access_token);
    expect(words.join(' ')).not.toContain('Sandbox');
  });

  test('an income report shows the latest pay and each year’s totals side by side', async () => {
    const earlier = { ...EMPLOYMENT.annual_income_summary[0], id: '6'.repeat(32), year: 2025 };
    const { texts } = await withEmployment({
      annual_income_summary: [
        ...EMPLOYMENT.annual_income_summary,
        {
          ...earlier,
          gross_pay: '50000.01',
          net_pay: null,
          bonus: '1.02',
          commission: '1.03',
          overtime: '1.04',
          regular: '1.05',
          other_pay: '1.06',
        },
      ],
    });
    expect(rowOf(texts, 'Pay on 02/27/2026')).toEqual(['Pay on 02/27/2026', '2026 to 02/27/2026', '2025']);
    expect(rowOf(texts, 'Regular').at(0)).toBe('Regular');
    expect(rowOf(texts, 'Overtime')).toEqual(['Overtime', '272.50', '545.12', '1.04']);
    expect(rowOf(texts, 'Bonus')).toEqual(['Bonus', '0.00', '300.13', '1.02']);
    expect(rowOf(texts, 'Commission')).toEqual(['Commission', '0.00', '201.14', '1.03']);
    expect(rowOf(texts, 'Other pay')).toEqual(['Other pay', '0.00', '44.15', '1.06']);
    expect(rowOf(texts, 'Gross pay')).toEqual(['Gross pay', '2,112.50', '8,450.75', '50,000.01']);
    expect(rowOf(texts, 'Net pay')).toEqual(['Net pay', '1,601.18', '6,402.21', '–']);
  });

  test('an income report shows the annual income of at most the newest four years', async () => {
    const [year] = EMPLOYMENT.annual_income_summary;
    if (year === undefined) throw new Error('the sample has lost its year');
    const years = (count: number) => Array.from({ length: count }, (_, at) => ({ ...year, year: 2026 - at }));
    const four = await withEmployment({ annual_income_summary: years(4), w2s: [] });
    expect(four.words).toContain('Year to date and earlier years');
    const five = await withEmployment({ annual_income_summary: years(5), w2s: [] });
    expect(five.words).toContain('Year to date and earlier years: the newest 4 of 5');
    expect(rowOf(five.texts, 'Pay on 02/27/2026').slice(2)).toEqual(['2025', '2024', '2023']);
  });

  test('an income report shows income, pay rate, W-2s and deposit accounts', async () => {
    const { texts, words } = await readIncome();
    for (const text of ['23.00 an hour', '1,840.00', 'Bi-weekly', 'Gross pay 2026 to date']) {
      expect(words).toContain(text);
    }
    const [w2] = EMPLOYMENT.w2s;
    expect(rowOf(texts, '2025')).toEqual([
      '2025',
      ...[w2?.wages, w2?.gross_pay, w2?.federal_tax, w2?.social_security_wages, w2?.social_security_tax].map((text) =>
        inFigures(text ?? null),
      ),
      inFigures(w2?.medicare_wages ?? null),
      inFigures(w2?.medicare_tax ?? null),
    ]);
    expect(rowOf(texts, '********8890')).toEqual([
      'Vouch Bank',
      'Rainy Day Savings',
      'Savings',
      '********8890',
      '991000012',
      '12.50 %',
    ]);
  });

  test('an income report with one employment has at most two pages; if there are two years of statements, it shows as many of the newest statements as fit', async () => {
    const statements = statementsEvery14Days(53);
    const { texts, words, pages } = await withEmployment({ statements });
    expect(pages).toBe(2);
    const [, shown = ''] = /the newest (\d+) of 53/.exec(words.join('\n')) ?? [];
    expect(Number(shown)).toBeGreaterThan(26);
    const rows = statements.map(({ pay_date }) =>
      texts.some(({ text, page }) => text === inDays(pay_date) && page === 2),
    );
    expect(rows.lastIndexOf(true)).toBe(Number(shown) - 1);
    expect(rows.indexOf(false)).toBe(Number(shown));
    expect(faultsOf(texts)).toEqual([]);
  });

  test('an income report has no column for a pay type that no statement has', async () => {
    const plain = EMPLOYMENT.statements.map((statement) => ({ ...statement, overtime: '0.00' as const }));
    const titles = (words: string[]) => words.slice(words.indexOf('Pay date'), words.indexOf('Net YTD') + 1);
    const { words } = await withEmployment({ statements: plain });
    expect(titles(words)).toEqual(['Pay date', 'Period', 'Hours', 'Regular', 'Gross', 'Net', 'Gross YTD', 'Net YTD']);
    const { words: with_overtime } = await readIncome();
    expect(titles(with_overtime)).toContain('Overtime');
  });

  test('an income report has page number, report id and checksum on every page', async () => {
    const { texts } = await withEmployment({ statements: statementsEvery14Days(53) });
    for (const page of [1, 2]) {
      const words = new Set(texts.filter((text) => text.page === page).map(({ text }) => text));
      const foot = [`Report ${INCOME_REPORT.id}`, `SHA-256 ${PRINTED.checksum}`, `${page} of 2`];
      expect(foot.filter((text) => !words.has(text))).toEqual([]);
    }
  });

  test('an income report is the same, byte for byte, each time it is drawn, and differs if an amount differs by one cent', async () => {
    const one = await income();
    expect(one.equals(await income())).toBe(true);
    expect(one.equals(await income({ employments: [{ ...EMPLOYMENT, income: '23.01' }] }))).toBe(false);
    const { info } = await readIncome();
    expect(info).toMatchObject({
      Title: `Income report ${INCOME_REPORT.id}`,
      Author: 'Acme Lending',
      CreationDate: 'D:20260301000000Z',
      ModDate: 'D:20260301000000Z',
    });
  });

  test('an income report starts with warnings if the data is sandbox data, if the retrieval failed or if the account is suspicious', async () => {
    const sandbox = { ...PRINTED, issuer: { ...PRINTED.issuer, environment: 'sandbox' as const } };
    const { words } = await readIncome({}, sandbox);
    expect(words).toContain('Sandbox: the people and figures in this report are invented.');
    const { words: suspicious } = await readIncome({ is_suspicious: true });
    expect(suspicious.join(' ')).toContain('Flagged as suspicious');
    const { words: failed } = await readIncome({ status: 'login_error', refresh_status: 'login_error' });
    expect(failed.join(' ')).toContain('The last retrieval did not succeed');
    expect(failed).toContain('Last tried 03/01/2026 12:00:00 UTC');
    expect(failed.join(' ')).not.toContain('Current as of 0');
    expect(failed).toContain('Ended without success: login_error');
  });

  test('if its task is still running, an income report says that it is not complete, and has the fixed file date 2000-01-01', async () => {
    const { words, info } = await readIncome({
      status: 'parse',
      completed_at: null,
      finished_at: null,
      employments: [],
    });
    expect(words).toContain('Not complete yet');
    expect(words).toContain('In progress: parse');
    expect(words).toContain('Not complete: the data is still being retrieved.');
    expect(words).toContain('There was no employment data when this report was made.');
    expect(info['CreationDate']).toBe('D:20000101000000Z');
  });

  test('an income report shows the employments in the order of the data; if an employment names a second person, the report shows that person’s data and warns that the SSNs differ', async () => {
    const other = {
      ...EMPLOYMENT,
      company: { ...EMPLOYMENT.company, name: 'Fable Freight' },
      is_active: false,
      end_date: '2025-06-30',
      profile: { ...EMPLOYMENT.profile, full_name: 'Tilly Marrow', ssn: '*****1111' },
    };
    const { words, texts } = await readIncome({ employments: [EMPLOYMENT, other] });
    expect(words.filter((text) => /^Employment \d/.test(text))).toEqual([
      'Employment 1 of 2, from Vouch Payroll',
      'Employment 2 of 2, from Vouch Payroll',
    ]);
    expect(words.filter((text) => text.startsWith('***-**'))).toEqual(['***-**-4321', '***-**-1111']);
    for (const text of ['Fable Freight', 'Tilly Marrow', 'Ended', '06/30/2025']) expect(words).toContain(text);
    expect(words).toContain('The employments in this report have different SSNs.');
    expect(faultsOf(texts)).toEqual([]);
  });

  test('an income report lists derived and missing fields', async () => {
    const { words } = await withEmployment({ derived_fields: ['is_active'], missing_data_fields: ['w2s'], w2s: [] });
    expect(words).toContain('Derived, not supplied by the source: whether the job is current.');
    expect(words).toContain('Not provided by the source: W-2s.');
    expect(words).toContain('No W-2s.');
  });
});

describe('an employment report PDF', () => {
  test('an employment report has one page and no amounts, and says that pay is not part of the report', async () => {
    const report = { ...INCOME_REPORT, employments: [WITHOUT_PAY] };
    const { texts, pages } = await readPdf(await payrollReportPdf(report, 'employment', PRINTED));
    const words = texts.map(({ text }) => text);
    expect(pages).toBe(1);
    expect(words).toContain('Employment report');
    expect(words).toContain('Pay is not part of this report.');
    expect(words.filter((text) => /\d\.\d\d/.test(text))).toEqual([]);
    expect(faultsOf(texts)).toEqual([]);
  });
});

describe('a user report PDF', () => {
  const LINK = {
    id: INCOME_REPORT.link_id,
    link_id: INCOME_REPORT.link_id,
    tracking_info: 'loan-17',
    data_source: 'payroll' as const,
    provider: 'vouch_payroll',
    provider_name: 'Vouch Payroll',
    logo_url: null,
    is_suspicious: false,
    pdf_report: null,
    employments: [EMPLOYMENT],
  };
  const other_job = { ...EMPLOYMENT, company: { ...EMPLOYMENT.company, name: 'Fable Freight' } };
  const OTHER = {
    ...LINK,
    id: 'e5'.repeat(16),
    link_id: 'e5'.repeat(16),
    tracking_info: null,
    employments: [other_job],
  };
  const REPORT: UserReportAnswer = {
    report_id: 'f6'.repeat(16),
    is_voe: false,
    created_at: '2026-03-01T12:00:00Z',
    completed_at: '2026-03-01T12:00:00Z',
    last_task_at: '2026-02-28T09:30:00Z',
    links: [LINK, OTHER],
  };
  const USER = '07'.repeat(16);
  const REQUESTED = { user_id: USER, name: null };
  const read = async (more: Partial<UserReportAnswer>, link_id?: string) =>
    (await readPdf(await userReportPdf({ ...REPORT, ...more }, REQUESTED, PRINTED, link_id))).texts;

  test('a user report shows all links, or only one link if one is requested', async () => {
    const texts = await read({});
    const words = texts.map(({ text }) => text);
    for (const text of [
      'Verification of income and employment',
      REPORT.report_id,
      USER,
      '03/01/2026 12:00:00 UTC',
      '02/28/2026 09:30:00 UTC',
      'Quarry Lane Bakery',
      'Fable Freight',
      LINK.link_id,
      OTHER.link_id,
    ]) {
      expect(words).toContain(text);
    }
    expect(faultsOf(texts)).toEqual([]);
    const alone = (await read({}, OTHER.link_id)).map(({ text }) => text);
    expect(alone).toContain('Fable Freight');
    expect(alone).not.toContain('Quarry Lane Bakery');
    expect(alone).not.toContain(LINK.link_id);
  });

  test('a user report names the person for whom it was requested; if the source gives that person another name, the report warns', async () => {
    const { full_name } = LINK.employments[0]?.profile ?? {};
    const said = async (name: string) => {
      const bytes = await userReportPdf({ ...REPORT, links: [LINK] }, { user_id: USER, name }, PRINTED);
      const words = (await readPdf(bytes)).texts.map(({ text }) => text);
      expect(words).toContain(name);
      return words.filter((text) => text.startsWith('The name at the source'));
    };
    const names = String(full_name).split(' ');
    expect(await said(`${names[0]} ${names.at(-1)}`.toUpperCase())).toEqual([]);
    expect(await said('Persephone Quillfeather')).toEqual([
      `The name at the source, ${full_name}, differs from the name this report was requested for.`,
    ]);
  });

  test('a user report shows at least 12 statements of an employment, even if there are very many links', async () => {
    const many = Array.from({ length: 60 }, (_, at) => ({ ...OTHER, link_id: at.toString(16).padStart(32, '0') }));
    const links = [...many, { ...LINK, employments: [{ ...EMPLOYMENT, statements: statementsEvery14Days(53) }] }];
    const texts = await read({ links });
    expect(texts.filter(({ text }) => /^0{30}[0-9a-f]{2}$/.test(text))).toHaveLength(60);
    const [, shown] = /the newest (\d+) of 53/.exec(texts.map(({ text }) => text).join('\n')) ?? [];
    expect(Number(shown)).toBeGreaterThanOrEqual(12);
    expect(faultsOf(texts)).toEqual([]);
  });

  test('a user report has no amounts if the is_voe option is set', async () => {
    const links = [{ ...LINK, employments: [WITHOUT_PAY] }];
    const words = (await read({ is_voe: true, links })).map(({ text }) => text);
    expect(words).toContain('Verification of employment');
    expect(words.filter((text) => /\d\.\d\d/.test(text))).toEqual([]);
  });

  test('if the person has no data, a user report says that there was no employment data', async () => {
    const texts = await read({ links: [], last_task_at: null });
    const words = texts.map(({ text }) => text);
    expect(words).toContain('There was no employment data when this report was made.');
    expect(words).toContain('1 of 1');
    expect(words.filter((text) => /undefined|NaN|^null/.test(text))).toEqual([]);
  });
});

describe('an income report PDF with missing data, with long text or with hostile text', () => {
  const nothing = { street: null, city: null, state: null, zip: null, country: null };

  test('an income report never shows null or undefined for an empty employment', async () => {
    const [statement] = EMPLOYMENT.statements;
    const [account] = EMPLOYMENT.bank_accounts;
    if (statement === undefined || account === undefined) throw new Error('the sample has lost something');
    const emptied = <T extends object>(value: T): T => ({
      ...value,
      ...Object.fromEntries(
        Object.entries(value).flatMap(([key, field]) =>
          typeof field === 'string' && key !== 'id' ? [[key, null]] : [],
        ),
      ),
    });
    const { words, texts } = await readIncome({
      tracking_info: null,
      employments: [
        {
          ...emptied(EMPLOYMENT),
          company: { name: null, address: nothing, phone: null, ein: null },
          profile: { ...emptied(EMPLOYMENT.profile), home_address: nothing },
          statements: [emptied(statement)],
          annual_income_summary: [],
          w2s: [],
          bank_accounts: [emptied(account)],
        },
      ],
    });
    expect(words.filter((text) => /undefined|NaN|^null/.test(text))).toEqual([]);
    expect(words).toContain('Pay on –');
    expect(faultsOf(texts)).toEqual([]);
  });

  test('an income report shows the largest amounts untruncated and within the margins', async () => {
    const most = '9999999999.99' as const;
    const amounts = Object.fromEntries(
      Object.entries(EMPLOYMENT.statements[0] ?? {}).flatMap(([key, value]) =>
        /^-?\d+\.\d\d$/.test(String(value)) ? [[key, most]] : [],
      ),
    );
    const { texts } = await withEmployment({
      income: most,
      pay_rate: most,
      statements: EMPLOYMENT.statements.map((statement) => ({ ...statement, ...amounts })),
      w2s: EMPLOYMENT.w2s.map((w2) => ({ ...w2, wages: most, gross_pay: most, medicare_tax: most })),
    });
    const shown = texts.filter(({ text }) => text.startsWith('9,999'));
    expect(shown.filter(({ text }) => !/^9,999,999,999\.99( an hour)?$/.test(text))).toEqual([]);
    expect(shown.length).toBeGreaterThan(20);
    expect(shown.filter(({ height }) => height < 4)).toEqual([]);
    expect(faultsOf(texts)).toEqual([]);
  });

  test('an income report shortens a very long company name to two lines; the fields below the name stay on the first page', async () => {
    const { texts, words } = await withEmployment({
      company: { ...EMPLOYMENT.company, name: 'Amalgamated Warehousing '.repeat(40) },
    });
    expect(words.filter((text) => text.startsWith('Amalgamated'))).toHaveLength(2);
    expect(words.filter((text) => text.endsWith('…'))).toHaveLength(1);
    expect(texts.find(({ text }) => text === 'EIN')?.page).toBe(1);
    expect(faultsOf(texts)).toEqual([]);
  });

  test('an income report shows markup as text, and unsupported characters as question marks', async () => {
    const name = `<script>alert(1)</script> \u202Ennairam ${'😀'.repeat(50)}`;
    const { words, texts, info } = await withEmployment({
      company: { ...EMPLOYMENT.company, name },
      profile: { ...EMPLOYMENT.profile, full_name: name },
    });
    const printed = words.filter((text) => text.startsWith('<script>alert(1)</script> ?nnairam'));
    expect(printed.length).toBeGreaterThanOrEqual(2);
    expect(words.join('')).not.toMatch(/[\u202E😀]/u);
    expect(words).toContain('23.00 an hour');
    expect(String(info['Title'])).toBe(`Income report ${INCOME_REPORT.id}`);
    expect(faultsOf(texts)).toEqual([]);
  });

  test('an income report shows all amounts on two pages with an intact layout, even with arbitrary text', {
    timeout: 60_000,
  }, async () => {
    const text = fc.string({ unit: 'binary', maxLength: 300 });
    await fc.assert(
      fc.asyncProperty(text, text, text, text, async (name, title, reference, issuer) => {
        const { texts, pages, words } = await readIncome(
          {
            tracking_info: reference,
            employments: [
              {
                ...EMPLOYMENT,
                job_title: title,
                manager_name: name,
                company: { ...EMPLOYMENT.company, name },
                profile: { ...EMPLOYMENT.profile, full_name: name },
                missing_data_fields: [title],
              },
            ],
          },
          { ...PRINTED, issuer: { name: issuer, environment: 'sandbox' } },
        );
        expect(pages).toBe(2);
        expect(faultsOf(texts)).toEqual([]);
        const figures = ['23.00 an hour', '8,450.75', '49,123.26', '***-**-4321', '2 of 2'];
        expect(figures.filter((figure) => !words.includes(figure))).toEqual([]);
      }),
      { numRuns: 25 },
    );
  });

  test('an income report continues on further pages if there are many employments', async () => {
    const employments = Array.from({ length: 20 }, () => ({ ...EMPLOYMENT, statements: statementsEvery14Days(60) }));
    const { texts, pages } = await readIncome({ employments });
    expect(pages).toBeGreaterThanOrEqual(20);
    expect(texts.filter(({ text }) => text === `${pages} of ${pages}`)).toHaveLength(1);
    expect(texts.filter(({ text }) => text.startsWith('Pay statements: the newest'))).toHaveLength(20);
  });
});
