// Notifies waiters when a task changes. One query serves all waiters of this process, so that a thousand open widgets
// cost no more queries than one widget.

import { listTaskMarks, type MarkedTask, type TaskMark } from '#storage/connections/tasks.ts';
import { type Database, SYSTEM } from '#storage/platform/db.ts';

export type { TaskMark } from '#storage/connections/tasks.ts';

/**
 * `undefined` if the wait ended early, because there are too many waiters, the client disconnected, the task does not
 * exist any more, the query failed, or the watch was stopped.
 */
export type Woken = { mark: TaskMark } | 'time' | undefined;

export type TaskWatch = {
  /**
   * Waits until the timeout, or until the task or the sandbox clock differs from `mark`, the state that the caller last
   * read. Limits the number of concurrent waits, in total and per caller (`who`).
   */
  wait(
    who: string,
    task: MarkedTask,
    mark: TaskMark,
    until: { ms: number; signal?: AbortSignal | undefined },
  ): Promise<Woken>;
  waiting(): number;
  /** Ends all waits. Later waits return immediately. */
  stop(): void;
};

export type WatchLimits = { look_ms: number; waiting_max: number; per_person_max: number };

/**
 * `waiting_max` is half of the number of requests that a process serves at once. So the other half stays free for
 * requests that do not wait for a task.
 */
const LIMITS: WatchLimits = { look_ms: 100, waiting_max: 200, per_person_max: 3 };

type Waiter = { who: string; task: MarkedTask; mark: TaskMark; wake(woken: Woken): void };

export function openTaskWatch(database: Database, chosen: Partial<WatchLimits> = {}): TaskWatch {
  const { look_ms, waiting_max, per_person_max } = { ...LIMITS, ...chosen };
  const waiters = new Set<Waiter>();
  let next: NodeJS.Timeout | undefined;
  let stopped = false;

  async function poll(): Promise<void> {
    const watched = [...waiters];
    const tasks = watched.map(({ task }) => task);
    const marks = await listTaskMarks(database.scoped(SYSTEM), tasks).catch(() => undefined);
    const found = new Map(marks?.map(({ id, ...mark }) => [id, mark]));
    for (const { task, mark, wake } of watched) {
      const now = found.get(task.id);
      // There is no mark, because the task was erased or the query failed. The waiting caller has to read the task.
      if (now === undefined) wake(undefined);
      else if (now.version !== mark.version || now.clock_offset_seconds !== mark.clock_offset_seconds) {
        wake({ mark: now });
      }
    }
    next = undefined;
    if (waiters.size > 0) pollSoon();
  }

  function pollSoon(): void {
    next ??= setTimeout(() => void poll(), look_ms);
  }

  const hasRoom = (who: string): boolean =>
    !stopped &&
    waiters.size < waiting_max &&
    [...waiters].filter((waiter) => waiter.who === who).length < per_person_max;

  return {
    async wait(who, task, mark, { ms, signal }) {
      if (!hasRoom(who) || signal?.aborted === true) return undefined;
      return new Promise((resolve) => {
        const leave = () => wake(undefined);
        const timer = setTimeout(() => wake('time'), ms);
        const waiter: Waiter = { who, task, mark, wake };
        function wake(woken: Woken): void {
          clearTimeout(timer);
          signal?.removeEventListener('abort', leave);
          waiters.delete(waiter);
          resolve(woken);
        }
        signal?.addEventListener('abort', leave, { once: true });
        waiters.add(waiter);
        pollSoon();
      });
    },
    waiting: () => waiters.size,
    stop() {
      stopped = true;
      clearTimeout(next);
      for (const { wake } of waiters) wake(undefined);
    },
  };
}
