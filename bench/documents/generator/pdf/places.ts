// Finds amounts and names on the pages of a PDF.
import { type Run, runsOf } from './content.ts';
import { type PdfFile, pagesOf } from './objects.ts';

type Part = { run: Run; from: number; to: number };

/** A text on a page. It may be shown by several operators, because some programs place every letter separately. */
export type Place = {
  page: number;
  text: string;
  parts: Part[];
  x: number;
  y: number;
  width: number;
  size: number;
  /** True if another number on the page has the same right edge. */
  right_aligned: boolean;
};

export type Edit = { place: Place; text: string };

const AMOUNT = /(?<![\d,.])(?:\d{1,3}(?:,\d{3})+|\d+)\.\d{2,4}(?!\d)/g;

export type Amount = Place & { cents: number };

/** Returns every decimal number on the pages from `first` to `last`. Pages are counted from 1. */
export function amountsOn(file: PdfFile, [first, last]: readonly [number, number]): Amount[] {
  const found = linesOn(file, [first, last]).flatMap((line) =>
    [...line.text.matchAll(AMOUNT)].map((match) => ({
      ...placeIn(line, match.index, match.index + match[0].length),
      cents: Math.round(Number(match[0].replaceAll(',', '')) * 100),
    })),
  );
  const edge = (place: Place) => place.x + place.width;
  return found.map((one) => ({
    ...one,
    right_aligned: found.some(
      (other) => other.page === one.page && Math.abs(other.y - one.y) > 2 && Math.abs(edge(other) - edge(one)) < 0.5,
    ),
  }));
}

/**
 * Finds a text at most once per line, ignoring letter case. With `alone`, finds the text only in lines that contain
 * nothing else.
 */
export function textsOn(file: PdfFile, pages: readonly [number, number], wanted: string, alone = false): Place[] {
  const escaped = wanted.replace(/[$()*+.?[\\\]^{|}]/g, '\\$&');
  const pattern = alone ? new RegExp(`^${escaped}$`, 'i') : new RegExp(`(?<!\\w)${escaped}(?!\\w)`, 'i');
  return linesOn(file, pages).flatMap((line) => {
    const found = pattern.exec(line.text);
    return found === null ? [] : [placeIn(line, found.index, found.index + wanted.length)];
  });
}

type Line = { page: number; text: string; letters: { run: Run; at: number | null }[] };

/**
 * Joins consecutive runs into a line if they have the same baseline and the same font. A gap becomes a space that
 * belongs to no run.
 */
function linesOn(file: PdfFile, [first, last]: readonly [number, number]): Line[] {
  const lines: Line[] = [];
  for (const [index, page] of pagesOf(file).entries()) {
    if (index + 1 < first || index + 1 > last) continue;
    let before: Run | undefined;
    for (const run of runsOf(file, page, index + 1)) {
      const gap = before === undefined ? undefined : run.x - endOf(before);
      const line = lines.at(-1);
      const follows =
        line !== undefined &&
        before !== undefined &&
        gap !== undefined &&
        before.font === run.font &&
        Math.abs(before.size - run.size) < 0.01 &&
        Math.abs(before.y - run.y) < 0.3 &&
        gap > -0.2 * run.size &&
        gap < 0.7 * run.size;
      const letters = run.glyphs.map((_, at) => ({ run, at }));
      const text = run.glyphs.map(({ char }) => char).join('');
      if (follows) {
        const spaced = gap > 0.12 * run.size;
        line.text += `${spaced ? ' ' : ''}${text}`;
        line.letters.push(...(spaced ? [{ run, at: null }] : []), ...letters);
      } else lines.push({ page: index + 1, text, letters });
      before = run;
    }
  }
  return lines;
}

const endOf = ({ glyphs, x }: Run): number => {
  const last = glyphs.at(-1);
  return last === undefined ? x : last.x + last.width;
};

function placeIn(line: Line, from: number, to: number): Place {
  const parts: Part[] = [];
  for (const { run, at } of line.letters.slice(from, to)) {
    if (at === null) continue;
    const part = parts.at(-1);
    if (part?.run === run) part.to = at + 1;
    else parts.push({ run, from: at, to: at + 1 });
  }
  const begin = parts[0];
  const end = parts.at(-1);
  const first = begin?.run.glyphs[begin.from];
  const last = end?.run.glyphs[end.to - 1];
  if (begin === undefined || first === undefined || last === undefined) throw new RangeError('an empty place');
  const { run } = begin;
  return {
    page: line.page,
    text: line.text.slice(from, to),
    parts,
    x: first.x,
    y: run.y,
    width: last.x + last.width - first.x,
    size: run.size,
    right_aligned: false,
  };
}
