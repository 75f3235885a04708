// Opens the log, opens the database and migrates it. This file imports little else, so that the embedded database can
// start while the rest of the service is still being loaded.
import { type DestinationStream, type Logger, pino } from 'pino';
import { toTerminalLine } from '#render/log-lines.ts';
import { type EmbeddedServer, startEmbedded } from '#storage/platform/embedded/embedded.ts';
import { prepareDatabase } from '#storage/platform/migrations.ts';
import { isSameDatabase, type Pooling, poolingOf } from '#storage/platform/pooling.ts';
import { openPrimary } from '#storage/platform/primary.ts';
import { SettingError, type Settings } from './config.ts';

/**
 * Migrates the configured database, or the embedded database if no database is configured. `onWait` is called while the
 * embedded database starts.
 */
export async function openStore(settings: Settings, log: Logger, onWait?: () => void): Promise<Store> {
  const embedded =
    settings.DATABASE_URL === undefined
      ? await startEmbedded({
          data_dir: settings.VOUCH_DATA_DIR,
          log: (line) => log.info(line),
          ...(onWait && { onWait }),
        })
      : undefined;
  // The queue's module is imported only here, after the database has started. The module loads half of the service's
  // dependencies, so an earlier import would delay the start of the database.
  const { prepareQueue } = await import('#storage/platform/queue.ts');
  const url = settings.DATABASE_URL ?? embedded?.url() ?? '';
  const direct_url = settings.DATABASE_DIRECT_URL;
  const connect_ms = settings.VOUCH_DATABASE_TIMEOUT_MS;
  try {
    if (embedded === undefined) await checkPooling(settings, url, connect_ms);
    const server_url = await writableHost(direct_url ?? url, connect_ms);
    const role = await prepareDatabase(server_url, { log: (line) => log.info(line), connect_ms });
    await prepareQueue(server_url, role);
    return { url, direct_url, role, embedded };
  } catch (error) {
    await embedded?.stop();
    if (embedded !== undefined || error instanceof SettingError) throw error;
    throw unusable(direct_url === undefined ? 'DATABASE_URL' : 'DATABASE_DIRECT_URL', error);
  }
}

export type Store = {
  /** The address for the statements of requests and jobs. */
  url: string;
  /** The address of the server itself; undefined if `url` is that address. */
  direct_url: string | undefined;
  role: string | undefined;
  embedded: EmbeddedServer | undefined;
};

/**
 * Throws if a pooler is in a mode that the service cannot use, or if DATABASE_DIRECT_URL leads to a pooler or to
 * another database. Without this check, the service would start and would then lose notifications and settings.
 */
async function checkPooling({ DATABASE_DIRECT_URL: direct_url }: Settings, url: string, connect_ms: number) {
  const address = await writableHost(url, connect_ms);
  const pooling = await poolingAt('DATABASE_URL', address, connect_ms);
  if (pooling === 'statement') {
    throw new SettingError('DATABASE_URL: the pooler is in statement mode; set it to transaction mode');
  }
  if (direct_url === undefined) {
    if (pooling === 'session') return;
    throw new SettingError(
      'DATABASE_URL: leads to a pooler in transaction mode; set DATABASE_DIRECT_URL to the address of the server itself',
    );
  }
  const server = await writableHost(direct_url, connect_ms);
  if ((await poolingAt('DATABASE_DIRECT_URL', server, connect_ms)) !== 'session') {
    throw new SettingError('DATABASE_DIRECT_URL: leads to a pooler; it must be the address of the server itself');
  }
  if (!(await isSameDatabase(address, server, connect_ms))) {
    throw new SettingError('DATABASE_DIRECT_URL: leads to another database than DATABASE_URL');
  }
}

const poolingAt = (setting: string, url: string, connect_ms: number): Promise<Pooling> =>
  poolingOf(url, connect_ms).catch((error: unknown) => {
    throw unusable(setting, error);
  });

/** Returns the address of the host that accepts writes, if the address names several hosts. */
async function writableHost(url: string, connect_ms: number): Promise<string> {
  const primary = openPrimary(url, connect_ms);
  await primary.search();
  return primary.url();
}

function unusable(setting: string, error: unknown): SettingError {
  const reason = error instanceof Error ? ('code' in error ? String(error.code) : error.message) : String(error);
  return new SettingError(`${setting}: the database cannot be used (${reason})`, { cause: error });
}

export function openLog(level: string): Logger {
  return pino({ level, base: null, serializers: { err: describeError } }, logStream());
}

/**
 * The maximum total size of the log lines kept in memory while no process reads standard error. Further lines are
 * dropped.
 */
const LOG_BYTES_MAX = 16 * 1024 * 1024;

/**
 * Log lines are written in batches: when four kilobytes have collected, or after a tenth of a second. Writing each line
 * separately took longer than producing the line, and every request logs a line.
 */
const TOGETHER = { minLength: 4_096, periodicFlush: 100 };

/**
 * Writes readable lines in a terminal and JSON lines otherwise. JSON lines are written in the background, because a
 * stalled reader must not stall the service. When the process exits, pino writes the remaining lines.
 */
function logStream(): DestinationStream {
  if (!process.stderr.isTTY) return pino.destination({ dest: 2, sync: false, maxLength: LOG_BYTES_MAX, ...TOGETHER });
  const has_colors = process.stderr.hasColors();
  return { write: (line) => void process.stderr.write(toTerminalLine(line, has_colors)) };
}

/** A log for CLI commands. A CLI command should print only its result, so this log contains only errors. */
export const quietLog = (): Logger => openLog('error');

/** Database errors quote row values in their message and details, so only their type, code and routine are logged. */
function describeError(error: unknown): Record<string, unknown> {
  if (!(error instanceof Error)) return { type: typeof error };
  const code = 'code' in error ? error.code : undefined;
  if ('severity' in error) return { type: error.name, code, routine: 'routine' in error ? error.routine : undefined };
  return { type: error.name, code, message: error.message, stack: error.stack };
}
