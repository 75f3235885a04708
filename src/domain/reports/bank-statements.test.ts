import { expect, test } from 'vitest';
import { byNewestPeriod, presentBankStatement } from './bank-statements.ts';

const statement = {
  id: '1'.repeat(32),
  account_id: '0'.repeat(32),
  period_start: '2026-02-01',
  period_end: '2026-02-28',
  opening_balance: '10.00' as const,
  closing_balance: '12.50' as const,
  total_deposits: '2.50' as const,
  total_withdrawals: '0.00' as const,
  currency_code: 'USD',
  file_id: 'f1',
  md5sum: null,
  created_at: '2026-03-04T09:30:00Z',
  updated_at: '2026-03-04T10:00:00Z',
};

test('presentBankStatement returns a URL for a stored file, and created_at as the only timestamp', () => {
  const shown = presentBankStatement(statement, (name) => `https://vouch.example/${name}`);
  expect(shown.file).toBe(`https://vouch.example/bank-statement-${statement.id}.pdf`);
  expect(shown).not.toHaveProperty('file_id');
  expect(shown).not.toHaveProperty('updated_at');
  expect(shown.created_at).toBe('2026-03-04T09:30:00Z');
  expect(presentBankStatement({ ...statement, file_id: null }, () => '').file).toBeNull();
});

test('byNewestPeriod sorts by month, newest month first; within a month, it sorts by account', () => {
  const of = (period_end: string, account_id: string) => ({ period_end, account_id });
  const sorted = [of('2026-01-31', 'b'), of('2026-02-28', 'b'), of('2026-02-28', 'a')].toSorted(byNewestPeriod);
  expect(sorted).toEqual([of('2026-02-28', 'a'), of('2026-02-28', 'b'), of('2026-01-31', 'b')]);
});
