// Webhook receivers on real sockets, in a separate process so that their load does not affect the tests.
import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { announced, end } from './process.ts';
import type { Kind } from './receiver-kinds.ts';

/** One request to the healthy receiver, or to the refusing receiver while it is up. */
export type Arrival = { path: string; webhook_id: string; body: string; at_ms: number };

export type Receivers = {
  readonly urls: Readonly<Record<Kind, string>>;
  /** The misnamed receiver's certificate. If the client trusts it, only the host name is wrong. */
  readonly cert: string;
  /** The number of requests per receiver. */
  visits(): Promise<Partial<Record<string, number>>>;
  /** The requests to this path, in order. */
  arrivals(path: string): Promise<Arrival[]>;
  /** Turns the refusing receiver on (it then behaves like the healthy receiver) or off. */
  turn(to: 'up' | 'down'): Promise<void>;
  stop(): Promise<unknown>;
};

const SCRIPT = fileURLToPath(new URL('./receivers-process.ts', import.meta.url));

export async function startReceivers(): Promise<Receivers> {
  const child = spawn(process.execPath, ['--import', 'tsx', SCRIPT], {
    stdio: 'pipe',
  });
  const desk = await announced(child);
  const ask = async (path: string) => JSON.parse(await (await fetch(`${desk}${path}`)).text());
  const arrived: Arrival[] = [];
  return {
    ...(await ask('/receivers')),
    visits: () => ask('/visits'),
    async arrivals(path) {
      arrived.push(...(await ask(`/arrivals?from=${arrived.length}`)));
      return arrived.filter((arrival) => arrival.path === path);
    },
    turn: (to) => ask(`/${to}`),
    stop: () => end(child, 'SIGKILL'),
  };
}
