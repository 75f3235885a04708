// What a loop waits on between two looks: a while, or until somebody rings.

export type Alarm = {
  ring(): void;
  /** Forgets that it was rung; to be called before looking, so that a ring during the look is not lost. */
  reset(): void;
  wait(ms: number): Promise<void>;
};

/** For one loop. It is rung for every event, so it costs no more than a call. */
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
