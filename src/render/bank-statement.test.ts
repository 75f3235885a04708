import { expect, test } from 'vitest';
import { readPdf, wordsOf } from '#test/pdf.ts';
import { type BankStatementPage, bankStatementPdf } from './bank-statement.ts';

const statementOf = (count: number): BankStatementPage => ({
  bank_name: 'Vouch Bank',
  account: { name: 'Everyday Checking', mask: '4721', type: 'Checking' },
  owner_names: ['Ottilie J Marrow', 'Rufus Marrow'],
  period_start: '2026-02-01',
  period_end: '2026-02-28',
  opening_balance: 1_000_001n,
  closing_balance: 1_000_001n - BigInt(count) * 1_007n,
  total_deposits: 0n,
  total_withdrawals: BigInt(count) * 1_007n,
  rows: Array.from({ length: count }, (_, at) => ({
    date: '2026-02-14',
    description: `CARD PURCHASE ${at} OF MANY`,
    amount: -1_007n,
    balance: 1_000_001n - BigInt(at + 1) * 1_007n,
  })),
});

test('a bank statement PDF shows the account, the totals and every row', async () => {
  const words = await wordsOf(await bankStatementPdf(statementOf(2)));
  const expected = [
    'Vouch Bank',
    'Ottilie J Marrow',
    'Rufus Marrow',
    '02/01/2026 to 02/28/2026',
    'Everyday Checking',
    '****4721',
    '10,000.01',
    '20.14',
    '9,979.87',
    '0.00',
    '02/14/2026',
    'CARD PURCHASE 1 OF MANY',
    '-10.07',
    '9,989.94',
  ];
  expect(expected.filter((text) => !words.includes(text))).toEqual([]);
});

test('a bank statement page has 39 rows; the 40th row is on the next page, below a repeated header row', async () => {
  expect((await readPdf(await bankStatementPdf(statementOf(39)))).pages).toBe(1);
  const { pages, texts } = await readPdf(await bankStatementPdf(statementOf(40)));
  expect(pages).toBe(2);
  expect(texts.filter(({ text }) => text === 'Balance').map(({ page }) => page)).toEqual([1, 2]);
  expect(texts.filter(({ text }) => text.startsWith('CARD')).map(({ page }) => page)).toEqual([
    ...Array.from({ length: 39 }, () => 1),
    2,
  ]);
  expect(texts.filter(({ text }) => text.startsWith('Page')).map(({ text }) => text)).toEqual([
    'Page 1 of 2',
    'Page 2 of 2',
  ]);
});

test('a bank statement PDF shows a dash for every unknown value', async () => {
  const statement = {
    ...statementOf(1),
    account: { name: null, mask: null, type: null },
    owner_names: [],
    opening_balance: null,
    closing_balance: null,
    total_deposits: null,
    total_withdrawals: null,
  };
  const words = await wordsOf(await bankStatementPdf({ ...statement, rows: [] }));
  expect(words.filter((word) => word === '–')).toHaveLength(8);
  expect(words.join(' ')).not.toMatch(/null|undefined/);
});

test('a bank statement PDF has the bank as author and the end of the period as date; two PDFs of the same statement are identical', async () => {
  const pdf = await bankStatementPdf(statementOf(3));
  expect(pdf.equals(await bankStatementPdf(statementOf(3)))).toBe(true);
  expect((await readPdf(pdf)).info).toMatchObject({ Author: 'Vouch Bank', CreationDate: 'D:20260228000000Z' });
});
