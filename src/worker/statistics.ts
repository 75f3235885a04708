// Makes the database update its statistics of tables that have grown a lot since the last update.
import type { House } from '#services/house.ts';
import { keepStatistics } from '#services/platform/housekeeping.ts';

const EVERY_MS = 2_000;

export function startStatistics(house: House): { stop(): Promise<void> } {
  let counting: Promise<void> = Promise.resolve();
  const timer = setInterval(() => {
    counting = counting.then(() => keepStatistics(house));
  }, EVERY_MS);
  return {
    async stop() {
      clearInterval(timer);
      await counting;
    },
  };
}
