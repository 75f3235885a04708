// Finds figures that are a little above or below the line of the words beside them.
import type { DrawnWord, PageTraces } from '#domain/documents/pdf-traces.ts';
import type { Field, ReadDocument } from '#domain/documents/read-documents.ts';
import { type Finding, firstOf, isAmount, shownWords, statesFact } from './findings.ts';

/** Words are on one line if their baselines differ by at most this many points and their sizes are about the same. */
const LINE_HEIGHT = 2;
const OFF_MIN = 0.35;
/** Baselines that differ by less than this many points are equal: a program places words that exactly. */
const EXACT = 0.1;
const EXACT_LINES_MIN = 5;
const COLUMN_MIN = 3;
/** The maximum difference between the right edges of the amounts in one column, in points. */
const EDGE_TOLERANCE = 0.75;
/**
 * The maximum share of uneven lines on a page; lines with moved figures are not counted. If more lines are uneven,
 * nothing is reported, because the program that made the page places words unevenly.
 */
const UNEVEN_SHARE_MAX = 0.1;

/**
 * In a form, the value of a box may be printed higher or lower than the values beside it, so the lines of forms are not
 * compared. In other documents, figures are in the rows of tables.
 */
const FORMS: ReadonlySet<string> = new Set(['W2', 'F1099', 'F1040']);

export function lineOffsetFindings(page: PageTraces, documents: readonly ReadDocument[]): Finding[] {
  const own = documents.filter(({ pages }) => pages[0] <= page.number && page.number <= pages[1]);
  if (own.some(({ document_type }) => FORMS.has(document_type))) {
    return firstOf(own.flatMap((document) => movedBoxFindings(document, page.number)));
  }
  const lines = linesOf(shownWords(page)).filter((line) => line.length > 1);
  const exact = lines.filter((line) => spreadOf(line) < EXACT);
  const uneven = lines.filter((line) => spreadOf(line) >= OFF_MIN);
  const even = exact.flat().filter(({ text }) => isAmount(text));
  const moved = uneven.flatMap((line) => movedFigure(line) ?? []).filter(({ word }) => hasColumn(word, even));
  const is_careless = uneven.length - moved.length > UNEVEN_SHARE_MAX * lines.length;
  const [first] = moved;
  if (first === undefined || exact.length < EXACT_LINES_MIN || is_careless) return [];
  const { word, off } = first;
  const others = moved.length > 1 ? ` The same is true of ${moved.length - 1} more lines on this page.` : '';
  return [
    {
      code: 'font_mismatch',
      cause: 'place',
      severity: 'medium',
      page: page.number,
      box: word.box,
      message: `The amount ${word.text} stands ${Math.abs(off).toFixed(1)} points ${off > 0 ? 'below' : 'above'} its line.${others}`,
    },
  ];
}

/** Pairs of adjacent boxes of a W-2: the left box holds the wages, and the right box holds the tax on them. */
const BOX_ROWS = [
  ['wages', 'federal_tax'],
  ['social_security_wages', 'social_security_tax'],
  ['medicare_wages', 'medicare_tax'],
] as const;

/**
 * Compares the rows of boxes with each other: on any form, the distance between the lines of wages and tax is the same
 * in each row. A row in which it differs has a moved amount.
 */
function movedBoxFindings({ document_type, subtype, fields }: ReadDocument, page: number): Finding[] {
  if (document_type !== 'W2' || subtype !== null) return [];
  const rows = BOX_ROWS.flatMap(([left, right]) => {
    const [wages, tax] = [fields[left], fields[right]];
    if (wages === undefined || tax === undefined || ![wages, tax].every((field) => isPrinted(field, page))) return [];
    return [{ wages, off: wages.box.bottom - tax.box.bottom }];
  });
  if (rows.length < BOX_ROWS.length) return [];
  return rows.flatMap((row): Finding[] => {
    const [one, other] = rows.filter((peer) => peer !== row);
    if (one === undefined || other === undefined || Math.abs(one.off - other.off) >= EXACT) return [];
    const off = row.off - one.off;
    if (Math.abs(off) < OFF_MIN || Math.abs(off) > LINE_HEIGHT) return [];
    const { raw, box } = row.wages;
    const message = `The amount ${raw} or the tax beside it stands ${Math.abs(off).toFixed(1)} points off the line of the two.`;
    return [{ code: 'font_mismatch', cause: 'place', severity: 'medium', page, box, message }];
  });
}

/**
 * Whether the amount is printed text of the page and not the value of a form field. The rectangle of a value in a form
 * field is that of the whole field and not that of its text.
 */
const isPrinted = ({ method, confidence, page }: Field, number: number): boolean =>
  page === number && method === 'label' && confidence === 1;

/** Whether other amounts of the same column are exactly on the line of the words beside them. */
const hasColumn = ({ box }: DrawnWord, even: readonly DrawnWord[]): boolean =>
  even.filter((one) => Math.abs(one.box.right - box.right) < EDGE_TOLERANCE).length >= COLUMN_MIN;

/**
 * Groups the words into lines from top to bottom. The words of a line are close to its first word and have about the
 * same size.
 */
function linesOf(words: readonly DrawnWord[]): DrawnWord[][] {
  const lines: DrawnWord[][] = [];
  for (const word of words.toSorted((a, b) => a.box.bottom - b.box.bottom)) {
    const line = lines.at(-1);
    const first = line?.[0];
    if (line !== undefined && first !== undefined && word.box.bottom - first.box.bottom <= LINE_HEIGHT) line.push(word);
    else lines.push([word]);
  }
  return lines.flatMap(bySize);
}

/**
 * Splits a line by font size. Words of different sizes may share a line without sharing a baseline, because they are
 * centred in their cells.
 */
function bySize(line: readonly DrawnWord[]): DrawnWord[][] {
  const groups: DrawnWord[][] = [];
  for (const word of line.toSorted((a, b) => a.size - b.size)) {
    const group = groups.at(-1);
    const first = group?.[0];
    if (group !== undefined && first !== undefined && word.size - first.size < 0.05 * first.size) group.push(word);
    else groups.push([word]);
  }
  return groups;
}

const spreadOf = (line: readonly DrawnWord[]): number => {
  const baselines = line.map(({ box }) => box.bottom);
  return Math.max(...baselines) - Math.min(...baselines);
};

/**
 * Returns the amount that is off its line. All other words of the line must be on one baseline, or be figures that
 * moved by the same distance.
 */
function movedFigure(line: readonly DrawnWord[]): { word: DrawnWord; off: number } | undefined {
  const baseline = baselineOf(line);
  if (baseline === undefined) return undefined;
  const off = line.filter(({ box }) => Math.abs(box.bottom - baseline) >= EXACT);
  const word = off.find(({ text }) => isAmount(text));
  const is_shift = off.every(
    (one) => statesFact(one.text) && word !== undefined && Math.abs(one.box.bottom - word.box.bottom) < EXACT,
  );
  return word !== undefined && is_shift ? { word, off: word.box.bottom - baseline } : undefined;
}

/** Returns the common baseline of the labels; undefined if they have none or if the line has no labels. */
function baselineOf(line: readonly DrawnWord[]): number | undefined {
  const labels = line.filter(({ text }) => !statesFact(text));
  return spreadOf(labels) < EXACT ? labels[0]?.box.bottom : undefined;
}
