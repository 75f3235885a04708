// An order starts a verification. This file defines what a client may order, and which fields of an order the client
// may change later.
import { type Static, type TSchema, Type } from 'typebox';
import { CalendarDate } from '#base/calendar.ts';
import type { InvalidParam } from '#base/errors.ts';
import {
  choice,
  nullable,
  optionalName,
  optionalText,
  PAGING,
  QueryText,
  QueryTimestamp,
  requiredText,
  shape,
} from '#base/schema.ts';
import {
  AssetReportChanges,
  assetReportFaults,
  changeAssetReport,
  DEFAULT_ASSET_REPORT,
} from '#domain/access/asset-report-options.ts';
import { PRODUCT_TYPES } from '#domain/access/products.ts';
import { toE164, toSsn } from '#domain/platform/people.ts';
import { SUBORDER_STATUSES } from './order-status.ts';
import { employerFaults, institutionFaults, NewEmployer, NewInstitution, NewInsurance } from './suborders.ts';

export const NAME_LENGTH_MAX = 50;
const EMPLOYERS_MAX = 10;
const DELAY_HOURS_MAX = 168;
/** The lifetime of an order without a template. A template sets the lifetime of its orders. */
export const EXPIRATION_HOURS = 72;
export const DEFAULT_SOURCE = 'internal';

/** An absent field and `null` both mean "not given". */
const optional = <Schema extends TSchema & { type: string }>(schema: Schema) =>
  Type.Optional(Type.Unsafe<Static<Schema> | null>({ ...schema, type: [schema.type, 'null'] }));

const email = optionalText(254, { format: 'email', examples: ['jane.roe@example.com'] });
const ssnText = (description: string) => optionalText(128, { format: 'ssn', examples: ['991-91-9991'], description });
const ssn = ssnText('9 digits or the last 4.');
const short = optionalText(128);
const flag = Type.Optional(Type.Boolean());

const NewLoan = shape('NewOrderLoan', 'The loan an order is for.', {
  loan_number: short,
  application_number: short,
  originator_name: short,
  originator_email: email,
  loan_processor_name: short,
  loan_processor_email: email,
  external_id: short,
  funding_date: Type.Optional(nullable(CalendarDate)),
});
type NewLoan = Static<typeof NewLoan>;

const NewNotificationSettings = shape('NewNotificationSettings', 'When the applicant is notified about an order.', {
  suppress_user_notifications: flag,
  first_notification_delay_hours: Type.Optional(Type.Integer({ minimum: 0, maximum: DELAY_HOURS_MAX })),
});

export const NewManager = shape('NewOrderManager', 'The person responsible for an order.', { name: short, email });
export const NewReports = shape('NewOrderReports', 'Options for the reports that an order creates.', {
  voa: optional(AssetReportChanges),
});

/** The notes: free text that must not be empty. `null` clears the notes. */
const notes = Type.Optional(
  Type.Unsafe<string | null>({ type: ['string', 'null'], minLength: 1, maxLength: 2000, format: 'text' }),
);

export const NewOrder = shape('NewOrder', 'A verification to start.', {
  products: Type.Array(choice(PRODUCT_TYPES), { minItems: 1, maxItems: PRODUCT_TYPES.length }),
  first_name: requiredText(NAME_LENGTH_MAX),
  last_name: requiredText(NAME_LENGTH_MAX),
  ssn,
  social_security_number: ssnText('An alias of `ssn`; `ssn` takes precedence.'),
  email,
  phone: optionalText(128, { format: 'phone', examples: ['(415) 555-0134'] }),
  order_number: optionalText(128, { description: 'Your own order number; it need not be unique.' }),
  external_user_id: optionalText(512, {
    description: 'Your own id for the user; an existing user with this id is reused.',
  }),
  employers: optional(Type.Array(NewEmployer, { maxItems: EMPLOYERS_MAX })),
  financial_institutions: optional(Type.Array(NewInstitution, { maxItems: EMPLOYERS_MAX })),
  insurance: optional(NewInsurance),
  loan: optional(NewLoan),
  reports: optional(NewReports),
  template_id: optionalName(),
  custom_field: optionalText(256),
  cc_emails: optional(Type.Array(Type.String({ minLength: 1, maxLength: 254, format: 'email' }), { maxItems: 10 })),
  notes,
  notification_settings: optional(NewNotificationSettings),
  refresh_approved: flag,
  manager: optional(NewManager),
  source: optionalText(64, { description: `Where the order came from; \`${DEFAULT_SOURCE}\` if omitted.` }),
});
export type NewOrder = Static<typeof NewOrder>;

/**
 * The changes that a client may make to an order. Every text except the names can be cleared. Objects are merged with
 * the stored objects key by key.
 */
export const OrderChanges = shape('OrderChanges', 'Changes to an order; absent fields stay unchanged.', {
  first_name: Type.Optional(requiredText(NAME_LENGTH_MAX)),
  last_name: Type.Optional(requiredText(NAME_LENGTH_MAX)),
  ssn,
  refresh_approved: flag,
  loan: Type.Optional(NewLoan),
  notes,
  notification_settings: Type.Optional(NewNotificationSettings),
});
export type OrderChanges = Static<typeof OrderChanges>;

export const AddedEmployers = shape('AddedEmployers', 'Employers to add to an order.', {
  employers: Type.Array(NewEmployer, { minItems: 1, maxItems: EMPLOYERS_MAX }),
});
export type AddedEmployers = Static<typeof AddedEmployers>;

export const OrderListQuery = Type.Object({
  status: Type.Optional(choice(SUBORDER_STATUSES)),
  order_number: QueryText,
  external_user_id: QueryText,
  user_id: QueryText,
  product_type: Type.Optional(choice(PRODUCT_TYPES)),
  created_at__gte: QueryTimestamp,
  created_at__lte: QueryTimestamp,
  ...PAGING,
});
export type OrderListQuery = Static<typeof OrderListQuery>;

export const OrderLookup = shape('OrderLookup', 'The person whose orders to find.', {
  ssn: requiredText(128, { format: 'ssn', description: 'All 9 digits, or the last 4.' }),
});
export const LookupQuery = Type.Object(PAGING);

export type Loan = Record<keyof NewLoan, string | null>;
export type Manager = { name: string | null; email: string | null };

/** The part of an order that is stored encrypted with the user's data key. */
export type OrderRecord = {
  first_name: string;
  last_name: string;
  email: string | null;
  phone: string | null;
  ssn: string | null;
  custom_field: string | null;
  notes: string | null;
  cc_emails: string[];
  loan: Loan;
  manager: Manager | null;
  /**
   * The report options that the order contains. Options that the order does not contain are taken from the template
   * when a report is created.
   */
  voa: Static<typeof AssetReportChanges> | null;
  share_key: string;
  short_key: string;
};

const LOAN_KEYS = Object.keys(NewLoan.properties).filter((key): key is keyof NewLoan => key in NewLoan.properties);

export const changeLoan = (before: Loan | undefined, sent: NewLoan | null | undefined): Loan => {
  const changed = LOAN_KEYS.map((key) => [
    key,
    sent?.[key] === undefined ? (before?.[key] ?? null) : sent[key] || null,
  ]);
  return Object.fromEntries(changed) as Loan;
};

export const toManager = (sent: Static<typeof NewManager> | null | undefined): Manager | null =>
  sent && (sent.name || sent.email) ? { name: sent.name || null, email: sent.email || null } : null;

export const ssnOf = ({ ssn, social_security_number }: NewOrder): string | null =>
  toSsn(ssn || social_security_number || '') ?? null;

export const phoneOf = ({ phone }: { phone?: string | null }): string | null => (phone && toE164(phone)) || null;

/**
 * Returns the validation errors that the schema cannot detect. `today` is the date on the client's clock, which may
 * differ from the real date in the sandbox.
 */
export function orderFaults(order: NewOrder, today: string): InvalidParam[] {
  const faults: InvalidParam[] = [];
  if (new Set(order.products).size < order.products.length) {
    faults.push({ field: 'products', message: 'Ensure this list has no repeated items.' });
  }
  faults.push(...employerFaults(order.products, order.employers ?? []));
  faults.push(...institutionFaults(order.products, order.financial_institutions ?? []));
  if (order.reports?.voa) {
    faults.push(
      ...assetReportFaults(changeAssetReport(DEFAULT_ASSET_REPORT, order.reports.voa), 'reports.voa.', today),
    );
  }
  return faults;
}

export const notEditable: InvalidParam = {
  field: 'employers',
  message: 'Order can be updated only while all employers are pending or sent.',
};
