// Search in the console: by id, order number, the client's own user id, e-mail address or name.
import { type Static, Type } from 'typebox';
import { choice, nullable, shape } from '#base/schema.ts';
import type { Area } from './roles.ts';

export const RESULTS_MAX = 20;
const QUERY_LENGTH_MAX = 512;

export const SearchQuery = Type.Object({
  q: Type.String({ minLength: 1, maxLength: QUERY_LENGTH_MAX, format: 'text' }),
});

/**
 * The kinds of search results. Each kind has the area that a role must be allowed to read, and the page that shows a
 * result.
 */
export const FOUND_KINDS = {
  order: { area: 'cases', page: 'orders' },
  user: { area: 'cases', page: 'people' },
  link: { area: 'cases', page: 'links' },
  task: { area: 'cases', page: 'tasks' },
  report: { area: 'cases', page: 'reports' },
  document: { area: 'reviews', page: 'documents' },
  template: { area: 'development', page: 'templates' },
  key: { area: 'development', page: 'keys' },
  webhook: { area: 'development', page: 'webhooks' },
  event: { area: 'development', page: 'events' },
  attempt: { area: 'development', page: 'deliveries' },
  request: { area: 'development', page: 'requests' },
  invoice: { area: 'administration', page: 'invoices' },
} as const satisfies Record<string, { area: Area; page: string }>;
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

export type Found = { kind: FoundKind; id: string; title: string; subtitle: string | null };

export const toResult = (found: Found): SearchResult => ({
  ...found,
  path: `${FOUND_KINDS[found.kind].page}/${found.id}`,
});

/** Masks an e-mail address: only the first letter and the domain stay readable. */
export const maskEmail = (email: string): string => email.replace(/^(.)[^@]*/u, '$1•••');
