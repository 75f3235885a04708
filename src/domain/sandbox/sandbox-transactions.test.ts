import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { ServiceError } from '#base/errors.ts';
import { formatMoney, parseMoney } from '#base/money.ts';
import { compileCheck } from '#domain/platform/validation.ts';
import {
  INJECTED_ACCOUNTS_MAX,
  INJECTED_TRANSACTIONS_MAX,
  INJECTED_TRANSACTIONS_PER_CALL_MAX,
  type InjectedBank,
  TransactionsInjection,
  toInjectedBank,
} from './sandbox-transactions.ts';

const check = compileCheck(TransactionsInjection, 'body');
const faultsOf = (body: unknown) => check(body).map(({ field, message }) => `${field}: ${message}`);

const account = { external_id: 'a', type: 'CHECKING' as const, balance: '10.00' };
const transaction = {
  account_external_id: 'a',
  amount: 12.5,
  type: 'CREDIT' as const,
  transacted_at: '2026-03-02',
  description: 'PAY',
};
const many = <T extends object>(count: number, of: (at: number) => T): T[] =>
  Array.from({ length: count }, (_, at) => of(at));

const inject = (body: TransactionsInjection, previous: InjectedBank | null = null): InjectedBank => {
  const bank = toInjectedBank(body, previous, 'user');
  if (bank === null) throw new Error('nothing was declared');
  return bank;
};
const refusal = (body: TransactionsInjection, previous: InjectedBank | null = null): string[] => {
  try {
    toInjectedBank(body, previous, 'user');
  } catch (error) {
    if (error instanceof ServiceError) return error.invalid_params.map(({ field, message }) => `${field}: ${message}`);
  }
  return [];
};

describe('the schema of a bank declaration', () => {
  test.each<[string, unknown]>([
    ['an empty body', {}],
    ['empty lists', { mode: 'replace', accounts: [], transactions: [] }],
    ['fifty accounts', { accounts: many(INJECTED_ACCOUNTS_MAX, () => account) }],
    ['ten thousand transactions', { transactions: many(INJECTED_TRANSACTIONS_PER_CALL_MAX, () => transaction) }],
    ['a timestamp with an offset', { transactions: [{ ...transaction, transacted_at: '2026-03-02T08:00:00-07:00' }] }],
    [
      'null and "" for unknown fields',
      { accounts: [{ ...account, subtype: '', mask: null, nickname: '', owners: [] }] },
    ],
    [
      'an account with an owner',
      { accounts: [{ ...account, owners: [{ full_name: 'Jordan Averill', phone: '(303) 555-0142' }] }] },
    ],
    ['the highest merchant category code', { transactions: [{ ...transaction, merchant_category_code: 9_999 }] }],
  ])('the schema of a bank declaration accepts %s', (_case, body) => {
    expect(faultsOf(body)).toEqual([]);
  });

  test.each<[string, unknown, string]>([
    ['an unknown mode', { mode: 'merge' }, 'mode: "merge" is not a valid choice.'],
    [
      'fifty-one accounts',
      { accounts: many(INJECTED_ACCOUNTS_MAX + 1, () => account) },
      'accounts: Ensure this list has no more than 50 items.',
    ],
    [
      '10,001 transactions',
      { transactions: many(INJECTED_TRANSACTIONS_PER_CALL_MAX + 1, () => transaction) },
      'transactions: Ensure this list has no more than 10000 items.',
    ],
    [
      'an account without a balance',
      { accounts: [{ external_id: 'a', type: 'CD' }] },
      'accounts.0.balance: This field is required.',
    ],
    [
      'an unknown account type',
      { accounts: [{ ...account, type: 'X' }] },
      'accounts.0.type: "X" is not a valid choice.',
    ],
    ['a mask of three characters', { accounts: [{ ...account, mask: '123' }] }, 'accounts.0.mask: Not a valid value.'],
    [
      'an amount with three decimals',
      { transactions: [{ ...transaction, amount: '1.005' }] },
      'transactions.0.amount: Ensure that there are no more than 2 decimal places.',
    ],
    [
      'an amount that is not a number',
      { transactions: [{ ...transaction, amount: true }] },
      'transactions.0.amount: A valid number is required.',
    ],
    [
      'a transaction on a day that does not exist',
      { transactions: [{ ...transaction, transacted_at: '2026-02-30' }] },
      'transactions.0.transacted_at: Datetime has wrong format. Use ISO 8601.',
    ],
    [
      'an empty description',
      { transactions: [{ ...transaction, description: '' }] },
      'transactions.0.description: This field may not be blank.',
    ],
    [
      'a merchant category code above 9999',
      { transactions: [{ ...transaction, merchant_category_code: 10_000 }] },
      'transactions.0.merchant_category_code: Ensure this value is less than or equal to 9999.',
    ],
  ])('the schema of a bank declaration rejects %s', (_case, body, message) => {
    expect(faultsOf(body)).toEqual([message]);
  });
});

describe('toInjectedBank', () => {
  test('converts amounts to cents and times to UTC, and sets absent fields to null', () => {
    const bank = inject({
      accounts: [{ ...account, account_number: '400100214721', owners: [{ full_name: 'Jordan Averill' }] }],
      transactions: [{ ...transaction, transacted_at: '2026-03-02T20:30:00-07:00', posted_at: '2026-03-04' }],
    });
    expect(bank.accounts[0]).toMatchObject({
      type: 'CHECKING',
      subtype: null,
      mask: '4721',
      balances: { currency_code: 'USD', balance: 1_000n, available_balance: null, credit_limit: null },
      routing_number: null,
      owners: [{ full_name: 'Jordan Averill', email: null, relation_type: null, address: { street: null } }],
    });
    expect(bank.transactions[0]).toMatchObject({
      account_id: bank.accounts[0]?.id,
      amount: 1_250n,
      status: 'POSTED',
      transacted_at: '2026-03-03T03:30:00Z',
      posted_at: '2026-03-04T00:00:00Z',
      memo: null,
      categories: [],
    });
  });

  test('converts every valid decimal amount without loss', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: 999_999_999_999n }), fc.boolean(), (cents, as_number) => {
        const text = formatMoney(cents);
        const amount = as_number ? Number(text) : text;
        const { transactions } = inject({ accounts: [account], transactions: [{ ...transaction, amount }] });
        expect(transactions[0]?.amount).toBe(parseMoney(text));
      }),
    );
  });

  test('reports an unknown account by its field path, in the same error as all other validation errors', () => {
    const body = {
      accounts: [account],
      transactions: [
        transaction,
        { ...transaction, account_external_id: 'b' },
        { ...transaction, amount: '-0.01' },
        { ...transaction, transacted_at: '9999-12-31T23:00:00-02:00' },
      ],
    };
    expect(refusal(body)).toEqual([
      'transactions.1.account_external_id: Object not found.',
      'transactions.2.amount: Ensure this value is greater than or equal to 0.',
      'transactions.3.transacted_at: Datetime has wrong format. Use ISO 8601.',
    ]);
    expect(refusal({ transactions: [transaction] })).toEqual(['transactions.0.account_external_id: Object not found.']);
    expect(refusal({ transactions: [transaction] }, inject({ accounts: [account] }))).toEqual([]);
  });

  test('allows a user at most fifty thousand transactions and fifty accounts', () => {
    let bank = inject({ accounts: many(49, (at) => ({ ...account, external_id: at === 0 ? 'a' : String(at) })) });
    for (let call = 0; call < 5; call++) {
      const transactions = many(INJECTED_TRANSACTIONS_PER_CALL_MAX, () => transaction);
      bank = inject({ transactions }, bank);
    }
    expect(bank.transactions).toHaveLength(INJECTED_TRANSACTIONS_MAX);
    expect(new Set(bank.transactions.map(({ id }) => id)).size).toBe(INJECTED_TRANSACTIONS_MAX);
    expect(refusal({ transactions: [transaction] }, bank)).toEqual([
      'transactions: Ensure this list has no more than 50000 items.',
    ]);
    const fifty = inject({ accounts: [{ ...account, external_id: 'b' }] }, bank);
    expect(fifty.accounts).toHaveLength(INJECTED_ACCOUNTS_MAX);
    expect(refusal({ accounts: [{ ...account, external_id: 'c' }] }, fifty)).toEqual([
      'accounts: Ensure this list has no more than 50 items.',
    ]);
  });
});

describe('a repeated bank declaration', () => {
  const body = { accounts: [account], transactions: [{ ...transaction, external_id: 't-1' }, transaction] };

  test('declaring the same data again changes nothing, not even ids', () => {
    const bank = inject(body);
    expect(inject({ ...body, mode: 'replace' }, bank)).toEqual(bank);
    expect(inject(body)).toEqual(bank);
    expect(toInjectedBank(body, null, 'another user')?.accounts[0]?.id).not.toBe(bank.accounts[0]?.id);
  });

  test('the mode `append` adds data, and replaces an object that has the same external id', () => {
    const bank = inject(body);
    const more = inject(
      {
        mode: 'append',
        accounts: [{ ...account, balance: 20 }],
        transactions: [{ ...transaction, external_id: 't-1', amount: 99 }, transaction],
      },
      bank,
    );
    expect(more.accounts.map(({ id, balances }) => [id, balances.balance])).toEqual([[bank.accounts[0]?.id, 2_000n]]);
    expect(more.transactions.map(({ amount }) => amount)).toEqual([9_900n, 1_250n, 1_250n]);
    expect(more.transactions.slice(0, 2).map(({ id }) => id)).toEqual(bank.transactions.map(({ id }) => id));
  });

  test('the mode `replace` deletes the earlier declarations; with empty lists, it restores the sample data', () => {
    const bank = inject(body);
    const other = inject({ mode: 'replace', accounts: [{ ...account, external_id: 'z' }] }, bank);
    expect(other.accounts).toHaveLength(1);
    expect(other.transactions).toEqual([]);
    expect(toInjectedBank({ mode: 'replace', accounts: [], transactions: [] }, bank, 'user')).toBeNull();
    expect(toInjectedBank({ mode: 'replace' }, bank, 'user')).toBeNull();
    expect(toInjectedBank({}, bank, 'user')).toEqual(bank);
    expect(toInjectedBank({}, null, 'user')).toBeNull();
  });
});
