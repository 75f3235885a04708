import { expect, test } from 'vitest';
import { isEmployerPaid, isMixed, isTax, sectionOf, totalOf } from './section-words.ts';

test.each([
  ['Earnings', 'earnings'],
  ['Hours and Earnings', 'earnings'],
  ['Employee Taxes Withheld', 'taxes'],
  ['WITHHOLDINGS', 'taxes'],
  ['Statutory', 'taxes'],
  ['Before-Tax Deductions', 'deductions'],
  ['Post Tax Deductions', 'deductions'],
  ['Adjustments to Net Pay', 'deductions'],
  ['Employer Paid Benefits', 'employer_contributions'],
  ['Non-taxable Company Items', 'employer_contributions'],
  ['Net Pay Distribution', 'distributions'],
  ['Direct Deposit', 'distributions'],
  ['Summary', 'summary'],
  ['Leave Balances', 'other'],
  ['Taxable Wages', 'other'],
  ['Other Benefits and Information', 'other'],
  ['Human Resources', undefined],
  ['a note about taxes that is far too long', undefined],
  ['', undefined],
])('sectionOf reads the heading %j as the section %s', (heading, section) => {
  expect(sectionOf(heading)).toBe(section);
});

test.each([
  'FIT',
  'Federal W/H',
  'FICA - Medicare',
  'Soc. Sec.',
  'NY SDI',
  'Fed MED/EE',
  'MA PFML',
  'Local Services Tax',
  'State',
  'FWH',
  'NY WITH',
  'HI TDI',
  'NJ UI/HC/WD',
  'NYC Resident',
  'OR STT',
  'Wilson Twp EIT',
  'Add’l Medicare',
])('isTax accepts %s', (description) => {
  expect(isTax(description)).toBe(true);
});

test.each([
  '401(k)',
  'Medical (pre-tax)',
  'MED PRE',
  'Tax levy',
  'Union Local 212 dues',
  'Dental',
  'Federal loan',
  'Life',
  'Federal Credit Union',
  'State Health Plan',
  'State Disbursement Unit',
  'City Employees Assn',
  'Transit pass',
])('isTax rejects %s', (description) => {
  expect(isTax(description)).toBe(false);
});

test('isMixed accepts a heading only if it names both taxes and deductions', () => {
  expect(isMixed('Taxes/Deductions')).toBe(true);
  expect(isMixed('Withholdings & Deductions')).toBe(true);
  expect(isMixed('Deductions')).toBe(false);
  expect(isMixed('Pre-Tax Deductions')).toBe(false);
});

test('isEmployerPaid compares whole words to recognise rows that the employer pays', () => {
  expect(isEmployerPaid('401k ER match')).toBe(true);
  expect(isEmployerPaid('Employer HSA')).toBe(true);
  expect(isEmployerPaid('Career training')).toBe(false);
});

test.each([
  ['Gross Pay', false, 'gross_pay'],
  ['Total Gross Earnings', false, 'gross_pay'],
  ['Net Pay', false, 'net_pay'],
  ['Take home pay', false, 'net_pay'],
  ['Net cash', false, 'net_pay'],
  ['Pay after deductions', false, 'net_pay'],
  ['Gross pay this year', false, 'gross_pay'],
  ['Net pay for the year', false, 'net_pay'],
  ['Total withholding taxes', false, 'total_taxes'],
  ['Total taxes and deductions', false, 'subtotal'],
  ['Total Taxes', false, 'total_taxes'],
  ['TOTAL:', false, 'section'],
  ['Total pre-tax deductions', false, 'subtotal'],
  ['Total deductions', false, 'total_deductions'],
  ['Taxes', false, undefined],
  ['Taxes', true, 'total_taxes'],
  ['Regular pay', true, undefined],
  ['', false, undefined],
] as const)('totalOf reads the label %j (in a summary: %s) as the total %s', (label, in_summary, name) => {
  expect(totalOf(label, in_summary)).toBe(name);
});
