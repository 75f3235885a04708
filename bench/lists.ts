// What a page of users costs with a thousand and with a million stored, over HTTP.
import { pino } from 'pino';
import { systemClock } from '#base/clock.ts';
import { newId } from '#base/ids.ts';
import { seal } from '#base/sealing.ts';
import { ENVIRONMENTS, type Scope } from '#domain/scope.ts';
import { openMailer } from '#outbound/mail.ts';
import { openTexter } from '#outbound/text-messages.ts';
import { createClient, createClientKey } from '#services/clients.ts';
import { openCompute } from '#services/compute.ts';
import { openVault, place, type Vault } from '#services/vault.ts';
import { type Database, openDatabase, SYSTEM } from '#storage/db.ts';
import { startEmbedded } from '#storage/embedded.ts';
import { openEventBell } from '#storage/event-bell.ts';
import { closeBlocks, openBlockCloser } from '#storage/list-blocks.ts';
import { loadMasterKeys } from '#storage/master-keys.ts';
import { USERS } from '#storage/users.ts';
import type { Service } from './service.ts';
import { atMost, type Figure, median } from './table.ts';

const CLIENTS = 200;
const MANY = 1_000_000;
const BATCH = 5_000;
const READINGS = 60;

type Reader = { scope: Scope; headers: Record<string, string> };

export async function benchLists(service: Service): Promise<Figure[]> {
  const embedded = await startEmbedded({ data_dir: service.data_dir, log: () => undefined });
  const database = openDatabase({ url: embedded.url(), role: 'vouch_app', connections_max: 4 });
  try {
    const vault = await openVault(database, await loadMasterKeys(undefined, service.data_dir, false));
    const block_closer = openBlockCloser(systemClock, () => undefined);
    const parts = {
      database,
      vault,
      clock: systemClock,
      block_closer,
      // Filling lists needs neither providers nor jobs, and tells nobody.
      queue: { enqueue: async () => undefined },
      event_bell: openEventBell(database),
      mailer: openMailer(undefined, ''),
      texter: openTexter(undefined, pino({ level: 'silent' })),
      connectors: new Map(),
      compute: openCompute(),
      settings: {
        base_url: service.url,
        public_url: service.url,
        requests_limit: 1,
        webhook_policy: { allow: [], loopback: false },
        sandbox_notifications: false,
      },
      log: pino({ level: 'silent' }),
    };
    const reader = async (name: string): Promise<Reader> => {
      const { id: client_id } = await createClient(parts, name);
      const scope: Scope = { client_id, environment: ENVIRONMENTS[0] };
      const { access_secret } = await createClientKey(parts, scope);
      return { scope, headers: { 'x-access-client-id': client_id, 'x-access-secret': access_secret } };
    };
    const few = await reader('few');
    await fill(database, vault, [few.scope], 1_000);
    const with_few = await pageMs(service, few, 1);

    const spread = await Promise.all(Array.from({ length: CLIENTS }, (_, i) => reader(`one of many ${i}`)));
    await fill(
      database,
      vault,
      spread.map(({ scope }) => scope),
      MANY,
    );
    const one_of_many = spread[0] ?? few;
    await settle(database, one_of_many);
    const with_many = await pageMs(service, one_of_many, 1);

    const whale = await reader('owns a million');
    await fill(database, vault, [whale.scope], MANY);
    await settle(database, whale);
    const pages: [string, number][] = [
      ['first', await pageMs(service, whale, 1)],
      ['middle', await pageMs(service, whale, MANY / 50)],
      ['last', await pageMs(service, whale, MANY / 25)],
    ];
    const few_again = await pageMs(service, few, 1);
    const baseline = Math.min(with_few, few_again);
    return [
      atMost(
        'page with 1 M users over 200 clients, times that with 1 k',
        with_many / baseline,
        1.3,
        '×',
        `${baseline.toFixed(2)} ms`,
      ),
      ...pages.map(([name, ms]) => atMost(`${name} page of a client that owns 1 M, count included`, ms, 50, 'ms')),
    ];
  } finally {
    await database.close();
  }
}

async function pageMs(service: Service, { headers }: Reader, page: number): Promise<number> {
  const readings: number[] = [];
  for (let i = 0; i < READINGS; i++) {
    const started = performance.now();
    const response = await fetch(`${service.url}/v1/users/?page=${page}`, { headers });
    const body: { results: unknown[] } = JSON.parse(await response.text());
    readings.push(performance.now() - started);
    if (body.results.length !== 25) throw new Error(`page ${page} has ${body.results.length} results`);
  }
  return median(readings);
}

/** People as the service would have stored them, created over the last year and older than the settling time. */
async function fill(database: Database, vault: Vault, scopes: Scope[], rows: number): Promise<void> {
  const system = database.scoped(SYSTEM);
  // On whole seconds, so that no batch adds to a second of the one before: blocks may be closed meanwhile.
  const end = Math.floor(Date.now() / 1000 - 120) * 1000;
  for (let done = 0; done < rows; done += BATCH) {
    const batch = Array.from({ length: Math.min(BATCH, rows - done) }, (_, i) => {
      const scope = scopes[(done + i) % scopes.length];
      if (scope === undefined) throw new Error('nobody to fill for');
      const id = newId();
      const { row, key } = vault.newDataKey(scope, id);
      const person = { first_name: 'Jane', last_name: 'Roe', email: null, phone: null, ssn: null };
      const created_at = new Date(Math.floor((end - (rows - done - i) * 30) / 1000) * 1000);
      return {
        ...scope,
        id,
        ...row,
        created_at,
        sealed: seal(key, JSON.stringify(person), place(scope, 'users', 'sealed', id)),
      };
    });
    await system.query(FILL, [
      batch.map((one) => one.client_id),
      batch.map((one) => one.environment),
      batch.map((one) => one.id),
      batch.map((one) => one.sealed),
      batch.map((one) => one.created_at),
      batch.map((one) => one.master_key_id),
      batch.map((one) => one.wrapped_key),
    ]);
    if (done % 100_000 === 0) process.stderr.write(`\rfilling ${done} of ${rows}   `);
  }
  await database.pool.query('vacuum analyze vouch.users, vouch.data_keys');
  process.stderr.write(`\rfilled ${rows}            \n`);
}

const FILL = `with row as (
    select * from unnest($1::text[], $2::text[], $3::text[], $4::bytea[], $5::timestamptz[], $6::text[], $7::bytea[])
      as r (client_id, environment, id, sealed, created_at, master_key_id, wrapped_key)
  ), key as (
    insert into data_keys (client_id, environment, owner_id, master_key_id, wrapped_key)
    select client_id, environment, id, master_key_id, wrapped_key from row
  )
  insert into users (client_id, environment, id, external_user_id, sealed, created_at, updated_at)
  select client_id, environment, id, id, sealed, created_at, created_at from row`;

/** What the service does behind the writers as time goes by. */
async function settle(database: Database, { scope }: Reader): Promise<void> {
  while (await closeBlocks(database.scoped(scope), scope, USERS, new Date())) process.stderr.write('.');
  process.stderr.write('\n');
}
