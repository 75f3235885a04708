// Starts the service in its configured role and stops it again without losing work.
import { closeSync, openSync } from 'node:fs';
import { join } from 'node:path';
import { describeFault } from '#base/faults.ts';
import { setTracer } from '#base/tracing.ts';
import type { Credentials } from '#services/access/clients.ts';
import { noteFault } from '#services/platform/process-faults.ts';
import { type Settings, tracingOf } from './config.ts';
import type { Running } from './entrances.ts';
import { checkPlaces } from './places.ts';
import { openProviders } from './providers.ts';
import { openLog, openStore } from './store.ts';
import type { OpenHouse } from './wiring.ts';

export async function serve(settings: Settings, say: (text: string) => void): Promise<void> {
  const log = openLog(settings.VOUCH_LOG_LEVEL);
  await checkPlaces(settings);
  // A faulty list of providers is reported before the database is started.
  const live = await openProviders(settings);
  let loading: ReturnType<typeof loadService> | undefined;
  const load = () => {
    loading ??= loadService();
    // A rejection of this promise is handled later, when `load()` is awaited. This handler only prevents an "unhandled
    // rejection".
    loading.catch(() => undefined);
    return loading;
  };
  // The embedded database starts in its own process. The service's modules are loaded at the same time.
  const store = await openStore(settings, log, () => void load());
  const service = await load();
  const house = await service.openHouse(settings, log, store, live);
  const tracing = await startTracing(settings);
  const entrances: Running[] = [];
  if (tracing !== undefined) entrances.push(tracing);
  const stopOnce = stopper(house, entrances);
  stopOnFault(house, stopOnce);
  try {
    await house.stateReach();
    const credentials = await service.firstStart(house, settings);
    if (credentials !== undefined) say(welcome(credentials, settings));
    await startEntrances(service, house, settings, say, entrances);
  } catch (error) {
    // If the start fails, for example because the port is in use, the parts that have already started are stopped
    // again.
    await stop(house, entrances);
    throw error;
  }
  stopOnSignal(house, stopOnce);
  reloadOnHangUp(house, stopOnce);
}

/** The tracing SDK is loaded only if tracing is on, because loading it takes 100 ms. */
async function startTracing(settings: Settings): Promise<Running | undefined> {
  const tracing = tracingOf(settings);
  if (tracing === undefined) return undefined;
  const { openTracer } = await import('#outbound/tracing.ts');
  const tracer = openTracer(tracing);
  setTracer(tracer);
  return { stop: () => tracer.close() };
}

/**
 * Starts the entry points of the role, and adds them to `entrances`. They are started side by side, because the
 * background work waits for the database while the API prepares its routes.
 */
async function startEntrances(
  { startApi, startBackground, startHealth }: Service,
  house: OpenHouse,
  settings: Settings,
  say: (text: string) => void,
  entrances: Running[],
): Promise<void> {
  const { VOUCH_ROLE: role, HOST, VOUCH_HEALTH_PORT: port } = settings;
  const starting: Promise<Running>[] = [];
  // The URL is printed only when everything has started. So the service stops in an orderly way even if a signal
  // arrives right after the URL was printed.
  const lines: string[] = [];
  if (role !== 'api') starting.push(startBackground(house, settings));
  if (role !== 'worker') starting.push(startApi(house, settings, (line) => lines.push(line)));
  else if (port !== undefined) starting.push(startHealth(house, HOST, port));
  const results = await Promise.allSettled(starting);
  entrances.push(...results.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : [])));
  const failed = results.find((result) => result.status === 'rejected');
  if (failed !== undefined) throw failed.reason;
  if (role === 'worker') lines.push('Vouch works in the background.');
  for (const line of lines) say(line);
  for (const entrance of entrances) entrance.warmUp?.();
}

type Service = Awaited<ReturnType<typeof loadService>>;

const loadService = async () => ({ ...(await import('./wiring.ts')), ...(await import('./entrances.ts')) });

async function stop(house: OpenHouse, entrances: readonly Running[]): Promise<void> {
  await Promise.allSettled(entrances.map((entrance) => entrance.stop()));
  await house.close();
}

/**
 * The maximum time between an uncaught error and the exit of the process. Running requests get ten seconds to finish,
 * and so do running jobs and running deliveries. If the process is stopped by a signal instead, the supervisor applies
 * its own timeout.
 */
const FAULT_STOP_MS_MAX = 30_000;

/** Stops the service only once, even if several signals and errors arrive. The highest of their exit codes is used. */
function stopper(house: OpenHouse, entrances: readonly Running[]): (exit_code: number) => void {
  let worst = -1;
  return (exit_code) => {
    const is_stopping = worst >= 0;
    if (exit_code > worst && exit_code > 0) setTimeout(() => process.exit(exit_code), FAULT_STOP_MS_MAX).unref();
    worst = Math.max(worst, exit_code);
    if (is_stopping) return;
    void stop(house, entrances).then(
      () => process.exit(worst),
      (err: unknown) => {
        house.log.error({ err }, 'stopping failed');
        process.exit(1);
      },
    );
  };
}

function stopOnSignal(house: OpenHouse, stopOnce: (exit_code: number) => void): void {
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.on(signal, () => {
      house.log.info({ signal }, 'stopping');
      stopOnce(0);
    });
  }
}

/**
 * SIGHUP asks the service to read the list of providers again. But SIGHUP also arrives when the terminal in which the
 * service was started is closed. In that case the service stops, because it could no longer be stopped from that
 * terminal.
 */
function reloadOnHangUp(house: OpenHouse, stopOnce: (exit_code: number) => void): void {
  process.on('SIGHUP', () => {
    if (hasLostTerminal()) stopOnce(0);
    else void house.reloadProviders();
  });
}

function hasLostTerminal(): boolean {
  if (process.stderr.isTTY !== true) return false;
  try {
    closeSync(openSync('/dev/tty', 'r'));
    return false;
  } catch {
    return true;
  }
}

/**
 * After an uncaught error the process may be in any state, so we count the error and shut down in an orderly way.
 */
function stopOnFault(house: OpenHouse, stopOnce: (exit_code: number) => void): void {
  const countAndStop = async (kind: string): Promise<void> => {
    try {
      await noteFault(house, kind);
    } catch (err) {
      house.log.error({ err }, 'the error could not be counted');
    }
    stopOnce(1);
  };
  for (const kind of ['unhandledRejection', 'uncaughtException'] as const) {
    process.on(kind, (fault: unknown) => {
      house.log.fatal({ kind, ...describeFault(fault) }, 'uncaught error, stopping');
      void countAndStop(kind);
    });
  }
}

/**
 * Formats the first credentials as text in a box. The box makes them easy to notice, because they are shown only here
 * and in the credentials file.
 */
function welcome(credentials: Credentials, { VOUCH_DATA_DIR }: Settings): string {
  const lines = [
    `First start. Your keys, also saved in ${join(VOUCH_DATA_DIR, 'credentials.json')}:`,
    '',
    `client id        ${credentials.client_id}`,
    `sandbox secret   ${credentials.sandbox_secret}`,
    `prod secret      ${credentials.prod_secret}`,
    `console          ${credentials.dashboard.url}`,
    `dashboard user   ${credentials.dashboard.email} / ${credentials.dashboard.password}`,
  ];
  const width = Math.max(...lines.map((line) => line.length));
  const rows = lines.map((line) => `│ ${line.padEnd(width)} │`);
  return ['', `┌${'─'.repeat(width + 2)}┐`, ...rows, `└${'─'.repeat(width + 2)}┘`, ''].join('\n');
}
