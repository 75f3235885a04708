// Pages of a list, newest first, by page number, at the same price for a thousand rows and a million.
//
// In ascending order (created_at, id) a list only grows at its end. Its older part is cut into closed blocks
// (list-blocks.ts); the open tail behind them is walked in strides of one block each. Blocks and strides
// together are the pieces of the list: each says where it ends and how many rows the list has up to there.
// How long the list is says the last piece, with the few rows behind it; the row on any place is found from
// the end of the piece that holds it.

import { PAGE_SIZE_MAX, type Paging } from '#domain/pages.ts';
import type { Scope } from '#domain/scope.ts';
import type { Db, Row } from './db.ts';

/**
 * A list of the API: the rows of a table within a scope. A constant of ours, nothing in it is from a request.
 * The table has an index (client_id, environment, created_at desc, id desc). A row bears the owner's time of
 * its insert as `created_at`, never an earlier one, and keeps it.
 */
export type List = {
  readonly name: string;
  readonly table: string;
  /** What `columns` and `join` call the table, if not by its name. */
  readonly alias?: string;
  /** What else a row of a page needs; it must leave one row for each. */
  readonly join?: string;
  /** `created_at` and `id` among them. */
  readonly columns: string;
  /** Smaller blocks, for tests. */
  readonly block_rows?: number;
};

export type PageQuery = Paging & {
  readonly created_at__gte?: Date | undefined;
  readonly created_at__lte?: Date | undefined;
};

/**
 * A further condition on the table, a constant; `$1`, `$2`, … are its own values. Its rows are counted each
 * time, over an index that should begin with its columns and end in (created_at, id).
 */
export type ListFilter = { readonly sql: string; readonly values: readonly unknown[] };

export type ListRow = Row & { id: string; created_at: Date };

export type ListPage<R extends ListRow> = {
  /** Of the whole list. */
  count: number;
  /** Of this page; none when it lies behind the last one. */
  rows: R[];
  /** The open tail has grown long: wake the block closer. */
  needs_closing: boolean;
};

/** Finding a row reads all the blocks and up to one block of rows: at a million rows, a thousand of each. */
const BLOCK_ROWS = 1_000;
export const blockRows = (list: List): number => list.block_rows ?? BLOCK_ROWS;
/** More than any block has ever held. It only tells the planner that there is little to read. */
const FEW_ROWS = 10_000;
/** A tail up to two blocks is left open, so that closing is worth its transaction. */
const openRowsMax = (list: List): number => 2 * blockRows(list);

export async function readPage<R extends ListRow>(
  db: Db,
  scope: Scope,
  list: List,
  query: PageQuery,
  filter?: ListFilter,
): Promise<ListPage<R>> {
  const { page, page_size, created_at__gte, created_at__lte } = query;
  const rows_before = (page - 1) * page_size;
  const range = rangeOf(created_at__gte, created_at__lte);
  const values = [scope.client_id, scope.environment, rows_before, page_size, ...range];
  // Most lists are short and done with the plain way; for a long one, finding that out takes a millisecond, so
  // it is remembered.
  const key = `${scope.client_id} ${scope.environment} ${list.name}`;
  if (filter || (rows_before < openRowsMax(list) && !knownLong.has(key))) {
    const { rows } = await db.query<R & Length>(plainSql(list, filter), [...(filter?.values ?? []), ...values]);
    if (rows[0]?.list_count !== null) return toListPage(list, rows);
  }
  const { rows } = await db.query<R & Length>(piecesSql(list), values);
  const found = toListPage<R>(list, rows);
  rememberLength(key, found.count > openRowsMax(list));
  return found;
}

/** Lists that were long when last read. A wrong guess costs a millisecond, never an answer. */
const knownLong = new Set<string>();
const KNOWN_LONG_MAX = 10_000;

function rememberLength(key: string, long: boolean): void {
  if (!long) knownLong.delete(key);
  else if (knownLong.size < KNOWN_LONG_MAX) knownLong.add(key);
}

/** From when on, and before when. A Date knows milliseconds, so the next one is the first after `lte`. */
const rangeOf = (gte: Date | undefined, lte: Date | undefined): (Date | string)[] => [
  gte ?? '-infinity',
  lte ? new Date(lte.getTime() + 1) : 'infinity',
];

const toListPage = <R extends ListRow>(list: List, rows: (R & Length)[]): ListPage<R> => ({
  count: rows[0]?.list_count ?? 0,
  needs_closing: (rows[0]?.list_open ?? 0) > openRowsMax(list),
  rows: rows.filter(isFound).map(withoutLength),
});

/** The key of the row that ends the next block after `start`; none when no whole block is left. */
export const nextBlockEnd = (list: List, start: string, condition: string): string =>
  `select created_at, id from ${list.table}
    where ${condition} and (created_at, id) > (${start}.created_at, ${start}.id)
    order by created_at, id offset ${blockRows(list) - 1} limit 1`;

/** Comes with every row, so that one statement, and therefore one moment, answers for rows and count. */
type Length = { list_count?: number | null; list_open?: number };

/** A page without rows is one row that holds the length alone. */
const isFound = (row: ListRow): boolean => row.id !== null;

function withoutLength<R extends ListRow & Length>(row: R): R {
  delete row.list_count;
  delete row.list_open;
  return row;
}

/**
 * Counts and skips. Without a filter only a list that has no more rows than may be open: a longer one has no
 * length here and no rows. The range is told as keys, because those lead to the right index on any statistics.
 */
const plainSql = (list: List, filter: ListFilter | undefined): string =>
  remembered(list, filter?.sql ?? 'plain', () => {
    const own = (number: number): string => `$${(filter?.values.length ?? 0) + number}`;
    const matching = `from ${list.table} ${list.alias ?? ''} where client_id = ${own(1)} and environment = ${own(2)}
      and (created_at, id) >= (${own(5)}, '') and (created_at, id) < (${own(6)}, '') and (${filter?.sql ?? 'true'})`;
    const newest_first = `${matching} order by created_at desc, id desc`;
    const too_many = openRowsMax(list) + 1;
    const length = filter
      ? `select count(*) as list_count ${matching}`
      : `select nullif(count(*), ${too_many}) as list_count from (select 1 ${newest_first} limit ${too_many}) newest`;
    return `with length as materialized (${length}),
      keys as (
        select * from (
          select * ${newest_first} offset ${own(3)}
          limit (select case when list_count is null then 0 else ${own(4)}::bigint end from length)
        ) newest limit ${PAGE_SIZE_MAX}
      ),
      page as (select ${list.columns} from keys ${list.alias ?? list.table} ${list.join ?? ''})
      select length.*, page.* from length left join page on true order by page.created_at desc, page.id desc`;
  });

// Two things give this statement its shape. Under row-level security a condition becomes an index condition
// only if it cannot leak, and `coalesce` counts as leaking: so keys are made first and compared bare. And the
// planner, not knowing the keys, would read the whole table to count what might be a third of it: so every
// reading of the table has a constant limit.
const piecesSql = (list: List): string =>
  remembered(list, 'pieces', () => {
    const own = 'client_id = $1 and environment = $2';
    const until = `${own} and created_at < $6`;
    return `with recursive
      closed as materialized (
        select last_created_at as created_at, last_id as id,
          (sum(rows_count) over (order by last_created_at, last_id))::bigint as rows_upto
        from list_blocks where ${own} and list = '${list.name}' and last_created_at < $6
      ),
      strides (created_at, id, rows_upto) as (
        (select * from closed union all select '-infinity', '', 0 order by created_at desc, id desc limit 1)
        union all
        select block_end.created_at, block_end.id, rows_upto + ${blockRows(list)}
        from strides cross join lateral (${nextBlockEnd(list, 'strides', until)}) block_end
      ),
      pieces (created_at, id, rows_upto) as materialized (
        select '-infinity', '', 0 union all select * from closed union all select * from strides
      ),
      last_piece as materialized (select * from strides order by rows_upto desc limit 1),
      piece_below as materialized (
        select * from pieces where created_at < $5 order by created_at desc, id desc limit 1
      ),
      length as materialized (
        select
          (select rows_upto from last_piece) + (select count(*) from (
            select 1 from ${list.table} where ${until}
              and (created_at, id) > ((select created_at from last_piece), (select id from last_piece))
            order by created_at, id limit ${FEW_ROWS}) behind) as upto,
          coalesce((select rows_upto from piece_below), 0) + (select count(*) from (
            select 1 from ${list.table} where ${own} and created_at < $5
              and (created_at, id) > ((select created_at from piece_below), (select id from piece_below))
            order by created_at, id limit ${FEW_ROWS}) behind) as below,
          (select min(rows_upto) from strides) as closed
      ),
      wanted as materialized (
        select upto - 1 - $3::bigint as place, greatest(0, least($4::bigint, upto - $3::bigint - below)) as rows_max
        from length
      ),
      piece as materialized (
        select coalesce(max(created_at), $6) as created_at, coalesce(max(id), '') as id,
          coalesce(max(rows_upto) - 1 - (select place from wanted), $3::bigint) as rows_newer
        from (
          select * from pieces where rows_upto > (select place from wanted) order by created_at, id limit 1
        ) holding
      ),
      newest as materialized (
        select * from (
          select created_at, id from ${list.table} where ${own}
            and (created_at, id) <= ((select created_at from piece), (select id from piece))
          order by created_at desc, id desc limit ${FEW_ROWS}
        ) held offset (select rows_newer from piece) limit 1
      ),
      keys as (
        select * from (
          select * from ${list.table} where ${own}
            and (created_at, id) <= ((select created_at from newest), (select id from newest))
          order by created_at desc, id desc limit ${PAGE_SIZE_MAX}
        ) older limit (select rows_max from wanted)
      ),
      page as (select ${list.columns} from keys ${list.alias ?? list.table} ${list.join ?? ''})
      select greatest(0, upto - below) as list_count, upto - closed as list_open, page.*
      from length left join page on true order by page.created_at desc, page.id desc`;
  });

const texts = new WeakMap<List, Map<string, string>>();

/** Each text is written once for a list and a condition. */
function remembered(list: List, condition: string, write: () => string): string {
  const known = texts.get(list) ?? new Map<string, string>();
  texts.set(list, known);
  const text = known.get(condition) ?? write();
  known.set(condition, text);
  return text;
}
