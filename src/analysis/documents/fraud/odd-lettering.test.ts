import { describe, expect, test } from 'vitest';
import type { DrawnWord, PageTraces } from '#domain/documents/pdf-traces.ts';
import { documentOf } from '#test/read-documents.ts';
import { lineOffsetFindings } from './line-offsets.ts';
import { oddLetteringFindings } from './odd-lettering.ts';
import { retypedDigitFindings } from './retyped-digits.ts';

type Look = { font?: string; size?: number; down?: number };

const word = (text: string, left: number, right: number, bottom: number, look: Look = {}): DrawnWord => {
  const { font = 'Helvetica', size = 10, down = 0 } = look;
  return {
    kind: 'word',
    text,
    box: { left, top: bottom + down - size, right, bottom: bottom + down },
    size,
    parts: [{ text, font }],
    color: '#000000',
    visible: true,
    layer: null,
  };
};
const page = (drawn: DrawnWord[]): PageTraces => ({
  number: 1,
  width: 612,
  height: 792,
  drawn,
  form_fields: [],
  annotations: [],
});

const AMOUNTS = ['120.00', '1,310.50', '48.25', '2,004.10', '95.00', '15.75', '310.00', '71.20'];
/**
 * Returns a page with rows of a label and two amounts. The amounts in the rows of `changed` have the lettering `look`.
 */
const table = (changed: readonly number[], look: Look, label_look: Look = {}): PageTraces =>
  page(
    AMOUNTS.flatMap((amount, at) => {
      const own = changed.includes(at) ? look : {};
      const bottom = 100 + 18 * at;
      return [
        word(`Item${'abcdefgh'[at]}`, 100, 130, bottom, label_look),
        word(amount, 300 - 5 * amount.length, 300, bottom, own),
        word(`9${amount}`, 395 - 5 * amount.length, 400, bottom, own),
      ];
    }),
  );

describe('oddLetteringFindings', () => {
  test('reports figures in another font that has the weight and the size of the usual font', () => {
    expect(oddLetteringFindings(table([1, 3, 4], { font: 'ArialMT' }))).toMatchObject([
      {
        code: 'font_mismatch',
        severity: 'medium',
        expected: 'Helvetica',
        actual: 'ArialMT',
        message:
          'The amount 1,310.50 is written in the font ArialMT, its neighbours in Helvetica. The same is true of 5 more on this page.',
      },
    ]);
  });

  test('reports figures whose size is almost the usual size', () => {
    expect(oddLetteringFindings(table([1, 3], { size: 10.3 }))).toMatchObject([
      { expected: '10.0 pt', actual: '10.3 pt' },
    ]);
  });

  test.each<[string, Look]>([
    ['a bold font', { font: 'Helvetica-Bold' }],
    ['another copy of the same font', { font: 'ABCDEF+Helvetica' }],
    ['another size of the design', { size: 10.5 }],
    ['the usual lettering', {}],
  ])('oddLetteringFindings does not report figures in %s', (_name, look) => {
    expect(oddLetteringFindings(table([1, 3], look))).toEqual([]);
  });

  test('reports nothing if labels have the unusual font too, or if no label has the font of the other figures', () => {
    const titled = table([1, 3], { font: 'ArialMT' });
    titled.drawn.push(word('Summary', 100, 150, 60, { font: 'ArialMT' }));
    expect(oddLetteringFindings(titled)).toEqual([]);
    expect(oddLetteringFindings(table([1, 3], { font: 'ArialMT' }, { font: 'Courier' }))).toEqual([]);
  });
});

describe('lineOffsetFindings', () => {
  test('reports figures that are printed above or below the line of their label, if all other amounts of the column are on the line of their label', () => {
    expect(lineOffsetFindings(table([1, 3], { down: 0.8 }), [documentOf('PAYSTUB', {})])).toMatchObject([
      {
        code: 'font_mismatch',
        severity: 'medium',
        message: 'The amount 1,310.50 stands 0.8 points below its line. The same is true of 1 more lines on this page.',
      },
    ]);
  });

  test('reports nothing on a form, in a column whose figures are all on their lines, or in a column whose figures are mostly off their lines', () => {
    expect(lineOffsetFindings(table([], {}), [])).toEqual([]);
    expect(lineOffsetFindings(table([1, 3], { down: 0.8 }), [documentOf('W2', {})])).toEqual([]);
    expect(lineOffsetFindings(table([0, 1, 2, 3, 4, 5], { down: 0.8 }), [])).toEqual([]);
  });
});

describe('retypedDigitFindings', () => {
  const over = (text: string, left: number, right: number, bottom = 100) =>
    retypedDigitFindings(page([word('1,310.50', 260, 295, 100), word(text, left, right, bottom)]));

  test('returns a finding of high severity if other digits are drawn on top of the digits of a figure', () => {
    expect(over('8', 260, 265)).toMatchObject([
      { code: 'overlay', severity: 'high', expected: '1,310.50', actual: '8', page: 1 },
    ]);
  });

  test('reports nothing if a digit is drawn twice to make it bolder, or if another digit is beside or below the amount', () => {
    expect(over('1', 260.3, 265.3)).toEqual([]);
    expect(over('8', 296, 301)).toEqual([]);
    expect(over('8', 260, 265, 112)).toEqual([]);
  });
});
