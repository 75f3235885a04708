import { expect, test } from 'vitest';
import type { Word } from '#domain/documents/pages.ts';
import { linesOf, segmentsOf } from './lines.ts';

const word = (text: string, left: number, right: number, confidence: number): Word => ({
  text,
  box: { left, top: 93, right, bottom: 100 },
  size: 7,
  font: '',
  confidence,
});
const segments = (confidence: number, ...words: [string, number, number][]): string[] => {
  const [line] = linesOf(words.map(([text, left, right]) => word(text, left, right, confidence)));
  return line === undefined ? [] : segmentsOf(line).map(({ text }) => text);
};

test('in a scan, segmentsOf allows a wider gap after an initial with a full stop ("M."), because OCR measures that gap too wide', () => {
  const name: [string, number, number][] = [
    ['JO', 71.3, 81],
    ['M.', 86.4, 94.7],
    ['LI', 102.2, 110.9],
  ];
  expect(segments(0.9, ...name)).toEqual(['JO M. LI']);
  expect(segments(1, ...name)).toEqual(['JO M.', 'LI']);
  expect(segments(0.9, ['10.', 86.4, 94.7], ['LI', 102.2, 110.9])).toEqual(['10.', 'LI']);
});
