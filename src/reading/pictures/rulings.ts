// Finds the straight lines of forms and tables in a picture: long dark runs of pixels in neighbouring rows or columns.
import type { Ruling } from '#domain/documents/pages.ts';
import { type Inked, inkIn } from './dark-pixels.ts';
import type { Grey } from './grey.ts';

/**
 * The minimum lengths of lines, in points. A vertical line of a form may be only as long as the height of one row of
 * cells. The strokes of letters are shorter.
 */
const LENGTH_MIN = { horizontal: 28, vertical: 17 };
const THICKNESS_MAX = 2.5;
/**
 * The minimum length of a run, in points. A line that is not quite horizontal consists of several runs. The strokes of
 * large letters are shorter.
 */
const RUN_MIN = 13;
/**
 * The largest gap in pixels, within a run and between rows. Noise interrupts a run, and a tilted line continues in the
 * next row.
 */
const GAP_MAX = 2;
/**
 * The minimum share of dark pixels in a line. In a row of pixels that crosses small letters, a fifth of the pixels are
 * gaps.
 */
const FILLED_SHARE_MIN = 0.9;

/** A drawn line with its pixels: the runs in each row or, if the line is vertical, in each column. */
export type DrawnLine = Ruling & { runs: readonly (Run & { row: number })[] };

/** `rulings` are lines that divide cells. `strokes` are short vertical lines that stand alone and divide no cells. */
type DrawnLines = { rulings: DrawnLine[]; strokes: DrawnLine[] };

export function drawnLinesOf({ picture, background, dark }: Inked): DrawnLines {
  const scale = picture.dpi / 72;
  const isInk = inkIn(picture, background);
  const level: Side = { ...sizeOf(dark), direction: 'horizontal', scale, isInk };
  const columns = transposed(dark);
  const upright: Side = { ...sizeOf(columns), direction: 'vertical', scale, isInk: (x, y) => isInk(y, x) };
  const level_runs = rowsOfRuns(dark, RUN_MIN * scale);
  // A stroke may be shorter than a line, so the runs that are long enough for strokes include the runs of lines.
  const short_runs = rowsOfRuns(columns, STROKE_MIN * scale);
  const upright_runs = short_runs.map((runs) => runs.filter(({ from, to }) => to - from + 1 >= RUN_MIN * scale));
  return {
    rulings: [
      ...linesOf(level, level_runs, LENGTH_MIN.horizontal),
      ...linesOf(upright, upright_runs, LENGTH_MIN.vertical),
    ],
    strokes: linesOf(upright, short_runs, STROKE_MIN).filter(
      ({ from, to, runs }) => to - from < LENGTH_MIN.vertical && isAlone(upright, runs),
    ),
  };
}

/**
 * A picture that is searched for lines row by row. For vertical lines, it is the transposed picture. `scale` is the
 * number of pixels per point.
 */
type Side = {
  width: number;
  height: number;
  direction: Ruling['direction'];
  scale: number;
  isInk(x: number, y: number): boolean;
};

const sizeOf = ({ width, height }: Grey) => ({ width, height });

/** Only the dark pixels are copied, because most pixels of a page are paper. */
function transposed({ width, height, data }: Grey): Grey {
  const out = new Uint8Array(data.length);
  for (let y = 0; y < height; y++) {
    const row = y * width;
    for (let x = 0; x < width; x++) if (data[row + x] === 1) out[x * height + y] = 1;
  }
  return { width: height, height: width, data: out };
}

export type Run = { from: number; to: number };
/**
 * Runs in neighbouring rows that touch each other. `weight` is the number of pixels, and `moment` is the sum of their
 * row numbers.
 */
type Line = Run & {
  last_row: number;
  last: Run;
  weight: number;
  moment: number;
  runs: (Run & { row: number })[];
};

/** The minimum length of a short stroke, and the width of the empty space beside it, in points. */
const [STROKE_MIN, STROKE_CLEAR] = [8.5, 4];
/** The maximum share of dark pixels beside a stroke. It is above zero, because dirt is dark too. */
const STROKE_DARK_MAX = 0.04;

/**
 * Whether nothing is printed beside a short vertical stroke. Forms have such strokes between codes and amounts, and OCR
 * loses the text beside them. A letter of this height belongs to a heading, so it is close to other letters.
 */
function isAlone({ height, scale, isInk }: Side, runs: DrawnLine['runs']): boolean {
  const clear = Math.round(STROKE_CLEAR * scale);
  let [dark, pixels] = [0, 0];
  for (const [x, { top, bottom }] of spansOf(runs)) {
    for (let step = EDGE; step <= clear; step++) {
      for (const y of [top - step, bottom + step]) {
        if (y < 0 || y >= height) return false;
        pixels++;
        if (isInk(x, y)) dark++;
      }
    }
  }
  return dark <= STROKE_DARK_MAX * pixels;
}

/** Joins the runs of neighbouring rows into lines. `length_min` is in points. */
function linesOf(side: Side, rows: readonly Run[][], length_min: number): DrawnLine[] {
  const { direction, scale } = side;
  const done: Line[] = [];
  let open: Line[] = [];
  for (const [y, runs] of rows.entries()) {
    for (const run of runs) {
      const line = open.find(({ last, last_row }) => last_row >= y - 1 - GAP_MAX && touch(last, run));
      if (line === undefined)
        open.push({ ...run, last_row: y, last: run, ...weights(run, y), runs: [{ ...run, row: y }] });
      else extend(line, run, y);
    }
    if (open.length === 0) continue;
    done.push(...open.filter(({ last_row }) => last_row < y - GAP_MAX));
    open = open.filter(({ last_row }) => last_row >= y - GAP_MAX);
  }
  return [...done, ...open].flatMap(({ from, to, weight, moment, runs }) => {
    const length = to - from + 1;
    if (length < length_min * scale || weight / length > THICKNESS_MAX * scale) return [];
    if (!isDrawn(side, runs)) return [];
    return [{ direction, at: (moment / weight + 0.5) / scale, from: from / scale, to: (to + 1) / scale, runs }];
  });
}

/** How far, in pixels, the grey edge of a line reaches beyond its dark pixels. */
export const EDGE = 2;
/**
 * In a blurred picture, a row of letters looks like a line. Other parts of the letters touch this line along a share of
 * its length between `TOUCHED_MIN` and `TOUCHED_MAX`. A drawn line is touched along less of its length. A line that is
 * only one layer of a thicker drawn line is touched along more of its length.
 */
const [TOUCHED_MIN, TOUCHED_MAX] = [0.25, 0.92];
/** The maximum length, in points, of a row of letters without gaps. */
const TEXT_LENGTH_MAX = 250;

/** Whether the line is drawn and not a part of a row of letters. */
function isDrawn({ height, scale, isInk }: Side, runs: DrawnLine['runs']): boolean {
  const spans = spansOf(runs);
  if (spans.size > TEXT_LENGTH_MAX * scale) return true;
  const inkAt = (place: (span: { top: number; bottom: number }) => number): number => {
    let ink = 0;
    for (const [x, span] of spans) {
      const y = place(span);
      if (y >= 0 && y < height && isInk(x, y)) ink++;
    }
    return ink / spans.size;
  };
  // At this distance even the thickest line has ended, but letters continue.
  const thickness = Math.round(THICKNESS_MAX * scale);
  const sides = [
    [inkAt(({ top }) => top - EDGE), () => inkAt(({ top }) => top - thickness)],
    [inkAt(({ bottom }) => bottom + EDGE), () => inkAt(({ bottom }) => bottom + thickness)],
  ] as const;
  return sides.every(([near, far]) => near <= TOUCHED_MIN || (near >= TOUCHED_MAX && far() <= TOUCHED_MIN));
}

/** Returns the first and the last row of a line at each position along the line. */
export function spansOf(runs: DrawnLine['runs']): Map<number, { top: number; bottom: number }> {
  const spans = new Map<number, { top: number; bottom: number }>();
  for (const { row, from, to } of runs) {
    for (let x = from; x <= to; x++) {
      const span = spans.get(x);
      if (span === undefined) spans.set(x, { top: row, bottom: row });
      else span.bottom = row;
    }
  }
  return spans;
}

const touch = (a: Run, b: Run): boolean => a.from <= b.to + 1 + GAP_MAX && b.from <= a.to + 1 + GAP_MAX;

const weights = ({ from, to }: Run, y: number) => ({ weight: to - from + 1, moment: y * (to - from + 1) });

function extend(line: Line, run: Run, y: number): void {
  const { weight, moment } = weights(run, y);
  // Two runs in one row are combined for the comparison with the next row. So both halves of a broken line continue as
  // one line.
  line.last =
    line.last_row === y ? { from: Math.min(line.last.from, run.from), to: Math.max(line.last.to, run.to) } : run;
  line.last_row = y;
  line.from = Math.min(line.from, run.from);
  line.to = Math.max(line.to, run.to);
  line.weight += weight;
  line.moment += moment;
  line.runs.push({ ...run, row: y });
}

/** Returns the dark runs of each row. `length_min` is in pixels. */
function rowsOfRuns(dark: Grey, length_min: number): Run[][] {
  return Array.from({ length: dark.height }, (_, y) => runsOf(dark, y, length_min));
}

/** Returns the runs of dark pixels in one row. `length_min` is in pixels. */
export function runsOf({ width, data }: Grey, y: number, length_min: number): Run[] {
  const runs: Run[] = [];
  const row = y * width;
  // Most rows have no run that is long enough. So the row is searched in steps of the minimum length. If a step ends
  // with a gap, every run that began in the step is too short, so the step is skipped.
  const step = Math.max(GAP_MAX + 1, Math.ceil(length_min));
  let x = 0;
  while (x + step <= width) {
    if (hasGap(data, row + x + step)) x += step;
    else x = addRuns(data, row, x, Math.min(width, x + step), width, length_min, runs);
  }
  return runs;
}

/** Whether the pixels before the position `end` are a gap that ends a run. */
function hasGap(data: Uint8Array, end: number): boolean {
  for (let at = end - 1 - GAP_MAX; at < end; at++) if (data[at] === 1) return false;
  return true;
}

/**
 * Adds the runs between `x` and `until`. A run that continues beyond `until` is added up to its end. Returns the
 * position after the last run.
 */
function addRuns(
  data: Uint8Array,
  row: number,
  start: number,
  until: number,
  width: number,
  length_min: number,
  runs: Run[],
): number {
  let [from, to, dark, x] = [-1, -1, 0, start];
  const end = () => {
    const length = to - from + 1;
    if (from >= 0 && length >= length_min && dark >= FILLED_SHARE_MIN * length) runs.push({ from, to });
    [from, dark] = [-1, 0];
  };
  for (; x < width && (x < until || from >= 0); x++) {
    if (data[row + x] === 1) {
      if (from < 0) from = x;
      to = x;
      dark++;
    } else if (from >= 0 && x - to > GAP_MAX) end();
  }
  end();
  return x;
}
