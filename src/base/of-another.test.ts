import fc from 'fast-check';
import { expect, test } from 'vitest';
import { newOfAnother } from './of-another.ts';

const ACCOUNTS = ['a', 'b', 'c'];

test('every search returns the same item as a scan of all items', () => {
  const account = fc.constantFrom(...ACCOUNTS);
  fc.assert(
    fc.property(fc.array(account, { maxLength: 30 }), fc.array(account, { maxLength: 40 }), (owners, asking) => {
      const items = owners.map((account_id, place) => ({ account_id, place }));
      const taken = new Set<number>();
      const find = newOfAnother(items, ({ place }) => !taken.has(place));
      for (const account_id of asking) {
        const expected = items.find((item) => item.account_id !== account_id && !taken.has(item.place));
        const found = find(account_id);
        expect(found).toBe(expected);
        if (found !== undefined) taken.add(found.place);
      }
    }),
  );
});

test('the number of calls to isFree() grows linearly with the number of items', () => {
  const checksFor = (count: number): number => {
    const items = Array.from({ length: count }, (_, place) => ({ account_id: place < count / 2 ? 'a' : 'b', place }));
    const taken = new Set<number>();
    let checks = 0;
    const find = newOfAnother(items, ({ place }) => {
      checks++;
      return !taken.has(place);
    });
    for (let at = 0; at < count; at++) taken.add(find('a')?.place ?? -1);
    return checks;
  };
  expect(checksFor(2_000)).toBeLessThanOrEqual(2.3 * checksFor(1_000));
});
