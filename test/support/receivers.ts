// Webhook receivers on real sockets, in a separate process so that their load does not affect the tests.
import { spawn } from 'node:child_process';
import { bundled } from './bundled.ts';
import { announced, end } from './process.ts';
import type { Kind } from './receiver-kinds.ts';

/**
 * A request that arrived at the healthy receiver, or at the refusing receiver while that receiver accepted connections.
 */
export type Arrival = { path: string; webhook_id: string; body: string; at_ms: number };

export type Receivers = {
  readonly urls: Readonly<Record<Kind, string>>;
  /**
   * The certificate of the `misnamed` receiver. For a client that trusts the certificate, the only defect of the
   * certificate is the wrong host name.
   */
  readonly cert: string;
  /** The number of requests per receiver. */
  visits(): Promise<Partial<Record<string, number>>>;
  /** The requests to this path, in order. */
  arrivals(path: string): Promise<Arrival[]>;
  /** Switches the refusing receiver on or off. While it is on, it behaves like the healthy receiver. */
  turn(to: 'up' | 'down'): Promise<void>;
  stop(): Promise<unknown>;
};

export async function startReceivers(): Promise<Receivers> {
  const child = spawn(process.execPath, [await bundled('test/support/receivers-process.ts')], {
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
