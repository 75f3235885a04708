import { expect, test } from 'vitest';
import { toDay } from '#base/calendar.ts';
import { knownBalances } from './daily-balances.ts';
import type { Movement } from './movements.ts';

const movement = (type: Movement['type'], cents: bigint, booked: string | null): Movement => ({
  id: '',
  type,
  cents,
  currency_code: 'USD',
  made: toDay('2026-03-01'),
  booked: booked === null ? null : toDay(booked),
  wording: '',
  categories: [],
});
const movements = [
  movement('CREDIT', 100n, '2026-03-02'),
  movement('DEBIT', 30n, '2026-03-04'),
  movement('CREDIT', 9n, null),
];
const window = { from: toDay('2026-02-01'), until: toDay('2026-03-05') };

test('knownBalances() contains every day from the first posting on, including days without movements, and ignores pending movements', () => {
  expect(knownBalances({ balance: 500n, movements, is_owed: false }, window)).toEqual([530n, 530n, 500n, 500n]);
});

test('knownBalances() returns a higher balance after a debit if the account is a debt account', () => {
  expect(knownBalances({ balance: 500n, movements, is_owed: true }, window)).toEqual([470n, 470n, 500n, 500n]);
});

test('knownBalances() of an account without movements contains only today’s balance', () => {
  expect(knownBalances({ balance: 500n, movements: [], is_owed: false }, window)).toEqual([500n]);
});
