// Daily counts of the steps that people reach in the widget.

import type { Scope } from '#domain/platform/scope.ts';
import type { Device, FunnelCount, FunnelStep } from '#domain/widget/widget-events.ts';
import type { Db } from '#storage/platform/db.ts';

export type ReachedStep = { token_id: string; step: FunnelStep; provider_id: string; device: Device; day: string };

/** Counts a step only once per token and provider. Returns false if the step was already counted. */
export async function countStep(db: Db, scope: Scope, reached: ReachedStep): Promise<boolean> {
  const { rowCount } = await db.query(
    `with first as (
       update bridge_tokens set steps_reached = steps_reached || ($5::text || ':' || $6::text)
       where client_id = $1 and environment = $2 and id = $3 and ($5 || ':' || $6) <> all (steps_reached)
       returning 1
     )
     insert into widget_funnel as f (client_id, environment, day, step, provider_id, device, count)
     select $1, $2, $4::date, $5, $6, $7, 1 from first
     on conflict (client_id, environment, day, step, provider_id, device) do update set count = f.count + 1`,
    [
      scope.client_id,
      scope.environment,
      reached.token_id,
      reached.day,
      reached.step,
      reached.provider_id,
      reached.device,
    ],
  );
  return rowCount > 0;
}

/** Sums the counts from `from` to `to`, both days included. */
export async function sumFunnel(db: Db, scope: Scope, from: string, to: string): Promise<FunnelCount[]> {
  const { rows } = await db.query<FunnelCount>(
    `select step, provider_id, device, sum(count)::bigint as count from widget_funnel
     where client_id = $1 and environment = $2 and day between $3 and $4
     group by step, provider_id, device`,
    [scope.client_id, scope.environment, from, to],
  );
  return rows;
}
