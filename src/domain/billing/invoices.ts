// The invoice of an order group: the usage by product, the invoice's file name, and when a failed invoice may be
// retried.
import { type Static, Type } from 'typebox';
import { type DecimalText, parseMoney, sum } from '#base/money.ts';
import { choice, nullable, sensitive, shape, Timestamp } from '#base/schema.ts';
import { UUID_PATTERN, Uuid } from '#base/uuids.ts';
import { PRODUCT_TYPES, type ProductType } from '#domain/access/products.ts';

export const INVOICE_STATUSES = ['pending', 'success', 'error'] as const;
export type InvoiceStatus = (typeof INVOICE_STATUSES)[number];

/**
 * The ids by which an invoice can be found: its own id, the id of its order group, or the id of an order in the group.
 */
export const InvoiceReference = Type.String({
  pattern: `^(?:[0-9a-f]{32}|${UUID_PATTERN})$`,
  description: 'The id of the invoice, its order group, or any order in the group.',
});

export const InvoiceAnswer = shape('Invoice', 'The invoice for an order group.', {
  id: Uuid,
  order_group_id: Uuid,
  file: sensitive('file', nullable(Type.String({ format: 'uri' }))),
  status: choice(INVOICE_STATUSES),
  created_at: Timestamp,
  updated_at: Timestamp,
});
export type InvoiceAnswer = Static<typeof InvoiceAnswer>;

/** Usage of a product at one price. If the price changed between tasks, the product has one line for each price. */
export type InvoiceLine = { product_type: ProductType; count: number; unit_price: DecimalText };

export const amountOf = (line: InvoiceLine): bigint => BigInt(line.count) * priceOf(line);

export const totalOf = (lines: readonly InvoiceLine[]): bigint => sum(lines.map(amountOf));

/**
 * Sorts the lines in the order of `PRODUCT_TYPES`. Lines with the same product are sorted by price, lowest price first.
 */
export const inOrder = (lines: readonly InvoiceLine[]): InvoiceLine[] =>
  lines.toSorted((a, b) => rankOf(a) - rankOf(b) || Number(priceOf(a) - priceOf(b)));

export function priceOf({ unit_price }: InvoiceLine): bigint {
  const cents = parseMoney(unit_price);
  if (cents === undefined) throw new Error('an invoice has a price that is not a valid amount');
  return cents;
}

const rankOf = ({ product_type }: InvoiceLine): number => PRODUCT_TYPES.indexOf(product_type);

export const ATTEMPTS_MAX = 3;
const REST_SECONDS = 60;

/** A failed invoice is not retried for a minute; after that, the next request for it triggers a retry. */
export const mayBeTriedAgain = (
  { status, failed_at }: { status: InvoiceStatus; failed_at: Date | null },
  now: Date,
): boolean => status === 'error' && (failed_at?.getTime() ?? 0) + REST_SECONDS * 1000 <= now.getTime();

export const invoiceFileName = (id: string): string => `invoice-${id}.pdf`;
