import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { lull, serve } from './traffic.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** Starts a wait of at most `ms_max`. The returned function `isOver()` returns whether the wait is over. */
function waitFor(ms_max: number): { isOver(): Promise<boolean> } {
  let is_over = false;
  const wait = async (): Promise<void> => {
    await lull(ms_max);
    is_over = true;
  };
  void wait();
  return {
    async isOver() {
      await vi.advanceTimersByTimeAsync(0);
      return is_over;
    },
  };
}

test('background work does not wait if no request is being served', async () => {
  expect(await waitFor(10).isOver()).toBe(true);
});

test('a wait ends when the last request ends; ending the same request a second time has no effect', async () => {
  const [first, second] = [serve(), serve()];
  const wait = waitFor(10);
  first();
  first();
  expect(await wait.isOver()).toBe(false);
  second();
  expect(await wait.isOver()).toBe(true);
  expect(await waitFor(10).isOver()).toBe(true);
});

test('background work waits at most the maximum time, even if a request has not ended', async () => {
  const end = serve();
  const wait = waitFor(10);
  await vi.advanceTimersByTimeAsync(9);
  expect(await wait.isOver()).toBe(false);
  await vi.advanceTimersByTimeAsync(1);
  expect(await wait.isOver()).toBe(true);
  end();
});

test('background work stops waiting for a request once that request has taken 50 ms', async () => {
  const end = serve();
  const wait = waitFor(1_000);
  await vi.advanceTimersByTimeAsync(49);
  expect(await wait.isOver()).toBe(false);
  await vi.advanceTimersByTimeAsync(1);
  expect(await wait.isOver()).toBe(true);
  // No wait depends on this request any more, so its end changes nothing.
  end();
  expect(await waitFor(10).isOver()).toBe(true);
});
