import { expect, test } from 'vitest';
import type { Page } from '#domain/documents/pages.ts';
import { levelled } from './level.ts';

const SLOPE = Math.tan((0.25 * Math.PI) / 180);

/**
 * Two words of one line of text, on a page that is rotated clockwise by a quarter of a degree. A horizontal line is
 * drawn below the words, and a vertical line between them.
 */
const page: Page = {
  number: 1,
  width: 800,
  height: 600,
  words: [50, 750].map((x) => ({
    text: 'Pay',
    box: { left: x - 10, top: 290 + SLOPE * x, right: x + 10, bottom: 310 + SLOPE * x },
    size: 20,
    font: '',
    confidence: 0.9,
  })),
  rulings: [
    { direction: 'horizontal', at: 400 + SLOPE * 400, from: 100, to: 700 },
    { direction: 'vertical', at: 500 - SLOPE * 300, from: 200, to: 400 },
  ],
  form_fields: [],
};

test('levelled() moves the words of a sloping text line to one height, and moves the drawn lines with them', () => {
  const { words, rulings } = levelled(page, 0.25);
  const [first, last] = words.map(({ box }) => box);
  expect(first?.bottom).toBeCloseTo(310);
  expect(last?.bottom).toBeCloseTo(310);
  expect((last?.right ?? 0) - (last?.left ?? 0)).toBeCloseTo(20);
  expect(rulings[0]?.at).toBeCloseTo(400);
  expect(rulings[1]?.at).toBeCloseTo(500);
  expect(rulings[1]?.from).toBeCloseTo(200 - SLOPE * 500, 1);
});

test('levelled() does not change the page if the angle is 0, or too large to be correct', () => {
  expect(levelled(page, 0)).toBe(page);
  expect(levelled(page, 3)).toBe(page);
});
