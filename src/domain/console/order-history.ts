// The history of an order as a list of moments, and the state of the order at one of these moments.
import { type Static, Type } from 'typebox';
import { Id, nullable, shape, Timestamp } from '#base/schema.ts';
import type { TimelineEntry } from '#domain/events/order-timeline.ts';

export const OrderHistoryQuery = Type.Object({
  moment: Type.Optional(Type.String({ format: 'text', description: 'The id of the moment whose state is returned.' })),
});

/**
 * One moment in the history of an order. `kind` is the type of a timeline entry, or one of three other values: `event`
 * (an event was announced to webhooks), `attempt` (a delivery was attempted), or `invoice-created`.
 */
const Moment = shape('OrderMoment', 'Something that happened to an order.', {
  at: Timestamp,
  kind: Type.String(),
  id: Type.String(),
  data: Type.Unsafe<Record<string, unknown>>({ type: 'object', additionalProperties: true }),
});
export type Moment = Static<typeof Moment>;

const OrderState = shape('OrderState', 'The state of an order, its parts and its deliveries at a moment.', {
  at: Timestamp,
  order: nullable(Type.Object({ id: Id, status: Type.String() })),
  suborders: Type.Array(Type.Object({ id: Id, status: nullable(Type.String()), link_id: nullable(Id) })),
  links: Type.Array(Type.Object({ id: Id, is_connected: nullable(Type.Boolean()), is_deleted: Type.Boolean() })),
  tasks: Type.Array(Type.Object({ id: Id, status: Type.String(), link_id: nullable(Id), suborder_id: nullable(Id) })),
  deliveries: Type.Array(
    Type.Object({
      id: Id,
      webhook_id: Id,
      event_type: Type.String(),
      endpoint_id: Id,
      endpoint_name: nullable(Type.String({ description: 'Null for a role that may not see webhooks.' })),
      attempt_id: nullable(Type.String({ description: 'The last attempt up to this moment.' })),
      state: Type.String(),
      attempts: Type.Integer(),
      next_attempt_at: nullable(Timestamp),
    }),
  ),
  invoice: nullable(
    Type.Object({ id: Type.String(), status: nullable(Type.String({ description: 'Null: it was not kept.' })) }),
  ),
});
export type OrderState = Static<typeof OrderState>;

export const OrderHistoryAnswer = shape('OrderHistory', 'The history of an order, oldest first.', {
  order_id: Id,
  is_complete: Type.Boolean({ description: 'False if the order has more moments than are shown.' }),
  moments: Type.Array(Moment),
  state: nullable(OrderState),
});
export type OrderHistoryAnswer = Static<typeof OrderHistoryAnswer>;

/** What is currently known about an order. Past states of the order are computed from these facts. */
export type OrderFacts = {
  order_id: string;
  created_at: string;
  suborders: readonly { id: string; created_at: string }[];
  deliveries: readonly Delivered[];
  invoice: { id: string; status: string; created_at: string; updated_at: string } | undefined;
  links: readonly LinkFacts[];
};

/**
 * `is_connected` is the link's current state; it is null if the link is deleted. `changes` contains the events about
 * the link's connection, oldest first. These events may be older than the order, and may belong to another order.
 */
export type LinkFacts = {
  id: string;
  is_connected: boolean | null;
  created_at: string | null;
  changes: readonly (Placed & { id: string; event_type: string })[];
};

/** The time of a record, and its position in the sequence in which all records about orders are written. */
export type Placed = { at: string; position: number };
export type Delivered = {
  id: string;
  webhook_id: string;
  event_type: string;
  endpoint_id: string;
  endpoint_name: string | null;
};

export type PlacedMoment = { moment: Moment; position: number };
/** An event as a moment. `entry` is the timeline entry that was written together with the event, if there is one. */
export type EventMoment = PlacedMoment & { entry: TimelineEntry | undefined };

/**
 * Positions from this number on come from one sequence for all tables (migration 0075). Lower positions were counted
 * separately in each table, so they cannot be compared between tables.
 */
export const ONE_SEQUENCE_FROM = 2 ** 40;

/**
 * Sorts moments by time. Timestamps are whole seconds, so the moments of one second are sorted by their positions. An
 * entry that was written together with an event comes immediately before this event. Within one second, moments without
 * a comparable position come first: timeline entries and events (each kind in the sequence in which it was written),
 * then invoices, then attempts.
 */
export function inOrderOfTime(parts: {
  timeline: readonly PlacedMoment[];
  events: readonly EventMoment[];
  invoices: readonly PlacedMoment[];
  attempts: readonly PlacedMoment[];
}): PlacedMoment[] {
  const { timeline, events, invoices, attempts } = parts;
  const written: PlacedMoment[] = [];
  let next = 0;
  for (const { moment, position, entry } of events) {
    const twin =
      entry === undefined
        ? -1
        : timeline.findIndex((one, at) => at >= next && one.moment.at <= moment.at && isEntryOf(one.moment, entry));
    const entry_of_event = timeline[twin];
    if (entry_of_event !== undefined) {
      written.push(...timeline.slice(next, twin), { ...entry_of_event, position });
      next = twin + 1;
    }
    written.push({ moment, position });
  }
  return [...written, ...timeline.slice(next), ...invoices, ...attempts].toSorted((a, b) =>
    inTime(placeOf(a), placeOf(b)),
  );
}

/**
 * Returns the place of a moment in the history. The creation of the order always comes first, although the invoice of
 * the order was written slightly earlier.
 */
const placeOf = ({ moment: { at, kind }, position }: PlacedMoment): Placed => ({
  at,
  position: kind === 'order-created' ? 0 : position,
});

/** Returns a negative number if `a` is earlier than `b`, and zero if it is not known which one is earlier. */
function inTime(a: Placed, b: Placed): number {
  if (a.at !== b.at) return a.at < b.at ? -1 : 1;
  return comparable(a) - comparable(b);
}

const comparable = ({ position }: Placed): number => (position < ONE_SEQUENCE_FROM ? 0 : position);

const isEntryOf = ({ kind, data }: Moment, { event_type, data: written }: TimelineEntry): boolean =>
  kind === event_type && Object.entries(written).every(([name, value]) => data[name] === value);

/**
 * Computes the state of the order after the moment at `index`, from this moment and all moments before it. Values that
 * were not stored are null.
 */
export function stateAfter(facts: OrderFacts, history: readonly PlacedMoment[], index: number): OrderState {
  const moments = history.map(({ moment }) => moment);
  const past = moments.slice(0, index + 1);
  const at = past.at(-1)?.at ?? '';
  const now: Placed = { at, position: history[index]?.position ?? 0 };
  const happened = new Set(past.map(({ id }) => id));
  const all = new Set(moments.map(({ id }) => id));
  const isPast = (change: Placed & { id: string }): boolean =>
    all.has(change.id) ? happened.has(change.id) : inTime(change, now) <= 0;
  const created = past.find(({ kind }) => kind === 'order-created');
  const status = lastOf(past, ({ kind }) => kind === 'order-status-updated' || kind === 'order-created')?.data[
    'status'
  ];
  const { invoice } = facts;
  return {
    at,
    order: created === undefined || !isText(status) ? null : { id: facts.order_id, status },
    suborders: facts.suborders.filter((one) => isCreated(one, moments, index)).map(({ id }) => suborderAt(id, past)),
    links: linkIdsIn(past).map((id) => linkAt(id, facts, past, isPast)),
    tasks: tasksAt(past),
    deliveries: facts.deliveries
      .filter(({ webhook_id }) => happened.has(webhook_id))
      .map((one) => deliveryAt(one, past)),
    invoice:
      invoice === undefined || !happened.has(invoice.id)
        ? null
        : { id: invoice.id, status: invoice.updated_at <= at ? invoice.status : null },
  };
}

const isText = (value: unknown): value is string => typeof value === 'string';
const textOf = (value: unknown): string | null => (isText(value) ? value : null);

const lastOf = (moments: readonly Moment[], matches: (moment: Moment) => boolean): Moment | undefined =>
  moments.findLast(matches);

/**
 * Whether a suborder exists after the moment at `index`. A suborder is created together with the order, unless a
 * timeline entry `employers-added` names the suborder. In that case, the suborder exists from this entry on.
 */
function isCreated({ id, created_at }: OrderFacts['suborders'][number], moments: readonly Moment[], index: number) {
  const added = moments.findIndex(({ kind, data }) => kind === 'employers-added' && data['suborder_id'] === id);
  const cause = added === -1 ? moments.findIndex(({ kind }) => kind === 'order-created') : added;
  return cause === -1 ? created_at <= (moments[index]?.at ?? '') : cause <= index;
}

/** A suborder is pending until its first change. */
function suborderAt(id: string, past: readonly Moment[]): OrderState['suborders'][number] {
  const own = past.filter(({ kind, data }) => kind !== 'event' && data['suborder_id'] === id);
  const status = lastOf(own, ({ kind }) => kind === 'suborder-status-updated')?.data['status'];
  const link_id = lastOf(own, ({ data }) => isText(data['link_id']))?.data['link_id'];
  return { id, status: textOf(status) ?? 'pending', link_id: textOf(link_id) };
}

function tasksAt(past: readonly Moment[]): OrderState['tasks'] {
  const tasks = new Map<string, OrderState['tasks'][number]>();
  for (const { kind, data } of past) {
    const { task_id: id, status } = data;
    if (kind !== 'task-status-updated' || !isText(id) || !isText(status)) continue;
    tasks.set(id, { id, status, link_id: textOf(data['link_id']), suborder_id: textOf(data['suborder_id']) });
  }
  return [...tasks.values()];
}

const linkIdsIn = (past: readonly Moment[]): string[] => [
  ...new Set(past.map(({ data }) => data['link_id']).filter(isText)),
];

const CONNECTED_AFTER: Readonly<Record<string, boolean>> = {
  'link-connected': true,
  'link-disconnected': false,
  'link-deleted': false,
};

/**
 * The state of a link follows from the last event about its connection, which may be older than the order. A link
 * without events has never changed, so it always had its current state. For a link that has events, the state before
 * the first event depends on the age of the link. If the link is older than the order, this state is unknown, because
 * earlier events are no longer kept. Otherwise the link was not yet connected.
 */
function linkAt(
  id: string,
  { links, created_at }: OrderFacts,
  past: readonly Moment[],
  isPast: (change: LinkFacts['changes'][number]) => boolean,
): OrderState['links'][number] {
  const link = links.find((one) => one.id === id);
  const changes = link?.changes ?? [];
  const last = changes.findLast(isPast);
  if (last !== undefined) {
    return {
      id,
      is_connected: CONNECTED_AFTER[last.event_type] ?? null,
      is_deleted: last.event_type === 'link-deleted',
    };
  }
  // The timeline entry `link-connected` shows that the link was connected for this order.
  if (past.some(({ kind, data }) => kind === 'link-connected' && data['link_id'] === id)) {
    return { id, is_connected: true, is_deleted: false };
  }
  const is_new = (link?.created_at ?? '') >= created_at;
  const first = changes.length === 0 ? (link?.is_connected ?? null) : is_new ? false : null;
  return { id, is_connected: first, is_deleted: false };
}

function deliveryAt(delivery: Delivered, past: readonly Moment[]): OrderState['deliveries'][number] {
  const attempt = lastOf(past, ({ kind, data }) => kind === 'attempt' && data['delivery_id'] === delivery.id);
  const last = attempt?.data;
  return {
    ...delivery,
    attempt_id: attempt?.id ?? null,
    state: textOf(last?.['state']) ?? 'waiting',
    attempts: typeof last?.['attempt'] === 'number' ? last['attempt'] : 0,
    next_attempt_at: textOf(last?.['next_attempt_at']),
  };
}
