// The request log: which requests clients sent with their keys. The log contains neither request bodies nor the values
// of query parameters.
import { type Static, Type } from 'typebox';
import { choice, Id, nullable, PAGING, shape } from '#base/schema.ts';

export const REQUESTS_KEPT_DAYS = 7;

export const STATUS_CLASSES = ['1xx', '2xx', '3xx', '4xx', '5xx'] as const;

export const RequestLogQuery = Type.Object({
  cursor: Type.Optional(Type.String({ description: 'The `next_cursor` of the previous page.' })),
  page_size: PAGING.page_size,
  status_class: Type.Optional(choice(STATUS_CLASSES)),
  path: Type.Optional(Type.String({ maxLength: 256, description: 'The beginning of the path.' })),
  request_id: Type.Optional(Type.String({ pattern: '^[0-9a-f]{32}$' })),
});
export type RequestLogQuery = Static<typeof RequestLogQuery>;

const LoggedRequestAnswer = shape('LoggedRequest', 'A request that was sent with a key.', {
  request_id: Id,
  at: Type.String({ format: 'date-time', description: 'When the response was complete, in real time.' }),
  method: Type.String(),
  path: Type.String({ description: 'The path with its ids. A value that is not an id is replaced by its name.' }),
  status: Type.Integer(),
  duration_ms: Type.Integer(),
  key_id: Id,
});

export const RequestLogAnswer = shape('RequestLogPage', 'One page of the request log, newest first.', {
  next_cursor: nullable(Type.String({ description: 'Null at the end of the log.' })),
  searched_until: nullable(
    Type.String({
      format: 'date-time',
      description: 'How far back the page looked. A page with filters may be short.',
    }),
  ),
  results: Type.Array(LoggedRequestAnswer),
});
export type RequestLogAnswer = Static<typeof RequestLogAnswer>;

/** A request as it is stored: time in milliseconds, method, path, status, duration, request id, key id. */
export type RequestEntry = readonly [
  at_ms: number,
  method: string,
  path: string,
  status: number,
  duration_ms: number,
  request_id: string,
  key_id: string,
];

export const classOf = (status: number): number => Math.min(Math.max(Math.floor(status / 100), 1), 5) - 1;

/** Returns the classes of status codes that occur in the entries, as a bit mask with one bit per class. */
export const outcomesOf = (entries: readonly RequestEntry[]): number =>
  entries.reduce((bits, [, , , status]) => bits | (1 << classOf(status)), 0);

const ID_LIKE = /^(?:[0-9a-f]{32}|[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/;
const PARAMETER = /:\w+/;

/**
 * The path that the log shows: the pattern of the route, with the ids from the request. Any other value in the path may
 * be a person's name or e-mail address, so the log shows only which path parameter it is.
 */
export function shownPath(route: string, url: string): string {
  if (!PARAMETER.test(route)) return route;
  const asked = (url.split('?', 1)[0] ?? '').split('/');
  return route
    .split('/')
    .map((part, at) => (part.startsWith(':') && ID_LIKE.test(asked[at] ?? '') ? asked[at] : part))
    .join('/');
}

export const presentRequest = ([at_ms, method, path, status, duration_ms, request_id, key_id]: RequestEntry) => ({
  request_id,
  at: new Date(at_ms).toISOString(),
  method,
  path,
  status,
  duration_ms,
  key_id,
});

/**
 * A position in the log: the last row that was read, and how many entries of this row were read. The entries of a row
 * are read newest first.
 */
export type LogPlace = { readonly newest_at: Date; readonly id: string; readonly read: number };

const WRITTEN = /^(\d{1,15})\.([0-9a-f]{32})\.(\d{1,5})$/;

export const writePlace = ({ newest_at, id, read }: LogPlace): string =>
  Buffer.from(`${newest_at.getTime()}.${id}.${read}`).toString('base64url');

/** Parses a cursor. Returns `undefined` if the cursor is not valid. */
export function parsePlace(cursor: string): LogPlace | undefined {
  const [, at_ms, id, read] = WRITTEN.exec(Buffer.from(cursor, 'base64url').toString('latin1')) ?? [];
  return id === undefined ? undefined : { newest_at: new Date(Number(at_ms)), id, read: Number(read) };
}
