import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { mapInTurns } from './turns.ts';

// The test controls how long each piece of work takes.
beforeEach(() => void vi.useFakeTimers({ toFake: ['performance'] }));
afterEach(() => void vi.useRealTimers());

/**
 * Runs ten pieces of work, each of which takes `each_ms`. For each piece, returns how many turns of the event loop
 * happened before it.
 */
async function turnsBefore(each_ms: number): Promise<number[]> {
  let turns = 0;
  let other: NodeJS.Immediate;
  const again = () => {
    turns++;
    other = setImmediate(again);
  };
  other = setImmediate(again);
  const seen = await mapInTurns(Array.from({ length: 10 }), () => {
    vi.advanceTimersByTime(each_ms);
    return turns;
  });
  clearImmediate(other);
  return seen;
}

describe('mapInTurns', () => {
  test('maps items in order, with their index', async () => {
    expect(await mapInTurns(['a', 'b', 'c'], (item, at) => item + at)).toEqual(['a0', 'b1', 'c2']);
    expect(await mapInTurns([], () => 1)).toEqual([]);
  });

  test('yields to the event loop every two milliseconds', async () => {
    expect(await turnsBefore(2)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
    expect(await turnsBefore(1)).toEqual([0, 0, 1, 1, 2, 2, 3, 3, 4, 4]);
  });

  test('does not yield if the work takes less than two milliseconds', async () => {
    expect(await turnsBefore(0)).toEqual(Array.from({ length: 10 }, () => 0));
  });

  test('rejects its promise if the callback throws', async () => {
    const fault = new Error('no');
    await expect(
      mapInTurns([1], () => {
        throw fault;
      }),
    ).rejects.toBe(fault);
  });
});
