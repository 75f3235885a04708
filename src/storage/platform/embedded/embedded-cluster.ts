// The data folder of the embedded PostgreSQL: its files, a cluster made in one piece, and what the server
// leaves there about itself.
import { randomBytes, randomInt, randomUUID } from 'node:crypto';
import { mkdir, open, readdir, readFile, realpath, rename, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { type Account, type Binaries, handOver, majorVersion, runBinary } from './embedded-binaries.ts';
import { codeOf, isAlive, isServing } from './embedded-process.ts';

/** The superuser and its database. */
export const NAME = 'vouch';
export const HOST = '127.0.0.1';
/** Below the ports systems hand out to outgoing connections, which could take ours while we are down. */
const PORTS = { from: 20_000, to: 30_000 };
/** More than any system gives out (Linux stops at 2^22). */
const DEAD_PID = '2147483646';
/** What is unfinished bears this name: a start that was killed in the middle leaves nothing we would trust. */
const DRAFT = 'postgres.new-';

export type Site = {
  folder: string;
  cluster: string;
  lock_file: string;
  log_file: string;
  password_file: string;
  port_file: string;
  /** Where library links go when node_modules is read-only. */
  library_dir: string;
};
type Postmaster = { pid: number; port: number; status: string };

export async function openSite(data_dir: string): Promise<Site> {
  // When we are root the server runs as somebody else, who has to pass through this folder.
  await mkdir(data_dir, { recursive: true, mode: process.getuid?.() === 0 ? 0o711 : 0o700 });
  const folder = await realpath(data_dir);
  const cluster = join(folder, 'postgres');
  return {
    folder,
    // It may be a link to another disk, and a server is known by the folder it works in.
    cluster: await realpath(cluster).catch(() => cluster),
    lock_file: join(folder, 'postgres.lock'),
    log_file: join(folder, 'postgres.log'),
    password_file: join(folder, 'postgres.password'),
    port_file: join(folder, 'postgres.port'),
    library_dir: join(folder, 'postgres-lib'),
  };
}

/** Whether there is a cluster; one that our binaries cannot read is an error. */
export async function hasCluster(site: Site, packageDir: string): Promise<boolean> {
  const expected = await majorVersion(packageDir);
  const found = await readFile(join(site.cluster, 'PG_VERSION'), 'utf8').catch((cause) => {
    if (codeOf(cause) === 'ENOENT') return '';
    throw new Error(`The database in ${site.cluster} belongs to another user: run Vouch as that user.`, { cause });
  });
  if (found === '' || found.trim() === expected) return found !== '';
  throw new Error(
    `The database in ${site.cluster} was made by PostgreSQL ${found.trim()}, but this Vouch comes with ${expected}: ` +
      'run the Vouch it belongs to, or move its data to a server of your own and set DATABASE_URL.',
  );
}

export const readPassword = (site: Site): Promise<string> =>
  readFile(site.password_file, 'utf8').catch((cause) => {
    throw new Error(`The password of the database cannot be read from ${site.password_file}.`, { cause });
  });

export async function initialise(site: Site, binaries: Binaries, onWait: () => void): Promise<void> {
  const draft = join(site.folder, DRAFT + randomUUID());
  const draftPassword = `${draft}.password`;
  const password = randomBytes(24).toString('base64url');
  // On disk before the cluster is: a password without a cluster is replaced, the reverse could not be opened.
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

/** An initdb whose parent was killed may still be writing; what we miss now goes at the next start. */
export async function removeDrafts(site: Site): Promise<void> {
  for (const name of await readdir(site.folder)) {
    if (!name.startsWith(DRAFT)) continue;
    await rm(join(site.folder, name), { recursive: true, force: true }).catch(() => undefined);
  }
}

/** Makes a rename outlast a power cut. */
async function syncFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return;
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** The server's own words about itself; they stay behind when it is killed. */
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
 * PostgreSQL takes any live process with the pid in a leftover file for a running server and refuses to
 * start. We know better, but replace nothing except the pid: by the rest of the file PostgreSQL still finds
 * orphans at work in the cluster. The socket's lock holds only the pid, and an empty file nothing at all.
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

/** The port of last time, unless something else has taken it. */
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
