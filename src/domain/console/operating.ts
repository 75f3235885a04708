// What an owner can see about the use of the service: what the client may use, what the client has used, and what went
// wrong.
import { type Static, Type } from 'typebox';
import { choice, nullable, shape, Timestamp } from '#base/schema.ts';
import { Uuid } from '#base/uuids.ts';
import { FEATURE_NAMES } from '#domain/access/features.ts';
import { PRODUCT_TYPES } from '#domain/access/products.ts';
import { INVOICE_STATUSES } from '#domain/billing/invoices.ts';
import { PROVIDER_STATUSES } from '#domain/connections/providers.ts';

const Money = Type.String({ examples: ['12.50'] });

export const OperationAnswer = shape('ConsoleOperation', 'What a client may use, and how long data is kept.', {
  client: Type.Object({ id: Type.String(), name: Type.String() }),
  features: Type.Array(Type.Object({ name: choice(FEATURE_NAMES), is_on: Type.Boolean() })),
  limits: Type.Array(Type.Object({ name: Type.String(), value: Type.Integer(), window_seconds: Type.Integer() })),
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
  retention: Type.Array(Type.Object({ what: Type.String(), days: Type.Integer() })),
  companies: Type.Object({
    count: Type.Integer({ description: 'Counted up to 10,000.' }),
    is_more: Type.Boolean(),
    last_added_at: nullable(Timestamp),
  }),
});
export type OperationAnswer = Static<typeof OperationAnswer>;

export const UsageQuery = Type.Object({
  month: Type.Optional(Type.String({ pattern: '^\\d{4}-(?:0[1-9]|1[0-2])$', examples: ['2026-03'] })),
});
export const UsageAnswer = shape('ConsoleUsage', 'The usage of a month, by product and price.', {
  month: Type.String(),
  lines: Type.Array(
    Type.Object({ product_type: choice(PRODUCT_TYPES), count: Type.Integer(), unit_price: Money, amount: Money }),
  ),
  total: Money,
});
export type UsageAnswer = Static<typeof UsageAnswer>;

export const InvoicesQuery = Type.Object({
  before: Type.Optional(Type.String({ description: 'The id of an invoice.' })),
});
export const InvoicesAnswer = shape('ConsoleInvoices', 'Invoices, newest first.', {
  has_more: Type.Boolean(),
  results: Type.Array(
    Type.Object({
      id: Uuid,
      order_group_id: Uuid,
      status: choice(INVOICE_STATUSES),
      total: nullable(Money),
      created_at: Timestamp,
      updated_at: Timestamp,
    }),
  ),
});
export type InvoicesAnswer = Static<typeof InvoicesAnswer>;

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
