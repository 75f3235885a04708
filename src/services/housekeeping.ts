// Every few minutes: forgetting what nobody can ask for any more, and closing blocks of lists nobody reads.
import { listEnvironments } from '#storage/clients.ts';
import { deleteIdempotencyKeys, deleteRateWindows } from '#storage/housekeeping.ts';
import { closeBlocks } from '#storage/list-blocks.ts';
import { USERS } from '#storage/users.ts';
import type { JobCtx } from './jobs.ts';

const HOUR_MS = 3_600_000;
const BATCH = 1_000;

const CHORES = [
  // The age up to which a repeated request is answered from memory.
  { table: 'idempotency_keys', kept_ms: 24 * HOUR_MS, remove: deleteIdempotencyKeys },
  // An hour more than the longest window: what is older counts for nothing.
  { table: 'rate_windows', kept_ms: 25 * HOUR_MS, remove: deleteRateWindows },
];

/** Every list of the API that is read in pages. */
const LISTS = [USERS];

type Tools = Pick<JobCtx, 'db' | 'clock' | 'log' | 'signal'>;

export async function keepHouse(tools: Tools): Promise<void> {
  await forget(tools);
  await closeListBlocks(tools);
}

/** Stops early when asked to; the next run goes on from there. */
async function forget({ db, clock, log, signal }: Tools): Promise<void> {
  for (const { table, kept_ms, remove } of CHORES) {
    const before = new Date(clock.now().getTime() - kept_ms);
    for (let removed = 0, batch = BATCH; batch === BATCH && !signal.aborted; ) {
      batch = await remove(db, before, BATCH);
      removed += batch;
      if (batch > 0) log.info({ table, removed }, 'removed what is past its time');
    }
  }
}

/** A list that is read has its blocks closed by its readers; this is for the others, before they grow long. */
async function closeListBlocks({ db, clock, signal }: Tools): Promise<void> {
  for (const scope of await listEnvironments(db)) {
    for (const list of LISTS) {
      for (let more = true; more && !signal.aborted; ) more = await closeBlocks(db, scope, list, clock.now());
    }
  }
}
