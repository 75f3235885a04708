import { expect, test } from 'vitest';
import type { Grey } from './grey.ts';
import { withoutSpecks } from './specks.ts';

const WIDTH = 200;
const blank = (): Grey => ({ width: WIDTH, height: WIDTH, data: new Uint8Array(WIDTH * WIDTH).fill(230) });

/** Draws squares with the given side and brightness, 40 pixels apart. */
function withSquares(picture: Grey, side: number, brightness: number): Grey {
  for (let y = 20; y < WIDTH; y += 40) {
    for (let x = 20; x < WIDTH; x += 40) {
      for (let dy = 0; dy < side; dy++)
        picture.data.fill(brightness, (y + dy) * WIDTH + x, (y + dy) * WIDTH + x + side);
    }
  }
  return picture;
}

test('withoutSpecks removes single dark and bright pixels of a dirty scan', () => {
  expect(new Set(withoutSpecks(withSquares(blank(), 1, 40)).data)).toEqual(new Set([230]));
  const dark = { ...blank(), data: new Uint8Array(WIDTH * WIDTH).fill(20) };
  expect(new Set(withoutSpecks(withSquares(dark, 1, 240)).data)).toEqual(new Set([20]));
});

test('withoutSpecks keeps decimal points, and leaves a clean page with one isolated pixel unchanged', () => {
  const points = withSquares(blank(), 2, 40);
  expect(withoutSpecks(points)).toBe(points);
  const clean = blank();
  clean.data[20 * WIDTH + 20] = 40;
  expect(withoutSpecks(clean)).toBe(clean);
});
