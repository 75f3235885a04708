// Rows of the gates of live providers. A closed gate holds back calls to a provider that is down or busy. After
// `closed_until`, only one task at a time may call the provider. This task is the probe. All tasks may call the
// provider again once the gate is opened and its row is deleted. Needs the system scope. Each statement is a separate
// transaction, so that no lock on a row is held while a provider is called.
import type { Db } from '#storage/platform/db.ts';

export type ProviderGate = { closed_until: Date; probe_task_id: string | null; probe_until: Date | null };

export async function findGate(db: Db, provider_id: string): Promise<ProviderGate | undefined> {
  const { rows } = await db.query<ProviderGate>(
    'select closed_until, probe_task_id, probe_until from provider_gates where provider_id = $1',
    [provider_id],
  );
  return rows[0];
}

/**
 * Closes the gate, or keeps it closed, at least until `closed_until`. If the task was the probe, it is no longer the
 * probe.
 */
export async function closeGate(db: Db, provider_id: string, task_id: string, closed_until: Date): Promise<void> {
  await db.query(
    `insert into provider_gates as gate (provider_id, closed_until) values ($1, $3)
     on conflict (provider_id) do update set
       closed_until = greatest(gate.closed_until, excluded.closed_until),
       probe_task_id = nullif(gate.probe_task_id, $2),
       probe_until = case when gate.probe_task_id = $2 then null else gate.probe_until end
     where gate.closed_until < excluded.closed_until or gate.probe_task_id = $2`,
    [provider_id, task_id, closed_until],
  );
}

/**
 * Makes the task the probe. Returns false if `closed_until` has not passed yet, if another task is the probe, or if the
 * gate was opened in the meantime and needs no probe.
 */
export async function takeProbe(
  db: Db,
  provider_id: string,
  probe: { task_id: string; now: Date; until: Date },
): Promise<boolean> {
  const { rowCount } = await db.query(
    `update provider_gates set probe_task_id = $2, probe_until = $4
     where provider_id = $1 and closed_until <= $3
       and (probe_task_id is null or probe_task_id = $2 or probe_until <= $3)`,
    [provider_id, probe.task_id, probe.now, probe.until],
  );
  return rowCount === 1;
}

/** Opens the gate if the task is still the probe. */
export async function openGate(db: Db, provider_id: string, task_id: string): Promise<void> {
  await db.query('delete from provider_gates where provider_id = $1 and probe_task_id = $2', [provider_id, task_id]);
}

/** Ends the task's role as the probe, so that another task can become the probe. The gate is not opened. */
export async function endProbe(db: Db, provider_id: string, task_id: string): Promise<void> {
  await db.query(
    `update provider_gates set probe_task_id = null, probe_until = null
     where provider_id = $1 and probe_task_id = $2`,
    [provider_id, task_id],
  );
}
