// A bench of real receivers of webhooks, in a process of their own so that what they do to themselves they do to nobody else.
import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { announced, end } from './process.ts';
import type { Kind } from './receiver-kinds.ts';

/** One request at the healthy receiver, or at the refusing one while it is up. */
export type Arrival = { path: string; webhook_id: string; body: string; at_ms: number };

export type Receivers = {
  readonly urls: Readonly<Record<Kind, string>>;
  /** Of the misnamed one, to be trusted: then only the name is wrong. */
  readonly cert: string;
  /** How many requests each has had. */
  visits(): Promise<Partial<Record<string, number>>>;
  /** What came to this path, in its order. */
  arrivals(path: string): Promise<Arrival[]>;
  /** Lets the refusing one up, as healthy as can be, or down again. */
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
