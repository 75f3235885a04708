import { expect, test } from 'vitest';
import { addDays } from '#base/calendar.ts';
import { FRIDAYS, reportOf, row } from '#test/deposits.ts';

const pay = () => FRIDAYS.map((date) => row(date, 200_000, 'BASIN GEAR PAYROLL'));
const back = (date: string, description: string, cents = 200_000) => row(date, cents, description, { type: 'DEBIT' });
const counted = (extra: ReturnType<typeof row>[]) => {
  const { sources, explain } = reportOf([...pay(), ...extra]);
  return [sources[0]?.transaction_count, explain.rejected.map(({ reason }) => reason)];
};
const friday = FRIDAYS[5] ?? '';

test('pay that was reversed and paid again counts once', () => {
  const again = row(addDays(friday, 3), 200_000, 'BASIN GEAR PAYROLL');
  for (const text of ['BASIN GEAR PAYROLL REVERSAL', 'REVERSAL BASIN GEAR PAYROLL']) {
    expect(counted([back(addDays(friday, 3), text), again])).toEqual([FRIDAYS.length, ['nothing_paid']]);
  }
});

test('a debit is a reversal only if its description names a reversal or pay, and if a deposit of the same payer and amount came at most a week before', () => {
  expect(counted([back(addDays(friday, 7), 'BASIN GEAR PAYROLL REVERSAL')])[1]).toEqual(['nothing_paid']);
  expect(counted([back(addDays(friday, 8), 'BASIN GEAR PAYROLL REVERSAL')])[1]).toEqual([]);
  expect(counted([back(friday, 'QUILL PRESS PAYROLL REVERSAL')])[1]).toEqual([]);
  expect(counted([back(friday, 'BASIN GEAR PAYROLL REVERSAL', 199_999)])[1]).toEqual([]);
  expect(counted([back(friday, 'BASIN GEAR STORE 12')])[1]).toEqual([]);
});

test.each([
  'REVERSAL OF BASIN GEAR',
  'RETURNED DIRECT DEPOSIT BASIN GEAR',
  'CREDIT REVERSAL BASIN GEAR',
  'ERRONEOUS CREDIT ACH BASIN GEAR PAYROLL',
  'ACH DEBIT BASIN GEAR PAYROLL REV',
  'BASIN GEAR PAYROLL RVSL',
  'BASIN GEAR PAYROLL RECLAIM',
  'ACH DEBIT BASIN GEAR PAYROLL',
  'REVERSAL',
])(
  'a debit is a reversal if its description names a reversal or pay; the description may name the payer anywhere, or name no payer: %s',
  (text) => {
    expect(counted([back(addDays(friday, 1), text)])).toEqual([FRIDAYS.length - 1, ['nothing_paid']]);
  },
);

test('a deposit can be reversed only once', () => {
  const twice = [back(addDays(friday, 1), 'REVERSAL BASIN GEAR'), back(addDays(friday, 2), 'REVERSAL BASIN GEAR')];
  expect(counted(twice)).toEqual([FRIDAYS.length - 1, ['nothing_paid']]);
});
