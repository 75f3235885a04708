// Rows of the audit log and of its hash chains.
import type { AuditEntry } from '#domain/console/audit.ts';
import type { Paging } from '#domain/platform/pages.ts';
import type { Scope } from '#domain/platform/scope.ts';
import type { Db } from '#storage/platform/db.ts';
import { removeRows } from '#storage/platform/housekeeping.ts';
import {
  BLOCK_ENTRIES,
  type Condition,
  countBlocks,
  deleteBlocks,
  isCountedObject,
  type Places,
  readFiltered,
} from './audit-blocks.ts';

export type AuditChain = {
  client_id: string;
  last_number: number;
  last_hash: string;
  last_at: Date;
  sandbox_count: number;
  prod_count: number;
  removed_number: number;
  removed_hash: string;
};

const columns = (user_id: string): string =>
  `client_id, environment, number, place, at, ${user_id}, email, ip, action, object, purpose, before, after, hash`;
const INSERTED = columns('dashboard_user_id');
const COLUMNS = columns('dashboard_user_id as user_id');
const OURS = 'client_id = $1 and environment = $2';

/**
 * Returns the client's hash chain and locks it until the end of the transaction. Creates the chain if the client has no
 * chain yet.
 */
export async function lockChain(tx: Db, client_id: string, now: Date, first_hash: string): Promise<AuditChain> {
  const { rows } = await tx.query<AuditChain>(
    `insert into audit_chains (client_id, last_hash, last_at, removed_hash) values ($1, $2, $3, $2)
     on conflict (client_id) do update set client_id = excluded.client_id returning *`,
    [client_id, first_hash, now],
  );
  const [chain] = rows;
  if (chain === undefined) throw new Error('the chain of the audit log was not created');
  return chain;
}

/**
 * Appends an entry. If the entry is the last one of its block, the block is counted. The caller must have locked the
 * chain in this transaction.
 */
export async function insertAuditEntry(tx: Db, entry: AuditEntry): Promise<void> {
  await tx.query(
    `with chain as (
       update audit_chains set last_number = $3, last_at = $5, last_hash = $14,
         sandbox_count = case when $2 = 'sandbox' then $4 else sandbox_count end,
         prod_count = case when $2 = 'prod' then $4 else prod_count end
       where client_id = $1
     )
     insert into audit_entries (${INSERTED})
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14)`,
    [
      entry.client_id,
      entry.environment,
      entry.number,
      entry.place,
      entry.at,
      entry.user_id,
      entry.email,
      entry.ip,
      entry.action,
      entry.object,
      entry.purpose,
      jsonOf(entry.before),
      jsonOf(entry.after),
      entry.hash,
    ],
  );
  if (entry.place % BLOCK_ENTRIES === 0) await countBlocks(tx, entry);
}

const jsonOf = (value: unknown): string | null => (value === null ? null : JSON.stringify(value));

export type AuditFilter = {
  user_id?: string | undefined;
  email?: string | undefined;
  action?: string | undefined;
  object?: string | undefined;
  from?: Date | undefined;
  until?: Date | undefined;
};

/**
 * The columns of the filters that compare for equality. For each column, there is an index whose last column is
 * `place`.
 */
const EQUAL = { user_id: 'dashboard_user_id', email: 'email', action: 'action', object: 'object' } as const;

/**
 * The values of `place` have no gaps and increase with time. So a time range corresponds to a range of values of
 * `place`, which is found through the index. If there is no other filter, the number of entries follows from this
 * range.
 */
async function placesOf(
  db: Db,
  scope: Scope,
  { from, until }: AuditFilter,
): Promise<Places & { counted_block: number }> {
  const { rows } = await db.query<{ first: number | null; last: number | null; counted_block: number | null }>(
    `select
       (select place from audit_entries where ${OURS} and at >= $3 order by at, place limit 1) as first,
       (select place from audit_entries where ${OURS} and at <= $4 order by at desc, place desc limit 1) as last,
       (select max(block) from audit_blocks where ${OURS}) as counted_block`,
    [scope.client_id, scope.environment, from ?? '-infinity', until ?? 'infinity'],
  );
  const { first = null, last = null, counted_block = null } = rows[0] ?? {};
  return {
    ...(first === null || last === null || last < first ? { first: 1, last: 0 } : { first, last }),
    counted_block: counted_block ?? -1,
  };
}

const conditionsOf = (filter: AuditFilter): Condition[] =>
  Object.entries(EQUAL).flatMap(([name, column]) => {
    const value = filter[name as keyof typeof EQUAL];
    return value === undefined ? [] : [{ column, value }];
  });

/** Returns one page of entries, newest first. */
export async function listAuditEntries(
  db: Db,
  scope: Scope,
  filter: AuditFilter,
  { page, page_size }: Paging,
): Promise<{ count: number; entries: AuditEntry[] }> {
  const { counted_block, ...places } = await placesOf(db, scope, filter);
  const conditions = conditionsOf(filter);
  const skipped = (page - 1) * page_size;
  if (conditions.length > 0) {
    const is_counted = filter.object === undefined || isCountedObject(filter.object);
    const shown = { columns: COLUMNS, skipped, page_size };
    return readFiltered(db, scope, places, is_counted ? counted_block : -1, conditions, shown);
  }
  const { first, last } = places;
  const { rows } = await db.query<AuditEntry>(
    `select ${COLUMNS} from audit_entries where ${OURS} and place >= $3 and place <= $4 order by place desc limit $5`,
    [scope.client_id, scope.environment, first, last - skipped, page_size],
  );
  return { count: last - first + 1, entries: rows };
}

/** Returns the entry with this number, if it belongs to the environment of the scope. */
export async function findAuditEntry(db: Db, scope: Scope, number: number): Promise<AuditEntry | undefined> {
  const { rows } = await db.query<AuditEntry>(`select ${COLUMNS} from audit_entries where ${OURS} and number = $3`, [
    scope.client_id,
    scope.environment,
    number,
  ]);
  return rows[0];
}

/** Returns the entries whose `place` is greater than `after`, oldest first. */
export async function readAuditEntries(
  db: Db,
  scope: Scope,
  filter: AuditFilter,
  after: number,
  limit: number,
): Promise<AuditEntry[]> {
  const { first, last } = await placesOf(db, scope, filter);
  const conditions = conditionsOf(filter);
  const sql = conditions.map(({ column }, at) => ` and ${column} = $${at + 6}`).join('');
  const { rows } = await db.query<AuditEntry>(
    `select ${COLUMNS} from audit_entries where ${OURS} and place >= $3 and place <= $4${sql}
     order by place limit $5`,
    [
      scope.client_id,
      scope.environment,
      Math.max(first, after + 1),
      last,
      limit,
      ...conditions.map(({ value }) => value),
    ],
  );
  return rows;
}

/** Returns all chains, or the chain of one client. Needs the system scope. */
export async function listChains(db: Db, client_id?: string): Promise<AuditChain[]> {
  const { rows } = await db.query<AuditChain>(
    'select * from audit_chains where client_id = coalesce($1, client_id) order by client_id',
    [client_id ?? null],
  );
  return rows;
}

/**
 * Returns those entries of a client's chain that have a number higher than `after`, in both environments. Needs the
 * system scope.
 */
export async function readChain(db: Db, client_id: string, after: number, limit: number): Promise<AuditEntry[]> {
  const { rows } = await db.query<AuditEntry>(
    `select ${COLUMNS} from audit_entries where client_id = $1 and number > $2 order by number limit $3`,
    [client_id, after, limit],
  );
  return rows;
}

/**
 * Removes the oldest entries of each client, at most `limit` per client. The chain keeps the hash of the last removed
 * entry. Returns the number of removed entries. Needs the system scope.
 */
export async function deleteAuditEntries(db: Db, before: Date, limit: number): Promise<number> {
  return db.transaction(async (tx) => {
    const { rows } = await tx.query<{ client_id: string; removed_number: number }>(
      `update audit_chains c set removed_number = old.number, removed_hash = old.hash
       from audit_entries old
       where old.client_id = c.client_id and old.number = (
         select max(number) from (
           select number from audit_entries e where e.client_id = c.client_id and e.at < $1 order by number limit $2
         ) as oldest)
       returning c.client_id, c.removed_number`,
      [before, limit],
    );
    let removed = 0;
    for (const { client_id, removed_number } of rows) {
      const statement = 'delete from audit_entries where client_id = $1 and number <= $2';
      removed += await removeRows(tx, 'audit_entries', statement, [client_id, removed_number]);
      await deleteBlocks(tx, client_id);
    }
    return removed;
  });
}
