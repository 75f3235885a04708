// Finds gross pay, net pay and other totals outside of tables with headers. They are beside, below or above a label, or
// in a table whose columns are the totals and whose rows are this pay period and the year to date.

import { type Line, linesOf, type Segment, segmentsOf } from '#analysis/documents/geometry/lines.ts';
import { dividedBy } from '#analysis/documents/geometry/rulings.ts';
import type { Page, Word } from '#domain/documents/pages.ts';
import { assignColumns } from './alignment.ts';
import { LINE_WORDS_MAX } from './labels.ts';
import { isPriced, parseQuantity, withoutSymbols } from './quantities.ts';
import { isPeriodLabel, isYearLabel, totalOf } from './section-words.ts';

export const TOTALS = ['gross_pay', 'net_pay', 'total_taxes', 'total_deductions'] as const;
export type Total = (typeof TOTALS)[number];
/** `sure` is true if the label names a total even outside of a summary: `Gross pay`, but not `Wages`. */
export type FoundTotal = { name: Total; year: boolean; word: Word; page: number; certainty: number; sure: boolean };

const isNumber = ({ text }: Word): boolean => parseQuantity(text) !== undefined && isPriced(text);

/** Returns the totals, the most reliable first: tables of totals, then values beside, below and above labels. */
export function totalsOf(page: Page, used: ReadonlySet<Word>): FoundTotal[] {
  const isDivided = dividedBy(page.rulings);
  const lines = linesOf(page.words)
    .filter(({ words }) => words.length <= LINE_WORDS_MAX)
    .map((line) => ({ ...line, words: withoutSymbols(line.words) }))
    .filter(({ words }) => words.length > 0);
  const segments = lines.map((line) => segmentsOf(line, isDivided));
  const free = (found: FoundTotal) => !used.has(found.word);
  return [
    ...surestFirst(lines.flatMap((_, index) => matrixAt(segments, lines, index, page.number))),
    ...inSummaries(lines.flatMap((line) => besideLabels(line, page.number))),
    ...segments.flatMap((_, index) => belowLabels(segments, index, page.number)),
    ...lines.flatMap((_, index) => stripAbove(segments, lines, index, page.number)),
    ...segments.flatMap((_, index) => aboveLabels(segments, index, page.number)),
  ].filter(free);
}

const surestFirst = (found: readonly FoundTotal[]): FoundTotal[] =>
  found.toSorted((a, b) => Number(b.sure) - Number(a.sure));

export function totalName(text: string, in_summary: boolean): Total | undefined {
  const name = totalOf(text.replace(/:$/, ''), in_summary);
  return TOTALS.find((total) => total === name);
}

/** Reads a table of totals: a line with at least two names of totals and no numbers, above lines with numbers. */
function matrixAt(segments: readonly Segment[][], lines: readonly Line[], index: number, page: number): FoundTotal[] {
  const header = segments[index] ?? [];
  if (header.some(({ words }) => words.some(isNumber))) return [];
  const named = header.filter(({ text }) => totalName(text, true) !== undefined);
  if (named.length < 2 || !named.some(({ text }) => totalName(text, false) !== undefined)) return [];
  const found: FoundTotal[] = [];
  let [bottom, rows] = [lines[index]?.box.bottom ?? 0, 0];
  for (const line of lines.slice(index + 1, index + 4)) {
    const size = line.words[0]?.size ?? 10;
    const numbers = line.words.filter(isNumber);
    if (line.box.bottom - bottom > 3 * size || numbers.length === 0) break;
    const label = line.words
      .filter((word) => !isNumber(word))
      .map(({ text }) => text)
      .join(' ');
    const is_named = isYearLabel(label) || isPeriodLabel(label);
    // A line that has another label, and has fewer numbers than the header has names, is not a row of the table.
    if (/[a-z]/i.test(label) && !is_named && numbers.length < named.length) break;
    const year = isYearLabel(label) || (!isPeriodLabel(label) && rows > 0);
    // If there are as many numbers as names, names and numbers are paired by their order, and their alignment does not
    // matter.
    const places =
      numbers.length === header.length
        ? header.map((_, at) => at)
        : assignColumns(
            numbers.map(({ box }) => box),
            header.map(({ box }) => box),
            5 * size,
          );
    for (const [at, word] of numbers.entries()) {
      const text = header[places[at] ?? -1]?.text;
      const name = text === undefined ? undefined : totalName(text, true);
      if (text !== undefined && name !== undefined)
        found.push({
          name,
          year: year || isYearLabel(text),
          word,
          page,
          certainty: 1,
          sure: totalName(text, false) !== undefined,
        });
    }
    [bottom, rows] = [line.box.bottom, rows + 1];
  }
  return found;
}

/** A total that is printed beside its label. Names such as `Taxes` are totals only near `Gross pay` or `Net pay`. */
type Beside = FoundTotal & { label: Segment };

/** The maximum height of a box with a summary, in font heights. */
const SUMMARY_HEIGHT = 12;

function inSummaries(found: readonly Beside[]): Beside[] {
  const sure = found.filter((one) => one.sure);
  return found.filter(
    ({ label, sure: is_sure }) =>
      is_sure ||
      sure.some((other) => {
        const size = label.words[0]?.size ?? 10;
        const near = Math.abs(other.label.box.bottom - label.box.bottom) < SUMMARY_HEIGHT * size;
        return near && Math.abs(other.label.box.left - label.box.left) < 0.3 * size;
      }),
  );
}

/** Reads `Net pay 1,234.56`, or with the year to date after it: `Net pay 1,234.56 12,345.67`. */
function besideLabels({ words }: Line, page: number): Beside[] {
  const found: Beside[] = [];
  const first = words.slice(0, Math.max(0, words.findIndex(isNumber)));
  const year_line = isYearLabel(first.map(({ text }) => text).join(' '));
  let label: Word[] = [];
  for (let index = 0; index < words.length; index++) {
    const word = words[index];
    if (word === undefined) break;
    if (!isNumber(word)) {
      label.push(word);
      continue;
    }
    const numbers = [word];
    while (words[index + 1] !== undefined && numbers.length < 4) {
      const next = words[index + 1];
      if (next === undefined || !isNumber(next)) break;
      numbers.push(next);
      index++;
    }
    const segment = segmentsOf({ words: label, box: word.box }).at(-1);
    label = [];
    const text = segment?.text.replace(/:$/, '').split(':').at(-1) ?? '';
    const name = totalName(text, true);
    // A label that ends with a comma is part of a sentence. In the sentence, the words after the amount describe the
    // amount.
    if (segment === undefined || name === undefined || text.endsWith(',')) continue;
    const year = year_line || isYearLabel(text);
    const common = { name, page, label: segment, sure: totalName(text, false) !== undefined };
    const second = !year && numbers.length === 2 ? numbers[1] : undefined;
    // The larger of two amounts is treated as the year-to-date amount, whichever of the two is printed first.
    const is_second = second !== undefined && !isAtLeast(second, word);
    found.push({ ...common, year, word: is_second ? second : word, certainty: 0.95 });
    if (second !== undefined) found.push({ ...common, year: true, word: is_second ? word : second, certainty: 0.8 });
  }
  return found;
}

const isAtLeast = (a: Word, b: Word): boolean => (parseQuantity(a.text) ?? 0n) >= (parseQuantity(b.text) ?? 0n);

function belowLabels(segments: readonly Segment[][], index: number, page: number): FoundTotal[] {
  return (segments[index] ?? []).flatMap(({ text, box, words }) => {
    const name = totalName(text, false);
    const size = words[0]?.size ?? 10;
    if (name === undefined) return [];
    for (const line of segments.slice(index + 1, index + 4)) {
      const word = line
        .flatMap((segment) => segment.words)
        .find((other) => other.box.left < box.right + size && other.box.right > box.left - size);
      if (word === undefined) continue;
      const near = word.box.bottom - box.bottom <= 2.6 * Math.max(size, word.size);
      return near && isNumber(word) ? [{ name, year: isYearLabel(text), word, page, certainty: 0.85, sure: true }] : [];
    }
    return [];
  });
}

/** Reads a total that is printed above its label, such as a large amount on a card. */
function aboveLabels(segments: readonly Segment[][], index: number, page: number): FoundTotal[] {
  return (segments[index] ?? []).flatMap(({ text, box, words }) => {
    const name = totalName(text, false);
    const size = words[0]?.size ?? 10;
    if (name === undefined) return [];
    for (const line of segments.slice(Math.max(0, index - 3), index).toReversed()) {
      const over = line.filter((other) => other.box.left < box.right + size && other.box.right > box.left - size);
      const [only] = over;
      if (only === undefined) continue;
      const [word] = only.words;
      const is_alone = over.length === 1 && only.words.length === 1 && word !== undefined && isNumber(word);
      const near = word !== undefined && box.bottom - word.box.bottom <= 2.6 * Math.max(size, 0.6 * word.size);
      return is_alone && near ? [{ name, year: isYearLabel(text), word, page, certainty: 0.8, sure: true }] : [];
    }
    return [];
  });
}

/** Reads a line with several names of totals below a line with the same number of amounts. */
function stripAbove(segments: readonly Segment[][], lines: readonly Line[], index: number, page: number): FoundTotal[] {
  const names = segments[index] ?? [];
  const [line, above, below] = [lines[index], lines[index - 1], lines[index + 1]];
  if (line === undefined || above === undefined || line.words.some(isNumber)) return [];
  const named = names.filter(({ text }) => totalName(text, true) !== undefined);
  const amounts = above.words.filter(isNumber);
  if (named.length < 2 || amounts.length !== names.length) return [];
  const size = line.words[0]?.size ?? 10;
  const gap = line.box.bottom - above.box.bottom;
  const is_nearer = below === undefined || !below.words.some(isNumber) || below.box.bottom - line.box.bottom > gap;
  if (!is_nearer || gap > 3 * Math.max(size, 0.8 * (amounts[0]?.size ?? size))) return [];
  return names.flatMap(({ text }, at) => {
    const [name, word] = [totalName(text, true), amounts[at]];
    if (name === undefined || word === undefined) return [];
    return [{ name, year: isYearLabel(text), word, page, certainty: 0.9, sure: totalName(text, false) !== undefined }];
  });
}
