// `npm run bench -- --against DIR`: measures this checkout and another one, such as the commit before, in the same run.
// Each checkout has its own dependencies, service and database. The two checkouts are measured alternately, and in each
// round they swap the order, so that the state of the machine is the same for both. The ratio of a row is the median of
// the ratios of its rounds, because a moment in which the machine is slow spoils only the ratio of one round.
import { resolve } from 'node:path';
import { runCommand } from '#test/process.ts';
import { type Api, clientOf, inParallel, newUser } from './client.ts';
import { connectionsPerSecond } from './connections.ts';
import { targetOf } from './http.ts';
import { rate, type Target } from './load.ts';
import { bodies, runBatch } from './order-batches.ts';
import { removeData, type Service, startBenched, startScript } from './service.ts';
import { type Figure, median, progress } from './table.ts';
import { deliveriesPerSecond } from './webhooks.ts';

const SECONDS = 2;
const LIST_SECONDS = 1;
const CONNECTIONS = 150;
const BATCH_ORDERS = 500;
/**
 * The time between two checks whether a round has ended. A round takes about a second, so this time adds little to the
 * measured time.
 */
const LOOK_MS = 10;
/** This checkout may be at most 3 % slower than the other one. */
const RATIO_MIN = 0.97;

type Side = { service: Service; target: Target; user_path: string };
/** Measures one round; returns a number per second, so a larger one is better. */
type Measure = (side: Side & { api: Api }) => Promise<number>;

const LISTS = [
  'users/',
  'orders/',
  'orders/?status=pending',
  'links/',
  'tasks/?status=done',
  'events/',
  'webhook-requests/',
];

const rows: Record<string, Record<string, Measure>> = {
  http: {
    'POST /v1/users/': ({ target }) => rate(target, 'POST', '/v1/users/', SECONDS, 0),
    'GET /v1/users/{id}/': ({ target, user_path }) => rate(target, 'GET', user_path, SECONDS, 0),
  },
  connections: {
    'connections, login to done': async ({ api }) =>
      connectionsPerSecond(api, await inParallel(CONNECTIONS, () => newUser(api)), LOOK_MS),
  },
  webhooks: {
    'signed deliveries': async ({ api }) => {
      // Every round starts a new receiver, because every round sends the same events again, and a receiver counts each
      // event only once.
      const receiver = await startScript('bench/receiver.ts', {});
      try {
        const { per_second, id } = await deliveriesPerSecond(api, receiver.url);
        await api.remove(`/v1/webhooks/${id}/`);
        return per_second;
      } finally {
        await receiver.stop();
      }
    },
  },
  'order-batches': {
    'orders in batches': async ({ api }) => {
      const orders = bodies(BATCH_ORDERS);
      const started_ms = performance.now();
      await runBatch(api, orders, LOOK_MS);
      return BATCH_ORDERS / ((performance.now() - started_ms) / 1000);
    },
  },
  lists: Object.fromEntries(
    LISTS.map((path): [string, Measure] => [
      `GET /v1/${path}`,
      ({ target }) => rate(target, 'GET', `/v1/${path}`, LIST_SECONDS, 0),
    ]),
  ),
};

/** `wanted` contains the names of the parts to measure. If it is empty, all parts are measured. */
export async function benchAgainst(folder: string, wanted: readonly string[], rounds: number): Promise<Figure[]> {
  const measures = Object.entries(rows)
    .filter(([part]) => wanted.length === 0 || wanted.includes(part))
    .flatMap(([, measures]) => Object.entries(measures));
  const sides: Side[] = [];
  try {
    for (const command of [undefined, resolve(folder, 'bin/vouch.js')]) sides.push(await open(command));
    const [ours, theirs] = sides;
    if (ours === undefined || theirs === undefined) throw new Error('both sides are open');
    const say = progress();
    const readings = new Map(measures.map(([name]) => [name, { ours: [] as number[], theirs: [] as number[] }]));
    // The first round is a warm-up. Its results are not used.
    for (let round = 0; round <= rounds; round++) {
      for (const [name, measure] of measures) {
        const first = round % 2 === 0 ? ours : theirs;
        const [one, other] = [await once(measure, first), await once(measure, first === ours ? theirs : ours)];
        const [our, their] = first === ours ? [one, other] : [other, one];
        if (round === 0) continue;
        readings.get(name)?.ours.push(our);
        readings.get(name)?.theirs.push(their);
        say(`round ${round} of ${rounds}: ${name}`);
      }
    }
    return [...readings].map(([name, { ours, theirs }]) => toFigure(name, ours, theirs));
  } finally {
    for (const { service } of sides) {
      await service.stop();
      removeData(service.data_dir);
    }
  }
}

/** Every measurement opens new connections, because the service closes idle connections. */
async function once(measure: Measure, side: Side): Promise<number> {
  const api = clientOf(side.service);
  try {
    return await measure({ ...side, api });
  } finally {
    api.close();
  }
}

async function open(command: string | undefined): Promise<Side> {
  const service = await startBenched(undefined, command);
  const { status, stderr } = await runCommand(
    ['limits', 'set', '--client', service.client_id, 'orders=1000000', 'batch-orders=1000000'],
    { VOUCH_DATA_DIR: service.data_dir },
    command,
  );
  if (status !== 0) throw new Error(stderr);
  const api = clientOf(service);
  const user_path = `/v1/users/${await newUser(api)}/`;
  api.close();
  return { service, target: targetOf(service), user_path };
}

export function toFigure(name: string, ours: readonly number[], theirs: readonly number[]): Figure {
  const ratios = ours.map((value, at) => value / (theirs[at] ?? Number.NaN)).toSorted((a, b) => a - b);
  const ratio = median(ratios);
  const quarter = (part: number): string => (ratios[Math.floor((ratios.length - 1) * part)] ?? Number.NaN).toFixed(2);
  return {
    name,
    ours: `${median(ours).toFixed(0)}/s`,
    baseline: `${median(theirs).toFixed(0)}/s, half of the ratios within ${quarter(0.25)} to ${quarter(0.75)}`,
    ratio: ratio.toFixed(3),
    bound: `≥ ${RATIO_MIN}`,
    holds: ratio >= RATIO_MIN,
  };
}
