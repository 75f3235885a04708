// Pages of a list, newest first, by page number, at the same price for a thousand rows and a million.
//
// In ascending order (created_at, id) a list only grows at its end. Its older part is cut into closed blocks, and those
// into chapters of forty blocks each (list-blocks.ts); the open tail behind them is walked in strides of one block each.
// The length of the list is that of its chapters, of the blocks behind the last one, and of the strides. The row on any
// place is found in the same order: its chapter, its block, and the place counted from the end of the block.
//
// A list with one counted filter is read the same way: blocks know how many of their rows have each value, and an
// index begins with the value. Any other filter, and any combination, is counted over the best index there is.

import { type CreatedRange, PAGE_SIZE_MAX, type Paging } from '#domain/pages.ts';
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
  /** By the name they have in a query. */
  readonly filters: Readonly<Record<string, Filter>>;
  /** Set where the list is only ever read of one subject, so that nothing is gained by cutting it. */
  readonly without_blocks?: true;
  /** Smaller blocks and chapters, for tests. */
  readonly block_rows?: number;
  readonly chapter_blocks?: number;
};

/** A column that must have, or hold, a value. There is an index for it that ends in (created_at desc, id desc). */
export type Filter = {
  readonly column: string;
  /**
   * The column is an array, and these are the values it may hold. For each of them there is a partial index
   * `where '<value>' = any(column)`.
   */
  readonly items?: readonly string[];
  /**
   * Blocks know how many of their rows have each value; for columns of few values. Whoever changes or deletes such a row
   * notes that (list-blocks.ts).
   */
  readonly is_counted?: true;
};

export type PageQuery = Paging & Partial<CreatedRange> & { readonly [filter: string]: unknown };

/** A further condition on the table; `$1`, `$2`, … are its own values, everything else in it is a constant. */
type Condition = {
  readonly sql: string;
  readonly values: readonly unknown[];
  /** Set where blocks know how many of their rows meet it. */
  readonly part: string | undefined;
};

/** The filters of the list that a query names. */
function conditionOf(list: List, query: object): Condition {
  const given = Object.entries(query).flatMap(([name, value]) => {
    const filter = value === undefined || !Object.hasOwn(list.filters, name) ? undefined : list.filters[name];
    return filter === undefined ? [] : [{ name, filter, value }];
  });
  const values = given.filter(({ filter }) => filter.items === undefined).map(({ value }) => value);
  let place = 0;
  const sql = given.map(({ filter: { column, items }, value }) => {
    if (items === undefined) return `${column} = $${++place}`;
    const item = items.find((item) => item === value);
    return item === undefined ? 'false' : `'${item}' = any(${column})`;
  });
  const [only] = given;
  if (only === undefined) return { sql: 'true', values, part: list.without_blocks ? undefined : '' };
  const has_part = given.length === 1 && only.filter.is_counted === true;
  return { sql: sql.join(' and '), values, part: has_part ? partOf(only.name, String(only.value)) : undefined };
}

/** The rows of a list that have this value. */
export const partOf = (filter: string, value: string): string => `${filter}=${value}`;

export type ListRow = Row & { id: string; created_at: Date };

export type ListPage<R extends ListRow> = {
  /** Of the whole list. */
  count: number;
  /** Of this page; none when it lies behind the last one. */
  rows: R[];
  /** The open tail has grown long: wake the block closer. */
  needs_closing: boolean;
};

/** At a million rows, finding one reads up to a hundred chapters, forty blocks and a block of rows. */
const BLOCK_ROWS = 250;
const CHAPTER_BLOCKS = 40;
export const blockRows = (list: List): number => list.block_rows ?? BLOCK_ROWS;
export const chapterBlocks = (list: List): number => list.chapter_blocks ?? CHAPTER_BLOCKS;
/** A page that is no further from an end of the list is found by passing over the rows before it. */
const skippedMax = (list: List): number => 2 * blockRows(list);
/** Up to here counting the rows costs less than finding them by blocks. */
const PLAIN_ROWS_MAX = 1_000;
const plainRowsMax = (list: List): number => list.block_rows ?? PLAIN_ROWS_MAX;
/** Chapters stand beside the blocks, under a name of their own. */
export const chaptersOf = (list: List): string => `${list.name}: chapters`;
/** More than any block has ever held. It only tells the planner that there is little to read. */
const FEW_ROWS = 10_000;
/** More notes than that are worth adding to their blocks. */
const MOVES_MAX = 500;
/** A tail up to two blocks is left open, so that closing is worth its transaction. */
const openRowsMax = (list: List): number => 2 * blockRows(list);

/** The page of those rows that meet the filters the query names. What else it names is none of our business. */
export async function readPage<R extends ListRow>(
  db: Db,
  scope: Scope,
  list: List,
  { page, page_size, created_at__gte, created_at__lte, ...filters }: PageQuery,
): Promise<ListPage<R>> {
  const rows_before = (page - 1) * page_size;
  const condition = conditionOf(list, filters);
  const [since, until] = rangeOf(created_at__gte, created_at__lte);
  const own = [scope.client_id, scope.environment, rows_before, page_size];
  // Most lists are short and done with the plain way; for a long one, finding that out takes a millisecond, so
  // it is remembered.
  const { part } = condition;
  const key = `${scope.client_id} ${scope.environment} ${list.name} ${part}`;
  if (part === undefined || (rows_before < plainRowsMax(list) && !knownLong.has(key))) {
    const { rows } = await db.query<R & Length>(plainSql(list, condition), [...own, since, until, ...condition.values]);
    if (rows[0]?.list_count !== null) return toListPage(list, rows);
  }
  const has_since = created_at__gte !== undefined;
  const values = [...own, until, part, ...condition.values, ...(has_since ? [since] : [])];
  const { rows } = await db.query<R & Length>(piecesSql(list, condition, has_since), values);
  const found = toListPage<R>(list, rows);
  rememberLength(key, found.count > plainRowsMax(list));
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
const rangeOf = (gte: Date | undefined, lte: Date | undefined): [since: Date | string, until: Date | string] => [
  gte ?? '-infinity',
  lte ? new Date(lte.getTime() + 1) : 'infinity',
];

const toListPage = <R extends ListRow>(list: List, rows: (R & Length)[]): ListPage<R> => ({
  count: rows[0]?.list_count ?? 0,
  needs_closing: (rows[0]?.list_open ?? 0) > openRowsMax(list) || (rows[0]?.list_moves ?? 0) > MOVES_MAX,
  rows: rows.filter(isFound).map(withoutLength),
});

/** The end of the closed block, or chapter, that holds the key of a row; none for a row behind the last one. */
export const blockOf = (name: string, row: string): string =>
  `select last_created_at as created_at, last_id as id from list_blocks
    where client_id = $1 and environment = $2 and list = '${name}' and part = ''
      and (last_created_at, last_id) >= (${row}.created_at, ${row}.id)
    order by last_created_at, last_id limit 1`;

/** The key of the row that ends the next block after `start`; none when no whole block is left. */
export const nextBlockEnd = (list: List, start: string, condition: string): string =>
  `select created_at, id from ${list.table}
    where ${condition} and (created_at, id) > (${start}.created_at, ${start}.id)
    order by created_at, id offset ${blockRows(list) - 1} limit 1`;

/** Comes with every row, so that one statement, and therefore one moment, answers for rows and count. */
type Length = { list_count?: number | null; list_open?: number; list_moves?: number };

/** A page without rows is one row that holds the length alone. */
const isFound = (row: ListRow): boolean => row.id !== null;

function withoutLength<R extends ListRow & Length>(row: R): R {
  delete row.list_count;
  delete row.list_open;
  delete row.list_moves;
  return row;
}

/** The condition with its values behind the first `before` ones. */
const placedBehind = (before: number, { sql }: Condition): string =>
  sql.replaceAll(/\$(\d+)/g, (_, place: string) => `$${before + Number(place)}`);

/**
 * Counts and skips. Where blocks could tell the length, only a list that has no more rows than one of them: a longer one
 * has no length here and no rows. The range is told as keys, because those lead to the right index on any statistics.
 */
const plainSql = (list: List, condition: Condition): string =>
  remembered(list, `plain ${condition.part === undefined} ${condition.sql}`, () => {
    const matching = `from ${list.table} ${list.alias ?? ''} where client_id = $1 and environment = $2
      and (created_at, id) >= ($5, '') and (created_at, id) < ($6, '') and (${placedBehind(6, condition)})`;
    const newest_first = `${matching} order by created_at desc, id desc`;
    const too_many = plainRowsMax(list) + 1;
    const length =
      condition.part === undefined
        ? `select count(*) as list_count ${matching}`
        : `select nullif(count(*), ${too_many}) as list_count from (select 1 ${newest_first} limit ${too_many}) newest`;
    return `with length as materialized (${length}),
      keys as materialized (
        select id as key from (
          select created_at, id ${newest_first} offset $3
          limit (select case when list_count is null then 0 else $4::bigint end from length)
        ) newest limit ${PAGE_SIZE_MAX}
      ),
      page as (${rowsOf(list)})
      select length.*, page.* from length left join page on true order by page.created_at desc, page.id desc`;
  });

/**
 * The rows of a page, found by their keys. Keys come out of an index alone, in its order. Rows with all their columns do
 * not: for a client whose list it believes to be short the planner fetches them all and sorts them.
 */
const rowsOf = (list: List): string =>
  `select ${list.columns} from keys cross join lateral (
     select * from ${list.table} where client_id = $1 and environment = $2 and id = key limit 1
   ) ${list.alias ?? list.table} ${list.join ?? ''}`;

// Two things give this statement its shape. Under row-level security a condition becomes an index condition
// only if it cannot leak, and `coalesce` counts as leaking: so keys are made first and compared bare. And the
// planner, not knowing the keys, would read the whole table to count what might be a third of it: so every
// reading of the table has a constant limit. Most pages are near an end of the list and found from there. What is closed is
// read by two functions (migration 0044).
const piecesSql = (list: List, condition: Condition, has_since: boolean): string =>
  remembered(list, `pieces ${has_since} ${condition.sql}`, () => {
    const part = `$1, $2, '${list.name}', $6`;
    const own = `client_id = $1 and environment = $2 and (${placedBehind(6, condition)})`;
    const since = `$${7 + condition.values.length}::timestamptz`;
    const start = has_since
      ? 'piece_below'
      : `(select '-infinity'::timestamptz, '', 0) as start (created_at, id, rows_upto)`;
    return `with recursive
      closed as materialized (select * from list_closed(${part}, $5, ${has_since ? since : 'null'})),
      strides (created_at, id, rows_upto, rows_count) as (
        select created_at, id, rows_upto, ${blockRows(list)}::bigint from closed
        union all
        select stride.created_at, stride.id, rows_upto + stride.rows_count, stride.rows_count
        from strides cross join lateral (
          select coalesce(block_end.created_at, $5) as created_at, coalesce(block_end.id, '') as id, rows_count from (
            select count(*) as rows_count from (
              select 1 from ${list.table} where ${own} and created_at < $5
                and (created_at, id) > (strides.created_at, strides.id)
              order by created_at, id limit ${blockRows(list)}
            ) behind
          ) counted left join lateral (
            ${nextBlockEnd(list, 'strides', `${own} and created_at < $5`)}
          ) block_end on rows_count = ${blockRows(list)}
        ) stride
        where strides.rows_count = ${blockRows(list)} and stride.rows_count > 0
      ),
      ${has_since ? `${below(list, own, since)},` : ''}
      length as materialized (
        select (select max(rows_upto) from strides) as upto,
          ${has_since ? '(select rows_upto from below)' : '0::bigint'} as below, rows_upto as closed, notes from closed
      ),
      wanted as materialized (
        select upto - 1 - $3::bigint as place, greatest(0, least($4::bigint, upto - $3::bigint - below)) as rows_max
        from length
      ),
      newest_piece as materialized (
        select created_at, id, rows_upto - 1 - place as rows_newer from wanted
        join strides on rows_upto > place and rows_upto <= place + ${skippedMax(list)}
        order by created_at, id limit 1
      ),
      oldest_piece as materialized (
        select created_at, id, place + 1 - rows_max - rows_upto as rows_older from wanted join ${start} on true
        where rows_max > 0 and place < rows_upto + ${skippedMax(list)} and not exists (select from newest_piece)
      ),
      piece as materialized (
        select * from newest_piece
        union all
        select piece.* from wanted cross join lateral list_piece(${part}, place, (select notes from closed)) piece
        where rows_max > 0 and not exists (select from newest_piece) and not exists (select from oldest_piece)
        limit 1
      ),
      keys as materialized (
        (select id as key from (
          select created_at, id from ${list.table} where ${own}
            and (created_at, id) <= ((select created_at from piece), (select id from piece))
          order by created_at desc, id desc limit ${FEW_ROWS}
        ) newer offset (select rows_newer from piece) limit (select rows_max from wanted))
        union all
        (select id from (
          select created_at, id from ${list.table} where ${own}
            and (created_at, id) > ((select created_at from oldest_piece), (select id from oldest_piece))
          order by created_at, id limit ${FEW_ROWS}
        ) older offset (select rows_older from oldest_piece) limit (select rows_max from wanted))
      ),
      page as (${rowsOf(list)})
      select greatest(0, upto - below) as list_count, upto - closed as list_open, notes as list_moves, page.*
      from length left join page on true order by page.created_at desc, page.id desc`;
  });

/** How many rows there are before a moment: up to the last piece that ends before it, and behind that. */
const below = (list: List, own: string, moment: string): string =>
  `piece_below as materialized (
    select * from (
      select since_created_at as created_at, since_id as id, since_rows_upto as rows_upto from closed
      union all select created_at, id, rows_upto from strides where created_at < ${moment}
    ) pieces order by created_at desc, id desc limit 1
  ),
  below as materialized (
    select rows_upto + (select count(*) from (
        select 1 from ${list.table} where ${own} and created_at < ${moment}
          and (created_at, id) > ((select created_at from piece_below), (select id from piece_below))
        order by created_at, id limit ${FEW_ROWS}) behind) as rows_upto
    from piece_below
  )`;

const texts = new WeakMap<List, Map<string, string>>();

/** Each text is written once for a list and a condition. */
function remembered(list: List, condition: string, write: () => string): string {
  const known = texts.get(list) ?? new Map<string, string>();
  texts.set(list, known);
  const text = known.get(condition) ?? write();
  known.set(condition, text);
  return text;
}
