// Builds the widget's session: everything that the widget needs to start, or to continue after a reload.
import { inDecimals } from '#base/money.ts';
import { toTimestamp } from '#base/timestamps.ts';
import type { DepositAccount } from '#domain/connections/deposit-accounts.ts';
import { isOpen } from '#domain/orders/order-status.ts';
import type { OrderView, Session, SuborderView, WidgetDeposit } from '#domain/widget/widget.ts';
import type { StoredLink } from '#services/connections/links.ts';
import { asksForCertification, openItems } from '#services/orders/certifications.ts';
import { holdOrder, markSent, statusOf } from '#services/orders/order-moves.ts';
import { openOrder } from '#services/orders/order-records.ts';
import { type Ctx, inTransaction } from '#services/platform/ctx.ts';
import { findLastTaskOfToken, type WidgetTask } from '#storage/connections/tasks.ts';
import { findOrder, type StoredOrder } from '#storage/orders/orders.ts';
import { listSuborders, type SuborderRow } from '#storage/orders/suborders.ts';
import { type ConnectionRequest, requestOfSuborder, requestOfToken } from './connection-requests.ts';
import {
  fileSourcesOf,
  findConnector,
  methodsOf,
  offeredLinks,
  preselectedProvider,
  presentExistingLink,
  presentWidgetProvider,
} from './widget-choices.ts';
import { type Template, widgetTemplate } from './widget-looks.ts';
import { isLocked, mayReview, type Seen, seenLinks, seenSuborders } from './widget-sight.ts';
import { consentedAt, type Visitor } from './widget-tokens.ts';
import { viewTask } from './widget-views.ts';

export async function openSession(visitor: Visitor): Promise<Session> {
  const { ctx, token } = visitor;
  const template = await widgetTemplate(ctx, token.template_id);
  const consented_at = consentedAt(token);
  const shown = {
    environment: ctx.scope.environment,
    locale: token.locale,
    product_type: token.product_type,
    allowed_products: token.allowed_products,
    client_name: token.client_name,
    ...template.looks,
    texts: template.texts,
    document_upload: template.document_upload,
    consent_at: consented_at === null ? null : toTimestamp(consented_at),
  };
  if (token.order_id === null) {
    const links = await seenLinks(visitor);
    return { ...shown, ...(await sessionOfToken(visitor, template, links)), order: null };
  }
  const order = await sessionOfOrder(visitor, token.order_id, template);
  return { ...shown, ...NOTHING, order };
}

/** The session of an order has empty values for these fields, because each suborder has its own values. */
const NOTHING = {
  methods: [],
  file_sources: [],
  preselected: { company: null, provider: null },
  update: null,
  deposit: null,
  links: [],
  task: null,
};

async function sessionOfToken({ ctx, token }: Visitor, template: Template, links: readonly StoredLink[]) {
  const key = await ctx.vault.unwrap(ctx.scope, token.user_id, token);
  const request = await requestOfToken(ctx, key, token);
  const task = await findLastTaskOfToken(ctx.db, ctx.scope, token.id);
  const methods = methodsOf(ctx, request, template.data_sources_flow);
  return {
    methods,
    file_sources: [...fileSourcesOf(request)],
    preselected: { company: request.company, provider: await preselectedProvider(ctx, request, methods) },
    update: await updateOf(ctx, request),
    deposit: presentDeposit(request.deposit),
    links: offeredLinks(ctx, request, links).map((link) => presentExistingLink(ctx, link)),
    task: task === undefined ? null : await viewTask(ctx, task),
  };
}

/** The link to renew in update mode; `null` if its provider is no longer offered. */
async function updateOf(ctx: Ctx, request: ConnectionRequest): Promise<Session['update']> {
  const connector = request.renewed && findConnector(ctx, request, request.renewed.provider_id);
  if (request.renewed === undefined || connector === undefined) return null;
  return {
    link_id: request.renewed.id,
    provider: presentWidgetProvider(connector.manifest, await ctx.provider_health()),
  };
}

const presentDeposit = (deposit: DepositAccount | null): WidgetDeposit | null =>
  deposit && {
    bank_name: deposit.bank_name,
    account_mask: deposit.account_number.slice(-4),
    account_type: deposit.account_type,
    deposit_type: deposit.deposit_type,
    deposit_value: inDecimals(deposit).deposit_value,
  };

async function sessionOfOrder(visitor: Visitor, order_id: string, template: Template): Promise<OrderView> {
  const { ctx, token } = visitor;
  const { order, suborders } = await openedOrder(ctx, order_id);
  const seen = await seenSuborders({ ctx, token }, order_id, suborders);
  if (order.finalized_at !== null) return overView(ctx, order, suborders, seen);
  const is_locked = await isLocked(visitor);
  const { key, record } = await openOrder(ctx, order);
  const links = await seenLinks(visitor);
  const certification = await certificationOf(ctx, order, seen);
  const { custom_field_title: title } = template;
  return {
    id: order.id,
    status: statusOf({ order, suborders }),
    is_final: false,
    expires_at: toTimestamp(order.expires_at),
    first_name: is_locked ? '' : record.first_name,
    custom_field:
      is_locked || title === null || record.custom_field === null ? null : { title, value: record.custom_field },
    certification,
    suborders: await Promise.all(
      seen.map(async ({ suborder, task }) => {
        const request = await requestOfSuborder(ctx, key, order, suborder, suborders);
        return presentSuborder(ctx, suborder, request, { task, links, template });
      }),
    ),
  };
}

/**
 * The view of an ended order contains only the status of the order and of its suborders. During the visit in which the
 * order ended, the view also contains the remaining items to review.
 */
async function overView(
  ctx: Ctx,
  order: StoredOrder,
  suborders: SuborderRow[],
  seen: readonly Seen[],
): Promise<OrderView> {
  return {
    id: order.id,
    status: statusOf({ order, suborders }),
    is_final: true,
    expires_at: toTimestamp(order.expires_at),
    first_name: '',
    custom_field: null,
    certification: mayReview(ctx, order) ? await certificationOf(ctx, order, seen) : null,
    suborders: suborders.map(({ id, kind, product_type, status }) => ({
      id,
      kind,
      product_type,
      status,
      title: null,
      company: null,
      provider: null,
      methods: [],
      file_sources: [],
      deposit: null,
      links: [],
      task: null,
    })),
  };
}

/** Reads the order and marks it as sent. Opening the widget proves that the invitation was delivered. */
async function openedOrder(ctx: Ctx, id: string): Promise<{ order: StoredOrder; suborders: SuborderRow[] }> {
  const [order, suborders] = await Promise.all([
    findOrder(ctx.db, ctx.scope, id),
    listSuborders(ctx.db, ctx.scope, [id]),
  ]);
  if (order === undefined) throw new Error('a token refers to an order that never existed');
  if (suborders.every(({ status }) => status !== 'pending')) return { order, suborders };
  return inTransaction(ctx, async (ctx) => {
    const held = await holdOrder(ctx, id);
    if (held === undefined) throw new Error('the order no longer exists');
    await markSent(ctx, held, { seen_at: ctx.now() });
    return held;
  });
}

async function presentSuborder(
  ctx: Ctx,
  suborder: SuborderRow,
  request: Awaited<ReturnType<typeof requestOfSuborder>>,
  { task, links, template }: { task: WidgetTask | undefined; links: readonly StoredLink[]; template: Template },
): Promise<SuborderView> {
  const methods = methodsOf(ctx, request, template.data_sources_flow);
  const provider = await preselectedProvider(ctx, request, methods);
  const { company_name, name } = request.record;
  const offered = isOpen(suborder.status) ? offeredLinks(ctx, request, links) : [];
  return {
    id: suborder.id,
    kind: suborder.kind,
    product_type: suborder.product_type,
    status: suborder.status,
    title: suborder.kind === 'employer' ? (request.company?.name ?? company_name) : (name ?? provider?.name ?? null),
    company: request.company,
    provider,
    methods,
    file_sources: [...fileSourcesOf(request)],
    deposit: presentDeposit(request.deposit),
    links: offered.map((link) => presentExistingLink(ctx, link)),
    task: task === undefined ? null : await viewTask(ctx, task),
  };
}

async function certificationOf(
  ctx: Ctx,
  order: StoredOrder,
  seen: readonly Seen[],
): Promise<OrderView['certification']> {
  if (!(await asksForCertification(ctx, order))) return null;
  const suborders = seen.map(({ suborder }) => suborder);
  const items = await openItems(ctx, order, suborders);
  return { items: items.map(({ subject_id, kind, shown }) => ({ subject_id, kind, shown })) };
}
