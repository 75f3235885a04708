// Search in the console: by id, order number, the client's own user id, e-mail address or name.
import { type Static, Type } from 'typebox';
import { choice, nullable, shape } from '#base/schema.ts';
import type { ReportKind } from '#domain/reports/user-reports.ts';
import type { Area } from './roles.ts';

export const RESULTS_MAX = 20;
const QUERY_LENGTH_MAX = 512;

export const SearchQuery = Type.Object({
  q: Type.String({ minLength: 1, maxLength: QUERY_LENGTH_MAX, format: 'text' }),
});

/** For each kind of report, the name of its page in the URLs of the console. */
const REPORT_PAGES: Readonly<Record<string, string>> = {
  voie: 'income',
  voa: 'assets',
  income_insights: 'insights',
} satisfies Record<ReportKind, string>;

/**
 * The kinds of search results. Each kind has the area that a role must be allowed to read, and the path in the console
 * that opens a result. The path begins with the name of a page. The other parts of the path are the id of the result
 * and, for some kinds, one or two columns of the result's row (`within`).
 */
export const FOUND_KINDS = {
  order: { area: 'cases', path: (id) => `orders/${id}` },
  // A suborder can be found by id, because webhooks contain this id as `employer_id`.
  suborder: { area: 'cases', path: (id, order_id) => `orders/${order_id}?suborder=${id}` },
  user: { area: 'cases', path: (id) => `people/${id}` },
  link: { area: 'cases', path: (id) => `links/${id}` },
  task: { area: 'cases', path: (id, user_id) => `people/${user_id}?task=${id}` },
  report: { area: 'cases', path: (id, user_id, kind) => `people/${user_id}/${REPORT_PAGES[kind] ?? kind}/${id}` },
  document: { area: 'reviews', path: (id) => `documents/${id}` },
  template: { area: 'development', path: (id) => `templates/${id}` },
  key: { area: 'development', path: (id) => `keys/${id}` },
  webhook: { area: 'development', path: (id) => `webhooks/${id}` },
  event: { area: 'development', path: (id) => `events/${id}` },
  attempt: {
    area: 'development',
    // The page of a deleted endpoint does not exist, so the event is shown instead.
    path: (id, endpoint_id, event_id) =>
      endpoint_id === '' ? `events/${event_id}` : `webhooks/${endpoint_id}?webhook_id=${event_id}&attempt=${id}`,
  },
  request: { area: 'development', path: (id) => `requests/${id}` },
  invoice: { area: 'administration', path: (id) => `operations?invoice=${id}` },
} as const satisfies Record<string, { area: Area; path(id: string, first: string, second: string): string }>;
export type FoundKind = keyof typeof FOUND_KINDS;

const KINDS = Object.keys(FOUND_KINDS).filter((kind): kind is FoundKind => kind in FOUND_KINDS);

export const SearchAnswer = shape('ConsoleSearch', 'What was found.', {
  results: Type.Array(
    Type.Object({
      kind: choice(KINDS),
      id: Type.String(),
      title: Type.String(),
      subtitle: nullable(Type.String()),
      path: Type.String({ description: 'The page of the console, relative to the client and environment.' }),
    }),
  ),
});
export type SearchResult = Static<typeof SearchAnswer>['results'][number];

export type Found = {
  kind: FoundKind;
  id: string;
  title: string;
  subtitle: string | null;
  within: readonly (string | null)[];
};

export function toResult({ within, ...found }: Found): SearchResult {
  const [first, second] = within;
  return { ...found, path: FOUND_KINDS[found.kind].path(found.id, first ?? '', second ?? '') };
}

/** Masks an e-mail address: only the first letter and the domain stay readable. */
export const maskEmail = (email: string): string => email.replace(/^(.)[^@]*/u, '$1•••');
