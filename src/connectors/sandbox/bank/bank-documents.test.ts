import { hash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { sum } from '#base/money.ts';
import { BANK_USERNAMES, bankLifeOf } from '#connectors/sandbox/cast/bank-people.ts';
import { isDepositAccount } from '#domain/reports/financial-accounts.ts';
import { amount } from '#render/figures.ts';
import { toPdf } from '#render/paper.ts';
import { wordsOf } from '#test/pdf.ts';
import { bankOn } from './bank.ts';
import { bankStatementDrawing, bankStatementPage, openBankDocument, withBankFiles } from './bank-documents.ts';

const TODAY = '2026-03-04';
const WITH_DEPOSITS = BANK_USERNAMES.filter((name) => bankLifeOf(name, TODAY).accounts.some(isDepositAccount));

describe('bank statements', () => {
  test.each(WITH_DEPOSITS)(
    'the bank statements of the login %s add up row by row from the opening balance to the closing balance, and have the right total deposits',
    (username) => {
      const bank = bankOn(bankLifeOf(username, TODAY), TODAY, 'link', 24);
      expect(bank.bank_statements.length).toBeGreaterThan(20);
      for (const statement of bank.bank_statements) {
        const { rows, opening_balance, closing_balance, ...page } = bankStatementPage(bank, statement);
        const opening = opening_balance ?? 0n;
        const balances = rows.map((_, at) => opening + sum(rows.slice(0, at + 1).map((row) => row.amount)));
        expect(rows.map((row) => row.balance)).toEqual(balances);
        expect(balances.at(-1) ?? opening_balance).toBe(closing_balance);
        expect(sum(rows.map((row) => (row.amount > 0n ? row.amount : 0n)))).toBe(page.total_deposits);
        expect(page.owner_names.length).toBeGreaterThan(0);
      }
    },
  );

  test('a bank statement has a PDF file that shows all amounts and rows; md5sum is the checksum of that file', {
    timeout: 20_000,
  }, async () => {
    const life = bankLifeOf('goodlogin', TODAY);
    const bank = await withBankFiles(life, bankOn(life, TODAY, 'link', 3), 'link');
    expect(bank.bank_statements.length).toBeGreaterThan(3);
    for (const statement of bank.bank_statements) {
      const file = await openBankDocument(life, statement.file_id ?? '');
      expect(hash('md5', file?.bytes ?? '')).toBe(statement.md5sum);
      const words = await wordsOf(file?.bytes ?? Buffer.of());
      const { rows, opening_balance, closing_balance, total_deposits, total_withdrawals } = bankStatementPage(
        bank,
        statement,
      );
      const figures = [opening_balance, closing_balance, total_deposits, total_withdrawals];
      const expected = [...figures, ...rows.flatMap((row) => [row.amount, row.balance])].map(amount);
      expect(expected.filter((figure) => !words.includes(figure))).toEqual([]);
      expect(rows.filter(({ description }) => !words.includes(description))).toEqual([]);
    }
  });

  test('a bank statement has the same file regardless of link, day and date range', async () => {
    const life = bankLifeOf('overdrawn', TODAY);
    const later = bankOn(life, '2026-05-20', 'other', 24);
    for (const month of ['2025-11-01', '2026-02-01']) {
      const statement = later.bank_statements.find(({ period_start }) => period_start === month);
      if (statement === undefined) throw new Error('no such month');
      const file = await openBankDocument(life, `bank_statement:checking:${month}`);
      expect(file?.bytes.equals(await toPdf(bankStatementDrawing(later, statement)))).toBe(true);
    }
  });

  test.each([
    '',
    'bank_statement:checking:2026-02-02',
    'bank_statement:none:2026-02-01',
    'paystub:checking:2026-02-01',
  ])('bank statements have no file with the id %j', async (file_id) => {
    expect(await openBankDocument(bankLifeOf('checking', TODAY), file_id)).toBeUndefined();
  });

  test('months that a sandbox clock cannot reach have no statement file', async () => {
    expect(await openBankDocument(bankLifeOf('checking', TODAY), 'bank_statement:checking:9026-02-01')).toBeUndefined();
  });

  test('withBankFiles() rejects bank statements whose ids belong to another link', async () => {
    const life = bankLifeOf('checking', TODAY);
    await expect(withBankFiles(life, bankOn(life, TODAY, 'link-1', 2), 'link-2')).rejects.toThrow(
      'does not belong to this sandbox life',
    );
  });
});
