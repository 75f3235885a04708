// Fires timers that came due, over all clients.
import { setTimeout as sleep } from 'node:timers/promises';
import type { House } from '#services/house.ts';
import { fireDueTimers } from '#services/timers.ts';

const POLL_MS = 500;

export type TimerLoop = { stop(): Promise<void> };

export function startTimers(house: House): TimerLoop {
  const stopping = new AbortController();

  async function loop(): Promise<void> {
    while (!stopping.signal.aborted) {
      const fired = await fireDueTimers(house, house.timer_handlers).catch((err: unknown) => {
        house.log.warn({ err }, 'could not fire timers, trying again');
        return 0;
      });
      // A full hand means there may be more; otherwise have a rest.
      if (fired === 0) await sleep(POLL_MS, undefined, { signal: stopping.signal }).catch(() => undefined);
    }
  }

  const running = loop();
  return {
    async stop() {
      stopping.abort();
      await running;
    },
  };
}
