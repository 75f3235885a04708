import { expect, test } from 'vitest';
import { account, transaction } from '#test/assets.ts';
import { linkedInput, sentInput } from './sources.ts';

const ASKED = { cutoff_date: '2026-03-01', loan_data_enabled: false };
const REQUEST = { lender_reference: 'loan-17', customer_identifier: 'c-1', purpose: 'decisioning' } as const;

test('in the data that a client sends, a positive amount is a credit, the default status is posted, and a balance needs no date', () => {
  const input = sentInput(ASKED, {
    ...REQUEST,
    accounts: [
      { identifier: 'a', type: 'checking', balance_amount: '12.50' },
      { identifier: 'b', type: 'card', balance_amount: 3, balance_date: '2026-02-01', autopay: true },
      { identifier: 'c', type: 'other' },
    ],
    transactions: [
      { identifier: '1', account_identifier: 'a', post_date: '2026-02-01', amount: '-7.25', description: 'RENT' },
      { identifier: '1', account_identifier: 'b', post_date: '2026-02-02', amount: 7.25, status: 'pending' },
    ],
  });
  expect(input).toMatchObject({
    ...ASKED,
    accounts: [
      { id: 'a', type: 'CHECKING', balance: 1250n, balance_as_of: 'unknown', has_autopay: false },
      { id: 'b', type: 'CREDIT_CARD', balance: 300n, balance_as_of: { date: '2026-02-01' }, has_autopay: true },
      { id: 'c', type: 'OTHER', balance: null },
    ],
    transactions: [
      { account_id: 'a', date: '2026-02-01', amount_cents: 725n, type: 'DEBIT', status: 'POSTED', description: 'RENT' },
      { account_id: 'b', booked_date: '2026-02-02', amount_cents: 725n, type: 'CREDIT', status: 'PENDING' },
    ],
  });
  expect(new Set(input.transactions.map(({ id }) => id)).size).toBe(2);
});

test('in the scoring input from bank data, each transaction has its transaction date and its posting date, and the balances of each statement become checkpoints', () => {
  const checking = account('10.00');
  const posted_at = '2026-02-04T00:00:00Z';
  const input = linkedInput(ASKED, [
    { accounts: [checking], transactions: [transaction(checking, '2026-02-02', 'DEBIT', '4.00', { posted_at })] },
    {
      accounts: [account(null)],
      bank_statements: [
        {
          id: 's1',
          account_id: checking.id,
          period_start: '2026-01-01',
          period_end: '2026-01-31',
          opening_balance: '1.00',
          closing_balance: '2.00',
          total_deposits: null,
          total_withdrawals: null,
          currency_code: 'USD',
          md5sum: null,
          file_id: null,
          created_at: posted_at,
          updated_at: posted_at,
        },
      ],
    },
  ]);
  expect(input.accounts).toMatchObject([{ balance: 1000n, balance_as_of: 'now' }, { balance: null }]);
  expect(input.transactions).toMatchObject([{ date: '2026-02-02', booked_date: '2026-02-04', amount_cents: 400n }]);
  expect(input.checkpoints).toEqual([
    { account_id: checking.id, date: '2025-12-31', balance: 100n },
    { account_id: checking.id, date: '2026-01-31', balance: 200n },
  ]);
});
