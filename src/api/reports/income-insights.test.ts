import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { recount } from '#analysis/recount/recount.ts';
import { FIGURES } from '#analysis/recount/source.ts';
import { newId } from '#base/ids.ts';
import type { BankIncomeSource } from '#domain/reports/income-insights.ts';
import { SYSTEM } from '#storage/platform/db.ts';
import { invalid, NOT_FOUND } from '#test/answers.ts';
import { BASE_URL, newClient, type TestClient, type TestHouse } from '#test/house.ts';
import { allTransactions, banked, explained, insightsUrl, madeInsights, sourcesIn } from '#test/income.ts';
import { advance, connect, finishTasks, newUser, openWorkingHouse } from '#test/tasks.ts';

let house: TestHouse;
let client: TestClient;
beforeAll(async () => {
  house = await openWorkingHouse();
  client = await newClient(house);
});
afterAll(() => house.close());

const person = () => newUser(client.sandbox, newId());
const bankOf = (username: string, user_id?: string) => banked(house, client.sandbox, username, user_id);
const made = (user_id: string, body?: object) => madeInsights(client.sandbox, user_id, body);
const read = (user_id: string, id: string) => client.sandbox('GET', `${insightsUrl(user_id)}${id}/`);

/** The main fields of an income source. */
const inBrief = (source: BankIncomeSource) => [
  source.income_category,
  source.income_description,
  source.pay_frequency,
  source.next_payment_date,
  source.transaction_count,
  source.total_amount,
  source.historical_average_monthly_income,
];

describe('POST /v1/users/{user_id}/income_insights/reports/', () => {
  test('201: the totals, averages and monthly amounts in the report for login `goodlogin` are exact to the cent', async () => {
    const { user_id, link_id } = await bankOf('goodlogin');
    const { links, ...report } = await made(user_id);
    const usd = (amount: string) => [{ amount, iso_currency_code: 'USD' }];
    expect(report).toMatchObject({
      report_id: expect.stringMatching(/^[0-9a-f]{32}$/),
      created_at: '2026-03-01T12:00:00Z',
      completed_at: '2026-03-01T12:00:00Z',
      days_requested: 90,
      bank_income_summary: {
        start_date: '2025-12-05',
        end_date: '2026-02-27',
        income_sources_count: 1,
        income_categories_count: 1,
        income_transactions_count: 7,
        total_amounts: usd('16890.22'),
        // The report's 90 days contain seven of the year's 26 pay days. The monthly average is therefore the total
        // times 26/7, divided by 12 and rounded. The annual income is this monthly average times 12.
        historical_average_monthly_income: usd('5227.93'),
        historical_annual_income: usd('62735.16'),
      },
    });
    expect(links).toMatchObject([
      { link_id, provider: 'vouch_bank', provider_name: 'Vouch Bank', tracking_info: null },
    ]);
    expect(links[0]?.accounts).toMatchObject([
      { type: 'CHECKING', mask: '4721', days_available: 90, owners: [{ relation_type: 'PRIMARY' }] },
      // The first savings transaction in these 90 days is on December 8.
      { type: 'SAVINGS', days_available: 84 },
      { type: 'INVESTMENT', days_available: 0 },
    ]);
    const [checking] = links[0]?.bank_income_sources ?? [];
    expect(checking).toMatchObject({
      account_id: links[0]?.accounts[0]?.id,
      start_date: '2025-12-05',
      end_date: '2026-02-27',
      // The average of one deposit of 2223.54 and five deposits of 2240.62, excluding the bonus on December 19.
      avg_deposit_amount: '2237.77',
      pay_frequency: 'BW',
      next_payment_date: '2026-03-13',
      employer: { id: expect.stringMatching(/^[0-9a-f]{32}$/), name: 'Larkspur Analytics', logo_url: null },
    });
    expect(
      checking?.historical_summary.map(({ start_date, end_date, total_amount }) => [
        start_date,
        end_date,
        total_amount,
      ]),
    ).toEqual([
      // The report covers 90 days, which start on December 2, so the first period of the summary starts on that day.
      ['2025-12-02', '2025-12-31', '5687.12'],
      ['2026-01-01', '2026-01-31', '6721.86'],
      ['2026-02-01', '2026-02-28', '4481.24'],
    ]);
    expect(checking?.historical_summary[0]?.transactions[0]).toMatchObject({
      amount: '2223.54',
      iso_currency_code: 'USD',
      date: '2025-12-05',
      check_number: null,
      pending: false,
      transaction_id: expect.stringMatching(/^[0-9a-f]{32}$/),
    });
  });

  // The expected values were computed by hand. They cover the transactions of the sandbox people from 2025-12-02 to
  // 2026-03-01.
  test.each<[string, ReturnType<typeof inBrief>[]]>([
    [
      'gig.worker',
      [
        // The next income source pays weekly, on Tuesdays. Its 13 payments in this period total 6189.32.
        ['GIG_ECONOMY', 'HOPALONG RIDES', 'W', '2026-03-03', 13, '6189.32', '2063.11'],
        ['GIG_ECONOMY', 'PARCELPUP', null, null, 23, '2251.13', expect.stringMatching(/^\d{3}\.\d\d$/)],
      ],
    ],
    [
      'benefits',
      [
        // This source pays on the second Wednesday of each month. The amount was raised once, from 1835.00 to 1881.00.
        ['SOCIAL_SECURITY', 'SSA', 'M', '2026-03-11', 3, '5597.00', '1865.67'],
        // This source pays on the last business day of each month. The veterans' office paid only twice in the 90 days,
        // too rarely to count as an income source.
        ['RETIREMENT', 'GULF TEACHERS RET', 'M', '2026-03-31', 3, '1837.20', '612.40'],
      ],
    ],
    // Rent from a tenant arrives on the third day of each month. Cash, checks, invoices and shop refunds are too rare
    // to count as income sources.
    ['irregular', [['RENTAL', 'ZELLE TOBIAS FENWICK', 'M', '2026-03-03', 3, '2340.00', '780.00']]],
    // Reversals, fees and a check of 3657.44 are not income.
    ['overdrawn', [['PAYCHECK', 'SUNNY FORK MARKE', 'W', '2026-03-06', 13, '7375.85', '2458.62']]],
    [
      'goodlogin.all',
      [
        ['PAYCHECK', 'COPPER CANYON LO', 'BW', '2026-03-13', 7, '19828.83', '6137.50'],
        ['RENTAL', 'BLUEBONNET PM', 'M', '2026-03-02', 3, '3450.00', '1150.00'],
        ['PAYCHECK', 'COPPER CANYON LO', 'BW', '2026-03-13', 7, '2100.00', '650.00'],
        ['INTEREST_DIVIDENDS', 'INTEREST', 'M', '2026-03-31', 3, '306.70', '102.23'],
        ['INTEREST_DIVIDENDS', 'INTEREST', 'M', '2026-03-31', 3, '118.87', '39.62'],
        ['CHILD_SUPPORT', 'TX CHILD SUPPORT SDU', 'M', '2026-03-05', 3, '1440.00', '480.00'],
      ],
    ],
  ])('201: an income report finds the income sources of login `%s`, exact to the cent', async (username, expected) => {
    const { user_id } = await bankOf(username);
    expect(sourcesIn(await made(user_id)).map(inBrief)).toEqual(expected);
  });

  test('201: a report over a year for login `irregular` has four categories; cash deposits and tax refunds count in the total but not in the monthly average', async () => {
    const { user_id } = await bankOf('irregular');
    const report = await made(user_id, { days_requested: 365 });
    const sources = sourcesIn(report);
    expect(new Set(sources.map(({ income_category }) => income_category))).toEqual(
      new Set(['RENTAL', 'SELF_EMPLOYMENT', 'CASH_DEPOSIT', 'TAX_REFUND']),
    );
    const lasting = sources.filter(({ income_category }) => !['CASH_DEPOSIT', 'TAX_REFUND'].includes(income_category));
    const sumOf = (list: BankIncomeSource[], name: 'total_amount' | 'historical_average_monthly_income') =>
      list.reduce((sum, source) => sum + Math.round(Number(source[name]) * 100), 0) / 100;
    const { total_amounts, historical_average_monthly_income } = report.bank_income_summary;
    expect(Number(total_amounts[0]?.amount)).toBe(sumOf(sources, 'total_amount'));
    expect(Number(historical_average_monthly_income[0]?.amount)).toBe(
      sumOf(lasting, 'historical_average_monthly_income'),
    );
    expect(lasting.length).toBeLessThan(sources.length);
  });

  test('201: if the user has a payroll link, the source names the employer, and the source’s gross amount comes from the pay stub', async () => {
    const { user_id, link_id: bank_link_id } = await bankOf('goodlogin');
    const before = sourcesIn(await made(user_id))[0];
    const payroll = { provider_id: 'vouch_payroll', product_type: 'income', username: 'goodlogin' };
    const { link_id } = await connect(client.sandbox, user_id, payroll);
    await finishTasks(house);
    const report = await made(user_id);
    const { statements } = (await client.sandbox('GET', `/v1/links/${link_id}/income/report/`)).json().employments[0];
    const stub = statements.find(({ pay_date }: { pay_date: string }) => pay_date === '2026-02-27');
    const explanation = await explained(client.sandbox, user_id, report.report_id);
    const { figures } = explanation.sources[0] ?? {};
    expect(figures?.['avg_gross_deposit_amount']).toMatchObject({
      rule: 'gross.pay-stub',
      inputs: { pay_stub: stub.id, stub_gross: stub.gross_pay, stub_net: stub.net_pay },
    });
    const [after] = sourcesIn(report);
    const gross = (Number(after?.avg_deposit_amount) * Number(stub.gross_pay)) / Number(stub.net_pay);
    expect(Number(after?.avg_gross_deposit_amount)).toBeCloseTo(gross, 2);
    expect(after?.avg_gross_deposit_amount).not.toBe(before?.avg_gross_deposit_amount);
    expect(after?.employer?.name).toBe('Larkspur Analytics');
    expect(report.links).toHaveLength(1);
    expect(recount(report, explanation, await allTransactions(client.sandbox, bank_link_id))).toEqual([]);
  });

  test('201: covers all the user’s banks, each with its own income sources', async () => {
    const { user_id, link_id } = await bankOf('overdrawn');
    const second = await bankOf('benefits', user_id);
    const { links, bank_income_summary } = await made(user_id);
    expect(links.map((link) => [link.link_id, link.bank_income_sources.length])).toEqual(
      expect.arrayContaining([
        [link_id, 1],
        [second.link_id, 2],
      ]),
    );
    expect(bank_income_summary).toMatchObject({ income_sources_count: 3, income_categories_count: 3 });
    expect(bank_income_summary.total_amounts).toEqual([{ amount: '14810.05', iso_currency_code: 'USD' }]);
  });

  test('201: a user without data gets a report without links', async () => {
    expect(await made(await person())).toMatchObject({
      days_requested: 90,
      links: [],
      bank_income_summary: {
        start_date: '2025-12-02',
        end_date: '2026-03-01',
        income_sources_count: 0,
        total_amounts: [],
        forecasted_annual_income: [],
      },
    });
  });

  test('201: without days_requested in the request, the value in the client’s default template for income is used', async () => {
    const other = await newClient(house);
    const template = {
      name: 'Year',
      products: ['income'],
      default_for_products: true,
      reports: { income_insights: { days_requested: 365 } },
    };
    const created = await other.sandbox('POST', '/v1/templates/', template);
    expect(created.statusCode, created.body).toBe(201);
    const user_id = await newUser(other.sandbox, newId());
    expect((await madeInsights(other.sandbox, user_id)).days_requested).toBe(365);
    expect((await madeInsights(other.sandbox, user_id, { days_requested: 30 })).days_requested).toBe(30);
  });

  test.each([
    [{ days_requested: 30 }, 201],
    [{ days_requested: 730, consumer_report_permissible_purpose: 'EXTENSION_OF_CREDIT' }, 201],
    [{ consumer_report_permissible_purpose: 'ELIGIBILITY_FOR_GOVT_BENEFITS' }, 201],
    [{ consumer_report_permissible_purpose: null }, 201],
  ])('201 for an income report with the body %j', async (body, status) => {
    expect((await client.sandbox('POST', insightsUrl(await person()), body)).statusCode).toBe(status);
  });

  test.each([
    [{ days_requested: 29 }, ['days_requested', 'Ensure this value is greater than or equal to 30.']],
    [{ days_requested: 731 }, ['days_requested', 'Ensure this value is less than or equal to 730.']],
    [{ days_requested: '90' }, ['days_requested', 'A valid integer is required.']],
    [
      { consumer_report_permissible_purpose: 'CURIOSITY' },
      ['consumer_report_permissible_purpose', '"CURIOSITY" is not a valid choice.'],
    ],
  ] as const)('400 for an income report with the body %j', async (body, [field, message]) => {
    const response = await client.sandbox('POST', insightsUrl(await person()), body);
    expect([response.statusCode, response.json()]).toEqual([400, invalid([field, message])]);
  });
});

describe('GET /v1/users/{user_id}/income_insights/reports/{report_id}/', () => {
  test('200: returns the report as created, even after the link was refreshed or deleted', async () => {
    const { user_id, link_id } = await bankOf('gig.worker');
    const report = await made(user_id);
    const explanation = await explained(client.sandbox, user_id, report.report_id);
    await advance(house, client.sandbox, 14 * 86_400);
    const { access_token } = (await client.sandbox('GET', `/v1/links/?user_id=${user_id}`)).json().results[0];
    expect((await client.sandbox('POST', '/v1/refresh/tasks/', { access_token })).statusCode).toBe(201);
    await finishTasks(house);
    expect(sourcesIn(await made(user_id))).not.toEqual(sourcesIn(report));
    expect((await read(user_id, report.report_id)).json()).toEqual(report);
    expect((await client.sandbox('DELETE', `/v1/links/${link_id}/`)).statusCode).toBe(204);
    expect((await read(user_id, report.report_id)).json()).toEqual(report);
    expect(await explained(client.sandbox, user_id, report.report_id)).toEqual(explanation);
  });

  test('404 for an unknown report, and for a report of another user or kind', async () => {
    const user_id = await person();
    const { report_id } = await made(user_id);
    const assets = (await client.sandbox('POST', `/v1/users/${user_id}/assets/reports/`)).json();
    for (const [owner, id] of [
      [user_id, newId()],
      [await person(), report_id],
      [user_id, assets.report_id],
    ] as const) {
      expect((await read(owner, id)).json()).toEqual(NOT_FOUND);
      expect((await client.sandbox('GET', `${insightsUrl(owner)}${id}/explain/`)).json()).toEqual(NOT_FOUND);
    }
    expect((await client.sandbox('GET', `/v1/users/${user_id}/assets/reports/${report_id}/`)).statusCode).toBe(404);
  });

  test('the stored report is encrypted, and is deleted when the user is deleted', async () => {
    const { user_id } = await bankOf('benefits');
    const { report_id } = await made(user_id);
    const stored = () =>
      house.database
        .scoped(SYSTEM)
        .query<{ sealed: Buffer; kind: string }>('select sealed, kind from user_reports where id = $1', [report_id]);
    const { rows } = await stored();
    expect(rows[0]?.kind).toBe('income_insights');
    expect(rows[0]?.sealed.includes('SOCIAL_SECURITY')).toBe(false);
    await client.sandbox('DELETE', `/v1/users/${user_id}/`);
    expect((await stored()).rows).toEqual([]);
  });
});

describe('GET /v1/users/{user_id}/income_insights/reports/', () => {
  test('200: lists reports newest first, in pages; the user’s income_insights_report_id is the id of the newest report', async () => {
    const user_id = await person();
    expect((await client.sandbox('GET', `/v1/users/${user_id}/`)).json().income_insights_report_id).toBe(null);
    const first = await made(user_id);
    await advance(house, client.sandbox, 60);
    const second = await made(user_id);
    const { results, ...page } = (await client.sandbox('GET', `${insightsUrl(user_id)}?page_size=1`)).json();
    expect(page).toEqual({
      count: 2,
      next: `${BASE_URL}${insightsUrl(user_id)}?page_size=1&page=2`,
      previous: null,
    });
    const { report_id, created_at, completed_at } = second;
    expect(results).toEqual([{ report_id, created_at, completed_at }]);
    const older = (await client.sandbox('GET', `${insightsUrl(user_id)}?page_size=1&page=2`)).json();
    expect(older.results[0].report_id).toBe(first.report_id);
    expect((await client.sandbox('GET', `/v1/users/${user_id}/`)).json().income_insights_report_id).toBe(report_id);
  });
});

describe('GET /v1/users/{user_id}/income_insights/reports/{report_id}/explain/', () => {
  test.each(['goodlogin', 'goodlogin.all', 'gig.worker', 'benefits', 'irregular', 'overdrawn'])(
    '200: for login `%s`, the explanation of an income report covers every amount and every credit, and recalculating the amounts gives the same results',
    async (username) => {
      const { user_id, link_id } = await bankOf(username);
      const transactions = await allTransactions(client.sandbox, link_id);
      for (const days_requested of [30, 90, 365, 730]) {
        const report = await made(user_id, { days_requested });
        const explanation = await explained(client.sandbox, user_id, report.report_id);
        expect(recount(report, explanation, transactions), `${days_requested} days`).toEqual([]);
        for (const { figures, calendar } of explanation.sources) {
          expect(Object.keys(figures).toSorted()).toEqual(FIGURES.toSorted());
          expect(Object.keys(calendar).toSorted()).toEqual(['anchor', 'model', 'residual_days', 'roll', 'runner_up']);
        }
        const explained_ids = [
          ...explanation.sources.flatMap((source) => source.transactions),
          ...explanation.rejected.map(({ transaction_id }) => transaction_id),
        ];
        const first = new Date(Date.parse(report.created_at) - (days_requested - 1) * 86_400_000);
        const credits = transactions.filter(
          ({ type, transacted_at }) => type === 'CREDIT' && transacted_at >= first.toISOString().slice(0, 10),
        );
        expect(explained_ids.toSorted()).toEqual(credits.map(({ id }) => id).toSorted());
      }
    },
  );
});
