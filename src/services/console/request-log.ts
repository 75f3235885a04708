// Writes and reads the request log. After a request was answered, it is kept in memory. About a second later it is
// written to the database together with other requests. If the process is killed, the requests of the last second are
// missing from the log.
import type { Logger } from 'pino';
import { notFound } from '#base/errors.ts';
import { newId, timeOfId } from '#base/ids.ts';
import { groupBy } from '#base/lists.ts';
import {
  classOf,
  type LogPlace,
  outcomesOf,
  parsePlace,
  presentRequest,
  REQUESTS_KEPT_DAYS,
  type RequestEntry,
  type RequestLogAnswer,
  type RequestLogQuery,
  STATUS_CLASSES,
  shownPath,
  writePlace,
} from '#domain/console/request-log.ts';
import { parsePaging } from '#domain/platform/pages.ts';
import type { Scope } from '#domain/platform/scope.ts';
import type { Ctx, CtxParts } from '#services/platform/ctx.ts';
import { CHUNK_ROWS, findChunkOf, insertChunks, listChunks, type NewChunk } from '#storage/console/request-log.ts';
import { SYSTEM } from '#storage/platform/db.ts';

const FLUSH_MS = 1_000;
/** The maximum number of requests that wait to be written. Further requests are not logged. */
const WAITING_MAX = 20_000;
const ENTRIES_PER_ROW_MAX = 1_000;
const DAY_MS = 86_400_000;

export type ServedRequest = {
  scope: Scope;
  at_ms: number;
  method: string;
  /** The route's pattern, and the URL as it was sent. */
  route: string;
  url: string;
  status: number;
  duration_ms: number;
  request_id: string;
  key_id: string;
};

export type RequestLog = {
  note(request: ServedRequest): void;
  /** Writes all requests that are still waiting. */
  stop(): Promise<void>;
};

export function openRequestLog({ database }: Pick<CtxParts, 'database'>, log: Logger): RequestLog {
  let waiting: ServedRequest[] = [];
  let dropped = 0;
  let timer: NodeJS.Timeout | undefined;
  let writing: Promise<void> | undefined;

  async function write(requests: readonly ServedRequest[]): Promise<void> {
    try {
      await insertChunks(database.scoped(SYSTEM), toChunks(requests));
    } catch (err) {
      // The log must never delay requests, so a batch that cannot be written is dropped.
      log.warn({ err, requests: requests.length }, 'requests are missing from the request log');
    }
  }

  function flushSoon(): void {
    timer ??= setTimeout(flush, FLUSH_MS).unref();
  }

  /** Only one batch is written at a time. So while the database is frozen, at most two batches are in memory. */
  function flush(): void {
    timer = undefined;
    if (writing !== undefined || waiting.length === 0) return;
    const requests = waiting;
    waiting = [];
    if (dropped > 0) log.warn({ requests: dropped }, 'requests are missing from the request log: too many at once');
    dropped = 0;
    writing = write(requests).finally(() => {
      writing = undefined;
      if (waiting.length > 0) flushSoon();
    });
  }

  return {
    note(request) {
      if (waiting.length >= WAITING_MAX) {
        dropped++;
        return;
      }
      waiting.push(request);
      flushSoon();
    },
    async stop() {
      await writing;
      clearTimeout(timer);
      flush();
      await writing;
    },
  };
}

function toChunks(requests: readonly ServedRequest[]): NewChunk[] {
  const groups = groupBy(requests, ({ scope }) => `${scope.client_id} ${scope.environment}`);
  return [...groups.values()].flatMap((group) => {
    const chunks: NewChunk[] = [];
    for (let first = 0; first < group.length; first += ENTRIES_PER_ROW_MAX) {
      const some = group.slice(first, first + ENTRIES_PER_ROW_MAX);
      const entries = some.map(toEntry);
      const { client_id, environment } = some[0]?.scope ?? { client_id: '', environment: 'sandbox' };
      const newest_at = new Date(Math.max(...entries.map(([at_ms]) => at_ms)));
      chunks.push({ client_id, environment, id: newId(), newest_at, outcomes: outcomesOf(entries), entries });
    }
    return chunks;
  });
}

const toEntry = (served: ServedRequest): RequestEntry => [
  served.at_ms,
  served.method,
  shownPath(served.route, served.url),
  served.status,
  served.duration_ms,
  served.request_id,
  served.key_id,
];

/**
 * The maximum numbers of requests and of rows that are searched for one page. If few requests match the filters, the
 * page ends at these limits, and `next_cursor` continues the search.
 */
const LOOKED_AT_MAX = 20_000;
const ROWS_MAX = 1_000;
/**
 * The maximum time between the start of a request and its entry in the log. A request id contains the time at which the
 * request began.
 */
const LOGGED_WITHIN_MS = 600_000;

/**
 * Returns a page of the log, newest first. If several processes write the log, requests within one second may be out of
 * order.
 */
export async function listRequests(ctx: Ctx, query: RequestLogQuery): Promise<RequestLogAnswer> {
  if (query.request_id !== undefined) return findRequest(ctx, query.request_id);
  const { page_size } = parsePaging({ page_size: query.page_size });
  const since = new Date(ctx.clock.now().getTime() - REQUESTS_KEPT_DAYS * DAY_MS);
  const status_class = query.status_class === undefined ? undefined : STATUS_CLASSES.indexOf(query.status_class);
  const path_start = query.path ?? '';
  const filter = { outcomes: status_class === undefined ? ~0 : 1 << status_class, path: path_start };
  const isWanted = ([, , path, status]: RequestEntry): boolean =>
    (status_class === undefined || classOf(status) === status_class) && path.startsWith(path_start);
  let place = query.cursor === undefined ? undefined : parsePlace(query.cursor);
  if (query.cursor !== undefined && place === undefined) throw notFound();
  const found: RequestEntry[] = [];
  for (let looked_at = 0, rows = 0; looked_at < LOOKED_AT_MAX && rows < ROWS_MAX; ) {
    const from = place ?? { newest_at: 'infinity', id: '' };
    // If the rows read so far contained few requests, the next query reads more rows at once.
    const rows_max = CHUNK_ROWS.findLast((number) => number * (looked_at / Math.max(rows, 1)) <= 4_000) ?? 3;
    const chunks = await listChunks(ctx.db, ctx.scope, from, since, filter, rows === 0 ? 3 : rows_max);
    rows += chunks.length;
    const unread = chunks.filter(({ id }) => id !== place?.id || place.read < ENTRIES_PER_ROW_MAX);
    for (const { id, newest_at, searched, entries } of unread) {
      const newest_first: RequestEntry[] = entries === null ? [] : JSON.parse(entries).toReversed();
      looked_at += searched;
      for (let read = id === place?.id ? place.read : 0; read < newest_first.length; read++) {
        const entry = newest_first[read];
        if (entry === undefined || !isWanted(entry)) continue;
        found.push(entry);
        if (found.length === page_size) return toAnswer(found, { newest_at, id, read: read + 1 });
      }
      // All entries of this row were read, so the search continues with the next row.
      place = { newest_at, id, read: ENTRIES_PER_ROW_MAX };
    }
    if (unread.length === 0) return toAnswer(found, undefined);
  }
  return toAnswer(found, place);
}

const toAnswer = (found: readonly RequestEntry[], place: LogPlace | undefined): RequestLogAnswer => ({
  next_cursor: place === undefined ? null : writePlace(place),
  searched_until: place === undefined ? null : place.newest_at.toISOString(),
  results: found.map(presentRequest),
});

async function findRequest(ctx: Ctx, request_id: string): Promise<RequestLogAnswer> {
  const began = timeOfId(request_id);
  const until = new Date(began.getTime() + LOGGED_WITHIN_MS);
  const text = await findChunkOf(ctx.db, ctx.scope, request_id, began, until);
  const entries: RequestEntry[] = text === undefined ? [] : JSON.parse(text);
  return toAnswer(
    entries.filter(([, , , , , id]) => id === request_id),
    undefined,
  );
}
