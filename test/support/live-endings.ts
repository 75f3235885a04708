// How a task at a live provider ends after a fault. The tables are in docs/live.md, so that operators read exactly what
// the tests check. A row is what happens at the provider, and a column is the request that it affects.
import { readFileSync } from 'node:fs';
import { TASK_STATUSES, type TaskStatus } from '#domain/connections/tasks.ts';
import { type LiveFault, type Strike, skewOf, waitOf } from './live-faults.ts';
import type { Kind } from './live-stage.ts';

/** One request that a simulator received: its parameters and fields are in `names`. */
export type Received = { method: string; path: string; names: readonly string[]; fault: string | null };

const HEADINGS: Readonly<Record<Kind, string>> = {
  fdx: 'FDX',
  simplefin: 'SimpleFIN',
  plaid: 'Plaid',
  argyle: 'Argyle',
  finch: 'Finch',
};
const FIRST_HEADER = 'At the provider';

type Table = ReadonlyMap<string, ReadonlyMap<string, readonly TaskStatus[]>>;

/** Reads the table of one connector: for each row, the statuses in each column. A cell without a status is left out. */
function tableOf(kind: Kind): Table {
  const page = readFileSync(new URL('../../docs/live.md', import.meta.url), 'utf8');
  const section = page.split(/^## /m).find((text) => text.startsWith(`${HEADINGS[kind]}\n`)) ?? '';
  const rows = section.split('\n').map((line) => line.split('|').map((cell) => cell.trim()));
  const start = rows.findIndex(([, first]) => first === FIRST_HEADER);
  const header = rows[start];
  if (header === undefined) throw new Error(`docs/live.md has no table of endings for ${HEADINGS[kind]}`);
  const length = rows.slice(start).findIndex((cells) => cells.length < 3);
  return new Map(
    rows.slice(start + 2, start + length).map((cells) => [
      cells[1] ?? '',
      new Map(
        cells.flatMap((cell, at): [string, TaskStatus[]][] => {
          const statuses = TASK_STATUSES.filter((status) => cell.includes(`\`${status}\``));
          // The first cell is the row's name, and the last one says what people can do.
          return at < 2 || at >= cells.length - 2 || statuses.length === 0 ? [] : [[header[at] ?? '', statuses]];
        }),
      ),
    ]),
  );
}

const tables = new Map<Kind, Table>();
const tableFor = (kind: Kind): Table => {
  const table = tables.get(kind) ?? tableOf(kind);
  tables.set(kind, table);
  return table;
};

/** Returns the statuses that docs/live.md allows. Throws if the table has no such row or no such column. */
export function endingsFor(kind: Kind, happening: string, column: string): readonly TaskStatus[] {
  const statuses = tableFor(kind).get(happening)?.get(column);
  if (statuses === undefined) throw new Error(`docs/live.md has no ending for ${kind}: ${happening}: ${column}`);
  return statuses;
}

/** The rows of the table of a connector. */
export const happeningsOf = (kind: Kind): readonly string[] => [...tableFor(kind).keys()];

const DATA = 'Data';
/** The columns of the requests that give us access: while a person connects, and at the beginning of a refresh. */
const ACCESS: Readonly<Record<Kind, { first: string; refresh: string }>> = {
  fdx: { first: 'Code', refresh: 'Renewal' },
  simplefin: { first: 'Claim', refresh: 'Check' },
  plaid: { first: 'Connecting', refresh: 'Check' },
  argyle: { first: 'Connecting', refresh: 'Check' },
  finch: { first: 'Connecting', refresh: 'Check' },
};

/** The column of a request. */
function columnOf(kind: Kind, { method, path, names }: Received, is_first: boolean): string {
  const { first, refresh } = ACCESS[kind];
  switch (kind) {
    case 'fdx':
      if (path.startsWith('/.well-known/')) return 'Metadata';
      if (path.endsWith('/token')) return names.includes('code') ? first : refresh;
      return DATA;
    case 'simplefin':
      if (method === 'POST') return first;
      if (names.includes('balances-only')) return is_first ? 'Names' : refresh;
      return DATA;
    case 'plaid':
      if (path === '/link/token/get' || path === '/item/public_token/exchange') return first;
      return path === '/item/get' ? refresh : DATA;
    case 'argyle':
      if (path === '/v2/accounts') return first;
      return path.startsWith('/v2/accounts/') && !is_first ? refresh : DATA;
    case 'finch':
      if (path === '/auth/token') return first;
      return path === '/introspect' ? refresh : DATA;
  }
}

/** The names of the rows. */
export const HAPPENINGS = {
  short_wait: '429, with a short wait',
  long_wait: '429, with a long wait or again and again',
  server_error: 'an error of the server (500 to 504)',
  server_error_once: 'an error of the server (500, 503), once',
  server_error_again: 'an error of the server (500, 503), again and again',
  ended_access: 'the access was ended',
  refused_access: 'one request is answered as if the access had ended',
  lost_renewal: 'the answer to the renewal is lost',
  truncated: 'an answer is cut off',
  ended: 'the connection closes before the answer is complete',
  ended_once: 'the connection closes before the answer is complete, once',
  ended_again: 'the connection closes before the answer is complete, again and again',
  slow: 'an answer comes slowly, but in time',
  too_slow: 'an answer is not complete within the time limit',
  wrong_page: 'a web page instead of the data',
  wrong_type: 'the data has a wrong content type',
  duplicates: 'rows come twice',
  vanished: 'rows are missing from an answer',
  drift: 'unknown values, unknown fields, missing fields',
  small_skew: 'the clock is wrong by less than a minute',
  large_skew: 'the clock is wrong by more',
  skew: 'the clock is wrong',
  redirect: 'a redirect to another address',
  preparing: 'pay statements are not ready',
  failed_account: 'the list of accounts has an account with an error',
  unnamed_account: 'the list of accounts is not complete (206)',
} as const;

/** The row for a fault. `column` is the request that the fault affects first. */
function happeningOf(kind: Kind, strike: Strike, column: string): string {
  const { fault, is_lasting } = strike;
  const is_fdx = kind === 'fdx';
  const often = is_lasting ? 'again' : 'once';
  switch (fault) {
    case 'too_many_requests': {
      // A person who is logging in waits for at most 30 seconds, and other tasks wait for at most ten minutes.
      const seconds_max = column === ACCESS[kind].first ? 30 : 600;
      return HAPPENINGS[is_lasting || waitOf(strike, kind) > seconds_max ? 'long_wait' : 'short_wait'];
    }
    case 'server_error':
      return HAPPENINGS[is_fdx ? (`server_error_${often}` as const) : 'server_error'];
    // The FDX simulator cuts an answer off by closing the connection.
    case 'truncated_body':
      return HAPPENINGS[is_fdx ? (`ended_${often}` as const) : 'truncated'];
    case 'connection_ended':
      return HAPPENINGS[is_fdx ? (`ended_${often}` as const) : 'ended'];
    case 'wrong_content_type':
      return HAPPENINGS[is_fdx ? 'wrong_type' : 'wrong_page'];
    case 'clock_skew': {
      if (!is_fdx) return HAPPENINGS.skew;
      return HAPPENINGS[Math.abs(skewOf(strike, kind)) < 60 ? 'small_skew' : 'large_skew'];
    }
    default:
      return HAPPENINGS[ROWS[fault]];
  }
}

const ROWS: Readonly<
  Record<
    Exclude<
      LiveFault,
      'too_many_requests' | 'server_error' | 'truncated_body' | 'connection_ended' | 'wrong_content_type' | 'clock_skew'
    >,
    keyof typeof HAPPENINGS
  >
> = {
  ended_access: 'ended_access',
  refused_access: 'refused_access',
  lost_refresh_answer: 'lost_renewal',
  slow_bytes: 'slow',
  duplicate_rows: 'duplicates',
  vanishing_rows: 'vanished',
  schema_drift: 'drift',
  redirect: 'redirect',
  preparing: 'preparing',
  failed_account: 'failed_account',
  unnamed_account: 'unnamed_account',
};

/**
 * Returns the statuses that docs/live.md allows for a fault. `struck` is the first request that was affected; undefined
 * for a fault that changes the provider's state, which affects the request for access.
 */
export function endingsOf(
  kind: Kind,
  strike: Strike,
  struck: Received | undefined,
  is_first: boolean,
): readonly TaskStatus[] {
  const { first, refresh } = ACCESS[kind];
  const access = is_first ? first : refresh;
  const standing = strike.fault === 'preparing' ? DATA : access;
  const column = struck === undefined ? standing : columnOf(kind, struck, is_first);
  const statuses = endingsFor(kind, happeningOf(kind, strike, column), column);
  // If the first affected request survives a lasting fault, the requests for data are affected, too.
  const goes_on = strike.is_lasting && statuses.every((status) => status === 'done') && column !== DATA;
  return goes_on && struck !== undefined ? endingsFor(kind, happeningOf(kind, strike, DATA), DATA) : statuses;
}
