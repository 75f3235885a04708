// Tests the PDF of income reports through the whole application.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newId } from '#base/ids.ts';
import type { BankIncomeSource, BankIncomeSummary } from '#domain/reports/income-insights.ts';
import { invalid, NOT_FOUND } from '#test/answers.ts';
import { newClient, type TestClient, type TestHouse } from '#test/house.ts';
import { banked, insightsUrl, linkIncomeUrl, madeInsights, sourcesIn } from '#test/income.ts';
import { type ReadText, readPdf } from '#test/pdf.ts';
import { checksumByHand, faultsOf, inDays, inFigures } from '#test/reports.ts';
import { openWorkingHouse } from '#test/tasks.ts';

let house: TestHouse;
let client: TestClient;
beforeAll(async () => {
  house = await openWorkingHouse();
  client = await newClient(house);
});
afterAll(() => house.close());

async function made(username: string, body: object = {}) {
  const { user_id } = await banked(house, client.sandbox, username);
  const report = await madeInsights(client.sandbox, user_id, body);
  return { url: `${insightsUrl(user_id)}${report.report_id}/`, report };
}
const pdfOf = (url: string, accept = 'application/pdf') =>
  client.sandbox('GET', `${url}?fmt=pdf`, undefined, { accept });

describe('GET of an income report with fmt=pdf', () => {
  test('200: returns the report as a PDF, with the same bytes every time', async () => {
    const { url, report } = await made('goodlogin');
    const first = await pdfOf(url);
    expect(first.statusCode).toBe(200);
    expect(first.headers).toMatchObject({
      'content-type': 'application/pdf',
      'content-disposition': `attachment; filename="income-insights-report-${report.report_id}.pdf"`,
    });
    house.clock.advance(3_600_000);
    expect((await pdfOf(url, 'application/json')).rawPayload.equals(first.rawPayload)).toBe(true);
    const words = (await readPdf(first.rawPayload)).texts.map(({ text }) => text);
    expect(words).toContain('Acme Lending');
    expect(words).toContain('Sandbox: the people and figures in this report are invented.');
    expect(words).toContain(`SHA-256 ${checksumByHand(report)}`);
  });

  test.each([
    ['goodlogin.all', 90],
    ['irregular', 365],
    ['gig.worker', 365],
    ['benefits', 90],
    ['overdrawn', 30],
  ])(
    '200: the PDF of an income report shows the same data as the JSON (login `%s`, %d days)',
    async (username, days_requested) => {
      const { url, report } = await made(username, { days_requested });
      const { texts } = await readPdf((await pdfOf(url)).rawPayload);
      const lines = linesOf(texts);
      for (const line of summaryLines(report.bank_income_summary)) expect(lines).toContainEqual(line);
      // The summary is on the first page.
      expect(texts.find(({ text }) => text === 'Summary')?.page).toBe(1);
      const rows = depositRows(lines);
      for (const source of sourcesIn(report)) {
        for (const line of sourceLines(source)) expect(lines).toContainEqual(line);
        const expected = source.historical_summary.flatMap(({ transactions }) =>
          transactions.map(({ date, description, amount }) => [inDays(date), description, inFigures(amount)]),
        );
        expect(rows.splice(0, expected.length)).toEqual(expected);
      }
      expect(rows).toEqual([]);
      expect(faultsOf(texts)).toEqual([]);
    },
  );

  test('200: the PDF of a link’s report shows the same data as the JSON and has its own file name', async () => {
    const { link_id } = await banked(house, client.sandbox, 'benefits');
    const report = (await client.sandbox('POST', linkIncomeUrl(link_id))).json();
    const response = await pdfOf(linkIncomeUrl(link_id));
    expect(response.headers['content-disposition']).toBe(`attachment; filename="bank-income-report-${report.id}.pdf"`);
    const { texts } = await readPdf(response.rawPayload);
    expect(texts.map(({ text }) => text)).toContain(`SHA-256 ${checksumByHand(report)}`);
    const lines = linesOf(texts);
    for (const line of summaryLines(report.summary)) expect(lines).toContainEqual(line);
    for (const line of report.income.flatMap(sourceLines)) expect(lines).toContainEqual(line);
    expect(faultsOf(texts)).toEqual([]);
  });

  test('400 for an unknown fmt, 404 for an unknown report, 406 if Accept admits neither PDF nor JSON', async () => {
    const { url, report } = await made('checking');
    expect((await client.sandbox('GET', `${url}?fmt=csv`)).json()).toEqual(
      invalid(['fmt', '"csv" is not a valid choice.']),
    );
    expect((await client.sandbox('GET', `${url}?fmt=`)).statusCode).toBe(400);
    expect((await pdfOf(url.replace(report.report_id, newId()))).json()).toEqual(NOT_FOUND);
    expect((await pdfOf(url, 'text/html')).statusCode).toBe(406);
  });
});

/** Returns the lines that must show the amounts and counts of the summary. */
const summaryLines = (summary: BankIncomeSummary): string[][] => [
  ...summary.total_amounts.map(({ amount }, at) =>
    [
      summary.historical_average_monthly_income[at]?.amount ?? null,
      summary.historical_average_monthly_gross_income[at]?.amount ?? null,
      summary.forecasted_average_monthly_income[at]?.amount ?? null,
      amount,
    ].map(inFigures),
  ),
  ...summary.total_amounts.map((_, at) =>
    [
      summary.historical_annual_income[at]?.amount ?? null,
      summary.historical_annual_gross_income[at]?.amount ?? null,
      summary.forecasted_annual_income[at]?.amount ?? null,
    ].map(inFigures),
  ),
  [
    String(summary.income_sources_count),
    String(summary.income_categories_count),
    String(summary.income_transactions_count),
    `${inDays(summary.start_date)} to ${inDays(summary.end_date)}`,
  ],
];

const sourceLines = (source: BankIncomeSource): string[][] => [
  [
    source.historical_average_monthly_income,
    source.historical_average_monthly_gross_income,
    source.forecasted_average_monthly_income,
    source.total_amount,
  ].map(inFigures),
  [
    inFigures(source.avg_deposit_amount),
    inFigures(source.avg_gross_deposit_amount),
    `${inDays(source.start_date)} to ${inDays(source.end_date)}`,
    String(source.transaction_count),
  ],
  ...source.historical_summary.map(({ start_date, end_date, total_amount, transactions }) => [
    inDays(start_date),
    inDays(end_date),
    String(transactions.length),
    inFigures(total_amount),
  ]),
];

/** Groups the text fragments by line; each line is sorted from left to right. */
function linesOf(texts: readonly ReadText[]): string[][] {
  const lines = new Map<string, ReadText[]>();
  for (const text of texts) {
    const key = `${text.page} ${text.y}`;
    lines.set(key, [...(lines.get(key) ?? []), text]);
  }
  return [...lines.values()].map((line) => line.toSorted((a, b) => a.x - b.x).map(({ text }) => text));
}

/** Returns the lines that show a deposit: its date, its description and its amount. */
const depositRows = (lines: readonly string[][]): string[][] =>
  lines.filter(
    (line) => line.length === 3 && /^\d\d\/\d\d\/\d{4}$/.test(line[0] ?? '') && /\.\d\d$/.test(line[2] ?? ''),
  );
