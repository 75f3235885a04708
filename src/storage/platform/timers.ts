// Database rows of timers. A timer stores work that becomes due later. The due time is a time on the clock of the owner
// (a client in one environment).
import type { Scope } from '#domain/platform/scope.ts';
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
 * Sets a subject's timer, or moves it if it exists. `due_at` is a time on the owner's clock. `fires_at` gets the same
 * value, so no clock is read.
 */
export async function upsertTimer(tx: Db, timer: NewTimer): Promise<void> {
  await tx.query(
    `insert into timers (client_id, environment, id, kind, subject_id, payload, due_at, fires_at)
     values ($1, $2, $3, $4, $5, $6, $7, $7)
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

/** Inserts many new timers of one owner. No subject may already have a timer of the same kind. */
export async function insertTimers(
  tx: Db,
  scope: Scope,
  timers: readonly { id: string; kind: string; subject_id: string; due_at: Date }[],
): Promise<void> {
  if (timers.length === 0) return;
  await tx.query(
    `insert into timers (client_id, environment, id, kind, subject_id, payload, due_at, fires_at)
     select $1, $2, id, kind, subject_id, '{}', due_at, due_at
     from unnest($3::text[], $4::text[], $5::text[], $6::timestamptz[]) as n (id, kind, subject_id, due_at)`,
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

/**
 * The statement needs one index lookup per owner, however many timers the owner has. It finds the owner's earliest
 * timer, and only then compares the due time of this timer with the current time. If the statement searched for any
 * timer that is due, the planner would expect a third of all rows to match. The database would then read the table
 * until it finds a due timer.
 */
export const DUE_OWNERS = `
  select e.client_id, e.environment from environments e cross join lateral (
    select t.fires_at from timers t
    where t.client_id = e.client_id and t.environment = e.environment and t.dead_at is null
    order by t.fires_at limit 1
  ) as earliest
  where earliest.fires_at <= $1::timestamptz + make_interval(secs => e.clock_offset_seconds)`;

/** Returns the owners that have a due timer; `now` is real time. Needs the system scope. */
export async function listDueOwners(db: Db, now: Date): Promise<Scope[]> {
  return (await db.query<Scope>(DUE_OWNERS, [now])).rows;
}

// The subquery returns a single value, so the database evaluates the subquery once. With `in` instead of `=`, the
// database could evaluate the subquery again for each row that it reads. The statement would then delete all due
// timers.
const take = (is_due: string, locking: string): string =>
  `delete from timers where client_id = $1 and environment = $2 and id = (
     select id from timers where client_id = $1 and environment = $2 and fires_at <= ${is_due} and dead_at is null
     order by fires_at, id limit 1 for update ${locking})
   returning ${COLUMNS}`;

const TAKE_DUE = take(
  `(select $3::timestamptz + make_interval(secs => clock_offset_seconds) from environments
    where client_id = $1 and environment = $2)`,
  'skip locked',
);
const TAKE_EARLIEST = take('$3', '');

/**
 * Deletes and returns the owner's earliest timer that is due and not locked by another worker. `now` is the real time,
 * not the time on the owner's clock.
 */
export async function takeDueTimer(tx: Db, scope: Scope, now: Date): Promise<Timer | undefined> {
  const { rows } = await tx.query<Timer>(TAKE_DUE, [scope.client_id, scope.environment, now]);
  return rows[0];
}

/**
 * Deletes and returns the owner's earliest timer that is due at or before `until`, a time on the owner's clock. If a
 * worker has locked this timer, waits for the lock.
 */
export async function takeEarliestTimer(tx: Db, scope: Scope, until: Date): Promise<Timer | undefined> {
  const { rows } = await tx.query<Timer>(TAKE_EARLIEST, [scope.client_id, scope.environment, until]);
  return rows[0];
}

/**
 * Returns the earliest time at which a task of the owner continues after a delay. Returns undefined if no task waits
 * for a delay to pass.
 */
export async function findNextTaskMoment(db: Db, scope: Scope): Promise<Date | undefined> {
  const { rows } = await db.query<{ fires_at: Date }>(
    `select fires_at from timers
     where client_id = $1 and environment = $2 and kind = 'task_due' and dead_at is null
     order by fires_at limit 1`,
    [scope.client_id, scope.environment],
  );
  return rows[0]?.fires_at;
}

/** Returns the owner's next timer; undefined if the owner has no timer. */
export async function findNextTimer(
  db: Db,
  scope: Scope,
): Promise<{ kind: string; subject_id: string; fires_at: Date } | undefined> {
  const { rows } = await db.query<{ kind: string; subject_id: string; fires_at: Date }>(
    `select kind, subject_id, fires_at from timers where client_id = $1 and environment = $2 and dead_at is null
     order by fires_at, id limit 1`,
    [scope.client_id, scope.environment],
  );
  return rows[0];
}

export type TimerFailure = { now: Date; delay_seconds: number; last_error: string; dead_at: Date | null };

/**
 * Schedules a retry of a failed timer, or marks the timer as dead and keeps it for the operator. If the timer was set
 * again after the failure, it stays unchanged.
 */
export async function noteTimerFailure(db: Db, timer: Timer, failure: TimerFailure): Promise<void> {
  await db.query(
    `update timers t set attempts = $4::int + 1, last_error = $5, dead_at = $6,
       fires_at = $7::timestamptz + make_interval(secs => e.clock_offset_seconds + $8::int)
     from environments e
     where e.client_id = $1 and e.environment = $2 and t.client_id = $1 and t.environment = $2 and t.id = $3
       and t.attempts = $4 and t.due_at = $9`,
    [
      timer.client_id,
      timer.environment,
      timer.id,
      timer.attempts,
      failure.last_error,
      failure.dead_at,
      failure.now,
      failure.delay_seconds,
      timer.due_at,
    ],
  );
}

export type TimerTroubles = {
  failing: number;
  dead: number;
  /** How long the oldest due timer has been due, in real time. */
  late_seconds_max: number;
};

/**
 * Counts the failed timers that will be retried and the dead timers. Also returns how late the oldest due timer is.
 * Needs the system scope.
 */
export async function countTimerTroubles(db: Db, now: Date): Promise<TimerTroubles> {
  const { rows } = await db.query<TimerTroubles>(
    `select count(*) filter (where dead_at is null) as failing, count(*) filter (where dead_at is not null) as dead,
       coalesce((
         select greatest(extract(epoch from $1::timestamptz + make_interval(secs => e.clock_offset_seconds) - first.fires_at), 0)
         from environments e cross join lateral (
           select fires_at from timers t where t.client_id = e.client_id and t.environment = e.environment
             and t.dead_at is null order by t.fires_at, t.id limit 1
         ) first
         order by 1 desc limit 1
       ), 0)::float8 as late_seconds_max
     from timers where attempts > 0`,
    [now],
  );
  return rows[0] ?? { failing: 0, dead: 0, late_seconds_max: 0 };
}
