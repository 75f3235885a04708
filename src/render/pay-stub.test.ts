import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { inDecimals } from '#base/money.ts';
import { earning, JOB, STATEMENT } from '#test/pay.ts';
import { type ReadText, readPdf, wordsOf } from '#test/pdf.ts';
import { payStubPdf } from './pay-stub.ts';

const DEPOSITS = [140_103n, 20_015n];

/** Returns every decimal amount in an object, formatted in the same way as amounts in documents. */
function figuresOf(shape: unknown): string[] {
  const found: string[] = [];
  JSON.stringify(shape, (_key, value: unknown) => {
    if (typeof value === 'string' && /^-?\d+\.\d\d$/.test(value))
      found.push(Number(value).toLocaleString('en-US', TWO));
    return value;
  });
  return found;
}
const TWO = { minimumFractionDigits: 2 };

/** Returns the cells of the row that contains the given text, from left to right. */
function rowOf(texts: readonly ReadText[], name: string): string[] {
  const head = texts.find(({ text }) => text === name);
  const row = texts.filter(({ y, page }) => y === head?.y && page === head.page);
  return row.toSorted((a, b) => a.x - b.x).map(({ text }) => text);
}

describe('a pay stub', () => {
  test('a pay stub shows every amount of the pay statement', async () => {
    const words = await wordsOf(await payStubPdf(JOB, STATEMENT));
    const figures = figuresOf(inDecimals(STATEMENT));
    expect(figures).toHaveLength(34);
    expect(figures.filter((figure) => !words.includes(figure))).toEqual([]);
  });

  test('a pay stub shows employer, employee, pay date and pay period', async () => {
    const words = await wordsOf(await payStubPdf(JOB, STATEMENT));
    const expected = [
      'Quarry Lane Bakery',
      '12 Flour Street',
      'Dayton, OH 45402',
      'EIN: 99-9000042',
      'Ottilie J Marrow',
      '7 Oven Court',
      'SSN: ***-**-4321',
      'Position: Baker',
      '02/27/2026',
      '02/09/2026 to 02/22/2026',
      '100417',
      'Bi-weekly',
      'Hourly',
    ];
    expect(expected.filter((text) => !words.includes(text))).toEqual([]);
    expect(words.join(' ')).not.toContain('991234321');
  });

  test('a pay stub shows current and year-to-date amounts side by side, and dashes in a line that has no current amount', async () => {
    const { texts } = await readPdf(await payStubPdf(JOB, STATEMENT, DEPOSITS));
    expect(rowOf(texts, 'Overtime')).toEqual(['Overtime', '34.50', '7.90', '272.50', '15.19', '545.18']);
    expect(rowOf(texts, 'Holiday Bonus')).toEqual(['Holiday Bonus', '–', '–', '–', '–', '300.20']);
    expect(rowOf(texts, 'Medicare')).toEqual(['Medicare', 'Medicare tax', '30.63', '122.24']);
    expect(rowOf(texts, 'Gross pay')).toEqual(['Gross pay', '2,112.50', '8,450.75']);
    expect(rowOf(texts, 'Total deductions')).toEqual(['Total deductions', '511.32', '2,047.94']);
    expect(rowOf(texts, 'Net pay')).toEqual(['Net pay', '1,601.18', '6,402.21']);
    expect(rowOf(texts, 'Everyday Checking (checking) ********4721')).toEqual([
      'Vouch Bank',
      'Everyday Checking (checking) ********4721',
      '991000012',
      'Remainder',
      '1,401.03',
    ]);
    expect(rowOf(texts, '12.50 %').at(-1)).toBe('200.15');
  });

  test('if two lines of a pay stub have the same name, both are shown, and the year-to-date amount of this name is shown only in the first line', async () => {
    const twice = {
      ...STATEMENT,
      earnings: [earning('Regular', 100n, { rate: 1n }), earning('Regular', 200n, { rate: 2n })],
      earnings_ytd: [earning('Regular', 300n)],
    };
    const { texts } = await readPdf(await payStubPdf(JOB, twice));
    const rows = texts.filter(({ text, y }) => text === 'Regular' && y > 400).map(({ y }) => y);
    const cells = rows.map((row) => texts.filter(({ y }) => y === row).map(({ text }) => text));
    expect(cells).toContainEqual(['Regular', '0.01', '–', '1.00', '–', '3.00']);
    expect(cells).toContainEqual(['Regular', '0.02', '–', '2.00', '–', '–']);
  });

  test('the PDF of a pay stub has the employer as author and the pay date as file date', async () => {
    const { info } = await readPdf(await payStubPdf(JOB, STATEMENT));
    expect(info).toMatchObject({
      Title: 'Pay stub 02/27/2026',
      Author: 'Quarry Lane Bakery',
      CreationDate: 'D:20260227000000Z',
      ModDate: 'D:20260227000000Z',
    });
  });

  test('a pay stub is the same, byte for byte, each time it is drawn, and differs if an amount differs', async () => {
    const [one, same] = [await payStubPdf(JOB, STATEMENT), await payStubPdf(JOB, STATEMENT)];
    expect(one.equals(same)).toBe(true);
    expect(one.equals(await payStubPdf(JOB, { ...STATEMENT, net_pay: 160_119n }))).toBe(false);
  });
});

describe('a pay stub with missing data', () => {
  const nothing = Object.fromEntries(
    Object.entries(STATEMENT).map(([key, value]) => [key, Array.isArray(value) ? [] : null]),
  );
  const unknown = { street: null, city: null, state: null, zip: null, country: null };

  test('a pay stub shows dashes for all values of an empty statement', async () => {
    const job = {
      company: { name: null, address: unknown, phone: null, ein: null },
      profile: { ...JOB.profile, full_name: null, ssn: null, home_address: unknown },
      job_title: null,
      pay_frequency: null,
      bank_accounts: JOB.bank_accounts.map((account) => ({
        ...account,
        bank_name: null,
        account_name: null,
        account_number: null,
        routing_number: null,
        account_type: null,
        deposit_type: null,
        deposit_value: null,
      })),
    };
    const words = await wordsOf(await payStubPdf(job, { ...STATEMENT, ...nothing }));
    expect(words).toContain('EIN: –');
    expect(words).toContain('– to –');
    expect(words.join(' ')).not.toMatch(/null|undefined|NaN|\d/);
  });

  test('a pay stub has no deposit table if there are no bank accounts, and a dash as the total if there are no deductions', async () => {
    const bare = { ...STATEMENT, deductions: [], deductions_ytd: [] };
    const { texts } = await readPdf(await payStubPdf({ ...JOB, bank_accounts: [] }, bare));
    expect(texts.map(({ text }) => text)).not.toContain('Direct deposit');
    expect(rowOf(texts, 'Total deductions')).toEqual(['Total deductions', '–', '–']);
  });
});

describe('a pay stub with long or hostile text', () => {
  const many = (count: number) => ({
    ...STATEMENT,
    earnings: Array.from({ length: count }, (_, at) =>
      earning(`Earning ${at} of a kind nobody ever heard of before, in many words`, 999_999_999_999n, {
        rate: 999_999_999_999n,
        units: 999_999_999_999n,
      }),
    ),
    earnings_ytd: [],
  });

  test('a pay stub with twenty earnings and the largest possible amounts fits on one page, within the margins', async () => {
    const { pages, texts } = await readPdf(await payStubPdf(JOB, many(20), DEPOSITS));
    expect(pages).toBe(1);
    expect(texts.filter(({ text }) => text === '9,999,999,999.99')).toHaveLength(60);
    const outside = texts.filter(({ x, y, width }) => x < 39.9 || x + width > 572.1 || y < 40 || y > 752);
    expect(outside).toEqual([]);
    expect(texts.filter(({ height }) => height < 5)).toEqual([]);
  });

  test('a pay stub with ninety earnings has several pages, in a readable size and with the header row repeated', async () => {
    const { pages, texts } = await readPdf(await payStubPdf(JOB, many(90), DEPOSITS));
    expect(pages).toBe(3);
    expect(texts.filter(({ text }) => text === '9,999,999,999.99')).toHaveLength(270);
    expect(texts.filter(({ text }) => text === 'Hours YTD').map(({ page }) => page)).toEqual([1, 2]);
    expect(texts.filter(({ height, text }) => height < 5 && text.includes('9,999'))).toEqual([]);
    expect(texts.filter(({ y }) => y < 40)).toEqual([]);
  });

  test('a pay stub shows unsupported characters as question marks, and markup as text', async () => {
    const name = '<script>alert(1)</script> \u202Egnirts😀\u0007)Tj(';
    const job = { ...JOB, company: { ...JOB.company, name }, profile: { ...JOB.profile, full_name: name } };
    const { texts, info, pages } = await readPdf(await payStubPdf(job, STATEMENT));
    expect(texts.map(({ text }) => text)).toContain('<script>alert(1)</script> ?gnirts??)Tj(');
    expect(info['Author']).toBe('<script>alert(1)</script> ?gnirts😀?)Tj(');
    expect(pages).toBe(1);
  });

  test('a pay stub shows all amounts on one page and within the margins, whatever texts it contains', {
    timeout: 30_000,
  }, async () => {
    const text = fc.string({ unit: 'binary', maxLength: 300 });
    await fc.assert(
      fc.asyncProperty(text, text, text, async (name, title, line) => {
        const job = { ...JOB, company: { ...JOB.company, name }, job_title: title };
        const { texts, pages } = await readPdf(
          await payStubPdf(job, { ...STATEMENT, earnings: [earning(line, 123_456_789n)] }),
        );
        expect(pages).toBe(1);
        const figures = ['1,234,567.89', '1,601.18', '6,402.21', '511.32'];
        expect(figures.filter((figure) => !texts.some(({ text }) => text === figure))).toEqual([]);
        expect(texts.filter(({ x, width }) => x < 39.9 || x + width > 572.1)).toEqual([]);
      }),
      { numRuns: 15 },
    );
  });

  test('a pay stub has no overlapping text, even with long names', async () => {
    const long = 'Amalgamated Warehousing and Cold Storage Holdings of the Greater Northeast '.repeat(4);
    const job = {
      ...JOB,
      company: { ...JOB.company, name: long, address: { ...JOB.company.address, street: long } },
      profile: { ...JOB.profile, full_name: long },
      job_title: long,
    };
    const { texts } = await readPdf(await payStubPdf(job, many(3), DEPOSITS));
    expect(collisions(texts)).toEqual([]);
  });
});

/** Returns pairs of overlapping texts on the same line. */
const collisions = (texts: readonly ReadText[]): string[] =>
  texts.flatMap((a, at) =>
    texts
      .slice(at + 1)
      .filter((b) => a.page === b.page && Math.abs(a.y - b.y) < 0.7 * Math.min(a.height, b.height))
      .filter((b) => a.x < b.x + b.width - 0.1 && b.x < a.x + a.width - 0.1)
      .map((b) => `${a.text} / ${b.text}`),
  );
