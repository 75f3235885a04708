// The first page of the console: what needs the attention of a dashboard user now, the funnel of the widget, and charts
// of the last day.
import { type Static, Type } from 'typebox';
import { choice, Id, nullable, PAGING, shape, Timestamp } from '#base/schema.ts';
import { DEVICES, FUNNEL_STEPS } from '#domain/widget/widget-events.ts';

/**
 * The limits for each kind of item: `LISTED_MAX` items are listed at most, and at most `COUNTED_MAX` items are counted.
 */
export const LISTED_MAX = 5;
/** The number of items on one page of a full list. */
export const NEEDS_PAGE_SIZE = 25;
export const COUNTED_MAX = 1_000;
export const FUNNEL_DAYS = 30;
export const CHART_HOURS = 24;
/** The time after which an open order is listed as stuck. */
export const STUCK_AFTER_HOURS = 24;

const NeededItem = shape('NeededItem', 'Something that waits for a person.', {
  id: Id,
  title: Type.String(),
  since: nullable(Timestamp),
});
export type NeededItem = Static<typeof NeededItem>;

/** `count` is exact up to 1,000. If there are more items, `is_more` is true. */
const Needed = shape('Needed', 'How much of one kind waits, and the first items.', {
  count: Type.Integer(),
  is_more: Type.Boolean({ description: 'There are more than `count`.' }),
  first: Type.Array(NeededItem),
});
export type Needed = Static<typeof Needed>;

/**
 * The lists that `NeedListAnswer` returns in full. Each of the other two lists on the first page of the console has its
 * own page.
 */
export const NEED_LISTS = ['links', 'orders'] as const;
export const NeedListQuery = Type.Object({ page: PAGING.page });
export const NeedListAnswer = shape('NeedList', 'One page of what waits for a person, oldest first.', {
  count: Type.Integer({ description: 'At most 1,000, even if more wait.' }),
  results: Type.Array(NeededItem),
});
export type NeedListAnswer = Static<typeof NeedListAnswer>;

export const HourCount = shape('HourCount', 'How often an outcome occurred in an hour.', {
  hour: Timestamp,
  outcome: Type.String(),
  count: Type.Integer(),
});
export type HourCount = Static<typeof HourCount>;

/** Any part of this response that the role has no right to see is null. */
export const HomeAnswer = shape('ConsoleHome', 'What needs a person now, and charts.', {
  now: Timestamp,
  reviews: nullable(Needed),
  webhooks: nullable(Needed),
  links: Needed,
  orders: Needed,
  has_orders: Type.Boolean({ description: 'Whether any order exists in this environment.' }),
  funnel: Type.Object({
    from: Type.String({ format: 'date' }),
    to: Type.String({ format: 'date' }),
    providers: Type.Array(Type.Object({ id: Type.String(), name: Type.String() }), {
      description: 'The names of the providers in `counts`.',
    }),
    counts: Type.Array(
      Type.Object({
        step: choice(FUNNEL_STEPS),
        provider_id: Type.String(),
        device: choice(DEVICES),
        count: Type.Integer(),
        visits: Type.Integer(),
      }),
    ),
  }),
  tasks: Type.Array(HourCount),
  deliveries: nullable(Type.Array(HourCount)),
});
export type HomeAnswer = Static<typeof HomeAnswer>;
