// Levels a page that is rotated by tenths of a degree: moves the words and drawn lines of the page. The picture is not
// rotated by such a small angle, because rotation blurs it. Without levelling, the words of one table row would be at
// different heights: across a wide page, a tilt of a third of a degree shifts words by half a line.
import type { Box, Page, Ruling } from '#domain/documents/pages.ts';

/**
 * The maximum angle in degrees. After straightening, a page is tilted by less than this angle, so a larger angle is
 * treated as a wrong measurement.
 */
const DEGREES_MAX = 1;

/**
 * `degrees` is the clockwise angle of the lines of text. Boxes keep their size; only their centres are rotated back.
 */
export function levelled(page: Page, degrees: number): Page {
  if (degrees === 0 || Math.abs(degrees) > DEGREES_MAX) return page;
  const slope = Math.tan((degrees * Math.PI) / 180);
  return {
    ...page,
    words: page.words.map((word) => ({ ...word, box: moved(word.box, slope) })),
    rulings: page.rulings.map((ruling) => movedRuling(ruling, slope)),
  };
}

function moved({ left, top, right, bottom }: Box, slope: number): Box {
  const [x, y] = [slope * ((top + bottom) / 2), -slope * ((left + right) / 2)];
  return { left: left + x, top: top + y, right: right + x, bottom: bottom + y };
}

function movedRuling({ direction, at, from, to }: Ruling, slope: number): Ruling {
  const down = direction === 'horizontal' ? -slope : slope;
  return { direction, at: at + (down * (from + to)) / 2, from: from - down * at, to: to - down * at };
}
