// Reads providers.json, the operator's list of live providers, and the environment variables and files to which the
// list refers. Each fault is reported as one line with the file, the entry and the field.
import { readFile, stat } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import type { Connector } from '#connectors/contract.ts';
import type { LiveKind } from '#connectors/live/kinds.ts';
import type { CheckedEntry } from '#connectors/live/provider-file.ts';
import { baseUrlOf, SettingError, type Settings } from './config.ts';

/** The maximum size of providers.json. A list of a thousand providers is far smaller. */
const FILE_BYTES_MAX = 4 * 1024 * 1024;
/** The maximum size of a file to which providers.json refers. A key with its chain of certificates is smaller. */
const SECRET_BYTES_MAX = 64 * 1024;

/**
 * Returns the configured connectors. Throws if any entry has a fault, so that the service does not start with an
 * incomplete list. The message has one line per fault.
 */
export async function openProviders(settings: Settings): Promise<Connector[]> {
  const entries = await readProviders(settings);
  const faults = entries.flatMap((entry) => (entry.provider === undefined ? faultLines(settings, entry) : []));
  if (faults.length > 0) throw new SettingError(faults.join('\n'));
  return entries.flatMap(({ provider }) => provider?.connector ?? []);
}

/**
 * Returns all entries with their faults; an empty list if there is no file. Throws if the file as a whole is unusable.
 */
export async function readProviders(
  settings: Settings,
  /** The connectors that the file may name. The default is all live connectors. */
  kinds?: ReadonlyMap<string, LiveKind>,
): Promise<CheckedEntry[]> {
  const file = providersFile(settings);
  const text = await textOf(settings, file);
  if (text === undefined) return [];
  // The connectors are imported only here, because most services have no such file and loading the connectors takes a
  // moment.
  const { readProviderFile } = await import('#connectors/live/provider-file.ts');
  const { LIVE_CONNECTORS } = await import('#connectors/live/registry.ts');
  const { BUILT_IN_IDS } = await import('#connectors/registry.ts');
  try {
    return await readProviderFile(text, {
      kinds: kinds ?? LIVE_CONNECTORS,
      taken_ids: BUILT_IN_IDS,
      sources: {
        env: (name) => process.env[name],
        file: (path) => readBounded(resolve(dirname(file), path), SECRET_BYTES_MAX),
      },
      base_url: baseUrlOf(settings),
    });
  } catch (error) {
    throw new SettingError(`VOUCH_PROVIDERS: ${file}: ${error instanceof Error ? error.message : String(error)}`);
  }
}

export const providersFile = ({ VOUCH_PROVIDERS, VOUCH_DATA_DIR }: Settings): string =>
  VOUCH_PROVIDERS ?? join(VOUCH_DATA_DIR, 'providers.json');

/**
 * The default file may be missing. If the setting names a file, that file must exist, because a missing file may mean
 * that its name is mistyped.
 */
async function textOf({ VOUCH_PROVIDERS }: Settings, file: string): Promise<string | undefined> {
  try {
    return await readBounded(file, FILE_BYTES_MAX);
  } catch (cause) {
    const code = cause instanceof Error && 'code' in cause ? String(cause.code) : String(cause);
    if (code === 'ENOENT' && VOUCH_PROVIDERS === undefined) return undefined;
    throw new SettingError(`VOUCH_PROVIDERS: ${file} cannot be read (${code})`, { cause });
  }
}

async function readBounded(path: string, bytes_max: number): Promise<string> {
  const { size } = await stat(path);
  if (size > bytes_max) throw new Error(`larger than ${bytes_max} bytes`);
  return readFile(path, 'utf8');
}

const faultLines = (settings: Settings, { id, faults }: CheckedEntry): string[] =>
  faults.map(({ field, message }) => `VOUCH_PROVIDERS: ${providersFile(settings)}: ${id}: ${field}: ${message}`);
