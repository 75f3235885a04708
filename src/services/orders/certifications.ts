// Certifications: the items of an order that the person has to review, the person's decisions, and the completion once
// all items are decided.
import type { KeyObject } from 'node:crypto';
import { incorrect } from '#base/errors.ts';
import { toTimestamp } from '#base/timestamps.ts';
import {
  type CertificationAnswer,
  type CertificationItem,
  type CertificationRecord,
  checkDecisions,
  type NewCertifications,
  presentCertification,
} from '#domain/orders/certifications.ts';
import type { KeptAccount } from '#domain/reports/financial-accounts.ts';
import type { EmploymentAnswer } from '#domain/reports/payroll.ts';
import { readLinkData } from '#services/connections/link-data.ts';
import { keyOf, linksOf, type StoredLink } from '#services/connections/links.ts';
import { announce } from '#services/events/events.ts';
import { type Ctx, inTransaction } from '#services/platform/ctx.ts';
import { sealJson, unsealJson } from '#services/platform/sealed-json.ts';
import { place } from '#services/platform/vault.ts';
import { presentEmployments, readPay } from '#services/reports/payroll.ts';
import { insertCertification, listCertifications } from '#storage/orders/certifications.ts';
import { type StoredOrder, updateOrder } from '#storage/orders/orders.ts';
import type { SuborderRow } from '#storage/orders/suborders.ts';
import { type HeldOrder, holdOrder } from './order-moves.ts';
import { templateSettingsOf } from './order-notices.ts';
import { orderKey } from './order-records.ts';

const sealedPlace = (ctx: Ctx, order_id: string, subject_id: string): string =>
  place(ctx.scope, 'certifications', 'sealed', `${order_id}:${subject_id}`);

export async function certificationsOf(ctx: Ctx, order: StoredOrder): Promise<CertificationAnswer[]> {
  const key = await orderKey(ctx, order);
  if (key === undefined) return [];
  const rows = await listCertifications(ctx.db, ctx.scope, order.id);
  return rows.map((row) =>
    presentCertification(
      { ...row, created_at: toTimestamp(row.created_at) },
      unsealJson<CertificationRecord>(key, row.sealed, sealedPlace(ctx, order.id, row.subject_id)),
    ),
  );
}

export const asksForCertification = async (ctx: Ctx, order: StoredOrder): Promise<boolean> =>
  (await templateSettingsOf(ctx, order))?.orders.certification ?? false;

/**
 * Returns the certification items of the completed suborders, without the items that the person has already decided.
 */
export async function openItems(
  ctx: Ctx,
  order: StoredOrder,
  suborders: readonly SuborderRow[],
): Promise<CertificationItem[]> {
  const decided = new Set((await listCertifications(ctx.db, ctx.scope, order.id)).map(({ subject_id }) => subject_id));
  const items = await itemsOf(ctx, order, suborders);
  return items.filter(({ subject_id }) => !decided.has(subject_id));
}

async function itemsOf(ctx: Ctx, order: StoredOrder, suborders: readonly SuborderRow[]): Promise<CertificationItem[]> {
  const completed = suborders.filter(({ status }) => status === 'completed');
  const wanted = new Set(completed.map(({ link_id }) => link_id));
  const links = (await linksOf(ctx, [order.user_id])).filter(({ id }) => wanted.has(id));
  return (await Promise.all(links.map((link) => itemsOfLink(ctx, link)))).flat();
}

async function itemsOfLink(ctx: Ctx, link: StoredLink): Promise<CertificationItem[]> {
  const [pay, { accounts = [] }] = await Promise.all([
    readPay(ctx, link),
    readLinkData(ctx, link.id, await keyOf(ctx, link), ['accounts']),
  ]);
  // The person reviews all data, even data that is not shown to the client.
  const employments = presentEmployments(pay, true, (name) => name);
  return [...employments.map(employmentItem), ...accounts.map(accountItem)];
}

const employmentItem = (employment: EmploymentAnswer): CertificationItem => ({
  kind: 'employment',
  subject_id: employment.id,
  shown: {
    id: employment.id,
    start_date: employment.start_date,
    pay_rate: employment.pay_rate,
    pay_date: employment.statements[0]?.pay_date ?? null,
    company: { name: employment.company.name },
  },
});

const accountItem = (account: KeptAccount): CertificationItem => ({
  kind: 'account',
  subject_id: account.id,
  shown: {
    id: account.id,
    type: account.type,
    mask: account.mask,
    routing_number: account.routing_number,
    balance: account.balances.balance,
    owners: account.owners.map(({ full_name }) => ({ full_name })),
  },
});

/**
 * Stores decisions, but does not overwrite earlier decisions. The certification is completed only once, by the decision
 * on the last open item. `reviewable` returns the suborders whose items the person may decide on.
 */
export async function certify(
  ctx: Ctx,
  order_id: string,
  body: NewCertifications,
  reviewable: (ctx: Ctx, held: HeldOrder) => Promise<readonly SuborderRow[]>,
): Promise<void> {
  await inTransaction(ctx, async (ctx) => {
    const held = await holdOrder(ctx, order_id);
    const key = held && (await orderKey(ctx, held.order));
    if (held === undefined || key === undefined || !(await asksForCertification(ctx, held.order))) {
      throw incorrect({ field: 'decisions', message: 'There is nothing to certify in this order.' });
    }
    const items = await itemsOf(ctx, held.order, await reviewable(ctx, held));
    checkDecisions(body, items);
    for (const decision of body.decisions) await keep(ctx, key, held.order, items, decision);
    const is_complete = (await openItems(ctx, held.order, held.suborders)).length === 0;
    if (is_complete && held.order.certified_at === null) await complete(ctx, held.order);
  });
}

async function keep(
  ctx: Ctx,
  key: KeyObject,
  order: StoredOrder,
  items: readonly CertificationItem[],
  { subject_id, decision, rejection_reason, rejection_comment }: NewCertifications['decisions'][number],
): Promise<void> {
  const item = items.find((item) => item.subject_id === subject_id);
  if (item === undefined) return;
  const is_rejected = decision === 'not_representative';
  const record: CertificationRecord = { item, comment: (is_rejected && rejection_comment) || null };
  await insertCertification(ctx.db, ctx.scope, {
    order_id: order.id,
    subject_id,
    user_id: order.user_id,
    kind: item.kind,
    decision,
    rejection_reason: (is_rejected && rejection_reason) || null,
    sealed: sealJson(key, record, sealedPlace(ctx, order.id, subject_id)),
    created_at: ctx.now(),
  });
}

async function complete(ctx: Ctx, order: StoredOrder): Promise<void> {
  await updateOrder(ctx.db, ctx.scope, order.id, { certified_at: ctx.now() });
  await announce(ctx, [
    {
      event_type: 'certification-completed',
      user_id: order.user_id,
      template_id: order.template_id,
      order_id: order.id,
      order_number: order.order_number,
    },
  ]);
}
