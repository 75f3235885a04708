import { expect, test } from 'vitest';
import { compileCheck } from '#domain/platform/validation.ts';
import { NewDepositAccount } from './deposit-accounts.ts';

const check = compileCheck(NewDepositAccount, 'account');
const account = { account_number: '4001', routing_number: '9910', account_type: 'checking' };

test.each([25, '25', '25.50', null, undefined])('a deposit_value may be %s', (deposit_value) => {
  expect(check({ ...account, deposit_value })).toEqual([]);
});

test.each([true, {}, 'much'])('a deposit_value of %s is rejected because it is not a number', (deposit_value) => {
  expect(check({ ...account, deposit_type: 'amount', deposit_value })).toEqual([
    { field: 'deposit_value', message: 'A valid number is required.' },
  ]);
});

test.each([
  { deposit_value: 'much' },
  { deposit_type: 'entire', deposit_value: {} },
  { deposit_type: null, deposit_value: '1.234' },
])('%j is accepted, because deposit_value is ignored if the entire pay is deposited', (deposit) => {
  expect(check({ ...account, ...deposit })).toEqual([]);
});
