// A database that stalls (SIGSTOP: no answer, no closed connection) under mixed load ends no process and loses nothing.
// `npm run test:kill` does it ten times; the suite once.
import { execFileSync } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newId } from '#base/ids.ts';
import { until } from '#test/jobs.ts';
import { headersOf, readCredentials, type ServiceProcess, startService } from '#test/process.ts';
import { type Api, apiAt, eventReader } from '#test/service-client.ts';

const FREEZES = Number(process.env['VOUCH_TEST_FREEZES'] ?? 1);
/** Longer than a statement may take, and than a connection may take to be made. */
const FROZEN_MS = 7_000;
const WIDGETS = 20;
const BUYERS = 4;
const READERS = 4;

let data_dir: string;
let service: ServiceProcess;
let api: Api;
let receiver: Server;
/** The events that arrived. */
const delivered = new Set<string>();
beforeAll(async () => {
  data_dir = await mkdtemp(join(tmpdir(), 'vouch-stalls-'));
  service = await startService({ VOUCH_DATA_DIR: data_dir, VOUCH_RATE_LIMIT_REQUESTS: '1000000000' });
  const { client_id, sandbox_secret } = readCredentials(data_dir);
  api = apiAt(service.url, { client_id, access_secret: sandbox_secret });
  receiver = createServer((request, response) => {
    request.resume().once('end', () => {
      delivered.add(String(request.headers['webhook-id']));
      response.end();
    });
  }).listen(0, '127.0.0.1');
  await until(() => receiver.listening);
});
afterAll(async () => {
  await service.stop();
  // A service that died has left its database behind.
  signal((await databaseProcesses()).slice(0, 1), 'SIGINT');
  receiver.close();
  receiver.closeAllConnections();
  await rm(data_dir, { recursive: true, force: true });
});

type Order = { id: string; user_id: string; bridge_token: string };

/** What was promised by an answer, and how often each status was answered. */
type Record = { orders: Order[]; tasks: string[]; completing: string[]; statuses: Map<string, number> };

type Caller = <T>(what: string, method: string, path: string, body?: object, token?: string) => Promise<T | undefined>;

/** Calls and notes the status, or that there was no answer; undefined unless it succeeded. */
function callerOf({ statuses }: Record): Caller {
  const headers = headersOf(readCredentials(data_dir));
  return async (what, method, path, body, token) => {
    const { ok, status, text } = await fetch(`${service.url}${path}`, {
      method,
      headers: {
        ...(token === undefined ? headers : { authorization: `Bearer ${token}`, 'content-type': 'application/json' }),
        connection: 'close',
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
      .then(async (response) => ({ ok: response.ok, status: String(response.status), text: await response.text() }))
      .catch(() => ({ ok: false, status: 'without an answer', text: '' }));
    const seen = `${what} ${status}`;
    statuses.set(seen, (statuses.get(seen) ?? 0) + 1);
    return ok ? JSON.parse(text) : undefined;
  };
}

/** Orders, and a login for each. */
async function buy(call: Caller, record: Record, template_id: string): Promise<void> {
  const order = await call<Order>('order', 'POST', '/v1/orders/', {
    products: ['income'],
    first_name: 'Jane',
    last_name: 'Roe',
    external_user_id: newId(),
    template_id,
    employers: [{ company_name: 'Facebook' }],
  });
  if (order === undefined) return;
  record.orders.push(order);
  const connected = await call<{ task_id: string }>('login', 'POST', '/v1/sandbox/links/', {
    user_id: order.user_id,
    order_id: order.id,
    provider_id: 'vouch_payroll',
    username: 'goodlogin',
    password: 'goodpassword',
    product_type: 'income',
  });
  if (connected === undefined) return;
  record.tasks.push(connected.task_id);
  record.completing.push(order.id);
}

async function read(call: Caller, { orders }: Record): Promise<void> {
  await call('list', 'GET', '/v1/orders/?page_size=10');
  const order = orders.at(-1);
  if (order !== undefined) await call('read', 'GET', `/v1/orders/${order.id}/`);
}

async function openWidget(call: Caller, { orders }: Record): Promise<void> {
  const order = orders.at(-1);
  if (order !== undefined) await call('session', 'GET', '/widget/api/session/', undefined, order.bridge_token);
}

/** Everything at once until it is told to stop. */
function load(record: Record, template_id: string): () => Promise<void> {
  let stopped = false;
  const call = callerOf(record);
  const repeat = async (work: () => Promise<void>, pause_ms: number): Promise<void> => {
    for (; !stopped; await sleep(pause_ms)) await work();
  };
  const workers = Promise.all([
    ...Array.from({ length: BUYERS }, () => repeat(() => buy(call, record, template_id), 300)),
    ...Array.from({ length: READERS }, () => repeat(() => read(call, record), 100)),
    ...Array.from({ length: WIDGETS }, () => repeat(() => openWidget(call, record), 100)),
  ]);
  return async () => {
    stopped = true;
    await workers;
  };
}

/** The server and every process it has started. */
async function databaseProcesses(): Promise<number[]> {
  const pid_file = await readFile(join(data_dir, 'postgres', 'postmaster.pid'), 'utf8').catch(() => undefined);
  if (pid_file === undefined) return [];
  const [postmaster] = pid_file.split('\n');
  const rows = execFileSync('ps', ['-A', '-o', 'pid=,ppid='], { encoding: 'utf8' }).trim().split('\n');
  const children = rows.map((row) => row.trim().split(/\s+/)).filter(([, parent]) => parent === postmaster);
  return [postmaster, ...children.map(([pid]) => pid)].map(Number);
}

async function freeze(): Promise<void> {
  const pids = await databaseProcesses();
  signal(pids, 'SIGSTOP');
  await sleep(FROZEN_MS);
  signal(pids, 'SIGCONT');
}

/** A process of one connection may have ended meanwhile. */
function signal(pids: readonly number[], name: NodeJS.Signals): void {
  for (const pid of pids) {
    try {
      process.kill(pid, name);
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error;
    }
  }
}

const statusOf = async (path: string): Promise<string> => (await api.get<{ status: string }>(path)).status;

/** Those that never get there make the test fail. */
const untilAll = (paths: readonly string[], status: string): Promise<void> => {
  let left = paths;
  return until(async () => {
    const [path] = left;
    if (path === undefined) return true;
    if ((await statusOf(path)) === status) left = left.slice(1);
    return left.length === 0;
  });
};

test(`${FREEZES} stalls of the database under mixed load: the same process, documented answers only, nothing lost`, {
  timeout: 120_000 + FREEZES * 60_000,
}, async ({ annotate }) => {
  const { port } = receiver.address() as AddressInfo;
  const webhook_url = `http://127.0.0.1:${port}/`;
  await api.send('POST', '/v1/webhooks/', { name: 'All', webhook_url, env_type: 'sandbox' });
  const template = { name: 'Certified', orders: { certification: true } };
  const { id: template_id } = await api.send<{ id: string }>('POST', '/v1/templates/', template);
  const record: Record = { orders: [], tasks: [], completing: [], statuses: new Map() };
  const stop = load(record, template_id);
  const someMore = (): Promise<void> => {
    const before = record.tasks.length;
    return until(() => record.tasks.length > before + 2);
  };
  try {
    await someMore();
    for (let round = 0; round < FREEZES; round++) {
      await freeze();
      expect(service.child.exitCode, `after stall ${round + 1}`).toBeNull();
      await someMore();
    }
  } finally {
    await stop();
  }

  await annotate(
    [...record.statuses]
      .toSorted()
      .map(([seen, count]) => `${seen}: ${count}`)
      .join(', '),
  );
  const undocumented = [...record.statuses.keys()].filter((seen) => !/ (?:20[014]|503)$/.test(seen));
  expect(undocumented).toEqual([]);
  expect(service.child.exitCode).toBeNull();
  // The stall was felt, or nothing was shown.
  expect([...record.statuses.keys()].filter((seen) => seen.endsWith(' 503'))).not.toEqual([]);

  for (const { id } of record.orders) expect((await api.get<{ id: string }>(`/v1/orders/${id}/`)).id).toBe(id);
  await untilAll(
    record.tasks.map((id) => `/v1/tasks/${id}/`),
    'done',
  );
  await untilAll(
    record.completing.map((id) => `/v1/orders/${id}/`),
    'completed',
  );
  const log = eventReader(api);
  await log.readOn();
  const events = log.seen.map(({ payload }) => payload.webhook_id);
  await until(() => events.every((id) => delivered.has(id)));
  await annotate(`${record.orders.length} orders, ${record.tasks.length} tasks, ${events.length} events delivered`);
});
