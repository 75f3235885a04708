// An alarm is what a polling loop waits on between two polls: it ends the wait after a timeout, or when it is rung.

export type Alarm = {
  ring(): void;
  /** Clears the ring. Call it before polling, so that a ring during the poll is not lost. */
  reset(): void;
  wait(ms: number): Promise<void>;
};

/** One alarm serves one loop. It is rung for every event, so ringing it is as cheap as a function call. */
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
