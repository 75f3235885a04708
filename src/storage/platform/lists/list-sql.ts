// The SQL that reads a page of a list, with its blocks and chapters. pages.ts explains the method.
import { PAGE_SIZE_MAX } from '#domain/platform/pages.ts';

/**
 * A list of the API: the rows of a table within a scope. It is a constant in our code and contains no data from
 * requests. The table has an index (client_id, environment, created_at desc, id desc). A row's `created_at` is the time
 * of its insert on the owner's clock, never an earlier time, and does not change.
 */
export type List = {
  readonly name: string;
  readonly table: string;
  /** The alias of the table in `columns` and `join`, if the table has an alias. */
  readonly alias?: string;
  /** Joins that add columns of other tables. For each row of the list, they must return exactly one row. */
  readonly join?: string;
  /** The returned columns, including `created_at` and `id`. */
  readonly columns: string;
  /** The filters of the list. Each key is the name of the filter in a query. */
  readonly filters: Readonly<Record<string, Filter>>;
  /** Pairs of counted filters whose combinations of values are counted in blocks too (list-parts.ts). */
  readonly counted_pairs?: readonly (readonly [string, string])[];
  /** True for a list that is always read for one subject only. Blocks would not make such a list faster. */
  readonly without_blocks?: true;
  /**
   * The number of rows in a block, and of blocks in a chapter. Both are set only in tests, which need smaller blocks
   * and chapters than the default.
   */
  readonly block_rows?: number;
  readonly chapter_blocks?: number;
};

/**
 * A filter on a column: the column must equal the given value or, if the column is an array, contain it. The column has
 * an index whose last columns are (created_at desc, id desc).
 */
export type Filter = {
  readonly column: string;
  /**
   * The values that the column may contain, if the column is an array. Each value has a partial index `where '<value>'
   * = any(column)`.
   */
  readonly items?: readonly string[];
  /**
   * Set if each block stores, for every value of the column, how many of the block's rows have that value. This suits
   * columns with few different values. Code that changes the column or deletes a row must write a correction of the
   * counts (list-blocks.ts).
   */
  readonly is_counted?: true;
};

/**
 * A further condition on the rows of the table. In its SQL, `$1`, `$2`, … refer to the condition's `values`. The rest
 * of the SQL is constant and never contains input.
 */
export type Condition = {
  readonly sql: string;
  readonly values: readonly unknown[];
  /**
   * The part of the list that the condition selects. It is undefined if blocks do not store how many of their rows meet
   * the condition.
   */
  readonly part: string | undefined;
  /**
   * True for a pair of filters. No index begins with both values, so rows that meet only one of the filters are read
   * and skipped.
   */
  readonly is_pair: boolean;
};

/**
 * The number of rows in a block, and the number of blocks in a chapter. With these numbers, finding a row in a list of
 * a million rows reads at most a hundred chapters, forty blocks, and the rows of one block.
 */
const BLOCK_ROWS = 250;
const CHAPTER_BLOCKS = 40;
export const blockRows = (list: List): number => list.block_rows ?? BLOCK_ROWS;
export const chapterBlocks = (list: List): number => list.chapter_blocks ?? CHAPTER_BLOCKS;
/**
 * The maximum number of rows that are skipped if a page is found without reading blocks. The rows are skipped from the
 * newest end of the list or, in a sparse list, from the end of a chapter.
 */
const skippedMax = (list: List): number => 2 * blockRows(list);
/**
 * The maximum number of rows in a list that is counted row by row. For longer lists, reading the list's blocks costs
 * less.
 */
const PLAIN_ROWS_MAX = 1_000;
export const plainRowsMax = (list: List): number => list.block_rows ?? PLAIN_ROWS_MAX;
/**
 * The list name under which a list's chapters are stored. Chapters have no table of their own, so they are rows in the
 * table of blocks.
 */
export const chaptersOf = (list: List): string => `${list.name}: chapters`;
/**
 * If the open tail (the rows after the last closed block) has more rows than this, the whole list is counted. This
 * happens only if the job that closes blocks is minutes behind.
 */
const tailRowsMax = (list: List): number => 400 * blockRows(list);

/**
 * The density of a long list. It is `sparse` if the filter's value is rare, so that each chapter has only a few
 * matching rows. Otherwise it is `dense`.
 */
export type Density = 'sparse' | 'dense';

/**
 * Selects the end of the closed block or chapter that contains the given row. Selects nothing if the row is after the
 * last closed block or chapter.
 */
export const blockOf = (name: string, row: string): string =>
  `select last_created_at as created_at, last_id as id from list_blocks
    where ${OURS} and list = '${name}' and part = ''
      and (last_created_at, last_id) >= (${row}.created_at, ${row}.id)
    order by last_created_at, last_id limit 1`;

/** Selects the key of the row that ends the next block after `start`; nothing if no full block is left. */
export const nextBlockEnd = (list: List, start: string, condition: string): string =>
  `select created_at, id from ${list.table}
    where ${condition} and (created_at, id) > (${start}.created_at, ${start}.id)
    order by created_at, id offset ${blockRows(list) - 1} limit 1`;

/**
 * Returns the condition's SQL with its parameters renumbered, so that they follow the first `before` parameters of the
 * statement.
 */
const placedBehind = (before: number, { sql }: Condition): string =>
  sql.replaceAll(/\$(\d+)/g, (_, place: string) => `$${before + Number(place)}`);

const OURS = 'client_id = $1 and environment = $2';
const NEWEST_FIRST = 'order by created_at desc, id desc';
const OLDEST_FIRST = 'order by created_at, id';

/**
 * The SQL that counts all rows and skips to the page. If the list has blocks for this condition, only up to
 * `plainRowsMax` rows are read; for a longer list, the statement returns no length and no rows. The range is given as
 * keys, because keys make the planner use the correct index, whatever the statistics are.
 */
export const plainSql = (list: List, condition: Condition): string =>
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
 * The SQL that reads a page's rows by their keys. An earlier part of the statement takes the keys from an index alone,
 * in index order. If it read whole rows instead, the planner would fetch and sort all rows of a client whose list the
 * planner believes to be short.
 */
const rowsOf = (list: List): string =>
  `select ${list.columns} from keys cross join lateral (
     select * from ${list.table} where ${OURS} and id = key limit 1
   ) ${list.alias ?? list.table} ${list.join ?? ''}`;

// The SQL that counts a long list and reads a page of it. The statement has this form for three reasons. First, under
// row-level security a condition becomes an index condition only if it is leakproof. `coalesce` is not leakproof, so
// the statement computes the keys first and then compares columns with them directly. Second, the planner does not know
// the values of the keys. It would expect to count a third of the table and would read the whole table, so every read
// of the table has a constant limit. Third, each table reference costs start-up time even if nothing is read, so both
// ends of the date range share one reference. The count is null if more than `behind_max` rows come after the last
// known end of a chapter or block.
export const longSql = (list: List, condition: Condition, density: Density): string =>
  remembered(list, `${density} ${condition.sql}`, () => {
    const own = `${OURS} and (${placedBehind(7, condition)})`;
    const { last_end, behind_max, near } = density === 'sparse' ? byChapters(list) : byBlocks(list);
    return `with marks as materialized (${chapterMarks(list, condition.is_pair)}),
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

/**
 * The points in a list at which chapters or blocks end. Rows are counted from such a point. `rows_upto` is the number
 * of rows from the beginning of the list to that point.
 */
type Ends = {
  /** The query for the last end of a chapter or block before the time `at`. */
  readonly last_end: string;
  /** Maximum number of rows that are counted after `last_end`. */
  readonly behind_max: number;
  /**
   * The SQL for the ends of chapters or blocks that are close to the row at position `place`. The caller uses the first
   * end at or after this row.
   */
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
 * The SQL that returns the part's chapter ends and pending corrections, in one sequence. Each chapter end has the sum
 * of rows up to it. The sum includes every correction whose row lies at or before that end. For a chapter that has no
 * rows of the part, no end is returned. But for a pair of filters, the end of the list's last chapter is always
 * returned, so that at most the rows after this end are read and skipped.
 */
const chapterMarks = (list: List, is_pair: boolean): string =>
  `select created_at, id, change, ${RUNNING_SUM} as rows_upto, is_end from (
    select last_created_at, last_id, rows_count, true from list_blocks
    where ${OURS} and list = '${chaptersOf(list)}' and part = $7
    ${is_pair ? `union all ${emptyLastChapter(list)}` : ''}
    union all
    select created_at, id, change, false from list_moves where ${OURS} and list = '${list.name}' and part = $7
  ) as mark (created_at, id, change, is_end)`;

/** The SQL that returns the end of the list's last chapter if this chapter contains no rows of the part. */
const emptyLastChapter = (list: List): string =>
  `select last_created_at, last_id, 0, true from (
      select last_created_at, last_id from list_blocks where ${OURS} and list = '${chaptersOf(list)}' and part = ''
      order by last_created_at desc, last_id desc limit 1
    ) as last where not exists (
      select from list_blocks where ${OURS} and list = '${chaptersOf(list)}' and part = $7
        and last_created_at = last.last_created_at and last_id = last.last_id
    )`;

/**
 * The SQL that returns, in one sequence, the ends of the part's blocks and the pending corrections. It returns only
 * ends and corrections that come after `chapter`, and only ends of blocks that meet the condition. Each end has the
 * running sum of the blocks' rows and of the pending corrections.
 */
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

/**
 * The SQL for the end of the last chapter that meets a condition. If no chapter meets the condition, the SQL returns
 * the beginning of the list.
 */
const lastChapter = (condition: string): string =>
  `(select created_at, id, rows_upto from marks where is_end and ${condition} ${NEWEST_FIRST} limit 1)
   union all select '-infinity', '', 0 ${NEWEST_FIRST} limit 1`;

const texts = new WeakMap<List, Map<string, string>>();

/** Caches the SQL text of each statement by list and condition. */
function remembered(list: List, condition: string, write: () => string): string {
  const known = texts.get(list) ?? new Map<string, string>();
  texts.set(list, known);
  const text = known.get(condition) ?? write();
  known.set(condition, text);
  return text;
}
