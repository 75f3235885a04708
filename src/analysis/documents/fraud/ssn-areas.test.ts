import { expect, test } from 'vitest';
import { documentOf } from '#test/read-documents.ts';
import { ssnAreaFindings } from './ssn-areas.ts';

const severities = (type: 'W2' | 'F1040' | 'F1099', name: string, number: string, confidence = 1) =>
  ssnAreaFindings(documentOf(type, { [name]: number }, {}, { confidence })).map(({ severity }) => severity);

test.each([
  ['000-12-3456', ['medium']],
  ['001-12-3456', []],
  ['665-12-3456', []],
  ['666-12-3456', ['medium']],
  ['667123456', []],
  ['899-12-3456', []],
  ['900-12-3456', ['medium']],
  ['000-00-0000', []],
  ['***-**-9123', []],
])('a W-2 whose employee has the SSN %s has findings of the severities %j', (number, wanted) => {
  expect(severities('W2', 'employee_ssn', number)).toEqual(wanted);
});

test('on a tax return, a taxpayer number may begin with 9; on a 1099, the number of a company is accepted', () => {
  expect(severities('F1040', 'ssn', '912-70-1234')).toEqual([]);
  expect(severities('F1040', 'ssn', '666 70 1234')).toEqual(['medium']);
  expect(severities('F1099', 'recipient_tin', '66-6701234')).toEqual([]);
  expect(severities('F1099', 'recipient_tin', '666-70-1234')).toEqual(['medium']);
});

test('a finding about an SSN has low severity in a scan, and never contains the number; an SSN of low confidence has no finding', () => {
  expect(severities('W2', 'employee_ssn', '900-12-3456', 0.95)).toEqual(['low']);
  expect(severities('W2', 'employee_ssn', '900-12-3456', 0.8)).toEqual([]);
  expect(JSON.stringify(ssnAreaFindings(documentOf('W2', { employee_ssn: '900-12-3456' })))).not.toContain('3456');
});
