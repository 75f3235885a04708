// Mixed load on a running service during database failures: orders, sandbox logins, lists, widget sessions and
// webhooks. The record of acknowledged writes shows afterwards whether anything was lost.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'vitest';
import { newId } from '#base/ids.ts';
import { until } from './jobs.ts';
import { headersOf, readCredentials, type ServiceProcess } from './process.ts';
import { type Api, apiAt, eventReader } from './service-client.ts';

const WIDGETS = 20;
const BUYERS = 4;
const READERS = 4;

export type MixedLoad = {
  /**
   * The number of responses for each kind of request and each status. A key consists of the kind and the status, for
   * example `order 201`.
   */
  readonly statuses: ReadonlyMap<string, number>;
  /** Waits until three more people have connected. */
  someMore(): Promise<void>;
  /** Stops sending new requests and waits until the requests in flight have ended. */
  stop(): Promise<void>;
  /**
   * Checks that all acknowledged orders exist, that all acknowledged tasks end in `done` and their orders in
   * `completed`, and that all events are delivered. Returns the counts as text.
   */
  expectNothingLost(): Promise<string>;
  close(): void;
};

export async function startMixedLoad({ url }: ServiceProcess, data_dir: string): Promise<MixedLoad> {
  const credentials = readCredentials(data_dir);
  const api = apiAt(url, { client_id: credentials.client_id, access_secret: credentials.sandbox_secret });
  const receiver = await startReceiver();
  await api.send('POST', '/v1/webhooks/', { name: 'All', webhook_url: receiver.url, env_type: 'sandbox' });
  const template = { name: 'Certified', orders: { certification: true } };
  const { id: template_id } = await api.send<{ id: string }>('POST', '/v1/templates/', template);

  const record: LoadRecord = { orders: [], tasks: [], completing: [], statuses: new Map() };
  const call = callerOf(url, headersOf(credentials), record);
  let stopped = false;
  const repeat = async (work: () => Promise<void>, pause_ms: number): Promise<void> => {
    for (; !stopped; await sleep(pause_ms)) await work();
  };
  const workers = Promise.all([
    ...Array.from({ length: BUYERS }, () => repeat(() => buy(call, record, template_id), 600)),
    ...Array.from({ length: READERS }, () => repeat(() => read(call, record), 400)),
    ...Array.from({ length: WIDGETS }, () => repeat(() => openWidget(call, record), 400)),
  ]);
  return {
    statuses: record.statuses,
    someMore() {
      const before = record.tasks.length;
      return until(() => record.tasks.length > before + 2);
    },
    async stop() {
      stopped = true;
      await workers;
    },
    expectNothingLost: () => expectNothingLost(api, record, receiver.delivered),
    close: receiver.close,
  };
}

type Order = { id: string; user_id: string; bridge_token: string };

/**
 * What the load recorded: the writes that the service acknowledged, and the number of responses of each status to each
 * kind of request.
 */
type LoadRecord = { orders: Order[]; tasks: string[]; completing: string[]; statuses: Map<string, number> };

/** Sends a request and returns the response body, or undefined if the request failed. */
type Caller = <T>(what: string, method: string, path: string, body?: object, token?: string) => Promise<T | undefined>;

function callerOf(url: string, headers: Record<string, string>, { statuses }: LoadRecord): Caller {
  return async (what, method, path, body, token) => {
    const { ok, status, text } = await fetch(`${url}${path}`, {
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

/** Creates an order and connects its applicant with a valid login. */
async function buy(call: Caller, record: LoadRecord, template_id: string): Promise<void> {
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

async function read(call: Caller, { orders }: LoadRecord): Promise<void> {
  await call('list', 'GET', '/v1/orders/?page_size=10');
  const order = orders.at(-1);
  if (order !== undefined) await call('read', 'GET', `/v1/orders/${order.id}/`);
}

async function openWidget(call: Caller, { orders }: LoadRecord): Promise<void> {
  const order = orders.at(-1);
  if (order !== undefined) await call('session', 'GET', '/widget/api/session/', undefined, order.bridge_token);
}

async function startReceiver(): Promise<{ url: string; delivered: ReadonlySet<string>; close(): void }> {
  const delivered = new Set<string>();
  const server = createServer((request, response) => {
    request.resume().once('end', () => {
      delivered.add(String(request.headers['webhook-id']));
      response.end();
    });
  }).listen(0, '127.0.0.1');
  await until(() => server.listening);
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/`,
    delivered,
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
}

async function expectNothingLost(
  api: Api,
  { orders, tasks, completing }: LoadRecord,
  delivered: ReadonlySet<string>,
): Promise<string> {
  for (const { id } of orders) expect((await api.get<{ id: string }>(`/v1/orders/${id}/`)).id).toBe(id);
  for (const id of tasks) await untilStatus(api, `/v1/tasks/${id}/`, 'done');
  for (const id of completing) await untilStatus(api, `/v1/orders/${id}/`, 'completed');
  const log = eventReader(api);
  await log.readOn();
  const events = log.seen.map(({ payload }) => payload.webhook_id);
  await until(() => events.every((id) => delivered.has(id)));
  return `${orders.length} orders, ${tasks.length} tasks, ${events.length} events delivered`;
}

const untilStatus = (api: Api, path: string, status: string): Promise<void> =>
  until(async () => (await api.get<{ status: string }>(path)).status === status);

/** Formats the response counts as one line for the test report. */
export const countsOf = (statuses: ReadonlyMap<string, number>): string =>
  [...statuses]
    .toSorted()
    .map(([seen, count]) => `${seen}: ${count}`)
    .join(', ');

/** Lists each kind of request together with each status that it got. Success statuses and 503 are left out. */
export const undocumentedOf = (statuses: ReadonlyMap<string, number>): string[] =>
  [...statuses.keys()].filter((seen) => !/ (?:20[0124]|503)$/.test(seen));
