import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { unavailable } from '#base/errors.ts';
import { newId } from '#base/ids.ts';
import { toUuid } from '#base/uuids.ts';
import { amountOf, totalOf } from '#domain/billing/invoices.ts';
import type { Environment } from '#domain/platform/scope.ts';
import { onOrderFinal, openInvoices } from '#services/billing/invoices.ts';
import { setPrices } from '#services/billing/prices.ts';
import { recordUsage } from '#services/billing/usage.ts';
import { ctxOf, inTransaction } from '#services/platform/ctx.ts';
import { fileUrl } from '#services/platform/file-urls.ts';
import { findInvoice } from '#storage/billing/invoices.ts';
import { NOT_FOUND, OTHER_ENVIRONMENT } from '#test/answers.ts';
import { BASE_URL, newClient, type TestClient, type TestHouse } from '#test/house.ts';
import { until } from '#test/jobs.ts';
import { endOrder, insertOrder } from '#test/order-rows.ts';
import { readPdf } from '#test/pdf.ts';
import { inFigures, rowOf } from '#test/reports.ts';
import { openWorkingHouse } from '#test/tasks.ts';

let house: TestHouse;
let client: TestClient;
let other: TestClient;
beforeAll(async () => {
  house = await openWorkingHouse();
  [client, other] = [await newClient(house), await newClient(house)];
  await setPrices(
    house,
    new Map([
      ['income', 123_456n],
      ['employment', 800n],
    ]),
  );
});
afterAll(() => house.close());

const ctxIn = (environment: Environment) => ctxOf(house, { client_id: client.client_id, environment });

/** Creates two open orders of one group. Three product uses are recorded for the first order. */
async function openGroup(environment: Environment) {
  const order_group_id = toUuid(newId());
  return inTransaction(await ctxIn(environment), async (ctx) => {
    const first = await insertOrder(ctx.db, ctx.scope, { order_group_id, order_number: 'L-100' });
    const second = await insertOrder(ctx.db, ctx.scope, { order_group_id });
    await openInvoices(ctx, [order_group_id]);
    for (const product_type of ['income', 'income', 'employment'] as const) {
      const task = { id: newId(), link_id: newId(), order_id: first.id, use_case: null };
      await recordUsage(ctx, { ...task, product_type });
    }
    return { order_group_id, order_ids: [first.id, second.id] as const };
  });
}

async function endGroup(
  environment: Environment,
  { order_group_id, order_ids }: Awaited<ReturnType<typeof openGroup>>,
) {
  const ctx = await ctxIn(environment);
  await inTransaction(ctx, async (ctx) => {
    for (const id of order_ids) await endOrder(ctx.db, ctx.scope, id);
    await onOrderFinal(ctx, order_group_id);
  });
  await until(async () => (await findInvoice(ctx.db, ctx.scope, order_group_id))?.status === 'success');
}

async function madeGroup(environment: Environment = 'prod') {
  const group = await openGroup(environment);
  await endGroup(environment, group);
  return group;
}

const read = (id: string, call = client.prod) => call('GET', `/v1/orders/${id}/invoice/`);
const open = (url: string) => house.app.inject(url.slice(BASE_URL.length));

describe('GET /v1/orders/{id}/invoice/', () => {
  test('200: the invoice is pending and has no file until every order of its group has ended', async () => {
    const group = await openGroup('prod');
    const response = await read(group.order_group_id);
    expect(response.statusCode).toBe(200);
    const answer = response.json();
    expect(answer).toEqual({
      id: expect.stringMatching(/^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/),
      order_group_id: group.order_group_id,
      file: null,
      status: 'pending',
      created_at: '2026-03-01T12:00:00Z',
      updated_at: '2026-03-01T12:00:00Z',
    });
    await endGroup('prod', group);
    const file = expect.stringContaining(`${BASE_URL}/files/${answer.id}/invoice-${answer.id}.pdf?expires=`);
    expect((await read(group.order_group_id)).json()).toEqual({ ...answer, status: 'success', file });
  });

  test('200: the invoice is found by its own id, its group’s id and the id of every order of the group', async () => {
    const { order_group_id, order_ids } = await madeGroup();
    const invoice = (await read(order_group_id)).json();
    for (const id of [invoice.id, order_group_id, ...order_ids]) {
      const response = await read(id);
      expect([id, response.statusCode]).toEqual([id, 200]);
      expect(response.json()).toEqual(invoice);
    }
  });

  test('403 for an invoice of the other environment and 404 for another client’s invoice, whichever of its ids is used', async () => {
    const { order_group_id, order_ids } = await openGroup('prod');
    const { id } = (await read(order_group_id)).json();
    for (const reference of [id, order_group_id, order_ids[1]]) {
      const elsewhere = await read(reference, client.sandbox);
      expect(elsewhere.statusCode).toBe(403);
      expect(elsewhere.json()).toEqual(OTHER_ENVIRONMENT);
      for (const call of [other.prod, other.sandbox]) {
        const foreign = await read(reference, call);
        expect(foreign.statusCode).toBe(404);
        expect(foreign.json()).toEqual(NOT_FOUND);
      }
    }
  });

  test('404 for an unknown or malformed id', async () => {
    const { order_group_id } = await openGroup('prod');
    for (const reference of [
      newId(),
      toUuid(newId()),
      order_group_id.toUpperCase(),
      order_group_id.replaceAll('-', ''),
      order_group_id.slice(1),
      `${order_group_id}0`,
      `${newId()}0`,
      'lookup',
      '%00',
    ]) {
      const response = await read(reference);
      expect([reference, response.statusCode]).toEqual([reference, 404]);
      expect(response.json()).toEqual(NOT_FOUND);
    }
  });
});

describe('an invoice’s PDF file', () => {
  test('200: shows the stored amounts, the orders and their order numbers', async () => {
    const { order_group_id, order_ids } = await madeGroup();
    const { id, file } = (await read(order_group_id)).json();
    const { statusCode, headers, rawPayload } = await open(file);
    expect(statusCode).toBe(200);
    expect(headers).toMatchObject({
      'content-type': 'application/pdf',
      'content-disposition': `attachment; filename="invoice-${id}.pdf"`,
    });
    const { texts } = await readPdf(rawPayload);
    const { db, scope } = await ctxIn('prod');
    const { lines } = (await findInvoice(db, scope, id)) ?? {};
    expect(lines).toEqual([
      { product_type: 'income', count: 2, unit_price: '1234.56' },
      { product_type: 'employment', count: 1, unit_price: '8.00' },
    ]);
    for (const [at, name] of ['Income', 'Employment'].entries()) {
      const line = lines?.[at];
      if (line === undefined) throw new Error('a line is missing');
      const [count, price, cents] = [String(line.count), inFigures(line.unit_price), Number(amountOf(line))];
      expect(rowOf(texts, name)).toEqual([name, count, price, inFigures(String(cents / 100))]);
    }
    expect(totalOf(lines ?? [])).toBe(247_712n);
    expect(texts.filter(({ text }) => text === '2,477.12')).toHaveLength(2);
    expect(rowOf(texts, order_ids[0])).toContain('L-100');
    const words = texts.map(({ text }) => text);
    for (const text of [id, order_group_id, order_ids[1], 'Acme Lending']) expect(words).toContain(text);
  });

  test('200: in sandbox, the file is a sample invoice with a total of 0.00', async () => {
    const { order_group_id } = await madeGroup('sandbox');
    const { status, file } = (await read(order_group_id, client.sandbox)).json();
    expect(status).toBe('success');
    const { texts } = await readPdf((await open(file)).rawPayload);
    expect(rowOf(texts, 'SAMPLE INVOICE')).toContain('Vouch');
    const sums = texts.filter(({ text }) => /^[\d,]+\.\d\d$/.test(text));
    expect(new Set(sums.map(({ text }) => text))).toEqual(new Set(['0.00']));
  });

  test('503 for an invoice’s PDF if no compute thread is free, because the PDF is never rendered in the thread that serves requests', async () => {
    const { order_group_id } = await madeGroup();
    const { file } = (await read(order_group_id)).json();
    const refusing = vi.spyOn(house.compute, 'run').mockRejectedValue(unavailable());
    expect((await open(file)).statusCode).toBe(503);
    refusing.mockRestore();
  });

  test('403 if the file’s URL is 15 minutes old; 404 if the invoice is pending again; 404 if the id or the file name in the URL is wrong', async () => {
    const { order_group_id, order_ids } = await madeGroup();
    const { id, file } = (await read(order_group_id)).json();
    expect((await open(file)).statusCode).toBe(200);
    for (const [owner, name] of [
      [order_group_id, `invoice-${order_group_id}.pdf`],
      [id, `statement-${id}.pdf`],
      [newId(), `invoice-${id}.pdf`],
      [toUuid(newId()), `invoice-${id}.pdf`],
    ]) {
      expect([name, (await open(fileUrl(house, owner ?? '', name ?? ''))).statusCode]).toEqual([name, 404]);
    }
    await inTransaction(await ctxIn('prod'), async (ctx) => {
      await insertOrder(ctx.db, ctx.scope, { order_group_id });
      await openInvoices(ctx, [order_group_id]);
    });
    expect((await open(file)).json()).toEqual(NOT_FOUND);
    expect((await read(order_ids[0])).json()).toMatchObject({ status: 'pending', file: null });
    house.clock.advance(15 * 60_000);
    expect((await open(file)).statusCode).toBe(403);
  });
});
