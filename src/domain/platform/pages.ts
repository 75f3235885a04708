// Pagination of lists by page number, with links to the next and the previous page. The queries are in
// storage/platform/lists/pages.ts.

import { notFound } from '#base/errors.ts';
import { parseTimestamp } from '#base/timestamps.ts';

export type Paging = { readonly page: number; readonly page_size: number };

export type Page<Item> = { count: number; next: string | null; previous: string | null; results: Item[] };

const PAGE_SIZE_DEFAULT = 25;
export const PAGE_SIZE_MAX = 100;
/**
 * The maximum page number. No list has so many pages. Up to this page number, every row offset can be represented as an
 * exact integer.
 */
const PAGE_MAX = 1_000_000_000_000;

/**
 * Parses page number and page size. An invalid page number causes an error with status 404. An invalid page size is
 * replaced with the default. A page size above the maximum is replaced with the maximum.
 */
export function parsePaging(query: { readonly page?: unknown; readonly page_size?: unknown }): Paging {
  const page = query.page === undefined ? 1 : toPositiveInteger(query.page);
  if (page === undefined || page > PAGE_MAX) throw notFound();
  return { page, page_size: Math.min(toPositiveInteger(query.page_size) ?? PAGE_SIZE_DEFAULT, PAGE_SIZE_MAX) };
}

export type CreatedRange = {
  readonly created_at__gte: Date | undefined;
  readonly created_at__lte: Date | undefined;
};

/** Converts the range filters of a query to dates. The timestamps of the query have already been validated. */
export function parseRange(query: {
  readonly created_at__gte?: string | undefined;
  readonly created_at__lte?: string | undefined;
}): CreatedRange {
  const moment = (text: string | undefined): Date | undefined =>
    text === undefined ? undefined : parseTimestamp(text);
  return { created_at__gte: moment(query.created_at__gte), created_at__lte: moment(query.created_at__lte) };
}

/**
 * Creates the page object. `url` is the request's path and query, relative to `base_url`. A request for a page after
 * the last page gets a 404. The first page always exists, even if it is empty.
 */
export function toPage<Item>(
  base_url: string,
  url: string,
  paging: Paging,
  { count, results }: { count: number; results: Item[] },
): Page<Item> {
  const { page, page_size } = paging;
  const last = Math.max(1, Math.ceil(count / page_size));
  if (page > last) throw notFound();
  const address = (other: number): string => base_url.replace(/\/+$/, '') + withPage(url, other);
  return {
    count,
    next: page < last ? address(page + 1) : null,
    previous: page > 1 ? address(page - 1) : null,
    results,
  };
}

/** A page of a list that is held completely in memory. */
export function pageOfList<Item>(
  base_url: string,
  url: string,
  query: { readonly page?: unknown; readonly page_size?: unknown },
  items: readonly Item[],
): Page<Item> {
  const paging = parsePaging(query);
  const first = (paging.page - 1) * paging.page_size;
  const results = items.slice(first, first + paging.page_size);
  return toPage(base_url, url, paging, { count: items.length, results });
}

const DIGITS = /^\d+$/;

function toPositiveInteger(value: unknown): number | undefined {
  if (typeof value !== 'string' || !DIGITS.test(value)) return undefined;
  return Number(value) > 0 ? Number(value) : undefined;
}

/**
 * Matches the origin of an absolute URL. A request line may contain an absolute URL, but its origin must not be part of
 * our response.
 */
const ORIGIN = /^[a-z][a-z\d+.-]*:\/\/[^/?]*/i;

/**
 * The URL of the request with another page number. The rest of the query stays unchanged. A missing trailing slash is
 * added, so that the response is the same with and without the slash.
 */
function withPage(url: string, page: number): string {
  const [asked = '', ...query] = url.replace(ORIGIN, '').split('?');
  const path = asked.endsWith('/') ? asked : `${asked}/`;
  const pairs = query
    .join('?')
    .split('&')
    .filter((pair) => pair !== '');
  const others = pairs.filter((pair) => !isPage(pair));
  const place = pairs.some(isPage) ? pairs.findIndex(isPage) : pairs.length;
  return `${path}?${others.toSpliced(place, 0, `page=${page}`).join('&')}`;
}

const isPage = (pair: string): boolean => new URLSearchParams(pair).has('page');
