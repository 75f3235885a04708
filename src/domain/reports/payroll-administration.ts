// Data that a company's payroll administrator can see: the employees, and what each employee was paid. Data types come
// first in this file, then requests and responses.
import { type Static, Type } from 'typebox';
import { addDays, CalendarDate, daysBetween } from '#base/calendar.ts';
import type { InvalidParam } from '#base/errors.ts';
import { type InHundredths, Money } from '#base/money.ts';
import { choice, Id, nullable, requiredText, shape, Timestamp } from '#base/schema.ts';
import { ProviderRef } from '#domain/connections/providers.ts';
import type { Timed } from '#domain/platform/list-changes.ts';
import { ReportTask } from './link-reports.ts';
import { AddressAnswer } from './payroll.ts';
import { DeductionAnswer, EarningAnswer } from './statements.ts';

const text = nullable(Type.String());
const date = nullable(CalendarDate);
const amount = nullable(Money);

export const EmployeeAnswer = shape('Employee', 'A person on the payroll of a company.', {
  id: Id,
  first_name: Type.String(),
  last_name: Type.String(),
  full_name: Type.String(),
  email: text,
  phone: text,
  job_title: text,
  department: text,
  manager_name: text,
  is_active: Type.Boolean(),
  start_date: date,
  end_date: date,
  address: AddressAnswer,
});
export type Employee = Static<typeof EmployeeAnswer>;

export const PayrollEntryAnswer = shape('PayrollEntry', 'What a company paid one employee on one day.', {
  employee_id: Id,
  full_name: Type.String(),
  pay_date: CalendarDate,
  period_start: date,
  period_end: date,
  gross_pay: Money,
  net_pay: Money,
  regular: amount,
  overtime: amount,
  bonus: amount,
  commission: amount,
  other_pay: amount,
  hours: amount,
  earnings: Type.Array(EarningAnswer),
  deductions: Type.Array(DeductionAnswer),
});
export type PayrollEntryAnswer = Static<typeof PayrollEntryAnswer>;
export type PayrollEntry = InHundredths<PayrollEntryAnswer>;

export const DirectoryRequest = shape('DirectoryRequest', 'The link whose directory to read.', {
  access_token: requiredText(2048),
});

export const DirectoryAnswer = shape('Directory', 'The people on the payroll of a company.', {
  id: ReportTask.id,
  status: ReportTask.status,
  finished_at: ReportTask.finished_at,
  access_token: ReportTask.access_token,
  tracking_info: ReportTask.tracking_info,
  provider: ProviderRef,
  directory: Type.Array(EmployeeAnswer),
});
export type DirectoryAnswer = Static<typeof DirectoryAnswer>;

export const presentEmployee = ({
  created_at: _created,
  updated_at: _updated,
  ...employee
}: Timed<Employee>): Employee => employee;

export const PAYROLL_REPORT_STATUSES = ['new', 'done', 'error'] as const;
export type PayrollReportStatus = (typeof PAYROLL_REPORT_STATUSES)[number];

export const NewPayrollReport = shape('NewCompanyPayroll', 'The link and the date range to report.', {
  access_token: requiredText(2048),
  start_date: CalendarDate,
  end_date: Type.String({
    format: 'date',
    examples: ['2026-03-31'],
    description: 'The range may span at most 366 days, including both dates.',
  }),
});
export type NewPayrollReport = Static<typeof NewPayrollReport>;

export const NewPayrollReportAnswer = shape('CreatedCompanyPayroll', 'The id of a new report.', {
  payroll_report_id: Id,
});

export const PayrollsAnswer = shape('CompanyPayroll', 'What a company paid its employees in a date range.', {
  payroll_report_id: Id,
  status: choice(PAYROLL_REPORT_STATUSES),
  start_date: CalendarDate,
  end_date: CalendarDate,
  created_at: Timestamp,
  completed_at: nullable(Timestamp),
  payroll_report: Type.Array(PayrollEntryAnswer),
});
export type PayrollsAnswer = Static<typeof PayrollsAnswer>;

/** The maximum length of a date range: one leap year. The first and the last day are included. */
const RANGE_DAYS_MAX = 366;
/** How long we wait for a provider's response. After this time, we no longer expect a response. */
export const PAYROLL_REPORT_SECONDS_MAX = 30 * 60;

type Range = { start_date: string; end_date: string };

export function rangeFaults({ start_date, end_date }: Range): InvalidParam[] {
  const days = daysBetween(start_date, end_date) + 1;
  const fault = (words: string, date: string) => [
    { field: 'end_date', message: `Ensure this value is ${words} ${date}.` },
  ];
  if (days < 1) return fault('greater than or equal to', start_date);
  if (days > RANGE_DAYS_MAX) return fault('less than or equal to', addDays(start_date, RANGE_DAYS_MAX - 1));
  return [];
}
