import { describe, expect, test } from 'vitest';
import type { Page } from '#domain/documents/pages.ts';
import type { Drawn, DrawnPicture, DrawnWord, PageTraces } from '#domain/documents/pdf-traces.ts';
import { pictureShare, textKindOf } from './hidden-text.ts';

const [WIDTH, HEIGHT] = [600, 800];
const wordOf = (at: number, visible: boolean): DrawnWord => ({
  kind: 'word',
  text: 'word',
  box: { left: 50, top: 50 + at * 5, right: 80, bottom: 58 + at * 5 },
  size: 8,
  parts: [{ text: 'word', font: 'Helvetica' }],
  color: '#000000',
  visible,
  layer: null,
});
const wordsOf = (count: number, visible: boolean) => Array.from({ length: count }, (_, at) => wordOf(at, visible));
const pictureOf = (top: number, bottom: number, opaque = true): DrawnPicture => ({
  kind: 'picture',
  box: { left: 0, top, right: WIDTH, bottom },
  opaque,
  layer: null,
});
const tracesOf = (drawn: Drawn[]): PageTraces => ({
  number: 1,
  width: WIDTH,
  height: HEIGHT,
  drawn,
  form_fields: [],
  annotations: [],
});

/** Returns the text kind of a page. The text of the page consists of all words in `drawn`. */
function kindOf(drawn: Drawn[], form_fields: Page['form_fields'] = []) {
  const words = drawn.flatMap((one) =>
    one.kind === 'word' ? [{ text: one.text, box: one.box, size: 8, font: 'f1', confidence: 1 }] : [],
  );
  return textKindOf({ words, form_fields }, tracesOf(drawn));
}
const FIELD = { name: 'note', value: 'seen', box: { left: 0, top: 0, right: 9, bottom: 9 } };

describe('textKindOf', () => {
  test('returns `text` for a page with visible text, with and without a picture behind it', () => {
    expect(kindOf(wordsOf(12, true))).toBe('text');
    expect(kindOf([pictureOf(0, HEIGHT), ...wordsOf(60, true)])).toBe('text');
  });

  test('returns `no_text` for a page with fewer than twelve words, unless the page has a form field', () => {
    expect(kindOf(wordsOf(11, true))).toBe('no_text');
    expect(kindOf(wordsOf(11, true), [FIELD])).toBe('text');
    expect(textKindOf({ words: [], form_fields: [] }, undefined)).toBe('no_text');
  });

  test('returns `no_text` for a scan with a stamp or a form field', () => {
    expect(kindOf([pictureOf(0, HEIGHT), ...wordsOf(59, true)])).toBe('no_text');
    expect(kindOf([pictureOf(0, HEIGHT)], [FIELD])).toBe('no_text');
    expect(kindOf([pictureOf(0, 0.4 * HEIGHT), ...wordsOf(59, true)])).toBe('text');
  });

  test('returns `hidden_text` for a scan if most words are invisible', () => {
    expect(kindOf([pictureOf(0, HEIGHT), ...wordsOf(100, false), ...wordsOf(99, true)])).toBe('hidden_text');
    expect(kindOf([pictureOf(0, HEIGHT), ...wordsOf(100, false), ...wordsOf(100, true)])).toBe('text');
    expect(kindOf(wordsOf(100, false))).toBe('text');
  });

  test('returns `hidden_text` for a page with a scan painted over its words, but not if the scan is transparent', () => {
    expect(kindOf([...wordsOf(100, true), pictureOf(0, HEIGHT)])).toBe('hidden_text');
    expect(kindOf([...wordsOf(100, true), pictureOf(0, HEIGHT, false)])).toBe('text');
  });
});

test('pictureShare adds up the areas of a scan’s strips; an area that several pictures cover is counted once', () => {
  expect(pictureShare(tracesOf([pictureOf(0, 200), pictureOf(200, 600)]))).toBe(0.75);
  expect(pictureShare(tracesOf([pictureOf(0, 400), pictureOf(200, 400)]))).toBe(0.5);
});
