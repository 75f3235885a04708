// Tests the PDF of asset reports through the whole application.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newId } from '#base/ids.ts';
import type { AssetReportAnswer } from '#domain/reports/asset-reports.ts';
import { invalid, NOT_FOUND } from '#test/answers.ts';
import { newClient, type TestClient, type TestHouse } from '#test/house.ts';
import { type ReadText, readPdf } from '#test/pdf.ts';
import { checksumByHand, faultsOf, inDays, inFigures } from '#test/reports.ts';
import { connect, finishTasks, newUser, openWorkingHouse } from '#test/tasks.ts';

let house: TestHouse;
let client: TestClient;
beforeAll(async () => {
  house = await openWorkingHouse();
  client = await newClient(house);
});
afterAll(() => house.close());

const urlOf = (user_id: string): string => `/v1/users/${user_id}/assets/reports/`;

async function made(username: string, body: object = {}): Promise<{ url: string; report: AssetReportAnswer }> {
  const user_id = await newUser(client.sandbox, newId(), { ssn: '991-91-9991' });
  await connect(client.sandbox, user_id, { provider_id: 'vouch_bank', product_type: 'assets', username });
  await finishTasks(house);
  const report: AssetReportAnswer = (await client.sandbox('POST', urlOf(user_id), body)).json();
  return { url: `${urlOf(user_id)}${report.report_id}/`, report };
}
const pdfOf = (url: string, accept = 'application/pdf') =>
  client.sandbox('GET', `${url}?fmt=pdf`, undefined, { accept });

describe('GET of an asset report with fmt=pdf', () => {
  test('200: returns the report as a PDF, with the same bytes every time', async () => {
    const { url, report } = await made('goodlogin');
    const first = await pdfOf(url);
    expect(first.statusCode).toBe(200);
    expect(first.headers).toMatchObject({
      'content-type': 'application/pdf',
      'content-disposition': `attachment; filename="asset-report-${report.report_id}.pdf"`,
    });
    house.clock.advance(3_600_000);
    expect((await pdfOf(url, 'application/json')).rawPayload.equals(first.rawPayload)).toBe(true);
    const words = (await readPdf(first.rawPayload)).texts.map(({ text }) => text);
    expect(words).toContain('Acme Lending');
    expect(words).toContain('Sandbox: the people and figures in this report are invented.');
    expect(words).toContain(`SHA-256 ${checksumByHand(report)}`);
  });

  test.each(['goodlogin', 'overdrawn', 'goodlogin.all'])(
    '200: the PDF of an asset report shows the same data as the JSON (login %s)',
    async (username) => {
      const body = { days_requested: 180, large_deposit_threshold: { fixed_amount: 2000 } };
      const { url, report } = await made(username, body);
      const { texts } = await readPdf((await pdfOf(url)).rawPayload);
      expect(texts.map(({ text }) => text)).toContain('***-**-9991');
      const lines = linesOf(texts);
      const { balance, ...averages } = report.summary;
      expect(lines).toContainEqual([balance, ...Object.values(averages)].map(inFigures));
      const rows = rowsOf(lines);
      for (const { balances, summary, transactions } of report.links.flatMap(({ accounts }) => accounts)) {
        expect(lines).toContainEqual([balances.balance, ...Object.values(summary)].map(inFigures));
        const large = transactions.filter(({ is_large_deposit }) => is_large_deposit);
        // For each account the PDF lists the large deposits first, then all transactions. The rows after these
        // transactions belong to the next account.
        const expected = [...large, ...transactions].map(rowFor);
        expect(rows.splice(0, expected.length)).toEqual(expected);
      }
      expect(rows).toEqual([]);
      expect(faultsOf(texts)).toEqual([]);
    },
  );

  test('200: if is_voe is true, the PDF shows no amounts', async () => {
    const { url } = await made('overdrawn', { is_voe: true });
    const words = (await readPdf((await pdfOf(url)).rawPayload)).texts.map(({ text }) => text);
    expect(words.filter((text) => /\d\.\d\d/.test(text))).toEqual([]);
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

/** Groups the text fragments by line; each line is sorted from left to right. */
function linesOf(texts: readonly ReadText[]): string[][] {
  const lines = new Map<string, ReadText[]>();
  for (const text of texts) {
    const key = `${text.page} ${text.y}`;
    lines.set(key, [...(lines.get(key) ?? []), text]);
  }
  return [...lines.values()].map((line) => line.toSorted((a, b) => a.x - b.x).map(({ text }) => text));
}

/**
 * Returns the lines that show transactions. Such a line has a date, a description, an optional remark and an amount.
 * The description is left out, because the PDF may truncate it.
 */
const rowsOf = (lines: readonly string[][]): string[][] =>
  lines
    .filter(([day = '', , ...rest]) => /^\d\d\/\d\d\/\d{4}$/.test(day) && /\.\d\d$/.test(rest.at(-1) ?? ''))
    .map(([day = '', , ...rest]) => [day, ...rest]);

type Transaction = AssetReportAnswer['links'][number]['accounts'][number]['transactions'][number];

const rowFor = ({ transacted_at, amount, is_large_deposit, status }: Transaction): string[] => [
  inDays(transacted_at),
  ...(is_large_deposit ? ['Large deposit'] : status === 'PENDING' ? ['Pending'] : []),
  inFigures(amount),
];
