import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { newId } from '#base/ids.ts';
import { LISTS } from '#storage/lists.ts';
import { SYSTEM } from '#storage/platform/db.ts';
import { freshDatabase, type TestDatabase } from '#test/database.ts';
import { newScope, silentLog } from '#test/jobs.ts';
import { fillLists } from '#test/list-rows.ts';
import { keepHouse } from './housekeeping.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await freshDatabase();
});
beforeEach(() => database.scoped(SYSTEM).query('truncate idempotency_keys, rate_windows'));
afterAll(() => database.drop());

const NOW = new Date('2026-03-03T12:00:00Z');
const clock = { now: () => NOW };
const ago = (seconds: number) => new Date(NOW.getTime() - seconds * 1000);
const HOUR_SECONDS = 3600;
const DAY_SECONDS = 24 * HOUR_SECONDS;

const keep = (signal = new AbortController().signal) =>
  keepHouse({ db: database.scoped(SYSTEM), clock, log: silentLog, signal });

async function insertKeys(created_at: Date, count = 1): Promise<void> {
  const { client_id, environment } = newScope();
  await database.scoped(SYSTEM).query(
    `insert into idempotency_keys (client_id, environment, method, path, key, body_hash, created_at)
     select $1, $2, 'POST', '/v1/users/', n::text, '', $3 from generate_series(1, $4::int) as n`,
    [client_id, environment, created_at, count],
  );
}

async function insertWindow(updated_at: Date): Promise<void> {
  const { client_id, environment } = newScope();
  await database.scoped(SYSTEM).query(
    `insert into rate_windows (client_id, environment, budget, subject_id, state, updated_at)
     values ($1, $2, 'requests', $3, '{}', $4)`,
    [client_id, environment, newId(), updated_at],
  );
}

const left = async () => {
  const { rows } = await database.scoped(SYSTEM).query(
    `select (select array_agg(created_at) from idempotency_keys) as keys,
       (select array_agg(updated_at) from rate_windows) as windows`,
  );
  return rows[0];
};

describe('keepHouse', () => {
  test('idempotency keys older than 24 hours and rate windows older than 25 hours are deleted, for every client', async () => {
    const [keyLimit, windowLimit] = [24 * HOUR_SECONDS, 25 * HOUR_SECONDS];
    for (const seconds of [keyLimit, keyLimit + 1]) await insertKeys(ago(seconds));
    for (const seconds of [windowLimit, windowLimit + 1]) await insertWindow(ago(seconds));
    await keep();
    expect(await left()).toEqual({ keys: [ago(keyLimit)], windows: [ago(windowLimit)] });
  });

  test('expired rows are deleted in batches until no expired row is left or the run is aborted', async () => {
    await insertKeys(ago(48 * HOUR_SECONDS), 2500);
    await keep(AbortSignal.abort());
    expect((await left())?.['keys']).toHaveLength(2500);
    await keep();
    expect(await left()).toEqual({ keys: null, windows: null });
  });

  test('deletes events after 90 days on the owner’s clock; deletes deliveries and delivery attempts after 30 days on the owner’s clock', async () => {
    const { client_id } = newScope();
    const AHEAD = 10 * DAY_SECONDS;
    const db = database.scoped(SYSTEM);
    await db.query('insert into clients (id, name, created_at) values ($1, $2, $3)', [client_id, 'Acme Lending', NOW]);
    await db.query(
      `insert into environments (client_id, environment, clock_offset_seconds) values ($1, 'prod', 0), ($1, 'sandbox', $2)`,
      [client_id, AHEAD],
    );
    const insertAged = async (environment: string, seconds: number) => {
      const values = [client_id, environment, newId(), ago(seconds)];
      await db.query(
        `insert into events (client_id, environment, id, event_type, user_id, payload, created_at, sequence)
         values ($1, $2, $3, 'link-deleted', 'someone', '{}', $4, (select count(*) from events))`,
        values,
      );
      await db.query(
        `insert into webhook_deliveries (client_id, environment, id, endpoint_id, event_id, event_type, sequence, state,
           attempts, due_at, fires_at, created_at)
         values ($1, $2, $3, 'hook in ' || $2, 'event', 'link-deleted', 1, 'waiting', 0, $4, $4, $4)`,
        values,
      );
      await db.query(
        `insert into webhook_attempts (client_id, environment, id, endpoint_id, delivery_id, event_id, event_type,
           webhook_url, attempt, state, sent_at, duration_ms)
         values ($1, $2, $3, 'hook', 'delivery', 'event', 'link-deleted', 'https://hooks.example.com', 1, 'dead', $4, 1)`,
        values,
      );
    };
    for (const days of [30, 90]) {
      for (const seconds of [days * DAY_SECONDS, days * DAY_SECONDS + 1]) {
        await insertAged('prod', seconds);
        await insertAged('sandbox', seconds - AHEAD);
      }
    }
    await keep();
    const { rows } = await db.query(
      `select environment, (select count(*) from events e where e.environment = v.environment)::int as events,
         (select count(*) from webhook_deliveries d where d.environment = v.environment)::int as deliveries,
         (select count(*) from webhook_attempts a where a.environment = v.environment)::int as attempts
       from environments v order by environment`,
    );
    expect(rows).toEqual([
      { environment: 'prod', events: 3, deliveries: 1, attempts: 1 },
      { environment: 'sandbox', events: 3, deliveries: 1, attempts: 1 },
    ]);
  });

  test('stores row counts per block for every list that uses such counts', async () => {
    const scope = newScope();
    const db = database.scoped(SYSTEM);
    await db.query(`insert into clients (id, name, created_at) values ($1, 'Acme Lending', $2)`, [
      scope.client_id,
      NOW,
    ]);
    await db.query('insert into environments (client_id, environment) values ($1, $2)', [
      scope.client_id,
      scope.environment,
    ]);
    const tables = ['users', 'orders', 'tasks', 'links', 'deleted_links', 'document_collections', 'document_reviews'];
    await fillLists(db, scope, 1_112, ago(HOUR_SECONDS), tables);
    await db.query(
      `insert into templates (client_id, environment, id, name, products, default_for_products, settings, created_at,
         updated_at)
       select $1, $2, n::text, n::text, '{}', false, '{}', $3, $3 from generate_series(1, 1000) as n`,
      [scope.client_id, scope.environment, ago(HOUR_SECONDS)],
    );
    await keep();
    const { rows } = await db.query<{ list: string }>(
      `select distinct list from list_blocks where client_id = $1 and part = '' order by list`,
      [scope.client_id],
    );
    const with_blocks = LISTS.filter(({ without_blocks }) => !without_blocks);
    expect(rows.map(({ list }) => list)).toEqual(with_blocks.map(({ name }) => name).toSorted());
  });
});
