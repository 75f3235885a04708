// Pages of a list, newest first, by page number. Reading a page costs the same for a list of a thousand rows and a list
// of a million rows.
//
// In ascending order (created_at, id) a list only grows at its end. Its older part is divided into closed blocks, and
// the blocks are grouped into chapters of forty blocks each (list-blocks.ts). The list's length is the sum of the rows
// in its chapters, in the blocks after the last chapter, and in the open tail after the last block. The row at any
// position is found in the same order: first its chapter, then its block, then its position counted from the end of the
// block.
//
// A list with one counted filter is read in the same way. This is possible because blocks store how many of their rows
// have each value of the filter, and because an index begins with the value. If a value is rare, a chapter has few rows
// with this value, and these rows are counted without the blocks. A list with a counted pair of filters is always read
// through its blocks, which store how many of their rows have each pair of values. No index begins with both values of
// a pair, so rows that meet only one of the filters are read and skipped. For any other filter or combination of
// filters, the rows are counted one by one through the best available index.

import type { CreatedRange, Paging } from '#domain/platform/pages.ts';
import type { Scope } from '#domain/platform/scope.ts';
import type { Db, Row } from '#storage/platform/db.ts';
import { partWith } from './list-parts.ts';
import { blockRows, type Condition, type Density, type List, longSql, plainRowsMax, plainSql } from './list-sql.ts';

export type { List } from './list-sql.ts';

export type PageQuery = Paging & Partial<CreatedRange> & { readonly [filter: string]: unknown };

/** Returns the SQL condition for those filters of the list that the query contains. */
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
  if (given.length === 0) return { sql: 'true', values, part: list.without_blocks ? undefined : '', is_pair: false };
  return {
    sql: sql.join(' and '),
    values,
    part: partWith(list, new Map(given.map(({ name, value }) => [name, value]))),
    is_pair: given.length > 1,
  };
}

export type ListRow = Row & { id: string; created_at: Date };

export type ListPage<R extends ListRow> = {
  /** The total number of rows that match the query, on all pages together. */
  count: number;
  /** The rows of this page; empty if the page is after the last page. */
  rows: R[];
  /**
   * Whether the list has so many rows outside closed blocks, or so many pending corrections, that the caller should
   * wake the block closer.
   */
  needs_closing: boolean;
};

/**
 * If there are more pending corrections than this, the block closer is woken. It adds the corrections to their blocks.
 */
const MOVES_MAX = 500;
/** An open tail of up to two blocks is not closed yet, because closing it would not be worth a transaction. */
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
  // Most lists are short and are counted row by row. Detecting that a list is long takes a millisecond, so the result
  // is cached. A list with a pair of filters is read through its blocks. Counting it row by row, or from the end of a
  // chapter (`sparse`), would skip too many rows that meet only one of the filters.
  const { part, is_pair } = condition;
  const key = `${scope.client_id} ${scope.environment} ${list.name} ${part}`;
  const known = knownLong.get(key);
  const plain_values = [...own, ...condition.values];
  if (part === undefined || (rows_before < plainRowsMax(list) && known === undefined && !is_pair)) {
    const { rows } = await db.query<R & Length>(plainSql(list, condition), plain_values);
    if (rows[0]?.list_count !== null) return toListPage(list, rows);
  }
  const values = [...own, part, ...condition.values];
  if (known !== 'dense' && !is_pair) {
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

/**
 * Lists that were long when they were last read. If a list is no longer long, its entry makes the read a millisecond
 * slower, but the result is still correct.
 */
const knownLong = new Map<string, Density>();
const KNOWN_LONG_MAX = 10_000;

/**
 * Returns the start (inclusive) and the end (exclusive) of the time range. A Date has millisecond precision, so the end
 * is one millisecond after `lte`.
 */
const rangeOf = (gte: Date | undefined, lte: Date | undefined): [since: Date | string, until: Date | string] => [
  gte ?? '-infinity',
  lte ? new Date(lte.getTime() + 1) : 'infinity',
];

const toListPage = <R extends ListRow>(list: List, rows: (R & Length)[]): ListPage<R> => ({
  // The computed count is negative if the time range ends before it begins.
  count: Math.max(0, rows[0]?.list_count ?? 0),
  needs_closing: (rows[0]?.list_open ?? 0) > openRowsMax(list) || (rows[0]?.list_moves ?? 0) > MOVES_MAX,
  rows: rows.filter(isFound).map(withoutLength),
});

/**
 * The list's length, the number of its rows after the last closed block, and the number of its pending corrections.
 * Every row contains these numbers, so that one statement, and therefore one snapshot, returns them with the rows.
 */
type Length = { list_count?: number | null; list_open?: number; list_moves?: number };

/** A page without rows is returned as one row that contains only the list's length. */
const isFound = (row: ListRow): boolean => row.id !== null;

function withoutLength<R extends ListRow & Length>(row: R): R {
  delete row.list_count;
  delete row.list_open;
  delete row.list_moves;
  return row;
}
