// Builds the service from its settings: store, keys, limiter, queue. The service and every CLI command do this once.
import { chmod, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Logger } from 'pino';
import { systemClock } from '#base/clock.ts';
import type { Connector } from '#connectors/contract.ts';
import { layeredStore } from '#domain/documents/file-store.ts';
import type { AddressPolicy } from '#outbound/addresses.ts';
import { openFileServer } from '#outbound/file-server.ts';
import { openIdentityProvider } from '#outbound/identity-provider.ts';
import { openMailer, senderOf } from '#outbound/mail.ts';
import { openTexter } from '#outbound/text-messages.ts';
import { openAuthenticator } from '#services/access/authentication.ts';
import { type Credentials, createFirstClient } from '#services/access/clients.ts';
import { openLimiter } from '#services/access/limits.ts';
import { openConnectors, replaceLive } from '#services/connections/live-providers.ts';
import { openProviderHealth } from '#services/connections/provider-health.ts';
import { openReaderPool } from '#services/documents/reader-pool.ts';
import type { House } from '#services/house.ts';
import { ORDER_HOOKS } from '#services/orders/order-moves.ts';
import { openCompute } from '#services/platform/compute.ts';
import { openPasswords } from '#services/platform/passwords.ts';
import { openVault, WrongMasterKey } from '#services/platform/vault.ts';
import { TIMER_HANDLERS } from '#services/timer-handlers.ts';
import { databaseFileStore } from '#storage/documents/file-contents.ts';
import { type Database, type Db, openDatabase } from '#storage/platform/db.ts';
import { loadMasterKeys, type MasterKeys } from '#storage/platform/embedded/master-keys.ts';
import { openEventSignal } from '#storage/platform/event-signal.ts';
import { openBlockCloser } from '#storage/platform/lists/list-blocks.ts';
import { listenForNotices } from '#storage/platform/notices.ts';
import { openQueue } from '#storage/platform/queue.ts';
import { findReach, type Reach } from '#storage/platform/reach.ts';
import { baseUrlOf, identityProviderOf, runsOnLoopback, SettingError, type Settings } from './config.ts';
import { openProviders } from './providers.ts';
import { openLog, openStore, type Store } from './store.ts';

export type OpenHouse = House & {
  readonly master_keys: MasterKeys;
  /**
   * If this process serves the API, first declares from where the API can be reached. Every process then reads the
   * declarations of all processes, because they decide whether webhooks may be sent to loopback addresses.
   */
  stateReach(): Promise<void>;
  /** Reads providers.json again. If the file is invalid, logs the error and keeps the old list. */
  reloadProviders(): Promise<void>;
  close(): Promise<void>;
};

const LOOK_AFTER_MS = 1_000;

/**
 * Opens the service with the given log, store and live providers. If they are not given, opens a new log and a new
 * store, and reads providers.json.
 */
export async function openHouse(
  settings: Settings,
  log: Logger = openLog(settings.VOUCH_LOG_LEVEL),
  opened?: Store,
  configured?: readonly Connector[],
): Promise<OpenHouse> {
  const live = configured ?? (await openProviders(settings));
  const store = opened ?? (await openStore(settings, log));
  const database = openDatabase({
    url: store.url,
    direct_url: store.direct_url,
    role: store.role,
    connections_max: settings.VOUCH_DATABASE_CONNECTIONS,
    timeout_ms: settings.VOUCH_DATABASE_TIMEOUT_MS,
    onError: (err) => log.warn({ err }, 'a database connection broke'),
  });
  const closeStore = async () => {
    await database.close();
    await store.embedded?.stop();
  };
  try {
    return await furnish(settings, live, store, database, log, closeStore);
  } catch (error) {
    await closeStore();
    throw error instanceof WrongMasterKey ? new SettingError(`VOUCH_MASTER_KEY: ${error.message}`) : error;
  }
}

async function furnish(
  settings: Settings,
  live: readonly Connector[],
  store: Store,
  database: Database,
  log: Logger,
  closeStore: () => Promise<void>,
): Promise<OpenHouse> {
  const master_keys = await loadMasterKeys(settings.VOUCH_MASTER_KEY, settings.VOUCH_DATA_DIR, true);
  const vault = await openVault(database, master_keys);
  // Jobs and notifications need connections with sessions.
  const session_url = store.direct_url ?? store.url;
  const queue = await openQueue({
    url: session_url,
    role: store.role,
    timeout_ms: settings.VOUCH_DATABASE_TIMEOUT_MS,
    database,
    log,
  });
  const authenticator = openAuthenticator(database, vault, systemClock);
  const event_signal = openEventSignal(database);
  const listener = listenForNotices(session_url, {
    onClientChange: (client_id) => authenticator.forget(client_id),
    onEvents: () => event_signal.receive(),
    onErasure: (user_id) => vault.forget(user_id),
    onMissed() {
      authenticator.forget();
      vault.forget();
      event_signal.receive();
    },
  });
  const limiter = openLimiter({ database });
  const block_closer = openBlockCloser(systemClock, (err) => log.warn({ err }, 'could not close blocks of a list'));
  let reach: Reach | undefined;
  const lookAtReach = async (): Promise<void> => {
    // While no process serves the API, the last known reach still applies.
    reach = (await findReach(database.pool)) ?? reach;
  };
  const house_settings = {
    ...addresses(settings),
    requests_limit: settings.VOUCH_RATE_LIMIT_REQUESTS,
    webhook_policy: {
      allow: settings.VOUCH_WEBHOOK_ALLOW,
      get loopback() {
        return reach === 'loopback';
      },
    } satisfies AddressPolicy,
    sandbox_notifications: settings.VOUCH_SANDBOX_NOTIFICATIONS,
  };
  const connectors = openConnectors(house_settings, vault, live);
  let reloading: Promise<void> = Promise.resolve();
  const server = settings.VOUCH_FILES_URL;
  const file_server = server === undefined ? undefined : await openFileServer(server, systemClock);
  const identity = identityProviderOf(settings);
  const mailer = openMailer(settings.VOUCH_SMTP_URL, senderOf(house_settings.public_url));
  const texter = openTexter(settings.VOUCH_SMS_URL, log);
  const compute = openCompute();
  const reader = openReaderPool({ processes_max: settings.VOUCH_READERS });
  // Pages of files are rendered in a separate process and not in the processes that read files, because a person waits
  // for the page, and reading a file may take minutes.
  const drawer = openReaderPool({ processes_max: 1, waiting_max: 8, file_ms_max: 15_000, busy_factor: 2 });
  const caretaker = setInterval(() => void lookAfter(store, { master_keys, lookAtReach, log }), LOOK_AFTER_MS).unref();
  return {
    database,
    vault,
    clock: systemClock,
    block_closer,
    limiter,
    authenticator,
    queue,
    event_signal,
    // Files that were stored before a file server was configured are still in the database, so a file that the file
    // server does not have is read from the database.
    file_store:
      file_server === undefined ? databaseFileStore : (db: Db) => layeredStore(file_server, databaseFileStore(db)),
    mailer,
    texter,
    connectors,
    provider_health: openProviderHealth({ database, clock: systemClock, connectors }),
    compute,
    reader: { ...reader, draw: (...asked) => drawer.draw(...asked) },
    order_hooks: ORDER_HOOKS,
    passwords: openPasswords(),
    identity_provider: identity && openIdentityProvider(identity),
    timer_handlers: TIMER_HANDLERS,
    log,
    master_keys,
    settings: house_settings,
    async stateReach() {
      if (settings.VOUCH_ROLE !== 'worker') {
        await listener.stateReach(runsOnLoopback(settings) ? 'loopback' : 'network');
      }
      await lookAtReach();
    },
    reloadProviders() {
      // If two signals arrive in a row, the two reads of the file run one after the other, so that the newest content
      // is used.
      reloading = reloading.then(() => reloadProviders(settings, connectors, log));
      return reloading;
    },
    async close() {
      clearInterval(caretaker);
      await queue.stop();
      await compute.close();
      await reader.close();
      await drawer.close();
      file_server?.close();
      mailer.close();
      texter.close();
      await Promise.allSettled([authenticator.stop(), limiter.stop(), listener.close(), block_closer.quiet()]);
      await closeStore();
    },
  };
}

/**
 * Runs once a second: reloads changed master keys, checks from where the API can be reached, and restarts the embedded
 * database if the database does not respond.
 */
async function lookAfter({ url, embedded }: Store, house: LookedAfter): Promise<void> {
  try {
    await house.master_keys.reload();
    await house.lookAtReach().catch(() => embedded?.ensureRunning());
  } catch (err) {
    house.log.error({ err }, 'the regular check of the store failed');
  }
  if (embedded !== undefined && embedded.url() !== url) {
    // The database has a new port. All our connections use the old port, so the process has to be restarted.
    house.log.fatal('the embedded database had to move to another port; restart this process');
    process.exit(1);
  }
}

type LookedAfter = Pick<OpenHouse, 'master_keys' | 'log'> & { lookAtReach(): Promise<void> };

async function reloadProviders(settings: Settings, connectors: Map<string, Connector>, log: Logger): Promise<void> {
  try {
    const live = await openProviders(settings);
    replaceLive(connectors, live);
    log.info({ providers: live.length }, 'the list of live providers was read again');
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    log.error({ reason }, 'the new list of live providers is faulty; the old one stays in force');
  }
}

/** Creates the first client if there is no client yet, and writes its credentials to the data folder. */
export function firstStart(house: House, settings: Settings): Promise<Credentials | undefined> {
  return createFirstClient(house, house.settings.public_url, async (credentials) => {
    await mkdir(settings.VOUCH_DATA_DIR, { recursive: true });
    const file = join(settings.VOUCH_DATA_DIR, 'credentials.json');
    await writeFile(file, `${JSON.stringify(credentials, undefined, 2)}\n`, { mode: 0o600, flush: true });
    await chmod(file, 0o600);
  });
}

function addresses(settings: Settings): { base_url: string; public_url: string } {
  const base_url = baseUrlOf(settings);
  return { base_url, public_url: settings.VOUCH_PUBLIC_URL ?? base_url };
}
