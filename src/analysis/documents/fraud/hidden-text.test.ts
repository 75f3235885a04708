import { describe, expect, test } from 'vitest';
import type { Page, Word } from '#domain/documents/pages.ts';
import { hiddenTextFindings } from './hidden-text.ts';

const wordOf = (text: string, { right = 400, bottom = 100, confidence = 0.95 } = {}): Word => ({
  text,
  box: { left: right - 40, top: bottom - 10, right, bottom },
  size: 10,
  font: '',
  confidence,
});
const findingsFor = (seen: Word[], hidden: Word[]) => {
  const page: Page = {
    number: 2,
    width: 612,
    height: 792,
    words: seen,
    hidden_words: hidden,
    rulings: [],
    form_fields: [],
  };
  return hiddenTextFindings(page).map(({ severity, page: number, expected, actual }) => [
    severity,
    number,
    expected,
    actual,
  ]);
};

describe('the comparison of invisible text with the picture', () => {
  test('finds an amount that differs from the amount in the same place of the picture', () => {
    expect(findingsFor([wordOf('1,500.00')], [wordOf('2,900.00', { right: 405, bottom: 106 })])).toEqual([
      ['high', 2, '1,500.00', '2,900.00'],
    ]);
  });

  test.each([
    ['equal amounts', '1,500.00', '$1500.00'],
    ['a digit that looks alike', '1,500.00', '1,600.00'],
    ['a lost digit', '1,500.00', '500.00'],
  ])('the comparison of invisible text with the picture returns no finding for %s', (_, seen, hidden) => {
    expect(findingsFor([wordOf(seen)], [wordOf(hidden)])).toEqual([]);
  });

  test('finds nothing if OCR is not sure, or if the amounts are in different places', () => {
    expect(findingsFor([wordOf('1,500.00', { confidence: 0.8 })], [wordOf('2,900.00')])).toEqual([]);
    expect(findingsFor([wordOf('1,500.00')], [wordOf('2,900.00', { bottom: 110 })])).toEqual([]);
  });

  test('finds nothing if the same amount is a few points away in the picture, because a scan is straightened before OCR', () => {
    const [seen, hidden] = [
      [wordOf('1,500.00'), wordOf('2,900.00', { bottom: 112 })],
      [wordOf('2,900.00', { bottom: 106 }), wordOf('1,500.00', { bottom: 94 })],
    ];
    expect(findingsFor(seen, hidden)).toEqual([]);
  });
});
