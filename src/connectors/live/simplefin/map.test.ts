import { describe, expect, test } from 'vitest';
import { toHundredths } from '#connectors/live/amounts.ts';
import { sourceFaults } from '#test/field-sources.ts';
import { typeOf } from './account-types.ts';
import { toLinkData } from './map.ts';
import { PROVENANCE } from './provenance.ts';
import type { AccountSet, WireAccount } from './wire.ts';

const NOW = new Date('2026-03-04T12:00:00Z');
const OPTIONS = { link_id: 'a'.repeat(32), now: NOW, first_seen: {} };
const ORG = { domain: 'harvest.example', name: 'Harvest Credit Union' };

const account = (changed: Partial<WireAccount> = {}): WireAccount => ({
  id: 'A1',
  name: 'Everyday Checking',
  org: ORG,
  currency: 'USD',
  balance: '100.23',
  'available-balance': '75.2',
  transactions: [],
  ...changed,
});
const setOf = (...accounts: WireAccount[]): AccountSet => ({ errors: [], accounts });

describe('a SimpleFIN amount', () => {
  test.each([
    ['100.23', 10_023n],
    ['-33293.43', -3_329_343n],
    ['+.5', 50n],
    ['7.', 700n],
    ['0.005', 1n],
    ['-0.005', -1n],
    ['0.00499999', 0n],
    [1.005, 101n],
    [-4.22, -422n],
    [12.345678, 1_235n],
  ])('the SimpleFIN amount %s is parsed as %s hundredths', (written, hundredths) => {
    expect(toHundredths(written)).toBe(hundredths);
  });

  test.each(['', 'twelve', '1,000.00', '1e5', '--1', Number.NaN, 1e22])(
    'the SimpleFIN amount %s is rejected',
    (written) => {
      expect(() => toHundredths(written)).toThrow('not a decimal');
    },
  );
});

describe('the type of an account', () => {
  test.each([
    ['Everyday Checking', 100n, 'CHECKING', null],
    ['Vacation savings', 0n, 'SAVINGS', null],
    ['Money Market Savings', 5n, 'SAVINGS', 'MONEY_MARKET'],
    ['Rewards Credit Card', -5_00n, 'CREDIT_CARD', null],
    // When a person pays a debt, the payment is a credit on the account of the debt. If the type of this account were
    // unknown, the credit would be treated as income.
    ['Harbor Basic Card (3306)', -5_00n, 'CREDIT_CARD', null],
    ['Prepaid card', 5_00n, 'OTHER', null],
    ['Home Equity Line', -5_00n, 'LINE_OF_CREDIT', 'HELOC'],
    ['HELOC 4410', -5_00n, 'LINE_OF_CREDIT', 'HELOC'],
    ['24-Month Certificate', 5_00n, 'CD', null],
    ['Mortgage Loan 30y', -5_00n, 'MORTGAGE', null],
    ['Savings secured loan', -5_00n, 'OTHER', null],
    ['Auto loan', 5_00n, 'OTHER', null],
    ['Main account', 5_00n, 'OTHER', null],
  ] as const)(
    'the type of a SimpleFIN account with the name “%s” and a balance of %s cents is %s',
    (name, balance, type, subtype) => {
      expect(typeOf(name, balance, false)).toEqual({ type, subtype });
    },
  );

  test('the type of an account with holdings is INVESTMENT, whatever the account’s name is', () => {
    expect(typeOf('Savings', 1n, true).type).toBe('INVESTMENT');
  });
});

describe('data from SimpleFIN', () => {
  test('an account has its balances and the name of its bank; fields that the protocol does not have are null', () => {
    const { data } = toLinkData([setOf(account())], OPTIONS);
    expect(data.accounts).toEqual([
      {
        id: expect.stringMatching(/^[0-9a-f]{32}$/),
        type: 'CHECKING',
        subtype: null,
        mask: null,
        nickname: 'Harvest Credit Union Everyday Checking',
        balances: { currency_code: 'USD', balance: 10_023n, available_balance: 7_520n, credit_limit: null },
        account_number: null,
        routing_number: null,
        wire_routing_number: null,
        owners: [],
      },
    ]);
  });

  test('the amount owed on a card is positive', () => {
    const card = account({ name: 'Credit Card', balance: '-250.10' });
    expect(toLinkData([setOf(card)], OPTIONS).data.accounts[0]?.balances.balance).toBe(25_010n);
  });

  test('two accounts with the same id at different banks remain separate accounts', () => {
    const other = account({ org: { domain: 'meadow.example' } });
    const { data } = toLinkData([setOf(account(), other)], OPTIONS);
    expect(new Set(data.accounts.map(({ id }) => id)).size).toBe(2);
    expect(data.accounts[1]?.nickname).toBe('meadow.example Everyday Checking');
  });

  test('in version 2 of the protocol, the name of the bank comes from the list of connections', () => {
    const { org: _org, ...bare } = account({ conn_id: 'CON-1' });
    const set = { ...setOf(bare), connections: [{ conn_id: 'CON-1', name: 'Meadow Bank - Jill' }] };
    expect(toLinkData([set], OPTIONS).data.accounts[0]?.nickname).toBe('Meadow Bank - Jill Everyday Checking');
  });

  test('accounts for points and miles are left out, and a message mentions each of them', () => {
    const miles = account({ id: 'M', name: 'Miles', currency: 'https://air.example/miles' });
    const mapped = toLinkData([setOf(account(), miles)], OPTIONS);
    expect(mapped.data.accounts).toHaveLength(1);
    expect(mapped.left_out).toEqual(['The account Miles is not kept in money and was left out.']);
  });

  test('the sign of an amount determines debit or credit, and a transaction in two overlapping date ranges is returned once', () => {
    const paid = { id: 'T1', posted: 1_772_000_000, amount: '-12.5', description: 'Corner Bakery' };
    const pay = { id: 'T2', posted: 1_772_100_000, transacted_at: 1_772_050_000, amount: '900', description: 'Pay' };
    const { data } = toLinkData(
      [setOf(account({ transactions: [paid, pay] })), setOf(account({ transactions: [paid], balance: '1' }))],
      OPTIONS,
    );
    expect(data.transactions).toMatchObject([
      { amount: 1_250n, type: 'DEBIT', status: 'POSTED', external_id: 'T1', transacted_at: '2026-02-25T06:13:20Z' },
      {
        amount: 90_000n,
        type: 'CREDIT',
        posted_at: '2026-02-26T10:00:00Z',
        transacted_at: '2026-02-25T20:06:40Z',
        currency_code: 'USD',
      },
    ]);
    expect(data.accounts[0]?.balances.balance).toBe(10_023n);
  });

  test('a pending transaction without a date keeps the time at which it was first seen', () => {
    const pending = { id: 'P', posted: 0, amount: '-3', description: 'Fuel', pending: true };
    const once = toLinkData([setOf(account({ transactions: [pending] }))], OPTIONS);
    expect(once.data.transactions).toMatchObject([
      { status: 'PENDING', posted_at: null, transacted_at: '2026-03-04T12:00:00Z' },
    ]);
    const later = { ...OPTIONS, now: new Date('2026-03-05T12:00:00Z'), first_seen: once.first_seen };
    const twice = toLinkData([setOf(account({ transactions: [pending] }))], later);
    expect(twice.data).toEqual(once.data);
    expect(toLinkData([setOf(account())], later).first_seen).toEqual({});
  });

  test('holdings have their quantity, market value and cost basis', () => {
    const holding = {
      id: 'H',
      currency: 'USD',
      cost_basis: '80.00',
      description: 'Broad Index Fund',
      market_value: '105.04',
      shares: '10.5',
      symbol: 'BRDX',
    };
    const { data } = toLinkData([setOf(account({ holdings: [holding] }))], OPTIONS);
    expect(data.holdings).toMatchObject([
      { name: 'Broad Index Fund', symbol: 'BRDX', quantity: 1_050n, market_value: 10_504n, cost_basis: 8_000n },
    ]);
    expect(data.accounts[0]?.type).toBe('INVESTMENT');
  });

  test.each([
    ['shares', { shares: '' }],
    ['shares', { shares: null }],
    ['a market value', { market_value: '' }],
    ['a market value', { market_value: null }],
    ['a description and a symbol', { description: '', symbol: null }],
  ])('a holding without %s is left out, and a message mentions its account', (_, changed) => {
    const whole = { id: 'H', description: 'Broad Index Fund', market_value: '105.04', shares: '10.5', symbol: 'BRDX' };
    const holdings = [whole, { ...whole, id: 'I', ...changed }];
    const { data, left_out } = toLinkData([setOf(account({ name: 'Savings Plan', holdings }))], OPTIONS);
    expect(data.holdings).toMatchObject([{ quantity: 1_050n, market_value: 10_504n }]);
    expect(left_out).toEqual([
      'Some holdings of Savings Plan have no name, no number of shares or no value and were left out.',
    ]);
  });

  test('a holding without a description has its symbol as its name', () => {
    const holding = { id: 'H', description: null, market_value: '1', shares: '1', symbol: 'BRDX' };
    const { data, left_out } = toLinkData([setOf(account({ holdings: [holding] }))], OPTIONS);
    expect(data.holdings).toMatchObject([{ name: 'BRDX' }]);
    expect(left_out).toEqual([]);
  });

  test('every field with a value has a source in the provenance map, and every field in the map exists', () => {
    const holding = { id: 'H', cost_basis: '1', description: 'Fund', market_value: '1', shares: '1', symbol: 'F' };
    const row = { id: 'T', posted: 1_772_000_000, amount: '1', description: 'Pay', memo: 'March' };
    const { data } = toLinkData([setOf(account({ holdings: [holding], transactions: [row] }))], OPTIONS);
    expect(sourceFaults(PROVENANCE, data)).toEqual([]);
  });
});
