// The fence around a job. A worker that was paused, disconnected or too slow may resume after its job went to another
// worker; from then on nothing is written through its database handle.
import type { JobName } from '#domain/platform/jobs.ts';
import type { Db } from './db.ts';
import { JOB_TABLE } from './queue-boss.ts';

/** One attempt at one job. The number grows with every attempt, so it tells an old worker from the current one. */
export type Attempt = { readonly name: JobName; readonly id: string; readonly attempt: number };

/** This attempt no longer owns its job; nothing was written. */
export class Fenced extends Error {
  constructor({ name, id, attempt }: Attempt) {
    super(`attempt ${attempt} at ${name} ${id} no longer owns the job`);
    this.name = 'Fenced';
  }
}

/** A statement that starts like this writes nothing and needs no fence. */
const READS = /^\s*select\b/i;

/** The same handle, but every write runs in a transaction that first locks the job. */
export function fencedDb(db: Db, attempt: Attempt): Db {
  const transaction: Db['transaction'] = (work) =>
    db.transaction(async (tx) => {
      // Sent before the work and checked before the commit: if the job is lost, the work is rolled back.
      const held = holdJob(tx, attempt);
      held.catch(() => undefined);
      const result = await work(tx);
      await held;
      return result;
    });
  return {
    query: (sql, values) => (READS.test(sql) ? db.query(sql, values) : transaction((tx) => tx.query(sql, values))),
    lookup: (sql, values) => db.lookup(sql, values),
    write: (sql, values) => transaction((tx) => tx.write(sql, values)),
    transaction,
    afterCommit: (run) => db.afterCommit(run),
  };
}

/**
 * Maximum idle time of a transaction; the server then ends it. A transaction left open by a worker that was paused or
 * disconnected would block the job for the others. It is shorter than a lease, so that it delays no takeover, and far
 * longer than anything a transaction should wait for.
 */
const IDLE_MS_MAX = 8_000;

// The weakest row lock: it does not block our own heartbeats and further transactions of the same job, and makes any
// worker that takes the job away (`for update`, `delete`) wait until we have committed.
async function holdJob(tx: Db, { name, id, attempt }: Attempt): Promise<void> {
  const { rowCount } = await tx.query(
    `select set_config('idle_in_transaction_session_timeout', '${IDLE_MS_MAX}', true) from ${JOB_TABLE}
     where name = $1 and id = $2 and retry_count = $3 and state = 'active' for key share`,
    [name, id, attempt],
  );
  if (rowCount === 0) throw new Fenced({ name, id, attempt });
}
