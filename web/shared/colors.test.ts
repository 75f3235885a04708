import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { contrast, inkOn, isHexColor, readable } from './colors.ts';

const color = fc.integer({ min: 0, max: 0xffffff }).map((number) => `#${number.toString(16).padStart(6, '0')}`);

describe('accent colours that a client chooses', () => {
  test('text on any accent colour is readable', () => {
    fc.assert(fc.property(color, (accent) => contrast(inkOn(accent), accent) >= 4.5));
  });

  test('each accent colour has variants for text, which are readable on light and on dark backgrounds', () => {
    const light = ['#ffffff', '#f4f6f9'];
    const dark = ['#171c24', '#0e1218'];
    fc.assert(
      fc.property(color, (accent) => {
        const on_light = readable(accent, light, '#17202c');
        const on_dark = readable(accent, dark, '#eef2f6');
        return (
          light.every((ground) => contrast(on_light, ground) >= 4.5) &&
          dark.every((ground) => contrast(on_dark, ground) >= 4.5)
        );
      }),
    );
  });

  test('an accent colour that is already readable stays unchanged', () => {
    expect(readable('#14508c', ['#ffffff'], '#000000')).toBe('#14508c');
  });
});

test('isHexColor accepts exactly six hex digits after a #', () => {
  expect(['#14508C', '#000000'].every(isHexColor)).toBe(true);
  expect(['#14508', '#14508cc', '14508c', '#14508g', '#14508c;', 'red', ''].some(isHexColor)).toBe(false);
});
