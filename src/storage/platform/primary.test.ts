import { once } from 'node:events';
import { connect, createServer, type Server, type Socket } from 'node:net';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { freshDatabase, type TestDatabase } from '#test/database.ts';
import { freePort } from '#test/free-port.ts';
import { until } from '#test/jobs.ts';
import { onServer } from '#test/server.ts';
import { type Database, type Db, openDatabase, SYSTEM } from './db.ts';
import { announceEvents, listenForNotices } from './notices.ts';
import { hostsIn, openPrimary } from './primary.ts';

let database: TestDatabase;
/** A database that accepts no writes. It is on the same server. */
let standby: TestDatabase;
const nameOf = ({ url }: TestDatabase): string => new URL(url).pathname.slice(1);
beforeAll(async () => {
  [database, standby] = [await freshDatabase(), await freshDatabase()];
  await onServer(standby.url, `alter database ${nameOf(standby)} set default_transaction_read_only = on`);
});
afterAll(async () => {
  await database.drop();
  await standby.drop();
});

type Mode = 'primary' | 'standby' | 'stopped' | 'frozen';
/**
 * A simulated host of the database address. A host in the mode `primary` forwards connections to the writable database.
 * A `standby` forwards them to the database that accepts no writes. A `stopped` host refuses connections. A `frozen`
 * host accepts them and does not answer. A change of the mode breaks existing connections, unless the new mode is
 * `frozen`.
 */
type Host = { readonly port: number; become(mode: Mode): Promise<void> };

async function newHost(first: Mode): Promise<Host> {
  let mode: Mode = first;
  const port = await freePort();
  let server: Server | undefined;
  const sockets = new Set<Socket>();

  function forward(from: Socket, to: Socket, change: (bytes: Buffer) => Buffer = (bytes) => bytes): void {
    sockets.add(from);
    from.on('data', (bytes) => mode !== 'frozen' && to.write(change(bytes)));
    from.on('error', () => undefined);
    from.on('close', () => to.destroy());
  }

  async function listen(): Promise<void> {
    server = createServer((socket) => {
      const { port, hostname, searchParams } = new URL(database.url);
      const folder = searchParams.get('host');
      const ahead = connect(
        folder === null ? { port: Number(port), host: hostname } : { path: `${folder}/.s.PGSQL.${port}` },
      );
      // Both databases have names of the same length, so the name can be replaced in the packet that opens a session.
      let is_first = true;
      forward(socket, ahead, (bytes) => {
        const renamed = is_first && mode === 'standby';
        is_first = false;
        if (!renamed) return bytes;
        return Buffer.from(bytes.toString('latin1').replace(nameOf(database), nameOf(standby)), 'latin1');
      });
      forward(ahead, socket);
    });
    await once(server.listen(port, '127.0.0.1'), 'listening');
  }

  async function close(): Promise<void> {
    for (const socket of sockets) socket.destroy();
    sockets.clear();
    const closing = server;
    server = undefined;
    if (closing !== undefined) await once(closing.close(), 'close');
  }

  async function become(next: Mode): Promise<void> {
    mode = next;
    if (next === 'frozen') return;
    await close();
    if (next !== 'stopped') await listen();
  }
  await listen();
  await become(first);
  onTestFinished(close);
  return { port, become };
}

/** Returns the address of the database through these hosts. */
function urlOf(...hosts: Host[]): string {
  const { username, password, pathname } = new URL(database.url);
  return `postgres://${username}:${password}@${hosts.map(({ port }) => `127.0.0.1:${port}`).join(',')}${pathname}`;
}

test.each([
  ['postgres://db1/vouch', ['postgres://db1/vouch']],
  ['postgres://db1:1,db2:2/vouch', ['postgres://db1:1/vouch', 'postgres://db2:2/vouch']],
  ['postgres://u:p%2C@db1,[::1]:2/v?a=b,c', ['postgres://u:p%2C@db1/v?a=b,c', 'postgres://u:p%2C@[::1]:2/v?a=b,c']],
  ['postgres://u,v@db1/vouch,2', ['postgres://u,v@db1/vouch,2']],
])('hostsIn returns one address per host: %s', (url, hosts) => {
  expect(hostsIn(url)).toEqual(hosts);
});

describe('openPrimary', () => {
  test('openPrimary does not search for a primary if the address has only one host', async () => {
    const primary = openPrimary(standby.url, 1_000);
    expect([await primary.search(), primary.url()]).toEqual([false, standby.url]);
  });

  test.each<Mode>(['standby', 'stopped', 'frozen'])(
    'openPrimary does not choose a host that is %s, and reports a change only if it has chosen another host than before',
    async (mode) => {
      const [other, live] = [await newHost(mode), await newHost('primary')];
      let moves = 0;
      const primary = openPrimary(urlOf(other, live), 1_000, () => moves++);
      expect(primary.url()).toBe(urlOf(other));
      expect(await Promise.all([primary.search(), primary.search()])).toEqual([true, true]);
      expect([primary.url(), moves]).toEqual([urlOf(live), 1]);
      expect(await primary.search()).toBe(true);
      expect([primary.url(), moves]).toEqual([urlOf(live), 1]);
    },
  );

  test('openPrimary keeps the last primary if no host accepts writes', async () => {
    const [one, other] = [await newHost('standby'), await newHost('stopped')];
    const primary = openPrimary(urlOf(one, other), 1_000);
    expect([await primary.search(), primary.url()]).toEqual([false, urlOf(one)]);
  });
});

describe('a database with two hosts', () => {
  const write = (db: Db) => db.query('delete from timers');
  const works = (call: Promise<unknown>): Promise<boolean> =>
    call.then(
      () => true,
      () => false,
    );
  function open(...hosts: Host[]): Database {
    const own = openDatabase({ url: urlOf(...hosts), role: database.role, connections_max: 3, timeout_ms: 1_000 });
    onTestFinished(() => own.close());
    return own;
  }

  test.each<Mode>(['standby', 'stopped', 'frozen'])(
    'writes go to the new primary once the old primary is %s, and go to the old primary again after a second failover',
    async (mode) => {
      const [one, other] = [await newHost('primary'), await newHost('standby')];
      const own = open(one, other);
      const db = own.scoped(SYSTEM);
      await Promise.all([write(db), write(db), write(db)]);
      await one.become(mode);
      await other.become('primary');
      await until(() => works(write(db)));
      expect(await works(own.checkWritable())).toBe(true);
      await one.become('primary');
      await other.become('stopped');
      await until(() => works(write(db)));
      expect(await works(own.checkWritable())).toBe(true);
    },
  );

  test('code that uses the pool directly also reaches the primary', async () => {
    const { pool } = open(await newHost('stopped'), await newHost('primary'));
    await until(() => works(pool.query('select 1')));
    expect((await pool.query('select 1 as one')).rows).toEqual([{ one: 1 }]);
  });

  test('after a failover, notices arrive from the new primary', async () => {
    const [one, other] = [await newHost('primary'), await newHost('standby')];
    const heard: string[] = [];
    const listener = listenForNotices(urlOf(one, other), {
      onClientChange: () => undefined,
      onEvents: () => heard.push('events'),
      onErasure: () => undefined,
      onMissed: () => heard.push('missed'),
    });
    onTestFinished(() => listener.close());
    await until(() => heard.length === 1);
    await one.become('stopped');
    await other.become('primary');
    await until(() => heard.length === 2);
    await announceEvents(database.scoped(SYSTEM));
    await until(() => heard.length === 3);
    expect(heard).toEqual(['missed', 'missed', 'events']);
  });
});
