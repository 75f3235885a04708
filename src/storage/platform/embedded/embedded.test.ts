import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  chmod,
  chown,
  lstat,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  readlink,
  rm,
  stat,
  writeFile,
} from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { bundled } from '#test/bundled.ts';
import { type EmbeddedServer, startEmbedded } from './embedded.ts';
import { findPackage, linkLibraries } from './embedded-binaries.ts';
import { withLock } from './embedded-lock.ts';
import { birthOf } from './embedded-process.ts';

const isRoot = process.getuid?.() === 0;
const isLinux = process.platform === 'linux';

/** A folder with an existing cluster. Most tests share it, because creating a cluster takes almost a second. */
let used = '';
beforeAll(async () => {
  const folder = await mkdtemp(join(tmpdir(), 'vouch-embedded-'));
  await chmod(folder, 0o711);
  used = join(folder, 'data');
  await (await startEmbedded({ data_dir: used, log: () => undefined })).stop();
});
afterAll(() => rm(join(used, '..'), { recursive: true }));

const cleanups: (() => unknown)[] = [];
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).toReversed()) await cleanup();
});

/** Creates a folder. Its `mode` decides whether other users may enter it. */
async function makeFolder(mode = 0o711): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'vouch-embedded-'));
  // A killed initdb may leave a child process that is still writing, so the removal of the folder is retried.
  cleanups.push(() => rm(folder, { recursive: true, force: true, maxRetries: 10 }));
  await chmod(folder, mode);
  return folder;
}

/**
 * Creates a data folder with a copy of the shared cluster, and returns its path. Copying takes a tenth of the time of
 * creating a cluster. The copied files keep their owners.
 */
function copyCluster(data_dir: string): string {
  expect(spawnSync('cp', ['-a', used, data_dir]).status).toBe(0);
  return data_dir;
}

async function start(data_dir: string, log: (line: string) => void = () => undefined): Promise<EmbeddedServer> {
  const server = await startEmbedded({ data_dir, log });
  cleanups.push(() => server.stop());
  return server;
}

async function connect(server: EmbeddedServer): Promise<Client> {
  const client = new Client(server.url());
  client.on('error', () => undefined);
  await client.connect();
  cleanups.push(() => client.end());
  return client;
}

async function value(server: EmbeddedServer, sql: string): Promise<unknown> {
  const client = await connect(server);
  const { rows } = await client.query<[unknown]>({ text: sql, rowMode: 'array' });
  await client.end();
  return rows[0]?.[0];
}

const pidOf = async (data_dir: string): Promise<number> =>
  Number((await readFile(join(data_dir, 'postgres', 'postmaster.pid'), 'utf8')).split('\n')[0]);

async function killServer(data_dir: string): Promise<number> {
  const pid = await pidOf(data_dir);
  process.kill(pid, 'SIGKILL');
  await vi.waitFor(async () => expect(await birthOf(pid)).toBeUndefined(), { timeout: 5_000, interval: 10 });
  return pid;
}

/**
 * Starts another process, which starts the server and then prints the server's URL. When the input of the started
 * process ends, that process stops the server.
 */
async function startElsewhere(data_dir: string): Promise<{ child: ChildProcess; url: Promise<string> }> {
  const script = await bundled('test/support/embedded-server-process.ts');
  const child = spawn(process.execPath, [script, data_dir], { stdio: ['pipe', 'pipe', 'inherit'] });
  cleanups.push(() => child.kill('SIGKILL'));
  const url = Promise.race([once(child.stdout, 'data'), once(child, 'exit')]).then(([said]) => String(said));
  return { child, url };
}

const log = (data_dir: string) => readFile(join(data_dir, 'postgres.log'), 'utf8');

describe('the embedded server', () => {
  test('a server on an empty data folder is durable, listens on loopback and requires a password', async () => {
    const data_dir = join(await makeFolder(), 'data');
    const server = await start(data_dir);
    const url = new URL(server.url());
    expect([url.username, url.hostname, url.pathname]).toEqual(['vouch', '127.0.0.1', '/vouch']);

    const client = await connect(server);
    const names = ['listen_addresses', 'fsync', 'full_page_writes', 'synchronous_commit', 'max_connections'];
    const shown = await client.query<{ setting: string }>(
      'select setting from unnest($1::text[]) with ordinality n (name, place) join pg_settings using (name) order by place',
      [names],
    );
    expect(shown.rows.map(({ setting }) => setting)).toEqual(['127.0.0.1', 'on', 'on', 'on', '200']);
    const methods = await client.query('select distinct auth_method from pg_hba_file_rules');
    expect(methods.rows).toEqual([{ auth_method: 'scram-sha-256' }]);

    url.password = 'guess';
    await expect(new Client(url.href).connect()).rejects.toMatchObject({ code: '28P01' });
  });

  test('the server keeps its password in one file that only the file’s owner can read', async () => {
    const { password } = new URL((await start(used)).url());
    const file = join(used, 'postgres.password');
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    expect(await readFile(file, 'utf8')).toBe(password);
    expect(await log(used)).not.toContain(password);
    const processes = spawnSync('ps', ['-ww', '-A', '-o', 'args='], { encoding: 'utf8' }).stdout;
    expect(processes).toContain(used);
    expect(processes).not.toContain(password);
    expect((await readdir(used)).filter((name) => name.startsWith('postgres.new-'))).toEqual([]);
  });

  test('the server never writes the values in SQL statements to its log', async () => {
    const client = await connect(await start(used));
    await client.query("create table person (ssn text primary key); insert into person values ('987-65-4320')");
    await expect(client.query("insert into person values ('987-65-4320')")).rejects.toThrow('duplicate key');
    await expect(client.query("select '987-65-4320'::int")).rejects.toThrow('987-65-4320');
    await client.end();
    expect(await log(used)).not.toContain('987-65-4320');
  });

  test.runIf(isRoot)(
    'the server runs as the user `nobody` if root starts it on a data folder that other users can enter',
    async () => {
      await start(used);
      expect((await stat(`/proc/${await pidOf(used)}`)).uid).toBe(65_534);
      expect((await stat(join(used, 'postgres'))).uid).toBe(65_534);
    },
  );

  test.runIf(isRoot)('the server runs as the user who owns the cluster if root starts it', async () => {
    const data_dir = copyCluster(join(await makeFolder(), 'data'));
    const cluster = join(data_dir, 'postgres');
    for (const name of ['', ...(await readdir(cluster, { recursive: true }))]) {
      await chown(join(cluster, name), 12_345, 12_345);
    }
    await start(data_dir);
    expect((await stat(`/proc/${await pidOf(data_dir)}`)).uid).toBe(12_345);
  });

  test.runIf(isRoot)(
    'the server runs as the user who owns the private folder around the data folder if root starts it',
    async () => {
      const home = await makeFolder(0o700);
      await chown(home, 1, 1);
      await start(join(home, 'data'));
      expect((await stat(`/proc/${await pidOf(join(home, 'data'))}`)).uid).toBe(1);
    },
  );

  test('the server starts in a folder that other users cannot enter and whose path contains special characters', async () => {
    const data_dir = join(await makeFolder(0o700), `it's "my", data`);
    const server = await start(data_dir);
    expect(await value(server, 'show unix_socket_directories')).toContain('my');
    await server.stop();
    expect(await value(await start(data_dir), 'select 1')).toBe(1);
  });

  test.runIf(isRoot)(
    'the server starts even if other users gained or lost access to the data folder since the last start',
    async () => {
      const home = await makeFolder(0o700);
      // At the last start of the copied server, other users had access.
      const data_dir = copyCluster(join(home, 'data'));
      for (const [mode, uid] of [
        [0o700, 0],
        [0o711, 65_534],
      ] as const) {
        await chmod(home, mode);
        const server = await start(data_dir);
        expect((await stat(join(data_dir, 'postgres', 'base'))).uid).toBe(uid);
        await server.stop();
      }
    },
  );

  test('the server listens on no Unix socket if the path of the socket would be too long', async () => {
    const data_dir = copyCluster(join(await makeFolder(), 'd'.repeat(100)));
    const server = await start(data_dir);
    expect(await value(server, 'show unix_socket_directories')).toBe('');
    expect(await value(server, 'select host(inet_client_addr())')).toBe('127.0.0.1');
  });

  test('the server is reached over its Unix socket, not over loopback, if it has a Unix socket', async () => {
    expect(await value(await start(used), 'select inet_client_addr()')).toBeNull();
  });

  test('the server gets a new cluster if the last initialisation was killed halfway', async () => {
    const data_dir = join(await makeFolder(), 'data');
    const { child } = await startElsewhere(data_dir);
    const isInitialising = async () => expect((await readdir(data_dir)).join()).toMatch(/postgres\.new-[^,.]+(,|$)/);
    await vi.waitFor(isInitialising, { timeout: 10_000, interval: 5 });
    child.kill('SIGKILL');
    await once(child, 'exit');
    expect(await readdir(data_dir)).toContain('postgres.lock');
    expect(await value(await start(data_dir), 'select 1')).toBe(1);
  });
});

describe('a data folder shared by processes', () => {
  test('two processes that start at the same time on the empty folder share one server', async () => {
    const data_dir = join(await makeFolder(), 'data');
    const [first, second] = await Promise.all([startElsewhere(data_dir), startElsewhere(data_dir)]);
    expect(await first.url).toMatch(/^postgres:/);
    expect(await second.url).toBe(await first.url);
    for (const { child } of [first, second]) {
      child.stdin?.end();
      await once(child, 'exit');
    }
    expect(await readdir(join(data_dir, 'postgres'))).not.toContain('postmaster.pid');
  });

  test('the server keeps running when a process is killed, and the next process joins this server', async () => {
    const { child, url } = await startElsewhere(used);
    await url;
    const pid = await pidOf(used);
    child.kill('SIGKILL');
    await once(child, 'exit');
    const lines: string[] = [];
    const server = await start(used, (line) => lines.push(line));
    expect(server.url()).toBe(await url);
    expect(await pidOf(used)).toBe(pid);
    expect(lines.join()).toContain('joined');
  });

  test('the server runs until the last of the processes stops it', async () => {
    const [one, other] = [await start(used), await start(used)];
    const client = await connect(other);
    const pid = await pidOf(used);
    await one.stop();
    expect((await client.query('select 1')).rowCount).toBe(1);
    await client.end();
    await other.stop();
    expect(await birthOf(pid)).toBeUndefined();
    await one.stop();
  });

  test('ensureRunning() restarts the server after another process has stopped it', async () => {
    const [one, other] = [await start(used), await start(used)];
    await one.stop();
    await Promise.all([other.ensureRunning(), other.ensureRunning(), one.ensureRunning()]);
    expect(one.url()).toBe(other.url());
    expect(await value(other, 'select 1')).toBe(1);
  });

  test.runIf(isLinux)('the server process does not receive Ctrl-C from the terminal', async () => {
    await start(used);
    const pid = await pidOf(used);
    const [, , group, session] = (await readFile(`/proc/${pid}/stat`, 'utf8')).replace(/^.*\) /, '').split(' ');
    expect([group, session]).toEqual([String(pid), String(pid)]);
  });
});

describe('after a crash', () => {
  test('no committed data is lost, even if the server was killed with kill -9', async () => {
    const server = await start(used);
    await server.ensureRunning();
    await value(server, 'create table kept as select 42 as answer');
    const url = server.url();
    const pid = await killServer(used);
    await Promise.all([server.ensureRunning(), server.ensureRunning()]);
    expect(await pidOf(used)).not.toBe(pid);
    expect(server.url()).toBe(url);
    expect(await value(server, 'select answer from kept')).toBe(42);
  });

  test('the server restarts as soon as the orphaned processes of the killed server release the shared memory', async () => {
    const server = await start(used);
    const client = await connect(server);
    const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
    const orphan = Number(rows[0]?.pid);
    process.kill(orphan, 'SIGSTOP');
    await killServer(used);
    const revived = server.ensureRunning();
    const isRefused = async () => expect(await log(used)).toContain('shared memory');
    await vi.waitFor(isRefused, { timeout: 5_000, interval: 20 });
    process.kill(orphan, 'SIGCONT');
    await revived;
    expect(await value(server, 'select 1')).toBe(1);
  });

  test('a leftover pid that now belongs to another program does not prevent the server from starting', async () => {
    const server = await start(used);
    const port = new URL(server.url()).port;
    const { uid, gid } = await stat(join(used, 'postgres'));
    const other = spawn('sleep', ['60'], isRoot ? { uid, gid } : {});
    cleanups.push(() => other.kill('SIGKILL'));
    await killServer(used);
    for (const name of ['postmaster.pid', `.s.PGSQL.${port}.lock`]) {
      const path = join(used, 'postgres', name);
      await writeFile(path, (await readFile(path, 'utf8')).replace(/^\d+/, String(other.pid)));
    }
    await server.ensureRunning();
    expect(await value(server, 'select 1')).toBe(1);
    expect(other.exitCode).toBeNull();
  });

  test('an empty pid file does not prevent the server from starting', async () => {
    const server = await start(used);
    await killServer(used);
    await writeFile(join(used, 'postgres', 'postmaster.pid'), '');
    await server.ensureRunning();
    expect(await value(server, 'select 1')).toBe(1);
  });

  test('the server uses a new port if another program has taken the old port', async () => {
    const server = await start(used);
    const { port } = new URL(server.url());
    await server.stop();
    const squatter = createServer((socket) => socket.destroy()).listen(Number(port), '127.0.0.1');
    await once(squatter, 'listening');
    cleanups.push(() => squatter.close());
    await server.ensureRunning();
    expect(new URL(server.url()).port).not.toBe(port);
    expect(await value(server, 'select 1')).toBe(1);
    expect(await readFile(join(used, 'postgres.port'), 'utf8')).toBe(new URL(server.url()).port);
  });
});

describe('starting the server', () => {
  test('the start fails with a clear error if the cluster belongs to another PostgreSQL version', async () => {
    const data_dir = await makeFolder();
    await mkdir(join(data_dir, 'postgres'));
    await writeFile(join(data_dir, 'postgres', 'PG_VERSION'), '17\n');
    await expect(start(data_dir)).rejects.toThrow(
      /created by PostgreSQL 17, but this version of Vouch comes with 18.*DATABASE_URL/,
    );
  });

  test('the start fails with a clear error if there are no binaries for the system', () => {
    expect(() => findPackage('linux', 'sparc')).toThrow(/no embedded PostgreSQL.*DATABASE_URL/);
  });

  test('the start fails with a clear error if the cluster’s password file is missing or contains a wrong password', async () => {
    const data_dir = copyCluster(join(await makeFolder(), 'data'));
    await rm(join(data_dir, 'postgres.password'));
    await expect(start(data_dir)).rejects.toThrow(/password.*cannot be read from .*postgres\.password/);
    await writeFile(join(data_dir, 'postgres.password'), 'guess');
    await expect(start(data_dir)).rejects.toThrow(/does not accept its stored password/);
  });
});

async function makePackage(): Promise<string> {
  const folder = await makeFolder();
  await mkdir(join(folder, 'native', 'lib'), { recursive: true });
  await writeFile(join(folder, 'native', 'lib', 'libpq.so.5.18'), '');
  const links = [{ source: 'native/lib/libpq.so.5.18', target: 'native/lib/libpq.so.5' }];
  await writeFile(join(folder, 'native', 'pg-symlinks.json'), JSON.stringify(links));
  return folder;
}

describe('shared libraries that npm installed without running scripts', () => {
  test('the libraries get their symlinks, even if several processes create these symlinks at the same time', async () => {
    const folder = await makePackage();
    const link = () => linkLibraries(folder, join(folder, 'fallback'));
    expect(await Promise.all([link(), link(), link()])).toEqual([undefined, undefined, undefined]);
    expect(await readlink(join(folder, 'native', 'lib', 'libpq.so.5'))).toBe('libpq.so.5.18');
  });

  test.skipIf(isRoot)(
    'the symlinks of the libraries are created in another folder if node_modules is read-only',
    async () => {
      const folder = await makePackage();
      const fallback = join(folder, 'fallback');
      await chmod(join(folder, 'native', 'lib'), 0o500);
      const library_path = `${fallback}:${join(folder, 'native', 'lib')}`;
      expect(await linkLibraries(folder, fallback)).toBe(library_path);
      expect(await linkLibraries(folder, fallback)).toBe(library_path);
      expect(await readlink(join(fallback, 'libpq.so.5'))).toBe(join(folder, 'native', 'lib', 'libpq.so.5.18'));
      await chmod(join(folder, 'native', 'lib'), 0o700);
    },
  );
});

describe('the lock file of the embedded server', () => {
  test('only one caller at a time holds the lock, even if many callers find a stale lock file at the same time', async () => {
    const path = join(await makeFolder(), 'lock');
    // The lock file contains our own pid but another start time. This happens in a container, where each Vouch process
    // has pid 1.
    await writeFile(path, `${process.pid} long-ago token`);
    let inside = 0;
    const work = async () => {
      inside++;
      await lstat(path);
      expect(inside).toBe(1);
      inside--;
    };
    await Promise.all(Array.from({ length: 20 }, () => withLock(path, work)));
    expect(await readdir(join(path, '..'))).toEqual([]);
  });

  test('the lock is released if the work of its holder fails', async () => {
    const path = join(await makeFolder(), 'lock');
    const failing = withLock(path, () => Promise.reject(new Error('no')));
    await expect(failing).rejects.toThrow('no');
    expect(await withLock(path, async () => 'in')).toBe('in');
  });
});
