// The roof: brings the service up in the role it was given, and down again without losing anything.
import type { Credentials } from '#services/clients.ts';
import type { Settings } from './config.ts';
import type { Running } from './entrances.ts';
import { openLog, openStore } from './store.ts';
import type { OpenHouse } from './wiring.ts';

export async function serve(settings: Settings, say: (text: string) => void): Promise<void> {
  const log = openLog(settings.VOUCH_LOG_LEVEL);
  let loading: ReturnType<typeof loadService> | undefined;
  const load = () => {
    loading ??= loadService();
    return loading;
  };
  // The database comes up in a process of its own; the service is loaded meanwhile.
  const store = await openStore(settings, log, () => void load());
  const { firstStart, openHouse, startApi, startBackground } = await load();
  const house = await openHouse(settings, log, store);
  const entrances: Running[] = [];
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
  stopOnSignal(house, entrances);
}

const loadService = async () => ({ ...(await import('./wiring.ts')), ...(await import('./entrances.ts')) });

async function stop(house: OpenHouse, entrances: readonly Running[]): Promise<void> {
  await Promise.allSettled(entrances.map((entrance) => entrance.stop()));
  await house.close();
}

function stopOnSignal(house: OpenHouse, entrances: readonly Running[]): void {
  let stopping = false;
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.on(signal, () => {
      if (stopping) return;
      stopping = true;
      house.log.info({ signal }, 'stopping');
      void stop(house, entrances).then(
        () => process.exit(0),
        (err: unknown) => {
          house.log.error({ err }, 'stopping failed');
          process.exit(1);
        },
      );
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
