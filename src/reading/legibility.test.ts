import { expect, test } from 'vitest';
import type { Page } from '#domain/documents/pages.ts';
import { printedPage } from '#test/printed-page.ts';
import { isLegible } from './legibility.ts';

const TEXT = 'Gross pay 2,000.00 Net pay 1,597.00 Federal tax 150.00 Medicare 29.00';

/**
 * Returns a page. OCR has a high confidence for the first `sure_words` words and a low confidence for the other words.
 */
function read(sure_words: number): Page {
  const page = printedPage(TEXT);
  return { ...page, words: page.words.map((word, at) => ({ ...word, confidence: at < sure_words ? 0.9 : 0.3 })) };
}

test('isLegible accepts a page if OCR has a high confidence for about half of its words', () => {
  expect(isLegible(read(13))).toBe(true);
  expect(isLegible(read(6))).toBe(true);
});

test('isLegible rejects a page if OCR has a high confidence for at most two of its words', () => {
  expect(isLegible(read(2))).toBe(false);
  expect(isLegible(read(0))).toBe(false);
});

test('isLegible accepts the text of a PDF and a page without words', () => {
  const printed = printedPage(TEXT);
  expect(isLegible({ ...printed, words: printed.words.map((word) => ({ ...word, font: 'F1' })) })).toBe(true);
  expect(isLegible({ ...printed, words: [] })).toBe(true);
});
