// Rows of timers: what happens later, due in the owner's time.
import type { Scope } from '#domain/scope.ts';
import type { Db } from './db.ts';

export type Timer = Scope & {
  id: string;
  kind: string;
  subject_id: string;
  payload: Record<string, unknown>;
  due_at: Date;
  attempts: number;
};
export type NewTimer = Omit<Timer, 'attempts'>;

const COLUMNS = 'client_id, environment, id, kind, subject_id, payload, due_at, attempts';

/**
 * Setting the timer of a subject again moves it. The owner's clock is read under a lock, so a clock that is
 * being moved right now does not leave the timer behind.
 */
export async function upsertTimer(tx: Db, timer: NewTimer): Promise<void> {
  await tx.query(
    `insert into timers (client_id, environment, id, kind, subject_id, payload, due_at, fires_at)
     select $1, $2, $3, $4, $5, $6, $7::timestamptz, $7::timestamptz - make_interval(secs => clock_offset_seconds)
     from environments where client_id = $1 and environment = $2 for share
     on conflict on constraint timers_subject do update
     set payload = excluded.payload, due_at = excluded.due_at, fires_at = excluded.fires_at,
       attempts = 0, last_error = null, dead_at = null`,
    [
      timer.client_id,
      timer.environment,
      timer.id,
      timer.kind,
      timer.subject_id,
      JSON.stringify(timer.payload),
      timer.due_at,
    ],
  );
}

/** New ones of one owner, many at once; none of their subjects has one of the kind yet. */
export async function insertTimers(
  tx: Db,
  scope: Scope,
  timers: readonly { id: string; kind: string; subject_id: string; due_at: Date }[],
): Promise<void> {
  if (timers.length === 0) return;
  await tx.query(
    `insert into timers (client_id, environment, id, kind, subject_id, payload, due_at, fires_at)
     select $1, $2, n.id, n.kind, n.subject_id, '{}', n.due_at, n.due_at - make_interval(secs => e.clock_offset_seconds)
     from (select clock_offset_seconds from environments where client_id = $1 and environment = $2 for share) e,
       unnest($3::text[], $4::text[], $5::text[], $6::timestamptz[]) as n (id, kind, subject_id, due_at)`,
    [
      scope.client_id,
      scope.environment,
      timers.map(({ id }) => id),
      timers.map(({ kind }) => kind),
      timers.map(({ subject_id }) => subject_id),
      timers.map(({ due_at }) => due_at),
    ],
  );
}

export async function deleteTimerOf(tx: Db, scope: Scope, kind: string, subject_id: string): Promise<void> {
  await tx.query('delete from timers where client_id = $1 and environment = $2 and kind = $3 and subject_id = $4', [
    scope.client_id,
    scope.environment,
    kind,
    subject_id,
  ]);
}

export async function deleteTimersOf(
  tx: Db,
  scope: Scope,
  kinds: readonly string[],
  subject_id: string,
): Promise<void> {
  await tx.query(
    'delete from timers where client_id = $1 and environment = $2 and kind = any($3) and subject_id = $4',
    [scope.client_id, scope.environment, kinds, subject_id],
  );
}

/** Due timers of all owners, earliest first; the system's scope. */
export async function listDueTimers(db: Db, now: Date, limit: number): Promise<Timer[]> {
  const { rows } = await db.query<Timer>(
    `select ${COLUMNS} from timers where fires_at <= $1 and dead_at is null order by fires_at, due_at, id limit $2`,
    [now, limit],
  );
  return rows;
}

/** Takes a due timer out of the table; undefined when another worker has it or it was moved meanwhile. */
export async function takeTimer(tx: Db, scope: Scope, id: string, now: Date): Promise<Timer | undefined> {
  const { rows } = await tx.query<Timer>(
    `delete from timers where client_id = $1 and environment = $2 and id = (
       select id from timers
       where client_id = $1 and environment = $2 and id = $3 and fires_at <= $4 and dead_at is null
       for update skip locked)
     returning ${COLUMNS}`,
    [scope.client_id, scope.environment, id, now],
  );
  return rows[0];
}

/**
 * The owner's earliest due timer, taken out of the table; waits for a worker that is busy with it. The choice is a single
 * value, which is made once: as a list (`in`) the database may make it again for each row it looks at, and delete them all.
 */
export async function takeEarliestTimer(tx: Db, scope: Scope, now: Date): Promise<Timer | undefined> {
  const { rows } = await tx.query<Timer>(
    `delete from timers where client_id = $1 and environment = $2 and id = (
       select id from timers
       where client_id = $1 and environment = $2 and fires_at <= $3 and dead_at is null
       order by due_at, id limit 1 for update)
     returning ${COLUMNS}`,
    [scope.client_id, scope.environment, now],
  );
  return rows[0];
}

/** The owner's timers of one kind that fire until then, earliest first. */
export async function listTimersUntil(
  db: Db,
  scope: Scope,
  kind: string,
  until: Date,
): Promise<(Pick<Timer, 'subject_id' | 'due_at'> & { fires_at: Date })[]> {
  const { rows } = await db.query<{ subject_id: string; due_at: Date; fires_at: Date }>(
    `select subject_id, due_at, fires_at from timers
     where client_id = $1 and environment = $2 and kind = $3 and fires_at <= $4 and dead_at is null
     order by fires_at, id`,
    [scope.client_id, scope.environment, kind, until],
  );
  return rows;
}

/** A failed timer comes back later, or stays as dead to be seen. */
export async function returnTimer(
  tx: Db,
  timer: Timer,
  failure: { fires_at: Date; last_error: string; dead_at: Date | null },
): Promise<void> {
  await tx.query(
    `insert into timers (client_id, environment, id, kind, subject_id, payload, due_at, fires_at, attempts, last_error, dead_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)
     on conflict (client_id, environment, id) do update set fires_at = excluded.fires_at, attempts = excluded.attempts,
       last_error = excluded.last_error, dead_at = excluded.dead_at`,
    [
      timer.client_id,
      timer.environment,
      timer.id,
      timer.kind,
      timer.subject_id,
      JSON.stringify(timer.payload),
      timer.due_at,
      failure.fires_at,
      timer.attempts + 1,
      failure.last_error,
      failure.dead_at,
    ],
  );
}

/** The owner's clock went forward, so everything it waits for comes that much sooner. */
export async function hastenTimers(tx: Db, scope: Scope, seconds: number): Promise<void> {
  await tx.query(
    `update timers set fires_at = fires_at - make_interval(secs => $3) where client_id = $1 and environment = $2`,
    [scope.client_id, scope.environment, seconds],
  );
}
