// Tests webhook deliveries to receivers on real sockets. Two API processes and a worker share one PostgreSQL database.
// Bad receivers do not affect the other receivers. One replay request delivers the events missed during an outage of
// several days. Killing the worker repeatedly loses no event. `npm run test:kill` runs these tests with more events and
// more kills.
import { readFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ServiceProcess } from '#test/process.ts';
import { KINDS, type Kind } from '#test/receiver-kinds.ts';
import type { Arrival } from '#test/receivers.ts';
import {
  type Api,
  connectPeople,
  connectSomebody,
  type EventReader,
  eventReader,
  type LoggedEvent,
  requestsTo,
} from '#test/service-client.ts';
import { startWebhookService, type WebhookService } from '#test/webhook-service.ts';

const number = (name: string, usual: number): number => Number(process.env[`TEST_VOUCH_${name}`] ?? usual);
const RECEIVED = number('RECEIVED', 100);
const EVENTS = number('EVENTS', 100);
const KILLS = number('DELIVERY_KILLS', 1);
/** The number of events of one successful payroll connection. */
const EVENTS_EACH = 10;

let service: WebhookService;
/**
 * Resolves to the exit code of the worker that the first test started. This worker is still stopping while the second
 * test runs.
 */
let ending: Promise<number | null> = Promise.resolve(0);
beforeAll(async () => {
  service = await startWebhookService();
}, 120_000);
afterAll(() => service.close(), 120_000);

type Endpoint = { id: string; enabled: boolean; disabled_reason: string | null };
const newEndpoint = (api: Api, webhook_url: string): Promise<Endpoint> =>
  api.send('POST', '/v1/webhooks/', { name: 'Hook', webhook_url, env_type: 'sandbox' });

/** Polls until the condition holds. This function has no timeout; only the test's timeout limits it. */
async function until(condition: () => Promise<boolean>): Promise<void> {
  while (!(await condition())) await sleep(100);
}

/** Whether all events logged so far have arrived at this path. */
async function hasArrived({ seen, readOn }: EventReader, path: string): Promise<boolean> {
  await readOn();
  const arrived = new Set((await service.receivers.arrivals(path)).map(({ webhook_id }) => webhook_id));
  return seen.every(({ payload }) => arrived.has(payload.webhook_id));
}

/**
 * Checks that every logged event arrived unchanged. Also checks that the statuses of each task arrived in the correct
 * sequence; if a status arrived more than once, its first arrival counts.
 */
function expectAll(log: readonly LoggedEvent[], arrivals: readonly Arrival[]): void {
  const bodies = new Map<string, Set<string>>();
  for (const { webhook_id, body } of arrivals) {
    bodies.set(webhook_id, (bodies.get(webhook_id) ?? new Set()).add(body));
  }
  expect(bodies).toEqual(new Map(log.map(({ payload }) => [payload.webhook_id, new Set([JSON.stringify(payload)])])));
  const payloads = new Map(log.map(({ payload }) => [payload.webhook_id, payload]));
  const stories = new Map<string, Set<string>>();
  for (const { webhook_id } of arrivals) {
    const { task_id = '', status } = payloads.get(webhook_id) ?? {};
    if (status !== undefined) stories.set(task_id, (stories.get(task_id) ?? new Set()).add(status));
  }
  expect(new Set([...stories.values()].map((story) => [...story].join(' ')))).toEqual(
    new Set(['new login parse full_parse done']),
  );
}

const TIMED_OUT = 'The endpoint did not respond within 10 seconds.';
/**
 * For each kind of receiver, the outcome of a delivery attempt: an HTTP status, or the reason why there is no HTTP
 * status.
 */
const OUTCOMES: Record<Kind, number | string> = {
  healthy: 200,
  refusing: 'The endpoint refused the connection.',
  black_hole: TIMED_OUT,
  silent: TIMED_OUT,
  dripping: TIMED_OUT,
  endless_body: 200,
  gzip_bomb: 200,
  endless_headers: 'The response headers are too large.',
  redirecting_to_itself: 307,
  redirecting_elsewhere: 307,
  failing: 500,
  busy: 429,
  late: 200,
  resetting: 200,
  misnamed: 'The certificate is not valid for this address.',
};
const REDIRECTING = ['redirecting_to_itself', 'redirecting_elsewhere'] as const;
const PACE_MS = 100;
const DURATION_MS_MAX = 11_000;
const GROWTH_MB_MAX = 100;

async function residentMb({ child }: ServiceProcess): Promise<number> {
  const status = await readFile(`/proc/${child.pid}/status`, 'utf8');
  return Number(/VmRSS:\s+(\d+) kB/.exec(status)?.[1]) / 1024;
}

test(`${RECEIVED} events reach a healthy receiver although fourteen other receivers are slow, failing or hostile`, {
  timeout: 120_000 + RECEIVED * 200,
}, async ({ annotate }) => {
  const caller = await service.newCaller();
  const { api, apis } = caller;
  // A small heap makes the garbage collector run often, so that garbage is not measured as memory growth.
  const worker = await service.startWorker({ NODE_OPTIONS: '--max-old-space-size=128' });
  const ids = new Map<Kind, string>();
  const add = async (kind: Kind) =>
    void ids.set(kind, (await newEndpoint(api, `${service.receivers.urls[kind]}/bench`)).id);
  const log = eventReader(api);
  let most_mb = 0;
  const weigh = async () => {
    most_mb = Math.max(most_mb, await residentMb(worker));
  };
  const hasAll = async () => {
    await weigh();
    return (await service.areTasksEnded(caller)) && hasArrived(log, '/bench');
  };
  // Warm-up: the worker does everything once before its memory is measured.
  await add('healthy');
  await connectPeople(apis, 10);
  await until(hasAll);
  const before_mb = most_mb;
  const warming_up = new Set(log.seen.map(({ payload }) => payload.webhook_id));

  for (const kind of KINDS) if (kind !== 'healthy') await add(kind);
  // The test pauses between the connections, so that it measures the delivery latency and not the wait in the task
  // queue.
  const connecting: Promise<void>[] = [];
  for (let made = 0; made < RECEIVED / EVENTS_EACH; made++) {
    connecting.push(connectSomebody(apis[made % apis.length] ?? api));
    await sleep(PACE_MS);
    await weigh();
  }
  await Promise.all(connecting);
  await until(hasAll);
  const hasCome = async (kind: Kind, id: string) => {
    const status = typeof OUTCOMES[kind] === 'number' ? `&status_code=${OUTCOMES[kind]}` : '';
    const path = `/v1/webhook-requests/?page_size=1&endpoint_id=${id}${status}`;
    return (await api.get<{ results: unknown[] }>(path)).results.length > 0;
  };
  for (const [kind, id] of ids) await until(async () => (await hasAll()) && hasCome(kind, id));

  const arrivals = await service.receivers.arrivals('/bench');
  expectAll(log.seen, arrivals);
  for (const [kind, id] of ids) {
    const requests = await requestsTo(api, id);
    const outcomes = new Set(requests.map(({ status_code, error_message }) => status_code ?? error_message));
    // A late response is sent half a second before the timeout. On a busy machine it may arrive after the timeout, so
    // timeouts are accepted here.
    if (kind === 'late') outcomes.delete(TIMED_OUT);
    expect([kind, ...outcomes]).toEqual([kind, OUTCOMES[kind]]);
    expect(requests.filter(({ state, status_code }) => (state === 'delivered') !== (status_code === 200))).toEqual([]);
    expect(Math.max(...requests.map(({ duration_ms }) => duration_ms))).toBeLessThan(DURATION_MS_MAX);
  }
  expect(most_mb - before_mb).toBeLessThan(GROWTH_MB_MAX);
  // Every delivery attempt made exactly one request, which shows that redirects were not followed.
  for (const kind of REDIRECTING) {
    const id = ids.get(kind) ?? '';
    await api.send('PATCH', `/v1/webhooks/${id}/`, { enabled: false });
    await until(async () => (await requestsTo(api, id)).length === (await service.receivers.visits())[kind]);
  }
  const visits = await service.receivers.visits();
  expect(visits['elsewhere']).toBeUndefined();

  const written = await service.writtenMs(caller);
  const waits = arrivals
    .filter(({ webhook_id }) => !warming_up.has(webhook_id))
    .map(({ webhook_id, at_ms }) => at_ms - (written.get(webhook_id) ?? Number.NaN))
    .toSorted((a, b) => a - b);
  const part = (share: number) => `${waits[Math.ceil(waits.length * share) - 1]?.toFixed(0)} ms`;
  await annotate(
    `${waits.length} events; from writing to arrival p50 ${part(0.5)}, p99 ${part(0.99)} (1 s is promised), at most ` +
      `${part(1)}; memory ${before_mb.toFixed(0)} to ${most_mb.toFixed(0)} MB; requests ${JSON.stringify(visits)}`,
  );
  for (const id of ids.values()) await api.send('DELETE', `/v1/webhooks/${id}/`);
  // The worker still has requests in flight that take ten seconds. The next test does not wait for them.
  ending = worker.stop();
});

test('one replay request delivers the events missed in an outage; an endpoint that was disabled by the outage must be enabled first', {
  timeout: 120_000,
}, async () => {
  const { receivers } = service;
  const caller = await service.newCaller();
  const { api, apis } = caller;
  const worker = await service.startWorker();
  const { id } = await newEndpoint(api, `${receivers.urls.refusing}/outage`);
  const endpoint = () => api.get<Endpoint>(`/v1/webhooks/${id}/`);
  const { now: created_at__gte } = await api.get<{ now: string }>('/v1/sandbox/clock/');
  const replay = async () =>
    (await api.send<{ replayed_count: number }>('POST', `/v1/webhooks/${id}/replay/`, { created_at__gte }))
      .replayed_count;
  const advance = async (hours: number) => {
    await api.send('POST', '/v1/sandbox/clock/advance/', { seconds: hours * 3_600 });
    await until(() => service.isQuiet(caller));
  };
  const log = eventReader(api);

  await connectPeople(apis, 3);
  for (let day = 0; day < 3; day++) await advance(24);
  await log.readOn();
  expect(await receivers.arrivals('/outage')).toEqual([]);
  await receivers.turn('up');
  expect(await replay()).toBe(log.seen.length);
  await until(() => hasArrived(log, '/outage'));
  expectAll(log.seen, await receivers.arrivals('/outage'));
  await until(() => service.isQuiet(caller));
  expect(await replay()).toBe(0);

  await receivers.turn('down');
  const before = log.seen.length;
  await connectPeople(apis, 1);
  // An endpoint is disabled after five days without a successful delivery. The five days start with the first failed
  // attempt, so the test waits for this attempt.
  await until(() => service.isQuiet(caller));
  for (let day = 0; day < 5; day++) {
    expect(await endpoint()).toMatchObject({ enabled: true, disabled_reason: null });
    await advance(25);
  }
  expect(await endpoint()).toMatchObject({
    enabled: false,
    disabled_reason: 'Nothing could be delivered for five days.',
  });
  await connectPeople(apis, 1);
  await until(() => service.isQuiet(caller));
  await receivers.turn('up');
  await expect(replay()).rejects.toThrow('The endpoint is disabled.');
  await api.send('PATCH', `/v1/webhooks/${id}/`, { enabled: true });
  expect(await endpoint()).toMatchObject({ enabled: true, disabled_reason: null });
  await log.readOn();
  expect(await replay()).toBe(log.seen.length - before);
  await until(() => hasArrived(log, '/outage'));
  expectAll(log.seen, await receivers.arrivals('/outage'));
  await worker.stop();
});

test(`killing the worker ${KILLS} times loses none of ${EVENTS} events, and two readers of the event log each get every event once`, {
  timeout: 120_000 + EVENTS * 50 + KILLS * 10_000,
}, async ({ annotate }) => {
  const caller = await service.newCaller();
  const { api, apis } = caller;
  await newEndpoint(api, `${service.receivers.urls.healthy}/kills`);
  expect(await ending).toBe(0);
  let is_over = false;
  const readers = apis.map((api, at) => eventReader(api, [7, 100][at]));
  const reading = readers.map(async ({ readOn }) => {
    while (!is_over) {
      await readOn();
      await sleep(Math.random() * 100);
    }
    await readOn();
  });
  const connections = Math.ceil(EVENTS / EVENTS_EACH);
  for (let kills = 0; kills < KILLS; kills++) {
    const share = Math.ceil(((kills + 1) * connections) / KILLS) - Math.ceil((kills * connections) / KILLS);
    const connecting = connectPeople(apis, share);
    const worker = await service.startWorker();
    // The first worker is killed while it delivers events. For each other worker, jobs are already waiting when it
    // starts. Because of the random delay, some workers are killed before they run these jobs, some while they run them,
    // and some afterwards.
    if (kills === 0) await until(async () => (await service.receivers.arrivals('/kills')).length > 0);
    await sleep(Math.random() * 400);
    await worker.kill();
    await connecting;
  }
  const killed_ms = performance.now();
  await service.startWorker();
  const log = eventReader(api);
  await until(async () => (await service.areTasksEnded(caller)) && hasArrived(log, '/kills'));
  const lasted_ms = performance.now() - killed_ms;
  is_over = true;
  await Promise.all(reading);

  const arrivals = await service.receivers.arrivals('/kills');
  expectAll(log.seen, arrivals);
  const { size } = await service.writtenMs(caller);
  expect(size).toBeGreaterThanOrEqual(EVENTS);
  for (const { seen } of readers) {
    expect(seen).toHaveLength(size);
    expect(seen).toEqual(log.seen);
  }
  await annotate(
    `${size} events, ${arrivals.length} arrivals; the last came ${lasted_ms.toFixed(0)} ms after the last kill`,
  );
});

test('on SIGTERM every process that was not killed exits with code 0', { timeout: 120_000 }, async () => {
  expect(new Set(await service.stop())).toEqual(new Set([0, null]));
});
