// `vouch doctor`: opens the settings, the store and the master key as the service would, and reports for each check
// whether it passed.
import { stat } from 'node:fs/promises';
import { systemClock } from '#base/clock.ts';
import { ServiceError } from '#base/errors.ts';
import { newId } from '#base/ids.ts';
import { randomPiece } from '#base/random.ts';
import { readSettings, type Settings } from '#config.ts';
import type { Connector } from '#connectors/contract.ts';
import { isOfferedIn, type ProviderInfo } from '#domain/connections/providers.ts';
import type { FileStore } from '#domain/documents/file-store.ts';
import type { Scope } from '#domain/platform/scope.ts';
import { openFileServer } from '#outbound/file-server.ts';
import { openProviders, providersFile } from '#providers.ts';
import { type Finding as Check, checkStore } from '#services/platform/checkup.ts';
import { masterKeyFile } from '#storage/platform/embedded/master-keys.ts';
import { openHouse } from '#wiring.ts';

/** A warning is not a failure: the service works, though perhaps not as intended. */
export type Finding = Check & { warning?: true };

export const describeFindings = (findings: readonly Finding[]): string =>
  findings.map(({ check, note, ...finding }) => `${labelOf(finding).padEnd(4)}  ${check}: ${note}`).join('\n');

const labelOf = ({ ok, warning }: Pick<Finding, 'ok' | 'warning'>): string =>
  ok ? (warning === true ? 'warn' : 'ok') : 'BAD';

export async function examine(environment: NodeJS.ProcessEnv): Promise<Finding[]> {
  const findings: Finding[] = [];
  const look = async (check: string, examineIt: () => Promise<Finding[] | string>): Promise<boolean> => {
    try {
      const found = await examineIt();
      findings.push(...(typeof found === 'string' ? [{ check, ok: true, note: found }] : found));
      return true;
    } catch (error) {
      findings.push({ check, ok: false, note: error instanceof Error ? error.message : String(error) });
      return false;
    }
  };
  let settings: Settings | undefined;
  await look('settings', async () => {
    settings = readSettings(environment);
    return 'all readable';
  });
  if (settings !== undefined) {
    const quiet = { ...settings, VOUCH_LOG_LEVEL: 'silent' } as const;
    let live: readonly Connector[] = [];
    await look('providers', async () => {
      live = await openProviders(quiet);
      return describeProviders(quiet, live);
    });
    await look('store', () => examineStore(quiet, live));
    await look('files', () => examineFiles(quiet));
    await look('master key', () => examineMasterKey(quiet));
  }
  return findings;
}

async function examineStore(settings: Settings, live: readonly Connector[]): Promise<Finding[]> {
  const house = await openHouse(settings, undefined, undefined, live);
  try {
    const dead = (await house.queue.stats()).reduce((sum, { dead }) => sum + dead, 0);
    return [
      ...(await checkStore(house.database, house.clock)),
      { check: 'jobs', ok: dead === 0, note: `${dead} failed permanently` },
      examineProviders([...house.connectors.values()].map(({ manifest }) => manifest)),
    ];
  } finally {
    await house.close();
  }
}

const NAMED_MAX = 10;

/**
 * Describes the configured live providers without calling them, so that this check takes no time. `vouch providers
 * check` also calls the providers.
 */
export function describeProviders(settings: Settings, live: readonly Pick<Connector, 'manifest'>[]): string {
  if (live.length === 0) return 'no live providers are configured';
  const names = live.slice(0, NAMED_MAX).map(({ manifest }) => manifest.id);
  const more = live.length > NAMED_MAX ? ` and ${live.length - NAMED_MAX} more` : '';
  return `${names.join(', ')}${more} (from ${providersFile(settings)})`;
}

/**
 * A missing provider in prod is only a warning, because an operator who tries the sandbox needs no provider in prod.
 * Providers of files are not counted, because files that applicants send need no configuration.
 */
export function examineProviders(providers: readonly ProviderInfo[]): Finding {
  const offered = providers.filter((provider) => provider.is_file !== true && isOfferedIn(provider, 'prod')).length;
  if (offered > 0) return { check: 'prod', ok: true, note: offered === 1 ? '1 provider' : `${offered} providers` };
  const note = 'no provider is configured; the sandbox works, but in prod applicants can only send files';
  return { check: 'prod', ok: true, warning: true, note };
}

/** Checks that the file store works: writes a file, reads it and removes it. */
export async function examineFiles({ VOUCH_FILES_URL }: Pick<Settings, 'VOUCH_FILES_URL'>): Promise<string> {
  if (VOUCH_FILES_URL === undefined) return 'in the database';
  const store = await openFileServer(VOUCH_FILES_URL, systemClock);
  try {
    await tryOut(store);
    return `on ${VOUCH_FILES_URL.origin}${VOUCH_FILES_URL.path}, which can be written and read`;
  } catch (error) {
    // A `ServiceError` has a message for clients. The reason is in its cause, so the cause is thrown for the operator.
    throw error instanceof ServiceError ? error.cause : error;
  } finally {
    store.close();
  }
}

async function tryOut(store: FileStore): Promise<void> {
  const scope: Scope = { client_id: newId(), environment: 'sandbox' };
  const [id, content] = [newId(), randomPiece(1_000)];
  await store.put(scope, id, content);
  const found = await store.get(scope, id);
  await store.remove(scope, [id]);
  if (found?.equals(content) !== true) throw new Error('a file that was written could not be read');
  if ((await store.get(scope, id)) !== undefined) throw new Error('a file that was removed can still be read');
}

async function examineMasterKey(settings: Settings): Promise<string> {
  if (settings.VOUCH_MASTER_KEY !== undefined) return 'from VOUCH_MASTER_KEY';
  const { mode } = await stat(masterKeyFile(settings.VOUCH_DATA_DIR));
  if ((mode & 0o077) !== 0) throw new Error('users other than the owner may read the file');
  return `in ${masterKeyFile(settings.VOUCH_DATA_DIR)}`;
}
