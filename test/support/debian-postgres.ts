// Starts temporary servers of Debian's PostgreSQL 15 on loopback, with an ordinary role that may create databases.
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { freePort } from './free-port.ts';
import { memoryFolder } from './memory-folder.ts';

const BIN = '/usr/lib/postgresql/15/bin';
const NOBODY = 65_534;

export const DEBIAN_POSTGRES = { package: 'postgresql-15', file: `${BIN}/postgres` };

export type DebianServer = {
  readonly port: number;
  /** The connection string for the ordinary database role, which is not a superuser. */
  readonly url: string;
  /** The connection string for a superuser. */
  readonly admin_url: string;
  /** Restarts the server on the same port, read-only, as a standby that follows no primary. */
  restartAsStandby(): Promise<void>;
  /** Stops the server and removes its files. */
  stop(): Promise<void>;
};

export async function startDebianServer(): Promise<DebianServer> {
  const options = ['--username=postgres', '--auth=trust', '--encoding=UTF8', '--locale=C'];
  const server = await startServer('initdb', (data) => [`--pgdata=${data}`, ...options]);
  await query(server.admin_url, 'create role vouch_test login createdb');
  return server;
}

/** Starts a standby: a copy that follows the primary. */
export const startStandby = ({ admin_url }: DebianServer): Promise<DebianServer> =>
  startServer('pg_basebackup', (data) => [
    `--pgdata=${data}`,
    `--dbname=${admin_url}`,
    '--write-recovery-conf',
    '--checkpoint=fast',
  ]);

/** Starts a server whose data folder is created by `program`. */
async function startServer(program: string, argsFor: (data: string) => string[]): Promise<DebianServer> {
  const folder = mkdtempSync(join(memoryFolder(), 'vouch-pg15-'));
  // The server refuses to run as root.
  const account = process.getuid?.() === 0 ? { uid: NOBODY, gid: NOBODY } : {};
  if ('uid' in account) chownSync(folder, NOBODY, NOBODY);
  const data = join(folder, 'data');
  const made = spawnSync(`${BIN}/${program}`, argsFor(data), { ...account, cwd: '/' });
  if (made.status !== 0) throw new Error(`${program} failed: ${made.stderr}`);

  const port = await freePort();
  const admin_url = `postgres://postgres@127.0.0.1:${port}/postgres`;
  // The data need not survive a crash of the machine, so the server never waits for the disk. The data still survive a
  // kill of the server.
  const options = [
    'listen_addresses=127.0.0.1',
    `unix_socket_directories=${folder}`,
    'max_connections=200',
    'fsync=off',
    'max_wal_size=256MB',
  ];
  async function start(): Promise<ChildProcess> {
    const command = ['-D', data, '-p', String(port), ...options.flatMap((option) => ['-c', option])];
    const started = spawn(`${BIN}/postgres`, command, { ...account, cwd: '/', stdio: 'ignore' });
    await untilAnswers(admin_url);
    return started;
  }
  let server = await start();
  return {
    port,
    url: `postgres://vouch_test@127.0.0.1:${port}/postgres`,
    admin_url,
    async restartAsStandby() {
      await shutDown(server);
      writeFileSync(join(data, 'standby.signal'), '');
      server = await start();
    },
    async stop() {
      await shutDown(server);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function untilAnswers(url: string): Promise<void> {
  for (let tries = 1; ; tries++) {
    try {
      await query(url, 'select 1');
      return;
    } catch (error) {
      if (tries >= 100) throw error;
      await sleep(100);
    }
  }
}

async function query(url: string, sql: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  try {
    await client.connect();
    await client.query(sql);
  } finally {
    await client.end().catch(() => undefined);
  }
}

async function shutDown(server: ChildProcess): Promise<void> {
  const gone = once(server, 'exit');
  // SIGINT requests a fast shutdown, which does not wait for clients.
  server.kill('SIGINT');
  await gone;
}
