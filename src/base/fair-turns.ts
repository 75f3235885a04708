// A queue with bounded concurrency that serves owners round-robin.

type Bounds = {
  at_once: number;
  /** While this many pieces of work are waiting, further work is rejected. */
  waiting_max: number;
};

type Work<Result> = () => Promise<Result>;
export type FairTurns = {
  /**
   * Runs the work when it is the owner's turn, one piece of work per owner at a time. Returns undefined if
   * `waiting_max` pieces are already waiting.
   */
  run<Result>(owner: string, work: Work<Result>): Promise<Result> | undefined;
};

export function openFairTurns({ at_once, waiting_max }: Bounds): FairTurns {
  /**
   * Each owner's queue, in the order in which the owners are served: the owner whose work has just ended comes last.
   */
  const lines = new Map<string, (() => Promise<void>)[]>();
  const at_work = new Set<string>();
  let waiting = 0;

  function next(): void {
    for (const [owner, line] of lines) {
      if (at_work.size >= at_once) return;
      if (at_work.has(owner)) continue;
      const work = line.shift();
      if (line.length === 0) lines.delete(owner);
      if (work !== undefined) begin(owner, work);
    }
  }

  function begin(owner: string, work: () => Promise<void>): void {
    waiting--;
    at_work.add(owner);
    void work().finally(() => {
      at_work.delete(owner);
      const line = lines.get(owner);
      if (line !== undefined) {
        lines.delete(owner);
        lines.set(owner, line);
      }
      next();
    });
  }

  return {
    run<Result>(owner: string, work: Work<Result>) {
      if (waiting >= waiting_max) return undefined;
      waiting++;
      const result = new Promise<Result>((resolve, reject) => {
        const line = lines.get(owner) ?? [];
        line.push(() => work().then(resolve, reject));
        lines.set(owner, line);
      });
      next();
      return result;
    },
  };
}
