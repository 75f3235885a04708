// Password hashes: their format, comparison, and the bounds on how many are computed at once.
import * as argon2 from '@node-rs/argon2';
import { describe, expect, test, vi } from 'vitest';
import { openPasswords, PASSWORD_COST } from './passwords.ts';

const CHEAP = { memory_kib: 64, passes: 1 };

describe('passwords', () => {
  test('a hash is argon2id with the recommended cost, and only its own password matches it', async () => {
    const passwords = openPasswords();
    const stored = await passwords.hash('a', 'correct horse');
    expect(stored).toMatch(`$argon2id$v=19$m=${PASSWORD_COST.memory_kib},t=${PASSWORD_COST.passes},p=1$`);
    expect(await passwords.matches('a', stored, 'correct horse')).toBe(true);
    expect(await passwords.matches('a', stored, 'correct hors')).toBe(false);
  });

  test('no password matches an account without a hash', async () => {
    expect(await openPasswords(CHEAP).matches('a', undefined, '')).toBe(false);
  });

  test('an account without a hash causes the same work as an account with a hash: one comparison with a hash of the same cost', async () => {
    const work = { hash: vi.fn<typeof argon2.hash>(argon2.hash), verify: vi.fn<typeof argon2.verify>(argon2.verify) };
    const passwords = openPasswords(CHEAP, work);
    const stored = await passwords.hash('a', 'correct horse');
    const workFor = async (hash: string | undefined) => {
      work.hash.mockClear();
      work.verify.mockClear();
      await passwords.matches('a', hash, 'wrong');
      const compared = work.verify.mock.calls.map(([against, password]) => {
        const [, kind, version, cost, salt = '', digest = ''] = String(against).split('$');
        return [kind, version, cost, salt.length, digest.length, password];
      });
      return { hashed: work.hash.mock.calls.length, compared };
    };
    // The first comparison of a process computes the decoy hash, even if the account exists. Later comparisons do not
    // compute it again.
    expect((await workFor(stored)).hashed).toBe(1);
    const known = await workFor(stored);
    expect(known).toEqual({ hashed: 0, compared: [['argon2id', 'v=19', 'm=64,t=1,p=1', 22, 43, 'wrong']] });
    expect(await workFor(undefined)).toEqual(known);
  });

  test('429 for the fifth concurrent comparison of one visitor; a comparison of another visitor is not rejected', async () => {
    const passwords = openPasswords(CHEAP);
    const own = Array.from({ length: 5 }, () => passwords.matches('a', undefined, 'x'));
    const settled = Promise.allSettled(own);
    expect(await passwords.matches('b', undefined, 'x')).toBe(false);
    expect((await settled).map((one) => (one.status === 'rejected' ? one.reason.code : 'done'))).toEqual([
      ...Array(4).fill('done'),
      'throttled',
    ]);
  });

  test('503 for a further comparison while two comparisons run and twenty wait in the queue', async () => {
    const passwords = openPasswords(CHEAP);
    const visits = Array.from({ length: 23 }, (_, i) => passwords.matches(`visitor ${i}`, undefined, 'x'));
    const settled = await Promise.allSettled(visits);
    const refused = settled.filter((one) => one.status === 'rejected');
    expect(refused.map(({ reason }) => reason.code)).toEqual(['unavailable']);
  });
});
