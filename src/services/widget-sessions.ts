// All that the widget needs to know to begin, or to go on where it was.
import { inDecimals } from '#base/money.ts';
import { toTimestamp } from '#base/timestamps.ts';
import type { DepositAccount } from '#domain/deposit-accounts.ts';
import { isOpen } from '#domain/order-status.ts';
import type { OrderView, Session, SuborderView, WidgetDeposit } from '#domain/widget.ts';
import { findOrder, type StoredOrder } from '#storage/orders.ts';
import { listSuborders, type SuborderRow } from '#storage/suborders.ts';
import { findLastTaskOfToken, listLastTasksOfOrder, type WidgetTask } from '#storage/widget-tasks.ts';
import { asksForCertification, openItems } from './certifications.ts';
import { type Ctx, inTransaction } from './ctx.ts';
import { linksOf, type StoredLink } from './links.ts';
import { holdOrder, markSent, statusOf } from './order-moves.ts';
import { openOrder } from './order-records.ts';
import {
  findConnector,
  methodsOf,
  offeredLinks,
  preselectedProvider,
  presentExistingLink,
  presentWidgetProvider,
} from './widget-choices.ts';
import { type Template, widgetTemplate } from './widget-looks.ts';
import { consentedAt, type Visitor } from './widget-tokens.ts';
import { viewTask } from './widget-views.ts';
import { type Wish, wishOfSuborder, wishOfToken } from './widget-wishes.ts';

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
    consent_at: consented_at === null ? null : toTimestamp(consented_at),
  };
  const links = await linksOf(ctx, [token.user_id]);
  if (token.order_id === null) {
    return { ...shown, ...(await sessionOfToken(visitor, template, links)), order: null };
  }
  const order = await sessionOfOrder(visitor, token.order_id, template, links);
  return { ...shown, ...NOTHING, order };
}

/** In an order all this is said of each suborder. */
const NOTHING = {
  methods: [],
  preselected: { company: null, provider: null },
  update: null,
  deposit: null,
  links: [],
  task: null,
};

async function sessionOfToken({ ctx, token }: Visitor, template: Template, links: readonly StoredLink[]) {
  const key = await ctx.vault.unwrap(ctx.scope, token.user_id, token);
  const wish = await wishOfToken(ctx, key, token);
  const task = await findLastTaskOfToken(ctx.db, ctx.scope, token.id);
  return {
    methods: methodsOf(ctx, wish, template.data_sources_flow),
    preselected: { company: wish.company, provider: await preselectedProvider(ctx, wish) },
    update: updateOf(ctx, wish),
    deposit: presentDeposit(wish.deposit),
    links: offeredLinks(ctx, wish, links).map((link) => presentExistingLink(ctx, link)),
    task: task === undefined ? null : await viewTask(ctx, task),
  };
}

/** Where the provider is no longer offered there is nothing to renew. */
function updateOf(ctx: Ctx, wish: Wish): Session['update'] {
  const connector = wish.renewed && findConnector(ctx, wish, wish.renewed.provider_id);
  if (wish.renewed === undefined || connector === undefined) return null;
  return { link_id: wish.renewed.id, provider: presentWidgetProvider(connector.manifest) };
}

const presentDeposit = (deposit: DepositAccount | null): WidgetDeposit | null =>
  deposit && {
    bank_name: deposit.bank_name,
    account_mask: deposit.account_number.slice(-4),
    account_type: deposit.account_type,
    deposit_type: deposit.deposit_type,
    deposit_value: inDecimals(deposit).deposit_value,
  };

async function sessionOfOrder(
  { ctx }: Visitor,
  order_id: string,
  template: Template,
  links: readonly StoredLink[],
): Promise<OrderView> {
  const { order, suborders } = await openedOrder(ctx, order_id);
  const [{ key, record }, tasks] = await Promise.all([
    openOrder(ctx, order),
    listLastTasksOfOrder(ctx.db, ctx.scope, order_id),
  ]);
  const { custom_field_title: title } = template;
  const [certification, shown] = await Promise.all([
    certificationOf(ctx, order, suborders),
    Promise.all(
      suborders.map(async (suborder) => {
        const wish = await wishOfSuborder(ctx, key, order, suborder, suborders);
        const task = tasks.find(({ tracking_info }) => tracking_info === suborder.id);
        return presentSuborder(ctx, suborder, wish, { task, links, template });
      }),
    ),
  ]);
  return {
    id: order.id,
    status: statusOf({ order, suborders }),
    is_final: order.finalized_at !== null,
    expires_at: toTimestamp(order.expires_at),
    first_name: record.first_name,
    custom_field: title === null || record.custom_field === null ? null : { title, value: record.custom_field },
    certification,
    suborders: shown,
  };
}

/** Whoever opens the widget has got what was sent. */
async function openedOrder(ctx: Ctx, id: string): Promise<{ order: StoredOrder; suborders: SuborderRow[] }> {
  const [order, suborders] = await Promise.all([
    findOrder(ctx.db, ctx.scope, id),
    listSuborders(ctx.db, ctx.scope, [id]),
  ]);
  if (order === undefined) throw new Error('a token names an order that never was');
  if (suborders.every(({ status }) => status !== 'pending')) return { order, suborders };
  return inTransaction(ctx, async (ctx) => {
    const held = await holdOrder(ctx, id);
    if (held === undefined) throw new Error('an order disappeared');
    await markSent(ctx, held, { seen_at: ctx.now() });
    return held;
  });
}

async function presentSuborder(
  ctx: Ctx,
  suborder: SuborderRow,
  wish: Awaited<ReturnType<typeof wishOfSuborder>>,
  { task, links, template }: { task: WidgetTask | undefined; links: readonly StoredLink[]; template: Template },
): Promise<SuborderView> {
  const provider = await preselectedProvider(ctx, wish);
  const { company_name, name } = wish.record;
  const offered = isOpen(suborder.status) ? offeredLinks(ctx, wish, links) : [];
  return {
    id: suborder.id,
    kind: suborder.kind,
    product_type: suborder.product_type,
    status: suborder.status,
    title: suborder.kind === 'employer' ? (wish.company?.name ?? company_name) : (name ?? provider?.name ?? null),
    company: wish.company,
    provider,
    methods: methodsOf(ctx, wish, template.data_sources_flow),
    deposit: presentDeposit(wish.deposit),
    links: offered.map((link) => presentExistingLink(ctx, link)),
    task: task === undefined ? null : await viewTask(ctx, task),
  };
}

async function certificationOf(
  ctx: Ctx,
  order: StoredOrder,
  suborders: readonly SuborderRow[],
): Promise<OrderView['certification']> {
  if (!(await asksForCertification(ctx, order))) return null;
  const items = await openItems(ctx, order, suborders);
  return { items: items.map(({ subject_id, kind, shown }) => ({ subject_id, kind, shown })) };
}
