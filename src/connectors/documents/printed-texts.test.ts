import { describe, expect, test } from 'vitest';
import { NO_ADDRESS } from '#connectors/blanks.ts';
import { toAddress } from './addresses.ts';
import { deductionCategory, earningCategory, taxCategory } from './line-words.ts';
import { missingFields } from './missing-fields.ts';
import { namePartsOf, peopleIn } from './people-names.ts';

describe('toAddress', () => {
  test.each([
    ['88 Juniper Court, Apt 4, Boulder, CO 80301', '88 Juniper Court, Apt 4', 'Boulder', 'CO', '80301'],
    ['PO Box 12, St. Paul, mn, 55101-0012', 'PO Box 12', 'St. Paul', 'MN', '55101-0012'],
    ['Denver, CO 80202', null, 'Denver', 'CO', '80202'],
    ['12 Oak St Boston, MA 02110', '12 Oak St Boston', null, 'MA', '02110'],
  ])('toAddress finds street, city, state and ZIP code in %s', (text, street, city, state, zip) => {
    expect(toAddress(text)).toEqual({ street, city, state, zip, country: 'US' });
  });

  test('the parser of addresses returns only the street if the text has no state and ZIP code', () => {
    expect(toAddress('1 Rue du Lac, Geneva')).toEqual({ ...NO_ADDRESS, street: '1 Rue du Lac, Geneva' });
    expect(toAddress(null)).toEqual(NO_ADDRESS);
  });
});

describe('the parser of names', () => {
  test.each([
    ['Jordan Q. Vale', 'Jordan', 'Q', 'Vale', 'Jordan Q. Vale'],
    ['VALE, JORDAN Q', 'JORDAN', 'Q', 'VALE', 'JORDAN Q VALE'],
    ['Jordan  Vale Jr.', 'Jordan', null, 'Vale Jr.', 'Jordan Vale Jr.'],
    ['Jordan Vale, III', 'Jordan', null, 'Vale III', 'Jordan Vale III'],
    ['Mary Ann Lee Ortiz', 'Mary', 'AL', 'Ortiz', 'Mary Ann Lee Ortiz'],
    ['Jordan', 'Jordan', null, null, 'Jordan'],
  ])(
    'the parser of names finds first name, initials and last name in %s',
    (text, first_name, middle_initials, last_name, full_name) => {
      expect(namePartsOf(text)).toEqual({ first_name, middle_initials, last_name, full_name });
    },
  );

  test.each([
    ['Jordan Vale and Robin Ortiz', ['Jordan Vale', 'Robin Ortiz']],
    ['Jordan & Robin Vale', ['Jordan Vale', 'Robin Vale']],
    ['Anders Orland', ['Anders Orland']],
    ['', []],
  ])('the parser of names finds all people in %s', (text, people) => expect(peopleIn(text)).toEqual(people));
});

describe('the categorisation of pay stub lines', () => {
  test.each([
    ['Regular', 'regular'],
    ['REG PAY', 'regular'],
    ['Salary', 'regular'],
    ['O.T. 1.5', 'overtime'],
    ['Overtime Holiday', 'overtime'],
    ['Annual Bonus', 'bonus'],
    ['Sales Commission', 'commission'],
    ['Cash Tips', 'tips'],
    ['Paid Time Off', 'pto'],
    ['Holiday', 'pto'],
    ['Expense Reimb', 'reimbursement'],
    ['Shift Diff Pay', 'other'],
    ['Group Term Life', 'other'],
    ['Longevity Pay', 'other'],
    ['XK-7', 'other'],
  ])('the earning %s on a pay stub is put into the category %s', (name, category) =>
    expect(earningCategory(name)).toBe(category),
  );

  test.each([
    ['Federal Income Tax', 'federal'],
    ['Fed Withholdng', 'federal'],
    ['Fed MED/EE', 'medicare'],
    ['Fed OASDI/EE', 'socialsec'],
    ['Social Security', 'socialsec'],
    ['CO State Income Tax', 'state'],
    ['NY Withholding', 'state'],
    ['California SDI', 'state'],
    ['NYC Resident', 'local'],
    ['Denver City Tax', 'local'],
    ['Levy 7', 'other'],
  ])('the tax %s on a pay stub is put into the category %s', (name, category) =>
    expect(taxCategory(name)).toBe(category),
  );

  test.each([
    ['401(k)', 'retirement'],
    ['401k Loan', 'other'],
    ['Medical Insurance', 'benefits'],
    ['HSA', 'benefits'],
    ['Child Supp Order 1', 'garnishment'],
    ['MED PRE', 'benefits'],
    ['Local Union Dues', 'other'],
  ])('the deduction %s on a pay stub is put into the category %s', (name, category) =>
    expect(deductionCategory(name)).toBe(category),
  );
});

test('missingFields lists the paths of null fields and empty lists, except for file_id', () => {
  const value = { a: null, b: { c: null, d: 1 }, e: [], f: [null], file_id: null, g: 0n };
  expect(missingFields(value)).toEqual(['a', 'b.c', 'e']);
});
