// Sample responses with orders and invoices (contract, sections 5 and 22), and sample order events (20.2).
import { EVENT_PAYLOADS } from './events.ts';
import { batch, certifications, invoice, listedOrder, order, timelineEntry } from './orders.ts';
import {
  ADDRESS,
  ADDRESS_KEYS,
  amountsOf,
  FILE,
  ID,
  PROVIDER,
  type Sample,
  type Samples,
  TS,
  URL,
  under,
} from './sample.ts';
import { INSURED_NULLABLE, insuredSample } from './sample-insurance.ts';
import { IN_FULL, IN_FULL_NULLABLE } from './sample-payroll.ts';
import { page } from './words.ts';

const UUID = '24d70f6b-bd0c-4fd5-a1c2-ad0f3c1d9e77';
const TASK = {
  id: ID,
  link_id: ID,
  user_id: ID,
  order_id: ID,
  bridge_token: ID,
  status: 'done',
  product_type: 'income',
  data_source: 'payroll',
  provider: PROVIDER,
  error_message: 'Already at 100 percent.',
  tracking_info: ID,
  is_suspicious: false,
  is_refresh: false,
  created_at: TS,
  updated_at: TS,
};
const SUBORDER = {
  id: ID,
  product_type: 'income',
  status: 'completed',
  suborder_number: 'S-1',
  created_at: TS,
  updated_at: TS,
  bridge_token: ID,
  link_id: ID,
  access_token: ID,
  data_source: 'payroll',
  provider: PROVIDER,
  is_suspicious: false,
  last_task_status: 'done',
  tasks: [TASK],
  pdf_report: FILE,
};
const SUBORDER_NULLABLE = `suborder_number link_id access_token data_source provider provider.logo_url is_suspicious
  last_task_status pdf_report
  ${under('tasks', 'order_id bridge_token provider.logo_url error_message tracking_info')}`;
const EMPLOYER = {
  ...SUBORDER,
  company_mapping_id: 'self_employed',
  company_name: 'Fable Freight',
  company_domain: 'fable-freight.example',
  company_logo: URL,
  company_address: ADDRESS,
  start_date: '2021-06-14',
  end_date: '2026-02-28',
  account: {
    account_number: '400100219999',
    routing_number: '991000012',
    account_type: 'checking',
    bank_name: 'Vouch Bank',
    deposit_type: 'percent',
    deposit_value: '50.00',
  },
};
const EMPLOYER_NULLABLE = `${SUBORDER_NULLABLE} company_mapping_id company_name company_domain company_logo
  company_address ${under('company_address', ADDRESS_KEYS)} start_date end_date account account.bank_name
  account.deposit_value`;
const BANK = { ...SUBORDER, name: 'Vouch Bank' };
const BANK_NULLABLE = `${SUBORDER_NULLABLE} name`;

const ACCOUNT = {
  id: ID,
  created_at: TS,
  updated_at: TS,
  type: 'SAVINGS',
  subtype: 'MONEY_MARKET',
  mask: '8890',
  nickname: 'Rainy Day',
  balances: { currency_code: 'USD', balance: '49635.00', available_balance: '49635.00', credit_limit: '0.00' },
  balance: '49635.00',
  owners: [
    {
      id: ID,
      full_name: 'Odalys Brennecke',
      email: 'odalys.brennecke@example.com',
      phone: '+16025550126',
      address: ADDRESS,
      relation_type: 'JOINT',
    },
  ],
};
const ACCOUNT_NULLABLE = `subtype mask nickname balances.balance balances.available_balance balances.credit_limit balance
  ${under('owners', `full_name email phone relation_type ${under('address', ADDRESS_KEYS)}`)}`;

const SOURCE_AMOUNTS = `total_amount avg_deposit_amount avg_gross_deposit_amount historical_average_monthly_income
  historical_average_monthly_gross_income forecasted_average_monthly_income`.replaceAll(/\s+/g, ' ');
const INCOME_SOURCE = {
  start_date: '2025-12-01',
  end_date: '2026-02-28',
  account_id: ID,
  transaction_count: 6,
  ...amountsOf(SOURCE_AMOUNTS),
  income_description: 'FABLE FREIGHT PAYROLL',
  income_category: 'PAYCHECK',
  pay_frequency: 'BW',
  next_payment_date: '2026-03-06',
  iso_currency_code: 'USD',
  employer: { id: ID, name: 'Fable Freight', logo_url: URL },
  historical_summary: [
    {
      start_date: '2026-02-01',
      end_date: '2026-02-28',
      total_amount: '4629.54',
      iso_currency_code: 'USD',
      transactions: [
        {
          amount: '2314.77',
          iso_currency_code: 'USD',
          date: '2026-02-20',
          check_number: '1042',
          description: 'FABLE FREIGHT PAYROLL',
          pending: false,
          transaction_id: ID,
        },
      ],
    },
  ],
};
const INCOME_SOURCE_NULLABLE = `pay_frequency next_payment_date employer employer.id employer.logo_url
  historical_summary.transactions.check_number`;

const LOAN = {
  loan_number: 'L-100',
  application_number: 'A-1',
  originator_name: 'Ines Calloway',
  originator_email: 'ines@acme.example',
  loan_processor_name: 'Odalys Brennecke',
  loan_processor_email: 'odalys@acme.example',
  external_id: 'x-1',
  funding_date: '2026-04-01',
};
const ORDER = {
  id: ID,
  user_id: ID,
  order_group_id: UUID,
  products: ['income', 'assets', 'insurance'],
  status: 'completed',
  order_number: 'L-100',
  external_user_id: 'u-17',
  custom_field: 'Loan 4711',
  notes: 'Call before noon.',
  template_id: ID,
  source: 'internal',
  client_name: 'Acme Lending',
  first_name: 'Jordan',
  last_name: 'Averill',
  email: 'jordan.averill@example.com',
  phone: '+13035550142',
  ssn: '*****9991',
  bridge_token: ID,
  share_url: `https://verify.example/verify/${ID}/`,
  short_share_url: 'https://verify.example/s/k3v9q2xw7m',
  created_at: TS,
  updated_at: TS,
  completed_at: TS,
  canceled_at: TS,
  expired_at: TS,
  is_expired: false,
  user_consent_at: TS,
  initial_order: ID,
  refresh_order: ID,
  voie_report_id: ID,
  voa_report_id: ID,
  loan: LOAN,
  manager: { name: 'Ines Calloway', email: 'ines@acme.example' },
  cc_emails: ['odalys@acme.example'],
  notification_settings: { suppress_user_notifications: false, first_notification_delay_hours: 24 },
  refresh_approved: true,
};
const ORDER_NULLABLE = `order_number external_user_id custom_field notes template_id email phone ssn completed_at
  canceled_at user_consent_at initial_order refresh_order voie_report_id voa_report_id insurance manager manager.name
  manager.email ${under('loan', Object.keys(LOAN).join(' '))}`;

const ORDER_EVENT = {
  webhook_id: ID,
  event_created_at: TS,
  updated_at: TS,
  user_id: ID,
  template_id: ID,
  order_id: ID,
  order_number: 'L-100',
};
const ORDER_SET = { employer_id: ID, product: 'income', link_id: ID, data_source: 'payroll', status: 'completed' };
const event = (event_type: string, more: object, nullable = ''): Sample => ({
  shape: EVENT_PAYLOADS[event_type] ?? {},
  value: { ...ORDER_EVENT, event_type, ...more },
  nullable: `template_id order_number ${nullable}`,
});

const CERTIFIED = {
  decision: 'not_representative',
  rejection_reason: 'other',
  rejection_comment: 'No.',
  created_at: TS,
};
const CERTIFIED_NULLABLE = 'results.rejection_reason results.rejection_comment';

export const ORDER_SAMPLES: Samples = {
  'Order (5.4)': {
    shape: order,
    value: {
      ...ORDER,
      employers: [{ ...EMPLOYER, employments: [IN_FULL] }],
      financial_accounts: [{ ...BANK, accounts: [ACCOUNT], bank_income_sources: [INCOME_SOURCE] }],
      insurance: { ...SUBORDER, ...insuredSample('UMBRELLA') },
    },
    nullable: `${ORDER_NULLABLE} ${under('employers', `${EMPLOYER_NULLABLE} ${under('employments', IN_FULL_NULLABLE)}`)}
      ${under(
        'financial_accounts',
        `${BANK_NULLABLE} ${under('accounts', ACCOUNT_NULLABLE)}
        ${under('bank_income_sources', INCOME_SOURCE_NULLABLE)}`,
      )}
      ${under('insurance', `${SUBORDER_NULLABLE} ${INSURED_NULLABLE}`)}`,
  },
  'page of orders without data (5.1)': {
    shape: page(listedOrder),
    value: {
      count: 26,
      next: URL,
      previous: URL,
      results: [{ ...ORDER, employers: [EMPLOYER], financial_accounts: [BANK], insurance: SUBORDER }],
    },
    nullable: `next previous ${under(
      'results',
      `${ORDER_NULLABLE} ${under('employers', EMPLOYER_NULLABLE)} ${under('financial_accounts', BANK_NULLABLE)}
      ${under('insurance', SUBORDER_NULLABLE)}`,
    )}`,
  },
  'timeline entry (5.10)': {
    shape: timelineEntry,
    value: { id: ID, event_type: 'order-created', created_at: TS, data: {} },
    nullable: '',
  },
  'certified employment (5.11)': {
    shape: certifications,
    value: {
      results: [
        {
          ...CERTIFIED,
          employment: {
            id: ID,
            start_date: '2021-06-14',
            pay_rate: '3000.00',
            pay_date: '2026-02-27',
            company: { name: 'Fable Freight' },
          },
          account: null,
        },
      ],
    },
    nullable: `${CERTIFIED_NULLABLE} results.account ${under('results.employment', 'start_date pay_rate pay_date')}`,
  },
  'certified account (5.11)': {
    shape: certifications,
    value: {
      results: [
        {
          ...CERTIFIED,
          employment: null,
          account: {
            id: ID,
            type: 'CHECKING',
            mask: '4721',
            routing_number: '991000012',
            balance: '49635.00',
            owners: [{ full_name: 'Odalys Brennecke' }],
          },
        },
      ],
    },
    nullable: `${CERTIFIED_NULLABLE} results.employment results.account.routing_number`,
  },
  'Order group invoice (22)': {
    shape: invoice,
    value: { id: UUID, order_group_id: UUID, file: FILE, status: 'success', created_at: TS, updated_at: TS },
    nullable: 'file',
  },
  'batch job (5.12)': {
    shape: batch,
    value: {
      id: ID,
      status: 'failed',
      order_count: 2,
      created_count: 1,
      failed_count: 1,
      results: [
        {
          index: 0,
          status: 'created',
          order_id: ID,
          order_number: 'L-100',
          errors: [{ field: 'first_name', message: 'This field is required.' }],
        },
      ],
      errors: [{ field: 'orders', message: 'Server error.' }],
      created_at: TS,
      updated_at: TS,
    },
    nullable: 'results.order_id results.order_number results.errors errors',
  },
  'event order-created (20.2)': event(
    'order-created',
    { ...ORDER_SET, employer_id: null, link_id: null, data_source: null, status: 'pending' },
    'employer_id link_id data_source',
  ),
  'event order-status-updated (20.2)': event('order-status-updated', ORDER_SET, 'employer_id link_id data_source'),
  'event order-refresh-failed (20.2)': event('order-refresh-failed', { ...ORDER_SET, status: 'login_error' }),
  'event order-finalized (20.2)': event('order-finalized', {}),
  'event certification-completed (20.2)': event('certification-completed', {}),
};
