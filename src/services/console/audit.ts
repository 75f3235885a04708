// The audit log: appends entries to the chain of a client, reads entries, and checks the chain.
import { ownerNow } from '#base/clock.ts';
import { notFound } from '#base/errors.ts';
import {
  type Actor,
  type AuditEntry,
  AuditExportQuery,
  type AuditFilters,
  declaredNames,
  FIRST_HASH,
  hashOfEntry,
  type NewAuditEntry,
} from '#domain/console/audit.ts';
import { accessOf, type Role } from '#domain/console/roles.ts';
import { type Paging, parseRange } from '#domain/platform/pages.ts';
import { type Ctx, type CtxParts, inTransaction } from '#services/platform/ctx.ts';
import {
  type AuditChain,
  type AuditFilter,
  findAuditEntry,
  insertAuditEntry,
  listAuditEntries,
  listChains,
  lockChain,
  readAuditEntries,
  readChain,
} from '#storage/console/audit-entries.ts';
import { type Db, SYSTEM } from '#storage/platform/db.ts';

/**
 * Appends an entry to the client's chain, in the transaction of the context. Other entries of the same client wait
 * until that transaction ends, so the entry should be recorded at the end of the work. The time of the entry is real
 * time, even in the sandbox.
 */
export async function recordAudit(ctx: Ctx, actor: Actor, entry: NewAuditEntry): Promise<void> {
  await inTransaction(ctx, async ({ db, scope, clock }) => {
    const now = ownerNow(clock, 0);
    const chain = await lockChain(db, scope.client_id, now, FIRST_HASH);
    const appended: Omit<AuditEntry, 'hash'> = {
      ...scope,
      number: chain.last_number + 1,
      place: (scope.environment === 'sandbox' ? chain.sandbox_count : chain.prod_count) + 1,
      // An entry must not have an earlier time than the previous entry of its chain. The clocks of two processes may
      // differ, so the later of the current time and the previous entry's time is used.
      at: chain.last_at > now ? chain.last_at : now,
      user_id: actor.user_id,
      email: actor.email,
      ip: actor.ip,
      action: entry.action,
      object: entry.object,
      purpose: entry.purpose ?? null,
      before: asStored(entry.before),
      after: asStored(entry.after),
    };
    await insertAuditEntry(db, { ...appended, hash: hashOfEntry(chain.last_hash, appended) });
  });
}

/** A page that stays open reads the same object repeatedly. All reads within this time are recorded as one view. */
const VIEW_MS = 60_000;
const RECENT_MAX = 10_000;

/** For each session, action and object, the time at which a view was last recorded. */
const recent = new Map<string, number>();

/** Records that a user has viewed a person's data. */
export async function recordView(ctx: Ctx, actor: Actor, session_id: string, view: NewAuditEntry): Promise<void> {
  const name = `${session_id} ${ctx.scope.client_id} ${ctx.scope.environment} ${view.action} ${view.object}`;
  const now_ms = ctx.clock.now().getTime();
  const seen_ms = recent.get(name);
  if (seen_ms !== undefined && Math.abs(now_ms - seen_ms) < VIEW_MS) return;
  await recordAudit(ctx, actor, view);
  if (recent.size >= RECENT_MAX) recent.clear();
  recent.set(name, now_ms);
}

/** Returns the value exactly as it will be read back from the database, so that the same hash can be computed later. */
const asStored = (value: unknown): unknown => (value === undefined ? null : JSON.parse(JSON.stringify(value)));

/** The user who reads the log. A user whose role has the access level `own` reads only their own entries. */
export type AuditReader = { user_id: string; role: Role };

export async function listAudit(
  ctx: Ctx,
  reader: AuditReader,
  filters: AuditFilters,
  paging: Paging,
): Promise<{ count: number; entries: AuditEntry[] }> {
  const filter = filterFor(ctx, reader, filters);
  return filter === undefined ? { count: 0, entries: [] } : listAuditEntries(ctx.db, ctx.scope, filter, paging);
}

/** Returns the entry with this number. A reader who may read only their own entries finds no other entry. */
export async function getAuditEntry(ctx: Ctx, reader: AuditReader, number: number): Promise<AuditEntry> {
  const entry = await findAuditEntry(ctx.db, ctx.scope, number);
  const is_own_only = accessOf(reader.role, ctx.scope.environment, 'audit') === 'own';
  if (entry === undefined || (is_own_only && entry.user_id !== reader.user_id)) throw notFound();
  return entry;
}

const BATCH = 500;

/**
 * Records the export in the audit log, with the names of the filters. Returns the entries, oldest first, in batches.
 * They include the new entry that records the export, unless a filter excludes it.
 */
export async function exportAudit(
  ctx: Ctx,
  actor: Actor,
  reader: AuditReader,
  filters: AuditFilters,
): Promise<AsyncGenerator<AuditEntry[]>> {
  await recordAudit(ctx, actor, {
    action: 'exportAudit',
    object: 'audit',
    after: { filters: declaredNames(AuditExportQuery, filters) },
  });
  return batchesOf(ctx, reader, filters);
}

async function* batchesOf(ctx: Ctx, reader: AuditReader, filters: AuditFilters): AsyncGenerator<AuditEntry[]> {
  const filter = filterFor(ctx, reader, filters);
  let after = 0;
  for (let length = BATCH; filter !== undefined && length === BATCH; ) {
    const entries = await readAuditEntries(ctx.db, ctx.scope, filter, after, BATCH);
    length = entries.length;
    after = entries.at(-1)?.place ?? after;
    if (length > 0) yield entries;
  }
}

/** Returns undefined if the reader requests another user's entries but may read only their own entries. */
function filterFor({ scope }: Ctx, reader: AuditReader, filters: AuditFilters): AuditFilter | undefined {
  const { actor, action, object } = filters;
  const { created_at__gte: from, created_at__lte: until } = parseRange(filters);
  const others = { action, object, from, until };
  const asked: AuditFilter = actor?.includes('@') === true ? { email: actor } : { user_id: actor };
  if (accessOf(reader.role, scope.environment, 'audit') !== 'own') return { ...others, ...asked };
  if (asked.user_id !== undefined && asked.user_id !== reader.user_id) return undefined;
  return { ...others, ...asked, user_id: reader.user_id };
}

export type ChainReport = {
  client_id: string;
  /** The number of stored entries. */
  entries: number;
  /** The number of the oldest stored entry. Retention has removed the entries before it. */
  first_number: number;
  /**
   * The hash of the last entry. An operator who keeps a copy of this hash can prove later that no earlier entry was
   * changed.
   */
  last_hash: string;
  /** The number of the first entry that does not match the chain; null if all entries match. */
  broken_at: number | null;
};

/** Checks the chain of one client, or of every client if no client is given. */
export async function verifyAudit({ database }: CtxParts, client_id?: string): Promise<ChainReport[]> {
  const db = database.scoped(SYSTEM);
  const reports: ChainReport[] = [];
  for (const chain of await listChains(db, client_id)) reports.push(await verifyChain(db, chain));
  return reports;
}

async function verifyChain(db: Db, chain: AuditChain): Promise<ChainReport> {
  const first_number = chain.removed_number + 1;
  let [number, hash, entries] = [chain.removed_number, chain.removed_hash, 0];
  const report = (broken_at: number | null): ChainReport => ({
    client_id: chain.client_id,
    entries,
    first_number,
    last_hash: chain.last_hash,
    broken_at,
  });
  // Entries that are appended during the check are not checked.
  while (number < chain.last_number) {
    const batch = await readChain(db, chain.client_id, number, BATCH);
    if (batch.length === 0) return report(number + 1);
    for (const entry of batch) {
      if (number === chain.last_number) break;
      if (entry.number !== number + 1 || entry.hash !== hashOfEntry(hash, entry)) return report(number + 1);
      ({ number, hash } = entry);
      entries++;
    }
  }
  return report(hash === chain.last_hash ? null : chain.last_number);
}
