// Opens the log, opens the database and migrates it. This file imports little else, so that the embedded database can
// start while the rest of the service is still being loaded.
import { type DestinationStream, type Logger, pino } from 'pino';
import { toTerminalLine } from '#render/log-lines.ts';
import { type EmbeddedServer, startEmbedded } from '#storage/platform/embedded/embedded.ts';
import { prepareDatabase } from '#storage/platform/migrations.ts';
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
  const connect_ms = settings.VOUCH_DATABASE_TIMEOUT_MS;
  const primary = openPrimary(url, connect_ms);
  try {
    await primary.search();
    const role = await prepareDatabase(primary.url(), { log: (line) => log.info(line), connect_ms });
    await prepareQueue(primary.url(), role);
    return { url, role, embedded };
  } catch (error) {
    await embedded?.stop();
    if (embedded !== undefined) throw error;
    const reason = error instanceof Error ? ('code' in error ? String(error.code) : error.message) : String(error);
    throw new SettingError(`DATABASE_URL: the database cannot be used (${reason})`, { cause: error });
  }
}

export type Store = { url: string; role: string | undefined; embedded: EmbeddedServer | undefined };

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
