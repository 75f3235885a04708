// Response schemas of orders (contract, section 5, and SPEC: Order) and of their invoices (section 22, and SPEC: Order
// group invoice).
import { bankIncomeSource } from './bank-income.ts';
import { depositDetails } from './deposits.ts';
import { account } from './financial-accounts.ts';
import { insuredLists } from './insurance.ts';
import { task } from './links.ts';
import { employment } from './payroll.ts';
import {
  address,
  boolean,
  choice,
  count,
  dataSource,
  date,
  distinct,
  each,
  extend,
  type Fields,
  fileUrl,
  id,
  integer,
  list,
  maskedSsn,
  matching,
  money,
  nonEmpty,
  type ObjectShape,
  object,
  orderStatus,
  orNull,
  productType,
  providerRef,
  taskStatus,
  text,
  timestamp,
  url,
} from './words.ts';

const uuid = matching('^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$');

/** The fields that all three kinds of suborders have. */
const SUBORDER = {
  id,
  product_type: productType,
  status: orderStatus,
  suborder_number: orNull(text(128)),
  created_at: timestamp,
  updated_at: timestamp,
  bridge_token: id,
  link_id: orNull(id),
  access_token: orNull(id),
  data_source: orNull(dataSource),
  provider: orNull(providerRef),
  is_suspicious: orNull(boolean),
  last_task_status: orNull(taskStatus),
  tasks: list(task),
  pdf_report: orNull(fileUrl),
};
const EMPLOYER = {
  ...SUBORDER,
  company_mapping_id: orNull(text(64)),
  company_name: orNull(text(256)),
  company_domain: orNull(text(253)),
  company_logo: orNull(url),
  company_address: orNull(address),
  start_date: orNull(date),
  end_date: orNull(date),
  account: orNull(depositDetails),
};
const BANK = { ...SUBORDER, name: orNull(text(256)) };

/** An account owner: contract, section 2.2. */
const owner = object({
  id,
  ...each(orNull(text()), 'full_name', 'email', 'phone'),
  address,
  relation_type: orNull(choice('PRIMARY', 'JOINT', 'SECONDARY', 'OTHER')),
});
const orderAccount = extend(account, { balance: orNull(money), owners: list(owner) });

const loan = object({
  ...each(
    orNull(text(128)),
    'loan_number',
    'application_number',
    'originator_name',
    'loan_processor_name',
    'external_id',
  ),
  ...each(orNull(text(254)), 'originator_email', 'loan_processor_email'),
  funding_date: orNull(date),
});

const orderWith = (data: { employer: Fields; bank: Fields; insurance: Fields }): ObjectShape =>
  object({
    id,
    user_id: id,
    order_group_id: uuid,
    products: distinct(nonEmpty(list(productType))),
    status: orderStatus,
    order_number: orNull(text(128)),
    external_user_id: orNull(text(512)),
    custom_field: orNull(text(256)),
    notes: orNull(text(2000)),
    template_id: orNull(id),
    source: text(64),
    client_name: text(),
    first_name: text(50),
    last_name: text(50),
    email: orNull(text(254)),
    phone: orNull(matching('^\\+\\d{1,15}$')),
    ssn: orNull(maskedSsn),
    bridge_token: id,
    share_url: matching('^https?://[^\\s/]+/verify/[0-9a-f]{32}/$'),
    short_share_url: matching('^https?://[^\\s/]+/s/[0-9A-Za-z]{10}$'),
    created_at: timestamp,
    updated_at: timestamp,
    completed_at: orNull(timestamp),
    canceled_at: orNull(timestamp),
    expired_at: timestamp,
    is_expired: boolean,
    user_consent_at: orNull(timestamp),
    ...each(orNull(id), 'initial_order', 'refresh_order', 'voie_report_id', 'voa_report_id'),
    employers: list(object({ ...EMPLOYER, ...data.employer })),
    financial_accounts: list(object({ ...BANK, ...data.bank })),
    insurance: orNull(object({ ...SUBORDER, ...data.insurance })),
    loan,
    manager: orNull(object({ name: orNull(text(128)), email: orNull(text(254)) })),
    cc_emails: list(text(254)),
    notification_settings: object({ suppress_user_notifications: boolean, first_notification_delay_hours: count }),
    refresh_approved: boolean,
  });

/** An order with its data: contract, section 5.4. */
export const order = orderWith({
  employer: { employments: list(employment) },
  bank: { accounts: list(orderAccount), bank_income_sources: list(bankIncomeSource) },
  insurance: insuredLists.properties,
});

/** An order in a list, without the data arrays: contract, section 5.1. */
export const listedOrder = orderWith({ employer: {}, bank: {}, insurance: {} });

/** A timeline entry: contract, section 5.10. `data` may have any keys. */
export const timelineEntry = object({
  id,
  event_type: choice(
    'order-created',
    'order-updated',
    'employers-added',
    'invitation-sent',
    'reminder-sent',
    'landing-opened',
    'consent-given',
    'link-connected',
    'task-status-updated',
    'suborder-status-updated',
    'order-status-updated',
    'report-created',
    'certification-completed',
    'order-refreshed',
    'order-refresh-failed',
    'order-canceled',
    'order-expired',
    'order-finalized',
  ),
  created_at: timestamp,
  data: { type: 'object' },
});

const certifiedEmployment = object({
  id,
  start_date: orNull(date),
  pay_rate: orNull(money),
  pay_date: orNull(date),
  company: object({ name: text() }),
});
const certifiedAccount = object({
  id,
  type: account.properties['type'] ?? {},
  mask: matching('^[0-9A-Za-z]{4}$'),
  routing_number: orNull(text()),
  balance: money,
  owners: list(object({ full_name: text() })),
});

/**
 * The list of certifications: contract, section 5.11. The list is not paged. Either `employment` or `account` is set,
 * but not both.
 */
export const certifications = object({
  results: list({
    ...object({
      decision: choice('representative', 'not_representative'),
      rejection_reason: orNull(
        choice('incorrect_amount', 'incorrect_employer', 'incorrect_dates', 'not_mine', 'outdated', 'other'),
      ),
      rejection_comment: orNull(text(1000)),
      employment: orNull(certifiedEmployment),
      account: orNull(certifiedAccount),
      created_at: timestamp,
    }),
    oneOf: [
      { type: 'object', properties: { employment: { type: 'null' } } },
      { type: 'object', properties: { account: { type: 'null' } } },
    ],
  }),
});

/** The invoice of an order group: contract, section 22. */
export const invoice = object({
  id: uuid,
  order_group_id: uuid,
  file: orNull(fileUrl),
  status: choice('pending', 'success', 'error'),
  created_at: timestamp,
  updated_at: timestamp,
});

const faults = nonEmpty(list(object({ field: text(), message: text() })));

/** A batch of orders: contract, section 5.12. */
export const batch = object({
  id,
  status: choice('pending', 'completed', 'failed'),
  ...each({ ...integer, minimum: 0 }, 'order_count', 'created_count', 'failed_count'),
  results: list(
    object({
      index: count,
      status: choice('created', 'existing', 'failed'),
      order_id: orNull(id),
      order_number: orNull(text(128)),
      errors: orNull(faults),
    }),
  ),
  errors: orNull(faults),
  created_at: timestamp,
  updated_at: timestamp,
});
