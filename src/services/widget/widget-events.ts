// Events reported by the widget: the user's exit, the steps the user reached, and clicks made while the widget was
// covered.
import { toTimestamp } from '#base/timestamps.ts';
import {
  type CoveredPress,
  coveredPressOf,
  DEVICES,
  type Device,
  FUNNEL_STEPS,
  type FunnelCount,
  type Reached,
  reachedBy,
  stepsToCount,
  type WidgetEvent,
} from '#domain/widget/widget-events.ts';
import { offeredConnector } from '#services/connections/providers.ts';
import { type Ctx, inTransaction } from '#services/platform/ctx.ts';
import { listSuborders } from '#storage/orders/suborders.ts';
import { countSteps as addSteps, lockFunnelVisit, sumFunnel } from '#storage/widget/widget-funnel.ts';
import { leaveOrder } from './widget-orders.ts';
import type { Visitor } from './widget-tokens.ts';

/** Returns what the caller has to count: steps reached for the first time, and clicks on covered elements. */
export async function takeEvents(
  visitor: Visitor,
  events: readonly WidgetEvent[],
  device: Device,
): Promise<{ reached: Reached[]; covered: CoveredPress[] }> {
  const reached = events.flatMap(
    (event) => reachedBy(event, (id) => offeredConnector(visitor.ctx, id) !== undefined) ?? [],
  );
  const counted = await countSteps(visitor, await withoutEmptyHanded(visitor, reached), device);
  if (events.some(({ type }) => type === 'CLOSE')) await leaveOrder(visitor);
  return { reached: counted, covered: noteCovered(visitor, events) };
}

/**
 * Returns the steps to count. The step `submitted` is left out if nothing was connected in the order, because an order
 * may be finished although everything in it was skipped. The step is also left out if the token has no order.
 */
async function withoutEmptyHanded({ ctx, token }: Visitor, reached: readonly Reached[]): Promise<readonly Reached[]> {
  if (!reached.some(({ step }) => step === 'submitted')) return reached;
  const suborders = token.order_id === null ? [] : await listSuborders(ctx.db, ctx.scope, [token.order_id]);
  const has_connected = suborders.some(({ link_id }) => link_id !== null);
  return has_connected ? reached : reached.filter(({ step }) => step !== 'submitted');
}

/**
 * Logs the clicks that were made while the widget was covered. Logs one line per request and not one per click, because
 * the holder of a token controls how many events are sent.
 */
function noteCovered({ ctx, token }: Visitor, events: readonly WidgetEvent[]): CoveredPress[] {
  const covered = events.flatMap((event) => coveredPressOf(event) ?? []);
  if (covered.length === 0) return [];
  const { scope, log } = ctx;
  log.warn(
    { ...scope, token_id: token.id, order_id: token.order_id, covered },
    'the widget was clicked while it was covered',
  );
  return covered;
}

/**
 * Counts the reached steps and the steps that a user must pass before them. Each step is counted once per token and
 * provider, because users retry and a funnel counts users. All steps of a token are counted for the day and the device
 * of the token's first step. Returns the steps that were not counted before.
 */
export async function countSteps(
  { ctx, token }: Visitor,
  reached: readonly Reached[],
  device: Device,
): Promise<Reached[]> {
  if (reached.length === 0) return [];
  return inTransaction(ctx, async ({ db, scope, now }) => {
    const visit = await lockFunnelVisit(db, scope, token.id);
    const steps = stepsToCount(visit?.steps_reached ?? [], reached);
    if (visit === undefined || steps.length === 0) return [];
    await addSteps(db, scope, {
      token_id: token.id,
      day: visit.funnel_day ?? toTimestamp(now()).slice(0, 10),
      device: visit.funnel_device ?? device,
      steps,
    });
    return steps.map(({ step, provider_id }) => ({ step, provider_id }));
  });
}

/**
 * The counts of the funnel for the days `from` to `to`, both inclusive (`YYYY-MM-DD`, on the owner's clock), sorted by
 * step, provider and device.
 */
export async function funnelOf(ctx: Ctx, from: string, to: string): Promise<FunnelCount[]> {
  const counts = await sumFunnel(ctx.db, ctx.scope, from, to);
  return counts.toSorted(
    (a, b) =>
      FUNNEL_STEPS.indexOf(a.step) - FUNNEL_STEPS.indexOf(b.step) ||
      a.provider_id.localeCompare(b.provider_id, 'en') ||
      DEVICES.indexOf(a.device) - DEVICES.indexOf(b.device),
  );
}
