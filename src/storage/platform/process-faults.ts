// The numbers of uncaught exceptions and unhandled rejections in all processes together.
import type { Db } from './db.ts';

export type FaultCount = { kind: string; count: number };

export async function countFault(db: Db, kind: string, now: Date): Promise<void> {
  await db.query(
    `insert into process_faults as known (kind, count, last_at) values ($1, 1, $2)
     on conflict (kind) do update set count = known.count + 1, last_at = excluded.last_at`,
    [kind, now],
  );
}

export async function listFaults(db: Db): Promise<FaultCount[]> {
  return (await db.query<FaultCount>('select kind, count from process_faults')).rows;
}
