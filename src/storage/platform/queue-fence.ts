// The fence around a job. A worker that was paused, disconnected or too slow may resume after another worker has taken
// over its job. The fence then rejects all writes through the old worker's database handle.
import type { JobName } from '#domain/platform/jobs.ts';
import type { Db } from './db.ts';
import { JOB_TABLE } from './queue-boss.ts';

/**
 * One attempt at one job. The number `attempt` grows with every attempt, so it distinguishes the current worker from
 * earlier workers.
 */
export type Attempt = { readonly name: JobName; readonly id: string; readonly attempt: number };

/** Thrown when an attempt writes although it no longer owns its job. Nothing was written. */
export class Fenced extends Error {
  constructor({ name, id, attempt }: Attempt) {
    super(`attempt ${attempt} at ${name} ${id} no longer owns the job`);
    this.name = 'Fenced';
  }
}

/** Matches statements that only read. They need no fence. */
const READS = /^\s*select\b/i;

/** Returns a handle on which every write runs in a transaction that first locks the job. */
export function fencedDb(db: Db, attempt: Attempt): Db {
  const transaction: Db['transaction'] = (work) =>
    db.transaction(async (tx) => {
      // The lock statement is sent before the work starts, and its result is checked before the commit. If this attempt
      // no longer holds the job, the work is rolled back.
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
 * The server ends a transaction that is idle for longer than this. Without this limit, a transaction that a paused or
 * disconnected worker left open would block the job for other workers. The limit is shorter than a lease, so a
 * transaction never delays another worker that takes over the job. The limit is far longer than any wait that a
 * transaction should need.
 */
const IDLE_MS_MAX = 8_000;

// Takes the weakest row lock on the job. The lock does not block heartbeats or further transactions of the same job. A
// worker that takes the job away (`for update`, `delete`) has to wait until our transaction has committed.
async function holdJob(tx: Db, { name, id, attempt }: Attempt): Promise<void> {
  const { rowCount } = await tx.query(
    `select set_config('idle_in_transaction_session_timeout', '${IDLE_MS_MAX}', true) from ${JOB_TABLE}
     where name = $1 and id = $2 and retry_count = $3 and state = 'active' for key share`,
    [name, id, attempt],
  );
  if (rowCount === 0) throw new Fenced({ name, id, attempt });
}
