// Response schemas of orders: what the client ordered, the status of the order, and the retrieved data.
import { type Static, type TProperties, Type } from 'typebox';
import { CalendarDate } from '#base/calendar.ts';
import { Money } from '#base/money.ts';
import { choice, Id, nullable, sensitive, shape, Timestamp } from '#base/schema.ts';
import { DATA_SOURCES, PRODUCT_TYPES } from '#domain/access/products.ts';
import { ProviderRef } from '#domain/connections/providers.ts';
import { TASK_STATUSES, TaskAnswer } from '#domain/connections/tasks.ts';
import { DepositDetails } from '#domain/reports/deposit-reports.ts';
import { AccountAnswer, type KeptAccount, OwnerAnswer, presentAccount } from '#domain/reports/financial-accounts.ts';
import { BankIncomeSource } from '#domain/reports/income-insights.ts';
import { InsuranceAnswer } from '#domain/reports/insurance.ts';
import { AddressAnswer, EmploymentAnswer } from '#domain/reports/payroll.ts';
import { nullableChoice } from '#domain/reports/statements.ts';
import { SUBORDER_STATUSES } from './order-status.ts';

const text = nullable(Type.String());
const file = sensitive('file', nullable(Type.String({ format: 'uri' })));

const SUBORDER = {
  id: Id,
  product_type: choice(PRODUCT_TYPES),
  status: choice(SUBORDER_STATUSES),
  suborder_number: text,
  created_at: Timestamp,
  updated_at: Timestamp,
  bridge_token: sensitive('token', Type.String()),
  link_id: nullable(Id),
  access_token: sensitive('token', nullable(Type.String({ description: 'In full.' }))),
  data_source: nullableChoice(DATA_SOURCES),
  provider: Type.Union([ProviderRef, Type.Null()]),
  is_suspicious: nullable(Type.Boolean()),
  last_task_status: nullableChoice(TASK_STATUSES),
  tasks: Type.Array(TaskAnswer, { description: 'Oldest first.' }),
  pdf_report: file,
};

const EMPLOYER = {
  company_mapping_id: text,
  company_name: text,
  company_domain: text,
  company_logo: text,
  company_address: Type.Union([AddressAnswer, Type.Null()]),
  start_date: nullable(CalendarDate),
  end_date: nullable(CalendarDate),
  account: Type.Union([DepositDetails, Type.Null()]),
};
const BANK = { name: text };

const OrderAccount = shape('OrderAccount', 'A bank account as shown in an order.', {
  ...AccountAnswer.properties,
  balance: nullable(Money),
  owners: Type.Array(OwnerAnswer),
});
export type OrderAccount = Static<typeof OrderAccount>;

const EMPLOYER_DATA = { employments: Type.Array(EmploymentAnswer) };
const BANK_DATA = { accounts: Type.Array(OrderAccount), bank_income_sources: Type.Array(BankIncomeSource) };
const INSURANCE_DATA = InsuranceAnswer.properties;

const LoanAnswer = shape('OrderLoan', 'The loan an order is for.', {
  loan_number: text,
  application_number: text,
  originator_name: text,
  originator_email: text,
  loan_processor_name: text,
  loan_processor_email: text,
  external_id: text,
  funding_date: nullable(CalendarDate),
});

const OrderManager = shape('OrderManager', 'The person responsible for an order.', { name: text, email: text });

const NotificationSettings = shape('NotificationSettings', 'When the applicant is notified about an order.', {
  suppress_user_notifications: Type.Boolean(),
  first_notification_delay_hours: Type.Integer(),
});

/**
 * `prefix` is the first part of the schema names of the order and its suborders. Schemas that contain different data
 * have different prefixes.
 */
const orderOf = <Employer extends TProperties, Bank extends TProperties, Insurance extends TProperties>(
  prefix: '' | 'Listed',
  description: string,
  data: { employer: Employer; bank: Bank; insurance: Insurance },
) =>
  shape(`${prefix}Order`, description, {
    id: Id,
    user_id: Id,
    order_group_id: Type.String({ format: 'uuid' }),
    products: Type.Array(choice(PRODUCT_TYPES)),
    status: choice(SUBORDER_STATUSES),
    order_number: text,
    external_user_id: text,
    custom_field: text,
    notes: text,
    template_id: nullable(Id),
    source: Type.String(),
    client_name: Type.String(),
    first_name: Type.String(),
    last_name: Type.String(),
    email: text,
    phone: text,
    ssn: sensitive('number', nullable(Type.String({ description: 'Masked.' }))),
    bridge_token: sensitive(
      'token',
      Type.String({ description: 'The newest token; reading an open order renews it.' }),
    ),
    share_url: sensitive('page', Type.String({ format: 'uri', description: 'The landing page.' })),
    short_share_url: sensitive('page', Type.String({ format: 'uri' })),
    created_at: Timestamp,
    updated_at: Timestamp,
    completed_at: nullable(Timestamp),
    canceled_at: nullable(Timestamp),
    expired_at: { ...Timestamp, description: 'When the order expires.' },
    is_expired: Type.Boolean(),
    user_consent_at: nullable(Timestamp),
    initial_order: nullable(Id),
    refresh_order: nullable(Id),
    voie_report_id: nullable(Id),
    voa_report_id: nullable(Id),
    employers: Type.Array(
      shape(`${prefix}OrderEmployer`, 'The suborder for one employer.', { ...SUBORDER, ...EMPLOYER, ...data.employer }),
    ),
    financial_accounts: Type.Array(
      shape(`${prefix}OrderFinancialAccount`, 'The suborder for one bank.', { ...SUBORDER, ...BANK, ...data.bank }),
    ),
    insurance: Type.Union([
      shape(`${prefix}OrderInsurance`, 'The suborder for an insurer.', { ...SUBORDER, ...data.insurance }),
      Type.Null(),
    ]),
    loan: LoanAnswer,
    manager: Type.Union([OrderManager, Type.Null()]),
    cc_emails: Type.Array(Type.String()),
    notification_settings: NotificationSettings,
    refresh_approved: Type.Boolean(),
  });

/** An order with its data, as in the response for a single order. */
export const OrderAnswer = orderOf('', 'An order with its data.', {
  employer: EMPLOYER_DATA,
  bank: BANK_DATA,
  insurance: INSURANCE_DATA,
});
export type OrderAnswer = Static<typeof OrderAnswer>;

/** An order without its data, as in lists of orders. */
export const ListedOrderAnswer = orderOf('Listed', 'An order without its data.', {
  employer: {},
  bank: {},
  insurance: {},
});
export type ListedOrderAnswer = Static<typeof ListedOrderAnswer>;

const SuborderPart = Type.Object(SUBORDER);
export type SuborderPart = Static<typeof SuborderPart>;
const EmployerPart = Type.Object(EMPLOYER);
export type EmployerPart = Static<typeof EmployerPart>;

export const presentOrderAccount = (account: KeptAccount): OrderAccount => ({
  ...presentAccount(account),
  balance: account.balances.balance,
  owners: account.owners,
});
