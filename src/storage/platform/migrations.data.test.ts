// Tests of migrations that change existing rows. The tests insert rows before the migration and check these rows after
// all migrations.
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newId } from '#base/ids.ts';
import { testServer } from '#test/database.ts';
import { databaseUrl, dropDatabase, onServer, PATIENT_MS } from '#test/server.ts';
import { type Database, openDatabase, SYSTEM } from './db.ts';
import { prepareDatabase, readMigrations } from './migrations.ts';
import { protectTenantTables } from './tenant-policies.ts';

const name = `vouch_test_${newId()}`;
const server = testServer();
const url = databaseUrl(server.url, name);
let database: Database;
beforeAll(async () => {
  await onServer(server.url, `create database ${name}`);
  const before = (await readMigrations()).filter(({ id }) => id < '0031');
  // The statements run as the role that creates the tables. This is the login role, or the configured role to which the
  // login role switches.
  const { role } = server;
  const as_owner = role === null ? '' : `grant create on database ${name} to ${role}; set role ${role};`;
  await onServer(
    url,
    `${as_owner} create schema vouch; set search_path = vouch;
     create table migrations (id text primary key, applied_at timestamptz not null);
     insert into migrations values ${before.map(({ id }) => `('${id}', now())`).join(', ')};
     ${before.map(({ sql }) => sql).join('\n')}
     set vouch.client_id = '*';
     insert into clients values ('acme', 'Acme', now());
     insert into environments (client_id, environment, clock_offset_seconds)
     values ('acme', 'sandbox', 3600), ('acme', 'prod', 0);
     insert into dashboard_users (client_id, id, email, password_hash, created_at)
     values ('acme', 'u', 'ann@example.com', '-', '2026-03-01 12:00Z');
     insert into timers (client_id, environment, id, kind, subject_id, due_at, fires_at, attempts) values
       ('acme', 'sandbox', '1', 'note', '1', '2026-03-01 13:00Z', '2026-03-01 12:00Z', 0),
       ('acme', 'sandbox', '2', 'note', '2', '2026-03-01 13:00Z', '2026-03-01 12:10Z', 3),
       ('acme', 'prod', '3', 'note', '3', '2026-03-01 13:00Z', '2026-03-01 13:00Z', 0);
     insert into webhook_deliveries (client_id, environment, id, endpoint_id, event_id, event_type, sequence, state,
       attempts, due_at, fires_at, created_at) values
       ('acme', 'sandbox', '4', 'e', 'v', 't', 1, 'waiting', 1, '2026-03-01 13:00Z', '2026-03-01 12:00Z', now()),
       ('acme', 'prod', '5', 'e', 'v', 't', 1, 'waiting', 1, '2026-03-01 13:00Z', '2026-03-01 13:00Z', now())`,
  );
  const owner = new pg.Client({ connectionString: url });
  await owner.connect();
  await owner.query(role === null ? 'set search_path = vouch' : `set role ${role}; set search_path = vouch`);
  await protectTenantTables(owner);
  await owner.end();
  database = openDatabase({
    url,
    role: await prepareDatabase(url, { log: () => undefined, connect_ms: PATIENT_MS }),
    connections_max: 1,
  });
});
afterAll(async () => {
  await database.close();
  await dropDatabase(server.url, name);
});

test('migration 0055 makes existing dashboard users owners of both environments of their client', async () => {
  const { rows } = await database.scoped(SYSTEM).query(
    `select m.client_id, m.environment, u.email, u.name, m.role from dashboard_members m
       join dashboard_users u on u.client_id = m.home_client_id and u.id = m.dashboard_user_id order by m.environment`,
  );
  const ann = { client_id: 'acme', email: 'ann@example.com', name: '', role: 'owner' };
  expect(rows).toEqual([
    { ...ann, environment: 'prod' },
    { ...ann, environment: 'sandbox' },
  ]);
});

test('migration 0031 converts fires_at to the owner’s time only in a sandbox whose clock was advanced', async () => {
  const { rows } = await database.scoped(SYSTEM).query(
    `select id, to_char(fires_at at time zone 'UTC', 'HH24:MI') as minute from timers
     union all select id, to_char(fires_at at time zone 'UTC', 'HH24:MI') from webhook_deliveries order by id`,
  );
  expect(rows).toEqual([
    { id: '1', minute: '13:00' },
    { id: '2', minute: '13:10' },
    { id: '3', minute: '13:00' },
    { id: '4', minute: '13:00' },
    { id: '5', minute: '13:00' },
  ]);
});
