// The service as tests use it (`TestHouse`): the whole service in the test's process, on a fresh database, with a clock
// that the test sets.

import type { FastifyInstance, LightMyRequestResponse } from 'fastify';
import { pino } from 'pino';
import { buildApp } from '#api/app.ts';
import { newKeyBytes } from '#base/sealing.ts';
import type { Environment } from '#domain/platform/scope.ts';
import { openMailer } from '#outbound/mail.ts';
import { openTexter } from '#outbound/text-messages.ts';
import { openAuthenticator } from '#services/access/authentication.ts';
import { createClient, createClientKey } from '#services/access/clients.ts';
import { openLimiter } from '#services/access/limits.ts';
import { openConnectors } from '#services/connections/live-providers.ts';
import { openProviderHealth } from '#services/connections/provider-health.ts';
import type { House } from '#services/house.ts';
import { ORDER_HOOKS } from '#services/orders/order-moves.ts';
import { type ComputeOptions, openCompute } from '#services/platform/compute.ts';
import { openPasswords } from '#services/platform/passwords.ts';
import type { TimerHandlers } from '#services/platform/timers.ts';
import { openVault } from '#services/platform/vault.ts';
import { TIMER_HANDLERS } from '#services/timer-handlers.ts';
import { databaseFileStore } from '#storage/documents/file-contents.ts';
import { loadMasterKeys } from '#storage/platform/embedded/master-keys.ts';
import { openEventSignal } from '#storage/platform/event-signal.ts';
import { openBlockCloser } from '#storage/platform/lists/list-blocks.ts';
import { openQueue } from '#storage/platform/queue.ts';
import { freshDatabase, type TestDatabase } from './database.ts';
import { wrongColumns } from './derived-columns.ts';
import { fileReader } from './file-reader.ts';
import { testLog } from './log.ts';
import { PATIENT_MS } from './server.ts';

export type TestHouse = House & {
  app: FastifyInstance;
  database: TestDatabase;
  clock: MovableClock;
  close(): Promise<void>;
};

export type MovableClock = { now(): Date; set(to: Date): void; advance(ms: number): void };

export const BASE_URL = 'http://127.0.0.1:8080';

export function movableClock(start = new Date('2026-03-01T12:00:00Z')): MovableClock {
  let now = start;
  return {
    now: () => now,
    set: (to) => {
      now = to;
    },
    advance: (ms) => {
      now = new Date(now.getTime() + ms);
    },
  };
}

export async function openTestHouse(
  options: {
    timer_handlers?: TimerHandlers;
    requests_limit?: number;
    connectors?: House['connectors'];
    file_store?: House['file_store'];
    mailer?: House['mailer'];
    identity_provider?: House['identity_provider'];
    texter?: House['texter'];
    compute?: ComputeOptions;
    reader?: Partial<Pick<House['reader'], 'read' | 'draw'>>;
  } = {},
): Promise<TestHouse> {
  const database = await freshDatabase();
  const clock = movableClock();
  const vault = await openVault(database, await loadMasterKeys(newKeyBytes().toString('base64'), '', false));
  const authenticator = openAuthenticator(database, vault, clock);
  const limiter = openLimiter({ database });
  const block_closer = openBlockCloser(clock, () => undefined);
  const log = pino({ level: 'debug' }, testLog);
  const queue = await openQueue({ database, url: database.url, role: database.role, timeout_ms: PATIENT_MS, log });
  const settings = {
    base_url: BASE_URL,
    public_url: BASE_URL,
    requests_limit: options.requests_limit ?? 1_000_000,
    webhook_policy: { allow: [], loopback: true },
    sandbox_notifications: false,
  };
  const connectors = options.connectors ?? openConnectors(settings, vault);
  const house: House = {
    database,
    vault,
    clock,
    block_closer,
    limiter,
    authenticator,
    timer_handlers: options.timer_handlers ?? TIMER_HANDLERS,
    queue,
    event_signal: openEventSignal(database),
    file_store: options.file_store ?? databaseFileStore,
    mailer: options.mailer ?? openMailer(undefined, 'Vouch <no-reply@vouch.example>'),
    texter: options.texter ?? openTexter(undefined, log),
    connectors,
    provider_health: openProviderHealth({ database, clock, connectors }),
    // All compute jobs run on the main thread, because a worker thread would load the source again, which takes
    // seconds.
    compute: openCompute({ bytes_at_once_max: Number.POSITIVE_INFINITY, ...options.compute }),
    // Files are read in this process, because a separate process would load the source again.
    reader: {
      ...fileReader,
      load: () => ({ busy: 0, max: 1 }),
      ...options.reader,
    },
    order_hooks: ORDER_HOOKS,
    // Tests sign in often, so a password hash costs a thousandth of what it costs in the service.
    passwords: openPasswords({ memory_kib: 64, passes: 1 }),
    identity_provider: options.identity_provider,
    log,
    settings,
  };
  const app = await buildApp(house);
  return {
    ...house,
    database,
    clock,
    app,
    async close() {
      await app.close();
      await queue.stop();
      await house.compute.close();
      await authenticator.stop();
      await limiter.stop();
      await block_closer.quiet();
      const wrong = await wrongColumns(database);
      await database.drop();
      if (wrong.length > 0) throw new Error(`columns that contradict their rows: ${JSON.stringify(wrong)}`);
    },
  };
}

export type Call = (
  method: 'GET' | 'HEAD' | 'POST' | 'PUT' | 'PATCH' | 'DELETE' | 'OPTIONS',
  url: string,
  body?: unknown,
  headers?: Record<string, string>,
) => Promise<LightMyRequestResponse>;

export type TestClient = { client_id: string; secrets: Record<Environment, string>; sandbox: Call; prod: Call };

/** Creates a client with a key per environment. `sandbox` and `prod` send requests with the respective key. */
export async function newClient(house: TestHouse, name = 'Acme Lending'): Promise<TestClient> {
  const { id: client_id } = await createClient(house, name);
  const secret = async (environment: Environment) =>
    (await createClientKey(house, { client_id, environment })).access_secret;
  const secrets = { sandbox: await secret('sandbox'), prod: await secret('prod') };
  return {
    client_id,
    secrets,
    sandbox: caller(house, client_id, secrets.sandbox),
    prod: caller(house, client_id, secrets.prod),
  };
}

export function caller(house: TestHouse, client_id: string, secret: string): Call {
  return (method, url, body, headers = {}) =>
    house.app.inject({
      method,
      url,
      headers: {
        'x-access-client-id': client_id,
        'x-access-secret': secret,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body === undefined ? {} : { payload: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
}
