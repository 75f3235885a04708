// Sample responses of contract sections 1.3, 3.3, 4, 6, 7, 8, 18, 20.2 and 24.5. The samples of sections 1.3 and 3.3
// are the contract's own examples.
import { companies, provider } from './companies.ts';
import { incorrectParameters, notFound, REFUSALS } from './errors.ts';
import { EVENT_PAYLOADS } from './events.ts';
import {
  bridgeToken,
  exchange,
  link,
  linkInFull,
  linkOrDeleted,
  refreshStarted,
  refreshTask,
  retrievedUser,
  retrievedUserWithLinks,
  task,
  userWithLinks,
} from './links.ts';
import { ID, PROVIDER, type Sample, type Samples, TS, URL, under } from './sample.ts';
import { advancedClock, clock, connection, injectedPayroll, injectedTransactions } from './sandbox.ts';
import { page } from './words.ts';

const MASKED = `${'*'.repeat(28)}9e77`;
const LINK = {
  id: ID,
  user_id: ID,
  access_token: MASKED,
  created_at: TS,
  updated_at: TS,
  status: 'done',
  tracking_info: 'loan-17',
  user_external_id: 'u-17',
  provider_id: 'vouch_payroll',
  provider: PROVIDER,
  company_mapping: { id: ID, name: 'Fable Freight', logo_url: URL },
  link_hash: ID,
  allowed_products: ['income', 'employment'],
  initial_product_type: 'income',
  data_source: 'payroll',
  is_suspicious: false,
  is_dds_available: true,
  is_dds_supported: true,
  is_connected: true,
  last_task_id: ID,
};
const LINK_NULLABLE =
  'tracking_info user_external_id provider.logo_url company_mapping company_mapping.id company_mapping.logo_url is_dds_available is_dds_supported';
const USER = {
  id: ID,
  external_user_id: 'u-17',
  first_name: 'Jordan',
  last_name: 'Averill',
  email: 'jordan.averill@example.com',
  phone: '+13035550142',
  ssn: '*****9991',
  created_at: TS,
  updated_at: TS,
};
const USER_NULLABLE = 'external_user_id first_name last_name email phone ssn';
const REPORT_IDS = { voie_report_id: ID, voa_report_id: ID, income_insights_report_id: ID, aim_check_report_id: null };
const REPORT_IDS_NULLABLE = 'voie_report_id voa_report_id income_insights_report_id aim_check_report_id';

const LINK_EVENT = {
  webhook_id: ID,
  event_created_at: TS,
  updated_at: TS,
  user_id: ID,
  template_id: ID,
  link_id: ID,
  product: 'income',
  data_source: 'payroll',
  tracking_info: 'loan-17',
};
const event = (event_type: string, more: object, nullable = ''): Sample => ({
  shape: EVENT_PAYLOADS[event_type] ?? {},
  value: { ...LINK_EVENT, event_type, ...more },
  nullable: `template_id tracking_info ${nullable}`,
});
const kinds = (names: readonly string[], more: object): Samples =>
  Object.fromEntries(names.map((name) => [`event ${name} (20.2)`, event(name, more)]));

export const LINK_SAMPLES: Samples = {
  'bridge token (4.1)': {
    shape: bridgeToken,
    value: {
      bridge_token: ID,
      user_id: ID,
      product_type: 'income',
      allowed_products: ['income'],
      client_name: 'Acme Lending',
      tracking_info: 'loan-17',
      company_mapping_id: null,
      provider_id: null,
      access_token: null,
      template_id: null,
      data_sources: ['payroll', 'docs', 'tax', 'financial_accounts'],
      expires_at: '2026-03-01T18:00:00Z',
    },
    nullable: 'tracking_info company_mapping_id provider_id access_token template_id',
  },
  'event task-status-updated (20.2)': event(
    'task-status-updated',
    { task_id: ID, status: 'done', order_id: null, error_message: null },
    'order_id error_message',
  ),
  'exchange (4.3)': { shape: exchange, value: { access_token: ID, link_id: ID }, nullable: '' },
  'Link (6)': { shape: link, value: LINK, nullable: LINK_NULLABLE },
  'page of Link in full (6)': {
    shape: page(linkInFull),
    value: { count: 26, next: URL, previous: null, results: [{ ...LINK, access_token: ID }] },
    nullable: `next previous ${under('results', LINK_NULLABLE)}`,
  },
  'deleted Link (6)': {
    shape: linkOrDeleted,
    value: { ...LINK, deleted_at: TS },
    nullable: `${LINK_NULLABLE} deleted_at`,
  },
  'Task (7)': {
    shape: task,
    value: {
      id: ID,
      link_id: ID,
      user_id: ID,
      order_id: ID,
      bridge_token: ID,
      status: 'config_error',
      product_type: 'deposit_switch',
      data_source: 'payroll',
      provider: PROVIDER,
      error_message: 'Already at 100 percent.',
      tracking_info: 'loan-17',
      is_suspicious: false,
      is_refresh: true,
      created_at: TS,
      updated_at: TS,
    },
    nullable: 'order_id bridge_token provider.logo_url error_message tracking_info',
  },
  'refresh, started (8)': { shape: refreshStarted, value: { task_id: ID }, nullable: '' },
  'refresh (8)': {
    shape: refreshTask,
    value: { id: ID, status: 'parse', created_at: TS, refresh_date: '2026-03-01' },
    nullable: '',
  },
  'User in a list (3.3)': {
    shape: userWithLinks,
    value: { ...USER, links: [LINK] },
    nullable: `${USER_NULLABLE} ${under('links', LINK_NULLABLE)}`,
  },
  'User, retrieved (3.3)': {
    shape: retrievedUser,
    value: { ...USER, ...REPORT_IDS },
    nullable: `${USER_NULLABLE} ${REPORT_IDS_NULLABLE}`,
  },
  'User, retrieved with links (3.3)': {
    shape: retrievedUserWithLinks,
    value: { ...USER, ...REPORT_IDS, links: [LINK] },
    nullable: `${USER_NULLABLE} ${REPORT_IDS_NULLABLE} ${under('links', LINK_NULLABLE)}`,
  },
  'Companies (18)': {
    shape: companies,
    value: [
      {
        company_mapping_id: ID,
        id: ID,
        name: 'Fable Freight',
        domain: 'fable-freight.example',
        logo_url: URL,
        confidence_level: '0.97',
        success_rate: 'medium',
        mapping_status: 'mapped',
        provider: PROVIDER,
        features: {
          deposit_switch: {
            deposit_types: ['entire', 'percent'],
            amount_precision: 2,
            percent_precision: 0,
            max_number: 4,
          },
        },
      },
    ],
    nullable: 'domain logo_url success_rate provider provider.logo_url features.deposit_switch',
  },
  'Provider (18)': {
    shape: provider,
    value: {
      id: 'vouch_bank',
      name: 'Vouch Bank',
      logo_url: null,
      domain: 'bank.example',
      is_supported: true,
      success_rate: 'high',
      data_source: 'financial_accounts',
      products: ['assets', 'transactions'],
      is_live: false,
      status: 'up',
    },
    nullable: 'logo_url domain success_rate',
  },
  'clock (24.5)': { shape: clock, value: { now: TS, real_now: TS, offset_seconds: 60 }, nullable: '' },
  'clock, advanced (24.5)': {
    shape: advancedClock,
    value: { now: TS, real_now: TS, offset_seconds: 60, fired: 3 },
    nullable: '',
  },
  'transactions injected (24.5)': {
    shape: injectedTransactions,
    value: { accounts_count: 2, transactions_count: 40 },
    nullable: '',
  },
  'payroll injected (24.5)': {
    shape: injectedPayroll,
    value: { employments_count: 1, statements_count: 2 },
    nullable: '',
  },
  'connection (24.5)': {
    shape: connection,
    value: { public_token: ID, task_id: ID, link_id: ID },
    nullable: 'public_token',
  },
  ...kinds(['link-connected', 'link-disconnected', 'link-deleted'], {}),
  ...kinds(['employment-created', 'employment-updated', 'profile-created', 'profile-updated'], {
    task_id: ID,
    object_id: ID,
  }),
  ...kinds(
    [
      'statements-created',
      'statements-updated',
      'shifts-created',
      'shifts-updated',
      'bank-accounts-created',
      'bank-accounts-updated',
    ],
    { task_id: ID, employment_id: ID, objects_count: 52 },
  ),
  '400 (1.3)': {
    shape: incorrectParameters,
    value: {
      error: {
        code: 'incorrect_parameters',
        message: 'Incorrect request parameters',
        extra: { 'invalid-params': [{ field: 'user.email', message: 'Enter a valid email address.' }] },
      },
    },
    nullable: '',
  },
  '404 (1.3)': { shape: notFound, value: { detail: 'Not Found.' }, nullable: '' },
  '410 (1.3)': {
    shape: REFUSALS[410] ?? {},
    value: { error: { code: 'expired_token', message: `Public token expired: ${ID}` } },
    nullable: '',
  },
};
