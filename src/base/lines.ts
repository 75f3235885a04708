// Work of one name happens one at a time in this process, in the order of arrival. What would queue on a row of the
// database waits here instead, where waiting costs no connection.
import { unavailable } from './errors.ts';

/** As long as a caller is made to wait for another one's work. */
export const IN_LINE_MS_MAX = 10_000;

/** A name is here while work is done under it, with those that wait. */
const lines = new Map<string, Set<() => void>>();

/**
 * `work` is told whether other work of this name was done just before it. Rejects with `unavailable` when its turn has not
 * come after ten seconds. Must not be called inside a transaction.
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
      reject(unavailable(new Error('the work ahead took too long')));
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
