import { describe, expect, test } from 'vitest';
import type { Word } from '#domain/documents/pages.ts';
import { isPriced, parseQuantity, splitProduct, withoutSymbols } from './quantities.ts';

describe('parseQuantity', () => {
  test.each([
    ['1,234.56', 123_456n],
    ['$1,234.56', 123_456n],
    ['80', 8_000n],
    ['.50', 50n],
    ['-40.60', -4_060n],
    ['40.60-', -4_060n],
    ['(40.60)', -4_060n],
    ['($40.60)', -4_060n],
    ['-28.85*', -2_885n],
    ['25.1250', 2_513n],
    ['25.1249', 2_512n],
    ['30.000000', 3_000n],
    ['25.00/hr', 2_500n],
    ['7:30', 750n],
    ['7:59', 798n],
  ])('parseQuantity accepts %s as a number', (text, value) => {
    expect(parseQuantity(text)).toBe(value);
  });

  test.each([
    '',
    '.',
    '$',
    '-',
    'abc',
    '12.3.4',
    '1,23.45',
    '01/02/2026',
    '555-0132',
    '7:60',
    '1234567890',
    '1.1234567',
    'x1234',
  ])('parseQuantity rejects %j as a number', (text) => {
    expect(parseQuantity(text)).toBeUndefined();
  });
});

test('isPriced accepts numbers with decimals, thousands separators or dollar signs, and rejects whole numbers', () => {
  expect(['12.00', '1,200', '$5'].every(isPriced)).toBe(true);
  expect(['12', '401', '1,20'].some(isPriced)).toBe(false);
});

describe('withoutSymbols', () => {
  const line = (...parts: [string, number][]): Word[] =>
    parts.map(([text, left]) => ({
      text,
      box: { left, top: 0, right: left + text.length * 5, bottom: 10 },
      size: 10,
      font: '',
      confidence: 1,
    }));
  const texts = (words: Word[]) => withoutSymbols(words).map(({ text }) => text);

  test('removes a separate dollar sign, and joins a separate minus to the number after it', () => {
    expect(texts(line(['Tax', 0], ['$', 60], ['12.00', 70]))).toEqual(['Tax', '12.00']);
    expect(texts(line(['Tax', 0], ['-', 60], ['12.00', 66]))).toEqual(['Tax', '-12.00']);
  });

  test('treats a dash in another column as an empty cell, not as a minus', () => {
    expect(texts(line(['Salary', 0], ['-', 60], ['12.00', 90]))).toEqual(['Salary', '12.00']);
  });

  test('keeps a dash between two words', () => {
    expect(texts(line(['FICA', 0], ['-', 23], ['Medicare', 31]))).toEqual(['FICA', '-', 'Medicare']);
  });

  test('removes leaders, the dots between a text and its number', () => {
    expect(texts(line(['Salary.....', 0], ['.......', 60], ['12.00', 100]))).toEqual(['Salary', '12.00']);
  });
});

describe('splitProduct', () => {
  const word = (text: string): Word => ({
    text,
    box: { left: 10, top: 0, right: 10 + text.length * 5, bottom: 10 },
    size: 10,
    font: '',
    confidence: 1,
  });

  test('splits a word with hours and rate into three words, and a word with a tag and an amount into two words', () => {
    const parts = splitProduct(word('38.50@21.40'));
    expect(parts.map(({ text, box }) => [text, box.left, box.right])).toEqual([
      ['38.50', 10, 35],
      ['@', 35, 40],
      ['21.40', 40, 65],
    ]);
    expect(splitProduct(word('8h×$21.40/hr')).map(({ text }) => text)).toEqual(['8h', '×', '$21.40/hr']);
    expect(splitProduct(word('YTD:900.00')).map(({ text }) => text)).toEqual(['YTD:', '900.00']);
  });

  test.each(['x1234', '2x4', 'XXXX-1.00', '38.50'])('splitProduct keeps %s as one word', (text) => {
    expect(splitProduct(word(text))).toEqual([word(text)]);
  });
});
