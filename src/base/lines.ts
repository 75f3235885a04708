// Of all work with the same name, runs only one piece at a time in this process, in order of arrival. Work that would
// otherwise queue for a database row lock waits here instead, where it occupies no connection.
import { unavailable } from './errors.ts';

/** How long a caller waits until its work starts. If the work has not started by then, it is not run at all. */
export const IN_LINE_MS_MAX = 10_000;

/** Maps the name of running work to the callers that wait until this work ends. */
const lines = new Map<string, Set<() => void>>();

/**
 * Runs the work. `has_waited` is true if the work had to wait for other work with the same name. The promise rejects
 * with `unavailable` if the work could not start within ten seconds. This function must not be called inside a
 * transaction.
 */
export async function inLine<T>(name: string, work: (has_waited: boolean) => Promise<T>): Promise<T> {
  const line = lines.get(name);
  if (line === undefined) lines.set(name, new Set());
  else await turnIn(line);
  try {
    return await work(line !== undefined);
  } finally {
    passOn(name);
  }
}

function turnIn(line: Set<() => void>): Promise<void> {
  return new Promise((resolve, reject) => {
    const begin = (): void => {
      clearTimeout(timer);
      resolve();
    };
    const timer = setTimeout(() => {
      line.delete(begin);
      reject(unavailable(new Error('earlier work in the queue took too long')));
    }, IN_LINE_MS_MAX);
    line.add(begin);
  });
}

function passOn(name: string): void {
  const line = lines.get(name);
  const [next] = line ?? [];
  if (line === undefined || next === undefined) {
    lines.delete(name);
    return;
  }
  line.delete(next);
  next();
}
