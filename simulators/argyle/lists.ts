// Splits lists into pages. The address of the next page contains an opaque cursor. The cursor contains the position in
// the list, the filters and `limit`.
import type { Answer } from '../kit/answers.ts';
import { hexId } from '../kit/random.ts';
import type { SimRequest } from '../kit/request.ts';
import { employmentId } from './data.ts';
import { type Account, refuse, type State } from './state.ts';

const LIMIT_DEFAULT = 10;
const LIMIT_MAX = 200;

export type Query = ReadonlyMap<string, string>;

/** The filters of a request. If the request has a cursor, the filters in the cursor are used. */
export function queryOf(request: SimRequest): { query: Query; offset: number } {
  const cursor = request.query.get('cursor');
  if (cursor === null) return { query: new Map(request.query), offset: 0 };
  const text = Buffer.from(cursor, 'base64url').toString('utf8');
  const [, mark, offset, filters] = /^([0-9a-f]{12})\.(\d+)\.(.*)$/s.exec(text) ?? [];
  if (mark === undefined || mark !== markOf(request.path, offset, filters)) refuse(404, { detail: 'Invalid cursor' });
  return { query: new Map(new URLSearchParams(filters)), offset: Number(offset) };
}

export function listAnswer<Row>(request: SimRequest, rows: readonly Row[], show: (row: Row) => unknown): Answer {
  const { query, offset } = queryOf(request);
  const limit = limitOf(query);
  const at = (start: number): string => {
    const filters = new URLSearchParams([...query]).toString();
    const cursor = `${markOf(request.path, String(start), filters)}.${start}.${filters}`;
    return `${request.origin}${request.path}?cursor=${Buffer.from(cursor).toString('base64url')}`;
  };
  return {
    status: 200,
    json: {
      next: offset + limit < rows.length ? at(offset + limit) : null,
      previous: offset > 0 ? at(Math.max(0, offset - limit)) : null,
      results: rows.slice(offset, offset + limit).map(show),
    },
  };
}

function limitOf(query: Query): number {
  const text = query.get('limit');
  if (text === undefined) return LIMIT_DEFAULT;
  if (!/^\d{1,6}$/.test(text)) refuse(400, { limit: ['A valid integer is required.'] });
  const limit = Number(text);
  if (limit < 1) refuse(400, { limit: ['Ensure this value is greater than or equal to 1.'] });
  if (limit > LIMIT_MAX) refuse(400, { limit: [`Ensure this value is less than or equal to ${LIMIT_MAX}.`] });
  return limit;
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/**
 * The accounts that match the parameters `account`, `user` and `employment`. Without these parameters, all accounts.
 */
export function accountsIn(state: State, request: SimRequest): readonly Account[] {
  const { query } = queryOf(request);
  for (const name of ['account', 'user', 'employment']) {
    const id = query.get(name);
    if (id !== undefined && !UUID.test(id)) refuse(400, { [name]: ['Must be a valid UUID.'] });
  }
  const [account_id, user_id, employment_id] = [query.get('account'), query.get('user'), query.get('employment')];
  return [...state.accounts.values()].filter(
    (account) =>
      (account_id === undefined || account.id === account_id) &&
      (user_id === undefined || account.user.id === user_id) &&
      (employment_id === undefined || employmentId(account) === employment_id),
  );
}

/**
 * Returns a function that tells whether a time is between `from_start_date` and `to_start_date`, both included. The
 * request is read only once, because a list may have thousands of rows.
 */
export function periodOf(request: SimRequest): (time: string) => boolean {
  const { query } = queryOf(request);
  const bound = (name: string): number | undefined => {
    const text = query.get(name);
    if (text === undefined) return undefined;
    const value = Date.parse(text);
    if (Number.isNaN(value)) refuse(400, { [name]: ['Enter a valid date/time.'] });
    return value;
  };
  const [from, to] = [bound('from_start_date'), bound('to_start_date')];
  return (time) => {
    const value = Date.parse(time);
    return (from === undefined || value >= from) && (to === undefined || value <= to);
  };
}

/** Compares two days, or two times in UTC, as text. With `localeCompare`, sorting the gigs of some years would be slow. */
export const compareTimes = (one: string, other: string): number => Number(one > other) - Number(one < other);

const markOf = (path: string, offset: string | undefined, filters: string | undefined): string =>
  hexId(12, 'argyle', path, offset ?? '', filters ?? '');
