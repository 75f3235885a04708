// Measures the service's requests per second. The service is compared with two baselines: a bare HTTP route that runs
// the same SQL statements, and the SQL insert statement alone, without HTTP. The service and the bare route are
// measured alternately, so that the state of the machine is the same for both.
import { randomBytes } from 'node:crypto';
import { Client } from 'pg';
import { newId } from '#base/ids.ts';
import { insertUser } from '#storage/people/users.ts';
import { type Db, openDatabase } from '#storage/platform/db.ts';
import { startEmbedded } from '#storage/platform/embedded/embedded.ts';
import { person, rate, send, type Target } from './load.ts';
import { type Service, startScript } from './service.ts';
import { atLeast, atMost, type Figure, median } from './table.ts';

const ROUNDS = 5;
const SECONDS = 4;

export async function benchHttp(service: Service): Promise<Figure[]> {
  const embedded = await startEmbedded({ data_dir: service.data_dir, log: () => undefined });
  const url = embedded.url();
  const bareServer = await startScript('bench/bare-server.ts', {
    BARE_DATABASE_URL: url,
    BARE_CLIENT_ID: service.client_id,
  });
  try {
    const ours = targetOf(service);
    const bare: Target = { url: bareServer.url };
    const post = await inTurns((target) => rate(target, 'POST', '/v1/users/', SECONDS), ours, bare);
    const paths = new Map([
      [ours, `/v1/users/${await newUser(ours)}/`],
      [bare, `/v1/users/${await newUser(bare)}/`],
    ]);
    const get = await inTurns((target) => rate(target, 'GET', paths.get(target) ?? '', SECONDS), ours, bare);
    const loop = await insertLoop(url, service.client_id);
    const bound = await withAndWithoutPolicies(url, () => rate(ours, 'POST', '/v1/users/', SECONDS));
    return [
      atLeast('POST /v1/users/ against a bare route', post.ours, post.bare, 0.7),
      atLeast('GET /v1/users/{id}/ against a bare route', get.ours, get.bare, 0.65),
      atLeast('POST against a plain two-insert loop', post.ours, loop, 0.3),
      atMost(
        'row-level security, share of the POST throughput',
        100 * (1 - bound.with / bound.without),
        15,
        '%',
        `${Math.round(bound.without)}/s without`,
      ),
    ];
  } finally {
    await bareServer.stop();
  }
}

/** Measures how much the resident memory grows per 100,000 requests. */
export async function benchMemory(service: Service, residentMb: (pid: number) => number): Promise<Figure[]> {
  const ours = targetOf(service);
  const path = `/v1/users/${await newUser(ours)}/`;
  const readings: number[] = [];
  for (let round = 0; round < 4; round++) {
    await send(ours, 'GET', path, 45_000);
    await send(ours, 'POST', '/v1/users/', 5_000);
    readings.push(residentMb(service.pid));
  }
  // The first 50,000 requests are the warm-up. The memory growth over the other 150,000 requests is divided by 1.5 to
  // get the growth per 100,000 requests.
  const growth = ((readings.at(-1) ?? 0) - (readings[0] ?? 0)) / 1.5;
  return [
    atMost('resident memory per 100,000 requests', growth, 1, 'MB', readings.map((mb) => mb.toFixed(0)).join(' → ')),
  ];
}

export const targetOf = (service: Service): Target => ({
  url: service.url,
  headers: { 'x-access-client-id': service.client_id, 'x-access-secret': service.secret },
});

async function newUser(target: Target): Promise<string> {
  const headers = { ...target.headers, 'content-type': 'application/json' };
  const response = await fetch(`${target.url}/v1/users/`, { method: 'POST', headers, body: person() });
  const user: { id: string } = JSON.parse(await response.text());
  return user.id;
}

async function inTurns(measure: (target: Target) => Promise<number>, ours: Target, bare: Target) {
  const [a, b]: [number[], number[]] = [[], []];
  for (let round = 0; round < ROUNDS; round++) {
    a.push(await measure(ours));
    b.push(await measure(bare));
  }
  return { ours: median(a), bare: median(b) };
}

/**
 * Measures the service's own insert statement without HTTP, as a superuser to whom row-level security policies do not
 * apply.
 */
async function insertLoop(url: string, client_id: string): Promise<number> {
  const database = openDatabase({ url, connections_max: 12 });
  try {
    const readings: number[] = [];
    for (let round = 0; round < ROUNDS; round++) {
      readings.push(await insertsPerSecond(database.scoped('unscoped'), client_id));
    }
    return median(readings);
  } finally {
    await database.close();
  }
}

/** Runs a measurement alternately with and without row-level security on the tables `users` and `data_keys`. */
async function withAndWithoutPolicies(url: string, measure: () => Promise<number>) {
  const admin = new Client({ connectionString: url });
  await admin.connect();
  const policies = (state: 'enable' | 'disable') =>
    admin.query(
      `alter table vouch.users ${state} row level security; alter table vouch.data_keys ${state} row level security`,
    );
  const [on, off]: [number[], number[]] = [[], []];
  try {
    for (let round = 0; round < ROUNDS; round++) {
      on.push(await measure());
      await policies('disable');
      off.push(await measure());
      await policies('enable');
    }
  } finally {
    await policies('enable');
    await admin.end();
  }
  return { with: median(on), without: median(off) };
}

async function insertsPerSecond(db: Db, client_id: string): Promise<number> {
  const amount = 8_000;
  const started = performance.now();
  const now = new Date();
  const worker = async () => {
    for (let i = 0; i < amount / 16; i++) {
      const id = newId();
      const row = {
        id,
        external_user_id: id,
        sealed: randomBytes(150),
        ssn_hash: randomBytes(32),
        ssn_last4_hash: randomBytes(32),
        email_hash: randomBytes(32),
        name_hash: randomBytes(32),
        last_name_hash: randomBytes(32),
      };
      const key = { master_key_id: 'bare', wrapped_key: randomBytes(61) };
      await insertUser(db, { client_id, environment: 'prod' }, { ...row, created_at: now, updated_at: now }, key);
    }
  };
  await Promise.all(Array.from({ length: 16 }, worker));
  return amount / ((performance.now() - started) / 1000);
}
