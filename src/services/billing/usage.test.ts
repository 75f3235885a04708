import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newId } from '#base/ids.ts';
import type { Environment } from '#domain/platform/scope.ts';
import { type Ctx, ctxOf, inTransaction } from '#services/platform/ctx.ts';
import { findInvoice } from '#storage/billing/invoices.ts';
import { newClient, openTestHouse, type TestHouse } from '#test/house.ts';
import { endOrder, insertOrder } from '#test/order-rows.ts';
import { makeInvoice, onOrderFinal, openInvoices } from './invoices.ts';
import { listPrices, setPrices } from './prices.ts';
import { recordUsage, type UsedTask } from './usage.ts';

let house: TestHouse;
let prod: Ctx;
let sandbox: Ctx;
beforeAll(async () => {
  house = await openTestHouse();
  const { client_id } = await newClient(house);
  const ctx = (environment: Environment) => ctxOf(house, { client_id, environment });
  [prod, sandbox] = [await ctx('prod'), await ctx('sandbox')];
});
afterAll(() => house.close());

const task = (more: Partial<UsedTask> = {}): UsedTask => ({
  id: newId(),
  link_id: newId(),
  order_id: null,
  product_type: 'employment',
  use_case: null,
  ...more,
});
const use = (ctx: Ctx, used: UsedTask) => inTransaction(ctx, (ctx) => recordUsage(ctx, used));

async function recordsOf({ db }: Ctx, { id }: UsedTask): Promise<Record<string, unknown>[]> {
  const { rows } = await db.query('select * from usage_records where task_id = $1', [id]);
  return rows;
}

/** Creates an order that has ended and whose order group has a finished invoice. */
async function finalOrder(ctx: Ctx): Promise<{ id: string; order_group_id: string }> {
  const { id, order_group_id } = await inTransaction(ctx, async (ctx) => {
    const order = await insertOrder(ctx.db, ctx.scope);
    await openInvoices(ctx, [order.order_group_id]);
    await endOrder(ctx.db, ctx.scope, order.id);
    await onOrderFinal(ctx, order.order_group_id);
    return order;
  });
  await makeInvoice(ctx, order_group_id);
  return { id, order_group_id };
}
const invoiceOf = (ctx: Ctx, { order_group_id }: { order_group_id: string }) =>
  findInvoice(ctx.db, ctx.scope, order_group_id);

describe('recordUsage', () => {
  test('writes one record per task, with ids, the product, its price and no personal data', async () => {
    await setPrices(house, new Map([['employment', 800n]]));
    const { id: order_id, order_group_id } = await finalOrder(prod);
    const used = task({ order_id, use_case: 'mortgage' });
    await use(prod, used);
    expect(await recordsOf(prod, used)).toEqual([
      {
        ...prod.scope,
        task_id: used.id,
        link_id: used.link_id,
        order_id,
        order_group_id,
        product_type: 'employment',
        use_case: 'mortgage',
        unit_price: '8.00',
        created_at: prod.now(),
      },
    ]);
  });

  test('a task without an order is recorded without an order group; a product without a price costs nothing', async () => {
    const used = task({ product_type: 'admin' });
    await use(prod, used);
    expect(await recordsOf(prod, used)).toMatchObject([{ order_id: null, order_group_id: null, unit_price: '0.00' }]);
  });

  test('a record has the price at the time the record was written; a later price change does not affect the record', async () => {
    await setPrices(house, new Map([['pll', 100n]]));
    const [before, after] = [task({ product_type: 'pll' }), task({ product_type: 'pll' })];
    await use(prod, before);
    await setPrices(house, new Map([['pll', 250n]]));
    await use(prod, after);
    expect(await recordsOf(prod, before)).toMatchObject([{ unit_price: '1.00' }]);
    expect(await recordsOf(prod, after)).toMatchObject([{ unit_price: '2.50' }]);
  });

  test('concurrent calls for the same task write one record', async () => {
    const used = task();
    await Promise.all([1, 2, 3, 4].map(() => use(prod, used)));
    expect(await recordsOf(prod, used)).toHaveLength(1);
  });

  test('writes no record in the sandbox', async () => {
    const used = task();
    await use(sandbox, used);
    expect((await sandbox.db.query('select 1 from usage_records')).rowCount).toBe(0);
  });

  test.each(['prod', 'sandbox'] as const)('in %s, new usage reopens a finished invoice', async (environment) => {
    const ctx = environment === 'prod' ? prod : sandbox;
    const order = await finalOrder(ctx);
    expect(await invoiceOf(ctx, order)).toMatchObject({ status: 'success' });
    await use(ctx, task({ order_id: order.id }));
    expect(await invoiceOf(ctx, order)).toMatchObject({ status: 'pending', lines: null });
    const { rowCount } = await house.database.pool.query(
      `select 1 from vouch_jobs.job where name = 'make_invoice' and data ->> 'order_group_id' = $1`,
      [order.order_group_id],
    );
    expect(rowCount).toBe(1);
    await makeInvoice(ctx, order.order_group_id);
    expect(await invoiceOf(ctx, order)).toMatchObject({ status: 'success' });
  });

  test('a repeated call for the same task does not reopen the invoice', async () => {
    const order = await finalOrder(prod);
    const used = task({ order_id: order.id });
    await use(prod, used);
    await makeInvoice(prod, order.order_group_id);
    await use(prod, used);
    expect(await invoiceOf(prod, order)).toMatchObject({ status: 'success' });
  });
});

describe('prices', () => {
  test('every product has a price; setting the price of one product leaves the prices of all others unchanged', async () => {
    await setPrices(house, new Map([['income', 1n]]));
    await setPrices(house, new Map([['assets', 999_999_999_999n]]));
    const prices = new Map((await listPrices(house)).map(({ product_type, unit_price }) => [product_type, unit_price]));
    expect(prices.size).toBe(8);
    expect(prices.get('income')).toBe('0.01');
    expect(prices.get('assets')).toBe('9999999999.99');
    expect(prices.get('insurance')).toBe('0.00');
  });
});
