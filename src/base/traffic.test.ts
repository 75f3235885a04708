import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { lull, serve } from './traffic.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** Starts a wait of at most `ms_max` and reports whether it is over. */
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

test('the end of the last request ends a wait; ending the same request twice counts once', async () => {
  const [first, second] = [serve(), serve()];
  const wait = waitFor(10);
  first();
  first();
  expect(await wait.isOver()).toBe(false);
  second();
  expect(await wait.isOver()).toBe(true);
  expect(await waitFor(10).isOver()).toBe(true);
});

test('a wait ends after its maximum time', async () => {
  const end = serve();
  const wait = waitFor(10);
  await vi.advanceTimersByTimeAsync(9);
  expect(await wait.isOver()).toBe(false);
  await vi.advanceTimersByTimeAsync(1);
  expect(await wait.isOver()).toBe(true);
  end();
});

test('background work does not wait for a request that takes longer than 50 ms', async () => {
  const end = serve();
  const wait = waitFor(1_000);
  await vi.advanceTimersByTimeAsync(49);
  expect(await wait.isOver()).toBe(false);
  await vi.advanceTimersByTimeAsync(1);
  expect(await wait.isOver()).toBe(true);
  // The request's end no longer changes anything.
  end();
  expect(await waitFor(10).isOver()).toBe(true);
});
