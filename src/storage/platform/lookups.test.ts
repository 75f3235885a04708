import { beforeEach, describe, expect, test } from 'vitest';
import { type Lookups, openLookups } from './lookups.ts';

class Lost extends Error {}
type Client = { id: number };

/** Log of what happens to connections: `+1` acquires connection 1, `-1` releases it, `x1` discards it. */
let connections: string[];
let lookups: Lookups<string, Client>;
let refusal: Error | undefined;
let closed: Set<number>;
beforeEach(() => {
  closed = new Set();
  connections = [];
  refusal = undefined;
  let taken = 0;
  lookups = openLookups({
    nameOf: (scope) => scope,
    async acquire() {
      if (refusal !== undefined) throw refusal;
      connections.push(`+${++taken}`);
      return { id: taken };
    },
    release: (_scope, { id }, broken) => void connections.push(`${broken === undefined ? '-' : 'x'}${id}`),
    mayJoin: ({ id }) => !closed.has(id),
    judge: (error) => ({ thrown: error, broken: error instanceof Lost ? error : undefined }),
  });
});

/**
 * Starts a lookup that stays pending until the test resolves or rejects it. A lookup that succeeds resolves with the id
 * of the connection that it used.
 */
function begin(scope: string) {
  let settle: { resolve(id: number): void; reject(error: Error): void } | undefined;
  let id = 0;
  const outcome = lookups.run(
    scope,
    (client) =>
      new Promise<number>((resolve, reject) => {
        id = client.id;
        settle = { resolve, reject };
      }),
  );
  outcome.catch(() => undefined);
  return { outcome, end: () => settle?.resolve(id), fail: (error: Error) => settle?.reject(error) };
}

/** Lets all pending callbacks run. */
const turn = () => new Promise((resolve) => setImmediate(resolve));

describe('lookups of one scope', () => {
  test('lookups of one scope share a connection, which is released when the last lookup has ended', async () => {
    const begun = Array.from({ length: 16 }, () => begin('a'));
    await turn();
    expect(connections).toEqual(['+1']);
    for (const { end } of begun.slice(1)) end();
    await turn();
    expect(connections).toEqual(['+1']);
    begun[0]?.end();
    expect(await Promise.all(begun.map(({ outcome }) => outcome))).toEqual(begun.map(() => 1));
    expect(connections).toEqual(['+1', '-1']);
  });

  test('a second connection is opened when the first connection has sixteen lookups; further lookups use the second connection', async () => {
    const begun = Array.from({ length: 17 }, () => begin('a'));
    await turn();
    expect(connections).toEqual(['+1', '+2']);
    begun[0]?.end();
    await turn();
    const late = begin('a');
    await turn();
    for (const { end } of [...begun, late]) end();
    expect(await begun[16]?.outcome).toBe(2);
    expect(await late.outcome).toBe(2);
    await turn();
    expect(connections.toSorted()).toEqual(['+1', '+2', '-1', '-2']);
  });

  test('lookups do not use a connection that lookups of another scope are using', async () => {
    const [one, other] = [begin('a'), begin('b')];
    await turn();
    one.end();
    other.end();
    expect([await one.outcome, await other.outcome]).toEqual([1, 2]);
  });
});

describe('if a lookup or a connection fails', () => {
  test('a failed lookup does not affect other lookups or the connection they share', async () => {
    const [one, other] = [begin('a'), begin('a')];
    await turn();
    one.fail(new Error('no such column'));
    await expect(one.outcome).rejects.toThrow('no such column');
    other.end();
    expect(await other.outcome).toBe(1);
    expect(connections).toEqual(['+1', '-1']);
  });

  test('after a connection is lost, the next lookup opens a new connection, and the lost connection is discarded', async () => {
    const [one, other] = [begin('a'), begin('a')];
    await turn();
    one.fail(new Lost('gone'));
    await turn();
    const next = begin('a');
    await turn();
    next.end();
    expect(await next.outcome).toBe(2);
    other.fail(new Lost('gone'));
    await expect(other.outcome).rejects.toThrow('gone');
    expect(connections).toEqual(['+1', '+2', '-2', 'x1']);
  });

  test('if a connection is closed to new lookups, a lookup in progress keeps the connection, and a new lookup opens another connection', async () => {
    const before = begin('a');
    await turn();
    closed.add(1);
    const after = begin('a');
    await turn();
    before.end();
    after.end();
    expect([await before.outcome, await after.outcome]).toEqual([1, 2]);
    await turn();
    expect(connections.toSorted()).toEqual(['+1', '+2', '-1', '-2']);
  });

  test('if no connection can be acquired, all lookups that wait for it fail, but later lookups succeed', async () => {
    refusal = new Error('none is free');
    const begun = [begin('a'), begin('a')];
    for (const { outcome } of begun) await expect(outcome).rejects.toThrow('none is free');
    refusal = undefined;
    const next = begin('a');
    await turn();
    next.end();
    expect(await next.outcome).toBe(1);
  });
});
