// The fence around a job. A worker that was paused, cut off or simply too slow may wake up after its job
// went to another one; from then on nothing it does through its database handle is written.
import type { JobName } from '#domain/platform/jobs.ts';
import type { Db } from './db.ts';
import { JOB_TABLE } from './queue-boss.ts';

/** One try at one job. The number grows with every try, so it tells an old worker from the present one. */
export type Attempt = { readonly name: JobName; readonly id: string; readonly attempt: number };

/** This attempt no longer owns its job; nothing was written. */
export class Fenced extends Error {
  constructor({ name, id, attempt }: Attempt) {
    super(`attempt ${attempt} at ${name} ${id} no longer owns the job`);
    this.name = 'Fenced';
  }
}

/** A statement that starts like this changes nothing that needs a fence. */
const READS = /^\s*select\b/i;

/** The same handle, but what writes does so in a transaction that first makes sure of the job. */
export function fencedDb(db: Db, attempt: Attempt): Db {
  const transaction: Db['transaction'] = (work) =>
    db.transaction(async (tx) => {
      // Sent ahead of the work and looked at before the commit: what the work wrote without the job is rolled back.
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
 * A transaction may not stand still for longer than this; the server then ends it. Were it left open by a
 * worker that was paused or cut off, it would keep the job from the others. Shorter than a lease, so that it
 * delays nobody, and far longer than anything a transaction should wait for.
 */
const IDLE_MS_MAX = 8_000;

// The lock is the weakest there is: it lets our own heartbeats and further transactions of the same job
// pass, and makes whoever wants to take the job away (`for update`, `delete`) wait until we have committed.
async function holdJob(tx: Db, { name, id, attempt }: Attempt): Promise<void> {
  const { rowCount } = await tx.query(
    `select set_config('idle_in_transaction_session_timeout', '${IDLE_MS_MAX}', true) from ${JOB_TABLE}
     where name = $1 and id = $2 and retry_count = $3 and state = 'active' for key share`,
    [name, id, attempt],
  );
  if (rowCount === 0) throw new Fenced({ name, id, attempt });
}
