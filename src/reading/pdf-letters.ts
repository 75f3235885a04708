// Computes the letters of one PDF page in the order of painting, with exact positions. pdf.js returns the operators of
// a page; this file keeps the text state that the PDF standard defines.
import type { Matrix } from './pdf-words.ts';

export type TextState = {
  font: string;
  size: number;
  char_spacing: number;
  word_spacing: number;
  /** Horizontal scale; 1 is normal. */
  scale: number;
  leading: number;
  rise: number;
  /** The text rendering mode. Mode 3 paints nothing. */
  mode: number;
};
export const TEXT_STATE: TextState = {
  font: '',
  size: 1,
  char_spacing: 0,
  word_spacing: 0,
  scale: 1,
  leading: 0,
  rise: 0,
  mode: 0,
};

/** A character with its start and end on the baseline, in coordinates of the displayed page. */
export type Glyph = { text: string; from: Point; to: Point; size: number };
export type Point = { x: number; y: number };

/** The position of the next letter, and the beginning of the current line. */
export type Cursor = { text: Matrix; line: Matrix };
const START: Matrix = [1, 0, 0, 1, 0, 0];
export const cursorAtStart = (): Cursor => ({ text: START, line: START });
export const cursorAt = (matrix: Matrix): Cursor => ({ text: matrix, line: matrix });

export function movedBy({ line }: Cursor, x: number, y: number): Cursor {
  return cursorAt(multiply(line, [1, 0, 0, 1, x, y]));
}

/** Returns the letters of one piece of text, and the cursor after it. A number in the piece moves the cursor. */
export function shownGlyphs(
  piece: readonly unknown[],
  state: TextState,
  cursor: Cursor,
  view: Matrix,
  unit: number,
): { glyphs: Glyph[]; cursor: Cursor } {
  const glyphs: Glyph[] = [];
  let { text } = cursor;
  for (const item of piece) {
    if (typeof item === 'number') {
      text = multiply(text, [1, 0, 0, 1, (-item / 1000) * state.size * state.scale, 0]);
      continue;
    }
    if (!isGlyph(item)) continue;
    const spacing = state.char_spacing + (item.isSpace === true ? state.word_spacing : 0);
    const width = (item.width * unit * state.size + spacing) * state.scale;
    const placed = multiply(view, text);
    const up = Math.hypot(placed[2], placed[3]) * Math.abs(state.size);
    const from = pointAt(placed, 0, state.rise);
    glyphs.push({ text: item.unicode, from, to: pointAt(placed, width, state.rise), size: up });
    text = multiply(text, [1, 0, 0, 1, width, 0]);
  }
  return { glyphs, cursor: { text, line: cursor.line } };
}

type PdfGlyph = { unicode: string; width: number; isSpace?: boolean };
const isGlyph = (item: unknown): item is PdfGlyph =>
  typeof item === 'object' &&
  item !== null &&
  'unicode' in item &&
  typeof item.unicode === 'string' &&
  'width' in item &&
  typeof item.width === 'number';

export const isMatrix = (value: unknown): value is Matrix =>
  (Array.isArray(value) || value instanceof Float32Array) && value.length === 6;

export const multiply = (m: Matrix, n: Matrix): Matrix => [
  m[0] * n[0] + m[2] * n[1],
  m[1] * n[0] + m[3] * n[1],
  m[0] * n[2] + m[2] * n[3],
  m[1] * n[2] + m[3] * n[3],
  m[0] * n[4] + m[2] * n[5] + m[4],
  m[1] * n[4] + m[3] * n[5] + m[5],
];

export const pointAt = (m: Matrix, x: number, y: number): Point => ({
  x: m[0] * x + m[2] * y + m[4],
  y: m[1] * x + m[3] * y + m[5],
});
