import { expect, test } from 'vitest';
import { lastDays } from './asset-figures.tsx';

test('lastDays() returns the daily balances from which an average was computed, newest first', () => {
  const daily = { account_id: 'a', is_counted: true, first_day: '2026-02-27', balances: ['1.00', '2.00', '3.00'] };
  expect(lastDays(daily, 2)).toEqual([
    { date: '2026-03-01', balance: '3.00' },
    { date: '2026-02-28', balance: '2.00' },
  ]);
});
