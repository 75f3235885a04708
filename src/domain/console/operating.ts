// What an owner can see about the use of the service: what the client may use, what the client has used, and what went
// wrong.
import { type Static, Type } from 'typebox';
import { choice, decimal, Id, nullable, requiredText, shape, Timestamp } from '#base/schema.ts';
import { Uuid } from '#base/uuids.ts';
import { LIMIT_MAX, SETTABLE_LIMITS } from '#domain/access/callers.ts';
import { CLIENT_NAME_LENGTH_MAX, ORIGIN_LENGTH_MAX, WIDGET_ORIGINS_MAX } from '#domain/access/client-settings.ts';
import { FEATURE_NAMES } from '#domain/access/features.ts';
import { PRODUCT_TYPES } from '#domain/access/products.ts';
import { INVOICE_STATUSES } from '#domain/billing/invoices.ts';
import { PROVIDER_STATUSES } from '#domain/connections/providers.ts';

/** The kinds of data whose retention is shown. */
export const RETAINED = [
  'people',
  'usage',
  'audit',
  'events',
  'deliveries',
  'dead_jobs',
  'bridge_tokens',
  'requests',
  'invitations',
  'idempotency_keys',
] as const;
export type Retained = (typeof RETAINED)[number];

/** The largest company file that the console accepts. The command line accepts files of any size. */
export const COMPANY_FILE_BYTES_MAX = 32 * 1_048_576;

const Money = Type.String({ examples: ['12.50'] });

export const OperationAnswer = shape('ConsoleOperation', 'What a client may use, and how long data is kept.', {
  client: Type.Object({
    id: Type.String(),
    name: Type.String(),
    widget_origins: Type.Array(Type.String()),
    is_operator: Type.Boolean({ description: 'Whether owners of this client may change what applies to all clients.' }),
  }),
  features: Type.Array(Type.Object({ name: choice(FEATURE_NAMES), is_on: Type.Boolean() })),
  limits: Type.Array(
    Type.Object({
      name: choice(SETTABLE_LIMITS),
      value: Type.Integer(),
      default_value: Type.Integer(),
      is_set: Type.Boolean(),
      window_seconds: Type.Integer(),
    }),
  ),
  prices: Type.Array(Type.Object({ product_type: choice(PRODUCT_TYPES), unit_price: Money })),
  providers: Type.Array(
    Type.Object({
      id: Type.String(),
      name: Type.String(),
      data_source: Type.String(),
      is_live: Type.Boolean(),
      status: nullable(choice(PROVIDER_STATUSES)),
    }),
  ),
  retention: Type.Array(
    Type.Object({
      what: choice(RETAINED),
      days: nullable(Type.Integer({ description: 'Null if nothing is removed by age.' })),
      last_removed_at: nullable(Timestamp),
      rows_removed: Type.Integer(),
    }),
  ),
  companies: Type.Object({
    count: Type.Integer({ description: 'Counted up to 10,000.' }),
    is_more: Type.Boolean(),
    last_added_at: nullable(Timestamp),
  }),
});
export type OperationAnswer = Static<typeof OperationAnswer>;

export const FeatureChange = shape('ConsoleFeatureChange', 'Whether a feature is on.', { is_on: Type.Boolean() });
export const LimitChange = shape('ConsoleLimitChange', 'The new value of a limit. Null stands for the default.', {
  value: nullable(Type.Integer({ minimum: 1, maximum: LIMIT_MAX })),
});
export const PriceChange = shape('ConsolePriceChange', 'The new price of a successful task.', {
  unit_price: decimal(),
});
export const ClientChange = shape('ConsoleClientChange', 'New values of the client’s own settings.', {
  name: Type.Optional(requiredText(CLIENT_NAME_LENGTH_MAX)),
  widget_origins: Type.Optional(
    Type.Array(requiredText(ORIGIN_LENGTH_MAX), {
      maxItems: WIDGET_ORIGINS_MAX,
      description: 'The origins of the pages that may open the widget. If the list is empty, any page may.',
    }),
  ),
});
export type ClientChange = Static<typeof ClientChange>;

export const UsageQuery = Type.Object({
  month: Type.Optional(Type.String({ pattern: '^\\d{4}-(?:0[1-9]|1[0-2])$', examples: ['2026-03'] })),
});
const UsageLine = Type.Object({
  product_type: choice(PRODUCT_TYPES),
  count: Type.Integer(),
  unit_price: Money,
  amount: Money,
});
export const UsageAnswer = shape('ConsoleUsage', 'The usage of a month, by product and price.', {
  month: Type.String(),
  lines: Type.Array(UsageLine),
  total: Money,
});
export type UsageAnswer = Static<typeof UsageAnswer>;

export const InvoicesQuery = Type.Object({
  before: Type.Optional(Type.String({ description: 'The id of an invoice.' })),
});
const InvoiceRow = Type.Object({
  id: Uuid,
  order_group_id: Uuid,
  status: choice(INVOICE_STATUSES),
  total: nullable(Money),
  created_at: Timestamp,
  updated_at: Timestamp,
});
export type InvoiceRow = Static<typeof InvoiceRow>;

/** The maximum number of orders listed for an invoice. A client can put thousands of orders into one order group. */
export const INVOICED_ORDERS_LISTED_MAX = 100;

export const InvoicesAnswer = shape('ConsoleInvoices', 'Invoices, newest first.', {
  has_more: Type.Boolean(),
  results: Type.Array(InvoiceRow),
});
export type InvoicesAnswer = Static<typeof InvoicesAnswer>;

export const OneInvoiceAnswer = shape('ConsoleInvoice', 'One invoice, with its lines and its orders.', {
  ...InvoiceRow.properties,
  lines: Type.Array(UsageLine),
  orders_count: Type.Integer(),
  orders: Type.Array(Type.Object({ id: Id, order_number: nullable(Type.String()) }), {
    maxItems: INVOICED_ORDERS_LISTED_MAX,
  }),
});
export type OneInvoiceAnswer = Static<typeof OneInvoiceAnswer>;

export const DeadJobsAnswer = shape('ConsoleDeadJobs', 'Jobs that failed for good, the last one first.', {
  results: Type.Array(
    Type.Object({
      id: Type.String(),
      name: Type.String(),
      attempts: Type.Integer(),
      message: Type.String(),
      created_at: Timestamp,
      died_at: Timestamp,
    }),
  ),
});
export type DeadJobsAnswer = Static<typeof DeadJobsAnswer>;

export const RetriedAnswer = shape('ConsoleRetriedJobs', 'How many jobs are in the queue again.', {
  retried: Type.Integer(),
});
