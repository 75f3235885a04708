// Daily counts of the steps that people reach in the widget.

import type { Scope } from '#domain/platform/scope.ts';
import type { Device, FunnelCount, NewStep } from '#domain/widget/widget-events.ts';
import type { Db } from '#storage/platform/db.ts';

/** What has been counted of a visit so far. The day and the device are those of the visit's first step. */
export type FunnelVisit = { steps_reached: string[]; funnel_day: string | null; funnel_device: Device | null };

/** Locks the token, so that concurrent requests of one visit count each step only once. */
export async function lockFunnelVisit(tx: Db, scope: Scope, token_id: string): Promise<FunnelVisit | undefined> {
  const { rows } = await tx.query<FunnelVisit>(
    `select steps_reached, to_char(funnel_day, 'YYYY-MM-DD') as funnel_day, funnel_device from bridge_tokens
     where client_id = $1 and environment = $2 and id = $3 for update`,
    [scope.client_id, scope.environment, token_id],
  );
  return rows[0];
}

export type CountedVisit = { token_id: string; day: string; device: Device; steps: readonly NewStep[] };

export async function countSteps(tx: Db, scope: Scope, { token_id, day, device, steps }: CountedVisit): Promise<void> {
  await tx.query(
    `with visit as (
       update bridge_tokens set funnel_day = $4::date, funnel_device = $5,
         steps_reached = steps_reached || array(select n.step || ':' || n.provider_id
           from unnest($6::text[], $7::text[]) as n (step, provider_id))
       where client_id = $1 and environment = $2 and id = $3
     )
     insert into widget_funnel as f (client_id, environment, day, device, step, provider_id, count, visits)
     select $1, $2, $4::date, $5, step, provider_id, 1, is_first::int
     from unnest($6::text[], $7::text[], $8::boolean[]) as n (step, provider_id, is_first)
     order by step, provider_id
     on conflict (client_id, environment, day, step, provider_id, device)
       do update set count = f.count + 1, visits = f.visits + excluded.visits`,
    [
      scope.client_id,
      scope.environment,
      token_id,
      day,
      device,
      steps.map(({ step }) => step),
      steps.map(({ provider_id }) => provider_id),
      steps.map(({ is_first }) => is_first),
    ],
  );
}

/** Sums the counts from `from` to `to`, both days included. */
export async function sumFunnel(db: Db, scope: Scope, from: string, to: string): Promise<FunnelCount[]> {
  const { rows } = await db.query<FunnelCount>(
    `select step, provider_id, device, sum(count)::bigint as count, sum(visits)::bigint as visits from widget_funnel
     where client_id = $1 and environment = $2 and day between $3 and $4
     group by step, provider_id, device`,
    [scope.client_id, scope.environment, from, to],
  );
  return rows;
}
