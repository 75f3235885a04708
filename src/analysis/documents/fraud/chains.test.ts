import { describe, expect, test } from 'vitest';
import type { ReadDocument } from '#domain/documents/read-documents.ts';
import { documentOf, fieldOf } from '#test/read-documents.ts';
import { chainSignals } from './chains.ts';

const PERIODS = [
  ['2026-01-05', '2026-01-18', '2026-01-23'],
  ['2026-01-19', '2026-02-01', '2026-02-06'],
  ['2026-02-02', '2026-02-15', '2026-02-20'],
] as const;

function stub(index: number, gross_pay_ytd: bigint, more: Record<string, string | bigint> = {}): ReadDocument {
  const [period_start, period_end, pay_date] = PERIODS[index] ?? PERIODS[0];
  const own = {
    employer_name: 'Quill Harbor LLC',
    period_start,
    period_end,
    pay_date,
    gross_pay: 200_000n,
    gross_pay_ytd,
  };
  return documentOf('PAYSTUB', { ...own, ...more });
}
const severities = (documents: readonly ReadDocument[]) =>
  chainSignals(documents).map((signals) => signals.map(({ severity }) => severity));

describe('chainSignals for pay stubs', () => {
  test('returns nothing if each stub adds its pay to the year to date; the order of the stubs does not matter', () => {
    expect(severities([stub(2, 600_000n), stub(0, 200_000n), stub(1, 400_000n)])).toEqual([[], [], []]);
  });

  test('flags both stubs with a high-severity signal if the year-to-date amount grows by less than the pay', () => {
    expect(severities([stub(0, 300_000n), stub(1, 400_000n)])).toEqual([['high'], ['high']]);
    expect(chainSignals([stub(0, 300_000n), stub(1, 400_000n)])[1]?.[0]).toMatchObject({
      code: 'arithmetic_mismatch',
      expected: '5000.00',
      actual: '4000.00',
    });
  });

  test('returns a signal of medium severity if the year to date grows by more than the pay, because a bonus may be the reason', () => {
    expect(severities([stub(0, 200_000n), stub(1, 500_000n)])).toEqual([['medium'], ['medium']]);
  });

  test('returns a high-severity signal if the year-to-date amount grows by more than the pay although the check numbers are consecutive', () => {
    const [first, second] = [stub(0, 200_000n, { check_number: '1001' }), stub(1, 500_000n, { check_number: '1002' })];
    expect(severities([first, second])).toEqual([['high'], ['high']]);
  });

  test('returns nothing if a stub between two others is missing and the year to date grows by more than the pay', () => {
    expect(severities([stub(0, 200_000n), stub(2, 600_000n)])).toEqual([[], []]);
    expect(severities([stub(0, 500_000n), stub(2, 600_000n)])).toEqual([['high'], ['high']]);
  });

  test('compares neither stubs of different employers nor stubs of different years', () => {
    expect(severities([stub(0, 900_000n, { employer_name: 'Alder Works' }), stub(1, 400_000n)])).toEqual([[], []]);
    expect(severities([stub(0, 900_000n, { pay_date: '2025-12-26' }), stub(1, 400_000n)])).toEqual([[], []]);
  });

  test('returns a signal of medium severity if a figure was read with low confidence', () => {
    const doubtful = stub(0, 300_000n);
    const gross_pay_ytd = fieldOf(300_000n, 0.7);
    const documents = [{ ...doubtful, fields: { ...doubtful.fields, gross_pay_ytd } }, stub(1, 400_000n)];
    expect(severities(documents)).toEqual([['medium'], ['medium']]);
  });

  test('for a figure of a scan, returns a signal of low severity; if a sum within the scan confirms the figure, the severity is medium', () => {
    const scan = (tables: Record<string, Record<string, bigint>[]> = {}) =>
      documentOf('PAYSTUB', valuesOf(stub(0, 300_000n)), tables, { confidence: 0.99 });
    expect(severities([scan(), stub(1, 400_000n)])).toEqual([['low'], ['low']]);
    const confirmed = scan({ earnings: [{ current: 200_000n, ytd: 300_000n }] });
    expect(severities([confirmed, stub(1, 400_000n)])).toEqual([['medium'], ['medium']]);
  });

  test('returns a signal of low severity for a scan if the sum holds only after a repair', () => {
    const earnings = [{ current: 200_000n, ytd: 300_000n }];
    const scan = documentOf('PAYSTUB', valuesOf(stub(0, 300_000n)), { earnings }, { confidence: 0.8 });
    const [row] = scan.tables['earnings'] ?? [];
    const ytd = { ...fieldOf(300_000n, 0.8), repair: { read: 380_000n, checks: [] } };
    const repaired = { ...scan, tables: { earnings: [{ ...row, ytd }] } };
    expect(severities([repaired, stub(1, 400_000n)])).toEqual([['low'], ['low']]);
  });
});

const valuesOf = ({ fields }: ReadDocument): Record<string, string | bigint> =>
  Object.fromEntries(
    Object.entries(fields).flatMap(([name, { value }]) => (typeof value === 'boolean' ? [] : [[name, value]])),
  );

describe('chainSignals for other documents', () => {
  test('finds a W-2 that states higher wages than the year to date of the last stub of its year', () => {
    const last = documentOf('PAYSTUB', {
      employer_name: 'Quill Harbor LLC',
      period_start: '2025-12-08',
      period_end: '2025-12-21',
      pay_date: '2025-12-26',
      gross_pay: 200_000n,
      gross_pay_ytd: 5_200_000n,
    });
    const w2 = (medicare_wages: bigint) =>
      documentOf('W2', { employer_name: 'QUILL HARBOR, LLC', year: '2025', medicare_wages });
    expect(severities([last, w2(5_100_000n)])).toEqual([[], []]);
    expect(severities([last, w2(5_720_000n)])).toEqual([['high'], ['high']]);
  });

  test('returns a signal of medium severity if a W-2 has less tax than the last stub of its year; if the W-2 has more tax, the severity is low, because a bonus may be the reason', () => {
    const last = (confidence = 1) =>
      documentOf(
        'PAYSTUB',
        {
          employer_name: 'Quill Harbor LLC',
          period_start: '2025-12-08',
          period_end: '2025-12-21',
          pay_date: '2025-12-26',
          gross_pay_ytd: 5_200_000n,
        },
        {
          taxes: [
            { description: 'Federal Income Tax', ytd: 400_000n },
            { description: 'Medicare', ytd: 75_400n },
          ],
        },
        { confidence },
      );
    const w2 = (values: Record<string, bigint>) =>
      documentOf('W2', { employer_name: 'Quill Harbor LLC', year: '2025', ...values });
    expect(severities([last(), w2({ federal_tax: 399_900n, medicare_tax: 75_500n })])).toEqual([[], []]);
    expect(severities([last(), w2({ federal_tax: 399_899n })])).toEqual([['medium'], ['medium']]);
    expect(severities([last(), w2({ federal_tax: 400_101n })])).toEqual([['low'], ['low']]);
    expect(severities([last(0.95), w2({ federal_tax: 399_899n })])).toEqual([['low'], ['low']]);
  });

  test('finds a tax return whose line for the tax withheld on W-2s contradicts the W-2s', () => {
    const form = (line_25a: bigint) => documentOf('F1040', { year: '2025', line_25a });
    const w2s = [1, 2].map((ein) =>
      documentOf('W2', { year: '2025', employer_ein: `47-000000${ein}`, wages: 5_000_000n, federal_tax: 200_000n }),
    );
    expect(severities([form(400_500n), ...w2s])).toEqual([[], [], []]);
    expect(severities([form(399_499n), ...w2s])).toEqual([['high'], ['high'], ['high']]);
    expect(severities([form(431_217n), ...w2s])).toEqual([['low'], ['low'], ['low']]);
    expect(severities([form(500_000n), ...w2s])).toEqual([['high'], ['high'], ['high']]);
  });

  test('returns a signal of high severity if a tax return contradicts the W-2s, and of low severity if a missing W-2 may explain higher wages', () => {
    const form = (line_1z: bigint) => documentOf('F1040', { year: '2025', line_1z });
    const w2 = documentOf('W2', { year: '2025', wages: 5_000_000n });
    expect(severities([form(5_000_000n), w2])).toEqual([[], []]);
    expect(severities([form(5_834_217n), w2])).toEqual([['low'], ['low']]);
    expect(severities([form(5_100_000n), w2])).toEqual([['high'], ['high']]);
    expect(severities([form(4_000_000n), w2])).toEqual([['high'], ['high']]);
  });

  test('finds dividends of a 1099 that are not on the tax return', () => {
    const form = documentOf('F1040', { year: '2025', line_3b: 18_700n });
    const f1099 = (ordinary_dividends: bigint) =>
      documentOf('F1099', { year: '2025', ordinary_dividends }, {}, { subtype: 'F1099_DIV' });
    expect(severities([form, f1099(18_700n)])).toEqual([[], []]);
    expect(severities([form, f1099(118_700n)])).toEqual([['high'], ['high']]);
  });

  test('finds a bank statement whose opening balance differs from the closing balance of the previous statement', () => {
    const statement = (period_start: string, period_end: string, opening_balance: bigint, closing_balance: bigint) =>
      documentOf('BANK_STATEMENT', {
        bank_name: 'Alder Bank',
        account_mask: '4721',
        period_start,
        period_end,
        opening_balance,
        closing_balance,
      });
    const january = statement('2026-01-01', '2026-01-31', 100n, 500n);
    expect(severities([january, statement('2026-02-01', '2026-02-28', 500n, 700n)])).toEqual([[], []]);
    expect(severities([january, statement('2026-02-01', '2026-02-28', 900n, 1_100n)])).toEqual([['high'], ['high']]);
    expect(severities([january, statement('2026-03-01', '2026-03-31', 900n, 1_100n)])).toEqual([[], []]);
  });
});

describe('chainSignals for pay stubs and bank statements', () => {
  /**
   * The pay date is Friday, June 13. Wednesday, June 11 is the second business day before it, and Wednesday, June 18
   * the third business day after it.
   */
  const PAID = { employer_name: 'Quill Harbor LLC', pay_date: '2025-06-13', net_pay: 150_000n };
  const ACCOUNT = { account_mask: '4721', current: 150_000n };
  type Row = Record<string, bigint | string>;
  const paid = (distributions: Row[] = [ACCOUNT], values: Row = {}) =>
    documentOf('PAYSTUB', { ...PAID, ...values }, { distributions });
  const deposit = (date: string, amount: bigint, description = 'QUILL HARBOR PAYROLL PPD'): Row => ({
    date,
    amount,
    description,
  });
  const JUNE = { bank_name: 'Alder Bank', account_mask: '4721', period_start: '2025-06-01', period_end: '2025-06-30' };
  const statement = (transactions: Row[], values: Row = {}) => {
    const total = transactions.reduce((sum, { amount }) => sum + BigInt(amount ?? 0n), 0n);
    const balances = { opening_balance: 10_000n, closing_balance: 10_000n + total };
    return documentOf('BANK_STATEMENT', { ...JUNE, ...balances, ...values }, { transactions });
  };
  const OTHER = deposit('2025-06-27', 151_000n);
  const MISSING = [['medium'], ['medium']];

  test('returns nothing if the net pay arrives from two business days before the pay date to three after it', () => {
    const arriving = (date: string) => severities([paid(), statement([deposit(date, 150_000n, 'DEPOSIT'), OTHER])]);
    expect(arriving('2025-06-11')).toEqual([[], []]);
    expect(arriving('2025-06-18')).toEqual([[], []]);
    expect(arriving('2025-06-10')).toEqual(MISSING);
    expect(arriving('2025-06-20')).toEqual(MISSING);
  });

  test('returns a signal of medium severity if the statement of the account that the stub names shows no deposit', () => {
    expect(chainSignals([paid(), statement([OTHER])])[0]).toMatchObject([
      {
        code: 'arithmetic_mismatch',
        severity: 'medium',
        actual: '1500.00',
        message:
          'The bank statement covers all days on which the pay of 2025-06-13 could arrive, but shows no deposit of the ' +
          '1500.00 that the pay stub of this day states.',
      },
    ]);
    expect(severities([paid([{ account_mask: '21' }]), statement([OTHER])])).toEqual(MISSING);
    expect(severities([paid([{ account_mask: '8830' }]), statement([OTHER])])).toEqual([[], []]);
  });

  test('returns nothing if the statement does not cover all days on which the pay can arrive, or if some deposits of the statement possibly were not read', () => {
    const covering = (values: Row) => severities([paid(), statement([OTHER], values)]);
    expect(covering({ period_start: '2025-06-11', period_end: '2025-06-18' })).toEqual(MISSING);
    expect(covering({ period_start: '2025-06-12' })).toEqual([[], []]);
    expect(covering({ period_end: '2025-06-17' })).toEqual([[], []]);
    expect(covering({ closing_balance: 311_000n })).toEqual([[], []]);
  });

  test('returns a signal of high severity if all pay goes to this account and less than the net pay arrives; otherwise of medium severity', () => {
    const less = statement([deposit('2025-06-13', 120_000n)]);
    expect(chainSignals([paid(), less])[1]).toMatchObject([
      {
        severity: 'high',
        expected: '1200.00',
        actual: '1500.00',
        message:
          'The pay stub of 2025-06-13 states a net pay of 1500.00; the bank statement shows 1200.00 from Quill Harbor LLC.',
      },
    ]);
    expect(severities([paid([]), less])).toEqual(MISSING);
    expect(severities([paid(), statement([deposit('2025-06-13', 180_000n)])])).toEqual(MISSING);
  });

  test('compares the deposit only with the part of the pay that goes to the account of the statement', () => {
    const parts = [
      { account_mask: '4721', current: 120_000n },
      { account_mask: '8830', current: 30_000n },
    ];
    const arriving = (amount: bigint) => severities([paid(parts), statement([deposit('2025-06-13', amount)])]);
    expect(arriving(120_000n)).toEqual([[], []]);
    expect(arriving(110_000n)).toEqual(MISSING);
    const listed = [
      { account_mask: '4721', current: 0n },
      { account_mask: '8830', current: 150_000n },
    ];
    expect(severities([paid(listed), statement([OTHER])])).toEqual([[], []]);
    expect(severities([paid([...parts, { account_mask: '5512', current: 100n }]), statement([OTHER])])).toEqual([
      [],
      [],
    ]);
  });

  test('for a stub that names no account, a signal requires pay of the employer before and after the pay date, and no other statement that shows the pay', () => {
    const before = deposit('2025-06-06', 149_000n);
    const [june, one_sided] = [statement([before, OTHER]), statement([OTHER])];
    expect(severities([paid([]), june])).toEqual(MISSING);
    expect(severities([paid([]), one_sided])).toEqual([[], []]);
    const may = statement([deposit('2025-05-30', 149_000n)], {
      period_start: '2025-05-01',
      period_end: '2025-05-31',
      opening_balance: -139_000n,
      closing_balance: 10_000n,
    });
    expect(severities([paid([]), one_sided, may])).toEqual([['medium'], ['medium'], []]);
    const savings = statement([deposit('2025-06-13', 150_000n)], { account_mask: '8830' });
    expect(severities([paid([]), june, savings])).toEqual([[], [], []]);
  });

  test('returns a signal of low severity if the stub or the statement is a scan', () => {
    const scan = documentOf('PAYSTUB', PAID, { distributions: [ACCOUNT] }, { confidence: 0.97 });
    expect(severities([scan, statement([OTHER])])).toEqual([['low'], ['low']]);
  });
});
