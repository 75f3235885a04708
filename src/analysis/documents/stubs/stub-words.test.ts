import { expect, test } from 'vitest';
import { columnKind } from './column-words.ts';
import { labelName } from './label-words.ts';
import { rowSection } from './lists/row-words.ts';

test.each([
  ['PTD', 'current'],
  ['Employee Contribution', 'current'],
  ['Taxes this period', 'current'],
  ['Wages this year', 'ytd'],
  ['2026 YTD', 'ytd'],
  ['Cum Amt', 'ytd'],
  ['Hrly Rate', 'rate'],
  ['Hrs/Units', 'hours'],
  ['Yr Hrs', 'ytd_hours'],
  ['ER Contrib', 'employer_current'],
  ['YTD Match', 'employer_ytd'],
  ['Account ending in', 'account'],
  ['Taxable Wages Current', 'number'],
  ['Hours week 2', 'number'],
  ['QTD', 'number'],
  ['Hrs Avail', 'number'],
  ['Job Code', 'text'],
  ['Wage Type Text', 'description'],
  ['Taxes withheld', undefined],
  ['Wages YTD', undefined],
])('columnKind reads the column %j as %s', (text, kind) => {
  expect(columnKind(text)).toBe(kind);
});

test.each([
  ['Deposited on', 'pay_date'],
  ['PMT DATE', 'pay_date'],
  ['Prd Beginning', 'period_start'],
  ['PP Begin Date', 'period_start'],
  ['For the period ending', 'period_end'],
  ['Pay Thru Date', 'period_end'],
  ['Dates of service', 'period'],
  ['EFT No.', 'check_number'],
  ['Doc #', 'check_number'],
  ['Assoc ID', 'employee_id'],
  ['Co/File No.', 'employee_id'],
  ['Last 4 of SSN', 'employee_ssn'],
  ['FEID No.', 'employer_ein'],
  ['Issued to', 'employee_name'],
  ['Employed by', 'employer_name'],
  ['Hire date', undefined],
])('labelName reads the label %j as %s', (text, name) => {
  expect(labelName(text)?.name).toBe(name);
});

test.each([
  ['Missed meal', 'earnings'],
  ['Meal penalty', 'earnings'],
  ['Tool allowance', 'earnings'],
  ['Gratuities', 'earnings'],
  ['Standby', 'earnings'],
  ['Weekend prem', 'earnings'],
  ['Meals', 'deductions'],
  ['DNTL', 'deductions'],
  ['Deferred comp', 'deductions'],
  ['CalPERS', 'deductions'],
  ['Salary overpayment', 'deductions'],
  ['Fed credit union', 'deductions'],
  ['HI TDI', 'taxes'],
  ['Reference', undefined],
])('rowSection puts a row with the description %j into the section %s', (description, section) => {
  expect(rowSection(description)).toBe(section);
});
