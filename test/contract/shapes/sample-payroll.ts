// Sample responses with payroll data and user reports: contract, sections 9 and 10.
import { employmentReport, employmentSummary, incomeReport, shift } from './payroll.ts';
import { ADDRESS, ADDRESS_KEYS, FILE, ID, PROVIDER, type Samples, TS, URL, under } from './sample.ts';
import { employmentUserReport, incomeUserReport, userReportSummary } from './user-reports.ts';

const EMPLOYMENT = {
  id: ID,
  start_date: '2021-06-14',
  company: { name: 'Fable Freight', address: ADDRESS, phone: '+13035550100', ein: '99-1234567' },
  income: '78000.00',
  income_unit: 'YEARLY',
  pay_rate: '3000.00',
  pay_frequency: 'BW',
  is_active: true,
  job_title: 'Route planner',
  job_type: 'F',
  original_hire_date: '2021-06-14',
  end_date: '2026-02-28',
  external_last_updated: '2026-03-01',
  derived_fields: ['is_active'],
  missing_data_fields: ['w2s'],
  manager_name: 'Ines Calloway',
};
const EMPLOYMENT_NULLABLE = `start_date company.name ${under('company.address', ADDRESS_KEYS)} company.phone company.ein
  income income_unit pay_rate pay_frequency job_title job_type original_hire_date end_date external_last_updated
  manager_name`;

const PAY = 'gross_pay net_pay regular overtime bonus commission other_pay';
export const PAY_AMOUNTS = Object.fromEntries(PAY.split(' ').map((name) => [name, '3000.00']));
const PAY_YTD = PAY.split(' ').map((name) => `${name}_ytd`);

export const SAMPLE_PROFILE = {
  id: ID,
  created_at: TS,
  updated_at: TS,
  first_name: 'Jordan',
  last_name: 'Averill',
  full_name: 'Jordan E Averill',
  middle_initials: 'E',
  email: 'jordan.averill@example.com',
  phone: '+13035550142',
  ssn: '*****9991',
  date_of_birth: '1988-04-17',
  home_address: ADDRESS,
};
export const PROFILE_NULLABLE = `first_name last_name full_name middle_initials email phone ssn date_of_birth
  ${under('home_address', ADDRESS_KEYS)}`;

export const EARNING = { name: 'Salary', amount: '3000.00', category: 'regular', rate: '37.50', units: '80.00' };
export const DEDUCTION = { name: 'Medicare', amount: '43.50', category: 'medicare' };
const STATEMENT = {
  id: ID,
  check_number: '1042',
  pay_date: '2026-02-27',
  period_start: '2026-02-09',
  period_end: '2026-02-22',
  ...PAY_AMOUNTS,
  ...Object.fromEntries(PAY_YTD.map((name) => [name, '12000.00'])),
  hours: '80.00',
  basis_of_pay: 'S',
  earnings: [EARNING],
  earnings_ytd: [EARNING],
  deductions: [DEDUCTION],
  deductions_ytd: [DEDUCTION],
  file: FILE,
  md5sum: ID,
  derived_fields: ['overtime'],
  missing_data_fields: ['hours'],
};
const STATEMENT_NULLABLE = `check_number pay_date period_start period_end ${PAY} ${PAY_YTD.join(' ')} hours basis_of_pay
  earnings.rate earnings.units earnings_ytd.rate earnings_ytd.units file md5sum`;

const W2_KEYS = 'wages gross_pay federal_tax social_security_wages social_security_tax medicare_wages medicare_tax';
export const W2_AMOUNTS = Object.fromEntries(W2_KEYS.split(' ').map((name) => [name, '78000.00']));
export const W2_NULLABLE = W2_KEYS;

const ACCOUNT = {
  id: ID,
  bank_name: 'Vouch Bank',
  account_name: 'Everyday Checking',
  account_number: '********4721',
  routing_number: '991000012',
  account_type: 'C',
  deposit_type: 'E',
  deposit_value: '100.00',
};
const ACCOUNT_NULLABLE = 'bank_name account_name account_number routing_number account_type deposit_type deposit_value';

export const IN_FULL = {
  ...EMPLOYMENT,
  created_at: TS,
  updated_at: TS,
  dates_from_statements: false,
  profile: SAMPLE_PROFILE,
  statements: [STATEMENT],
  annual_income_summary: [{ id: ID, year: 2026, ...PAY_AMOUNTS }],
  bank_accounts: [ACCOUNT],
  w2s: [{ id: ID, year: 2025, ...W2_AMOUNTS, file: FILE, md5sum: ID }],
};
export const IN_FULL_NULLABLE = `${EMPLOYMENT_NULLABLE} ${under('profile', PROFILE_NULLABLE)}
  ${under('statements', STATEMENT_NULLABLE)} ${under('annual_income_summary', PAY)}
  ${under('bank_accounts', ACCOUNT_NULLABLE)} ${under('w2s', `${W2_KEYS} file md5sum`)}`;
const WITHOUT_PAY = {
  ...IN_FULL,
  income: null,
  income_unit: null,
  pay_rate: null,
  pay_frequency: null,
  statements: [],
  w2s: [],
  annual_income_summary: [],
  bank_accounts: [],
};
const WITHOUT_PAY_NULLABLE = `${EMPLOYMENT_NULLABLE} ${under('profile', PROFILE_NULLABLE)}`;

const REPORT = {
  id: ID,
  link_id: ID,
  status: 'done',
  completed_at: TS,
  finished_at: TS,
  access_token: ID,
  tracking_info: 'loan-17',
  refresh_status: 'login_error',
  provider: PROVIDER,
  provider_name: 'Vouch Payroll',
  data_source: 'payroll',
  is_suspicious: false,
  pdf_report: FILE,
};
const REPORT_NULLABLE = 'completed_at finished_at tracking_info refresh_status provider.logo_url pdf_report';

const USER_REPORT = { report_id: ID, is_voe: false, created_at: TS, completed_at: TS };
const USER_REPORT_LINK = {
  id: ID,
  link_id: ID,
  tracking_info: 'loan-17',
  data_source: 'payroll',
  provider: 'vouch_payroll',
  provider_name: 'Vouch Payroll',
  logo_url: URL,
  is_suspicious: false,
  pdf_report: FILE,
};
const USER_REPORT_NULLABLE = 'last_task_at links.tracking_info links.logo_url links.pdf_report';

export const PAYROLL_SAMPLES: Samples = {
  'Employment (SPEC)': { shape: employmentSummary, value: EMPLOYMENT, nullable: EMPLOYMENT_NULLABLE },
  'income report (9.2)': {
    shape: incomeReport,
    value: { ...REPORT, employments: [IN_FULL] },
    nullable: `${REPORT_NULLABLE} ${under('employments', IN_FULL_NULLABLE)}`,
  },
  'employment report (9.2)': {
    shape: employmentReport,
    value: { ...REPORT, employments: [WITHOUT_PAY] },
    nullable: `${REPORT_NULLABLE} ${under('employments', WITHOUT_PAY_NULLABLE)}`,
  },
  'Shift (9.4)': {
    shape: shift,
    value: {
      id: ID,
      employment_id: ID,
      date: '2026-02-27',
      started_at: TS,
      ended_at: TS,
      hours: '6.50',
      break_hours: '0.50',
      status: 'worked',
      location: 'Store 12',
      pay_rate: '18.25',
      amount: '118.63',
      created_at: TS,
      updated_at: TS,
    },
    nullable: 'started_at ended_at hours break_hours location pay_rate amount',
  },
  'user report in a list (10)': { shape: userReportSummary, value: USER_REPORT, nullable: '' },
  'income report of a user (10)': {
    shape: incomeUserReport,
    value: { ...USER_REPORT, last_task_at: TS, links: [{ ...USER_REPORT_LINK, employments: [IN_FULL] }] },
    nullable: `${USER_REPORT_NULLABLE} ${under('links.employments', IN_FULL_NULLABLE)}`,
  },
  'employment report of a user (10)': {
    shape: employmentUserReport,
    value: {
      ...USER_REPORT,
      is_voe: true,
      last_task_at: TS,
      links: [{ ...USER_REPORT_LINK, employments: [WITHOUT_PAY] }],
    },
    nullable: `${USER_REPORT_NULLABLE} ${under('links.employments', WITHOUT_PAY_NULLABLE)}`,
  },
};
