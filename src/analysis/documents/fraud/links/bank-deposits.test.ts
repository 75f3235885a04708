import { expect, test } from 'vitest';
import type { BankDeposit } from '#analysis/documents/fraud/wage-deposits.ts';
import { documentOf } from '#test/read-documents.ts';
import { depositFindings } from './bank-deposits.ts';

/**
 * The pay date is Friday, June 13. Monday to Wednesday of the next week are the three business days after the pay date.
 * Thursday of that week is a holiday (Juneteenth).
 */
const STUB = { employer_name: 'Quill Harbor LLC', pay_date: '2025-06-13', net_pay: 150_000n };

const deposit = (date: string, cents: bigint, description = 'QUILL HARBOR PAYROLL PPD'): BankDeposit => ({
  date,
  cents,
  description,
  memo: null,
});
const findings = (deposits: readonly BankDeposit[], distributions: bigint[] = [], values: object = {}) =>
  depositFindings(
    documentOf('PAYSTUB', { ...STUB, ...values }, { distributions: distributions.map((current) => ({ current })) }),
    deposits,
  ).map(({ code, severity, expected }) => `${code} ${severity} ${expected}`);

/** Deposits of other pay from the same employer, two weeks before the pay date and two weeks after it. */
const OTHERS = [deposit('2025-05-30', 149_000n), deposit('2025-06-27', 151_000n)];
const MISSING = ['arithmetic_mismatch medium undefined'];

test('a deposit counts as the net pay if it arrives from two business days before the pay date to three after it, and differs by at most a cent', () => {
  const arrived = (date: string, cents = 150_000n) => findings([...OTHERS, deposit(date, cents)]);
  expect(arrived('2025-06-11')).toEqual([]);
  expect(arrived('2025-06-18', 150_001n)).toEqual([]);
  expect(arrived('2025-06-10')).toEqual(MISSING);
  expect(arrived('2025-06-20')).toEqual(MISSING);
  expect(arrived('2025-06-13', 150_002n)).toEqual(['arithmetic_mismatch medium 1500.02']);
});

test('a deposit that is lower than the net pay is a strong finding only if the stub says that all net pay went to one account', () => {
  const lower = [deposit('2025-06-13', 120_000n)];
  expect(findings(lower)).toEqual(['arithmetic_mismatch medium 1200.00']);
  expect(findings(lower, [150_000n])).toEqual(['arithmetic_mismatch high 1200.00']);
  expect(findings([deposit('2025-06-13', 180_000n)], [150_000n])).toEqual(['arithmetic_mismatch medium 1800.00']);
});

test('pay that is split between accounts causes no finding if a deposit equals one of its parts, or if the deposits add up to the net pay', () => {
  expect(findings([...OTHERS, deposit('2025-06-13', 120_000n)], [120_000n, 30_000n])).toEqual([]);
  expect(findings([deposit('2025-06-13', 120_000n), deposit('2025-06-13', 30_000n)])).toEqual([]);
});

test('a missing deposit is reported only if the employer paid into the accounts before and after the pay date', () => {
  expect(findings(OTHERS)).toEqual(MISSING);
  expect(findings(OTHERS.slice(0, 1))).toEqual([]);
  expect(findings([deposit('2025-04-28', 149_000n), deposit('2025-06-27', 151_000n)])).toEqual([]);
  expect(findings([deposit('2025-05-30', 149_000n, 'ALDER WORKS PAYROLL'), ...OTHERS.slice(1)])).toEqual([]);
});

test('a wage deposit of the same amount is a weak finding if it is from another company, and no finding if it is from a payroll company or is a transfer', () => {
  const from = (description: string) => findings([deposit('2025-06-13', 150_000n, description)]);
  expect(from('ALDER WORKS PAYROLL PPD')).toEqual(['employer_mismatch low ALDER WORKS']);
  expect(from('HARBOR GROUP PAYROLL PPD')).toEqual([]);
  expect(from('GUSTO PAY 123456')).toEqual([]);
  expect(from('TRANSFER FROM SAVINGS')).toEqual([]);
});

test('a stub without an employer, a pay date or a net pay is not compared', () => {
  const lower = [deposit('2025-06-13', 120_000n)];
  expect(findings(lower, [], { employer_name: '' })).toEqual([]);
  expect(findings(lower, [], { pay_date: '' })).toEqual([]);
  expect(findings(lower, [], { net_pay: 0n })).toEqual([]);
});
