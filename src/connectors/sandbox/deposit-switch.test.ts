import { describe, expect, test } from 'vitest';
import { inDecimals } from '#base/money.ts';
import { failureOf, playerOf, throughJson } from '#connectors/conformance-play.ts';
import type { Account } from '#connectors/contract.ts';
import type { DepositAccount } from '#domain/connections/deposit-accounts.ts';
import { runStep } from '#services/connections/provider-calls.ts';
import { SANDBOX_LOGINS, sandboxLogin } from '#test/sandbox-logins.ts';
import { vouchPayroll } from './vouch-payroll.ts';

const { connect, fetch, run } = playerOf(vouchPayroll, { product: 'income', logins: SANDBOX_LOGINS }, runStep);

const NEW_ACCOUNT = {
  account_number: '700300100',
  routing_number: '991000038',
  account_type: 'savings',
  bank_name: 'Harvest Credit Union',
  bank_address: null,
} as const;
const entire: DepositAccount = { ...NEW_ACCOUNT, deposit_type: 'entire', deposit_value: null };
const amount: DepositAccount = { ...NEW_ACCOUNT, deposit_type: 'amount', deposit_value: 12_345n };
const percent: DepositAccount = { ...NEW_ACCOUNT, deposit_type: 'percent', deposit_value: 40_00n };

const write = (
  account: Account,
  deposit: DepositAccount,
  product: 'deposit_switch' | 'pll' = 'deposit_switch',
  key = 'key-1',
) => run((io) => vouchPayroll.switchDeposit(account, { product, deposit, key }, io));

/**
 * Fetches the data again and returns every deposit allocation as text: last four digits, account type, deposit type and
 * value.
 */
async function shown(account: Account): Promise<string[]> {
  const fetched = await fetch('first', throughJson(account));
  if (fetched.outcome !== 'data') throw new Error('the data is not available yet');
  const accounts = fetched.data.employments?.[0]?.bank_accounts ?? [];
  return inDecimals(accounts).map(({ account_number, account_type, deposit_type, deposit_value }) =>
    [account_number?.slice(-4), account_type, deposit_type, deposit_value].filter((part) => part !== null).join(' '),
  );
}

describe('deposit allocations', () => {
  test('before any deposit switch, the allocations are those of the sample person’s accounts; account numbers are unmasked in initial_accounts', async () => {
    const account = await connect(SANDBOX_LOGINS.good);
    expect(await shown(account)).toEqual(['4721 C E', '8890 S A 0.00']);
    const { initial_accounts } = await write(account, entire);
    expect(initial_accounts).toEqual([
      {
        account_number: '400100214721',
        routing_number: '991000012',
        account_type: 'checking',
        bank_name: 'Vouch Bank',
        account_name: 'Everyday Checking',
        deposit_type: 'entire',
        deposit_value: null,
      },
      {
        account_number: '400100218890',
        routing_number: '991000012',
        account_type: 'savings',
        bank_name: 'Vouch Bank',
        account_name: 'Rainy Day Savings',
        deposit_type: 'amount',
        deposit_value: 0n,
      },
    ]);
  });

  test.each([
    ['deposit_switch', 'entire', entire, ['0100 S E']],
    ['deposit_switch', 'amount', amount, ['0100 S A 123.45', '4721 C E', '8890 S A 0.00']],
    ['deposit_switch', 'percent', percent, ['0100 S P 40.00', '4721 C E', '8890 S A 0.00']],
    ['pll', 'amount', amount, ['0100 S A 123.45', '4721 C E', '8890 S A 0.00']],
    ['pll', 'percent', percent, ['0100 S P 40.00', '4721 C E', '8890 S A 0.00']],
    ['pll', 'entire', entire, ['0100 S E', '4721 C E', '8890 S A 0.00']],
  ] as const)(
    'deposit allocations are changed by a switch for the product %s with the deposit type %s',
    async (product, _, deposit, expected) => {
      const { account } = await write(await connect(SANDBOX_LOGINS.good), deposit, product);
      expect(await shown(account)).toEqual(expected);
    },
  );

  test('an allocation is replaced if the product `deposit_switch` names the same account again; the product `pll` adds a second allocation instead', async () => {
    const once = await write(await connect(SANDBOX_LOGINS.good), amount);
    const twice = await write(once.account, percent, 'deposit_switch', 'key-2');
    expect(await shown(twice.account)).toEqual(['0100 S P 40.00', '4721 C E', '8890 S A 0.00']);
    const loan = await write(once.account, percent, 'pll', 'key-2');
    expect(await shown(loan.account)).toEqual(['0100 S P 40.00', '0100 S A 123.45', '4721 C E', '8890 S A 0.00']);
    expect(twice.initial_accounts?.map(({ deposit_type }) => deposit_type)).toEqual(['amount', 'entire', 'amount']);
  });

  test('allocations do not change when an earlier switch is retried after a later switch', async () => {
    const once = await write(await connect(SANDBOX_LOGINS.good), amount);
    const twice = await write(once.account, entire, 'deposit_switch', 'key-2');
    const repeated = await write(twice.account, amount);
    expect(repeated).toEqual({ initial_accounts: once.initial_accounts, account: twice.account });
  });

  test('the percentages of deposit allocations may add up to 100; a total of 100.01 is rejected', async () => {
    const { account } = await write(await connect(SANDBOX_LOGINS.good), percent);
    const other = { ...percent, account_number: '700300200' };
    const taken = await write(account, { ...other, deposit_value: 60_00n }, 'pll', 'key-2');
    expect((await shown(taken.account))[0]).toBe('0200 S P 60.00');
    const refused = await failureOf(write(account, { ...other, deposit_value: 60_01n }, 'pll', 'key-2'));
    expect(refused).toMatchObject({ status: 'config_error', message: expect.stringContaining('100 percent') });
  });

  test('the deposits of the login `already.allocated` cannot be switched; the switch fails with config_error', async () => {
    const account = await connect(sandboxLogin('already.allocated'));
    for (const deposit of [entire, amount, percent]) {
      const refused = await failureOf(write(account, deposit));
      expect(refused).toMatchObject({ status: 'config_error', message: expect.stringContaining('100 percent') });
    }
  });

  test.each(['no.dds', 'former.employee'])(
    'deposit allocations of the sample login ’%s’ cannot be switched; the switch fails with not_supported',
    async (username) => {
      expect((await failureOf(write(await connect(sandboxLogin(username)), amount))).status).toBe('not_supported');
    },
  );

  test('if the provider hides deposit accounts, deposit allocations are hidden before and after a switch', async () => {
    const { account, initial_accounts } = await write(await connect(sandboxLogin('missing.data')), amount);
    expect(initial_accounts).toBeNull();
    expect(await shown(account)).toEqual([]);
  });

  test('deposit allocations stay switched after the next login', async () => {
    const { account } = await write(await connect(SANDBOX_LOGINS.good), entire);
    const again = await connect(SANDBOX_LOGINS.good, { account: throughJson(account), is_refresh: true });
    expect(await shown(again)).toEqual(['0100 S E']);
  });

  test('initial_accounts (the accounts before a switch) is null if the client declared its own data', async () => {
    const declared = { payroll: { employments: [], shifts: [] } };
    const fetched = await fetch('first', await connect(SANDBOX_LOGINS.good), { declared });
    expect((await write(fetched.account, amount)).initial_accounts).toBeNull();
  });
});
