// Measures order batches: how long a batch of 10,000 orders takes compared with 10,000 single orders, and how much
// memory the batch needs. Also measures how long single orders take while a batch runs, compared with single orders
// while no batch runs.
import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { newId } from '#base/ids.ts';
import { runCommand } from '#test/process.ts';
import { type Api, clientOf, inParallel } from './client.ts';
import type { Service } from './service.ts';
import { atMost, type Figure } from './table.ts';

const ORDERS = 10_000;
const SECONDS_MAX = 20;
const MEMORY_MB_MAX = 300;
const SLOWER_MAX = 2;
const ONE_BY_ONE = 1_000;
const BESIDE_PER_SECOND = 20;
/**
 * The number of rounds. Each round measures single orders both without a batch and during a batch, so that the state of
 * the machine is the same for both measurements.
 */
const ROUNDS = 5;
const QUIET_SECONDS = 3;
const BESIDE_ORDERS = 2_000;
/** The size of the large batch, in bytes. It is just below the maximum of 32 MiB. */
const LARGE_BYTES = 32 * 1_048_576 - 1_000;

export async function benchOrderBatches(service: Service): Promise<Figure[]> {
  const { status, stderr } = await runCommand(
    ['limits', 'set', '--client', service.client_id, 'orders=1000000', 'batch-orders=1000000'],
    { VOUCH_DATA_DIR: service.data_dir },
  );
  if (status !== 0) throw new Error(stderr);
  const api = clientOf(service);
  try {
    await runBatch(api, bodies(500));
    // The first request of each kind is not measured, because the service may compile functions during it.
    const { id } = await api.post('/v1/orders/', order());
    await api.get(`/v1/orders/${id}/`);
    const one_by_one_seconds = await secondsOf(() => inParallel(ONE_BY_ONE, () => api.post('/v1/orders/', order())));
    const alone_seconds = await secondsOf(() => runBatch(api, bodies(ORDERS)));
    const peak_mb = peakMb(service.pid);
    const [quiet, beside]: [Waits, Waits] = [newWaits(), newWaits()];
    for (let round = 0; round < ROUNDS; round++) {
      await collectWaits(api, quiet, sleep(QUIET_SECONDS * 1000));
      await collectWaits(api, beside, runBatch(api, bodies(BESIDE_ORDERS)));
    }
    await runBatch(api, bodies(ORDERS, Math.floor(LARGE_BYTES / ORDERS)));
    const rate = ONE_BY_ONE / one_by_one_seconds;
    return [
      atMost(
        '10,000 orders in a batch',
        alone_seconds,
        SECONDS_MAX,
        's',
        `${(ORDERS / rate).toFixed(1)} s one by one, 24 at a time`,
      ),
      atMost('memory at its peak, after it', peak_mb, MEMORY_MB_MAX, 'MB'),
      atMost('memory at its peak, after one of 32 MiB', peakMb(service.pid), MEMORY_MB_MAX, 'MB'),
      slower('POST /v1/orders/ beside it, p99', beside.post, quiet.post),
      slower('GET /v1/orders/{id}/ beside it, p99', beside.get, quiet.get),
    ];
  } finally {
    api.close();
  }
}

const order = (filler = 0) => ({
  products: ['income'],
  first_name: 'Jane',
  last_name: 'Roe',
  ssn: '991-91-9991',
  email: 'jane.roe@example.com',
  phone: '(415) 555-0134',
  external_user_id: newId(),
  order_number: newId(),
  employers: [{ company_name: 'Copper Kettle Cafe', start_date: '2021-05-03' }],
  loan: { loan_number: 'L-1000', originator_name: 'Nora Birch' },
  notification_settings: { suppress_user_notifications: true },
  ...(filler > 0 && { unknown: 'x'.repeat(filler) }),
});

/** Returns `count` orders. If `bytes` is given, each order is padded to that size. */
export function bodies(count: number, bytes = 0): object[] {
  const bare = JSON.stringify(order()).length + ',"unknown":""'.length + 1;
  return Array.from({ length: count }, () => order(Math.max(0, bytes - bare)));
}

export async function runBatch(api: Api, orders: object[], look_ms = 50): Promise<void> {
  const { id } = await api.post('/v1/orders/batch/', orders);
  for (let status = 'pending'; status === 'pending'; await sleep(look_ms)) {
    status = (await api.get(`/v1/orders/batch/${id}/`)).status ?? '';
    if (status === 'failed') throw new Error('the batch failed');
  }
}

/** How long it took to create and to read single orders, in milliseconds. */
type Waits = { post: number[]; get: number[] };
const newWaits = (): Waits => ({ post: [], get: [] });

/** Creates and reads single orders at a steady pace until `other` is done. Records how long each call takes. */
async function collectWaits(api: Api, waits: Waits, other: Promise<unknown>): Promise<void> {
  const calls: Promise<unknown>[] = [];
  let done = false;
  const ended = (async () => {
    await other;
    done = true;
  })();
  const timed = async <T>(into: number[], call: () => Promise<T>): Promise<T> => {
    const started_ms = performance.now();
    const answer = await call();
    into.push(performance.now() - started_ms);
    return answer;
  };
  for (let at = 0, started_ms = performance.now(); !done; at++) {
    calls.push(
      timed(waits.post, () => api.post('/v1/orders/', order())).then(({ id }) =>
        timed(waits.get, () => api.get(`/v1/orders/${id}/`)),
      ),
    );
    await sleep(Math.max(0, started_ms + ((at + 1) * 1000) / BESIDE_PER_SECOND - performance.now()));
  }
  await Promise.all([...calls, ended]);
}

function slower(name: string, beside: readonly number[], quiet: readonly number[]): Figure {
  const [ours, baseline] = [p99(beside), p99(quiet)];
  const ratio = ours / baseline;
  return {
    name,
    ours: `${ours.toFixed(1)} ms`,
    baseline: `${baseline.toFixed(1)} ms quiet`,
    ratio: ratio.toFixed(2),
    bound: `≤ ${SLOWER_MAX}`,
    holds: ratio <= SLOWER_MAX,
  };
}

const p99 = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length * 0.99)] ?? Number.NaN;

async function secondsOf(work: () => Promise<unknown>): Promise<number> {
  const started_ms = performance.now();
  await work();
  return (performance.now() - started_ms) / 1000;
}

function peakMb(pid: number): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  return Number(/VmHWM:\s+(\d+) kB/.exec(status)?.[1] ?? 0) / 1024;
}
