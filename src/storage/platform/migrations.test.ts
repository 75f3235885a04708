import { type AddressInfo, createServer, type Server, Socket } from 'node:net';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newId } from '#base/ids.ts';
import { orderStatus, SUBORDER_STATUSES } from '#domain/orders/order-status.ts';
import { testServer } from '#test/database.ts';
import { databaseUrl, dropDatabase, onServer, PATIENT_MS } from '#test/server.ts';
import { prepareDatabase, readMigrations } from './migrations.ts';
import { protectTenantTables } from './tenant-policies.ts';

const SLOW_MS = 1_000;

/**
 * Creates a database in the state before migration `id`. Also returns a function that applies the remaining migrations.
 */
async function databaseBefore(id: string) {
  const name = `vouch_test_${newId()}`;
  const server_url = testServer().url;
  await onServer(server_url, `create database ${name}`);
  const client = new pg.Client({ connectionString: databaseUrl(server_url, name) });
  await client.connect();
  await client.query('create schema vouch; set search_path = vouch');
  const migrations = await readMigrations();
  const first = migrations.findIndex((migration) => migration.id === id);
  const apply = async (some: typeof migrations) => {
    for (const { sql } of some) {
      await client.query(`begin; ${sql}; commit`);
      await protectTenantTables(client);
    }
  };
  await apply(migrations.slice(0, first));
  await client.query(`set vouch.client_id = '*'`);
  return {
    client,
    async migrate() {
      // A migration must itself set the scope that it needs, because policies also apply to the role that owns the
      // tables.
      await client.query(`set vouch.client_id = ''`);
      await apply(migrations.slice(first));
      await client.query(`set vouch.client_id = '*'`);
    },
    async drop() {
      await client.end();
      await dropDatabase(server_url, name);
    },
  };
}

describe('the connection for migrations', () => {
  /**
   * A proxy in front of the test server. The proxy accepts a connection immediately, but forwards it only after
   * SLOW_MS.
   */
  let slow: Server;
  let slow_url: string;
  const sockets = new Set<Socket>();
  beforeAll(async () => {
    const { hostname, port } = new URL(testServer().url);
    slow = createServer((socket) => {
      const target = new Socket();
      for (const end of [socket, target]) {
        sockets.add(end);
        end.on('error', () => undefined);
      }
      setTimeout(() => {
        target.connect(Number(port), hostname);
        socket.pipe(target).pipe(socket);
      }, SLOW_MS);
    });
    await new Promise<void>((resolve) => slow.listen(0, '127.0.0.1', resolve));
    const url = new URL(testServer().url);
    url.host = `127.0.0.1:${(slow.address() as AddressInfo).port}`;
    url.searchParams.delete('host');
    slow_url = url.toString();
  });
  afterAll(() => {
    for (const socket of sockets) socket.destroy();
    slow.close();
  });

  test('opening the connection times out only once connect_ms has passed', async () => {
    const log = () => undefined;
    await expect(prepareDatabase(slow_url, { log, connect_ms: SLOW_MS / 5 })).rejects.toThrow('timeout expired');
    const name = `vouch_test_${newId()}`;
    await onServer(testServer().url, `create database ${name}`);
    await prepareDatabase(databaseUrl(slow_url, name), { log, connect_ms: PATIENT_MS });
    await dropDatabase(testServer().url, name);
  });
});

describe('prepareDatabase', () => {
  test('applies all migrations to a new database in one transaction, and each later migration in a separate transaction', async () => {
    const name = `vouch_test_${newId()}`;
    await onServer(testServer().url, `create database ${name}`);
    const url = databaseUrl(testServer().url, name);
    const lines: string[] = [];
    const prepare = () => prepareDatabase(url, { log: (line) => lines.push(line), connect_ms: PATIENT_MS });
    const ids = (await readMigrations()).map(({ id }) => id);
    await prepare();
    expect(lines).toEqual([`migrated ${ids[0]} to ${ids.at(-1)} (${ids.length} migrations)`]);
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    /** The number of transactions that recorded the migrations. */
    const transactions = async (): Promise<unknown> => {
      const query = `select count(distinct xmin::text)::int as n from vouch.migrations where id <> 'lock'`;
      return (await client.query<{ n: number }>(query)).rows[0]?.n;
    };
    expect(await transactions()).toBe(1);
    // These two migrations can be applied again, because the later one drops the functions that the earlier one
    // creates.
    const again = ['0044_list_chapters', '0047_long_lists'];
    await client.query('delete from vouch.migrations where id = any($1)', [again]);
    await prepare();
    expect(lines.at(-1)).toBe(`migrated ${again.join(' to ')} (2 migrations)`);
    expect(await transactions()).toBe(3);
    await client.end();
    await dropDatabase(testServer().url, name);
  });
});

describe('migration 0034_filtered_lists', () => {
  let database: Awaited<ReturnType<typeof databaseBefore>>;
  beforeAll(async () => {
    database = await databaseBefore('0034_filtered_lists');
  });
  afterAll(() => database.drop());

  test('migration 0034 sets each order’s status from its suborders and each user’s products from their links', async () => {
    const { client, migrate } = database;
    const expected = new Map<string, string>();
    const sets = Array.from({ length: 2 ** SUBORDER_STATUSES.length }, (_, bits) =>
      SUBORDER_STATUSES.filter((_, at) => (bits >> at) % 2 === 1),
    );
    const orders = [null, new Date()].flatMap((canceled_at) =>
      sets.map((set) => {
        const id = newId();
        expected.set(id, orderStatus(canceled_at, set));
        return { id, canceled_at, set };
      }),
    );
    await client.query(
      `insert into orders (client_id, environment, id, user_id, order_group_id, products, source, client_name,
         refresh_approved, suppress_user_notifications, first_notification_delay_hours, sealed, share_key_hash,
         short_key_hash, token_sealed, token_expires_at, created_at, updated_at, expires_at, canceled_at)
       select 'acme', 'prod', id, 'jane', 'group', '{income}', 'internal', 'Acme Lending', false, false, 0, '', id::bytea,
         id::bytea, '', now(), now(), now(), now(), canceled_at
       from unnest($1::text[], $2::timestamptz[]) as n (id, canceled_at)`,
      [orders.map(({ id }) => id), orders.map(({ canceled_at }) => canceled_at)],
    );
    const suborders = orders.flatMap(({ id, set }) => set.map((status) => ({ order_id: id, status })));
    await client.query(
      `insert into suborders (client_id, environment, id, order_id, user_id, kind, position, product_type, status,
         data_sources, sealed, created_at, updated_at)
       select 'acme', 'prod', md5(random()::text), order_id, 'jane', 'employer', 0, 'income', status, '{payroll}', '',
         now(), now()
       from unnest($1::text[], $2::text[]) as n (order_id, status)`,
      [suborders.map(({ order_id }) => order_id), suborders.map(({ status }) => status)],
    );
    await client.query(
      `insert into users (client_id, environment, id, sealed, created_at, updated_at)
       select 'acme', 'prod', id, '', now(), now() from unnest(array['jane', 'john']) as id`,
    );
    await client.query(
      `insert into links (client_id, environment, id, user_id, provider_id, data_source, link_hash, allowed_products,
         initial_product_type, last_task_id, is_suspicious, is_connected, access_token_hash, access_token_last4, sealed,
         created_at, updated_at)
       select 'acme', 'prod', product, 'jane', 'northwind', 'payroll', product, array['income', product], 'income', '',
         false, true, product::bytea, '', '', now(), now()
       from unnest(array['assets', 'pll', 'income']) as product`,
    );
    await migrate();
    const { rows } = await client.query<{ id: string; status: string }>('select id, status from orders');
    expect(expected.size).toBe(512);
    expect(new Map(rows.map(({ id, status }) => [id, status]))).toEqual(expected);
    const people = await client.query('select id, products from users order by id');
    expect(people.rows).toEqual([
      { id: 'jane', products: ['assets', 'income', 'pll'] },
      { id: 'john', products: [] },
    ]);
  });
});
