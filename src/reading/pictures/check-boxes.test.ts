import sharp from 'sharp';
import { expect, test } from 'vitest';
import { checkBoxesIn, withoutCheckBoxes } from './check-boxes.ts';
import { inkedOf } from './dark-pixels.ts';
import type { PagePicture } from './grey.ts';

async function drawn(shapes: string): Promise<PagePicture> {
  const svg = `<svg width="400" height="200"><rect width="400" height="200" fill="white"/>
    <g stroke="black" stroke-width="2.5" fill="none">${shapes}</g></svg>`;
  const { data, info } = await sharp(Buffer.from(svg)).toColourspace('b-w').extractChannel(0).raw().toBuffer({
    resolveWithObject: true,
  });
  return { width: info.width, height: info.height, data, dpi: 200 };
}

const EMPTY = '<rect x="50" y="60" width="26" height="26"/>';
const MARKED = '<rect x="150" y="60" width="26" height="26"/><path d="M155 65L171 81M171 65L155 81"/>';
const LETTERS = '<path d="M250 60H276M250 60V86H276M284 60V86M284 60L310 86M310 60V86"/>';

test('checkBoxesIn finds empty and marked squares, and does not mistake letters for squares', async () => {
  const found = checkBoxesIn(inkedOf(await drawn(EMPTY + MARKED + LETTERS)));
  expect(found.map(({ left, is_marked }) => [Math.round(left / 50), is_marked])).toEqual([
    [1, false],
    [3, true],
  ]);
});

test('withoutCheckBoxes removes the squares and the marks in them', async () => {
  const inked = inkedOf(await drawn(EMPTY + MARKED));
  const left = withoutCheckBoxes(inked, checkBoxesIn(inked));
  expect(left.data.filter((value) => value < 200).length).toBe(0);
});
