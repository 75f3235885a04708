// What a loop waits on between two looks: a while, or until somebody rings.
import { setTimeout as sleep } from 'node:timers/promises';

export type Alarm = {
  ring(): void;
  /** Forgets that it was rung; to be called before looking, so that a ring during the look is not lost. */
  reset(): void;
  wait(ms: number): Promise<void>;
};

export function newAlarm(): Alarm {
  let rung = new AbortController();
  return {
    ring: () => rung.abort(),
    reset() {
      rung = new AbortController();
    },
    wait: (ms) => sleep(ms, undefined, { signal: rung.signal }).catch(() => undefined),
  };
}
