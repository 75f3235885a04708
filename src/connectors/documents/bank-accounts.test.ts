import { describe, expect, test } from 'vitest';
import type { UploadedDocument } from '#domain/documents/uploaded-documents.ts';
import { uploaded, type Values, without } from '#test/uploaded-documents.ts';
import { accountOf, bankStatementsOf, booksOf } from './bank-accounts.ts';
import { accountHolder } from './identity.ts';
import { transactionsOf } from './transactions.ts';

const LINK = 'a'.repeat(32);
const JANUARY: Values = {
  bank_name: 'Harvest Credit Union',
  holder_name: 'Jordan Q. Vale',
  account_mask: '4721',
  period_start: '2026-01-01',
  period_end: '2026-01-31',
  opening_balance: 100_000n,
  closing_balance: 150_000n,
  total_deposits: 70_000n,
  total_withdrawals: 20_000n,
};
const FEBRUARY: Values = {
  ...JANUARY,
  period_start: '2026-02-01',
  period_end: '2026-02-28',
  opening_balance: 150_000n,
  closing_balance: 90_000n,
};
const PAY: Values = { date: '2026-01-09', description: 'ACH Larkspur Payroll', amount: 70_000n };
const COFFEE: Values = { date: '2026-01-12', description: 'Coffee', amount: -450n };

const statement = (
  number: number,
  values: Values = JANUARY,
  transactions: Values[] = [PAY],
  account_type: string | undefined = 'Everyday Checking',
) =>
  uploaded(number, 'BANK_STATEMENT', values, {
    rows: { transactions },
    terms: account_type === '' ? {} : { account_type },
  });
const accounts = (...documents: UploadedDocument[]) => booksOf(documents, LINK).map((book) => accountOf(book, LINK));
const transactions = (...documents: UploadedDocument[]) => transactionsOf(booksOf(documents, LINK), LINK);
const statements = (...documents: UploadedDocument[]) => bankStatementsOf(booksOf(documents, LINK), LINK);

describe('a bank account', () => {
  test('a bank account has the values of the newest statement', () => {
    expect(accounts(statement(1, FEBRUARY), statement(2))).toEqual([
      {
        id: expect.stringMatching(/^[0-9a-f]{32}$/),
        type: 'CHECKING',
        subtype: null,
        mask: '4721',
        nickname: null,
        balances: { currency_code: 'USD', balance: 90_000n, available_balance: null, credit_limit: null },
        account_number: null,
        routing_number: null,
        wire_routing_number: null,
        owners: [expect.objectContaining({ full_name: 'Jordan Q. Vale', relation_type: 'PRIMARY' })],
      },
    ]);
  });

  test.each<[string, string, string | null]>([
    ['Savings', 'SAVINGS', null],
    ['Premier Money Market Savings', 'SAVINGS', 'MONEY_MARKET'],
    ['Certificate of Deposit', 'CD', null],
    ['Platinum', 'OTHER', null],
  ])('a bank account with the printed type %s has the type %s', (account_type, type, subtype) => {
    expect(accounts(statement(1, JANUARY, [PAY], account_type))).toMatchObject([{ type, subtype }]);
  });

  test.each<[string, bigint, string]>([
    ['POS PURCHASE COFFEE', -450n, 'CHECKING'],
    ['Check 1042', -5_000n, 'CHECKING'],
    ['PURCHASE RETURN', 450n, 'OTHER'],
    ['Transfer to checking', -5_000n, 'OTHER'],
  ])(
    'a bank account without a known printed type, but with the transaction “%s” of %s cents, has the type %s',
    (description, amount, type) => {
      const printed = (account_type: string) =>
        statement(1, JANUARY, [{ date: '2026-01-05', description, amount }], account_type);
      expect(accounts(printed(''))).toMatchObject([{ type, subtype: null }]);
      expect(accounts(printed('Platinum'))).toMatchObject([{ type, subtype: null }]);
      expect(accounts(printed('Savings'))).toMatchObject([{ type: 'SAVINGS' }]);
    },
  );

  test('the balance of a bank account is the running balance of the last transaction if the closing balance was not read', () => {
    const rows = [PAY, { ...COFFEE, balance: 169_550n }];
    const document = without(statement(1, JANUARY, rows), 'closing_balance');
    expect(accounts(document)[0]?.balances.balance).toBe(169_550n);
    expect(accounts(without(statement(1), 'closing_balance'))[0]?.balances.balance).toBeNull();
  });

  test('the owners of a bank account are all people on the statement; the first owner is the person of the link', () => {
    const shown = accounts(statement(1, { ...JANUARY, holder_name: 'Jordan & Robin Vale' }));
    expect(shown[0]?.owners.map(({ full_name, relation_type }) => [full_name, relation_type])).toEqual([
      ['Jordan Vale', 'PRIMARY'],
      ['Robin Vale', 'JOINT'],
    ]);
    expect(accountHolder(shown, LINK)).toMatchObject({ first_name: 'Jordan', last_name: 'Vale', ssn: null });
    expect(accountHolder(accounts(without(statement(1), 'holder_name')), LINK)).toBeUndefined();
  });

  test('two bank accounts are separate if their digits differ, or if their digits are equal but their banks differ', () => {
    const other_digits = statement(2, { ...JANUARY, account_mask: '9902' });
    const other_bank = statement(3, { ...JANUARY, bank_name: 'Meadow Bank' });
    const ids = accounts(statement(1), other_digits, other_bank, statement(4, FEBRUARY)).map(({ id }) => id);
    expect(new Set(ids).size).toBe(3);
    expect(ids).toContain(accounts(statement(1))[0]?.id);
  });

  test('a bank account is recognised by its digits alone if the name of the bank was not read', () => {
    expect(accounts(statement(1), without(statement(2, FEBRUARY), 'bank_name'))).toHaveLength(1);
    expect(accounts(without(statement(1), 'bank_name'), statement(2, FEBRUARY))).toHaveLength(1);
  });

  test('if the statements show no account digits, one bank account is created for each bank', () => {
    const bare = (number: number, bank_name: string) =>
      without(statement(number, { ...JANUARY, bank_name }), 'account_mask');
    expect(accounts(bare(1, 'Meadow Bank'), bare(2, 'Meadow Bank'), bare(3, 'Harbor Bank'))).toHaveLength(2);
    expect(accounts(bare(1, 'Meadow Bank'), statement(2))).toHaveLength(2);
  });

  test('no bank account is created from a statement with neither balances nor transactions', () => {
    expect(accounts(uploaded(1, 'BANK_STATEMENT', { bank_name: 'Meadow Bank', account_mask: '4721' }))).toEqual([]);
  });
});

describe('bank statements', () => {
  test('bank statements are listed newest first, with the figures and the file of their document', () => {
    const [newest, oldest] = statements(statement(1), statement(2, FEBRUARY));
    expect(newest?.period_end).toBe('2026-02-28');
    expect(oldest).toEqual({
      id: expect.stringMatching(/^[0-9a-f]{32}$/),
      account_id: accounts(statement(1))[0]?.id,
      period_start: '2026-01-01',
      period_end: '2026-01-31',
      opening_balance: 100_000n,
      closing_balance: 150_000n,
      total_deposits: 70_000n,
      total_withdrawals: 20_000n,
      currency_code: 'USD',
      file_id: statement(1).file_id,
      md5sum: statement(1).md5sum,
    });
  });

  test('bank statements are listed once if they are copies, but twice if they cover the same period and their figures differ', () => {
    expect(statements(statement(1), statement(2))).toHaveLength(1);
    const both = statements(statement(1), statement(2, { ...JANUARY, closing_balance: 950_000n }));
    expect(new Set(both.map(({ id }) => id)).size).toBe(2);
    expect(both.map(({ id }) => id)).toContain(statements(statement(1))[0]?.id);
  });

  test('a bank statement is left out if its period was not read; its transactions are still returned', async () => {
    const document = without(statement(1), 'period_start');
    expect(statements(document)).toEqual([]);
    expect(await transactions(document)).toHaveLength(1);
  });
});

describe('transactions of bank statements', () => {
  test('transactions have positive amounts and a direction', async () => {
    const [coffee, pay] = await transactions(statement(1, JANUARY, [PAY, COFFEE]));
    expect(coffee).toMatchObject({ amount: 450n, type: 'DEBIT', description: 'Coffee', status: 'POSTED' });
    expect(pay).toMatchObject({
      account_id: accounts(statement(1))[0]?.id,
      amount: 70_000n,
      type: 'CREDIT',
      posted_at: '2026-01-09T00:00:00Z',
      transacted_at: '2026-01-09T00:00:00Z',
      check_number: null,
    });
  });

  test.each([
    ['1042', -5_000n, '1042'],
    ['Check #1042', -5_000n, '1042'],
    ['CHECK PAID 1042', -5_000n, '1042'],
    ['1042', 5_000n, null],
    ['Shop 1042', -5_000n, null],
  ])(
    'transactions of bank statements with the description %s and an amount of %s cents have the check number %s',
    async (description, amount, check_number) => {
      const [shown] = await transactions(statement(1, JANUARY, [{ date: '2026-01-05', description, amount }]));
      expect(shown?.check_number).toBe(check_number);
    },
  );

  test('no transaction is created from a row without a date or an amount', async () => {
    const rows: Values[] = [
      { date: '2026-01-05', description: 'No amount' },
      { amount: 5n, description: 'No date' },
      { date: '2026-01-05', amount: 5n },
    ];
    expect(await transactions(statement(1, JANUARY, rows))).toMatchObject([{ description: '' }]);
  });

  test('equal transactions on the same statement are listed separately', async () => {
    const shown = await transactions(statement(1, JANUARY, [COFFEE, COFFEE]));
    expect(new Set(shown.map(({ id }) => id)).size).toBe(2);
  });

  test('if two statements cover the same day, equal transactions are listed as often as on the statement that has more of them', async () => {
    const overlap = { ...JANUARY, period_start: '2026-01-10', period_end: '2026-02-09' };
    const documents = [statement(1, JANUARY, [PAY, COFFEE, COFFEE]), statement(2, overlap, [COFFEE, COFFEE, COFFEE])];
    const shown = await transactions(...documents);
    expect(shown.map(({ amount }) => amount).toSorted()).toEqual([450n, 450n, 450n, 70_000n]);
    expect(new Set(shown.map(({ id }) => id)).size).toBe(4);
    expect(await transactions(...documents.toReversed())).toEqual(shown);
  });

  test('equal transactions on statements of different periods are listed separately', async () => {
    const late = { ...COFFEE, date: '2026-01-31' };
    const shown = await transactions(statement(1, JANUARY, [late]), statement(2, FEBRUARY, [late]));
    expect(new Set(shown.map(({ id }) => id)).size).toBe(2);
  });

  test('equal transactions on different accounts are listed separately', async () => {
    const other = statement(2, { ...JANUARY, account_mask: '9902' });
    expect(new Set((await transactions(statement(1), other)).map(({ id }) => id)).size).toBe(2);
  });

  test('transactions keep their ids when a statement is added', async () => {
    const before = await transactions(statement(1, JANUARY, [PAY, COFFEE]));
    const after = await transactions(
      statement(1, JANUARY, [PAY, COFFEE]),
      statement(2, FEBRUARY, [{ ...PAY, date: '2026-02-06' }]),
    );
    const ids = new Set(after.map(({ id }) => id));
    expect(before.every(({ id }) => ids.has(id))).toBe(true);
    expect(after).toHaveLength(3);
  });
});
