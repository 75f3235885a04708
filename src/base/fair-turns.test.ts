import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { openFairTurns } from './fair-turns.ts';

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] }));
afterEach(() => void vi.useRealTimers());

function open(bounds: { at_once?: number; waiting_max?: number } = {}) {
  const turns = openFairTurns({ at_once: 2, waiting_max: 100, ...bounds });
  const begun: string[] = [];
  const run = (owner: string, ms: number) =>
    turns.run(owner, async () => {
      begun.push(owner);
      await new Promise((resolve) => setTimeout(resolve, ms));
      return owner;
    });
  const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);
  return { begun, run, pass };
}

test('the work of different owners runs in turns, even if one owner has more waiting work than the others', async () => {
  const { begun, run, pass } = open({ at_once: 1 });
  for (const owner of ['a', 'a', 'a', 'b', 'c']) void run(owner, 10);
  await pass(100);
  expect(begun).toEqual(['a', 'b', 'c', 'a', 'a']);
});

test('at most one piece of work of each owner runs at a time, and at most `at_once` pieces run in total', async () => {
  const { begun, run, pass } = open({ at_once: 2 });
  for (const owner of ['a', 'a', 'b', 'c']) void run(owner, 10);
  await pass(0);
  expect(begun).toEqual(['a', 'b']);
});

test('if a piece of work fails, only its own promise is rejected, and the next piece of work runs', async () => {
  const turns = openFairTurns({ at_once: 1, waiting_max: 10 });
  const failed = turns.run('a', async () => {
    throw new Error('no');
  });
  const done = turns.run('a', async () => 'yes');
  await expect(failed).rejects.toThrow('no');
  await vi.advanceTimersByTimeAsync(0);
  expect(await done).toBe('yes');
});

test('run() returns undefined while `waiting_max` pieces of work are waiting', async () => {
  const { run, pass } = open({ at_once: 1, waiting_max: 2 });
  const results = [run('a', 10), run('b', 10), run('c', 10), run('d', 10)];
  expect(results.map((result) => result === undefined)).toEqual([false, false, false, true]);
  await pass(100);
});
