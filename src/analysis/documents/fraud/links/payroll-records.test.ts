import { expect, test } from 'vitest';
import { documentOf } from '#test/read-documents.ts';
import { type PayrollRecords, type PayrollStatement, payrollRecordFindings } from './payroll-records.ts';

const EMPLOYER = { employer_name: 'Quill Harbor LLC', employer_ein: '47-1234567' };
const STUB = { ...EMPLOYER, pay_date: '2025-06-13', gross_pay: 200_000n, net_pay: 150_000n };

const statement = (more: Partial<PayrollStatement> = {}): PayrollStatement => ({
  ...STUB,
  period_start: '',
  period_end: '',
  gross_pay_ytd: undefined,
  ...more,
});
const records = (more: Partial<PayrollRecords>): PayrollRecords => ({
  employments: [],
  statements: [],
  w2s: [],
  ...more,
});
const ofStub = (values: object, statements: readonly PayrollStatement[], confidence = 1) =>
  payrollRecordFindings(documentOf('PAYSTUB', { ...STUB, ...values }, {}, { confidence }), records({ statements })).map(
    ({ code, severity }) => `${code} ${severity}`,
  );

test('a pay stub that agrees with the provider within two cents has no finding', () => {
  expect(ofStub({}, [statement({ gross_pay: 200_002n, net_pay: 149_998n })])).toEqual([]);
});

test('if gross and net pay of a pay stub both differ from the provider’s statement of the same date, the finding is strong; if only one differs, it is medium', () => {
  const paid = [statement({ gross_pay: 160_000n, net_pay: 120_000n })];
  expect(payrollRecordFindings(documentOf('PAYSTUB', STUB), records({ statements: paid }))).toEqual([
    {
      code: 'arithmetic_mismatch',
      severity: 'high',
      page: 1,
      box: expect.any(Object),
      expected: '1600.00',
      actual: '2000.00',
      message: 'The pay stub of 2025-06-13 states a gross pay of 2000.00; the payroll provider reports 1600.00.',
    },
  ]);
  expect(ofStub({}, [statement({ net_pay: 149_997n })])).toEqual(['arithmetic_mismatch medium']);
});

test('a scanned pay stub has a weak finding at most, because its figures may be misread', () => {
  expect(ofStub({}, [statement({ gross_pay: 160_000n, net_pay: 120_000n })], 0.95)).toEqual([
    'arithmetic_mismatch low',
  ]);
});

test('a pay stub is not compared with a payment if the payment is from another employer, if the day has two payments, or if a payment five days away agrees with the stub', () => {
  const other = { gross_pay: 160_000n, net_pay: 120_000n };
  expect(ofStub({}, [statement({ ...other, employer_ein: '47-7654321' })])).toEqual([]);
  expect(ofStub({}, [statement({ ...other, employer_ein: null, employer_name: 'Alder Works' })])).toEqual([]);
  expect(ofStub({}, [statement(other), statement({ ...other, net_pay: 1n })])).toEqual([]);
  expect(ofStub({}, [statement({ pay_date: '2025-06-18' }), statement(other)])).toEqual([]);
});

test('an employer is recognised by its name if either the stub or the provider does not show the EIN', () => {
  const other = { gross_pay: 160_000n, net_pay: 120_000n, employer_ein: null };
  expect(ofStub({}, [statement({ ...other, employer_name: 'QUILL HARBOR' })])).toEqual(['arithmetic_mismatch high']);
});

test('a pay date without a payment at the provider is a medium finding if the provider has payments up to 45 days before and after it', () => {
  const on = (pay_date: string) => statement({ pay_date });
  expect(ofStub({}, [on('2025-04-29'), on('2025-06-27')])).toEqual(['arithmetic_mismatch medium']);
  expect(ofStub({}, [on('2025-04-28'), on('2025-06-27')])).toEqual([]);
  expect(ofStub({}, [on('2025-05-30')])).toEqual([]);
});

test('an EIN that belongs to another employer at the provider is a medium finding, unless the two names have a word in common', () => {
  expect(ofStub({ employer_name: 'Alder Works Inc.' }, [statement()])).toEqual(['employer_mismatch medium']);
  expect(ofStub({ employer_name: 'Harbor Holdings' }, [statement()])).toEqual([]);
});

const W2 = { ...EMPLOYER, year: '2025', wages: 5_000_000n, federal_tax: 400_000n, medicare_wages: 5_200_000n };
const ofW2 = (values: object, known: Partial<PayrollRecords>) =>
  payrollRecordFindings(documentOf('W2', { ...W2, ...values }), records(known)).map(
    ({ code, severity, actual }) => `${code} ${severity} ${actual}`,
  );
const reported = (more: object = {}) => ({ ...W2, year: 2025, ...more });

test('if two amounts differ by more than a dollar from the provider’s W-2 of the same year, the finding is strong; if only one differs, it is medium', () => {
  expect(ofW2({ wages: 5_000_100n }, { w2s: [reported()] })).toEqual([]);
  expect(ofW2({ wages: 5_000_101n }, { w2s: [reported()] })).toEqual(['arithmetic_mismatch medium 50001.01']);
  const raised = { wages: 6_000_000n, medicare_wages: 6_200_000n };
  expect(ofW2(raised, { w2s: [reported()] })).toEqual(['arithmetic_mismatch high 60000.00']);
  expect(ofW2(raised, { w2s: [reported(), reported(raised)] })).toEqual([]);
  expect(ofW2(raised, { w2s: [reported({ year: 2024 })] })).toEqual([]);
});

test('if the provider has no W-2 of the year, a W-2 may exceed the year to date of the provider’s last statement by at most 5 %', () => {
  const last = { pay_date: '2025-12-26', period_start: '2025-12-07', period_end: '2025-12-20' };
  const paid = (gross_pay_ytd: bigint, more = {}) => ({ statements: [statement({ ...last, gross_pay_ytd, ...more })] });
  expect(ofW2({}, paid(4_952_381n))).toEqual([]);
  expect(ofW2({}, paid(4_952_380n))).toEqual(['arithmetic_mismatch high 52000.00']);
  expect(ofW2({}, paid(4_000_000n, { pay_date: '2025-12-12' }))).toEqual([]);
});

test('the amounts of a corrected W-2 are not compared; a document other than a pay stub or a W-2 is not compared at all', () => {
  const w2c = documentOf('W2', { ...W2, wages: 1n, medicare_wages: 1n }, {}, { subtype: 'W2C' });
  expect(payrollRecordFindings(w2c, records({ w2s: [reported()] }))).toEqual([]);
  expect(payrollRecordFindings(documentOf('F1099', W2), records({ w2s: [reported()] }))).toEqual([]);
});
