import { describe, expect, test } from 'vitest';
import { compareWith, type Timed } from '#domain/platform/list-changes.ts';
import type { KeptItem } from './link-data.ts';
import { withHistory, withStoredNumbers, withUnread } from './link-history.ts';

const FROM = '2025-03-01';
const TIMES = { created_at: '2025-02-01T00:00:00Z', updated_at: '2025-02-02T00:00:00Z' };

const account = (id: string): KeptItem<'accounts'> => ({
  id,
  type: 'CHECKING',
  subtype: null,
  mask: null,
  nickname: null,
  balances: { currency_code: 'USD', balance: '1.00', available_balance: null, credit_limit: null },
  account_number: null,
  routing_number: null,
  wire_routing_number: null,
  owners: [],
});
type Transaction = KeptItem<'transactions'>;
const transaction = (id: string, posted_at: string | null, more: Partial<Transaction> = {}): Transaction => ({
  id,
  account_id: 'a',
  external_id: null,
  amount: '5.00',
  type: 'DEBIT',
  status: 'POSTED',
  currency_code: 'USD',
  description: 'COFFEE',
  memo: null,
  check_number: null,
  categories: [],
  merchant_category_code: null,
  posted_at,
  transacted_at: posted_at ?? '2026-02-01T00:00:00Z',
  location: null,
  ...more,
});
const statement = (id: string, period_start: string): KeptItem<'bank_statements'> => ({
  id,
  account_id: 'a',
  period_start,
  period_end: `${period_start.slice(0, 8)}28`,
  opening_balance: null,
  closing_balance: null,
  total_deposits: null,
  total_withdrawals: null,
  currency_code: 'USD',
  file_id: null,
  md5sum: null,
});
const kept = <T>(item: T): Timed<T> => ({ ...item, ...TIMES });
const idsOf = (items: readonly { id: string }[] | undefined) => items?.map(({ id }) => id);

/** Returns the ids of all transactions in the history. `before` was already stored when `fresh` was retrieved. */
const after = (before: Transaction[], fresh: Transaction[], accounts = [account('a')]) =>
  idsOf(withHistory({ accounts, transactions: fresh }, { transactions: before.map(kept) }, FROM).transactions);

describe('a stored transaction', () => {
  test.each([
    ['2025-02-28T23:59:59Z', true],
    ['2025-03-01T00:00:00Z', false],
  ])(
    'if a retrieval from 2025-03-01 on does not return a transaction, it stays only if it was posted earlier: %s',
    (posted_at, stays) => {
      const fresh = transaction('new', '2025-03-05T00:00:00Z');
      expect(after([transaction('old', posted_at)], [fresh])).toEqual(stays ? ['new', 'old'] : ['new']);
    },
  );

  test('a transaction is dated by the day it was posted or, if it was not posted, by the day it happened', () => {
    const bought = '2025-02-27T00:00:00Z';
    expect(after([transaction('t', '2025-03-02T00:00:00Z', { transacted_at: bought })], [])).toEqual([]);
    expect(after([transaction('t', null, { transacted_at: bought })], [])).toEqual(['t']);
  });

  test('a transaction is removed if its account is removed', () => {
    const old = transaction('old', '2025-01-01T00:00:00Z');
    expect(after([old], [], [account('b')])).toEqual([]);
    expect(after([old], [], [])).toEqual([]);
  });

  test('a transaction is removed if the source no longer returns it but still returns older transactions', () => {
    const fresh = [transaction('new', '2024-06-01T00:00:00Z')];
    const before = [transaction('gone', '2024-06-02T00:00:00Z'), transaction('earlier', '2024-05-31T00:00:00Z')];
    expect(after(before, fresh)).toEqual(['new', 'earlier']);
  });

  test('a transaction is stored only once, in its new version, if the source returns it again', () => {
    const [old, fresh] = [transaction('t', '2025-01-01T00:00:00Z'), transaction('t', '2026-01-01T00:00:00Z')];
    const { transactions } = withHistory(
      { accounts: [account('a')], transactions: [fresh] },
      { transactions: [kept(old)] },
      FROM,
    );
    expect(transactions).toEqual([fresh]);
  });
});

test('a stored transaction that is older than the retrieved range is not reported as changed, and keeps its timestamps', () => {
  const before = [kept(transaction('old', '2025-01-01T00:00:00Z'))];
  const { transactions = [] } = withHistory(
    { accounts: [account('a')], transactions: [] },
    { transactions: before },
    FROM,
  );
  const comparison = compareWith(before, '2026-03-01T00:00:00Z');
  const compared = comparison.end(transactions.map(comparison.next));
  expect(compared).toMatchObject({ items: before, added: [], changed: [], removed: [] });
});

test('withHistory uses the stored accounts if accounts were not retrieved again', () => {
  const before = { accounts: [kept(account('a'))], transactions: [kept(transaction('old', '2025-01-01T00:00:00Z'))] };
  expect(idsOf(withHistory({ transactions: [] }, before, FROM).transactions)).toEqual(['old']);
});

test('withHistory uses the first day of a bank statement’s period as the date of the statement', () => {
  const before = [statement('s2', '2025-03-01'), statement('s1', '2025-02-01')].map(kept);
  const fresh = { accounts: [account('a')], bank_statements: [] };
  expect(idsOf(withHistory(fresh, { bank_statements: before }, FROM).bank_statements)).toEqual(['s1']);
});

test('withHistory returns only lists that were retrieved', () => {
  const before = { accounts: [kept(account('a'))], transactions: [kept(transaction('old', '2025-01-01T00:00:00Z'))] };
  expect(Object.keys(withHistory({ accounts: [account('a')] }, before, FROM))).toEqual(['accounts']);
});

test('account numbers that were not requested keep their stored values; for a new account, they stay unknown', () => {
  const numbers = { account_number: '700300100', routing_number: '991000038', wire_routing_number: null };
  const fresh = { accounts: [{ ...account('a'), mask: '0100' }, account('b')] };
  const stored = { accounts: [kept({ ...account('a'), ...numbers })] };
  expect(withStoredNumbers(fresh, stored)).toEqual({
    accounts: [{ ...account('a'), mask: '0100', ...numbers }, account('b')],
  });
});

test('if an account could not be read, its stored items are kept, except items that the provider has just sent again', () => {
  const stored = {
    accounts: [account('a'), account('b'), account('c')].map(kept),
    transactions: [
      transaction('t1', '2026-01-01T00:00:00Z'),
      transaction('t2', '2026-01-02T00:00:00Z', { account_id: 'b' }),
      transaction('t3', '2026-01-03T00:00:00Z', { account_id: 'b', description: 'old' }),
    ].map(kept),
  };
  const fresh = {
    accounts: [account('a')],
    transactions: [transaction('t3', '2026-01-03T00:00:00Z', { account_id: 'b', description: 'new' })],
  };
  const merged = withUnread(fresh, stored, { accounts: ['b'], transactions: ['b'], bank_statements: ['b'] });
  expect(merged.accounts?.map(({ id }) => id)).toEqual(['a', 'b']);
  expect(merged.transactions?.map(({ id, description }) => [id, description])).toEqual([
    ['t3', 'new'],
    ['t2', 'COFFEE'],
  ]);
  expect(merged).not.toHaveProperty('bank_statements');
  expect(withUnread(fresh, stored, {})).toEqual(fresh);
  const unnamed = { accounts: { except: ['a'] }, transactions: { except: ['a', 'b'] } };
  const partial = withUnread(fresh, stored, unnamed);
  expect(partial.accounts?.map(({ id }) => id)).toEqual(['a', 'b', 'c']);
  expect(partial.transactions?.map(({ id }) => id)).toEqual(['t3']);
});
