import { expect, test } from 'vitest';
import { CUTOFF, daysBefore, salary, scored, scoredAccount, scoringInput } from '#test/scoring.ts';
import { alertsOf } from './alerts.ts';
import { factsOf } from './facts.ts';
import type { ScoringInput, ScoringTransaction } from './input.ts';

function codesOf(transactions: ScoringTransaction[], more: Partial<ScoringInput> = {}): string[] {
  const input = scoringInput(transactions, more);
  return alertsOf(input, factsOf(input)).map(({ alert_code }) => alert_code);
}

const known = [scoredAccount({ balance: 100_00n })];
const good = () => [scored(daysBefore(89), '-1.00'), ...salary()];

test('data with three months of pay and a balance raises no alert', () => {
  expect(codesOf(good(), { accounts: known })).toEqual([]);
});

test('missing transactions, missing income and a missing balance raise one alert each', () => {
  expect(codesOf([])).toEqual(['no_transactions', 'no_income', 'no_balance']);
});

test('a history of less than ninety days raises short_history; a history whose last transaction is 31 days old raises stale_data', () => {
  const of = (first: number, last: number) =>
    codesOf([scored(daysBefore(first), '-1.00'), scored(daysBefore(last), '-1.00')]);
  expect(of(89, 30)).toEqual(['no_income', 'no_balance']);
  expect(of(88, 31)).toEqual(['short_history', 'stale_data', 'no_income', 'no_balance']);
});

test('a money account’s balance without a date raises balance_date_missing; a credit card’s balance without a date does not', () => {
  const undated = scoredAccount({ balance: 5n, balance_as_of: 'unknown' });
  expect(codesOf(good(), { accounts: [undated] })).toEqual(['balance_date_missing']);
  expect(codesOf(good(), { accounts: [{ ...undated, balance: null }] })).toEqual(['no_balance']);
  const card = scoredAccount({ ...undated, id: 'card', type: 'CREDIT_CARD' });
  expect(codesOf(good(), { accounts: [...known, card] })).toEqual([]);
});

test('a statement whose closing balance differs by a cent from the computed balance raises the alert balance_mismatch', () => {
  const transactions = [...good(), scored('2026-02-25', '-30.00')];
  const closing = (balance: bigint, date = '2026-02-24') =>
    codesOf(transactions, { accounts: known, checkpoints: [{ account_id: 'checking', date, balance }] });
  expect(closing(130_00n)).toEqual([]);
  expect(closing(130_01n)).toEqual(['balance_mismatch']);
  // Statement balances are not compared if their date is before the first movement or after the cutoff date.
  expect(closing(1n, '2025-01-01')).toEqual([]);
  expect(closing(1n, '2026-03-02')).toEqual([]);
});

test('pending or foreign-currency data up to the cutoff date raises an alert which says that the data is left out', () => {
  const pending = (date: string) => scored(date, '-1.00', 'LANTERN MARKET', { status: 'PENDING' });
  expect(codesOf([...good(), pending(CUTOFF)], { accounts: known })).toEqual(['pending_left_out']);
  expect(codesOf([...good(), pending('2026-03-02')], { accounts: known })).toEqual([]);
  const euros = scored(CUTOFF, '-1.00', 'LANTERN MARKET', { currency_code: 'EUR' });
  expect(codesOf([...good(), euros], { accounts: known })).toEqual(['currency_left_out']);
  const account = scoredAccount({ id: 'euros', currency_code: 'EUR' });
  expect(codesOf(good(), { accounts: [...known, account] })).toEqual(['currency_left_out']);
});
