// Housekeeping runs every few minutes. It deletes rows past their retention time, and closes the blocks (stored row
// counts, storage/platform/lists/list-blocks.ts) of lists that nobody reads.
import { TOKENS_KEPT_DAYS } from '#domain/connections/bridge-tokens.ts';
import { NOTICES_KEPT_DAYS } from '#domain/connections/provider-notices.ts';
import { AUDIT_KEPT_DAYS } from '#domain/console/audit.ts';
import { REQUESTS_KEPT_DAYS } from '#domain/console/request-log.ts';
import { DELIVERIES_KEPT_DAYS, EVENTS_KEPT_DAYS } from '#domain/events/webhook-deliveries.ts';
import { listEnvironments } from '#storage/access/clients.ts';
import { deleteAuditEntries } from '#storage/console/audit-entries.ts';
import { LISTS } from '#storage/lists.ts';
import { SYSTEM } from '#storage/platform/db.ts';
import {
  deleteAttempts,
  deleteBridgeTokens,
  deleteDeliveries,
  deleteEvents,
  deleteIdempotencyKeys,
  deleteInvitations,
  deleteProviderNotices,
  deletePublicTokens,
  deleteRateWindows,
  deleteRequestChunks,
  deleteSessions,
  deleteSignInAttempts,
} from '#storage/platform/housekeeping.ts';
import { closeBlocks } from '#storage/platform/lists/list-blocks.ts';
import { countGrownTables } from '#storage/platform/statistics.ts';
import type { CtxParts } from './ctx.ts';
import type { JobCtx } from './jobs.ts';

const HOUR_MS = 3_600_000;
const BATCH = 1_000;
/** A request that is repeated with the same idempotency key gets the stored response until the key reaches this age. */
export const IDEMPOTENCY_KEPT_MS = 24 * HOUR_MS;

const CHORES = [
  { table: 'idempotency_keys', kept_ms: IDEMPOTENCY_KEPT_MS, remove: deleteIdempotencyKeys },
  // Rows are kept for one hour more than the longest rate-limit window; older rows have no effect.
  { table: 'rate_windows', kept_ms: 25 * HOUR_MS, remove: deleteRateWindows },
  // Used and expired tokens are kept for a month, so that the error for a token can report whether the token is used or
  // expired. If a sandbox clock is ahead of real time, the sandbox's tokens are kept longer.
  { table: 'bridge_tokens', kept_ms: TOKENS_KEPT_DAYS * 24 * HOUR_MS, remove: deleteBridgeTokens },
  { table: 'public_tokens', kept_ms: TOKENS_KEPT_DAYS * 24 * HOUR_MS, remove: deletePublicTokens },
  { table: 'provider_notices', kept_ms: NOTICES_KEPT_DAYS * 24 * HOUR_MS, remove: deleteProviderNotices },
  // One row contains all requests of one second, so even a week of a busy client's requests can be deleted in minutes.
  { table: 'request_chunks', kept_ms: REQUESTS_KEPT_DAYS * 24 * HOUR_MS, remove: deleteRequestChunks },
  { table: 'dashboard_sessions', kept_ms: 0, remove: deleteSessions },
  { table: 'dashboard_invitations', kept_ms: 0, remove: deleteInvitations },
  // A sign-in attempt counts towards the limit for 15 minutes, so an older attempt is not needed.
  { table: 'sign_in_attempts', kept_ms: HOUR_MS, remove: deleteSignInAttempts },
  // Removes the oldest entries of each client's hash chain. The hash at which the chain was cut is kept.
  { table: 'audit_entries', kept_ms: AUDIT_KEPT_DAYS * 24 * HOUR_MS, remove: deleteAuditEntries },
  // The age of events, deliveries and attempts is measured on the owner's clock.
  { table: 'events', kept_ms: EVENTS_KEPT_DAYS * 24 * HOUR_MS, remove: deleteEvents },
  { table: 'webhook_deliveries', kept_ms: DELIVERIES_KEPT_DAYS * 24 * HOUR_MS, remove: deleteDeliveries },
  { table: 'webhook_attempts', kept_ms: DELIVERIES_KEPT_DAYS * 24 * HOUR_MS, remove: deleteAttempts },
];

type Tools = Pick<JobCtx, 'db' | 'clock' | 'log' | 'signal'>;

export async function keepHouse(tools: Tools): Promise<void> {
  await deleteExpired(tools);
  await closeListBlocks(tools);
}

/** Stops early when the signal is aborted. The next run then deletes the remaining rows. */
async function deleteExpired({ db, clock, log, signal }: Tools): Promise<void> {
  for (const { table, kept_ms, remove } of CHORES) {
    const before = new Date(clock.now().getTime() - kept_ms);
    for (let removed = 0, batch = BATCH; batch === BATCH && !signal.aborted; ) {
      batch = await remove(db, before, BATCH);
      removed += batch;
      if (batch > 0) log.info({ table, removed }, 'removed expired rows');
    }
  }
}

/**
 * Reading a list closes the list's blocks. This function closes the blocks of lists that nobody reads, before these
 * lists grow long.
 */
async function closeListBlocks({ db, clock, signal }: Tools): Promise<void> {
  for (const scope of await listEnvironments(db)) {
    for (const list of LISTS.filter(({ without_blocks }) => !without_blocks)) {
      for (let more = true; more && !signal.aborted; ) more = await closeBlocks(db, scope, list, clock.now());
    }
  }
}

/** Updates the statistics of tables that have grown. Runs every few seconds and seldom finds such a table. */
export async function keepStatistics({ database, log }: Pick<CtxParts, 'database' | 'log'>): Promise<void> {
  try {
    const tables = await countGrownTables(database.scoped(SYSTEM));
    if (tables.length > 0) log.debug({ tables }, 'analyzed tables that have grown');
  } catch (err) {
    log.debug({ err }, 'could not analyze tables');
  }
}
