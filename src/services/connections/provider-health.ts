// The health of the live providers. It is computed from the tasks of all clients and cached for a few seconds.
import type { Clock } from '#base/clock.ts';
import type { Connector } from '#connectors/contract.ts';
import { HEALTH_HOURS, healthOf } from '#domain/connections/provider-health.ts';
import type { HealthReader, ProviderHealth } from '#domain/connections/providers.ts';
import type { Ctx } from '#services/platform/ctx.ts';
import { countProviderTasks } from '#storage/connections/provider-health.ts';
import { type Database, SYSTEM } from '#storage/platform/db.ts';

/** The time for which the health is cached. A failing provider is therefore detected within this time. */
const KEPT_MS = 5_000;

export function openProviderHealth(parts: {
  database: Database;
  clock: Clock;
  connectors: ReadonlyMap<string, Connector>;
}): HealthReader {
  let kept: { at_ms: number; ids: string; health: Promise<ReadonlyMap<string, ProviderHealth>> } | undefined;
  return () => {
    // A provider that the operator removed is not offered any more, so its health is not needed.
    const ids = [...parts.connectors.values()]
      .filter(({ manifest }) => manifest.is_live === true && manifest.environments.length > 0)
      .map(({ manifest }) => manifest.id);
    const now = parts.clock.now();
    const age_ms = kept === undefined ? Number.POSITIVE_INFINITY : now.getTime() - kept.at_ms;
    if (kept === undefined || Math.abs(age_ms) >= KEPT_MS || kept.ids !== ids.join()) {
      kept = { at_ms: now.getTime(), ids: ids.join(), health: readHealth(parts.database, ids, now) };
      // A failed query is not cached. All requests that wait for the query get the error.
      kept.health.catch(() => {
        kept = undefined;
      });
    }
    return kept.health;
  };
}

/**
 * Whether the provider is down now. The result is not cached, because the gate closes as soon as a provider is down.
 */
export async function isDown(ctx: Pick<Ctx, 'database' | 'clock'>, provider_id: string): Promise<boolean> {
  const health = await readHealth(ctx.database, [provider_id], ctx.clock.now());
  return health.get(provider_id)?.status === 'down';
}

async function readHealth(
  database: Database,
  ids: readonly string[],
  now: Date,
): Promise<ReadonlyMap<string, ProviderHealth>> {
  if (ids.length === 0) return new Map();
  const since = new Date(now.getTime() - HEALTH_HOURS * 3_600_000);
  const counts = await countProviderTasks(database.scoped(SYSTEM), ids, since);
  return new Map([...counts].map(([id, count]) => [id, healthOf(count, now)]));
}
