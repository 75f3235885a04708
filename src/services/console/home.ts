// The first page of the console: items that need attention now, the funnel, and charts of the last day.
import { addDays } from '#base/calendar.ts';
import { toTimestamp } from '#base/timestamps.ts';
import { isFinal, TASK_STATUSES } from '#domain/connections/tasks.ts';
import {
  CHART_HOURS,
  COUNTED_MAX,
  FUNNEL_DAYS,
  type HomeAnswer,
  type HourCount,
  LISTED_MAX,
  type NEED_LISTS,
  NEEDS_PAGE_SIZE,
  type Needed,
  type NeedListAnswer,
  STUCK_AFTER_HOURS,
} from '#domain/console/home.ts';
import { mayDo, type Role } from '#domain/console/roles.ts';
import { offeredProviders } from '#services/connections/providers.ts';
import type { Ctx } from '#services/platform/ctx.ts';
import { funnelOf } from '#services/widget/widget-events.ts';
import { type Chart, countHours, type Hour, keepHours, listKeptHours } from '#storage/console/hours.ts';
import { hasOrders, listDisconnected, listStuckOrders, type Waited } from '#storage/console/needs.ts';
import { REVIEWS } from '#storage/documents/documents.ts';
import { listEndpoints } from '#storage/events/webhook-endpoints.ts';
import { readPage } from '#storage/platform/lists/pages.ts';

const HOUR_MS = 3_600_000;

export async function readHome(ctx: Ctx, role: Role): Promise<HomeAnswer> {
  const { environment } = ctx.scope;
  const now = ctx.now();
  const today = toTimestamp(now).slice(0, 10);
  const from = addDays(today, 1 - FUNNEL_DAYS);
  const sees_reviews = mayDo(role, environment, 'reviews', 'read');
  const sees_webhooks = mayDo(role, environment, 'development', 'read');
  const [reviews, webhooks, links, orders, has_orders, counts, tasks, deliveries] = await Promise.all([
    sees_reviews ? waitingReviews(ctx) : null,
    sees_webhooks ? brokenEndpoints(ctx) : null,
    listDisconnected(ctx.db, ctx.scope, LISTED_MAX).then(toNeeded),
    stuckOrders(ctx, now, LISTED_MAX).then(toNeeded),
    hasOrders(ctx.db, ctx.scope),
    funnelOf(ctx, from, today),
    chartOf(ctx, 'tasks', now),
    sees_webhooks ? chartOf(ctx, 'deliveries', now) : null,
  ]);
  const ids = new Set(counts.map(({ provider_id }) => provider_id));
  const providers = offeredProviders(ctx).flatMap(({ id, name }) => (ids.has(id) ? [{ id, name }] : []));
  const funnel = { from, to: today, providers, counts };
  return { now: toTimestamp(now), reviews, webhooks, links, orders, has_orders, funnel, tasks, deliveries };
}

async function waitingReviews(ctx: Ctx): Promise<Needed> {
  const { count, rows } = await readPage<{ id: string; created_at: Date; document_type: string }>(
    ctx.db,
    ctx.scope,
    REVIEWS,
    { review_status: 'pending', page: 1, page_size: LISTED_MAX },
  );
  const first = rows.map(({ id, document_type, created_at }) => ({
    id,
    title: document_type,
    since: toTimestamp(created_at),
  }));
  return { count: Math.min(count, COUNTED_MAX), is_more: count > COUNTED_MAX, first };
}

/** Endpoints that fail now, or that were disabled because they had failed for days. */
async function brokenEndpoints(ctx: Ctx): Promise<Needed> {
  const broken = (await listEndpoints(ctx.db, ctx.scope)).filter(
    ({ enabled, failing_since, disabled_reason }) => disabled_reason !== null || (enabled && failing_since !== null),
  );
  const first = broken.slice(0, LISTED_MAX).map(({ id, name, failing_since }) => ({
    id,
    title: name,
    since: failing_since && toTimestamp(failing_since),
  }));
  return { count: broken.length, is_more: false, first };
}

/** Returns one page of a complete list. The list contains either the links to connect again or the stuck orders. */
export async function readNeeds(ctx: Ctx, list: (typeof NEED_LISTS)[number], page: number): Promise<NeedListAnswer> {
  const limit = Math.min(COUNTED_MAX, page * NEEDS_PAGE_SIZE);
  const waited =
    list === 'links' ? await listDisconnected(ctx.db, ctx.scope, limit) : await stuckOrders(ctx, ctx.now(), limit);
  const { count, first } = toNeeded(waited);
  return { count, results: first.slice((page - 1) * NEEDS_PAGE_SIZE) };
}

async function stuckOrders(ctx: Ctx, now: Date, limit: number): Promise<Waited> {
  const before = new Date(now.getTime() - STUCK_AFTER_HOURS * HOUR_MS);
  const [pending, sent] = await Promise.all(
    ['pending', 'sent'].map((status) => listStuckOrders(ctx.db, ctx.scope, status, before, limit)),
  );
  const first = [...(pending?.first ?? []), ...(sent?.first ?? [])]
    .toSorted((a, b) => a.since.getTime() - b.since.getTime())
    .slice(0, limit);
  return { count: (pending?.count ?? 0) + (sent?.count ?? 0), first };
}

const toNeeded = ({ count, first }: Waited): Needed => ({
  count: Math.min(count, COUNTED_MAX),
  is_more: count > COUNTED_MAX,
  first: first.map(({ id, title, since }) => ({ id, title, since: toTimestamp(since) })),
});

/**
 * How long the counts of an hour may still change after the hour has ended. A task gets its final status minutes after
 * it was created. A delivery attempt is written within seconds.
 */
const SETTLED_AFTER_MS: Record<Chart, number> = { tasks: HOUR_MS, deliveries: 120_000 };

/**
 * The counts of the last day, per hour. If the counts of an hour cannot change any more, the first reader stores them,
 * and they are not counted again.
 */
async function chartOf(ctx: Ctx, chart: Chart, now: Date): Promise<HourCount[]> {
  const this_hour_ms = Math.floor(now.getTime() / HOUR_MS) * HOUR_MS;
  const from = new Date(this_hour_ms - (CHART_HOURS - 1) * HOUR_MS);
  const kept = await listKeptHours(ctx.db, ctx.scope, chart, from);
  const begin = new Date((kept.at(-1)?.hour.getTime() ?? from.getTime() - HOUR_MS) + HOUR_MS);
  const counted = await countHours(ctx.db, ctx.scope, chart, begin, new Date(this_hour_ms + HOUR_MS));
  const settled = hoursBetween(begin, new Date(now.getTime() - SETTLED_AFTER_MS[chart])).map(
    (hour) => counted.find((one) => one.hour.getTime() === hour.getTime()) ?? { hour, counts: {} },
  );
  // An hour with running tasks is counted again until these tasks have ended. The hours after it are counted again as
  // well.
  const running = settled.findIndex(({ counts }) => chart === 'tasks' && Object.keys(counts).some(isRunning));
  const final = running === -1 ? settled : settled.slice(0, running);
  if (final.length > 0) await keepHours(ctx.db, ctx.scope, chart, final, from);
  return [...kept, ...counted].flatMap(toCounts);
}

const isRunning = (outcome: string): boolean => TASK_STATUSES.some((status) => status === outcome && !isFinal(status));

/** The starts of all whole hours between `begin` and `end`. */
const hoursBetween = (begin: Date, end: Date): Date[] => {
  const number = Math.max(0, Math.floor((end.getTime() - begin.getTime()) / HOUR_MS));
  return Array.from({ length: number }, (_, at) => new Date(begin.getTime() + at * HOUR_MS));
};

const toCounts = ({ hour, counts }: Hour): HourCount[] =>
  Object.entries(counts).map(([outcome, count]) => ({ hour: toTimestamp(hour), outcome, count }));
