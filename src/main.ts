// The roof: brings the service up in the role it was given, and down again without losing anything.
import { describeFault } from '#base/faults.ts';
import type { Settings } from './config.ts';
import type { Running } from './entrances.ts';
import type { Credentials } from './services/access/clients.ts';
import { noteFault } from './services/platform/process-faults.ts';
import { openLog, openStore } from './store.ts';
import type { OpenHouse } from './wiring.ts';

export async function serve(settings: Settings, say: (text: string) => void): Promise<void> {
  const log = openLog(settings.VOUCH_LOG_LEVEL);
  let loading: ReturnType<typeof loadService> | undefined;
  const load = () => {
    loading ??= loadService();
    // Its failure is met below, where it is awaited.
    loading.catch(() => undefined);
    return loading;
  };
  // The database comes up in a process of its own; the service is loaded meanwhile.
  const store = await openStore(settings, log, () => void load());
  const { firstStart, openHouse, startApi, startBackground } = await load();
  const house = await openHouse(settings, log, store);
  const entrances: Running[] = [];
  const stopOnce = stopper(house, entrances);
  stopOnFault(house, stopOnce);
  try {
    const credentials = await firstStart(house, settings);
    if (credentials !== undefined) say(welcome(credentials, settings));
    if (settings.VOUCH_ROLE !== 'api') entrances.push(await startBackground(house));
    if (settings.VOUCH_ROLE !== 'worker') entrances.push(await startApi(house, settings, say));
    else say('Vouch works in the background.');
  } catch (error) {
    // Such as a port that is taken: half a service is none.
    await stop(house, entrances);
    throw error;
  }
  stopOnSignal(house, stopOnce);
}

const loadService = async () => ({ ...(await import('./wiring.ts')), ...(await import('./entrances.ts')) });

async function stop(house: OpenHouse, entrances: readonly Running[]): Promise<void> {
  await Promise.allSettled(entrances.map((entrance) => entrance.stop()));
  await house.close();
}

/**
 * Requests, jobs and deliveries under way are given ten seconds each. After a fault nothing may hold up the end any longer;
 * a signal comes from a supervisor, which has a patience of its own.
 */
const FAULT_STOP_MS_MAX = 30_000;

/** Stops once, whatever else happens meanwhile; the worst exit code of all reasons counts. */
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

/** The last resort. After a fault that nothing caught the process may be in any state, so it ends, but in good order. */
function stopOnFault(house: OpenHouse, stopOnce: (exit_code: number) => void): void {
  const countAndStop = async (kind: string): Promise<void> => {
    try {
      await noteFault(house, kind);
    } catch (err) {
      house.log.error({ err }, 'the fault could not be counted');
    }
    stopOnce(1);
  };
  for (const kind of ['unhandledRejection', 'uncaughtException'] as const) {
    process.on(kind, (fault: unknown) => {
      house.log.fatal({ kind, ...describeFault(fault) }, 'nothing caught a fault, stopping');
      void countAndStop(kind);
    });
  }
}

const welcome = (credentials: Credentials, settings: Settings): string => `
First start. These are shown once and kept in ${settings.VOUCH_DATA_DIR}/credentials.json:

  client id        ${credentials.client_id}
  sandbox secret   ${credentials.sandbox_secret}
  prod secret      ${credentials.prod_secret}
  dashboard        ${credentials.dashboard.url}
                   ${credentials.dashboard.email} / ${credentials.dashboard.password}
`;
