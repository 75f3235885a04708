// Finds digits that are drawn on top of the digits of a figure, so that a reader of the page sees another figure.
import type { DrawnWord, PageTraces } from '#domain/documents/pdf-traces.ts';
import { type Finding, firstOf, shownWords, statesFact } from './findings.ts';

const DIGITS = /^[\d.,]+$/;
/** The minimum share of the width of the upper digits that lies within the figure. */
const WITHIN_MIN = 0.7;
/** A page with more words than this is a listing, and comparing each word with all figures would take too long. */
const WORDS_MAX = 4_000;

export function retypedDigitFindings(page: PageTraces): Finding[] {
  const words = shownWords(page);
  if (words.length > WORDS_MAX) return [];
  const figures = words.flatMap((word, index) => (statesFact(word.text) ? [{ word, index }] : []));
  return firstOf(
    words.flatMap((over, index): Finding[] => {
      if (!DIGITS.test(over.text)) return [];
      const under = figures.find((one) => one.index < index && isTypedOver(over, one.word))?.word;
      if (under === undefined) return [];
      return [
        {
          code: 'overlay',
          severity: 'high',
          page: page.number,
          box: under.box,
          expected: under.text,
          actual: over.text,
          message: `“${over.text}” is drawn on top of the digits of “${under.text}”.`,
        },
      ];
    }),
  );
}

/**
 * Whether the digits are drawn on top of the figure. They must differ from the digits below them, because some programs
 * draw a text twice to make it bolder.
 */
function isTypedOver(over: DrawnWord, under: DrawnWord): boolean {
  const [width, height] = [over.box.right - over.box.left, Math.max(over.size, under.size)];
  const common = Math.min(over.box.right, under.box.right) - Math.max(over.box.left, under.box.left);
  if (common < WITHIN_MIN * width || Math.abs(over.box.bottom - under.box.bottom) > 0.3 * height) return false;
  if (over.text.length >= under.text.length) return false;
  return lettersAt(under, over.box.left, over.text.length) !== over.text;
}

/**
 * Returns `count` letters of a word, beginning with the letter whose left edge is nearest to `x`. Points and commas are
 * assumed to be half as wide as digits.
 */
function lettersAt({ text, box }: DrawnWord, x: number, count: number): string {
  const widths = [...text].map((letter) => (/[.,]/.test(letter) ? 0.5 : 1));
  const unit = (box.right - box.left) / widths.reduce((sum, width) => sum + width, 0);
  let left = box.left;
  const starts = widths.map((width) => {
    const start = left;
    left += width * unit;
    return start;
  });
  const distances = starts.map((start) => Math.abs(start - x));
  const nearest = distances.indexOf(Math.min(...distances));
  return text.slice(nearest, nearest + count);
}
