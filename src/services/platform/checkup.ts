// Checks the health of the database for an operator's command.
import type { Clock } from '#base/clock.ts';
import type { Database } from '#storage/platform/db.ts';
import { readVitals } from '#storage/platform/vitals.ts';
import { checkReady } from './health.ts';
import { timerTroubles } from './timers.ts';

export type Finding = { check: string; ok: boolean; note: string };

const CLOCK_SKEW_MS_MAX = 1_000;

export async function checkStore(database: Database, clock: Clock): Promise<Finding[]> {
  const problem = await checkReady(database);
  const asked_at = clock.now().getTime();
  const vitals = await readVitals(database);
  const skew_ms = Math.abs(vitals.now.getTime() - (asked_at + clock.now().getTime()) / 2);
  const timers = await timerTroubles({ database, clock });
  return [
    { check: 'database', ok: true, note: `PostgreSQL ${vitals.version}` },
    { check: 'migrations', ok: problem === undefined, note: problem?.message ?? 'all applied, writable' },
    {
      check: 'row-level security',
      ok: !vitals.bypasses_rls,
      note: vitals.bypasses_rls ? `the role ${vitals.role} bypasses it` : `applies to the role ${vitals.role}`,
    },
    { check: 'clock', ok: skew_ms <= CLOCK_SKEW_MS_MAX, note: `${Math.round(skew_ms)} ms off the database clock` },
    { check: 'timers', ok: timers.dead === 0, note: `${timers.dead} failed permanently, ${timers.failing} failing` },
  ];
}
