import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { newId } from '#base/ids.ts';
import type { Scope } from '#domain/platform/scope.ts';
import { type Db, SYSTEM } from '#storage/platform/db.ts';
import { freshDatabase, type TestDatabase } from '#test/database.ts';
import { costOf, costOfEarlyPlan } from '#test/plans.ts';
import {
  type AttemptRow,
  claimDeliveries,
  releaseDeliveries,
  renewLeases,
  settleDeliveries,
} from './webhook-deliveries.ts';
import { replayDeliveries } from './webhook-replays.ts';

const NOW = new Date('2026-03-01T12:00:00Z');

let database: TestDatabase;
let scope: Scope;
// Each test has a new database, because a statement's plan depends on the contents of the tables.
beforeEach(async () => {
  database = await freshDatabase();
  scope = { client_id: newId(), environment: 'sandbox' };
});
afterEach(() => database.drop());

const system = () => database.scoped(SYSTEM);

/** Adds waiting deliveries, each of a different event. Their endpoint's id is the client's id. */
async function addWaiting(db: Db, count: number): Promise<void> {
  await db.query(
    `insert into webhook_deliveries (client_id, environment, id, endpoint_id, event_id, event_type, sequence, state,
       attempts, due_at, fires_at, created_at)
     select $1, $2, $1 || n, $1, 'v' || n, 'link-deleted', n, 'waiting', 0, $4, $4, $4
     from generate_series(1, $3::int) as n`,
    [scope.client_id, scope.environment, count, NOW],
  );
  await db.query(
    `insert into events (client_id, environment, id, user_id, event_type, sequence, payload, created_at)
     select $1, $2, 'v' || n, 'u', 'link-deleted', n, '{}', $4 from generate_series(1, $3::int) as n`,
    [scope.client_id, scope.environment, count, NOW],
  );
}

/** Adds the endpoint of the deliveries. The endpoint is enabled and not failing. */
async function addEndpoint(db: Db): Promise<void> {
  const { client_id, environment } = scope;
  await db.query(`insert into clients (id, name, created_at) values ($1, 'Acme Lending', $2)`, [client_id, NOW]);
  await db.query('insert into environments (client_id, environment) values ($1, $2)', [client_id, environment]);
  await db.query(
    `insert into webhook_endpoints (client_id, environment, id, name, webhook_url, events, enabled, secret_sealed,
       created_at, updated_at)
     values ($1, $2, $1, 'Acme', 'https://acme.example/', '{}', true, '', $3, $3)`,
    [client_id, environment, NOW],
  );
}

const attemptAt = (at: number): AttemptRow => ({
  ...scope,
  id: `${scope.client_id}${at}`,
  endpoint_id: scope.client_id,
  event_id: `v${at}`,
  event_type: 'link-deleted',
  chain: null,
  attempts: 0,
  payload: '{}',
  attempt_id: newId(),
  webhook_url: 'https://acme.example/',
  status_code: 204,
  error_message: null,
  sent_at: NOW,
  sent_timestamp: null,
  webhook_signature: null,
  access_signature: null,
  duration_ms: 1,
  state: 'delivered',
  next_attempt_at: null,
});

const claim = (total: number) => ({
  now: NOW,
  after: { client_id: '', environment: 'sandbox' as const, endpoint_id: '' },
  full: [],
  full_clients: [],
  per_endpoint: total,
  per_failing: 1,
  total,
  lease_seconds: 15,
});

const replay = () => ({
  endpoint_id: scope.client_id,
  created_since: NOW,
  event_types: ['link-deleted'],
  only_failed: false,
  due_at: NOW,
});

describe('with a query plan that was made while the table was empty', () => {
  const WAITING = 2_000;
  const some = () => Array.from({ length: 50 }, (_, at) => attemptAt(at * 7 + 1));
  /**
   * The maximum number of rows read for 50 deliveries. Each delivery is read four times: once from the parameters, once
   * by its id, once for the update, and once for the log.
   */
  const READ_MAX = 4 * 50;

  test.each([
    // A claim searches for the endpoint twice, so it may read up to 20 rows more than the other statements. It also
    // finds, locks and updates the deliveries, and reads them with their events.
    ['claiming', (db: Db) => claimDeliveries(db, claim(50)), 20 + READ_MAX],
    ['settling', (db: Db) => settleDeliveries(db, some()), READ_MAX],
    ['renewing the leases of', (db: Db) => renewLeases(db, some(), 15), READ_MAX],
    ['releasing', (db: Db) => releaseDeliveries(db, some()), READ_MAX],
  ] as const)('%s 50 of 2,000 waiting deliveries reads only a few rows per delivery', async (_, work, read_max) => {
    const { rows_read } = await costOfEarlyPlan(system(), work, async (tx) => {
      await addEndpoint(tx);
      await addWaiting(tx, WAITING);
    });
    expect(rows_read).toBeLessThanOrEqual(read_max);
  });
});

test('the cost of replaying an event does not depend on how many deliveries are waiting', async () => {
  const EVENTS = 3_000;
  await addWaiting(system(), EVENTS);
  const { rows_read, cte_rows_read } = await costOf(system(), (db) => replayDeliveries(db, scope, replay()));
  // For each event, the statement reads the event's row, and the index entry and the row of the event's delivery. The
  // update reads the delivery's row once more.
  expect(rows_read).toBeLessThanOrEqual(6 * EVENTS);
  expect(cte_rows_read).toBeLessThanOrEqual(6 * EVENTS);
});

describe('a delivery whose row is being changed by another transaction', () => {
  /**
   * Changes the delivery's row, starts the work, and commits the change only when the work waits for the row's lock.
   */
  async function duringLockWait(work: () => Promise<unknown>): Promise<void> {
    let under_way: Promise<unknown> = Promise.resolve();
    await system().transaction(async (tx) => {
      await renewLeases(tx, [attemptAt(1)], 15);
      under_way = work();
      await expect.poll(waitsForLock).toBe(true);
    });
    await under_way;
  }

  /** Whether a session of this database waits for a lock. Other tests use other databases of the same server. */
  const waitsForLock = async (): Promise<boolean> =>
    (
      await system().query(
        `select 1 from pg_locks as awaited join pg_locks as held using (pid) join pg_database d on d.oid = held.database
         where not awaited.granted and d.datname = current_database()`,
      )
    ).rowCount > 0;

  const rowOf = async () =>
    (
      await system().query(
        `select state, leased_until is null as is_free from webhook_deliveries where client_id = $1 and sequence = 1`,
        [scope.client_id],
      )
    ).rows[0];

  beforeEach(() => addWaiting(system(), 2));

  test('the delivery’s outcome is recorded even though settleDeliveries must first wait for the row’s lock', async () => {
    await duringLockWait(() => system().transaction((tx) => settleDeliveries(tx, [attemptAt(1), attemptAt(2)])));
    expect(await rowOf()).toEqual({ state: 'delivered', is_free: true });
  });

  test('the delivery is released even though releaseDeliveries must first wait for the row’s lock', async () => {
    await duringLockWait(() => releaseDeliveries(system(), [attemptAt(1)]));
    expect(await rowOf()).toEqual({ state: 'waiting', is_free: true });
  });

  test('the renewal of leases does not wait for a delivery whose row is locked', async () => {
    await system().transaction(async (tx) => {
      await settleDeliveries(tx, [attemptAt(1)]);
      await renewLeases(system(), [attemptAt(1), attemptAt(2)], 15);
    });
    expect(await rowOf()).toEqual({ state: 'delivered', is_free: true });
  });
});
