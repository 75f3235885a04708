import { describe, expect, test } from 'vitest';
import { inDecimals } from '#base/money.ts';
import { kindOf, toAccount, toFdxAccount, toHoldings, toLoan, toNumbers } from './accounts.ts';
import { toOwner, toProfile } from './people.ts';
import { toTaxDocuments } from './tax-forms.ts';
import { statementFileId, statementPathOf, toStatements, toTransaction } from './transactions.ts';
import { dateAt, hundredthsAt, textAt, timeAt, unwrap } from './wire.ts';

const LINK = 'a'.repeat(32);
const accountOf = (row: Record<string, unknown>) => {
  const account = toFdxAccount({ accountId: 'a1', accountCategory: 'DEPOSIT_ACCOUNT', ...row });
  if (account === undefined) throw new Error('the account is not readable');
  return account;
};

describe('fields of an FDX row', () => {
  test.each([
    [12.5, 1250n],
    ['12.5', 1250n],
    [-3, -300n],
    [0.1, 10n],
    [1.005, 101n],
    [-1.005, -101n],
    [18.994999, 1899n],
    [0.0000001, 0n],
    ['1,200.00', null],
    ['', null],
    [null, null],
    [Number.NaN, null],
    [{}, null],
    [12_345_678_901, null],
  ])('the amount %s in an FDX row becomes %s hundredths', (value, hundredths) => {
    expect(hundredthsAt({ value }, 'value')).toBe(hundredths);
  });

  test('texts are trimmed, and a text that is too long is treated as absent', () => {
    expect([' a ', '', '  ', 7, true, 'x'.repeat(1025)].map((value) => textAt({ value }, 'value'))).toEqual([
      'a',
      null,
      null,
      '7',
      null,
      null,
    ]);
  });

  test('dates keep the day that the provider writes, and timestamps are converted to UTC', () => {
    const row = { at: '2026-02-28T23:30:00-05:00', day: '2026-02-28', wrong: '2026-02-30' };
    expect([dateAt(row, 'at'), dateAt(row, 'day'), dateAt(row, 'wrong')]).toEqual(['2026-02-28', '2026-02-28', null]);
    expect([timeAt(row, 'at'), timeAt(row, 'day'), timeAt(row, 'wrong')]).toEqual([
      '2026-03-01T04:30:00Z',
      '2026-02-28T00:00:00Z',
      null,
    ]);
  });

  test('an FDX 6 object is flat and contains its category; an FDX 5 object is the value of a key, and the key names the category', () => {
    const row = { accountId: 'a' };
    expect(unwrap({ locAccount: row }, 'Account')).toEqual({ category: 'loc', row });
    expect(unwrap({ ...row, accountCategory: 'LOC_ACCOUNT' }, 'Account').category).toBe('loc');
    expect(unwrap({ ...row, accountCategory: 'DIGITAL_WALLET' }, 'Account').category).toBeNull();
  });
});

describe('FDX accounts', () => {
  test.each([
    ['CHECKING', 'DEPOSIT_ACCOUNT', 'CHECKING', null],
    ['MONEYMARKET', 'DEPOSIT_ACCOUNT', 'SAVINGS', 'MONEY_MARKET'],
    ['CD', 'DEPOSIT_ACCOUNT', 'CD', null],
    ['ESCROW', 'DEPOSIT_ACCOUNT', 'OTHER', null],
    ['HOMELINEOFCREDIT', 'LOC_ACCOUNT', 'LINE_OF_CREDIT', 'HELOC'],
    ['STUDENTLOAN', 'LOAN_ACCOUNT', 'LOAN', 'STUDENT'],
    ['SOMETHINGNEW', 'LOAN_ACCOUNT', 'LOAN', null],
    ['ROTH', 'INVESTMENT_ACCOUNT', 'INVESTMENT', 'ROTH_IRA'],
    ['FIXEDANNUITY', 'ANNUITY_ACCOUNT', 'INVESTMENT', null],
    ['', 'DIGITAL_WALLET', 'OTHER', null],
  ])(
    'an FDX account of the type %s in the category %s becomes an account of the type %s with the subtype %s',
    (accountType, accountCategory, type, subtype) => {
      expect(kindOf(accountOf({ accountType, accountCategory }))).toEqual([type, subtype]);
    },
  );

  test('a row without an id, a row with an error and an insurance row are not accounts', () => {
    const rows = [{}, { accountId: 'a', error: { code: '705' } }, { insuranceAccount: { accountId: 'a' } }];
    expect(rows.map(toFdxAccount)).toEqual([undefined, undefined, undefined]);
  });

  test('the mask is the last four characters of the displayed number, however the provider masks the rest', () => {
    const none = toNumbers([]);
    const mask_of = (row: Record<string, unknown>, numbers = none) => toAccount(accountOf(row), LINK, numbers, []).mask;
    expect(mask_of({ accountNumberDisplay: '****-**-4321' })).toBe('4321');
    expect(mask_of({ accountNumber: '123456789' })).toBe('6789');
    expect(mask_of({ accountNumberDisplay: '**' })).toBeNull();
    expect(mask_of({}, { ...none, account_number: '55512' })).toBe('5512');
  });

  test('a loan has every field that the provider sends, and null for all other fields', () => {
    const row = { loanAccount: { accountId: 'a', principalBalance: 1500.4, interestRate: 4.125, loanTerm: '360' } };
    const loan = inDecimals(toLoan(accountOf({ ...row, accountId: undefined }), LINK));
    expect(loan).toMatchObject({ principal_balance: '1500.40', interest_rate: '4.13', loan_term: 360 });
    expect(loan).toMatchObject({ escrow_balance: null, next_payment_date: null });
  });

  test('the quantity of a cash holding is its market value; a holding whose quantity or market value is unknown is left out', () => {
    const holdings = [
      {
        holdingName: 'Fund',
        holdingType: 'MUTUALFUND',
        units: 10,
        marketValue: 99.5,
        securityIds: [{ idType: 'CUSIP', id: 'C1' }],
      },
      { holdingName: 'Cash', holdingSubType: 'CASH', marketValue: 20 },
      { holdingName: 'Nothing known' },
    ];
    const own = toHoldings(accountOf({ holdings }), LINK);
    expect(own.left_out).toBe(1);
    expect(inDecimals(own.holdings)).toMatchObject([
      { name: 'Fund', security_type: 'MUTUAL_FUND', cusip: 'C1', quantity: '10.00', cost_basis: null },
      { name: 'Cash', security_type: 'CASH', quantity: '20.00', market_value: '20.00' },
    ]);
  });
});

test('all FDX holdings have different ids, even if the provider sends no holding ids or ids with slashes', () => {
  const holdingOf = (changed: object) => ({ holdingName: 'Fund', units: 1, marketValue: 10, ...changed });
  const idsIn = (accountId: string, ...holdings: object[]) =>
    toHoldings(accountOf({ accountId, holdings: holdings.map(holdingOf) }), LINK).holdings.map(({ id }) => id);
  const first = idsIn('a', { holdingId: 'h' }, { symbol: 'F' }, { symbol: 'F' }, { holdingId: 'F 1' }, {}, {});
  const ids = [...first, ...idsIn('b', { holdingId: 'h' }, { holdingId: 'c/h' }), ...idsIn('b/c', { holdingId: 'h' })];
  expect(new Set(ids).size).toBe(9);
  expect(idsIn('a', { holdingId: 'h', units: 2 })).toEqual(first.slice(0, 1));
});

describe('FDX transactions and statements', () => {
  const row = { transactionId: 't', amount: 5, debitCreditMemo: 'DEBIT', postedTimestamp: '2026-01-05T00:00:00Z' };

  test.each([
    ['no id', { transactionId: undefined }],
    ['no amount', { amount: undefined }],
    ['no time', { postedTimestamp: undefined }],
    ['no direction', { debitCreditMemo: undefined }],
  ])('an FDX row with %s is not read as a transaction', (_, changed) => {
    expect(toTransaction({ ...row, ...changed }, accountOf({}), LINK)).toBeUndefined();
  });

  test('a negative amount without debitCreditMemo is a debit', () => {
    const transaction = toTransaction({ ...row, amount: -5, debitCreditMemo: undefined }, accountOf({}), LINK);
    expect(transaction).toMatchObject({ amount: 500n, type: 'DEBIT' });
  });

  test.each([
    ['PENDING', 'PENDING'],
    ['AUTHORIZATION', 'PENDING'],
    ['POSTED', 'POSTED'],
    [undefined, 'POSTED'],
  ])('the status %s of an FDX transaction becomes %s', (status, ours) => {
    expect(toTransaction({ ...row, status }, accountOf({}), LINK)?.status).toBe(ours);
  });

  const statementsOn = (days: readonly string[], account: Record<string, unknown>) => {
    const rows = days.map((statementDate, at) => ({ statementId: `s${at}`, statementDate }));
    const { statements, is_start_assumed } = toStatements(rows, accountOf(account), LINK);
    return {
      periods: statements.map(({ period_start, period_end }) => [period_start, period_end]),
      is_start_assumed,
    };
  };

  test('the period of a statement begins on the day after the previous statement; the first period is one month long, which is an assumption', () => {
    expect(statementsOn(['2026-03-15', '2026-01-15', '2026-02-15'], {})).toEqual({
      periods: [
        ['2025-12-16', '2026-01-15'],
        ['2026-01-16', '2026-02-15'],
        ['2026-02-16', '2026-03-15'],
      ],
      is_start_assumed: true,
    });
    expect(statementsOn([], {})).toEqual({ periods: [], is_start_assumed: false });
  });

  test.each([
    ['2025-12-15', '2025-12-16', true],
    ['2025-12-16', '2025-12-16', false],
    ['2026-01-03', '2026-01-03', false],
    ['2026-01-15', '2026-01-15', false],
    ['2026-01-16', '2025-12-16', true],
  ])(
    'if the account was opened on %s, the period of a first statement of 2026-01-15 begins on %s; assumed: %s',
    (accountOpenDate, period_start, is_start_assumed) => {
      expect(statementsOn(['2026-01-15'], { accountOpenDate })).toEqual({
        periods: [[period_start, '2026-01-15']],
        is_start_assumed,
      });
    },
  );

  test('the path of a statement is derived from its file id; an id that is not the file id of a statement has no path', () => {
    expect(statementPathOf(statementFileId('a/1', 's?2'))).toBe('/accounts/a%2F1/statements/s%3F2');
    expect(['', 'paystub:1', 'fdx-statement:a', 'fdx-statement:a/b/c'].map(statementPathOf)).toEqual([
      undefined,
      undefined,
      undefined,
      undefined,
    ]);
  });
});

describe('FDX customers', () => {
  test('a tax id is an SSN only if it has nine digits', () => {
    expect(toProfile({ taxId: '000-12-3456' }, LINK).ssn).toBe('000123456');
    expect(toProfile({ taxId: '*****3456' }, LINK).ssn).toBeNull();
  });

  test.each([
    ['SOLE_OWNER', 'PRIMARY'],
    ['PRIMARY_BORROWER', 'PRIMARY'],
    ['SECONDARY_JOINT_TENANTS', 'JOINT'],
    ['SECONDARY_BORROWER', 'SECONDARY'],
    ['AUTHORIZED_USER', 'SECONDARY'],
    ['FOR_BENEFIT_OF_PRIMARY', 'OTHER'],
    ['TRUSTEE', 'OTHER'],
  ])('the relationship %s of an FDX customer becomes %s', (relationship, relation) => {
    const customer = { accounts: [{ accountId: 'a1', relationship }] };
    expect(toOwner(customer, LINK, 'a1').relation_type).toBe(relation);
    expect(toOwner(customer, LINK, 'other').relation_type).toBeNull();
  });

  test('a customer without usable fields becomes a person whose fields are all null', () => {
    expect(toProfile({ name: 'Ada', email: 7, telephones: {}, addresses: 'x' }, LINK)).toMatchObject({
      full_name: null,
      email: null,
      phone: null,
      home_address: { street: null, country: null },
    });
  });
});

test('the amount of a 1099 form comes from the box for that kind of form; payer and recipient come from the form or from its tax statement', () => {
  const statement = {
    taxYear: 2025,
    taxStatementId: 's',
    recipient: { individualName: { first: 'Ada', last: 'Lantern' }, tin: '000-00-0001' },
    forms: [
      { tax1099Nec: { nonEmployeeCompensation: 800, issuer: { businessName: { name1: 'Mill Ltd' } } } },
      { tax1099Misc: { rents: 12 } },
      { tax1099Div: { ordinaryDividends: 5.5, federalTaxWithheld: 1 } },
      { tax1098: { interest: 4 } },
    ],
  };
  expect(inDecimals(toTaxDocuments([statement, { tax1099K: {} }], LINK))).toMatchObject([
    { document_subtype: 'F1099_NEC', fields: { amount: '800.00', payer_name: 'Mill Ltd', full_name: 'Ada Lantern' } },
    { document_subtype: 'F1099_MISC', fields: { amount: '12.00', payer_name: null, recipient_tin: '000-00-0001' } },
    {
      document_subtype: 'F1099_DIV',
      fields: { amount: '5.50', total_ordinary_dividends: '5.50', federal_tax: '1.00' },
    },
  ]);
});
