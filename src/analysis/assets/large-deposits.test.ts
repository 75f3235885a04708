import { describe, expect, test } from 'vitest';
import { DEFAULT_ASSET_REPORT } from '#domain/access/asset-report-options.ts';
import { movement } from '#test/assets.ts';
import { isLargeDeposit, shownThreshold, thresholdOf } from './large-deposits.ts';
import type { Movement } from './movements.ts';

const NONE = DEFAULT_ASSET_REPORT.large_deposit_threshold;
const cents = (given: Partial<typeof NONE>): bigint | null => {
  const threshold = thresholdOf({ ...NONE, ...given });
  return threshold === null ? null : shownThreshold(threshold);
};

describe('the large deposit threshold', () => {
  test.each([
    ['is a given fixed amount', { fixed_amount: '1500.00', sales_price: '300000.00', loan_type: 'FHA' }, 150_000n],
    ['is zero if the fixed amount is zero', { fixed_amount: '0.00', qualifying_monthly_income: '8000.00' }, 0n],
    [
      'is 1 % of the sales price for FHA loans',
      { sales_price: '300000.00', loan_type: 'FHA', qualifying_monthly_income: '1.00' },
      300_000n,
    ],
    ['is half the income for FHA without price', { loan_type: 'FHA', qualifying_monthly_income: '8000.00' }, 400_000n],
    [
      'is half the income for other loan types',
      { sales_price: '300000.00', loan_type: 'VA', qualifying_monthly_income: '8000.00' },
      400_000n,
    ],
    ['is half the income if no loan type is given', { qualifying_monthly_income: '8000.00' }, 400_000n],
    ['is null without an income', { sales_price: '300000.00', loan_type: 'CONVENTIONAL' }, null],
    ['is null if nothing is given', {}, null],
    ['is shown in cents, rounded half away from zero', { qualifying_monthly_income: '3000.01' }, 150_001n],
  ] as const)('the large deposit threshold %s', (_name, given, expected) => {
    expect(cents(given)).toBe(expected);
  });
});

const isLarge = (deposit: Movement, threshold = 100_000n * 100n, transfers = new Set<string>()): boolean =>
  isLargeDeposit(deposit, threshold, transfers);
const deposit = (cents: bigint, wording = 'LANTERN ESTATE DISTRIBUTION', more: Partial<Movement> = {}) =>
  movement('2026-01-05', 'CREDIT', cents, wording, more);

describe('large deposits', () => {
  test('a deposit is large if it is above the threshold, but not if it equals the threshold', () => {
    expect(isLarge(deposit(100_000n))).toBe(false);
    expect(isLarge(deposit(100_001n))).toBe(true);
  });

  test('a deposit is compared with the exact threshold, which may differ from the rounded threshold in the report', () => {
    const half = thresholdOf({ ...NONE, qualifying_monthly_income: '3000.01' }) ?? 0n;
    expect(isLarge(deposit(150_000n), half)).toBe(false);
    expect(isLarge(deposit(150_001n), half)).toBe(true);
  });

  test('only a posted credit can be a large deposit', () => {
    expect(isLarge(movement('2026-01-05', 'DEBIT', 900_000n))).toBe(false);
    expect(isLarge(deposit(900_000n, 'GIFT', { booked: null }))).toBe(false);
  });

  test('a transfer from one of the person’s other accounts is not a large deposit; a description that names a transfer has no effect', () => {
    const own = deposit(900_000n);
    expect(isLarge(own, 1n, new Set([own.id]))).toBe(false);
    expect(isLarge(deposit(900_000n, 'ONLINE TRANSFER FROM CHK ...0000'), 1n, new Set([own.id]))).toBe(true);
  });

  test.each([
    'FABLE FREIGHT PAYROLL PPD ID: 1999000001',
    'LANTERN WORKS DIR DEP',
    'LANTERN WORKS DIRECT DEPOSIT',
    'ADP TOTALSOURCE 991',
    'SSA TREAS 310 XXSOC SEC PPD ID: 9990000310',
    'IRS TREAS 310 TAX REF PPD ID: 9990000323',
    'STATE OF OHIO TAXRFD',
    'RETURNED ITEM INSUFFICIENT FUNDS CHECK 512',
    'FEE REVERSAL OVERDRAFT FEE',
  ])('a deposit above the threshold is not large if its description names the origin of the money: %s', (wording) => {
    expect(isLarge(deposit(900_000n, wording))).toBe(false);
  });

  test.each([
    'MOBILE CHECK DEPOSIT REF 600393613',
    'ATM CASH DEPOSIT SANTA FE NM',
    'ZELLE FROM TOBIAS FENWICK PAYROLL',
    'WIRE TYPE:WIRE IN SALARY',
    'VENMO CASHOUT TAX REFUND',
    'ZELLE FROM TOBIAS FENWICK RETURNED ITEM',
  ])(
    'a deposit above the threshold is large if a person deposited or sent the money, even if its category or description names another origin: %s',
    (wording) => {
      expect(isLarge(deposit(900_000n, wording, { categories: ['Paycheck'] }))).toBe(true);
    },
  );

  test('a word such as PAYROLL names no source if it is only a part of a longer word, so the deposit is large', () => {
    expect(isLarge(deposit(900_000n, 'BROADPAYROLLER SALE'))).toBe(true);
  });

  test('a deposit is not large if the bank categorizes it as pay', () => {
    expect(isLarge(deposit(900_000n, 'LANTERN WORKS 0117', { categories: ['Income', 'Paycheck'] }))).toBe(false);
    expect(isLarge(deposit(900_000n, 'LANTERN WORKS 0117', { categories: ['Income', 'Rental'] }))).toBe(true);
  });
});
