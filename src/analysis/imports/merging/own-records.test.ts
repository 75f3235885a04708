import { describe, expect, test } from 'vitest';
import type { ImportedPayment, ImportedPerson, ImportedW2 } from '#analysis/imports/imported-parts.ts';
import { checkRecords, isOwnPayment, isOwnW2, NobodyFound, SeveralFound, type Sought } from './own-records.ts';

const ANA: Sought = { ssn: null, first_name: 'Ana', last_name: 'de la Cruz' };

const payment = (receiver_name: string, receiver_id: string | null = null): ImportedPayment => ({
  company_name: 'Harbor Works',
  company_id: '1123456789',
  description: 'PAYROLL',
  effective_date: '2026-01-15',
  receiver_name,
  receiver_id,
  routing_number: '070000014',
  account_number: '1',
  account_type: 'CHECKING',
  amount: 100n,
  trace_number: '1',
});

const w2 = (tax_id: string | null, employee: Partial<ImportedPerson> = {}): ImportedW2 => ({
  tax_year: 2025,
  employer: { tax_id: '123456789', name: 'Harbor Works', address: [] },
  employee: { tax_id, name: '', first_name: 'ANA', middle_name: '', last_name: 'DE LA CRUZ', address: [], ...employee },
  boxes: {},
  is_statutory: false,
  has_retirement_plan: false,
  has_third_party_sick_pay: false,
  states: [],
});

describe('the name in a record is compared with the name of the person', () => {
  test.each([
    ['ANA DE LA CRUZ', true],
    ['DE LA CRUZ, ANA', true],
    ['Ana María de la Cruz Jr.', true],
    ['A DE LA CRUZ', true],
    ['Ána de la Cruz', true],
    ['ANA DE LA CRUS', false],
    ['ANNA DE LA CRUZ', false],
    ['BEA DE LA CRUZ', false],
    ['ANA CRUZ', false],
    ['', false],
  ])('the name %j in a payment record matches the person Ana de la Cruz: %s', (name, is_own) => {
    expect(isOwnPayment(ANA, payment(name))).toBe(is_own);
  });

  test('a name that is cut off still matches if it fills its whole field', () => {
    const long: Sought = { ssn: null, first_name: 'Imogen', last_name: 'Quartermain-Lowestoft' };
    expect(isOwnPayment(long, payment('IMOGEN QUARTERMAIN-LOW'))).toBe(true);
    expect(isOwnPayment(long, payment('IMOGEN QUARTERMAIN'))).toBe(false);
  });

  test('a person without a first or a last name matches no name', () => {
    expect(isOwnPayment({ ...ANA, first_name: null }, payment('ANA DE LA CRUZ'))).toBe(false);
    expect(isOwnPayment({ ...ANA, last_name: '' }, payment('ANA DE LA CRUZ'))).toBe(false);
  });
});

describe('tax numbers', () => {
  test.each<[string, string | null, string | null, boolean]>([
    ['match if they are equal', '401550101', '401550101', true],
    ['do not match if they differ, even if the names are equal', '401550101', '401550102', false],
    ['match if the last four digits and the name are equal', '0101', '401550101', true],
    ['do not match if the last four digits differ', '0102', '401550101', false],
    ['are not compared if the file has none; then the name decides', '401550101', null, true],
    ['are not compared if the file has nine zeros; then the name decides', '401550101', '000000000', true],
    ['are not compared if the user has none; then the name decides', null, '401550101', true],
  ])('tax numbers %s', (_, ssn, tax_id, is_own) => {
    expect(isOwnW2({ ...ANA, ssn }, w2(tax_id))).toBe(is_own);
  });

  test('tax numbers match if they are equal, even if the names differ', () => {
    expect(isOwnW2({ ...ANA, ssn: '401550101' }, w2('401550101', { first_name: 'BEA' }))).toBe(true);
  });

  test('tax numbers are not compared if the number in the file cannot be an SSN', () => {
    expect(isOwnPayment({ ...ANA, ssn: '401550101' }, payment('ANA DE LA CRUZ', '000001234'))).toBe(true);
    expect(isOwnPayment({ ...ANA, ssn: '401550101' }, payment('ANA DE LA CRUZ', '401-55-0199'))).toBe(false);
  });
});

describe('checkRecords', () => {
  const none = { payments: [], w2s: [], forms: [] };

  test('throws NobodyFound if there are no records', () => {
    expect(() => checkRecords(none)).toThrow(NobodyFound);
  });

  test('throws SeveralFound if the records have different tax numbers, or different employee numbers at one employer', () => {
    expect(() => checkRecords({ ...none, w2s: [w2('401550101'), w2('401550102')] })).toThrow(SeveralFound);
    expect(() => checkRecords({ ...none, w2s: [w2('401550101'), w2(null), w2('401550101')] })).not.toThrow();
    const [one, other] = [payment('ANA DE LA CRUZ', '17'), payment('ANA DE LA CRUZ', '18')];
    expect(() => checkRecords({ ...none, payments: [one, other] })).toThrow(SeveralFound);
    expect(() => checkRecords({ ...none, payments: [one, { ...other, company_id: '2' }] })).not.toThrow();
  });
});
