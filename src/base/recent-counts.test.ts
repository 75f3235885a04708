import { describe, expect, test } from 'vitest';
import { openRecentCounts } from './recent-counts.ts';

function open(bounds: { limit?: number; keys_max?: number } = {}) {
  const clock = { ms: 0 };
  const counts = openRecentCounts({ limit: 3, window_ms: 60_000, keys_max: 100, ...bounds }, () => clock.ms);
  return { clock, counts };
}

describe('secondsLeft', () => {
  test('secondsLeft() is 0 below the limit; at the limit, it is the time until the oldest count leaves the window', () => {
    const { clock, counts } = open();
    for (const ms of [0, 10_000, 20_000]) {
      clock.ms = ms;
      expect(counts.secondsLeft('a')).toBe(0);
      counts.count('a');
    }
    expect(counts.secondsLeft('a')).toBe(40);
    clock.ms = 59_001;
    expect(counts.secondsLeft('a')).toBe(1);
    clock.ms = 60_000;
    expect(counts.secondsLeft('a')).toBe(0);
    counts.count('a');
    expect(counts.secondsLeft('a')).toBe(10);
  });

  test('secondsLeft() is above 0 if room() is 0, and is 0 otherwise', () => {
    const { clock, counts } = open();
    expect(counts.room('a')).toBe(3);
    for (const ms of [0, 10_000, 20_000]) {
      clock.ms = ms;
      counts.count('a');
    }
    for (const [ms, room] of [
      [20_000, 0],
      [59_999, 0],
      [60_000, 1],
      [79_999, 2],
      [80_000, 3],
    ] as const) {
      clock.ms = ms;
      expect(counts.room('a')).toBe(room);
      expect(counts.secondsLeft('a') > 0).toBe(room === 0);
    }
  });

  test('secondsLeft() grows when a key that has reached the limit is counted again', () => {
    const { clock, counts } = open({ limit: 1 });
    counts.count('a');
    clock.ms = 30_000;
    counts.count('a');
    expect(counts.secondsLeft('a')).toBe(60);
  });

  test('secondsLeft() does not depend on the counts of other keys', () => {
    const { counts } = open({ limit: 1 });
    counts.count('a');
    expect(counts.secondsLeft('b')).toBe(0);
  });

  test('if there are more than `keys_max` keys, the least recently counted key is evicted, and its secondsLeft() is 0', () => {
    const { counts } = open({ limit: 1, keys_max: 2 });
    for (const key of ['a', 'b', 'a', 'c']) counts.count(key);
    expect(['a', 'b', 'c'].map((key) => counts.secondsLeft(key) > 0)).toEqual([true, false, true]);
  });
});
