// Builds pages from monospaced text, for tests of document readers.
import type { Page, Word } from '#domain/documents/pages.ts';

const CHARACTER = 4.6;
const SIZE = 11;
const LINE = 14;
const MARGIN = 30;

/**
 * Returns a page with each word at the line and column that it has in the given text. Three or more spaces separate
 * columns.
 */
export function printedPage(text: string, number = 1): Page {
  const words: Word[] = [];
  for (const [index, line] of text.split('\n').entries()) {
    for (const match of line.matchAll(/\S+/g)) {
      const left = MARGIN + match.index * CHARACTER;
      const bottom = MARGIN + index * LINE;
      const box = { left, top: bottom - SIZE, right: left + match[0].length * CHARACTER, bottom };
      words.push({ text: match[0], box, size: SIZE, font: '', confidence: 1 });
    }
  }
  return { number, width: 612, height: 792, words, rulings: [], form_fields: [] };
}
