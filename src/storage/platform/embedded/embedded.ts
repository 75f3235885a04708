// Manages the embedded PostgreSQL server in a data folder that several processes may share: starts the server, connects
// to a running server, restarts it and stops it.
import { access, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client, type QueryResultRow } from 'pg';
import { elapsedMs } from '#base/clock.ts';
import {
  type Binaries,
  chooseAccount,
  findPackage,
  firstComplaint,
  handOver,
  linkLibraries,
  runBinary,
  spawnServer,
} from './embedded-binaries.ts';
import {
  choosePort,
  disownPid,
  findPostmaster,
  HOST,
  hasCluster,
  initialise,
  NAME,
  openSite,
  readPassword,
  readPostmaster,
  removeDrafts,
  type Site,
} from './embedded-cluster.ts';
import { withLock } from './embedded-lock.ts';
import { codeOf, isServing } from './embedded-process.ts';

export type EmbeddedServer = {
  /** Returns the connection string with the password. Call it again after a restart, because the port may change. */
  url(): string;
  /**
   * Makes sure that the server responds. Restarts the server if it has crashed. This function may be called at any
   * time, also concurrently.
   */
  ensureRunning(): Promise<void>;
  /** Stops the server unless another process is connected to it. Close your own connections first. */
  stop(): Promise<void>;
};

type Log = (line: string) => void;
type Address = {
  port: number;
  password: string;
  /** The folder of the server's socket, if we can reach it. A socket costs less CPU time than TCP on loopback. */
  socket_dir?: string | undefined;
};

const POLL_MS = 10;
const CONNECT_TIMEOUT_MS = 3_000;
/**
 * The maximum wait for a start. It is long, because crash recovery replays up to 1 GB of log, which takes time on a
 * slow disk.
 */
const READY_MS_MAX = 120_000;
/**
 * For how long a failed start is retried. A start fails if orphaned server processes still hold the server's shared
 * memory, which they do for a moment after a kill -9.
 */
const RETRY_MS_MAX = 10_000;
const RETRY_PAUSE_MS = 50;
const STOP_MS_MAX = 30_000;
/**
 * The maximum time to wait until the server no longer lists the connections that we closed. The server lists a closed
 * connection for a few more milliseconds.
 */
const LEAVE_MS_MAX = 500;
/** The maximum length of a socket's path depends on the operating system, but is always at least 103 characters. */
const SOCKET_PATH_LENGTH_MAX = 100;

const SETTINGS = {
  listen_addresses: HOST,
  // 200 connections are enough for two processes with their pools, or for a test run.
  max_connections: 200,
  shared_buffers: '64MB',
  fsync: 'on',
  full_page_writes: 'on',
  synchronous_commit: 'on',
  password_encryption: 'scram-sha-256',
  // New tables may grow from nothing to thousands of rows in a minute. The planner can only guess until autovacuum has
  // collected statistics, so autovacuum runs often.
  autovacuum_naptime: '15s',
  timezone: 'UTC',
  log_timezone: 'UTC',
  // Personal data must not reach the log. So we log no statements, no details, and no ordinary errors, because error
  // messages quote values (`invalid input syntax for type date: "…"`). Clients receive the errors anyway.
  log_statement: 'none',
  log_error_verbosity: 'terse',
  log_min_error_statement: 'panic',
  log_min_messages: 'log',
  log_checkpoints: 'off',
};

type Options = {
  data_dir: string;
  log: Log;
  /** Called whenever the start has to wait for a PostgreSQL process. */
  onWait?: () => void;
  /** Server settings that override the default settings of this file. */
  settings?: Readonly<Record<string, string>>;
};

export async function startEmbedded(options: Options): Promise<EmbeddedServer> {
  const site = await openSite(options.data_dir);
  const bringUpAlone = () => withLock(site.lock_file, () => bringUp(site, options));
  let address = await bringUpAlone();
  let reviving: Promise<void> | undefined;

  async function revive(): Promise<void> {
    // Another server may now use our port and reject our password. We treat this as if our server had not answered.
    if (!(await answers(address).catch(() => false))) address = await bringUpAlone();
  }

  return {
    url: () => urlOf(address),
    ensureRunning() {
      reviving ??= revive().finally(() => {
        reviving = undefined;
      });
      return reviving;
    },
    stop: () => withLock(site.lock_file, () => bringDown(site, address.password, options.log)),
  };
}

/**
 * Joins or starts the folder's server. Creates the cluster if the folder has no cluster yet. The caller holds the lock.
 */
async function bringUp(site: Site, options: Options): Promise<Address> {
  const { log, onWait = () => undefined, settings = {} } = options;
  const packageDir = findPackage(process.platform, process.arch);
  await removeDrafts(site);
  if (!(await hasCluster(site, packageDir))) await initialise(site, await prepareBinaries(site, packageDir), onWait);
  const password = await readPassword(site);
  const deadline = elapsedMs() + RETRY_MS_MAX;
  for (;;) {
    const running = await findPostmaster(site);
    const port = running
      ? await untilReady(site, password, running.pid, async () => !(await isServing(running.pid, site.cluster)))
      : await launch(site, password, await prepareBinaries(site, packageDir), {
          is_last: elapsedMs() > deadline,
          onWait,
          settings,
        });
    if (port !== undefined) {
      log(`embedded PostgreSQL ${running ? 'joined' : 'started'} on port ${port}`);
      return { port, password, socket_dir: await reachableSocketDir(site, port) };
    }
    await sleep(RETRY_PAUSE_MS);
  }
}

function urlOf({ port, password, socket_dir }: Address): string {
  const query = socket_dir === undefined ? '' : `?host=${encodeURIComponent(socket_dir)}`;
  return `postgres://${NAME}:${password}@${HOST}:${port}/${NAME}${query}`;
}

async function reachableSocketDir(site: Site, port: number): Promise<string | undefined> {
  const reachable = await access(socketPath(site, port)).then(
    () => true,
    () => false,
  );
  return reachable ? site.cluster : undefined;
}

const socketPath = (site: Site, port: number): string => join(site.cluster, `.s.PGSQL.${port}`);

async function prepareBinaries(site: Site, package_dir: string): Promise<Binaries> {
  const library_path = await linkLibraries(package_dir, site.library_dir);
  return { package_dir, library_path, account: await chooseAccount(package_dir, site.cluster) };
}

/**
 * Makes one attempt to start the server. If the server exits, the function returns undefined, and the caller tries
 * again. On the last attempt, the function throws the reason for the exit instead.
 */
async function launch(
  site: Site,
  password: string,
  binaries: Binaries,
  { is_last, onWait, settings }: { is_last: boolean } & Required<Pick<Options, 'onWait' | 'settings'>>,
): Promise<number | undefined> {
  await handOver(site.cluster, binaries.account);
  await disownPid(site, binaries.account);
  const port = await choosePort(site);
  const { size: said_bytes } = await stat(site.log_file).catch(() => ({ size: 0 }));
  const server = await spawnServer(binaries, serverArguments(site, port, settings), site.log_file);
  onWait();
  const ready = await untilReady(site, password, server.pid, async () => server.hasExited());
  if (ready !== undefined || !is_last) return ready;
  const log = await readFile(site.log_file);
  throw new Error(`The embedded PostgreSQL did not start: ${firstComplaint(log.subarray(said_bytes).toString())}`);
}

function serverArguments(site: Site, port: number, chosen: Readonly<Record<string, string>>): string[] {
  const isShort = socketPath(site, port).length <= SOCKET_PATH_LENGTH_MAX;
  // PostgreSQL reads this setting as a list of folders. So a folder name that contains a comma or a space needs quotes.
  const unix_socket_directories = isShort ? `"${site.cluster.replaceAll('"', '""')}"` : '';
  const settings = Object.entries({ ...SETTINGS, unix_socket_directories, ...chosen });
  return ['-D', site.cluster, '-p', String(port), ...settings.flatMap(([name, value]) => ['-c', `${name}=${value}`])];
}

/** Returns the server's port once the server answers on it; undefined if the server exits before that. */
async function untilReady(site: Site, password: string, pid: number, isGone: () => Promise<boolean>) {
  const deadline = elapsedMs() + READY_MS_MAX;
  while (!(await isGone())) {
    const postmaster = await readPostmaster(site);
    if (postmaster?.pid === pid && postmaster.status === 'ready') {
      if (await answers({ port: postmaster.port, password })) return postmaster.port;
    }
    if (elapsedMs() > deadline) throw new Error(`The embedded PostgreSQL is not responding; see ${site.log_file}.`);
    await sleep(POLL_MS);
  }
  return undefined;
}

const NO_SUCH_DATABASE = '3D000';
const TOO_MANY_CONNECTIONS = '53300';
const WRONG_PASSWORD = '28P01';

/**
 * Whether our server answers at this address. If another server answers, the check fails, because a SCRAM login
 * authenticates both the client and the server. Creates our database if the server does not have it yet.
 */
async function answers(address: Address): Promise<boolean> {
  try {
    await query(address, NAME, 'select 1');
    return true;
  } catch (error) {
    switch (codeOf(error)) {
      case NO_SUCH_DATABASE:
        await query(address, 'postgres', `create database ${NAME}`);
        return true;
      case TOO_MANY_CONNECTIONS:
        return true;
      case WRONG_PASSWORD:
        throw new Error('The embedded PostgreSQL does not accept its stored password.', { cause: error });
      default:
        return false;
    }
  }
}

async function query<R extends QueryResultRow>({ port, password }: Address, database: string, sql: string) {
  const login = { host: HOST, port, user: NAME, password, database, application_name: 'vouch launcher' };
  const client = new Client({ ...login, connectionTimeoutMillis: CONNECT_TIMEOUT_MS });
  // Without this listener, an error of the connection would be an unhandled error event, which ends the process. The
  // listener may ignore the error, because queries on a broken connection are rejected anyway.
  client.on('error', () => undefined);
  try {
    await client.connect();
    return await client.query<R>(sql);
  } finally {
    await client.end().catch(() => undefined);
  }
}

/** Stops the server unless another process uses it. The caller holds the lock. */
async function bringDown(site: Site, password: string, log: Log): Promise<void> {
  const postmaster = await findPostmaster(site);
  if (postmaster === undefined) return;
  const { pid, port } = postmaster;
  if (await isUsed({ port, password })) return log('embedded PostgreSQL left running for another process');
  await interrupt(site, pid);
  const deadline = elapsedMs() + STOP_MS_MAX;
  while (await isServing(pid, site.cluster)) {
    if (elapsedMs() > deadline) throw new Error(`The embedded PostgreSQL did not stop; see ${site.log_file}.`);
    await sleep(POLL_MS);
  }
  log('embedded PostgreSQL stopped');
}

/** Requests PostgreSQL's fast shutdown: sessions end immediately, and all data is written to disk. */
async function interrupt(site: Site, pid: number): Promise<void> {
  if (process.platform === 'win32') {
    // Windows has no signals, so we call `pg_ctl`.
    const binaries = await prepareBinaries(site, findPackage(process.platform, process.arch));
    return runBinary(binaries, 'pg_ctl', ['-D', site.cluster, '-m', 'fast', '-W', 'stop']);
  }
  try {
    process.kill(pid, 'SIGINT');
  } catch (error) {
    // The server may have exited just before the signal was sent.
    if (codeOf(error) !== 'ESRCH') throw error;
  }
}

const OTHERS = `select count(*)::int as others from pg_stat_activity
  where backend_type = 'client backend' and pid <> pg_backend_pid()`;

async function isUsed(address: Address): Promise<boolean> {
  const deadline = elapsedMs() + LEAVE_MS_MAX;
  try {
    while ((await query<{ others: number }>(address, 'postgres', OTHERS)).rows[0]?.others !== 0) {
      if (elapsedMs() > deadline) return true;
      await sleep(POLL_MS);
    }
    return false;
  } catch (error) {
    // If the error says that all connections are in use, other processes use the server. After any other error, we
    // assume that no other process uses the server.
    return codeOf(error) === TOO_MANY_CONNECTIONS;
  }
}
