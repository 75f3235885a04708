import { expect, test } from 'vitest';
import { presentEmployee, rangeFaults } from './payroll-administration.ts';

const faults = (start_date: string, end_date: string): string[] =>
  rangeFaults({ start_date, end_date }).map(({ field, message }) => `${field}: ${message}`);

test('a payroll report may cover 1 to 366 days (a leap year), first and last day included', () => {
  expect(faults('2026-03-01', '2026-03-01')).toEqual([]);
  expect(faults('2024-01-01', '2024-12-31')).toEqual([]);
  expect(faults('2025-01-01', '2026-01-01')).toEqual([]);
});

test('a payroll report of more than 366 days is rejected, and the message contains the latest possible end date', () => {
  expect(faults('2025-01-01', '2026-01-02')).toEqual([
    'end_date: Ensure this value is less than or equal to 2026-01-01.',
  ]);
  expect(faults('2024-01-01', '2025-01-01')).toEqual([
    'end_date: Ensure this value is less than or equal to 2024-12-31.',
  ]);
});

test("a payroll report's range must not end before it begins", () => {
  expect(faults('2026-03-01', '2026-02-28')).toEqual([
    'end_date: Ensure this value is greater than or equal to 2026-03-01.',
  ]);
});

test("a payroll report's range may begin on the first day of the calendar (0001-01-01) or end on the last day (9999-12-31)", () => {
  expect(faults('0001-01-01', '0001-12-31')).toEqual([]);
  expect(faults('9999-01-01', '9999-12-31')).toEqual([]);
  expect(faults('0001-01-01', '9999-12-31')).toHaveLength(1);
});

test('presentEmployee omits the timestamps that the service stored', () => {
  const employee = {
    id: '0'.repeat(32),
    first_name: 'Augusta',
    last_name: 'Fairweather',
    full_name: 'Augusta Fairweather',
    email: null,
    phone: null,
    job_title: null,
    department: null,
    manager_name: null,
    is_active: true,
    start_date: null,
    end_date: null,
    address: { street: null, city: null, state: null, zip: null, country: null },
  };
  const times = { created_at: '2026-03-01T12:00:00Z', updated_at: '2026-03-01T12:00:00Z' };
  expect(presentEmployee({ ...employee, ...times })).toEqual(employee);
});
