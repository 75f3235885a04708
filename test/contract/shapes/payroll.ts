// Response schemas of a link's payroll data: contract, section 9, and SPEC: Employment.
import {
  address,
  boolean,
  choice,
  dataSource,
  date,
  each,
  extend,
  fileUrl,
  id,
  integer,
  list,
  maskedSsn,
  md5sum,
  money,
  type ObjectShape,
  object,
  orNull,
  providerRef,
  taskStatus,
  text,
  timestamp,
  unsignedMoney,
  year,
} from './words.ts';

/** A profile (see section 9.4 of the contract). For a bank link, the profile describes the primary owner. */
export const profile = object({
  id,
  created_at: timestamp,
  updated_at: timestamp,
  ...each(orNull(text()), 'first_name', 'last_name', 'full_name', 'middle_initials', 'email', 'phone'),
  ssn: orNull(maskedSsn),
  date_of_birth: orNull(date),
  home_address: address,
});

export const payrollAccount = object({
  id,
  ...each(orNull(text()), 'bank_name', 'account_name', 'account_number', 'routing_number'),
  account_type: orNull(choice('C', 'S')),
  deposit_type: orNull(choice('E', 'P', 'A')),
  deposit_value: orNull(money),
});

/** The W-2 boxes that the service reads. W-2 tax documents (contract, section 13) have the same boxes. */
export const W2_AMOUNTS = each(
  orNull(money),
  'wages',
  'gross_pay',
  'federal_tax',
  'social_security_wages',
  'social_security_tax',
  'medicare_wages',
  'medicare_tax',
);
export const w2 = object({ id, year, ...W2_AMOUNTS, file: orNull(fileUrl), md5sum: orNull(md5sum) });

export const shift = object({
  id,
  employment_id: id,
  date,
  ...each(orNull(timestamp), 'started_at', 'ended_at'),
  ...each(orNull(money), 'hours', 'break_hours', 'pay_rate', 'amount'),
  status: choice('scheduled', 'worked', 'canceled'),
  location: orNull(text()),
  created_at: timestamp,
  updated_at: timestamp,
});

/** An earning: contract, section 9.5. Payroll reports (section 17) have the same earnings and deductions. */
export const earning = object({
  name: text(),
  amount: money,
  category: choice('regular', 'overtime', 'bonus', 'commission', 'tips', 'pto', 'reimbursement', 'other'),
  ...each(orNull(money), 'rate', 'units'),
});
export const deduction = object({
  name: text(),
  amount: unsignedMoney,
  category: choice(
    'federal',
    'state',
    'local',
    'socialsec',
    'medicare',
    'retirement',
    'benefits',
    'garnishment',
    'other',
  ),
});

const PAY = ['gross_pay', 'net_pay', 'regular', 'overtime', 'bonus', 'commission', 'other_pay'] as const;

export const statement = object({
  id,
  check_number: orNull(text()),
  ...each(orNull(date), 'pay_date', 'period_start', 'period_end'),
  ...each(orNull(money), ...PAY, ...PAY.map((name) => `${name}_ytd`), 'hours'),
  basis_of_pay: orNull(choice('S', 'H', 'D', 'W', 'M', 'C')),
  ...each(list(earning), 'earnings', 'earnings_ytd'),
  ...each(list(deduction), 'deductions', 'deductions_ytd'),
  file: orNull(fileUrl),
  md5sum: orNull(md5sum),
  ...each(list(text()), 'derived_fields', 'missing_data_fields'),
});

/**
 * The response of `employment/` (SPEC: Employment). `id`, `company`, `address`, `is_active` and lists are never null.
 */
export const employmentSummary = object({
  id,
  start_date: orNull(date),
  company: object({ ...each(orNull(text()), 'name', 'phone', 'ein'), address }),
  income: orNull(money),
  income_unit: orNull(choice('YEARLY', 'MONTHLY', 'WEEKLY', 'DAILY', 'HOURLY')),
  pay_rate: orNull(money),
  pay_frequency: orNull(choice('M', 'SM', 'W', 'BW', 'A', 'SA', 'C')),
  is_active: boolean,
  job_title: orNull(text(128)),
  job_type: orNull(choice('F', 'P', 'S', 'D', 'C', 'V')),
  ...each(orNull(date), 'original_hire_date', 'end_date', 'external_last_updated'),
  ...each(list(text()), 'derived_fields', 'missing_data_fields'),
  manager_name: orNull(text(128)),
});

const annualIncome = object({ id, year: integer, ...each(orNull(money), ...PAY) });

/** An employment in full: contract, section 9.3. */
export const employment = extend(employmentSummary, {
  created_at: timestamp,
  updated_at: timestamp,
  dates_from_statements: boolean,
  profile,
  statements: list(statement),
  annual_income_summary: list(annualIncome),
  bank_accounts: list(payrollAccount),
  w2s: list(w2),
});

/** Contract, section 9.2: fields that are empty in employment reports and in user reports with `is_voe`. */
const NO_PAY = {
  ...each({ type: 'null' }, 'income', 'income_unit', 'pay_rate', 'pay_frequency'),
  ...each({ type: 'array', maxItems: 0 }, 'statements', 'w2s', 'annual_income_summary', 'bank_accounts'),
};
export const employmentWithoutPay = extend(employment, NO_PAY);

const report = (item: ObjectShape): ObjectShape =>
  object({
    id,
    link_id: id,
    status: taskStatus,
    ...each(orNull(timestamp), 'completed_at', 'finished_at'),
    access_token: id,
    tracking_info: orNull(text(256)),
    refresh_status: orNull(taskStatus),
    provider: providerRef,
    provider_name: text(),
    data_source: dataSource,
    is_suspicious: boolean,
    pdf_report: orNull(fileUrl),
    employments: list(item),
  });
export const incomeReport = report(employment);
export const employmentReport = report(employmentWithoutPay);
