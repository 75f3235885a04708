import { describe, expect, test } from 'vitest';
import { compileCheck } from '#domain/platform/validation.ts';
import { changeLoan, NewOrder, notEditable, OrderChanges, orderFaults, phoneOf, ssnOf, toManager } from './orders.ts';

const TODAY = '2026-03-01';
const ORDER: NewOrder = { products: ['income'], first_name: 'Jane', last_name: 'Roe' };
const EMPTY_LOAN = {
  loan_number: null,
  application_number: null,
  originator_name: null,
  originator_email: null,
  loan_processor_name: null,
  loan_processor_email: null,
  external_id: null,
  funding_date: null,
};

describe('changeLoan', () => {
  test('changeLoan() returns all keys, with null for keys that were not given', () => {
    expect(changeLoan(undefined, undefined)).toEqual(EMPTY_LOAN);
    expect(changeLoan(undefined, null)).toEqual(EMPTY_LOAN);
    expect(changeLoan(undefined, { loan_number: 'L-1', external_id: '' })).toEqual({
      ...EMPTY_LOAN,
      loan_number: 'L-1',
    });
  });

  test('changeLoan() merges key by key: null or a blank value clears a key, and absent keys stay unchanged', () => {
    const before = changeLoan(undefined, { loan_number: 'L-1', external_id: 'x', funding_date: TODAY });
    expect(changeLoan(before, { loan_number: null, external_id: '', originator_name: 'Ann' })).toEqual({
      ...EMPTY_LOAN,
      originator_name: 'Ann',
      funding_date: TODAY,
    });
    expect(changeLoan(before, {})).toEqual(before);
  });
});

test.each([
  [undefined, null],
  [null, null],
  [{}, null],
  [{ name: '', email: null }, null],
  [{ name: 'Ann' }, { name: 'Ann', email: null }],
  [{ email: 'ann@acme.example' }, { name: null, email: 'ann@acme.example' }],
])('toManager() reads the manager %j of an order as %j', (sent, kept) => expect(toManager(sent)).toEqual(kept));

test.each([
  [{}, null],
  [{ ssn: '991-91-9991' }, '991919991'],
  [{ ssn: '' }, null],
  [{ social_security_number: '991 91 9992' }, '991919992'],
  [{ ssn: '9991', social_security_number: '991-91-9992' }, '9991'],
  [{ ssn: '', social_security_number: '9992' }, '9992'],
  [{ ssn: null, social_security_number: '9992' }, '9992'],
])('ssnOf() reads from an order with %j the SSN %j', (sent, ssn) => expect(ssnOf({ ...ORDER, ...sent })).toBe(ssn));

test.each([
  [{}, null],
  [{ phone: '' }, null],
  [{ phone: '(415) 555-0134' }, '+14155550134'],
])('phoneOf() reads from %j the phone number %j', (sent, phone) => expect(phoneOf(sent)).toBe(phone));

describe('orderFaults', () => {
  test('returns no validation errors for a valid order', () => {
    expect(orderFaults({ ...ORDER, reports: { voa: { as_of_date: TODAY } } }, TODAY)).toEqual([]);
    expect(orderFaults({ ...ORDER, employers: null, reports: { voa: null } }, TODAY)).toEqual([]);
  });

  test('orderFaults() returns all validation errors together, in the order of the fields', () => {
    const order: NewOrder = {
      ...ORDER,
      products: ['pll', 'assets', 'pll'],
      employers: [{}],
      financial_institutions: [{ data_sources: ['tax'] }],
      reports: { voa: { as_of_date: '2026-03-02', account_ids: ['x'] } },
    };
    expect(orderFaults(order, TODAY).map(({ field }) => field)).toEqual([
      'products',
      'employers.0.account',
      'financial_institutions.0.data_sources',
      'reports.voa.as_of_date',
      'reports.voa.account_ids.0',
    ]);
  });
});

describe('the schema of an order change', () => {
  const faultsOf = compileCheck(OrderChanges, 'body');

  test('the schema of an order change has exactly the fields that the specification lists', () => {
    expect(Object.keys(OrderChanges.properties)).toEqual([
      'first_name',
      'last_name',
      'ssn',
      'refresh_approved',
      'loan',
      'notes',
      'notification_settings',
    ]);
    expect(faultsOf({})).toEqual([]);
  });

  test('an order change can clear ssn with null or a blank value, and notes only with null; it cannot clear the names', () => {
    expect(faultsOf({ first_name: null, last_name: '' })).toEqual([
      { field: 'first_name', message: 'This field may not be null.' },
      { field: 'last_name', message: 'This field may not be blank.' },
    ]);
    expect(faultsOf({ ssn: null, notes: null })).toEqual([]);
    expect(faultsOf({ ssn: '' })).toEqual([]);
    expect(faultsOf({ notes: '' })).toEqual([{ field: 'notes', message: 'This field may not be blank.' }]);
  });
});

test('if an order can no longer be edited, the error names the field `employers`', () => {
  expect(notEditable).toEqual({
    field: 'employers',
    message: 'Order can be updated only while all employers are pending or sent.',
  });
});

test('a new order requires only products, a first name and a last name', () => {
  expect(compileCheck(NewOrder, 'body')({}).map(({ field }) => field)).toEqual(['products', 'first_name', 'last_name']);
  expect(compileCheck(NewOrder, 'body')(ORDER)).toEqual([]);
});
