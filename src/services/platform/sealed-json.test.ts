// Tests of sealed lists that are read completely or only from their beginning.
import { setImmediate as turn } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { newKeyBytes, toKey } from '#base/sealing.ts';
import { sealBlocks, sealList, unsealBlocks, unsealBlocksInTurns } from './sealed-json.ts';

const key = toKey(newKeyBytes());
const PLACE = 'here';
const numbers = (count: number): number[] => Array.from({ length: count }, (_, at) => at);
const never = (): boolean => false;

describe('a list sealed in blocks', () => {
  test.each([0, 1, 199, 200, 201, 400, 567])(
    'a list of %i items is unchanged after it has been sealed and read',
    async (count) => {
      const sealed = await sealBlocks(key, numbers(count), PLACE);
      expect(unsealBlocks(key, sealed, PLACE, never)).toEqual(numbers(count));
      expect(await unsealBlocksInTurns(key, sealed, PLACE, never)).toEqual(numbers(count));
    },
  );

  test('reading a list ends with the first block whose last item satisfies `isEnough`', async () => {
    const sealed = await sealBlocks(key, numbers(567), PLACE);
    const read = (enough: number) => unsealBlocks<number>(key, sealed, PLACE, (last) => last >= enough).length;
    expect([0, 199, 200, 399, 400, 566, 567].map(read)).toEqual([200, 200, 400, 400, 567, 567, 567]);
  });

  test('unsealBlocks() can also read a list that was sealed in one piece', () => {
    const sealed = sealList(key, numbers(567), PLACE);
    expect(unsealBlocks<number>(key, sealed, PLACE, (last) => last >= 0)).toEqual(numbers(567));
  });

  test('a list can be unsealed only for the place for which it was sealed', async () => {
    const sealed = await sealBlocks(key, numbers(3), PLACE);
    expect(() => unsealBlocks(key, sealed, 'elsewhere', never)).toThrow('authenticate');
  });

  test('a list of 50,000 items is sealed and read in steps that yield to the event loop', async () => {
    let turns = 0;
    let is_done = false;
    const watching = (async () => {
      for (; !is_done; turns++) await turn();
    })();
    const items = numbers(50_000).map((at) => ({ at, description: `LANTERN MARKET ${at} `.repeat(10) }));
    const sealed = await sealBlocks(key, items, PLACE);
    const after_sealing = turns;
    await unsealBlocksInTurns(key, sealed, PLACE, never);
    is_done = true;
    await watching;
    expect(after_sealing).toBeGreaterThan(1);
    expect(turns - after_sealing).toBeGreaterThan(1);
  });
});
