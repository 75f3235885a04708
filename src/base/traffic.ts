// Tracks which requests this process is serving, so that background work can yield to them.
import { elapsedMs } from './clock.ts';

/**
 * The time after which a running request is probably waiting for something, such as a task update. Background work no
 * longer yields to such a request.
 */
const SERVED_MS_MAX = 50;

/**
 * The start time of each request, oldest first. A request sets no timer, because there are many requests. Only waiting
 * callers set timers, because there are few of them.
 */
const served = new Set<{ readonly since_ms: number }>();
const waiting = new Set<() => void>();

/** Marks a request as being served until the returned function is called. */
export function serve(): () => void {
  const visit = { since_ms: elapsedMs() };
  served.add(visit);
  return () => {
    served.delete(visit);
    if (waiting.size > 0 && quietAt() === undefined) for (const goOn of waiting) goOn();
  };
}

/**
 * Returns the time at which the newest request will have been served for SERVED_MS_MAX. Background work waits until
 * then. Returns undefined if background work does not have to wait.
 */
function quietAt(): number | undefined {
  const now_ms = elapsedMs();
  let quiet_ms: number | undefined;
  for (const { since_ms } of served) if (since_ms + SERVED_MS_MAX > now_ms) quiet_ms = since_ms + SERVED_MS_MAX;
  return quiet_ms;
}

/**
 * Resolves when background work does not have to wait for any request, or after `ms_max`, whichever comes first.
 * Resolves immediately if background work does not have to wait now. Background work does not wait for a request that
 * has been served for SERVED_MS_MAX.
 */
export async function lull(ms_max: number): Promise<void> {
  const until_ms = elapsedMs() + ms_max;
  for (let quiet_ms = quietAt(); quiet_ms !== undefined && elapsedMs() < until_ms; quiet_ms = quietAt()) {
    await signalOr(Math.min(quiet_ms, until_ms) - elapsedMs());
  }
}

function signalOr(ms_max: number): Promise<void> {
  return new Promise((resolve) => {
    const goOn = (): void => {
      clearTimeout(timer);
      waiting.delete(goOn);
      resolve();
    };
    const timer = setTimeout(goOn, Math.ceil(ms_max));
    waiting.add(goOn);
  });
}
