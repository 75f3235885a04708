import { expect, test } from 'vitest';
import { byNewestTransaction } from './transactions.ts';

test('byNewestTransaction sorts transactions by time, newest first; transactions with the same time are sorted by id, in descending order', () => {
  const of = (transacted_at: string, id: string) => ({ transacted_at, id });
  const sorted = [
    of('2026-03-02T00:00:00Z', 'a'),
    of('2026-03-02T13:00:01Z', 'c'),
    of('2026-03-02T00:00:00Z', 'b'),
  ].toSorted(byNewestTransaction);
  expect(sorted.map(({ id }) => id)).toEqual(['c', 'b', 'a']);
  expect(byNewestTransaction(of('2026-03-02T00:00:00Z', 'a'), of('2026-03-02T00:00:00Z', 'a'))).toBe(0);
});
