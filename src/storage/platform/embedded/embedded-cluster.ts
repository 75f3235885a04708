// The data folder of the embedded PostgreSQL server. This file defines the folder's files, creates a cluster
// atomically, and reads the files that the server writes about itself.
import { randomBytes, randomInt, randomUUID } from 'node:crypto';
import { mkdir, open, readdir, readFile, realpath, rename, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { type Account, type Binaries, handOver, majorVersion, runBinary } from './embedded-binaries.ts';
import { codeOf, isAlive, isServing } from './embedded-process.ts';

/** The name of the superuser. The superuser's database has the same name. */
export const NAME = 'vouch';
export const HOST = '127.0.0.1';
/**
 * These ports are below the range of ephemeral ports, so that no outgoing connection can take our port while the server
 * is down.
 */
const PORTS = { from: 20_000, to: 30_000 };
/** A pid that no system assigns, because it is too high. The highest pid on Linux is 2^22. */
const DEAD_PID = '2147483646';
/**
 * The name prefix of incomplete files. Such files may be left over from a start that was killed. A later start never
 * uses them.
 */
const DRAFT = 'postgres.new-';

export type Site = {
  folder: string;
  cluster: string;
  lock_file: string;
  log_file: string;
  password_file: string;
  port_file: string;
  /** The folder for library symlinks if node_modules is read-only. */
  library_dir: string;
};
type Postmaster = { pid: number; port: number; status: string };

export async function openSite(data_dir: string): Promise<Site> {
  // If we are root, the server runs as another user, who must be able to enter this folder.
  await mkdir(data_dir, { recursive: true, mode: process.getuid?.() === 0 ? 0o711 : 0o700 });
  const folder = await realpath(data_dir);
  const cluster = join(folder, 'postgres');
  return {
    folder,
    // The cluster folder may be a symlink to another disk. We need its real path, because a server is identified by the
    // real path of its working directory.
    cluster: await realpath(cluster).catch(() => cluster),
    lock_file: join(folder, 'postgres.lock'),
    log_file: join(folder, 'postgres.log'),
    password_file: join(folder, 'postgres.password'),
    port_file: join(folder, 'postgres.port'),
    library_dir: join(folder, 'postgres-lib'),
  };
}

/** Whether the data folder contains a PostgreSQL cluster. Throws if our binaries cannot read the cluster. */
export async function hasCluster(site: Site, packageDir: string): Promise<boolean> {
  const expected = await majorVersion(packageDir);
  const found = await readFile(join(site.cluster, 'PG_VERSION'), 'utf8').catch((cause) => {
    if (codeOf(cause) === 'ENOENT') return '';
    throw new Error(`The database in ${site.cluster} belongs to another user: run Vouch as that user.`, { cause });
  });
  if (found === '' || found.trim() === expected) return found !== '';
  throw new Error(
    `The database in ${site.cluster} was created by PostgreSQL ${found.trim()}, but this version of Vouch comes with ${expected}: ` +
      'run the version of Vouch that created it, or move its data to your own server and set DATABASE_URL.',
  );
}

export const readPassword = (site: Site): Promise<string> =>
  readFile(site.password_file, 'utf8').catch((cause) => {
    throw new Error(`The database password cannot be read from ${site.password_file}.`, { cause });
  });

export async function initialise(site: Site, binaries: Binaries, onWait: () => void): Promise<void> {
  const draft = join(site.folder, DRAFT + randomUUID());
  const draftPassword = `${draft}.password`;
  const password = randomBytes(24).toString('base64url');
  // The password is written before the cluster is created. A password without a cluster is replaced at the next start,
  // but a cluster without a password could not be opened.
  await writeFile(site.password_file, password, { mode: 0o600, flush: true });
  await writeFile(draftPassword, password, { mode: 0o600 });
  await mkdir(draft, { mode: 0o700 });
  await handOver(draftPassword, binaries.account);
  await handOver(draft, binaries.account);
  try {
    const login = ['-U', NAME, '-A', 'scram-sha-256', `--pwfile=${draftPassword}`];
    const options = ['-D', draft, ...login, '-E', 'UTF8', '--locale=C', '--no-instructions'];
    const made = runBinary(binaries, 'initdb', options);
    onWait();
    await made;
    await rename(draft, site.cluster);
    await syncFolder(site.folder);
  } finally {
    await removeDrafts(site);
  }
}

/**
 * Removes the files left by killed starts of the cluster. If the `initdb` process of a killed start is still writing
 * files, the next start of the cluster removes these files.
 */
export async function removeDrafts(site: Site): Promise<void> {
  for (const name of await readdir(site.folder)) {
    if (!name.startsWith(DRAFT)) continue;
    await rm(join(site.folder, name), { recursive: true, force: true }).catch(() => undefined);
  }
}

/** Flushes the folder to disk, so that a rename in it survives a power cut. */
async function syncFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return;
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** Reads the server's pid file. The file is left behind if the server is killed. */
export async function readPostmaster(site: Site): Promise<Postmaster | undefined> {
  const text = await readFile(join(site.cluster, 'postmaster.pid'), 'utf8').catch(() => '');
  const [pid, , , port, , , , status] = text.split('\n');
  return port === undefined ? undefined : { pid: Number(pid), port: Number(port), status: status?.trim() ?? '' };
}

export async function findPostmaster(site: Site): Promise<Postmaster | undefined> {
  const postmaster = await readPostmaster(site);
  return postmaster && (await isServing(postmaster.pid, site.cluster)) ? postmaster : undefined;
}

/**
 * Makes a leftover pid file harmless. PostgreSQL refuses to start if any live process has the pid in the file. We have
 * checked that the process is not a server. We replace only the pid, because PostgreSQL uses the rest of the file to
 * find orphaned server processes that still use the cluster. The socket's lock file contains only the pid, so it is
 * removed; an empty pid file is removed as well.
 */
export async function disownPid(site: Site, account: Account): Promise<void> {
  const path = join(site.cluster, 'postmaster.pid');
  const text = await readFile(path, 'utf8').catch(() => undefined);
  if (text?.trim() === '') await rm(path, { force: true });
  const postmaster = await readPostmaster(site);
  if (text === undefined || postmaster === undefined || !isAlive(postmaster.pid)) return;
  if (await isServing(postmaster.pid, site.cluster)) return;
  const draft = `${path}.new`;
  await writeFile(draft, text.replace(/^.*/, DEAD_PID), { mode: 0o600 });
  await handOver(draft, account);
  await rename(draft, path);
  await rm(join(site.cluster, `.s.PGSQL.${postmaster.port}.lock`), { force: true });
}

/**
 * Returns the port of the last start. Returns a new port if there was no last start, or if another program now uses
 * that port.
 */
export async function choosePort(site: Site): Promise<number> {
  const remembered = Number(await readFile(site.port_file, 'utf8').catch(() => ''));
  if (remembered > 0 && (await isFree(remembered))) return remembered;
  let port = randomInt(PORTS.from, PORTS.to);
  while (!(await isFree(port))) port = randomInt(PORTS.from, PORTS.to);
  await writeFile(site.port_file, String(port), { mode: 0o600 });
  return port;
}

const isFree = (port: number): Promise<boolean> =>
  new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', (error) => (codeOf(error) === 'EADDRINUSE' ? resolve(false) : reject(error)));
    probe.listen({ port, host: HOST, exclusive: true }, () => probe.close(() => resolve(true)));
  });
