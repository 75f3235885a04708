import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { openFairTurns } from './fair-turns.ts';

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] }));
afterEach(() => void vi.useRealTimers());

function open(bounds: { at_once?: number; waiting_max?: number; rest_ms_max?: number } = {}) {
  const turns = openFairTurns({ at_once: 2, waiting_max: 100, rest_ms_max: 1_000, ...bounds });
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

test('owners take turns, however many one has waiting', async () => {
  const { begun, run, pass } = open({ at_once: 1, rest_ms_max: 0 });
  for (const owner of ['a', 'a', 'a', 'b', 'c']) void run(owner, 10);
  await pass(100);
  expect(begun).toEqual(['a', 'b', 'c', 'a', 'a']);
});

test('of one owner one is at work, of all as many as may be', async () => {
  const { begun, run, pass } = open({ at_once: 2 });
  for (const owner of ['a', 'a', 'b', 'c']) void run(owner, 10);
  await pass(0);
  expect(begun).toEqual(['a', 'b']);
});

test('all together take half of the time: each rests as long as two of both would work, less itself', async () => {
  const { begun, run, pass } = open({ at_once: 1 });
  for (let i = 0; i < 20; i++) void run(`owner ${i}`, 10);
  await pass(199);
  expect(begun).toHaveLength(10);
});

test('what waited for others is rested from no longer than the bound', async () => {
  const { begun, run, pass } = open({ at_once: 1, rest_ms_max: 50 });
  for (const owner of ['a', 'b']) void run(owner, 5_000);
  await pass(5_049);
  expect(begun).toEqual(['a']);
  await pass(1);
  expect(begun).toEqual(['a', 'b']);
});

test('one that fails fails alone, and the next has its turn', async () => {
  const turns = openFairTurns({ at_once: 1, waiting_max: 10, rest_ms_max: 0 });
  const failed = turns.run('a', async () => {
    throw new Error('no');
  });
  const done = turns.run('a', async () => 'yes');
  await expect(failed).rejects.toThrow('no');
  await vi.advanceTimersByTimeAsync(0);
  expect(await done).toBe('yes');
});

test('beyond the bound nobody waits', async () => {
  const { run, pass } = open({ at_once: 1, waiting_max: 2 });
  const results = [run('a', 10), run('b', 10), run('c', 10), run('d', 10)];
  expect(results.map((result) => result === undefined)).toEqual([false, false, false, true]);
  await pass(100);
});
