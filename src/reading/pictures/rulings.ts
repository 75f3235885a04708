// Finds the straight lines of forms and tables in a picture: long dark runs of pixels in neighbouring rows or columns.
import type { Ruling } from '#domain/documents/pages.ts';
import { type Background, backgroundOf } from './background.ts';
import type { Grey, PagePicture } from './grey.ts';

/**
 * Minimum lengths in points. Vertical lines of forms may be as short as a row of cells; the strokes of letters are
 * shorter.
 */
const LENGTH_MIN = { horizontal: 28, vertical: 17 };
const THICKNESS_MAX = 2.5;
/**
 * The minimum length of a run in points. A line that is not quite level is broken into runs; the strokes of large
 * letters are shorter.
 */
const RUN_MIN = 13;
/**
 * The largest gap in pixels, in a run and between rows. Noise interrupts a run, and a skewed line continues in the next
 * row.
 */
const GAP_MAX = 2;
/** Hairlines are grey after scanning, so a pixel of a line need not be as dark as a letter. */
const DARK_SHARE = 0.82;
/** The minimum share of dark pixels. In a row through small letters, a fifth of the pixels are gaps. */
const FILLED_SHARE_MIN = 0.9;

/** A drawn line with its pixels: the runs in each row, or in each column of a vertical line. */
export type DrawnLine = Ruling & { runs: readonly (Run & { row: number })[] };

export function rulingsOfPicture(picture: PagePicture): DrawnLine[] {
  const background = backgroundOf(picture);
  return [
    ...linesOf(picture, 'horizontal', picture.dpi / 72, background),
    ...linesOf(transposed(picture), 'vertical', picture.dpi / 72, (x, y) => background(y, x)),
  ];
}

export function transposed<Picture extends Grey>(picture: Picture): Picture {
  const { width, height, data } = picture;
  const out = new Uint8Array(data.length);
  for (let y = 0; y < height; y++) for (let x = 0; x < width; x++) out[x * height + y] = data[y * width + x] ?? 0;
  return { ...picture, width: height, height: width, data: out };
}

export type Run = { from: number; to: number };
/**
 * Runs in neighbouring rows that touch each other. `weight` is the number of pixels, `moment` the sum of their rows.
 */
type Line = Run & {
  last_row: number;
  last: Run;
  weight: number;
  moment: number;
  runs: (Run & { row: number })[];
};

/** The minimum length of a short stroke, and the distance beside it within which nothing is printed, in points. */
const [STROKE_MIN, STROKE_CLEAR] = [8.5, 4];
/** The maximum share of dark pixels beside a stroke. It is above zero, because dirt is dark too. */
const STROKE_DARK_MAX = 0.04;

/**
 * Finds short vertical strokes that stand alone, such as the ones between the codes and amounts of a form. They divide
 * no cells, but OCR loses the text beside them. A letter of this height is in a heading, close to other letters.
 */
export function strokesOfPicture(picture: PagePicture): DrawnLine[] {
  const background = backgroundOf(picture);
  const upright = transposed(picture);
  const scale = picture.dpi / 72;
  const lengths = { run: STROKE_MIN * scale, line: STROKE_MIN * scale };
  return linesOf(upright, 'vertical', scale, (x, y) => background(y, x), lengths).filter(
    ({ from, to, runs }) =>
      to - from < LENGTH_MIN.vertical && isAlone(upright, runs, scale, (x, y) => background(y, x)),
  );
}

function isAlone(
  { width, height, data }: Grey,
  runs: DrawnLine['runs'],
  scale: number,
  background: Background,
): boolean {
  const clear = Math.round(STROKE_CLEAR * scale);
  let [dark, pixels] = [0, 0];
  for (const [x, { top, bottom }] of spansOf(runs)) {
    for (let step = EDGE; step <= clear; step++) {
      for (const y of [top - step, bottom + step]) {
        if (y < 0 || y >= height) return false;
        pixels++;
        if ((data[y * width + x] ?? 255) < INK_SHARE * background(x, y)) dark++;
      }
    }
  }
  return dark <= STROKE_DARK_MAX * pixels;
}

function linesOf(
  picture: Grey,
  direction: Ruling['direction'],
  scale: number,
  background: Background,
  lengths = { run: RUN_MIN * scale, line: LENGTH_MIN[direction] * scale },
): DrawnLine[] {
  const done: Line[] = [];
  let open: Line[] = [];
  for (let y = 0; y < picture.height; y++) {
    for (const run of runsOf(picture, y, lengths.run, background)) {
      const line = open.find(({ last, last_row }) => last_row >= y - 1 - GAP_MAX && touch(last, run));
      if (line === undefined)
        open.push({ ...run, last_row: y, last: run, ...weights(run, y), runs: [{ ...run, row: y }] });
      else extend(line, run, y);
    }
    done.push(...open.filter(({ last_row }) => last_row < y - GAP_MAX));
    open = open.filter(({ last_row }) => last_row >= y - GAP_MAX);
  }
  return [...done, ...open].flatMap(({ from, to, weight, moment, runs }) => {
    const length = to - from + 1;
    if (length < lengths.line || weight / length > THICKNESS_MAX * scale) return [];
    if (!isDrawn(picture, runs, scale, background)) return [];
    return [{ direction, at: (moment / weight + 0.5) / scale, from: from / scale, to: (to + 1) / scale, runs }];
  });
}

/** Pixels darker than this share of the brightness of the paper belong to letters. */
export const INK_SHARE = 0.7;
/** How far, in pixels, the grey edge of a line reaches beyond its dark pixels. */
export const EDGE = 2;
/**
 * In a blurred picture a row of letters looks like a line, but other parts of the letters touch it along a share of its
 * length between these two. A drawn line is touched nowhere, or it is a layer of a thicker line, which touches it
 * everywhere.
 */
const [TOUCHED_MIN, TOUCHED_MAX] = [0.25, 0.92];
/** No row of letters without gaps is longer than this many points. */
const TEXT_LENGTH_MAX = 250;

/** Whether the line is drawn and not a part of a row of letters. */
function isDrawn(
  { width, height, data }: Grey,
  runs: DrawnLine['runs'],
  scale: number,
  background: Background,
): boolean {
  const spans = spansOf(runs);
  if (spans.size > TEXT_LENGTH_MAX * scale) return true;
  const inkAt = (place: (span: { top: number; bottom: number }) => number): number => {
    let ink = 0;
    for (const [x, span] of spans) {
      const y = place(span);
      if (y >= 0 && y < height && (data[y * width + x] ?? 255) < INK_SHARE * background(x, y)) ink++;
    }
    return ink / spans.size;
  };
  // At this distance even the thickest line has ended, but letters have not.
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
  // Two runs in one row are joined for the comparison with the next row, so that both halves of a broken line continue
  // together.
  line.last =
    line.last_row === y ? { from: Math.min(line.last.from, run.from), to: Math.max(line.last.to, run.to) } : run;
  line.last_row = y;
  line.from = Math.min(line.from, run.from);
  line.to = Math.max(line.to, run.to);
  line.weight += weight;
  line.moment += moment;
  line.runs.push({ ...run, row: y });
}

export function runsOf({ width, data }: Grey, y: number, length_min: number, background: Background): Run[] {
  const runs: Run[] = [];
  let [from, to, dark] = [-1, -1, 0];
  const end = () => {
    const length = to - from + 1;
    if (from >= 0 && length >= length_min && dark >= FILLED_SHARE_MIN * length) runs.push({ from, to });
    [from, dark] = [-1, 0];
  };
  for (let x = 0; x < width; x++) {
    if ((data[y * width + x] ?? 0) < DARK_SHARE * background(x, y)) {
      if (from < 0) from = x;
      to = x;
      dark++;
    } else if (from >= 0 && x - to > GAP_MAX) end();
  }
  end();
  return runs;
}
