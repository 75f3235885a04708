import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { newAlarm } from './alarm.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** Returns a function that says whether the promise `waiting` has resolved yet. */
function watch(waiting: Promise<void>): () => Promise<boolean> {
  let is_over = false;
  const watching = async () => {
    await waiting;
    is_over = true;
  };
  void watching();
  return async () => {
    await vi.advanceTimersByTimeAsync(0);
    return is_over;
  };
}

test('wait() ends when its time is up, or earlier if ring() is called', async () => {
  const alarm = newAlarm();
  const isOver = watch(alarm.wait(100));
  await vi.advanceTimersByTimeAsync(99);
  expect(await isOver()).toBe(false);
  await vi.advanceTimersByTimeAsync(1);
  expect(await isOver()).toBe(true);

  const isWoken = watch(alarm.wait(100));
  expect(await isWoken()).toBe(false);
  alarm.ring();
  expect(await isWoken()).toBe(true);
  expect(vi.getTimerCount()).toBe(0);
});

test('wait() ends immediately if ring() was called since the last reset(); reset() undoes ring()', async () => {
  const alarm = newAlarm();
  alarm.ring();
  expect(await watch(alarm.wait(100))()).toBe(true);
  alarm.reset();
  expect(await watch(alarm.wait(100))()).toBe(false);
});
