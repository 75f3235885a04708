// The clock of a simulator. Tests set the clock, so that days pass without waiting.
export type SimClock = {
  now(): Date;
  /** Today's date in UTC, `YYYY-MM-DD`. */
  today(): string;
  set(now: Date): void;
};

/** Without `start` the clock shows the machine's time. With `start` it stays at that time until a test sets it. */
export function simClock(start: Date | undefined): SimClock {
  let fixed = start;
  const now = (): Date => fixed ?? new Date();
  return {
    now,
    today: () => now().toISOString().slice(0, 10),
    set: (time) => {
      fixed = time;
    },
  };
}

export const secondsOf = (time: Date): number => Math.floor(time.getTime() / 1000);
/** Midnight at the start of a date in UTC. */
export const dayStart = (date: string): Date => new Date(`${date}T00:00:00Z`);
export const addDays = (date: string, days: number): string =>
  new Date(dayStart(date).getTime() + days * 86_400_000).toISOString().slice(0, 10);
