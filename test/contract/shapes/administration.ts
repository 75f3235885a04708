// Response schemas of payroll administration: contract, section 17.
import { deduction, earning } from './payroll.ts';
import {
  address,
  boolean,
  choice,
  date,
  each,
  id,
  list,
  money,
  object,
  orNull,
  providerRef,
  taskStatus,
  text,
  timestamp,
} from './words.ts';

const employee = object({
  id,
  ...each(text(), 'first_name', 'last_name', 'full_name'),
  ...each(orNull(text()), 'email', 'phone', 'job_title', 'department', 'manager_name'),
  is_active: boolean,
  ...each(orNull(date), 'start_date', 'end_date'),
  address,
});

export const directory = object({
  id,
  status: taskStatus,
  finished_at: orNull(timestamp),
  access_token: id,
  tracking_info: orNull(text(256)),
  provider: providerRef,
  directory: list(employee),
});

export const payrollStarted = object({ payroll_report_id: id });

const entry = object({
  employee_id: id,
  full_name: text(),
  pay_date: date,
  ...each(orNull(date), 'period_start', 'period_end'),
  ...each(money, 'gross_pay', 'net_pay'),
  ...each(orNull(money), 'regular', 'overtime', 'bonus', 'commission', 'other_pay', 'hours'),
  earnings: list(earning),
  deductions: list(deduction),
});

export const payrollReport = object({
  payroll_report_id: id,
  status: choice('new', 'done', 'error'),
  start_date: date,
  end_date: date,
  created_at: timestamp,
  completed_at: orNull(timestamp),
  payroll_report: list(entry),
});
