import { beforeEach, describe, expect, test } from 'vitest';
import { type GroupWrites, openGroupWrites, type Write } from './group-writes.ts';

class Uncertain extends Error {}

type Attempt = { scope: string; writes: string[]; end(): void; fail(error: Error): void };

/** The commits that were started. Each commit stays pending until the test resolves or rejects it. */
let attempts: Attempt[];
let writes: GroupWrites<string>;
beforeEach(() => {
  attempts = [];
  const attempt = (scope: string, group: readonly Write[]) =>
    new Promise<void>((resolve, reject) => {
      attempts.push({ scope, writes: group.map(({ sql }) => sql), end: resolve, fail: reject });
    });
  writes = openGroupWrites({
    nameOf: (scope) => scope,
    alone: (scope, write) => attempt(scope, [write]),
    together: attempt,
    isUncertain: (error) => error instanceof Uncertain,
  });
});

const outcomes = new Map<string, string>();
function write(scope: string, ...names: string[]): void {
  for (const sql of names) {
    outcomes.delete(sql);
    writes.run(scope, { sql, values: [] }).then(
      () => outcomes.set(sql, 'committed'),
      (error: Error) => outcomes.set(sql, error.message),
    );
  }
}

const names = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, at) => `w${from + at}`);
const groups = () => attempts.map(({ writes }) => writes);
/**
 * Waits for two iterations of the event loop. A group is sent at the end of an iteration: either the iteration in which
 * its writes arrived, or the iteration in which an earlier group ended.
 */
const turn = () => new Promise((resolve) => setImmediate(() => setImmediate(resolve)));

describe('writes', () => {
  test('a single write is committed as a group of one', async () => {
    write('a', 'w1');
    await turn();
    expect(groups()).toEqual([['w1']]);
    attempts[0]?.end();
    await turn();
    expect(outcomes.get('w1')).toBe('committed');
  });

  test('concurrent writes are spread over four groups', async () => {
    write('a', ...names(1, 10));
    await turn();
    expect(groups()).toEqual([
      ['w1', 'w2', 'w3'],
      ['w4', 'w5', 'w6'],
      ['w7', 'w8'],
      ['w9', 'w10'],
    ]);
    expect(outcomes.has('w1')).toBe(false);
    attempts[0]?.end();
    await turn();
    expect([outcomes.get('w3'), outcomes.get('w4')]).toEqual(['committed', undefined]);
  });

  test('while four groups are in progress, further writes are collected into groups of up to sixteen', async () => {
    write('a', ...names(1, 4));
    await turn();
    write('a', ...names(5, 24));
    await turn();
    expect(groups()).toEqual([['w1'], ['w2'], ['w3'], ['w4']]);
    attempts[0]?.end();
    await turn();
    expect(groups().slice(4)).toEqual([names(5, 20)]);
    attempts[4]?.end();
    await turn();
    expect(groups().slice(5)).toEqual([names(21, 24)]);
  });

  test('writes of different scopes are never in the same group', async () => {
    write('a', 'w1', 'w2');
    write('b', 'w3', 'w4');
    await turn();
    expect(attempts.map(({ scope, writes }) => [scope, ...writes])).toEqual([
      ['a', 'w1'],
      ['a', 'w2'],
      ['b', 'w3'],
      ['b', 'w4'],
    ]);
  });
});

describe('a group that fails', () => {
  test('the writes of a failed group are retried one by one, so that each write has its own outcome', async () => {
    write('a', ...names(1, 8));
    await turn();
    attempts[0]?.fail(new Error('duplicate key'));
    await turn();
    expect(groups().slice(4)).toEqual([['w1'], ['w2']]);
    attempts[4]?.fail(new Error('duplicate key'));
    attempts[5]?.end();
    await turn();
    expect([outcomes.get('w1'), outcomes.get('w2')]).toEqual(['duplicate key', 'committed']);
  });

  test('a failed group is not retried if it may have been committed', async () => {
    write('a', ...names(1, 8));
    await turn();
    attempts[0]?.fail(new Uncertain('connection lost'));
    await turn();
    expect([outcomes.get('w1'), outcomes.get('w2')]).toEqual(['connection lost', 'connection lost']);
    expect(attempts).toHaveLength(4);
  });

  test('if the connection was lost, the waiting writes fail as well', async () => {
    write('a', ...names(1, 4));
    await turn();
    write('a', 'w5');
    attempts[0]?.fail(new Uncertain('connection lost'));
    await turn();
    expect([outcomes.get('w1'), outcomes.get('w5'), outcomes.get('w2')]).toEqual([
      'connection lost',
      'connection lost',
      undefined,
    ]);
    write('a', 'w6');
    await turn();
    expect(groups().slice(4)).toEqual([['w6']]);
  });
});
