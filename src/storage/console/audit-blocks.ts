// Blocks of the audit log (migration 0068). A block has 2,000 entries with consecutive values of `place`, an entry's
// position in the log of its environment. The entries of a block are counted once, grouped by the columns by which the
// log is filtered, and the counts are stored. So, however large the log is, a filtered page and its total count are
// found by reading a few thousand stored counts and the entries of a few blocks.
import type { AuditEntry } from '#domain/console/audit.ts';
import type { Scope } from '#domain/platform/scope.ts';
import type { Db } from '#storage/platform/db.ts';

export const BLOCK_ENTRIES = 2_000;
/**
 * The maximum number of blocks that one statement counts. Usually a statement counts only one block. It counts more if
 * a process of an earlier version has appended entries without counting blocks.
 */
const BLOCKS_PER_STEP = 20;
const OURS = 'client_id = $1 and environment = $2';
const COUNTED = 'dashboard_user_id, email, action, object';

/**
 * Blocks count the entries of an object only if the object names a list, such as `orders`. They do not count the
 * entries of a single item, such as one order, because there are many items with few entries each.
 */
export const isCountedObject = (object: string): boolean => !object.includes('/');

/**
 * Counts the full blocks that are not counted yet. Called in the transaction that appended the last entry of a block.
 * That transaction has locked the chain, so no other transaction counts the same blocks.
 */
export async function countBlocks(tx: Db, scope: Scope): Promise<void> {
  await tx.query(
    `with edge as (
       select greatest(
           (select max(block) + 1 from audit_blocks where ${OURS}),
           (select (place + ${BLOCK_ENTRIES - 2}) / ${BLOCK_ENTRIES} from audit_entries where ${OURS} order by place limit 1)
         ) as first_block,
         (select place / ${BLOCK_ENTRIES} - 1 from audit_entries where ${OURS} order by place desc limit 1) as last_block
     )
     insert into audit_blocks (client_id, environment, block, ${COUNTED}, entries_count)
     select $1, $2, block, ${COUNTED}, count(*) from edge
     cross join lateral generate_series(first_block, least(last_block, first_block + ${BLOCKS_PER_STEP - 1})) as block
     cross join lateral (
       select dashboard_user_id, email, action, case when object like '%/%' then '' else object end as object
       from audit_entries where ${OURS} and place > block * ${BLOCK_ENTRIES} and place <= (block + 1) * ${BLOCK_ENTRIES}
       order by place limit ${BLOCK_ENTRIES}
     ) entries
     group by block, ${COUNTED}`,
    [scope.client_id, scope.environment],
  );
}

/** Deletes the counts of blocks that have no entries any more. Needs the system scope. */
export async function deleteBlocks(tx: Db, client_id: string): Promise<void> {
  await tx.query(
    `delete from audit_blocks b using unnest(array['sandbox', 'prod']) as e (environment) cross join lateral (
       select place from audit_entries where client_id = $1 and environment = e.environment order by place limit 1
     ) oldest
     where b.client_id = $1 and b.environment = e.environment and b.block < (oldest.place - 1) / ${BLOCK_ENTRIES}`,
    [client_id],
  );
}

/**
 * A range of values of `place`, from `first` to `last`, both included. The range is empty if `last` is lower than
 * `first`.
 */
export type Places = { readonly first: number; readonly last: number };

/**
 * The condition that a column has a given value. The column is counted in blocks. It has an index whose last column is
 * `place`.
 */
export type Condition = {
  readonly column: 'dashboard_user_id' | 'email' | 'action' | 'object';
  readonly value: string;
};

/**
 * Reads a page of the entries that meet all conditions, newest first, and counts such entries on all pages.
 * `counted_block` is the last block whose counts can be used. If there is no such block, `counted_block` is -1, and all
 * matching entries of the range are counted one by one through the best index.
 */
export async function readFiltered(
  db: Db,
  scope: Scope,
  { first, last }: Places,
  counted_block: number,
  conditions: readonly Condition[],
  { columns, skipped, page_size }: { columns: string; skipped: number; page_size: number },
): Promise<{ count: number; entries: AuditEntry[] }> {
  const first_block = Math.ceil((first - 1) / BLOCK_ENTRIES);
  const last_block = Math.min(Math.floor(last / BLOCK_ENTRIES) - 1, counted_block);
  const has_blocks = first_block <= last_block;
  const head = [first - 1, has_blocks ? first_block * BLOCK_ENTRIES : first - 1];
  const tail = [has_blocks ? (last_block + 1) * BLOCK_ENTRIES : first - 1, last];
  const { rows } = await db.query<AuditEntry & { all_entries: number }>(
    pageSql(columns, conditions.map(({ column }, at) => ` and ${column} = $${FIXED_VALUES + at + 1}`).join('')),
    [
      scope.client_id,
      scope.environment,
      first_block,
      has_blocks ? last_block : first_block - 1,
      ...head,
      ...tail,
      skipped,
      page_size,
      ...conditions.map(({ value }) => value),
    ],
  );
  const entries = rows.filter(isFound);
  return { count: rows[0]?.all_entries ?? 0, entries: entries.map(({ all_entries: _all, ...entry }) => entry) };
}

const FIXED_VALUES = 10;

/** A page without entries is returned as one row that has only the count. */
const isFound = ({ place }: { place: number | null }): boolean => place !== null;

/**
 * The SQL divides the range into pieces: the full blocks, the entries before the first full block, and the entries
 * after the last one. The SQL counts the matching entries of each piece, and then reads the page only from the pieces
 * that contain entries of the page. `offset 0` keeps the planner from joining all matching entries with the pieces.
 */
const pageSql = (columns: string, matching: string): string => `with pieces as materialized (
    select block * ${BLOCK_ENTRIES} as after_place, (block + 1) * ${BLOCK_ENTRIES} as last_place,
      sum(entries_count) as entries
    from audit_blocks where ${OURS} and block >= $3 and block <= $4${matching} group by block
    union all
    select after_place, last_place, entries
    from (values ($5::bigint, $6::bigint), ($7, $8)) as edge (after_place, last_place)
    cross join lateral (
      select count(*) as entries from audit_entries
      where ${OURS} and place > after_place and place <= last_place${matching}
    ) counted
  ),
  newest_first as (
    select after_place, last_place, entries,
      (sum(entries) over (order by last_place desc) - entries)::bigint as newer_entries
    from pieces
  ),
  wanted as materialized (
    select after_place, last_place, newer_entries from newest_first
    where newer_entries < $9::bigint + $10::bigint and newer_entries + entries > $9::bigint
  ),
  keys as materialized (
    select key.place as key_place from wanted cross join lateral (
      select place from audit_entries where ${OURS} and place > after_place and place <= last_place${matching} offset 0
    ) key
    order by key.place desc offset $9::bigint - (select min(newer_entries) from wanted) limit $10::bigint
  ),
  page as (
    select ${columns} from keys cross join lateral (
      select * from audit_entries where ${OURS} and place = key_place limit 1
    ) entry
  )
  select totals.all_entries, page.* from (select coalesce(sum(entries), 0)::bigint as all_entries from pieces) totals
  left join page on true order by page.place desc`;
