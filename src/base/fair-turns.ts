// A queue with limited concurrency. It serves owners in turn (round-robin).

type Bounds = {
  at_once: number;
  /** The maximum number of waiting pieces of work. Further work is rejected. */
  waiting_max: number;
};

type Work<Result> = () => Promise<Result>;
export type FairTurns = {
  /**
   * Runs the work when it is the owner's turn. Only one piece of work of each owner runs at a time. Returns undefined
   * if `waiting_max` pieces are already waiting.
   */
  run<Result>(owner: string, work: Work<Result>): Promise<Result> | undefined;
};

export function openFairTurns({ at_once, waiting_max }: Bounds): FairTurns {
  /**
   * The queue of each owner, in the order in which the owners are served. The owner whose work has just ended comes
   * last.
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
