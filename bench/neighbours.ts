// Measures how one client's attack slows down another client, the neighbour. The neighbour's response times during each
// attack are compared with its response times without an attack. Both are measured alternately, in the same state of
// the machine.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { Agent, type IncomingMessage, request } from 'node:http';
import { constants, setPriority } from 'node:os';
import { commandAnswer, end } from '#test/process.ts';
import { ATTACKS, type Attacked } from './attacks.ts';
import { clientOf, newUser } from './client.ts';
import { DOCUMENT_ATTACKS } from './document-attacks.ts';
import type { Service } from './service.ts';
import type { Figure } from './table.ts';

const ROUNDS = 3;
const MS = 3_000;
/**
 * A real attacker has its own machine. In this benchmark, the attacker's process shares two cores with the service. It
 * therefore has the lowest priority, and the measurement begins after this process has started. The low priority does
 * not weaken the attack: in the attack with one Idempotency-Key, the process sends 585 requests per second at the
 * lowest priority and 551 at equal priority.
 */
const ATTACKER_PRIORITY = constants.priority.PRIORITY_LOW;
const STARTING_MS = 1_000;
/** The maximum factor by which an attack may increase the neighbour's 99th-percentile response time. */
const SLOWER_MAX = 5;
/**
 * The maximum for attacks that upload files, used instead of `SLOWER_MAX`. It is lower, because the service reads
 * uploaded files in other processes with low priority.
 */
const SLOWER_BESIDE_READING_MAX = 2;

/** Runs every attack whose name contains the text `wanted`. */
export async function benchNeighbours(service: Service, wanted: string): Promise<Figure[]> {
  const neighbour = await newNeighbour(service);
  const api = clientOf(neighbour);
  const path = `/v1/users/${await newUser(api)}/`;
  api.close();
  const figures: Figure[] = [];
  for (const name of Object.keys(ATTACKS).filter((name) => name.includes(wanted))) {
    console.log(`neighbour beside ${name}…`);
    const [quiet, beside] = [newTimes(), newTimes()];
    await measure(neighbour, path, newTimes());
    for (let round = 0; round < ROUNDS; round++) {
      await measure(neighbour, path, quiet);
      const stop = await attack(name, service);
      await measure(neighbour, path, beside);
      await stop();
    }
    figures.push(figureOf(name, quiet, beside));
  }
  return figures;
}

/** Creates a second client of the same service. */
async function newNeighbour(service: Service): Promise<Service> {
  const run = (...args: string[]) => commandAnswer(args, { VOUCH_DATA_DIR: service.data_dir });
  const { id: client_id = '' } = await run('client', 'create', '--name', 'Neighbour');
  const { access_secret: secret = '' } = await run('key', 'create', '--client', client_id, '--env', 'sandbox');
  return { ...service, client_id, secret };
}

async function attack(name: string, { url, client_id, secret }: Attacked): Promise<() => Promise<unknown>> {
  const child = spawn(process.execPath, ['--import', 'tsx', 'bench/attacks.ts', name], {
    env: { ...process.env, ATTACKED_URL: url, ATTACKED_CLIENT_ID: client_id, ATTACKED_SECRET: secret },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  if (child.pid !== undefined) setPriority(child.pid, ATTACKER_PRIORITY);
  const is_under_way = once(child.stdout, 'data').then(() => true);
  if (!(await Promise.race([is_under_way, once(child, 'exit').then(() => false)])))
    throw new Error(`no attack: ${name}`);
  await new Promise((resolve) => setTimeout(resolve, STARTING_MS));
  return () => end(child, 'SIGTERM');
}

type Times = { ms: number[]; refused: Map<number, number> };
const newTimes = (): Times => ({ ms: [], refused: new Map() });

/** Sends one request after the other, as an ordinary client does. */
async function measure({ url, client_id, secret }: Service, path: string, times: Times): Promise<void> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const headers = { 'x-access-client-id': client_id, 'x-access-secret': secret };
  for (const started_ms = performance.now(); performance.now() - started_ms < MS; ) {
    const sent_ms = performance.now();
    const [answer]: IncomingMessage[] = await once(request(`${url}${path}`, { agent, headers }).end(), 'response');
    if (answer === undefined) throw new Error('no answer');
    await once(answer.resume(), 'end');
    times.ms.push(performance.now() - sent_ms);
    const { statusCode: status = 0 } = answer;
    if (status !== 200) times.refused.set(status, (times.refused.get(status) ?? 0) + 1);
  }
  agent.destroy();
}

function figureOf(name: string, quiet: Times, beside: Times): Figure {
  const slower = at(beside, 0.99) / at(quiet, 0.99);
  const slower_max = name in DOCUMENT_ATTACKS ? SLOWER_BESIDE_READING_MAX : SLOWER_MAX;
  const refused = [...beside.refused].map(([status, count]) => `, ${count} × ${status}`).join('');
  return {
    name: `neighbour beside ${name}, p50/p99`,
    ours: shown(beside) + refused,
    baseline: shown(quiet),
    ratio: `× ${slower.toFixed(1)}`,
    bound: `≤ × ${slower_max}, all 200`,
    holds: slower <= slower_max && beside.refused.size === 0,
  };
}

const shown = (times: Times): string => `${at(times, 0.5).toFixed(1)}/${at(times, 0.99).toFixed(1)} ms`;

const at = ({ ms }: Times, share: number): number =>
  ms.toSorted((a, b) => a - b)[Math.floor(ms.length * share)] ?? Number.NaN;
