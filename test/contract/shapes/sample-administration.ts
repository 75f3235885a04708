// Sample responses of deposit switches and payroll administration: contract, sections 16 and 17.
import { directory, payrollReport, payrollStarted } from './administration.ts';
import { depositReport, userDepositReport } from './deposits.ts';
import { ADDRESS, ADDRESS_KEYS, FILE, ID, PROVIDER, type Samples, TS, URL, under } from './sample.ts';
import { DEDUCTION, EARNING, PAY_AMOUNTS } from './sample-payroll.ts';

const DEPOSIT = {
  account_number: '400100214721',
  routing_number: '991000012',
  account_type: 'checking',
  bank_name: 'Vouch Bank',
  deposit_type: 'percent',
  deposit_value: '25.00',
};
const DEPOSIT_REPORT = {
  id: ID,
  status: 'done',
  completed_at: TS,
  finished_at: TS,
  access_token: ID,
  tracking_info: 'loan-17',
  provider: PROVIDER,
  is_suspicious: false,
  pdf_report: FILE,
  employer: { id: ID, name: 'Fable Freight', logo_url: URL },
  deposit_details: DEPOSIT,
  initial_accounts: [{ ...DEPOSIT, account_number: '****4721', account_name: 'Everyday Checking' }],
};
const DEPOSIT_REPORT_NULLABLE = `completed_at finished_at tracking_info provider.logo_url pdf_report employer employer.id
  employer.logo_url ${under('deposit_details', 'bank_name deposit_value')} initial_accounts
  ${under('initial_accounts', 'bank_name deposit_value account_name')}`;

export const ADMINISTRATION_SAMPLES: Samples = {
  'DepositReport (16)': { shape: depositReport, value: DEPOSIT_REPORT, nullable: DEPOSIT_REPORT_NULLABLE },
  'DepositReports of a user (16)': {
    shape: userDepositReport,
    value: { user_id: ID, completed_at: TS, links: [{ ...DEPOSIT_REPORT, link_id: ID }] },
    nullable: `completed_at ${under('links', DEPOSIT_REPORT_NULLABLE)}`,
  },
  'directory (17)': {
    shape: directory,
    value: {
      id: ID,
      status: 'done',
      finished_at: TS,
      access_token: ID,
      tracking_info: 'loan-17',
      provider: PROVIDER,
      directory: [
        {
          id: ID,
          first_name: 'Ines',
          last_name: 'Calloway',
          full_name: 'Ines Calloway',
          email: 'ines@example.com',
          phone: '+13035550111',
          job_title: 'Dispatcher',
          department: 'Operations',
          manager_name: 'Jordan Averill',
          is_active: true,
          start_date: '2020-01-06',
          end_date: '2026-01-30',
          address: ADDRESS,
        },
      ],
    },
    nullable: `finished_at tracking_info provider.logo_url ${under(
      'directory',
      `email phone job_title department manager_name start_date end_date ${under('address', ADDRESS_KEYS)}`,
    )}`,
  },
  'payroll, started (17)': { shape: payrollStarted, value: { payroll_report_id: ID }, nullable: '' },
  'payroll (17)': {
    shape: payrollReport,
    value: {
      payroll_report_id: ID,
      status: 'done',
      start_date: '2026-01-01',
      end_date: '2026-01-31',
      created_at: TS,
      completed_at: TS,
      payroll_report: [
        {
          employee_id: ID,
          full_name: 'Ines Calloway',
          pay_date: '2026-01-16',
          period_start: '2026-01-01',
          period_end: '2026-01-11',
          ...PAY_AMOUNTS,
          hours: '80.00',
          earnings: [EARNING],
          deductions: [DEDUCTION],
        },
      ],
    },
    nullable: `completed_at ${under(
      'payroll_report',
      'period_start period_end regular overtime bonus commission other_pay hours earnings.rate earnings.units',
    )}`,
  },
};
