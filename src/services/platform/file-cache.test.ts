import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { openFileCache } from './file-cache.ts';

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] }));
afterEach(() => void vi.useRealTimers());

function open(bytes_max?: number) {
  const cache = openFileCache(bytes_max);
  const made: string[] = [];
  const read = (name: string, version = '1', size = 10) =>
    cache.read(name, version, async () => {
      made.push(`${name} ${version}`);
      return Buffer.alloc(size);
    });
  return { cache, made, read };
}

describe('a cached file', () => {
  test('a file is created once for concurrent requests, and reused by a later request', async () => {
    const { made, read } = open();
    const [first, second] = await Promise.all([read('a'), read('a')]);
    expect(second).toBe(first);
    expect(await read('a')).toBe(first);
    expect(made).toEqual(['a 1']);
  });

  test('a file is created again if another version of it is requested', async () => {
    const { made, read } = open();
    await read('a');
    await read('a', '2');
    expect(made).toEqual(['a 1', 'a 2']);
  });

  test('a file is dropped after a minute', async () => {
    const { made, read } = open();
    await read('a');
    await vi.advanceTimersByTimeAsync(59_999);
    await read('a');
    expect(made).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(1);
    await read('a');
    expect(made).toHaveLength(2);
  });

  test('a file is created by a later request if an earlier request found nothing or failed', async () => {
    const { cache, read } = open();
    expect(await cache.read('a', '1', async () => undefined)).toBeUndefined();
    await expect(
      cache.read('a', '1', async () => {
        throw new Error('no');
      }),
    ).rejects.toThrow('no');
    expect(await read('a')).toBeDefined();
  });
});

describe('a memory-limited cache', () => {
  test('the oldest file is dropped first when the cache is full', async () => {
    const { made, read } = open(100);
    for (const name of ['a', 'b', 'c', 'd', 'e']) await read(name, '1', 25);
    for (const name of ['e', 'd', 'c', 'b', 'a']) await read(name, '1', 25);
    expect(made.slice(5)).toEqual(['a 1']);
  });

  describe('when an expired file is created again before the timer has removed the expired copy', () => {
    /** Lets time pass, but runs no timers. */
    const passLate = (ms: number) => {
      const now_ms = performance.now() + ms;
      vi.spyOn(performance, 'now').mockImplementation(() => now_ms);
    };
    afterEach(() => void vi.restoreAllMocks());

    test('the cache counts only the size of the new file', async () => {
      const { made, read } = open(100);
      await read('a', '1', 25);
      passLate(60_000);
      for (const name of ['a', 'b', 'c', 'd']) await read(name, '1', 25);
      for (const name of ['a', 'b', 'c', 'd']) await read(name, '1', 25);
      expect(made).toEqual(['a 1', 'a 1', 'b 1', 'c 1', 'd 1']);
      await read('e', '1', 25);
      await read('a', '1', 25);
      expect(made.slice(5)).toEqual(['e 1', 'a 1']);
    });

    test('the cache drops older files before it drops the new file', async () => {
      const { made, read } = open(100);
      await read('a', '1', 25);
      await vi.advanceTimersByTimeAsync(30_000);
      await read('b', '1', 25);
      passLate(30_000);
      for (const name of ['a', 'c', 'd', 'e']) await read(name, '1', 25);
      for (const name of ['a', 'c', 'd', 'e', 'b']) await read(name, '1', 25);
      expect(made.slice(2)).toEqual(['a 1', 'c 1', 'd 1', 'e 1', 'b 1']);
    });
  });

  test('a file larger than a quarter of the limit is not cached', async () => {
    const { made, read } = open(100);
    await read('large', '1', 26);
    await read('large', '1', 26);
    expect(made).toHaveLength(2);
  });
});
