// Requests per second of the service against a bare route with the same statements, in turns, so that both
// see the same machine; and against the statements alone, without HTTP.
import { randomBytes } from 'node:crypto';
import { newId } from '#base/ids.ts';
import { type Db, openDatabase } from '#storage/db.ts';
import { startEmbedded } from '#storage/embedded.ts';
import { insertUser } from '#storage/users.ts';
import { person, rate, send, type Target } from './load.ts';
import { type Service, startScript } from './service.ts';
import { atLeast, atMost, type Figure, median } from './table.ts';

const ROUNDS = 3;
const SECONDS = 5;

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
    const loop = await insertLoops(url, service.client_id);
    return [
      atLeast('POST /v1/users/ against a bare route', post.ours, post.bare, 0.6),
      atLeast('GET /v1/users/{id}/ against a bare route', get.ours, get.bare, 0.55),
      atLeast('POST against a plain two-insert loop', post.ours, loop.plain, 0.3),
      atMost(
        'row-level security and scope, share of the inserts',
        100 * (1 - loop.scoped / loop.plain),
        15,
        '%',
        `${Math.round(loop.plain)}/s`,
      ),
    ];
  } finally {
    await bareServer.stop();
  }
}

/** Resident memory after many requests, per 100,000 of them. */
export async function benchMemory(service: Service, residentMb: (pid: number) => number): Promise<Figure[]> {
  const ours = targetOf(service);
  const path = `/v1/users/${await newUser(ours)}/`;
  const readings: number[] = [];
  for (let round = 0; round < 4; round++) {
    await send(ours, 'GET', path, 45_000);
    await send(ours, 'POST', '/v1/users/', 5_000);
    readings.push(residentMb(service.pid));
  }
  // The first 50,000 warm it up; from there to 200,000 is three halves of 100,000.
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

/** The same insert through the scoped handle, and by a superuser whom no policy binds. */
async function insertLoops(url: string, client_id: string): Promise<{ plain: number; scoped: number }> {
  const scope = { client_id, environment: 'prod' } as const;
  const scoped = openDatabase({ url, role: 'vouch_app', connections_max: 12 });
  const plain = openDatabase({ url, connections_max: 12 });
  const [a, b]: [number[], number[]] = [[], []];
  try {
    for (let round = 0; round < ROUNDS; round++) {
      a.push(await insertsPerSecond(scoped.scoped(scope), client_id));
      b.push(await insertsPerSecond(plain.scoped('unscoped'), client_id));
    }
  } finally {
    await Promise.all([scoped.close(), plain.close()]);
  }
  return { scoped: median(a), plain: median(b) };
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
      };
      const key = { master_key_id: 'bare', wrapped_key: randomBytes(61) };
      await insertUser(db, { client_id, environment: 'prod' }, { ...row, created_at: now, updated_at: now }, key);
    }
  };
  await Promise.all(Array.from({ length: 16 }, worker));
  return amount / ((performance.now() - started) / 1000);
}
