import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { lull, serve } from './traffic.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** Whether a wait for at most so long is over. */
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

test('where nobody is served, nobody waits', async () => {
  expect(await waitFor(10).isOver()).toBe(true);
});

test('the last one served ends the wait, once', async () => {
  const [first, second] = [serve(), serve()];
  const wait = waitFor(10);
  first();
  first();
  expect(await wait.isOver()).toBe(false);
  second();
  expect(await wait.isOver()).toBe(true);
  expect(await waitFor(10).isOver()).toBe(true);
});

test('nobody waits longer than they would', async () => {
  const end = serve();
  const wait = waitFor(10);
  await vi.advanceTimersByTimeAsync(9);
  expect(await wait.isOver()).toBe(false);
  await vi.advanceTimersByTimeAsync(1);
  expect(await wait.isOver()).toBe(true);
  end();
});

test('whoever takes long is not waited for', async () => {
  const end = serve();
  const wait = waitFor(1_000);
  await vi.advanceTimersByTimeAsync(49);
  expect(await wait.isOver()).toBe(false);
  await vi.advanceTimersByTimeAsync(1);
  expect(await wait.isOver()).toBe(true);
  // Its end changes nothing any more.
  end();
  expect(await waitFor(10).isOver()).toBe(true);
});
