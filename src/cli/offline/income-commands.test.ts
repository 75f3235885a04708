import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Command } from 'commander';
import { afterAll, afterEach, describe, expect, test } from 'vitest';
import { addDays } from '#base/calendar.ts';
import { addIncomeCommands, type incomeOf } from './income-commands.ts';
import { readTransactions } from './income-csv.ts';
import { sparkline } from './income-text.ts';

const folder = mkdtempSync(join(tmpdir(), 'vouch-income-'));
afterAll(() => rmSync(folder, { recursive: true }));
const file = (name: string, text: string): string => {
  writeFileSync(join(folder, name), text);
  return join(folder, name);
};

/**
 * A failing command sets `process.exitCode`. The exit code is reset here, because otherwise it would make the test run
 * fail.
 */
afterEach(() => {
  process.exitCode = 0;
});

/**
 * The value that a command prints as JSON. `income report` prints the fields of `incomeOf`. `explain verify` prints
 * `verified` and `faults`.
 */
type Printed = ReturnType<typeof incomeOf> & { verified: boolean; faults: string[] };

async function vouch(...args: string[]): Promise<{ value: Printed; text: string }> {
  const program = new Command('vouch').exitOverride().configureOutput({ writeErr: () => {} });
  let printed: { value: Printed; text: string } | undefined;
  addIncomeCommands(program, (value, text) => {
    printed = { value: JSON.parse(JSON.stringify(value)), text };
  });
  for (const command of program.commands.flatMap((one) => [one, ...one.commands])) {
    command.exitOverride().configureOutput({ writeErr: () => {} });
  }
  await program.parseAsync(args, { from: 'user' });
  if (printed === undefined) throw new Error('nothing was printed');
  return printed;
}

/** Paydays on every other Friday. One payday has a bonus, and there is spending between the paydays. */
const PAID = Array.from({ length: 10 }, (_, at) => addDays('2025-10-24', at * 14));
const csv = [
  'Date,Description,Amount,Account',
  ...PAID.map((date, at) => `${date},"TALLOW, WICK & CO PAYROLL",${at === 4 ? '2500.00' : '2000.00'},Checking`),
  ...PAID.map((date) => `${addDays(date, 1)},FERN AND FIG,-62.15,Checking`),
].join('\n');

describe('vouch income report', () => {
  test('prints each income source with one bar per month, and each value with the rule that produced it', async () => {
    const { value, text } = await vouch('income', 'report', '--csv', file('pay.csv', csv), '--days', '180');
    expect(value.report).toMatchObject({ days_requested: 180, created_at: '2026-02-28T00:00:00Z' });
    const [source] = value.report.links[0]?.bank_income_sources ?? [];
    // The income is 20,500.00 dollars over ten paydays, and there are 26 paydays a year.
    expect(source).toMatchObject({
      pay_frequency: 'BW',
      historical_average_monthly_income: '4441.67',
      total_amount: '20500.00',
    });
    const lines = text.split('\n');
    expect(lines[0]).toBe('Income as of 2026-02-28, 180 days');
    expect(lines[1]).toContain('monthly 4441.67');
    expect(text).toMatch(/^ {3}[▁-█]{5} {2}2025-10 to 2026-02$/m);
    expect(text).toMatch(/^ {3}total_amount +20500\.00 +total\.sum$/m);
    expect(text).toMatch(/^ {3}next_payment_date +2026-03-13 +next\.by-calendar$/m);
  });

  test('groups the non-income credits by reason and counts them', async () => {
    const with_refund = `${csv}\n2026-02-20,RETURN POS PURCHASE FERN AND FIG,12.00,Checking`;
    const { text } = await vouch('income', 'report', '--csv', file('refund.csv', with_refund));
    expect(text).toMatch(/^Not income: 1 credits\n {3}refund +1$/m);
  });

  test.each(['29', '731', 'many'])('vouch income report rejects --days %s', async (days) => {
    const path = file('pay.csv', csv);
    await expect(vouch('income', 'report', '--csv', path, '--days', days)).rejects.toThrow('It must be 30 to 730.');
  });

  test('`income report` fails if the file is missing or has no transactions', async () => {
    await expect(vouch('income', 'report', '--csv', join(folder, 'none.csv'))).rejects.toThrow('cannot be read');
    const empty = file('empty.csv', 'date,amount,description\n');
    await expect(vouch('income', 'report', '--csv', empty)).rejects.toThrow('the file contains no transactions');
  });
});

describe('vouch explain verify', () => {
  async function files(change: (report: string) => string = (report) => report): Promise<string[]> {
    const { value } = await vouch('income', 'report', '--csv', file('pay.csv', csv));
    return [
      file('report.json', change(JSON.stringify(value.report))),
      file('explain.json', JSON.stringify(value.explanation)),
      file('transactions.json', JSON.stringify([{ transactions: value.transactions }])),
    ];
  }

  test('`explain verify` verifies an unchanged report', async () => {
    const { value, text } = await vouch('explain', 'verify', ...(await files()));
    expect([value, text, process.exitCode]).toEqual([{ verified: true, faults: [] }, 'Every figure is confirmed.', 0]);
  });

  test('`explain verify` reports an amount that is one cent too high, and fails', async () => {
    const more = (report: string) => report.replace('"avg_deposit_amount":"2000.00"', '"avg_deposit_amount":"2000.01"');
    const { text } = await vouch('explain', 'verify', ...(await files(more)));
    expect(text).toContain('avg_deposit_amount, as reported: it says "2000.01", counted again it is "2000.00"');
    expect(process.exitCode).toBe(1);
  });

  test('`explain verify` fails if a file is missing, is not JSON, or is not a report', async () => {
    const [report = '', explanation = '', transactions = ''] = await files();
    await expect(vouch('explain', 'verify', explanation, explanation, transactions)).rejects.toThrow(
      'is not an income insights report: created_at: This field is required.',
    );
    await expect(vouch('explain', 'verify', report, explanation, file('x.json', '{'))).rejects.toThrow('is not JSON');
    await expect(vouch('explain', 'verify', join(folder, 'gone'), explanation, transactions)).rejects.toThrow('ENOENT');
  });
});

describe('readTransactions', () => {
  const read = (...lines: string[]) => readTransactions(file('read.csv', lines.join('\r\n')));

  test('accepts columns in any order and the headers of common exports', async () => {
    const rows = await read(
      'Check Number,Payee,Posting Date,Amount,Currency,Type,Status',
      '101,"Rent, March",03/01/2026,"1,250.00",eur,debit,Pending',
      ',PAY,2026-03-02T09:00:00Z,$12,,,',
    );
    expect(rows).toMatchObject([
      {
        transacted_at: '2026-03-01T00:00:00Z',
        amount: '1250.00',
        type: 'DEBIT',
        currency_code: 'EUR',
        status: 'PENDING',
      },
      {
        transacted_at: '2026-03-02T00:00:00Z',
        amount: '12.00',
        type: 'CREDIT',
        currency_code: 'USD',
        status: 'POSTED',
      },
    ]);
    expect(rows.map(({ check_number, description }) => [check_number, description])).toEqual([
      ['101', 'Rent, March'],
      [null, 'PAY'],
    ]);
  });

  test('rejects the whole file if a line cannot be parsed or a required column is missing', async () => {
    const titles = 'date,amount,description';
    await expect(read(titles, '2026-02-30,1.00,x')).rejects.toThrow('line 2: "2026-02-30" is not a date');
    await expect(read(titles, '2026-02-28,1.00,x', '2026-02-28,1.234,x')).rejects.toThrow('line 3: "1.234" is not');
    await expect(read(titles, '2026-02-28,1.00,"x')).rejects.toThrow('line 2: has a quote');
    await expect(read('date,sum')).rejects.toThrow('has no column amount, no column description');
  });
});

test.each([
  [[0n, 50n, 100n], '▁▅█'],
  [[0n, 0n], '▁▁'],
  [[100n], '█'],
  [[], ''],
])(
  'the sparkline of the amounts %s has one bar per amount; the height of a bar is relative to the largest amount',
  (amounts, line) => {
    expect(sparkline(amounts)).toBe(line);
  },
);
