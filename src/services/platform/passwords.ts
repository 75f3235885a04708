// Hashes and compares passwords of dashboard users with argon2id, in threads of the argon2 library. A hash takes tens
// of milliseconds of CPU time, and anybody can cause this work by trying to sign in. So at most two hashes are computed
// at once, visitors take turns, and the queue is short.
import { randomBytes } from 'node:crypto';
import * as argon2 from '@node-rs/argon2';
import { throttled, unavailable } from '#base/errors.ts';
import { openFairTurns } from '#base/fair-turns.ts';

export type Passwords = {
  /** `visitor` is the group of IP addresses from which the request comes. */
  hash(visitor: string, password: string): Promise<string>;
  /**
   * Compares a password with a stored hash. If there is no stored hash, compares the password with a decoy hash, which
   * takes the same time, and returns false.
   */
  matches(visitor: string, stored: string | undefined, password: string): Promise<boolean>;
};

export type PasswordCost = { memory_kib: number; passes: number };

/** The cost that OWASP recommends for argon2id with one thread. */
export const PASSWORD_COST: PasswordCost = { memory_kib: 19_456, passes: 2 };

const AT_ONCE = 2;
const WAITING_MAX = 20;
const WAITING_PER_VISITOR_MAX = 4;

/** The functions of argon2 that hash a password and compare it with a hash. A test can replace them. */
type PasswordWork = Pick<typeof argon2, 'hash' | 'verify'>;

export function openPasswords(
  { memory_kib, passes }: PasswordCost = PASSWORD_COST,
  { hash, verify }: PasswordWork = argon2,
): Passwords {
  const cost = { memoryCost: memory_kib, timeCost: passes, parallelism: 1 };
  const turns = openFairTurns({ at_once: AT_ONCE, waiting_max: WAITING_MAX });
  const waiting = new Map<string, number>();
  let decoy: Promise<string> | undefined;

  async function inTurn<T>(visitor: string, work: () => Promise<T>): Promise<T> {
    const own = waiting.get(visitor) ?? 0;
    if (own >= WAITING_PER_VISITOR_MAX) throw throttled(1);
    const result = turns.run(visitor, work);
    if (result === undefined) throw unavailable();
    waiting.set(visitor, own + 1);
    try {
      return await result;
    } finally {
      const left = (waiting.get(visitor) ?? 1) - 1;
      if (left === 0) waiting.delete(visitor);
      else waiting.set(visitor, left);
    }
  }

  return {
    hash: (visitor, password) => inTurn(visitor, () => hash(password, cost)),
    matches: (visitor, stored, password) =>
      inTurn(visitor, async () => {
        // Every comparison first waits for the decoy hash, even if the account exists. So the time that the decoy hash
        // takes does not reveal whether the account exists.
        decoy ??= hash(randomBytes(16).toString('base64'), cost);
        const against = stored ?? (await decoy);
        await decoy;
        return (await verify(against, password)) && stored !== undefined;
      }),
  };
}
