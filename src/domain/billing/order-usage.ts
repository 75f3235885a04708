// What one order costs: each use of a product for the order, and the invoice of the order's group.
import { type Static, Type } from 'typebox';
import { choice, Id, nullable, shape, Timestamp } from '#base/schema.ts';
import { Uuid } from '#base/uuids.ts';
import { PRODUCT_TYPES } from '#domain/access/products.ts';
import { INVOICE_STATUSES } from './invoices.ts';

const Money = Type.String({ examples: ['12.50'] });

const OrderUsageLine = shape('OrderUsageLine', 'One use of a product: a task that ended with data.', {
  task_id: Id,
  product_type: choice(PRODUCT_TYPES),
  used_at: Timestamp,
  count: Type.Integer(),
  unit_price: Money,
  amount: Money,
});

export const OrderUsageAnswer = shape('OrderUsage', 'What an order costs, and the invoice of its group.', {
  is_sample: Type.Boolean({ description: 'True in the sandbox, where nothing is charged.' }),
  lines: Type.Array(OrderUsageLine),
  total: Money,
  has_more: Type.Boolean({ description: 'There are more lines. `total` covers only the lines shown.' }),
  invoice: nullable(
    Type.Object({
      id: Uuid,
      order_group_id: Uuid,
      status: choice(INVOICE_STATUSES),
      orders: Type.Integer({ description: 'The number of orders that this invoice covers.' }),
      total: nullable(Money),
      created_at: Timestamp,
      updated_at: Timestamp,
    }),
  ),
});
export type OrderUsageAnswer = Static<typeof OrderUsageAnswer>;
