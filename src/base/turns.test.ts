import * as fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { mapInTurns, sortInTurns } from './turns.ts';

// The test controls how long each piece of work takes.
beforeEach(() => void vi.useFakeTimers({ toFake: ['performance'] }));
afterEach(() => void vi.useRealTimers());

/**
 * Runs ten pieces of work, each of which takes `each_ms`. For each piece, returns how many iterations of the event loop
 * ran before it.
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

  test('if several pieces of work run side by side, each iteration of the event loop runs only one of them, for two milliseconds', async () => {
    let iteration = 0;
    let other: NodeJS.Immediate;
    const again = () => {
      iteration++;
      other = setImmediate(again);
    };
    other = setImmediate(again);
    const spent_ms: number[] = [];
    const seen = await Promise.all(
      Array.from({ length: 5 }, () =>
        mapInTurns(Array.from({ length: 10 }), () => {
          vi.advanceTimersByTime(1);
          spent_ms[iteration] = (spent_ms[iteration] ?? 0) + 1;
          return iteration;
        }),
      ),
    );
    clearImmediate(other);
    // All five pieces of work begin in the first iteration, so that iteration is left out. After it, each piece runs
    // once in every five iterations.
    expect(Math.max(...spent_ms.slice(1))).toBe(2);
    expect(seen[0]).toEqual([0, 0, 1, 1, 6, 6, 11, 11, 16, 16]);
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

describe('sortInTurns', () => {
  type Item = { rank: number; place: number };
  const byRank = (a: Item, b: Item): number => a.rank - b.rank;

  test('returns the items in the same order as toSorted, even if some items are equal', async () => {
    const ranks = fc.array(fc.nat({ max: 300 }), { maxLength: 1_500, size: 'max' });
    await fc.assert(
      fc.asyncProperty(ranks, async (ranks) => {
        const items = ranks.map((rank, place) => ({ rank, place }));
        expect(await sortInTurns(items, byRank)).toEqual(items.toSorted(byRank));
      }),
    );
  });

  test('yields to the event loop while it sorts and while it merges', async () => {
    let turns = 0;
    let other: NodeJS.Immediate;
    const again = () => {
      turns++;
      other = setImmediate(again);
    };
    other = setImmediate(again);
    // Each comparison takes 10 µs. The 1,000 items are sorted as four lists (runs) of 250 items, and merging the four
    // runs takes at least 1,000 comparisons.
    const compared: number[] = [];
    await sortInTurns(
      Array.from({ length: 1_000 }, (_, at) => (at * 617) % 1_000),
      (a, b) => {
        vi.advanceTimersByTime(0.01);
        compared[turns] = (compared[turns] ?? 0) + 1;
        return a - b;
      },
    );
    clearImmediate(other);
    // A turn may have 200 comparisons, which take two milliseconds, and then one more run. The run is sorted without a
    // pause, in at most 250 × 8 comparisons.
    expect(Math.max(...compared)).toBeLessThan(2_200);
    expect(Math.min(...compared.slice(0, -1))).toBeGreaterThanOrEqual(200);
  });
});
