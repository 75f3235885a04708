import { expect, test } from 'vitest';
import { transactionFilter } from './transaction-filters.ts';
import type { TransactionListQuery } from './transactions.ts';

const passes = (query: TransactionListQuery, transacted_at: string, account_id = 'a') =>
  transactionFilter(query)({ account_id, transacted_at });

test('every transaction passes if there are no filters', () => {
  expect(passes({}, '2026-02-20T12:00:00Z')).toBe(true);
});

test.each([
  ['transacted_at_from', '2026-02-20T12:00:00Z', '2026-02-20T11:59:59Z', false],
  ['transacted_at_from', '2026-02-20T12:00:00Z', '2026-02-20T12:00:00Z', true],
  ['transacted_at_from', '2026-02-20T12:00:00.5Z', '2026-02-20T12:00:00Z', false],
  ['transacted_at_from', '2026-02-20T13:00:00+01:00', '2026-02-20T12:00:00Z', true],
  ['transacted_at_from', '2026-02-20', '2026-02-19T23:59:59Z', false],
  ['transacted_at_from', '2026-02-20', '2026-02-20T00:00:00Z', true],
  ['transacted_at_to', '2026-02-20T12:00:00Z', '2026-02-20T12:00:00Z', true],
  ['transacted_at_to', '2026-02-20T12:00:00Z', '2026-02-20T12:00:01Z', false],
  ['transacted_at_to', '2026-02-20T12:00:00.5Z', '2026-02-20T12:00:00Z', true],
  ['transacted_at_to', '2026-02-20', '2026-02-20T23:59:59Z', true],
  ['transacted_at_to', '2026-02-20', '2026-02-21T00:00:00Z', false],
])(
  'for the filter %s=%s and a transaction at %s, the check whether the transaction passes returns %s',
  (name, value, transacted_at, expected) => {
    expect(passes({ [name]: value }, transacted_at)).toBe(expected);
  },
);

test('the filter account_id selects one account; an unknown account matches no transaction', () => {
  expect(passes({ account_id: 'a' }, '2026-02-20T12:00:00Z')).toBe(true);
  for (const account_id of ['b', '']) expect(passes({ account_id }, '2026-02-20T12:00:00Z')).toBe(false);
});
