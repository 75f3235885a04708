// A separate worker process for tests that kill or pause it. Its job adds rows until the queue rejects the job's
// writes. The job is nearly always inside a transaction.
import { setTimeout as sleep } from 'node:timers/promises';
import { newId } from '#base/ids.ts';
import type { Scope } from '#domain/platform/scope.ts';
import { type Db, openDatabase } from '#storage/platform/db.ts';
import { everyJob, openTestQueue } from './jobs.ts';
import { PATIENT_MS } from './server.ts';

const [url = '', role = ''] = process.argv.slice(2);
const login = { url, role: role === '' ? undefined : role };
const database = openDatabase({ ...login, timeout_ms: PATIENT_MS, connections_max: 4 });
const queue = await openTestQueue({ ...database, ...login });

const handlers = everyJob({
  retry_after_seconds: [1],
  async run({ db, owner }) {
    if (owner === 'system') return;
    process.stdout.write('begun\n');
    while (!(await addRow(db, owner))) await sleep(10);
  },
});
await queue.work(handlers, (job) => job, { concurrency_max: 5, per_owner_max: 5 });
process.stdout.write('ready\n');

async function addRow(db: Db, { client_id, environment }: Scope): Promise<boolean> {
  try {
    await db.transaction(async (tx) => {
      await tx.query(
        `insert into timers (client_id, environment, id, kind, subject_id, due_at, fires_at)
         values ($1, $2, $3, 'note', $3, now(), now())`,
        [client_id, environment, newId()],
      );
      await sleep(200);
    });
    return false;
  } catch (error) {
    const name = error instanceof Error ? error.name : String(error);
    process.stdout.write(`refused: ${name}\n`);
    return name === 'Fenced';
  }
}
