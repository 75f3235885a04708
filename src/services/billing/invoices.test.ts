import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newId } from '#base/ids.ts';
import { isUuid, toUuid } from '#base/uuids.ts';
import type { ProductType } from '#domain/access/products.ts';
import type { Environment, Scope } from '#domain/platform/scope.ts';
import { type Ctx, ctxOf, inTransaction } from '#services/platform/ctx.ts';
import { findInvoice, type Invoice } from '#storage/billing/invoices.ts';
import { SYSTEM } from '#storage/platform/db.ts';
import { newClient, openTestHouse, type TestHouse } from '#test/house.ts';
import { until } from '#test/jobs.ts';
import { endOrder, insertOrder } from '#test/order-rows.ts';
import { getInvoice, makeInvoice, onOrderFinal, openInvoices } from './invoices.ts';
import { setPrices } from './prices.ts';
import { recordUsage } from './usage.ts';

let house: TestHouse;
let prod: Ctx;
let sandbox: Ctx;
beforeAll(async () => {
  house = await openTestHouse();
  const { client_id } = await newClient(house);
  const ctx = (environment: Environment) => ctxOf(house, { client_id, environment });
  [prod, sandbox] = [await ctx('prod'), await ctx('sandbox')];
  await setPrices(house, new Map([['income', 1_250n]]));
});
afterAll(() => house.close());

type Group = { order_group_id: string; order_ids: string[] };

const open = (ctx: Ctx, group: Partial<Group> = {}): Promise<Group> =>
  inTransaction(ctx, async (ctx) => {
    const { order_group_id = toUuid(newId()), order_ids = [] } = group;
    const { id } = await insertOrder(ctx.db, ctx.scope, { order_group_id });
    await openInvoices(ctx, [order_group_id]);
    return { order_group_id, order_ids: [...order_ids, id] };
  });

const end = (ctx: Ctx, { order_group_id, order_ids }: Group): Promise<void> =>
  inTransaction(ctx, async (ctx) => {
    for (const id of order_ids) await endOrder(ctx.db, ctx.scope, id);
    await onOrderFinal(ctx, order_group_id);
  });

/** Records the usage of a `done` task that belongs to the group's first order. */
const use = (ctx: Ctx, { order_ids }: Group, product_type: ProductType = 'income'): Promise<void> =>
  inTransaction(ctx, (ctx) => {
    const task = { id: newId(), link_id: newId(), order_id: order_ids[0] ?? '', use_case: null };
    return recordUsage(ctx, { ...task, product_type });
  });

/** Creates an order group, and also creates its invoice. */
async function made(ctx: Ctx): Promise<Group> {
  const group = await open(ctx);
  await use(ctx, group);
  await end(ctx, group);
  await makeWaiting(ctx, group);
  return group;
}

async function read({ db, scope }: Ctx, { order_group_id }: Group): Promise<Invoice> {
  const invoice = await findInvoice(db, scope, order_group_id);
  if (invoice === undefined) throw new Error('the group has no invoice');
  return invoice;
}
const statusOf = async (ctx: Ctx, group: Group) => (await read(ctx, group)).status;
const linesOf = async (ctx: Ctx, group: Group) => (await read(ctx, group)).lines;

/** The number of queued jobs that create this invoice. */
async function waiting({ order_group_id }: Group): Promise<number> {
  const { rowCount } = await house.database.pool.query(
    `select 1 from vouch_jobs.job where name = 'make_invoice' and data ->> 'order_group_id' = $1`,
    [order_group_id],
  );
  return rowCount ?? 0;
}

/** Does what a worker does: takes the queued job and creates the invoice. Fails when no job is queued. */
async function makeWaiting(ctx: Ctx, group: Group): Promise<void> {
  const { rowCount } = await house.database.pool.query(
    `delete from vouch_jobs.job where name = 'make_invoice' and data ->> 'order_group_id' = $1`,
    [group.order_group_id],
  );
  expect(rowCount).toBe(1);
  await makeInvoice(ctx, group.order_group_id);
}

/** A context in which rendering an invoice fails. */
const broken = (ctx: Ctx): Ctx => ({ ...ctx, settings: { ...ctx.settings, public_url: 'nowhere' } });

describe('openInvoices', () => {
  test('opens 10,000 invoices at once, one per order group, each with its own id', async () => {
    const groups = Array.from({ length: 10_000 }, () => toUuid(newId()));
    await inTransaction(prod, (ctx) => openInvoices(ctx, [...groups, ...groups.slice(0, 5)]));
    const { rows } = await prod.db.query<{ id: string }>(
      'select id from invoices join unnest($1::text[]) as opened (order_group_id) using (order_group_id)',
      [groups],
    );
    expect(rows).toHaveLength(groups.length);
    expect(new Set([...rows.map(({ id }) => id), ...groups]).size).toBe(2 * groups.length);
    expect(rows.every(({ id }) => isUuid(id))).toBe(true);
    await inTransaction(prod, (ctx) => openInvoices(ctx, []));
  });

  test('batches that share groups wait for one another without a deadlock', async () => {
    const groups = Array.from({ length: 2_000 }, () => toUuid(newId()));
    let runs = 0;
    const batch = (order_group_ids: string[]) =>
      inTransaction(prod, (ctx) => {
        runs++;
        return openInvoices(ctx, order_group_ids);
      });
    await Promise.all([batch(groups), batch(groups.toReversed()), batch(groups), batch(groups.toReversed())]);
    // If a deadlock had occurred, the database would have aborted one of the batches, and that batch would have run
    // again. Then there would be more than four runs.
    expect(runs).toBe(4);
    const { rowCount } = await prod.db.query('select 1 from invoices where order_group_id = any($1)', [groups]);
    expect(rowCount).toBe(groups.length);
  });

  test('a pending invoice stays unchanged when an order is added to the invoice’s order group', async () => {
    const group = await open(prod);
    const before = await read(prod, group);
    house.clock.advance(5_000);
    await open(prod, group);
    expect(await read(prod, group)).toEqual(before);
  });

  test('a finished invoice becomes pending when an order joins its group, and later includes that order', async () => {
    const group = await made(prod);
    house.clock.advance(5_000);
    const before = await read(prod, group);
    const joined = await open(prod, group);
    const { lines, ...invoice } = await read(prod, joined);
    expect(invoice).toEqual({ ...before, lines: undefined, status: 'pending', updated_at: prod.now() });
    expect(lines).toBeNull();
    expect(await waiting(joined)).toBe(0);
    await use(prod, joined);
    await end(prod, joined);
    await makeWaiting(prod, joined);
    expect(await linesOf(prod, joined)).toEqual([{ product_type: 'income', count: 2, unit_price: '12.50' }]);
  });
});

describe('onOrderFinal', () => {
  test('the invoice of a group of orders is created only when the last open order of the group ends', async () => {
    const group = await open(prod, await open(prod));
    const [first = '', second = ''] = group.order_ids;
    await end(prod, { ...group, order_ids: [first] });
    expect(await waiting(group)).toBe(0);
    await end(prod, { ...group, order_ids: [second] });
    expect(await waiting(group)).toBe(1);
    expect(await statusOf(prod, group)).toBe('pending');
    await makeWaiting(prod, group);
    expect(await statusOf(prod, group)).toBe('success');
  });

  test('the invoice is created once even if the last two orders of its group end concurrently', async () => {
    const group = await open(prod, await open(prod));
    const [first = '', second = ''] = group.order_ids;
    let steps = 0;
    const endOf = (id: string, before: () => Promise<void>, after: () => Promise<void>) =>
      inTransaction(prod, async (ctx) => {
        await endOrder(ctx.db, ctx.scope, id);
        await before();
        await onOrderFinal(ctx, group.order_group_id);
        steps++;
        await after();
      });
    const at_once = async () => undefined;
    // Each transaction calls `onOrderFinal` before the other transaction has committed. The second transaction sees the
    // end of the first order only if it waits for the lock before it checks for open orders.
    await Promise.all([
      endOf(first, at_once, () => until(async () => steps === 2 || (await isLockAwaited()))),
      endOf(second, () => until(() => steps === 1), at_once),
    ]);
    expect(await waiting(group)).toBe(1);
  });

  test('the invoice is not created if the transaction that ends the last order is rolled back', async () => {
    const group = await open(prod);
    const undone = inTransaction(prod, async (ctx) => {
      await endOrder(ctx.db, ctx.scope, group.order_ids[0] ?? '');
      await onOrderFinal(ctx, group.order_group_id);
      throw new Error('changed my mind');
    });
    await expect(undone).rejects.toThrow('changed my mind');
    expect(await waiting(group)).toBe(0);
  });
});

describe('makeInvoice', () => {
  test('an invoice counts the usage of its own group by product and price', async () => {
    const [group, other] = [await open(prod), await open(prod)];
    for (const product of ['assets', 'income', 'income'] as const) await use(prod, group, product);
    await use(prod, other);
    await setPrices(house, new Map([['income', 999n]]));
    await use(prod, group);
    await setPrices(house, new Map([['income', 1_250n]]));
    await end(prod, group);
    await makeWaiting(prod, group);
    expect(await linesOf(prod, group)).toEqual([
      { product_type: 'income', count: 1, unit_price: '9.99' },
      { product_type: 'income', count: 2, unit_price: '12.50' },
      { product_type: 'assets', count: 1, unit_price: '0.00' },
    ]);
  });

  test('makeInvoice changes nothing when it runs a second time, and does nothing for a group without an invoice', async () => {
    const group = await made(prod);
    const before = await read(prod, group);
    house.clock.advance(5_000);
    await makeInvoice(prod, group.order_group_id);
    expect(await read(prod, group)).toEqual(before);
    await makeInvoice(prod, toUuid(newId()));
  });

  test('concurrent calls of makeInvoice create the invoice once', async () => {
    const group = await open(prod);
    await end(prod, group);
    await Promise.all([1, 2, 3].map(() => makeInvoice(prod, group.order_group_id)));
    expect(await read(prod, group)).toMatchObject({ status: 'success', attempts: 0, lines: [] });
  });

  test('the invoice stays pending while an order that joined its group is open, and this does not count as a failed attempt', async () => {
    const group = await open(prod);
    await end(prod, group);
    const joined = await open(prod, group);
    for (let times = 0; times < 5; times++) await makeInvoice(prod, group.order_group_id);
    expect(await read(prod, group)).toMatchObject({ status: 'pending', attempts: 0 });
    await end(prod, joined);
    await makeInvoice(prod, group.order_group_id);
    expect(await statusOf(prod, group)).toBe('success');
  });

  test('if a usage record is written while the invoice is being created, the invoice includes the usage record', async () => {
    const group = await open(prod);
    await end(prod, group);
    let is_counted = false;
    let goOn: () => void = () => undefined;
    const resumed = new Promise<void>((resolve) => {
      goOn = resolve;
    });
    const db: Ctx['db'] = {
      ...prod.db,
      async transaction(work) {
        is_counted = true;
        await resumed;
        return prod.db.transaction(work);
      },
    };
    const making = makeInvoice({ ...prod, db }, group.order_group_id);
    await until(() => is_counted);
    await inTransaction(prod, async (ctx) => {
      const task = { id: newId(), link_id: newId(), order_id: group.order_ids[0] ?? '', use_case: null };
      await recordUsage(ctx, { ...task, product_type: 'income' });
      goOn();
      // makeInvoice now waits for our lock, because the usage record it is about to read is not committed yet.
      await until(() => isLockAwaited());
    });
    await making;
    expect(await linesOf(prod, group)).toEqual([{ product_type: 'income', count: 1, unit_price: '12.50' }]);
  });

  test('the invoice stays pending after two failures, and gets the status `error` after the third', async () => {
    const group = await open(prod);
    await end(prod, group);
    for (const attempts of [1, 2]) {
      await expect(makeInvoice(broken(prod), group.order_group_id)).rejects.toThrow('Invalid URL');
      expect(await read(prod, group)).toMatchObject({ status: 'pending', attempts, lines: null });
    }
    await makeInvoice(broken(prod), group.order_group_id);
    expect(await read(prod, group)).toMatchObject({ status: 'error', lines: null, failed_at: prod.now() });
    await makeInvoice(prod, group.order_group_id);
    expect(await statusOf(prod, group)).toBe('error');
  });

  test('an attempt whose worker crashed counts as a failure', async () => {
    const group = await open(prod);
    await end(prod, group);
    // Adds an attempt, as if a worker had crashed while it rendered the invoice.
    const died = `update invoices set attempts = attempts + 1 where order_group_id = $1`;
    for (let times = 0; times < 3; times++) await prod.db.query(died, [group.order_group_id]);
    await makeInvoice(prod, group.order_group_id);
    expect(await statusOf(prod, group)).toBe('error');
  });

  test('a sandbox invoice lists the `done` tasks of the group’s orders at a price of zero', async () => {
    const group = await open(sandbox, await open(sandbox));
    const [first = '', second = ''] = group.order_ids;
    await insertTasks(sandbox.scope, [
      [first, 'income', 'done'],
      [second, 'income', 'done'],
      [second, 'assets', 'done'],
      [second, 'assets', 'no_data'],
      [newId(), 'income', 'done'],
    ]);
    await end(sandbox, group);
    await makeWaiting(sandbox, group);
    expect(await linesOf(sandbox, group)).toEqual([
      { product_type: 'income', count: 2, unit_price: '0.00' },
      { product_type: 'assets', count: 1, unit_price: '0.00' },
    ]);
  });
});

describe('getInvoice', () => {
  test('one minute after an invoice failed, the next request starts a new attempt', async () => {
    const group = await open(prod);
    await end(prod, group);
    await makeWaiting(broken(prod), group).catch(() => undefined);
    for (let times = 0; times < 2; times++) {
      await makeInvoice(broken(prod), group.order_group_id).catch(() => undefined);
    }
    house.clock.advance(59_000);
    expect(await getInvoice(prod, group.order_group_id)).toMatchObject({ status: 'error', file: null });
    expect(await waiting(group)).toBe(0);
    house.clock.advance(1_000);
    const answers = await Promise.all([1, 2, 3].map(() => getInvoice(prod, group.order_group_id)));
    expect(answers.map(({ status }) => status)).toEqual(['pending', 'pending', 'pending']);
    expect(await waiting(group)).toBe(1);
    expect(await read(prod, group)).toMatchObject({ attempts: 0, failed_at: null });
    await makeWaiting(prod, group);
    expect(await getInvoice(prod, group.order_group_id)).toMatchObject({ status: 'success' });
  });
});

async function insertTasks({ client_id }: Scope, tasks: readonly (readonly [string, string, string])[]): Promise<void> {
  for (const [order_id, product_type, status] of tasks) {
    await house.database.scoped(SYSTEM).query(
      `insert into tasks (client_id, environment, id, link_id, user_id, order_id, status, product_type,
         allowed_products, data_source, provider_id, is_suspicious, is_refresh, history_months, version, progress_at,
         progress_real_at, created_at, updated_at, finished_at)
       values ($1, 'sandbox', $2, $2, $2, $3, $4, $5, '{}', 'payroll', 'x', false, false, 12, 1,
         now(), now(), now(), now(), now())`,
      [client_id, newId(), order_id, status, product_type],
    );
  }
}

/** True if a connection of this database waits for a lock. */
async function isLockAwaited(): Promise<boolean> {
  const { rowCount } = await house.database.pool.query(
    `select 1 from pg_locks join pg_stat_activity using (pid) where not granted and datname = current_database()`,
  );
  return (rowCount ?? 0) > 0;
}
