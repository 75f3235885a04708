// The audit log: appends entries to the chain of a client, reads them and checks the chain.
import { ownerNow } from '#base/clock.ts';
import {
  type Actor,
  type AuditEntry,
  type AuditFilters,
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
  insertAuditEntry,
  listAuditEntries,
  listChains,
  lockChain,
  readAuditEntries,
  readChain,
} from '#storage/console/audit-entries.ts';
import { type Db, SYSTEM } from '#storage/platform/db.ts';

/**
 * Appends an entry to the client's chain, in the transaction of the context. Until that transaction ends, other entries
 * of the same client wait, so the entry is recorded at the end of the work. The time is real, not the sandbox's.
 */
export async function recordAudit(ctx: Ctx, actor: Actor, entry: NewAuditEntry): Promise<void> {
  await inTransaction(ctx, async ({ db, scope, clock }) => {
    const now = ownerNow(clock, 0);
    const chain = await lockChain(db, scope.client_id, now, FIRST_HASH);
    const appended: Omit<AuditEntry, 'hash'> = {
      ...scope,
      number: chain.last_number + 1,
      place: (scope.environment === 'sandbox' ? chain.sandbox_count : chain.prod_count) + 1,
      // The clocks of two processes may differ, but the times of a chain never go back.
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

/** The value as it is read back, so that the hash can be computed again. */
const asStored = (value: unknown): unknown => (value === undefined ? null : JSON.parse(JSON.stringify(value)));

/** The reader of the log: a role that reads only its own entries gets no other ones. */
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

const BATCH = 500;

/** The entries, oldest first, read in batches. */
export async function* exportAudit(ctx: Ctx, reader: AuditReader, filters: AuditFilters): AsyncGenerator<AuditEntry[]> {
  const filter = filterFor(ctx, reader, filters);
  let after = 0;
  for (let length = BATCH; filter !== undefined && length === BATCH; ) {
    const entries = await readAuditEntries(ctx.db, ctx.scope, filter, after, BATCH);
    length = entries.length;
    after = entries.at(-1)?.place ?? after;
    if (length > 0) yield entries;
  }
}

/** Undefined if the reader asks for the entries of somebody else and may read only the own ones. */
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
  /** The number of entries that are stored. */
  entries: number;
  /** The number of the oldest stored entry; retention has removed those before it. */
  first_number: number;
  /** The hash of the last entry. An operator who keeps it elsewhere can prove later that nothing before it changed. */
  last_hash: string;
  /** The number of the first entry that does not fit the chain; null if the chain is whole. */
  broken_at: number | null;
};

/** Checks the chain of every client, or of one client. */
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
  // Entries that are appended meanwhile are not checked.
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
