// Orders as lines of a CSV file (RFC 4180).
import { Type } from 'typebox';
import { toTimestamp } from '#base/timestamps.ts';
import type { OrderRecord } from '#domain/orders/orders.ts';
import { OrderListQuery } from '#domain/orders/orders.ts';

/** The maximum number of orders in one file. */
export const EXPORTED_MAX = 100_000;

const { page: _page, page_size: _page_size, ...FILTERS } = OrderListQuery.properties;
export const OrderExportQuery = Type.Object(FILTERS);

export type ExportedOrder = {
  id: string;
  order_number: string | null;
  external_user_id: string | null;
  user_id: string;
  status: string;
  products: readonly string[];
  created_at: Date;
  completed_at: Date | null;
  canceled_at: Date | null;
  expires_at: Date;
};

type Column = [name: string, value: (order: ExportedOrder, record: OrderRecord) => string | null];

const moment = (date: Date | null): string | null => date && toTimestamp(date);

const COLUMNS: readonly Column[] = [
  ['id', ({ id }) => id],
  ['order_number', ({ order_number }) => order_number],
  ['external_user_id', ({ external_user_id }) => external_user_id],
  ['user_id', ({ user_id }) => user_id],
  ['status', ({ status }) => status],
  ['products', ({ products }) => products.join(' ')],
  ['first_name', (_, { first_name }) => first_name],
  ['last_name', (_, { last_name }) => last_name],
  ['email', (_, { email }) => email],
  ['phone', (_, { phone }) => phone],
  ['created_at', ({ created_at }) => moment(created_at)],
  ['completed_at', ({ completed_at }) => moment(completed_at)],
  ['canceled_at', ({ canceled_at }) => moment(canceled_at)],
  ['expires_at', ({ expires_at }) => moment(expires_at)],
];

export const CSV_HEAD = `${COLUMNS.map(([name]) => name).join(',')}\r\n`;

export const toCsvLine = (order: ExportedOrder, record: OrderRecord): string =>
  `${COLUMNS.map(([, value]) => csvField(value(order, record) ?? '')).join(',')}\r\n`;

/** If a field begins with one of these characters, a spreadsheet treats the field as a formula. */
const FORMULA = /^[=+\-@\t\r]/;
const NEEDS_QUOTES = /[",\r\n]|^\s|\s$/;

/**
 * If a spreadsheet would treat the field as a formula, puts an apostrophe before the field, which makes the field plain
 * text.
 */
export function csvField(value: string): string {
  const harmless = FORMULA.test(value) ? `'${value}` : value;
  return NEEDS_QUOTES.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}
