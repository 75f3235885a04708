// Erases drawn lines before OCR. If a line touches text, Tesseract reads the line as a part of the letters, and then
// loses or misreads the text.
import type { Background } from './background.ts';
import { DARK_SHARE, type Inked, inkIn } from './dark-pixels.ts';
import { copyOf, type Grey } from './grey.ts';
import { type DrawnLine, EDGE, type Run, spansOf } from './rulings.ts';

/**
 * Returns the picture without the given lines and without dashed lines. Letters that cross a line keep their pixels.
 */
export function withoutLines({ picture, background, dark }: Inked, lines: readonly DrawnLine[]): Inked {
  const [clean, rest] = [copyOf(picture), copyOf(dark)];
  const eraser = eraserOf(clean, rest, background);
  const of = (direction: DrawnLine['direction']) => lines.filter((line) => line.direction === direction);
  for (const { runs } of of('horizontal')) erase(eraser, runs);
  for (const runs of dashedLines(rest, picture.dpi)) erase(eraser, runs);
  const upright = {
    height: picture.width,
    isInk: (x: number, y: number) => eraser.isInk(y, x),
    clear: (x: number, y: number) => eraser.clear(y, x),
  };
  for (const { runs } of of('vertical')) erase(upright, runs);
  return { picture: clean, background, dark: rest };
}

type Stroke = DrawnLine['runs'];

type Eraser = { height: number; isInk(x: number, y: number): boolean; clear(x: number, y: number): void };

/** Paints pixels of a picture in the colour of the paper, and updates the marks of its dark pixels. */
function eraserOf(picture: Grey, dark: Grey, background: Background): Eraser {
  const { width, height, data } = picture;
  return {
    height,
    isInk: inkIn(picture, background),
    clear(x, y) {
      const [at, paper] = [y * width + x, background(x, y)];
      data[at] = paper;
      dark.data[at] = (data[at] ?? 0) < DARK_SHARE * paper ? 1 : 0;
    },
  };
}

/** Paints the pixels of one line in the colour of the paper. */
function erase({ height, isInk, clear }: Eraser, runs: Stroke): void {
  const isInkIn = (x: number, y: number): boolean => y >= 0 && y < height && isInk(x, y);
  for (const [x, { top, bottom }] of spansOf(runs)) {
    const [above, below] = [isInkIn(x, top - EDGE), isInkIn(x, bottom + EDGE)];
    if (above && below) continue;
    const [from, to] = [above ? top : top - EDGE + 1, below ? bottom : bottom + EDGE - 1];
    for (let y = Math.max(0, from); y <= Math.min(height - 1, to); y++) clear(x, y);
  }
}

/**
 * The minimum and maximum length of a dash, the minimum and maximum gap between dashes, and the minimum length of a
 * dashed line, in points.
 */
const [DASH_MIN, DASH_MAX, GAP_MIN, GAP_MAX, DASHED_MIN] = [1.4, 6, 0.5, 5, 40];
/** The maximum thickness of a dash in points. Most strokes of letters are taller than this. */
const DASH_THICKNESS = 1.6;
/**
 * `DASHES_MIN` is the minimum number of dashes in a dashed line. `EQUAL_SHARE` is the minimum share of these dashes
 * that must have about the same length.
 */
const [DASHES_MIN, EQUAL_SHARE] = [8, 0.8];

/**
 * Finds rows of short dashes of equal length. A row of letters is different: its strokes have many lengths and are not
 * as thin.
 */
function dashedLines({ width, height, data }: Grey, dpi: number): Stroke[] {
  const scale = dpi / 72;
  const found: Stroke[] = [];
  const reach = Math.ceil(DASH_THICKNESS * scale);
  const beside = reach * width;
  const isThin = (at: number): boolean => data[at] === 1 && data[at - beside] === 0 && data[at + beside] === 0;
  const step = Math.max(1, Math.ceil(DASH_MIN * scale));
  /**
   * Checks quickly whether a row can have enough dashes. It looks at only one pixel per step. Each dash is at least as
   * long as a step, so no dash is missed.
   */
  const canBeDashed = (y: number): boolean => {
    let seen = 0;
    for (let at = y * width; at < (y + 1) * width && seen < DASHES_MIN; at += step)
      if (data[at] === 1 && isThin(at)) seen++;
    return seen >= DASHES_MIN;
  };
  for (let y = reach; y < height - reach; y++) {
    if (!canBeDashed(y)) continue;
    let row: Run[] = [];
    let dash: Run | undefined;
    const end = () => {
      const length = row.length === 0 ? 0 : (row.at(-1)?.to ?? 0) - (row[0]?.from ?? 0);
      if (length >= DASHED_MIN * scale && row.length >= DASHES_MIN && areEqual(row)) {
        found.push(row.map(({ from, to }) => ({ row: y, from, to })));
      }
      row = [];
    };
    const close = () => {
      if (dash === undefined) return;
      const length = dash.to - dash.from + 1;
      const gap = dash.from - (row.at(-1)?.to ?? dash.from);
      if (length < DASH_MIN * scale || length > DASH_MAX * scale) end();
      else {
        if (row.length > 0 && (gap < GAP_MIN * scale || gap > GAP_MAX * scale)) end();
        row.push(dash);
      }
      dash = undefined;
    };
    for (let x = 0; x < width; x++) {
      if (isThin(y * width + x)) {
        if (dash === undefined) dash = { from: x, to: x };
        else dash.to = x;
      } else if (dash !== undefined) close();
    }
    close();
    end();
  }
  return found;
}

function areEqual(row: readonly Run[]): boolean {
  const steps = row.slice(1).map(({ from }, index) => from - (row[index]?.from ?? 0));
  return areAlike(row.map(({ from, to }) => to - from + 1)) && areAlike(steps);
}

function areAlike(values: readonly number[]): boolean {
  const lengths = values.toSorted((a, b) => a - b);
  const middle = lengths[Math.floor(lengths.length / 2)] ?? 0;
  const equal = lengths.filter((length) => Math.abs(length - middle) <= 1).length;
  return equal >= EQUAL_SHARE * lengths.length;
}
