// Rows of the delivery log, sorted by the time at which the requests were sent. The log is read from a cursor, towards
// newer or older rows.

import type { NoticeRequest, RequestFilter } from '#domain/events/webhook-requests.ts';
import type { Cursor } from '#domain/platform/cursor-pages.ts';
import { PAGE_SIZE_MAX } from '#domain/platform/pages.ts';
import type { Scope } from '#domain/platform/scope.ts';
import type { Db } from '#storage/platform/db.ts';

/** `payload` and `event_created_at` are null if the event was deleted, for example before a late replay. */
export type LoggedRequest = NoticeRequest & { payload: string | null; event_created_at: Date | null };

const COLUMNS = `id, endpoint_id, delivery_id, event_id, event_type, webhook_url, attempt, state, status_code,
  error_message, sent_at, duration_ms, next_attempt_at, position`;

export async function findAttempt(db: Db, scope: Scope, id: string): Promise<NoticeRequest | undefined> {
  const { rows } = await db.query<NoticeRequest>(
    `select ${COLUMNS} from webhook_attempts where client_id = $1 and environment = $2 and id = $3`,
    [scope.client_id, scope.environment, id],
  );
  return rows[0];
}

/** Does the same as `findAttempt`, and also returns the event of the attempt. */
export async function findLoggedAttempt(db: Db, scope: Scope, id: string): Promise<LoggedRequest | undefined> {
  const { rows } = await db.query<LoggedRequest>(
    `select a.*, e.payload, e.created_at as event_created_at
     from (select ${COLUMNS} from webhook_attempts where client_id = $1 and environment = $2 and id = $3) a
     left join events e on e.client_id = $1 and e.environment = $2 and e.id = a.event_id`,
    [scope.client_id, scope.environment, id],
  );
  return rows[0];
}

const FILTERS: [keyof RequestFilter, (at: string) => string][] = [
  ['sent_until', (at) => `sent_at <= ${at}`],
  ['event_type', (at) => `event_type = ${at}`],
  ['status_code', (at) => `status_code = ${at}`],
  ['endpoint_id', (at) => `endpoint_id = ${at}`],
];

const READ = {
  older: { beyond: '<', order: 'desc' },
  newer: { beyond: '>', order: 'asc' },
} as const satisfies Record<Cursor['toward'], object>;

/**
 * The row limit of the statement: the largest page plus one row. The limit is a constant, because the planner would
 * sort the whole log if it did not know the limit.
 */
const ROWS_MAX = PAGE_SIZE_MAX + 1;

/**
 * Reads attempts in the cursor's direction. Without a cursor, reads from the newest attempt towards older attempts. The
 * positions of the attempts come from an index alone, in index order. Rows and events are looked up only for the page
 * that is returned (see `rowsOf` in list-sql.ts).
 */
export async function listAttempts(
  db: Db,
  scope: Scope,
  filter: RequestFilter,
  cursor: Cursor | undefined,
  limit: number,
): Promise<LoggedRequest[]> {
  const toward = cursor?.toward ?? 'older';
  const { beyond, order } = READ[toward];
  const { moment, position, asked } = startOf(toward, filter, cursor);
  const given = FILTERS.filter(([name]) => asked[name] !== undefined);
  const conditions = given.map(([, sql], at) => ` and ${sql(`$${at + 7}`)}`).join('');
  const { rows } = await db.query<LoggedRequest>(
    `with places as materialized (
       select sent_at, position from webhook_attempts
       where client_id = $1 and environment = $2 and (sent_at, position) ${beyond} ($3, $4) and sent_at >= $5${conditions}
       order by sent_at ${order}, position ${order} limit ${ROWS_MAX}
     )
     select a.*, e.payload, e.created_at as event_created_at
     from (select sent_at as moment, position as place from places limit $6) shown cross join lateral (
       select ${COLUMNS} from webhook_attempts
       where client_id = $1 and environment = $2 and sent_at = moment and position = place limit 1
     ) a left join events e on e.client_id = $1 and e.environment = $2 and e.id = a.event_id
     order by a.sent_at ${order}, a.position ${order}`,
    [
      scope.client_id,
      scope.environment,
      moment,
      position,
      filter.sent_from,
      limit,
      ...given.map(([name]) => asked[name]),
    ],
  );
  return rows;
}

type Start = { moment: Date | string; position: number; asked: RequestFilter };

/**
 * Returns the position at which reading starts. A read toward older rows starts at the end of the time range, or at the
 * cursor if the cursor is earlier. So the end of the range needs no separate condition. With a separate condition, the
 * planner would expect few rows and would sort the rows instead of reading them in order.
 */
function startOf(toward: Cursor['toward'], filter: RequestFilter, cursor: Cursor | undefined): Start {
  const { sent_until, ...rest } = filter;
  const at = cursor && { moment: new Date(cursor.second * 1000), position: cursor.position };
  if (toward === 'newer') return { moment: at?.moment ?? '-infinity', position: at?.position ?? 0, asked: filter };
  if (sent_until === undefined || (at !== undefined && at.moment <= sent_until)) {
    return { moment: at?.moment ?? 'infinity', position: at?.position ?? 0, asked: rest };
  }
  return { moment: sent_until, position: Number.MAX_SAFE_INTEGER, asked: rest };
}
