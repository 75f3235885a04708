// Creates one order, or thousands of orders at once: the users, suborders, tokens, timers and events of all orders are
// written in a handful of statements.
import type { InvalidParam } from '#base/errors.ts';
import { newShortKey } from '#base/ids.ts';
import { toTimestamp } from '#base/timestamps.ts';
import { recordFirst } from '#base/tracing.ts';
import { mapInTurns } from '#base/turns.ts';
import { toUuid } from '#base/uuids.ts';
import { firstProduct } from '#domain/access/products.ts';
import { UNKNOWN_TEMPLATE } from '#domain/access/templates.ts';
import type { NewEvent } from '#domain/events/events.ts';
import { orderStatus } from '#domain/orders/order-status.ts';
import {
  changeLoan,
  DEFAULT_SOURCE,
  EXPIRATION_HOURS,
  type NewOrder,
  type OrderRecord,
  orderFaults,
  phoneOf,
  ssnOf,
  toManager,
} from '#domain/orders/orders.ts';
import { planSuborders, type SuborderPlan } from '#domain/orders/suborders.ts';
import { chooseTemplate, templateOf } from '#services/access/templates.ts';
import { openInvoices } from '#services/billing/invoices.ts';
import { newOrderToken } from '#services/connections/bridge-tokens.ts';
import { announce } from '#services/events/events.ts';
import { placeUsers } from '#services/people/placed-users.ts';
import { type Ctx, inTransaction } from '#services/platform/ctx.ts';
import { findClientName } from '#storage/access/clients.ts';
import { type BridgeTokenRow, insertBridgeTokens } from '#storage/connections/bridge-tokens.ts';
import { insertOrders, listGroupsOf, type OrderRow } from '#storage/orders/orders.ts';
import { insertSuborders, type SuborderRow } from '#storage/orders/suborders.ts';
import { EXTERNAL_USER_ID_TAKEN } from '#storage/people/users.ts';
import { isUniqueViolation } from '#storage/platform/db.ts';
import { insertTimers } from '#storage/platform/timers.ts';
import { sealOrder, sealSuborder, sealToken } from './order-records.ts';

export type OrderMade = { order_id: string } | { faults: InvalidParam[] };

/**
 * The maximum number of attempts when concurrent orders name the same new user. In practice, more attempts are not
 * needed.
 */
const RACES_MAX = 5;

/**
 * Creates orders. Returns the results in the same sequence as `bodies`. The caller must have opened a transaction, and
 * the bodies must match the schema.
 */
export async function createOrders(ctx: Ctx, bodies: readonly NewOrder[], id?: string): Promise<OrderMade[]> {
  const today = toTimestamp(ctx.now()).slice(0, 10);
  const templates = await templatesOf(ctx, bodies);
  const judged = await mapInTurns(bodies, (body) => {
    const template = templates.get(templateKey(body));
    const faults = [...orderFaults(body, today), ...(template === undefined ? [UNKNOWN_TEMPLATE] : [])];
    return { body, faults, template };
  });
  const wanted = judged.flatMap(({ body, faults, template }) =>
    faults.length === 0 && template !== undefined
      ? [{ ...requestOf(ctx, body, template), ...(id === undefined ? {} : { id }) }]
      : [],
  );
  const made = (await placeOrders(ctx, wanted)).values();
  return judged.map(({ faults }) => {
    if (faults.length > 0) return { faults };
    const order_id = made.next().value;
    if (order_id === undefined) throw new Error('a requested order was not created');
    return { order_id };
  });
}

/** An order to create. */
export type OrderRequest = Pick<
  OrderRow,
  | 'products'
  | 'order_number'
  | 'external_user_id'
  | 'template_id'
  | 'source'
  | 'refresh_approved'
  | 'suppress_user_notifications'
  | 'first_notification_delay_hours'
> & {
  /** The order's id; random by default. */
  id?: string;
  record: OrderRecord;
  suborders: SuborderPlan[];
  expiration_hours: number;
  /**
   * False if the applicant must not be invited. Even if the value is true, no invitation is sent if the order
   * suppresses notifications, or if it has neither an email address nor a phone number.
   */
  invites: boolean;
};

type TemplateChoice = { template_id: string | null; expiration_hours: number; is_silent: boolean };

const templateKey = ({ template_id, products }: NewOrder): string => `${template_id || ''} ${products[0]}`;

/** Maps each `templateKey` to its template. Unknown templates are left out. */
async function templatesOf(ctx: Ctx, bodies: readonly NewOrder[]): Promise<Map<string, TemplateChoice>> {
  const choices = new Map<string, TemplateChoice>();
  for (const body of new Map(bodies.map((body) => [templateKey(body), body])).values()) {
    const [product] = body.products;
    const template_id = product && (await chooseTemplate(ctx, body.template_id, product));
    if (template_id === undefined) continue;
    const settings = template_id === null ? undefined : (await templateOf(ctx, template_id)).settings.orders;
    choices.set(templateKey(body), {
      template_id,
      expiration_hours: settings === undefined ? EXPIRATION_HOURS : Number(settings.link_expiration),
      is_silent: settings?.suppress_user_notifications ?? false,
    });
  }
  return choices;
}

function requestOf(
  ctx: Ctx,
  body: NewOrder,
  { template_id, expiration_hours, is_silent }: TemplateChoice,
): OrderRequest {
  const record: OrderRecord = {
    first_name: body.first_name,
    last_name: body.last_name,
    email: body.email || null,
    phone: phoneOf(body),
    ssn: ssnOf(body),
    custom_field: body.custom_field || null,
    notes: body.notes ?? null,
    cc_emails: body.cc_emails ?? [],
    loan: changeLoan(undefined, body.loan),
    manager: toManager(body.manager),
    voa: body.reports?.voa ?? null,
    share_key: ctx.newId(),
    short_key: newShortKey(),
  };
  return {
    products: body.products,
    order_number: body.order_number || null,
    external_user_id: body.external_user_id || null,
    template_id,
    source: body.source || DEFAULT_SOURCE,
    refresh_approved: body.refresh_approved ?? false,
    suppress_user_notifications: body.notification_settings?.suppress_user_notifications ?? false,
    first_notification_delay_hours: body.notification_settings?.first_notification_delay_hours ?? 0,
    record,
    suborders: planSuborders(body.products, body),
    expiration_hours,
    invites: !is_silent,
  };
}

/**
 * Returns the order ids in the same sequence as the requests. If two concurrent requests name the same new user, the
 * second request waits for the first request and then finds the user.
 */
async function placeOrders(ctx: Ctx, requests: readonly OrderRequest[]): Promise<string[]> {
  if (requests.length === 0) return [];
  for (let race = 1; ; race++) {
    try {
      return await inTransaction(ctx, (ctx) => writeOrders(ctx, requests));
    } catch (error) {
      if (!isUniqueViolation(error, EXTERNAL_USER_ID_TAKEN) || race === RACES_MAX) throw error;
    }
  }
}

/** An order with its suborders, token and invitation time. */
export type OrderDraft = {
  order: OrderRow;
  suborders: SuborderRow[];
  token: BridgeTokenRow;
  invites_at: Date | undefined;
};

async function writeOrders(ctx: Ctx, requests: readonly OrderRequest[]): Promise<string[]> {
  // Users are written first, so that a concurrent order for the same user waits here and then sees our order groups.
  const people = await placeUsers(
    ctx,
    requests.map(({ record, external_user_id }) => ({
      external_user_id,
      first_name: record.first_name,
      last_name: record.last_name,
      email: record.email,
      phone: record.phone,
      ssn: record.ssn,
    })),
  );
  const [groups, client_name] = await Promise.all([
    groupsFor(ctx, requests),
    findClientName(ctx.db, ctx.scope.client_id),
  ]);
  const drafts = await mapInTurns(requests, (request, at): OrderDraft => {
    const person = people[at];
    const order_group_id = groups[at];
    if (person === undefined || order_group_id === undefined)
      throw new Error('an order has no person or no order group');
    return draftOrder(ctx, person, { ...request, order_group_id, client_name });
  });
  await insertDrafts(ctx, drafts);
  return drafts.map(({ order }) => order.id);
}

/** Inserts the orders with all their rows, and emits an event for each created order. */
export async function insertDrafts(ctx: Ctx, drafts: readonly OrderDraft[]): Promise<void> {
  const orders = drafts.map(({ order }) => order);
  await insertOrders(ctx.db, ctx.scope, orders);
  await insertSuborders(
    ctx.db,
    ctx.scope,
    drafts.flatMap(({ suborders }) => suborders),
  );
  await insertBridgeTokens(
    ctx.db,
    ctx.scope,
    drafts.map(({ token }) => token),
  );
  await insertTimers(
    ctx.db,
    ctx.scope,
    drafts.flatMap((draft) => timersOf(ctx, draft)),
  );
  await openInvoices(ctx, [...new Set(orders.map(({ order_group_id }) => order_group_id))]);
  await announce(ctx, orders.map(createdEvent));
  for (const { id } of orders) recordFirst(id, 'order created', { 'vouch.order_id': id });
}

const pairKey = (pair: { order_number: string; external_user_id: string }): string =>
  `${pair.order_number}\n${pair.external_user_id}`;

/**
 * The order group of each order. An order joins the group of an earlier order with the same order number and the same
 * user. Otherwise it gets a new group.
 */
async function groupsFor(ctx: Ctx, requests: readonly OrderRequest[]): Promise<string[]> {
  const pairOf = ({ order_number, external_user_id }: OrderRequest) =>
    order_number === null || external_user_id === null ? undefined : { order_number, external_user_id };
  const pairs = requests.map(pairOf).filter((pair) => pair !== undefined);
  const earlier = pairs.length === 0 ? [] : await listGroupsOf(ctx.db, ctx.scope, pairs);
  const groups = new Map(earlier.map((group) => [pairKey(group), group.order_group_id]));
  return requests.map((request) => {
    const pair = pairOf(request);
    const group = (pair && groups.get(pairKey(pair))) ?? toUuid(ctx.newId());
    if (pair !== undefined) groups.set(pairKey(pair), group);
    return group;
  });
}

type Person = { id: string; key: Parameters<typeof sealOrder>[1] };

export function draftOrder(
  ctx: Ctx,
  { id: user_id, key }: Person,
  request: OrderRequest & Pick<OrderRow, 'order_group_id' | 'client_name'> & { initial_order?: string },
): OrderDraft {
  const id = request.id ?? ctx.newId();
  const now = ctx.now();
  const suborders = request.suborders.map((plan, position) => draftSuborder(ctx, key, { id, user_id }, plan, position));
  const [first] = suborders;
  if (first === undefined) throw new Error('an order has no suborders');
  const { template_id, products, client_name, record, first_notification_delay_hours } = request;
  const token = newOrderToken(ctx, key, { id, user_id, products, client_name, template_id }, first);
  const order: OrderRow = {
    id,
    user_id,
    order_group_id: request.order_group_id,
    products,
    status: orderStatus(
      null,
      suborders.map(({ status }) => status),
    ),
    order_number: request.order_number,
    external_user_id: request.external_user_id,
    template_id,
    source: request.source,
    client_name,
    refresh_approved: request.refresh_approved,
    suppress_user_notifications: request.suppress_user_notifications,
    first_notification_delay_hours,
    ...sealOrder(ctx, key, id, record),
    share_key_hash: ctx.vault.hash('share_key', record.share_key),
    short_key_hash: ctx.vault.hash('short_key', record.short_key),
    token_sealed: sealToken(ctx, key, id, token.token),
    token_expires_at: token.row.expires_at,
    initial_order: request.initial_order ?? null,
    refresh_order: null,
    voie_report_id: null,
    voa_report_id: null,
    created_at: now,
    updated_at: now,
    expires_at: hoursAfter(now, request.expiration_hours),
    completed_at: null,
    canceled_at: null,
    finalized_at: null,
    consented_at: null,
    consent_version: null,
    invited_at: null,
    unsubscribed_at: null,
    certified_at: null,
    seen_at: null,
  };
  const is_asked = request.invites && !request.suppress_user_notifications && canBeAsked(record);
  return {
    order,
    suborders,
    token: token.row,
    invites_at: is_asked ? hoursAfter(now, first_notification_delay_hours) : undefined,
  };
}

export const hoursAfter = (moment: Date, hours: number): Date => new Date(moment.getTime() + hours * 3_600_000);

/** True if the order has an email address or phone number to which messages can be sent. */
export const canBeAsked = ({ email, phone }: OrderRecord): boolean => email !== null || phone !== null;

export function draftSuborder(
  ctx: Ctx,
  key: Person['key'],
  order: { id: string; user_id: string },
  { record, ...plan }: SuborderPlan,
  position: number,
): SuborderRow {
  const id = ctx.newId();
  const now = ctx.now();
  return {
    ...plan,
    id,
    order_id: order.id,
    user_id: order.user_id,
    position,
    status: 'pending',
    link_id: null,
    data_source: null,
    sealed: sealSuborder(ctx, key, id, record),
    created_at: now,
    updated_at: now,
  };
}

const timersOf = (ctx: Ctx, { order, invites_at }: OrderDraft) => [
  { id: ctx.newId(), kind: 'order_expiry', subject_id: order.id, due_at: order.expires_at },
  ...(invites_at === undefined
    ? []
    : [{ id: ctx.newId(), kind: 'order_invitation', subject_id: order.id, due_at: invites_at }]),
];

const createdEvent = (order: OrderRow): NewEvent => ({
  event_type: 'order-created',
  user_id: order.user_id,
  template_id: order.template_id,
  order_id: order.id,
  order_number: order.order_number,
  employer_id: null,
  product: firstProduct(order.products),
  link_id: null,
  data_source: null,
  status: 'pending',
});
