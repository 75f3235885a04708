import sharp from 'sharp';
import { expect, test } from 'vitest';
import { inkedOf } from './dark-pixels.ts';
import { withoutLines } from './erased-lines.ts';
import type { PagePicture } from './grey.ts';
import { drawnLinesOf } from './rulings.ts';

async function drawn(shapes: string): Promise<PagePicture> {
  const svg = `<svg width="800" height="400"><rect width="800" height="400" fill="white"/>${shapes}</svg>`;
  const { data, info } = await sharp(Buffer.from(svg)).toColourspace('b-w').extractChannel(0).raw().toBuffer({
    resolveWithObject: true,
  });
  return { width: info.width, height: info.height, data, dpi: 200 };
}

const erased = async (shapes: string): Promise<PagePicture> => {
  const picture = await drawn(shapes);
  const inked = inkedOf(picture);
  return withoutLines(inked, drawnLinesOf(inked).rulings).picture;
};
const inkOf = ({ data }: PagePicture): number => data.filter((value) => value < 200).length;

const LETTERS = '<path d="M120 90V120M150 90V120M120 98H150" stroke="black" stroke-width="5" fill="none"/>';

test('withoutLines erases solid and dashed lines, and keeps the letters beside them', async () => {
  const frame = '<path d="M50 50H750M50 150H750M50 50V150M750 50V150" stroke="black" stroke-width="3" fill="none"/>';
  const dashed = '<path d="M50 300H750" stroke="black" stroke-width="2" stroke-dasharray="8 6"/>';
  expect(inkOf(await erased(frame))).toBe(0);
  expect(inkOf(await erased(dashed))).toBeLessThan(0.1 * inkOf(await drawn(dashed)));
  expect(inkOf(await erased(`${frame}${LETTERS}`))).toBe(inkOf(await drawn(LETTERS)));
});

test('withoutLines keeps the strokes of letters where they cross a line', async () => {
  const crossed = await erased(`<path d="M50 110H750" stroke="black" stroke-width="3"/>${LETTERS}`);
  expect(crossed.data[110 * 800 + 120]).toBeLessThan(100);
  expect(crossed.data[110 * 800 + 400]).toBeGreaterThan(200);
});
