// Every few minutes: forgetting what nobody can ask for any more, and closing blocks of lists nobody reads.
import { TOKENS_KEPT_DAYS } from '#domain/bridge-tokens.ts';
import { listEnvironments } from '#storage/clients.ts';
import {
  deleteBridgeTokens,
  deleteIdempotencyKeys,
  deletePublicTokens,
  deleteRateWindows,
} from '#storage/housekeeping.ts';
import { LINKS } from '#storage/links.ts';
import { closeBlocks } from '#storage/list-blocks.ts';
import { TASKS } from '#storage/tasks.ts';
import { USERS } from '#storage/users.ts';
import type { JobCtx } from './jobs.ts';

const HOUR_MS = 3_600_000;
const BATCH = 1_000;

const CHORES = [
  // The age up to which a repeated request is answered from memory.
  { table: 'idempotency_keys', kept_ms: 24 * HOUR_MS, remove: deleteIdempotencyKeys },
  // An hour more than the longest window: what is older counts for nothing.
  { table: 'rate_windows', kept_ms: 25 * HOUR_MS, remove: deleteRateWindows },
  // Used and expired ones are known for a month, so that they are answered as such. A sandbox clock may have run
  // ahead of the real one; its tokens just stay longer.
  { table: 'bridge_tokens', kept_ms: TOKENS_KEPT_DAYS * 24 * HOUR_MS, remove: deleteBridgeTokens },
  { table: 'public_tokens', kept_ms: TOKENS_KEPT_DAYS * 24 * HOUR_MS, remove: deletePublicTokens },
];

/** Every list of the API that is read in pages. */
const LISTS = [USERS, LINKS, TASKS];

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
