import { describe, expect, test } from 'vitest';
import { contrast, readableOn } from './contrast.ts';

describe('the contrast', () => {
  test.for([
    ['#000000', '#ffffff', 21],
    ['#ffffff', '#000000', 21],
    ['#123456', '#123456', 1],
    ['#777777', '#ffffff', 4.48],
    ['#ff0000', '#ffffff', 4],
  ] as const)('the contrast of %s and %s is %f', ([one, other, ratio]) => {
    expect(contrast(one, other)).toBeCloseTo(ratio, 2);
  });
});

test('readableOn() returns the text colour with the highest contrast to the background', () => {
  expect(readableOn('#ffe600', ['#ffffff', '#1c2430'])).toBe('#1c2430');
  expect(readableOn('#14508c', ['#ffffff', '#1c2430'])).toBe('#ffffff');
});
