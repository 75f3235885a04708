// A polling loop waits on an `Alarm` between two polls. `wait` ends after a timeout, or as soon as `ring` is called.

export type Alarm = {
  ring(): void;
  /** Undoes `ring`. The loop must call `reset` before it polls, so that a `ring` during the poll is not lost. */
  reset(): void;
  wait(ms: number): Promise<void>;
};

/**
 * Each `Alarm` belongs to one loop. `ring` is called for every event, so it must be as cheap as a plain function call.
 */
export function newAlarm(): Alarm {
  let is_rung = false;
  let wake: (() => void) | undefined;
  return {
    ring() {
      is_rung = true;
      wake?.();
    },
    reset() {
      is_rung = false;
    },
    async wait(ms) {
      if (is_rung) return;
      let timer: NodeJS.Timeout | undefined;
      await new Promise<void>((resolve) => {
        wake = resolve;
        timer = setTimeout(resolve, ms);
      });
      wake = undefined;
      clearTimeout(timer);
    },
  };
}
