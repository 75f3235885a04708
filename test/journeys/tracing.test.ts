// One order produces one trace across two processes, from its POST to the last webhook. The test checks the trace that
// an OpenTelemetry collector receives.
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newKeyBytes } from '#base/sealing.ts';
import { type Collector, startCollector } from '#test/collector.ts';
import { freshDatabase, type TestDatabase } from '#test/database.ts';
import { freePort } from '#test/free-port.ts';
import { until } from '#test/jobs.ts';
import { headersOf, readCredentials, type ServiceProcess, startService } from '#test/process.ts';

let database: TestDatabase;
let data_dir: string;
let collector: Collector;
let receiver: Server;
let api: ServiceProcess;
let worker: ServiceProcess;
const received: { event_type: string }[] = [];

const HEALTH_PORT = await freePort();

/** Values that must not appear in any span. */
const PERSONAL = {
  first_name: 'Marigold',
  last_name: 'Quillfeather',
  email: 'marigold@quillfeather.example',
  phone: '+12025550143',
  ssn: '219099999',
};
const CAUSE = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01';

beforeAll(async () => {
  [database, data_dir, collector] = await Promise.all([
    freshDatabase(),
    mkdtemp(join(tmpdir(), 'vouch-traces-')),
    startCollector(),
  ]);
  receiver = createServer((request, response) => {
    const receive = async () => received.push(JSON.parse(await text(request)));
    receive().then(
      () => response.writeHead(200).end(),
      () => response.writeHead(400).end(),
    );
  });
  receiver.listen(0, '127.0.0.1');
  await once(receiver, 'listening');
  const environment = {
    VOUCH_DATA_DIR: data_dir,
    DATABASE_URL: database.url,
    VOUCH_MASTER_KEY: newKeyBytes().toString('base64'),
    OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
    OTEL_EXPORTER_OTLP_PROTOCOL: 'http/json',
    OTEL_BSP_SCHEDULE_DELAY: '200',
  };
  api = await startService({ ...environment, VOUCH_ROLE: 'api' });
  worker = await startService({ ...environment, VOUCH_ROLE: 'worker', VOUCH_HEALTH_PORT: String(HEALTH_PORT) });
}, 120_000);
afterAll(async () => {
  await Promise.all([api.stop(), worker.stop()]);
  receiver.closeAllConnections();
  receiver.close();
  await collector.stop();
  await rm(data_dir, { recursive: true, force: true });
  await database.drop();
});

async function post(path: string, body: object, headers: Record<string, string> = {}) {
  const response = await fetch(`${api.url}${path}`, {
    method: 'POST',
    headers: { ...headersOf(readCredentials(data_dir)), ...headers },
    body: JSON.stringify(body),
  });
  const answer = JSON.parse(await response.text());
  expect(response.status, JSON.stringify(answer)).toBeLessThan(300);
  return { answer, request_id: response.headers.get('x-request-id') };
}

test('an order’s requests, SQL statements, jobs, timers, connector calls and webhooks are spans of one trace', async () => {
  const webhook_url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/`;
  await post('/v1/webhooks/', {
    name: 'traces',
    env_type: 'sandbox',
    webhook_url,
    events: ['order-created', 'order-status-updated', 'order-finalized', 'task-status-updated'],
  });
  const { answer: order, request_id } = await post(
    '/v1/orders/',
    { products: ['income'], ...PERSONAL },
    { traceparent: CAUSE },
  );
  expect(order.id).toBe(request_id);
  await post('/v1/sandbox/links/', {
    user_id: order.user_id,
    order_id: order.id,
    provider_id: 'vouch_payroll',
    username: 'goodlogin',
    password: 'goodpassword',
    product_type: 'income',
  });
  await until(() => received.some(({ event_type }) => event_type === 'order-finalized'));
  await until(() => collector.spans.some(({ name }) => name === 'webhook order-finalized'));

  const spansOf = () => collector.spans.filter(({ trace_id }) => trace_id === order.id);
  const orphans = () => {
    const ids = new Set(spansOf().map(({ span_id }) => span_id));
    return spansOf().filter(({ parent_id }) => parent_id !== '' && !ids.has(parent_id));
  };
  // A span is sent when it ends, and a parent span ends after its children. So we wait until no parent span is missing.
  await until(() => orphans().length === 0);
  const spans = spansOf();
  const names = spans.map(({ name }) => name);
  expect(names).toEqual(
    expect.arrayContaining([
      'POST /v1/orders/',
      'createOrder',
      'transaction',
      'insert orders',
      'timer order_invitation',
      'job run_task',
      'task parse',
      'connector vouch_payroll',
      'webhook order-created',
      'webhook task-status-updated',
      'webhook order-finalized',
    ]),
  );
  const first = spans.filter(({ parent_id }) => parent_id === '');
  expect(first).toMatchObject([{ name: 'POST /v1/orders/', links: [CAUSE.split('-')[1]] }]);
  expect(spans.filter(({ has_failed }) => has_failed)).toEqual([]);

  const everything = collector.text();
  for (const [field, value] of Object.entries(PERSONAL)) expect(everything, field).not.toContain(value);
  for (const secret of ['goodlogin', 'goodpassword', readCredentials(data_dir).sandbox_secret]) {
    expect(everything).not.toContain(secret);
  }
});

test('a worker serves its health and its metrics on the port VOUCH_HEALTH_PORT', async () => {
  const get = async (path: string) => {
    const response = await fetch(`http://127.0.0.1:${HEALTH_PORT}${path}`);
    return { status: response.status, body: await response.text() };
  };
  expect((await get('/healthz')).status).toBe(200);
  expect((await get('/readyz')).status).toBe(200);
  const { status, body } = await get('/metrics');
  expect(status).toBe(200);
  // The previous test created an order. The worker sent the webhooks of this order and rendered its report.
  expect(body).toMatch(/^vouch_webhook_attempt_duration_seconds_count\{.*\} [1-9]/m);
  expect(body).toMatch(/^vouch_compute_duration_seconds_count\{/m);
  expect((await get('/v1/orders/')).status).toBe(404);
});
