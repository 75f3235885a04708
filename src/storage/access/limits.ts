// State of rate limit budgets. There is one row per budget and subject. The row is locked while a process decides on a
// request.
import type { Budget, Hit, Lease, Window } from '#domain/access/limits.ts';
import type { Scope } from '#domain/platform/scope.ts';
import type { Db } from '#storage/platform/db.ts';

export type Subject = { readonly budget: Budget; readonly subject_id: string };

/**
 * `hits` alternates between times and counts: a time, its count, the next time, and so on. Each time is stored as the
 * difference from the previous time, which takes only a third of the bytes.
 */
type State = { hits: number[]; leases: Lease[] };

/**
 * The budget `requests` and the order budgets use only the database's clock, so the clocks of processes need not agree.
 */
const CLOCK = '(extract(epoch from clock_timestamp()) * 1000)::float8 as now_ms';
const READ_CLOCK = `select ${CLOCK}`;
const END_OF_HOUR = "date_trunc('hour', clock_timestamp()) + interval '1 hour'";

const LOCK = `select state from rate_windows
  where client_id = $1 and environment = $2 and budget = $3 and subject_id = $4 for update`;

const INSERT = `insert into rate_windows (client_id, environment, budget, subject_id, state, updated_at)
  values ($1, $2, $3, $4, '{"hits":[],"leases":[]}', ${END_OF_HOUR}) on conflict do nothing`;

const SAVE = `update rate_windows set state = $5, updated_at = ${END_OF_HOUR}
  where client_id = $1 and environment = $2 and budget = $3 and subject_id = $4 returning ${CLOCK}`;

/** Returns the window, locked until the transaction ends, and the database's time after the lock was taken. */
export async function lockWindow(tx: Db, scope: Scope, subject: Subject): Promise<{ window: Window; now_ms: number }> {
  for (;;) {
    // The clock is read by a second statement, so that it is read only after the first statement has waited for the
    // lock.
    const [locked, clock] = await Promise.all([
      tx.query<{ state: State }>(LOCK, keyOf(scope, subject)),
      tx.query<{ now_ms: number }>(READ_CLOCK),
    ]);
    const row = locked.rows[0];
    if (row !== undefined) return { window: fromState(row.state), now_ms: nowOf(clock.rows) };
    await tx.query(INSERT, keyOf(scope, subject));
  }
}

/** Writes the window and returns the database's time. */
export async function saveWindow(tx: Db, scope: Scope, subject: Subject, window: Window): Promise<number> {
  const state = JSON.stringify(toState(window));
  const { rows } = await tx.query<{ now_ms: number }>(SAVE, [...keyOf(scope, subject), state]);
  return nowOf(rows);
}

/**
 * Lets the transaction commit without waiting for the disk, so a crash may lose the commit. Use it only in transactions
 * that update counters and nothing else.
 */
export async function commitLazily(tx: Db): Promise<void> {
  await tx.query('set local synchronous_commit = off');
}

const keyOf = (scope: Scope, subject: Subject): string[] => [
  scope.client_id,
  scope.environment,
  subject.budget,
  subject.subject_id,
];

function nowOf(rows: { now_ms: number }[]): number {
  const now_ms = rows[0]?.now_ms;
  if (now_ms === undefined) throw new Error('the locked rate window no longer exists');
  return now_ms;
}

function toState({ hits, leases }: Window): State {
  let previous = 0;
  const flat = hits.flatMap(([at_ms, n]) => {
    const distance = at_ms - previous;
    previous = at_ms;
    return [distance, n];
  });
  return { hits: flat, leases: [...leases] };
}

function fromState({ hits: flat, leases }: State): Window {
  const hits: Hit[] = [];
  let at_ms = 0;
  for (let index = 0; index < flat.length; index += 2) {
    at_ms += flat[index] ?? 0;
    hits.push([at_ms, flat[index + 1] ?? 0]);
  }
  return { hits, leases };
}
