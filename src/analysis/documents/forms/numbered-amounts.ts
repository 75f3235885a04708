// Reads amounts with the line number directly before them, as at the right edge of Form 1040.

import { plain } from '#analysis/documents/phrases.ts';
import { type Box, centerOf, type Word } from '#domain/documents/pages.ts';
import { amountAt, amountsIn } from './amounts.ts';
import { type Candidate, fieldOf } from './candidates.ts';
import { type LineMap, PROPERTY_LINES } from './form-1040-lines.ts';
import type { Sheet } from './sheet.ts';

/** The maximum width of an amount's cell in points, including the gap after the line number. */
const CELL_MAX = 140;

/**
 * The text of a page mentions the same line number at most about twenty times; this limit bounds the work on hostile
 * pages.
 */
const OCCURRENCES_MAX = 60;

type NumberedAmount = { field: string; candidate: Candidate };

export function numberedAmounts(sheet: Sheet, lines: LineMap): NumberedAmount[] {
  const columns = propertyColumns(sheet);
  const counts = new Map<string, number>();
  const beside = sheet.words.flatMap((number): NumberedAmount[] => {
    const field = lines.get(sheet.letters.get(number) ?? '');
    if (field === undefined || sheet.typed.has(number)) return [];
    const count = (counts.get(field) ?? 0) + 1;
    counts.set(field, count);
    if (count > OCCURRENCES_MAX) return [];
    const row = rowOf(sheet, number);
    const at = row.indexOf(number);
    if (isInText(row, at) || isInComb(row, at)) return [];
    const found = amountAfter(row, at);
    if (found === undefined) return [];
    if (PROPERTY_LINES.includes(field) && columns !== undefined && !isFirstColumn(found.words, columns)) return [];
    return [{ field, candidate: { field: fieldOf(sheet, found.cents, found.words), weight: 1 } }];
  });
  return beside.length > 0 ? beside : sheet.lines.flatMap(({ words }) => amountsOfRow(sheet, words, lines));
}

/** Returns the words at the height of the line number, from left to right. */
function rowOf({ words }: Sheet, number: Word): Word[] {
  const y = centerOf(number.box).y;
  return words
    .filter(({ box, size }) => Math.abs(centerOf(box).y - y) < 0.5 * Math.max(size, number.size))
    .toSorted((a, b) => a.box.left - b.box.left);
}

/**
 * Whether the line number is only mentioned in a text, as in `line 10` or `2b, 3b`: a word or number is directly before
 * it.
 */
function isInText(row: readonly Word[], at: number): boolean {
  const [before, number] = [row[at - 1], row[at]];
  if (before === undefined || number === undefined || !/[a-z0-9]/i.test(before.text)) return false;
  return number.box.left - before.box.right < 0.6 * number.size;
}

/**
 * Whether the line number is one digit of a number that is typed into separate cells, such as a social security number.
 */
function isInComb(row: readonly Word[], at: number): boolean {
  let [first, last] = [at, at];
  while (/^\d$/.test(row[first - 1]?.text ?? '')) first--;
  while (/^\d$/.test(row[last + 1]?.text ?? '')) last++;
  return last - first >= 3;
}

function amountAfter(row: readonly Word[], at: number): { cents: bigint; words: Word[] } | undefined {
  const number = row[at];
  const rest = beforeText(row.slice(at + 1).filter(({ text }) => !/^[.…_|)]+$/.test(text)));
  const [first] = rest;
  if (number === undefined || first === undefined) return undefined;
  if (/^-0-$/.test(first.text)) return { cents: 0n, words: [first] };
  const amount = amountAt(rest, 0);
  const last = amount?.words.at(-1);
  if (amount === undefined || last === undefined || last.box.right - number.box.right > CELL_MAX) return undefined;
  return amount;
}

/**
 * Returns the words before the text of the next column, without the line number at the start of that column: only
 * `1,200` of `1,200 23 Taxes and licenses`.
 */
function beforeText(words: readonly Word[]): readonly Word[] {
  const text = words.findIndex((word) => /[a-z]{2}/i.test(word.text));
  if (text < 0) return words;
  const [number, start] = [words[text - 1], words[text]];
  const numbered =
    number !== undefined &&
    start !== undefined &&
    /^\d{1,2}[a-z]?$/.test(number.text) &&
    start.box.left - number.box.right < 3 * start.size;
  return words.slice(0, numbered ? text - 1 : text);
}

/**
 * Reads the statements of tax programs, which print line number, text and amount in a row:
 * `2a Tax-exempt interest 150 b Taxable interest 300`. An amount belongs to the last line number before it.
 */
function amountsOfRow(sheet: Sheet, row: readonly Word[], lines: LineMap): NumberedAmount[] {
  const starts = row.flatMap((word, index) => {
    const first = index === 1 && /^line$/i.test(row[0]?.text ?? '');
    const number = isInText(row, index) && !first ? '' : plain(word.text);
    return /^(?:\d{1,2}[a-z]?|[a-z])$/.test(number) ? [{ number, index }] : [];
  });
  let digits = '';
  return starts.flatMap(({ number, index }, at): NumberedAmount[] => {
    digits = /^\d+/.exec(number)?.[0] ?? digits;
    const field = lines.get(/^\d/.test(number) ? number : `${digits}${number}`);
    const part = row.slice(index + 1, starts[at + 1]?.index);
    const amounts = amountsIn(part);
    const [amount] = amounts;
    if (field === undefined || amount === undefined || amounts.length > 1) return [];
    if (amount.words.at(-1) !== part.at(-1) || !/[a-z]{3}/i.test(part[0]?.text ?? '')) return [];
    return [{ field, candidate: { field: fieldOf(sheet, amount.cents, amount.words, 0.8), weight: 0.5 } }];
  });
}

/**
 * Returns the rectangles of the letters A and B, which are printed above the columns of the properties on Schedule E.
 */
function propertyColumns({ lines }: Sheet): [Box, Box] | undefined {
  for (const { words } of lines) {
    const letters = words.filter(({ text }) => /^[ABC]$/.test(text));
    const [a, b, c] = letters;
    if (a?.text === 'A' && b?.text === 'B' && c?.text === 'C' && b.box.left - a.box.right > 30) return [a.box, b.box];
  }
  return undefined;
}

function isFirstColumn(words: readonly Word[], [a, b]: readonly [Box, Box]): boolean {
  const x = (words[0]?.box.left ?? 0) / 2 + (words.at(-1)?.box.right ?? 0) / 2;
  return x < (centerOf(a).x + centerOf(b).x) / 2;
}
