import { expect, test } from 'vitest';
import { sharpened } from './sharpening.ts';

const SIZE = 60;
/** A picture with a soft edge: bright on the left, dark on the right, and a slope of ten pixels between them. */
const edge = (bright: number, dark: number) => ({
  width: SIZE,
  height: SIZE,
  data: Uint8Array.from({ length: SIZE * SIZE }, (_, at) => {
    const part = Math.min(1, Math.max(0, ((at % SIZE) - 25) / 10));
    return Math.round(bright + (dark - bright) * part);
  }),
});
const row = ({ data }: { data: Uint8Array }): number[] => [...data.subarray(30 * SIZE, 31 * SIZE)];

test('sharpened() makes the dark end of a soft edge darker and its bright end brighter', async () => {
  const [before, after] = [row(edge(180, 60)), row(await sharpened(edge(180, 60)))];
  expect(after[26]).toBeGreaterThan(before[26] ?? 0);
  expect(after[34]).toBeLessThan(before[34] ?? 0);
});

test('sharpened() does not change areas of a single brightness; it makes a pixel at most 25 levels brighter or 51 levels darker', async () => {
  const [before, after] = [row(edge(250, 10)), row(await sharpened(edge(250, 10)))];
  expect(after.slice(0, 15)).toEqual(before.slice(0, 15));
  expect(after.slice(-15)).toEqual(before.slice(-15));
  const moves = after.map((level, x) => level - (before[x] ?? 0));
  expect(Math.max(...moves)).toBeLessThanOrEqual(25);
  expect(Math.min(...moves)).toBeGreaterThanOrEqual(-51);
});
