import { expect, test } from 'vitest';
import { CUTOFF, daysBefore, salary, scored, scoredAccount, scoringInput } from '#test/scoring.ts';
import { alertsOf } from './alerts.ts';
import { factsOf } from './facts.ts';
import type { ScoringInput, ScoringTransaction } from './input.ts';

function codesOf(transactions: ScoringTransaction[], more: Partial<ScoringInput> = {}): string[] {
  const input = scoringInput(transactions, more);
  return alertsOf(input, factsOf(input)).map(({ alert_code }) => alert_code);
}

const told = [scoredAccount({ balance: 100_00n })];
const good = () => [scored(daysBefore(89), '-1.00'), ...salary()];

test('nothing is wrong with three months of pay and a balance', () => {
  expect(codesOf(good(), { accounts: told })).toEqual([]);
});

test('without a transaction, an income or a balance', () => {
  expect(codesOf([])).toEqual(['no_transactions', 'no_income', 'no_balance']);
});

test('history is short below ninety days, and stale thirty days after the last transaction', () => {
  const of = (first: number, last: number) =>
    codesOf([scored(daysBefore(first), '-1.00'), scored(daysBefore(last), '-1.00')]);
  expect(of(89, 30)).toEqual(['no_income', 'no_balance']);
  expect(of(88, 31)).toEqual(['short_history', 'stale_data', 'no_income', 'no_balance']);
});

test('a balance that came without a date', () => {
  const undated = scoredAccount({ balance: 5n, balance_as_of: 'not_told' });
  expect(codesOf(good(), { accounts: [undated] })).toEqual(['balance_date_missing']);
  expect(codesOf(good(), { accounts: [{ ...undated, balance: null }] })).toEqual(['no_balance']);
  const card = scoredAccount({ ...undated, id: 'card', type: 'CREDIT_CARD' });
  expect(codesOf(good(), { accounts: [...told, card] })).toEqual([]);
});

test('a statement that closes with another balance, by a cent', () => {
  const transactions = [...good(), scored('2026-02-25', '-30.00')];
  const closing = (balance: bigint, date = '2026-02-24') =>
    codesOf(transactions, { accounts: told, checkpoints: [{ account_id: 'checking', date, balance }] });
  expect(closing(130_00n)).toEqual([]);
  expect(closing(130_01n)).toEqual(['balance_mismatch']);
  // Before the first movement, and after the cutoff date, nobody compares.
  expect(closing(1n, '2025-01-01')).toEqual([]);
  expect(closing(1n, '2026-03-02')).toEqual([]);
});

test('what is left out is told, as far as it is not after the cutoff date', () => {
  const pending = (date: string) => scored(date, '-1.00', 'LANTERN MARKET', { status: 'PENDING' });
  expect(codesOf([...good(), pending(CUTOFF)], { accounts: told })).toEqual(['pending_left_out']);
  expect(codesOf([...good(), pending('2026-03-02')], { accounts: told })).toEqual([]);
  const euros = scored(CUTOFF, '-1.00', 'LANTERN MARKET', { currency_code: 'EUR' });
  expect(codesOf([...good(), euros], { accounts: told })).toEqual(['currency_left_out']);
  const account = scoredAccount({ id: 'euros', currency_code: 'EUR' });
  expect(codesOf(good(), { accounts: [...told, account] })).toEqual(['currency_left_out']);
});
