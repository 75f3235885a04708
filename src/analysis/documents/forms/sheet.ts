// The words of one copy of a form, whether they are printed or typed into the fields of a fillable form.

import { type Line, linesOf } from '#analysis/documents/geometry/lines.ts';
import { dividedBy } from '#analysis/documents/geometry/rulings.ts';
import { plain } from '#analysis/documents/phrases.ts';
import type { Box, FormField, Page, Word } from '#domain/documents/pages.ts';
import { centerOf, heightOf, widthOf } from '#domain/documents/pages.ts';

export type Sheet = {
  page: Page;
  words: Word[];
  lines: Line[];
  /** The words that were typed into fields of a fillable form. */
  typed: ReadonlySet<Word>;
  /** The letters and digits of each word in lower case. */
  letters: ReadonlyMap<Word, string>;
  isDivided: (left: Box, right: Box) => boolean;
};

export function sheetOf(page: Page): Sheet {
  const typed = page.form_fields.flatMap(wordsOfField);
  const words = [...page.words.filter(isUsable), ...typed.filter(isUsable)];
  return {
    page,
    words,
    lines: linesOf(words),
    typed: new Set(typed),
    letters: new Map(words.map((word) => [word, lettersOf(word)])),
    isDivided: dividedBy(page.rulings),
  };
}

/** OCR reads a lower-case `c` in small print as other characters. */
const lettersOf = ({ text, confidence }: Word): string => plain(confidence < 1 ? text.replace(/[¢©]/g, 'c') : text);

/** Returns a part of the sheet: the words whose centres are in the area. */
export function partOf(sheet: Sheet, area: Box): Sheet {
  const words = sheet.words.filter(({ box }) => isInside(area, box));
  return { ...sheet, words, lines: linesOf(words) };
}

export function isInside(area: Box, box: Box): boolean {
  const { x, y } = centerOf(box);
  return area.left <= x && x < area.right && area.top <= y && y < area.bottom;
}

const isUsable = ({ text, box, size }: Word): boolean =>
  text !== '' &&
  size > 0 &&
  Object.values(box).every(Number.isFinite) &&
  box.right >= box.left &&
  box.bottom >= box.top;

/** The maximum height of the text in a form field, even if the field is higher. */
const SIZE_MAX = 9;

/** Returns the words of a form field, arranged from its upper left corner. A checked box becomes an `X`. */
function wordsOfField({ value, box, name }: FormField): Word[] {
  if (value === 'On') return [{ text: 'X', box, size: heightOf(box), font: name, confidence: 1 }];
  const rows = value.split(/\r\n|\r|\n/);
  const pitch = heightOf(box) / rows.length;
  const size = Math.min(SIZE_MAX, 0.8 * pitch);
  return rows.flatMap((row, index) => {
    const width = Math.min(0.55 * size, widthOf(box) / Math.max(row.length, 1));
    const bottom = box.top + Math.min(pitch, 1.3 * SIZE_MAX) * index + 0.5 * (Math.min(pitch, 1.3 * SIZE_MAX) + size);
    const center = rows.length === 1 ? (box.top + box.bottom + size) / 2 : bottom;
    return [...row.matchAll(/\S+/g)].map((match) => ({
      text: match[0],
      box: {
        left: box.left + width * match.index,
        top: center - size,
        right: box.left + width * (match.index + match[0].length),
        bottom: center,
      },
      size,
      font: name,
      confidence: 1,
    }));
  });
}
