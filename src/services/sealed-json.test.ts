// A list at rest, read whole or from its beginning only.
import { describe, expect, test } from 'vitest';
import { newKeyBytes, toKey } from '#base/sealing.ts';
import { sealBlocks, sealList, unsealBlocks } from './sealed-json.ts';

const key = toKey(newKeyBytes());
const PLACE = 'here';
const numbers = (count: number): number[] => Array.from({ length: count }, (_, at) => at);
const never = (): boolean => false;

describe('a list in blocks', () => {
  test.each([0, 1, 199, 200, 201, 400, 567])('of %i is the same when it is read whole', (count) => {
    const sealed = sealBlocks(key, numbers(count), PLACE);
    expect(unsealBlocks(key, sealed, PLACE, never)).toEqual(numbers(count));
  });

  test('is read up to the block whose last item is enough', () => {
    const sealed = sealBlocks(key, numbers(567), PLACE);
    const read = (enough: number) => unsealBlocks<number>(key, sealed, PLACE, (last) => last >= enough).length;
    expect([0, 199, 200, 399, 400, 566, 567].map(read)).toEqual([200, 200, 400, 400, 567, 567, 567]);
  });

  test('reads what was sealed in one piece', () => {
    const sealed = sealList(key, numbers(567), PLACE);
    expect(unsealBlocks<number>(key, sealed, PLACE, (last) => last >= 0)).toEqual(numbers(567));
  });

  test('opens at its own place only', () => {
    const sealed = sealBlocks(key, numbers(3), PLACE);
    expect(() => unsealBlocks(key, sealed, 'elsewhere', never)).toThrow('authenticate');
  });
});
