// The master keys. They come from the setting, or from a file that the service creates in the data folder at the first
// start. The first key wraps data keys. The other keys only unwrap data keys, so that keys can be rotated while the
// service runs.
import { createHash, type KeyObject } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, open, readFile, rename, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { newId } from '#base/ids.ts';
import { newKeyBytes, toKey } from '#base/sealing.ts';

export type MasterKey = { readonly id: string; readonly key: KeyObject };
export type MasterKeys = {
  current(): MasterKey;
  find(id: string): MasterKey | undefined;
  /** Reads the keys again if they come from a file, so that a running service uses the new key after a rotation. */
  reload(): Promise<void>;
};

export const masterKeyFile = (data_dir: string): string => join(data_dir, 'master.key');

/**
 * Parses a list of keys that are separated by commas or line breaks. The newest key comes first. Returns undefined if a
 * key is not the base64 form of 32 bytes.
 */
export function parseMasterKeys(text: string): MasterKey[] | undefined {
  const parts = text.split(/[\s,]+/).filter((part) => part !== '');
  const keys = parts.map((part) => (/^[A-Za-z0-9+/]{43}=?$/.test(part) ? Buffer.from(part, 'base64') : Buffer.of()));
  if (keys.length === 0 || keys.some((bytes) => bytes.length !== 32)) return undefined;
  return keys.map(toMasterKey);
}

/**
 * Returns the keys from the setting. Without a setting, returns the keys from the file. If `create` is true, a missing
 * file is created first.
 */
export async function loadMasterKeys(
  setting: string | undefined,
  data_dir: string,
  create: boolean,
): Promise<MasterKeys> {
  if (setting !== undefined) return keyring(parseMasterKeys(setting) ?? [], async () => undefined);
  const file = masterKeyFile(data_dir);
  if (create && !existsSync(file)) await makeFile(file, data_dir);
  return keyring(await readFileKeys(file), fileWatch(file));
}

/** Adds a new key as the first key. The old keys stay, so that all data keys can still be unwrapped. */
export async function addMasterKey(data_dir: string): Promise<MasterKey> {
  const bytes = newKeyBytes();
  const old = await readFile(masterKeyFile(data_dir), 'utf8');
  await replaceFile(masterKeyFile(data_dir), `${bytes.toString('base64')}\n${old}`);
  return toMasterKey(bytes);
}

/** Removes all keys except the first. Call it only after all data keys have been rewrapped. */
export async function dropOldMasterKeys(data_dir: string): Promise<void> {
  const [first] = (await readFile(masterKeyFile(data_dir), 'utf8')).split('\n');
  await replaceFile(masterKeyFile(data_dir), `${first}\n`);
}

function toMasterKey(bytes: Buffer): MasterKey {
  const id = createHash('sha256').update('vouch master key').update(bytes).digest('hex').slice(0, 16);
  return { id, key: toKey(bytes) };
}

function keyring(initial: MasterKey[], changed: () => Promise<MasterKey[] | undefined>): MasterKeys {
  let keys = initial;
  return {
    current() {
      const [first] = keys;
      if (first === undefined) throw new Error('there is no master key');
      return first;
    },
    find: (id) => keys.find((key) => key.id === id),
    reload: async () => {
      keys = (await changed()) ?? keys;
    },
  };
}

/** Returns a function that reads the file again if it was changed since the last read. */
function fileWatch(file: string): () => Promise<MasterKey[] | undefined> {
  let seen_ms: number | undefined;
  return async () => {
    const { mtimeMs } = await stat(file);
    if (mtimeMs === seen_ms) return undefined;
    const keys = await readFileKeys(file);
    seen_ms = mtimeMs;
    return keys;
  };
}

async function readFileKeys(file: string): Promise<MasterKey[]> {
  const text = await readFile(file, 'utf8').catch(() => '');
  return text === '' ? [] : (parseMasterKeys(text) ?? []);
}

async function makeFile(file: string, data_dir: string): Promise<void> {
  await mkdir(data_dir, { recursive: true });
  try {
    const handle = await open(file, 'wx', 0o600);
    await handle.writeFile(`${newKeyBytes().toString('base64')}\n`);
    await handle.sync();
    await handle.close();
  } catch (error) {
    // If another process created the file first, the key in that file is used.
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
  }
}

async function replaceFile(file: string, text: string): Promise<void> {
  const next = `${file}.${newId()}`;
  const handle = await open(next, 'wx', 0o600);
  try {
    await handle.writeFile(text);
    await handle.sync();
  } finally {
    await handle.close();
  }
  await rename(next, file);
}
