import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { mapInTurns } from './turns.ts';

// What takes how long is the test's to say.
beforeEach(() => void vi.useFakeTimers({ toFake: ['performance'] }));
afterEach(() => void vi.useRealTimers());

/** How often others had their turn before each of ten pieces of work, of which each takes so long. */
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
  test('maps like a map', async () => {
    expect(await mapInTurns(['a', 'b', 'c'], (item, at) => item + at)).toEqual(['a0', 'b1', 'c2']);
    expect(await mapInTurns([], () => 1)).toEqual([]);
  });

  test('others have their turn every two milliseconds of it', async () => {
    expect(await turnsBefore(2)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
    expect(await turnsBefore(1)).toEqual([0, 0, 1, 1, 2, 2, 3, 3, 4, 4]);
  });

  test('short work is done in one turn', async () => {
    expect(await turnsBefore(0)).toEqual(Array.from({ length: 10 }, () => 0));
  });

  test('a fault ends it', async () => {
    const fault = new Error('no');
    await expect(
      mapInTurns([1], () => {
        throw fault;
      }),
    ).rejects.toBe(fault);
  });
});
