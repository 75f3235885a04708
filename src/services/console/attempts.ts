// Limits how often passwords and codes can be guessed. An attempt is counted before it is checked. If the password or
// code was correct, the count is reduced again. So concurrent attempts cannot exceed the limit. The counts are in the
// database and apply to all processes together.
import { throttled } from '#base/errors.ts';
import type { CtxParts } from '#services/platform/ctx.ts';
import { listAttempts, releaseAttempt, reserveAttempt } from '#storage/console/sign-in-attempts.ts';
import { type Db, SYSTEM } from '#storage/platform/db.ts';

const WINDOW_MS = 15 * 60_000;

/** The maximum number of wrong attempts in any 15 minutes. After that, even a correct password or code is rejected. */
const LIMITS = { account: 10, address: 50, second_factor: 10 };

type Subject = readonly [kind: keyof typeof LIMITS, name: string];

/**
 * Runs `check`, which checks a password or a code and returns undefined if the password or code is wrong. If there were
 * too many wrong attempts for one of the subjects, throws a 429 and does not run `check`. Attempts for an account that
 * does not exist are counted in the same way.
 */
export async function attempt<T>(
  parts: CtxParts,
  subjects: readonly Subject[],
  check: () => Promise<T | undefined>,
): Promise<T | undefined> {
  const now = parts.clock.now();
  const system = parts.database.scoped(SYSTEM);
  // All processes lock the rows in the same order, so that they cannot deadlock.
  const counted = subjects
    .map(([kind, name]) => ({ hash: parts.vault.hash('sign_in_attempt', kind, name), limit: LIMITS[kind] }))
    .toSorted((a, b) => Buffer.compare(a.hash, b.hash));
  await system.transaction((tx) => reserveAll(tx, counted, now));
  const release = () =>
    system.transaction(async (tx) => {
      for (const { hash } of counted) await releaseAttempt(tx, hash, now);
    });
  let result: T | undefined;
  try {
    result = await check();
  } catch (error) {
    // The check failed with an error, for example because the service was too busy. So the attempt does not count.
    await release();
    throw error;
  }
  if (result !== undefined) await release();
  return result;
}

async function reserveAll(tx: Db, counted: readonly { hash: Buffer; limit: number }[], now: Date): Promise<void> {
  const since = new Date(now.getTime() - WINDOW_MS);
  for (const { hash, limit } of counted) {
    if (await reserveAttempt(tx, hash, { now, since, limit })) continue;
    const times = await listAttempts(tx, hash, since);
    const free_ms = (times.at(-limit)?.getTime() ?? now.getTime()) + WINDOW_MS - now.getTime();
    throw throttled(Math.max(1, Math.ceil(free_ms / 1000)), 'Too many attempts. Try again later.');
  }
}
