// Invoices of order groups. The row of an invoice is stored as `pending` together with the group's first order. The
// invoice itself is created when every order has ended, and is created again when there is more to bill. We store an
// invoice's lines but not its file; a request for the signed URL renders the file.
import { toTimestamp } from '#base/timestamps.ts';
import { isUuid, toUuid } from '#base/uuids.ts';
import {
  ATTEMPTS_MAX,
  type InvoiceAnswer,
  type InvoiceLine,
  inOrder,
  invoiceFileName,
  mayBeTriedAgain,
} from '#domain/billing/invoices.ts';
import type { Scope } from '#domain/platform/scope.ts';
import type { InvoicePage } from '#render/invoice.ts';
import { type Ctx, inTransaction, missing } from '#services/platform/ctx.ts';
import { fileUrl } from '#services/platform/file-urls.ts';
import { aboutDrawing } from '#services/platform/printed.ts';
import { asBuffer } from '#services/platform/sealed-sections.ts';
import { findClientName } from '#storage/access/clients.ts';
import {
  countAttempt,
  findInvoice,
  findInvoiceOfOrder,
  hasOpenOrders,
  type Invoice,
  listInvoicedOrders,
  lockInvoice,
  openInvoices as openRows,
  updateInvoice,
} from '#storage/billing/invoices.ts';
import { sumSampleUsage, sumUsage } from '#storage/billing/usage.ts';
import type { Db } from '#storage/platform/db.ts';

/**
 * Stores a `pending` invoice for each of these groups, in the transaction that creates the groups' orders. An existing
 * invoice becomes `pending` again.
 */
export async function openInvoices(ctx: Ctx, order_group_ids: readonly string[]): Promise<void> {
  // The groups are locked in sorted order. If two batches share groups, one batch then waits for the other, and they do
  // not deadlock.
  const groups = [...new Set(order_group_ids)].toSorted();
  if (groups.length === 0) return;
  const rows = groups.map((order_group_id) => ({ id: toUuid(ctx.newId()), order_group_id }));
  await openRows(ctx.db, ctx.scope, rows, ctx.now());
}

/**
 * Queues the creation of the group's invoice when the last open order of the group has ended. Called in the transaction
 * that ends an order, after `finalized_at` was written.
 */
export async function onOrderFinal(ctx: Ctx, order_group_id: string): Promise<void> {
  // The last two orders of a group may end concurrently. The lock on the invoice makes the second transaction wait, so
  // that it sees that the other order has ended.
  const invoice = await lockInvoice(ctx.db, ctx.scope, order_group_id);
  if (invoice?.status === 'pending') await makeSoon(ctx, order_group_id);
}

/**
 * Sets an invoice back to `pending` and queues its creation. The caller must have locked the invoice in the current
 * transaction.
 */
export async function reopenInvoice(ctx: Ctx, invoice: Invoice): Promise<Invoice> {
  const reopened: Invoice = {
    ...invoice,
    status: 'pending',
    attempts: 0,
    lines: null,
    failed_at: null,
    updated_at: ctx.now(),
  };
  await updateInvoice(ctx.db, ctx.scope, reopened);
  await makeSoon(ctx, invoice.order_group_id);
  return reopened;
}

/**
 * Queues the creation of an invoice. Does nothing while an order of the group is open, because the end of that order
 * calls this function again.
 */
async function makeSoon(ctx: Ctx, order_group_id: string): Promise<void> {
  if (await hasOpenOrders(ctx.db, ctx.scope, order_group_id)) return;
  await ctx.queue.enqueue(ctx.db, ctx.scope, 'make_invoice', { order_group_id }, { singleton_key: order_group_id });
}

/**
 * Creates the invoice if it is `pending`. Does nothing in any other status, so this function may run twice. An attempt
 * is counted before it starts, so that an attempt that crashes its worker is treated as failed.
 */
export async function makeInvoice(ctx: Ctx, order_group_id: string): Promise<void> {
  const attempts = await countAttempt(ctx.db, ctx.scope, order_group_id);
  if (attempts === undefined) return;
  if (attempts > ATTEMPTS_MAX) return giveUp(ctx, order_group_id);
  try {
    await inTransaction(ctx, (ctx) => make(ctx, order_group_id));
  } catch (error) {
    if (attempts < ATTEMPTS_MAX) throw error;
    ctx.log.error({ err: error, order_group_id }, 'an invoice could not be created');
    await giveUp(ctx, order_group_id);
  }
}

async function make(ctx: Ctx, order_group_id: string): Promise<void> {
  const invoice = await lockInvoice(ctx.db, ctx.scope, order_group_id);
  if (invoice?.status !== 'pending') return;
  if (await hasOpenOrders(ctx.db, ctx.scope, order_group_id)) {
    // An order joined the group in the meantime. This is not a failure, because the end of that order queues the
    // invoice again.
    await updateInvoice(ctx.db, ctx.scope, { ...invoice, attempts: 0 });
    return;
  }
  const lines = inOrder(await linesOf(ctx, order_group_id));
  const made: Invoice = { ...invoice, status: 'success', attempts: 0, lines, updated_at: ctx.now() };
  // We render the file once before we publish success, so that we give out no URL for a file that cannot be rendered.
  await draw(ctx, made, lines);
  await updateInvoice(ctx.db, ctx.scope, made);
}

const giveUp = (ctx: Ctx, order_group_id: string): Promise<void> =>
  inTransaction(ctx, async (ctx) => {
    const invoice = await lockInvoice(ctx.db, ctx.scope, order_group_id);
    if (invoice?.status !== 'pending') return;
    const now = ctx.now();
    await updateInvoice(ctx.db, ctx.scope, { ...invoice, status: 'error', failed_at: now, updated_at: now });
  });

const linesOf = (ctx: Ctx, order_group_id: string): Promise<InvoiceLine[]> =>
  (isSample(ctx) ? sumSampleUsage : sumUsage)(ctx.db, ctx.scope, order_group_id);

const isSample = ({ scope }: Ctx): boolean => scope.environment === 'sandbox';

/**
 * Finds an invoice by its own id, by the id of its order group, or by the id of an order in that group. If creating the
 * invoice failed at least a minute ago, the invoice is created again.
 */
export async function getInvoice(ctx: Ctx, reference: string): Promise<InvoiceAnswer> {
  const find = (db: Db, scope: Scope) => (isUuid(reference) ? findInvoice : findInvoiceOfOrder)(db, scope, reference);
  const invoice = await find(ctx.db, ctx.scope);
  if (invoice === undefined) throw await missing(ctx, find);
  return present(ctx, mayBeTriedAgain(invoice, ctx.now()) ? await tryAgain(ctx, invoice) : invoice);
}

/** Reopens a failed invoice, unless a concurrent request has done so. Returns the current row in both cases. */
const tryAgain = (ctx: Ctx, { order_group_id }: Invoice): Promise<Invoice> =>
  inTransaction(ctx, async (ctx) => {
    const invoice = await lockInvoice(ctx.db, ctx.scope, order_group_id);
    if (invoice === undefined) throw new Error('the invoice no longer exists');
    return mayBeTriedAgain(invoice, ctx.now()) ? reopenInvoice(ctx, invoice) : invoice;
  });

const present = (ctx: Ctx, { id, order_group_id, status, created_at, updated_at }: Invoice): InvoiceAnswer => ({
  id,
  order_group_id,
  file: status === 'success' ? fileUrl(ctx, id, invoiceFileName(id)) : null,
  status,
  created_at: toTimestamp(created_at),
  updated_at: toTimestamp(updated_at),
});

/** The file of an invoice; `undefined` if the API would currently return no URL for this file. */
export async function openInvoiceFile(ctx: Ctx, id: string, name: string): Promise<Buffer | undefined> {
  if (name !== invoiceFileName(id)) return undefined;
  const invoice = await findInvoice(ctx.db, ctx.scope, id);
  return invoice?.lines ? draw(ctx, invoice, invoice.lines) : undefined;
}

/**
 * Draws the invoice's PDF. The order numbers are read from the orders each time. They are not stored with the invoice's
 * lines, because an order number must be deleted together with its order.
 */
async function draw(ctx: Ctx, invoice: Invoice, lines: readonly InvoiceLine[]): Promise<Buffer> {
  const { id, order_group_id, updated_at } = invoice;
  const client_name = await findClientName(ctx.db, ctx.scope.client_id);
  const orders = await listInvoicedOrders(ctx.db, ctx.scope, order_group_id);
  const page: InvoicePage = {
    id,
    order_group_id,
    made_at: toTimestamp(updated_at),
    issuer_host: new URL(ctx.settings.public_url).host,
    client_name,
    is_sample: isSample(ctx),
    lines,
    orders: orders.map(({ id, order_number, created_at, finalized_at }) => ({
      id,
      order_number,
      created_at: toTimestamp(created_at),
      finalized_at: finalized_at && toTimestamp(finalized_at),
    })),
  };
  return asBuffer(await ctx.compute.run('draw_invoice', page, aboutDrawing(ctx)));
}
