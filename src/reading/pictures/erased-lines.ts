// Erases drawn lines before OCR. Tesseract takes a line that touches text for a part of the letters, and then loses the
// text or reads it wrong.
import { type Background, backgroundOf } from './background.ts';
import type { PagePicture } from './grey.ts';
import { type DrawnLine, EDGE, INK_SHARE, type Run, spansOf, transposed } from './rulings.ts';

/** Returns the picture without these lines and without dashed lines. Letters that cross a line keep their pixels. */
export function withoutLines(picture: PagePicture, lines: readonly DrawnLine[]): PagePicture {
  const background = backgroundOf(picture);
  const of = (direction: DrawnLine['direction']): Stroke[] =>
    lines.filter((line) => line.direction === direction).map(({ runs }) => runs);
  const level = { ...picture, data: picture.data.slice() };
  for (const runs of of('horizontal')) erase(level, runs, background);
  for (const runs of dashedLines(level, background)) erase(level, runs, background);
  const upright = transposed(level);
  for (const runs of of('vertical')) erase(upright, runs, (x, y) => background(y, x));
  return transposed(upright);
}

type Stroke = DrawnLine['runs'];

/** Paints the pixels of one line in the colour of the paper. */
function erase({ width, height, data }: PagePicture, runs: Stroke, background: Background): void {
  const isInk = (x: number, y: number): boolean =>
    y >= 0 && y < height && (data[y * width + x] ?? 255) < INK_SHARE * background(x, y);
  for (const [x, { top, bottom }] of spansOf(runs)) {
    const [above, below] = [isInk(x, top - EDGE), isInk(x, bottom + EDGE)];
    if (above && below) continue;
    const [from, to] = [above ? top : top - EDGE + 1, below ? bottom : bottom + EDGE - 1];
    for (let y = Math.max(0, from); y <= Math.min(height - 1, to); y++) data[y * width + x] = background(x, y);
  }
}

/** Lengths of dashes and of the gaps between them, and the minimum length of a dashed line, in points. */
const [DASH_MIN, DASH_MAX, GAP_MIN, GAP_MAX, DASHED_MIN] = [1.4, 6, 0.5, 5, 40];
/** The maximum thickness of a dash in points. Most strokes of letters are taller than this. */
const DASH_THICKNESS = 1.6;
/** A dashed line has at least this many dashes, and most of them have about the same length. */
const [DASHES_MIN, EQUAL_SHARE] = [8, 0.8];

/** Finds rows of short dashes of equal length. A row of letters has strokes of many lengths that are not as thin. */
function dashedLines(picture: PagePicture, background: Background): Stroke[] {
  const scale = picture.dpi / 72;
  const found: Stroke[] = [];
  const reach = Math.ceil(DASH_THICKNESS * scale);
  const { width, height, data } = picture;
  const isInk = (x: number, y: number): boolean =>
    (data[y * width + x] ?? 255) < 0.82 * background(x, Math.min(height - 1, Math.max(0, y)));
  for (let y = reach; y < height - reach; y++) {
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
      const thin = isInk(x, y) && !isInk(x, y - reach) && !isInk(x, y + reach);
      if (thin && dash === undefined) dash = { from: x, to: x };
      else if (thin && dash !== undefined) dash.to = x;
      else close();
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
