// Pages of a list, newest first, by page number, at the same cost for a thousand rows and a million.
//
// In ascending order (created_at, id) a list only grows at its end. Its older part is cut into closed blocks, and those
// into chapters of forty blocks each (list-blocks.ts). The length of the list is the sum of its chapters, of the blocks
// after the last chapter, and of the open tail after those. The row at any position is found in the same order: its
// chapter, its block, and the position counted from the end of the block.
//
// A list with one counted filter is read the same way: blocks store how many of their rows have each value, and an
// index begins with the value. A chapter has few rows of a rare value, and they are counted without the blocks. Any
// other filter, and any combination, is counted over the best available index.

import { type CreatedRange, PAGE_SIZE_MAX, type Paging } from '#domain/platform/pages.ts';
import type { Scope } from '#domain/platform/scope.ts';
import type { Db, Row } from './db.ts';

/**
 * A list of the API: the rows of a table within a scope. It is a constant of ours and contains nothing from a request.
 * The table has an index (client_id, environment, created_at desc, id desc). The `created_at` of a row is the owner's
 * time of its insert, never an earlier one, and does not change.
 */
export type List = {
  readonly name: string;
  readonly table: string;
  /** The name of the table in `columns` and `join`, if it is an alias. */
  readonly alias?: string;
  /** Joins for further columns; they must keep exactly one row per row of the list. */
  readonly join?: string;
  /** Includes `created_at` and `id`. */
  readonly columns: string;
  /** By their name in a query. */
  readonly filters: Readonly<Record<string, Filter>>;
  /** Set if the list is only ever read for one subject, so that blocks would gain nothing. */
  readonly without_blocks?: true;
  /** Smaller blocks and chapters, for tests. */
  readonly block_rows?: number;
  readonly chapter_blocks?: number;
};

/** A column that must equal, or contain, a value. It has an index that ends in (created_at desc, id desc). */
export type Filter = {
  readonly column: string;
  /**
   * The column is an array, and these are the values it may contain. Each of them has a partial index
   * `where '<value>' = any(column)`.
   */
  readonly items?: readonly string[];
  /**
   * Blocks store how many of their rows have each value; for columns with few values. Code that changes or deletes such
   * a row must note it (list-blocks.ts).
   */
  readonly is_counted?: true;
};

export type PageQuery = Paging & Partial<CreatedRange> & { readonly [filter: string]: unknown };

/** A further condition on the table; `$1`, `$2`, … are its own values, everything else in it is a constant. */
type Condition = {
  readonly sql: string;
  readonly values: readonly unknown[];
  /** Set if blocks store how many of their rows meet the condition. */
  readonly part: string | undefined;
};

/** The condition for the list's filters that the query names. */
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

/** The name of the part of a list whose rows have this value. */
export const partOf = (filter: string, value: string): string => `${filter}=${value}`;

export type ListRow = Row & { id: string; created_at: Date };

export type ListPage<R extends ListRow> = {
  /** Number of rows in the whole list. */
  count: number;
  /** Rows of this page; empty if it is after the last page. */
  rows: R[];
  /** The open tail has grown long: wake the block closer. */
  needs_closing: boolean;
};

/** At a million rows, finding one reads up to a hundred chapters, forty blocks and one block of rows. */
const BLOCK_ROWS = 250;
const CHAPTER_BLOCKS = 40;
export const blockRows = (list: List): number => list.block_rows ?? BLOCK_ROWS;
export const chapterBlocks = (list: List): number => list.chapter_blocks ?? CHAPTER_BLOCKS;
/** A page within this distance of either end of the list is found by skipping the rows before it. */
const skippedMax = (list: List): number => 2 * blockRows(list);
/** Up to here counting the rows costs less than finding them by blocks. */
const PLAIN_ROWS_MAX = 1_000;
const plainRowsMax = (list: List): number => list.block_rows ?? PLAIN_ROWS_MAX;
/** Chapters are stored with the blocks, under a list name of their own. */
export const chaptersOf = (list: List): string => `${list.name}: chapters`;
/** If the open tail has more rows than this, the closer is minutes behind and the whole list is counted. */
const tailRowsMax = (list: List): number => 400 * blockRows(list);
/** From this number on, notes are worth adding to their blocks. */
const MOVES_MAX = 500;
/** A tail of up to two blocks stays open, so that closing is worth its transaction. */
const openRowsMax = (list: List): number => 2 * blockRows(list);

/** Returns the page of the rows that meet the filters in the query. Other properties of the query are ignored. */
export async function readPage<R extends ListRow>(
  db: Db,
  scope: Scope,
  list: List,
  { page, page_size, created_at__gte, created_at__lte, ...filters }: PageQuery,
): Promise<ListPage<R>> {
  const rows_before = (page - 1) * page_size;
  const condition = conditionOf(list, filters);
  const [since, until] = rangeOf(created_at__gte, created_at__lte);
  const own = [scope.client_id, scope.environment, rows_before, page_size, since, until];
  // Most lists are short and are simply counted. Detecting that a list is long takes a millisecond, so it is cached.
  const { part } = condition;
  const key = `${scope.client_id} ${scope.environment} ${list.name} ${part}`;
  const known = knownLong.get(key);
  const plain_values = [...own, ...condition.values];
  if (part === undefined || (rows_before < plainRowsMax(list) && known === undefined)) {
    const { rows } = await db.query<R & Length>(plainSql(list, condition), plain_values);
    if (rows[0]?.list_count !== null) return toListPage(list, rows);
  }
  const values = [...own, part, ...condition.values];
  if (known !== 'dense') {
    const { rows } = await db.query<R & Length>(longSql(list, condition, 'sparse'), values);
    if (rows[0]?.list_count !== null) return remember('sparse', toListPage<R>(list, rows));
  }
  const { rows } = await db.query<R & Length>(longSql(list, condition, 'dense'), values);
  if (rows[0]?.list_count !== null) return remember('dense', toListPage<R>(list, rows));
  const counted = await db.query<R & Length>(plainSql(list, { ...condition, part: undefined }), plain_values);
  return { ...toListPage(list, counted.rows), needs_closing: true };

  function remember(density: Density, found: ListPage<R>): ListPage<R> {
    if (found.count <= plainRowsMax(list)) knownLong.delete(key);
    else if (knownLong.size < KNOWN_LONG_MAX) knownLong.set(key, density);
    return found;
  }
}

/** Density of a long list: whether each of its chapters has only a few rows (a rare value) or many. */
type Density = 'sparse' | 'dense';

/** Lists that were long when last read. A wrong guess costs a millisecond, but never gives a wrong result. */
const knownLong = new Map<string, Density>();
const KNOWN_LONG_MAX = 10_000;

/** Start (inclusive) and end (exclusive). A Date has milliseconds, so the first moment after `lte` is the next one. */
const rangeOf = (gte: Date | undefined, lte: Date | undefined): [since: Date | string, until: Date | string] => [
  gte ?? '-infinity',
  lte ? new Date(lte.getTime() + 1) : 'infinity',
];

const toListPage = <R extends ListRow>(list: List, rows: (R & Length)[]): ListPage<R> => ({
  // Negative if the range ends before it begins.
  count: Math.max(0, rows[0]?.list_count ?? 0),
  needs_closing: (rows[0]?.list_open ?? 0) > openRowsMax(list) || (rows[0]?.list_moves ?? 0) > MOVES_MAX,
  rows: rows.filter(isFound).map(withoutLength),
});

/** Selects the end of the closed block, or chapter, that contains a row; no row if it is after the last one. */
export const blockOf = (name: string, row: string): string =>
  `select last_created_at as created_at, last_id as id from list_blocks
    where ${OURS} and list = '${name}' and part = ''
      and (last_created_at, last_id) >= (${row}.created_at, ${row}.id)
    order by last_created_at, last_id limit 1`;

/** Selects the key of the row that ends the next block after `start`; no row if no whole block is left. */
export const nextBlockEnd = (list: List, start: string, condition: string): string =>
  `select created_at, id from ${list.table}
    where ${condition} and (created_at, id) > (${start}.created_at, ${start}.id)
    order by created_at, id offset ${blockRows(list) - 1} limit 1`;

/** Comes with every row, so that one statement, and therefore one snapshot, returns rows and count. */
type Length = { list_count?: number | null; list_open?: number; list_moves?: number };

/** A page without rows is returned as one row with only the length. */
const isFound = (row: ListRow): boolean => row.id !== null;

function withoutLength<R extends ListRow & Length>(row: R): R {
  delete row.list_count;
  delete row.list_open;
  delete row.list_moves;
  return row;
}

/** The condition with its parameters numbered after the first `before` ones. */
const placedBehind = (before: number, { sql }: Condition): string =>
  sql.replaceAll(/\$(\d+)/g, (_, place: string) => `$${before + Number(place)}`);

const OURS = 'client_id = $1 and environment = $2';
const NEWEST_FIRST = 'order by created_at desc, id desc';
const OLDEST_FIRST = 'order by created_at, id';

/**
 * Counts and skips. If blocks could give the length, only a list of up to `plainRowsMax` rows is read: a longer one
 * returns no length and no rows. The range is given as keys, because those lead to the right index with any statistics.
 */
const plainSql = (list: List, condition: Condition): string =>
  remembered(list, `plain ${condition.part === undefined} ${condition.sql}`, () => {
    const matching = `from ${list.table} ${list.alias ?? ''} where ${OURS}
      and (created_at, id) >= ($5, '') and (created_at, id) < ($6, '') and (${placedBehind(6, condition)})`;
    const newest_first = `${matching} ${NEWEST_FIRST}`;
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
 * The rows of a page, found by their keys. Keys are read from an index alone, in its order. Whole rows are not: for a
 * client whose list it believes to be short the planner fetches them all and sorts them.
 */
const rowsOf = (list: List): string =>
  `select ${list.columns} from keys cross join lateral (
     select * from ${list.table} where ${OURS} and id = key limit 1
   ) ${list.alias ?? list.table} ${list.join ?? ''}`;

// Two things shape this statement. Under row-level security a condition becomes an index condition only if it is
// leakproof, and `coalesce` is not: so keys are computed first and compared bare. And the planner does not know the
// keys and would read the whole table to count what might be a third of it: so every read of the table has a constant
// limit. Each table reference costs start-up time even if nothing is read, so both ends of the range share one. The
// count is null if more than `behind_max` rows follow the last known end.
const longSql = (list: List, condition: Condition, density: Density): string =>
  remembered(list, `${density} ${condition.sql}`, () => {
    const own = `${OURS} and (${placedBehind(7, condition)})`;
    const { last_end, behind_max, near } = density === 'sparse' ? byChapters(list) : byBlocks(list);
    return `with marks as materialized (${chapterMarks(list)}),
      length as materialized (
        select is_until, rows_behind, rows_upto + nullif(rows_behind, ${behind_max + 1}) as rows_before
        from (values (true, $6::timestamptz), (false, $5)) as moment (is_until, at)
        cross join lateral (${last_end}) last_end cross join lateral (
          select count(*) as rows_behind from (
            select 1 from ${list.table} where ${own} and created_at < at
              and (created_at, id) > (last_end.created_at, last_end.id)
            ${OLDEST_FIRST} limit ${behind_max + 1}
          ) behind
        ) counted
        where at > '-infinity'
      ),
      wanted as materialized (
        select rows_before - rows_since as list_count, rows_behind, rows_before - $3::bigint as place,
          greatest(0, least($4::bigint, rows_before - $3::bigint - rows_since)) as rows_max,
          $3::bigint <= greatest(rows_behind, ${skippedMax(list)}) as is_new
        from length cross join (
          select case when $5 > '-infinity' then (select rows_before from length where not is_until) else 0 end as rows_since
        ) since
        where is_until
      ),
      piece as materialized (
        select $6 as created_at, '' as id, $3::bigint as rows_newer from wanted where is_new
        union all
        select * from (
          select near.created_at, near.id, near.rows_upto - place as rows_newer from wanted cross join lateral (${near}) near
          where rows_max > 0 and not is_new and near.rows_upto >= place order by near.created_at, near.id limit 1
        ) closed
      ),
      keys as materialized (
        select id as key from (
          select created_at, id from ${list.table} where ${own}
            and (created_at, id) <= ((select created_at from piece), (select id from piece))
          ${NEWEST_FIRST} limit ${tailRowsMax(list) + PAGE_SIZE_MAX}
        ) newer offset (select rows_newer from piece) limit (select rows_max from wanted)
      ),
      page as (${rowsOf(list)})
      select case when rows_max = 0 or exists (select from piece) then list_count end as list_count,
        ${density === 'dense' ? 'rows_behind' : 'null::bigint'} as list_open,
        (select count(*) from marks where not is_end) as list_moves, page.*
      from wanted left join page on true order by page.created_at desc, page.id desc`;
  });

/** The ends of chapters or blocks that rows are counted from: `rows_upto` is the number of rows up to each. */
type Ends = {
  /** The last end before the moment `at`. */
  readonly last_end: string;
  /** How many rows are counted after that end, at most. */
  readonly behind_max: number;
  /** Ends close to the row at `place`; the first one at or after that row is used. */
  readonly near: string;
};

const byChapters = (list: List): Ends => ({
  last_end: lastChapter('created_at < at'),
  behind_max: skippedMax(list),
  near: `select created_at, id, rows_upto from marks where is_end and rows_upto <= place + ${skippedMax(list)}`,
});

const byBlocks = (list: List): Ends => ({
  last_end: `select last_block.* from (${lastChapter('created_at < at')}) chapter cross join lateral (
      (select created_at, id, rows_upto from (${blockMarks(list, 'last_created_at < at')}) block where is_end
        ${NEWEST_FIRST} limit 1)
      union all select chapter.created_at, chapter.id, chapter.rows_upto ${NEWEST_FIRST} limit 1
    ) last_block`,
  behind_max: tailRowsMax(list),
  near: `select block.created_at, block.id, block.rows_upto from (${lastChapter('rows_upto < place')}) chapter
    cross join (
      (select created_at, id from marks where is_end and rows_upto >= place ${OLDEST_FIRST} limit 1)
      union all select 'infinity', '' ${OLDEST_FIRST} limit 1
    ) next_chapter
    cross join lateral (
      ${blockMarks(list, '(last_created_at, last_id) <= (next_chapter.created_at, next_chapter.id)')}
    ) block where is_end`,
});

/**
 * The ends of the part's chapters in order, with the running sum of their rows, and its pending notes in between: a
 * note counts towards every end at or after its row.
 */
const chapterMarks = (list: List): string =>
  `select created_at, id, change, ${RUNNING_SUM} as rows_upto, is_end from (
    select last_created_at, last_id, rows_count, true from list_blocks
    where ${OURS} and list = '${chaptersOf(list)}' and part = $7
    union all
    select created_at, id, change, false from list_moves where ${OURS} and list = '${list.name}' and part = $7
  ) as mark (created_at, id, change, is_end)`;

/** The same for the blocks that end after `chapter` and meet a condition. */
const blockMarks = (list: List, condition: string): string =>
  `select created_at, id, chapter.rows_upto + ${RUNNING_SUM} as rows_upto, is_end from (
    select last_created_at, last_id, rows_count, true from list_blocks
    where ${OURS} and list = '${list.name}' and part = $7
      and (last_created_at, last_id) > (chapter.created_at, chapter.id) and ${condition}
    union all
    select marks.created_at, marks.id, change, false from marks
    where not is_end and (marks.created_at, marks.id) > (chapter.created_at, chapter.id)
  ) as mark (created_at, id, change, is_end)`;

const RUNNING_SUM = `sum(change) over (${OLDEST_FIRST}, is_end rows unbounded preceding)`;

/** The last chapter that meets a condition, or the beginning of the list. */
const lastChapter = (condition: string): string =>
  `(select created_at, id, rows_upto from marks where is_end and ${condition} ${NEWEST_FIRST} limit 1)
   union all select '-infinity', '', 0 ${NEWEST_FIRST} limit 1`;

const texts = new WeakMap<List, Map<string, string>>();

/** Caches the text of each statement by list and condition. */
function remembered(list: List, condition: string, write: () => string): string {
  const known = texts.get(list) ?? new Map<string, string>();
  texts.set(list, known);
  const text = known.get(condition) ?? write();
  known.set(condition, text);
  return text;
}
