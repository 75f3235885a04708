import { expect, test } from 'vitest';
import type { Word } from '#domain/documents/pages.ts';
import { withWholeAmounts } from './split-amounts.ts';

/**
 * Returns a word with a font size of ten points and characters five points wide. `left` is the position of the first
 * character.
 */
const word = (text: string, left: number, bottom = 100): Word => ({
  text,
  box: { left, top: bottom - 10, right: left + 5 * text.length, bottom },
  size: 10,
  font: '',
  confidence: 0.9,
});
const texts = (...words: Word[]): string[] => withWholeAmounts(words).map(({ text }) => text);

test('withWholeAmounts restores the decimal point between the dollars and the cents', () => {
  expect(texts(word('BALANCE', 0), word('5,459', 300), word('86', 332))).toEqual(['BALANCE', '5,459.86']);
  expect(texts(word('-133.', 300), word('26', 327))).toEqual(['-133.26']);
  expect(texts(word('$2,807.1', 300), word('5', 343))).toEqual(['$2,807.15']);
  const [joined] = withWholeAmounts([word('183', 300), word('29', 322)]);
  expect(joined).toMatchObject({ text: '183.29', box: { left: 300, right: 332 } });
});

test('withWholeAmounts does not change numbers that belong to other text', () => {
  const street = [word('Elm', 0), word('163', 20), word('12', 42)];
  expect(texts(...street)).toEqual(['Elm', '163', '12']);
  expect(texts(word('455', 0), word('29', 22), word('1151', 39))).toEqual(['455', '29', '1151']);
  expect(texts(word('183', 0), word('29', 40))).toEqual(['183', '29']);
  expect(texts(word('183', 0), word('29', 22, 110))).toEqual(['183', '29']);
});

test('withWholeAmounts compares the gap between two words with the size of the larger word, because the measured size of a short word is too small', () => {
  const small = { ...word('157', 300), size: 7.1, box: { left: 300, top: 93, right: 313.4, bottom: 100 } };
  const cents = { ...word('81', 320.2), size: 7.6, box: { left: 320.2, top: 92.4, right: 328.5, bottom: 100 } };
  expect(texts(small, cents)).toEqual(['157.81']);
});
