// The URLs of the console. Every state of a page is in its URL, so that each state can be linked and reloaded, and the
// Back button works.
import type { Environment } from '#domain/platform/scope.ts';

/** A client in one environment. */
export type Place = { client_id: string; environment: Environment };

export type Route = {
  /** The client and environment of the page; null on pages that belong to no client, such as the sign-in. */
  place: Place | null;
  /** The decoded segments of the path after the place, for example `orders` and `5f0e…`. */
  segments: readonly string[];
  query: URLSearchParams;
};

const PLACE = /^[0-9a-f]{32}$/;
const isEnvironment = (text: string | undefined): text is Environment => text === 'sandbox' || text === 'prod';

/** `base` is the path of the console, with a trailing slash. */
export function routeOf(base: string, url: { pathname: string; search: string }): Route {
  const path = url.pathname.startsWith(base) ? url.pathname.slice(base.length) : '';
  const segments = path
    .split('/')
    .filter((segment) => segment !== '')
    .map(decoded);
  const query = new URLSearchParams(url.search);
  const [client_id = '', environment] = segments;
  return PLACE.test(client_id) && isEnvironment(environment)
    ? { place: { client_id, environment }, segments: segments.slice(2), query }
    : { place: null, segments, query };
}

export type Query = Readonly<Record<string, string | number | null | undefined>>;

/** Returns the URL of a page, relative to the console's base. Empty values are left out of the query. */
export function pathTo(place: Place | null, segments: readonly string[], query: Query = {}): string {
  const where = place === null ? segments : [place.client_id, place.environment, ...segments];
  return `${where.map(encodeURIComponent).join('/')}${queryText(query)}`;
}

export function queryText(query: Query): string {
  const given = Object.entries(query).flatMap(([name, value]) =>
    value === null || value === undefined || value === '' ? [] : [[name, String(value)]],
  );
  return given.length === 0 ? '' : `?${new URLSearchParams(given)}`;
}

function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}
