// The pages of a list as clients ask for them and as we answer: by number, with the way to the next and the
// previous one. How rows are found is in storage/platform/pages.ts.

import { notFound } from '#base/errors.ts';
import { parseTimestamp } from '#base/timestamps.ts';

export type Paging = { readonly page: number; readonly page_size: number };

export type Page<Item> = { count: number; next: string | null; previous: string | null; results: Item[] };

const PAGE_SIZE_DEFAULT = 25;
export const PAGE_SIZE_MAX = 100;
/** No list has as many pages, and a place on any of them is still an exact number. */
const PAGE_MAX = 1_000_000_000_000;

/** A page that cannot be is not found; a size that cannot be is the usual one. */
export function parsePaging(query: { readonly page?: unknown; readonly page_size?: unknown }): Paging {
  const page = query.page === undefined ? 1 : toPositiveInteger(query.page);
  if (page === undefined || page > PAGE_MAX) throw notFound();
  return { page, page_size: Math.min(toPositiveInteger(query.page_size) ?? PAGE_SIZE_DEFAULT, PAGE_SIZE_MAX) };
}

export type CreatedRange = {
  readonly created_at__gte: Date | undefined;
  readonly created_at__lte: Date | undefined;
};

/** The range filters of a query that was checked; a text that is no timestamp never gets here. */
export function parseRange(query: {
  readonly created_at__gte?: string | undefined;
  readonly created_at__lte?: string | undefined;
}): CreatedRange {
  const moment = (text: string | undefined): Date | undefined =>
    text === undefined ? undefined : parseTimestamp(text);
  return { created_at__gte: moment(query.created_at__gte), created_at__lte: moment(query.created_at__lte) };
}

/**
 * The page object. `url` is the request's own, path and query, and leads on from `base_url`.
 * A page behind the last one is not found; the first page always is there.
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

/** A page of a list that is at hand as a whole. */
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

/** A request line may carry a whole address; whose it says it is must not end up in our answer. */
const ORIGIN = /^[a-z][a-z\d+.-]*:\/\/[^/?]*/i;

/**
 * The same URL with another page; everything else in the query stays as it was written. With the slash it may have
 * come without, so that the answer is the same either way.
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
