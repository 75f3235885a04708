// Starts Debian's PgBouncer, a connection pooler, on loopback in front of a PostgreSQL server.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from './free-port.ts';
import { memoryFolder } from './memory-folder.ts';

const NOBODY = 65_534;

export const DEBIAN_PGBOUNCER = { package: 'pgbouncer', file: '/usr/sbin/pgbouncer' };

export type Pooler = {
  /** The address of a database through the pooler. The pooler accepts every user name and every password. */
  urlOf(database: string): string;
  stop(): Promise<void>;
};

export type PoolerOptions = {
  mode: 'session' | 'transaction' | 'statement';
  /** The maximum number of connections to each database. */
  connections_max: number;
};

export async function startPooler(server_url: string, { mode, connections_max }: PoolerOptions): Promise<Pooler> {
  const folder = mkdtempSync(join(memoryFolder(), 'vouch-pgbouncer-'));
  const port = await freePort();
  const settings = [
    '[databases]',
    `* = ${serverOf(new URL(server_url))}`,
    '[pgbouncer]',
    'listen_addr = 127.0.0.1',
    `listen_port = ${port}`,
    'unix_socket_dir =',
    // PgBouncer checks no password. It logs every client in to the server as the user in the section `[databases]`.
    'auth_type = any',
    `pool_mode = ${mode}`,
    `default_pool_size = ${connections_max}`,
    'max_client_conn = 2000',
    // A test run has a database per test file. Without this setting, the idle connections to these databases would use
    // up the connections of the server.
    'server_idle_timeout = 5',
    // By default, clients are refused for 15 seconds after the server has refused a connection.
    'server_login_retry = 1',
  ];
  const file = join(folder, 'pgbouncer.ini');
  writeFileSync(file, `${settings.join('\n')}\n`, { mode: 0o600 });
  // PgBouncer refuses to run as root.
  const account = process.getuid?.() === 0 ? { uid: NOBODY, gid: NOBODY } : {};
  if ('uid' in account) for (const path of [folder, file]) chownSync(path, NOBODY, NOBODY);
  const pooler = spawn(DEBIAN_PGBOUNCER.file, ['--quiet', file], { ...account, cwd: '/', stdio: 'ignore' });
  await untilListening(port);
  return {
    urlOf: (database) => `postgres://anybody@127.0.0.1:${port}/${database}`,
    async stop() {
      const gone = once(pooler, 'exit');
      // SIGTERM closes all connections immediately.
      pooler.kill('SIGTERM');
      await gone;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/**
 * Returns the server's address in the form that PgBouncer's settings require. If the server listens on a socket, the
 * URL has the socket's folder in the parameter `host`.
 */
function serverOf(url: URL): string {
  const address = {
    host: url.searchParams.get('host') ?? url.hostname,
    port: url.port || '5432',
    user: decodeURIComponent(url.username),
    password: decodeURIComponent(url.password),
  };
  return Object.entries(address)
    .filter(([, value]) => value !== '')
    .map(([name, value]) => `${name}='${value}'`)
    .join(' ');
}

async function untilListening(port: number): Promise<void> {
  for (let tries = 1; ; tries++) {
    const socket = connect(port, '127.0.0.1');
    try {
      await once(socket, 'connect');
      return;
    } catch (error) {
      if (tries >= 100) throw error;
      await sleep(50);
    } finally {
      socket.destroy();
    }
  }
}
