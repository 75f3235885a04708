// Examines what is printed below the name of a column: amounts, codes, answers such as `Yes`, or texts.
import type { Line, Segment } from '#analysis/documents/geometry/lines.ts';
import type { Word } from '#domain/documents/pages.ts';
import { isPriced, parseQuantity } from './quantities.ts';

/** Whether most of the first words below the name are amounts. */
export function hasNumbersBelow(cell: Segment, below: readonly Line[]): boolean {
  const words = wordsBelow(cell, below, NUMBERS_TO_MEASURE);
  return 2 * words.filter(isAmount).length > words.length;
}

/**
 * Whether the first words below the name are answers, such as `Yes` or `No` below `Pre-tax?`. Such a name is not a
 * heading.
 */
export function hasFlagsBelow(cell: Segment, below: readonly Line[]): boolean {
  const words = wordsBelow(cell, below, TEXTS_TO_MEASURE);
  return words.length > 0 && words.every(({ text }) => /^(?:yes|no|y|n|x)$/i.test(text));
}

/** Whether the first words below the name are codes or dates, such as `1005`, `E12` or `02/01/2024`. */
export function hasCodesBelow(cell: Segment, below: readonly Line[]): boolean {
  const words = wordsBelow(cell, below, TEXTS_TO_MEASURE);
  return words.length > 1 && words.every(({ text }) => /^[A-Z]{0,3}\d[\dA-Z]{0,5}$|^\d{1,4}[/.-]\d{1,2}\b/.test(text));
}

/** Whether the first words below the name are texts. In this case, the name does not belong to a column of numbers. */
export function hasTextsBelow(cell: Segment, below: readonly Line[]): boolean {
  const words = wordsBelow(cell, below, TEXTS_TO_MEASURE);
  return words.length > 1 && words.every(({ text }) => /[a-z]{2}/i.test(text) && parseQuantity(text) === undefined);
}

/** Returns one word from each of the first few lines that have a word below the name. */
function wordsBelow({ box, words: [first] }: Segment, below: readonly Line[], count: number): Word[] {
  const found: Word[] = [];
  let bottom = box.bottom;
  for (const line of below) {
    if (found.length === count || line.words.length > LINE_WORDS_MAX) break;
    const word = line.words.findLast(
      (one) => one.box.left < box.right && one.box.right > box.left && /[a-z0-9]/i.test(one.text),
    );
    if (word === undefined) continue;
    if (word.box.bottom - bottom > COLUMN_GAP_MAX * Math.max(word.size, first?.size ?? 0)) break;
    found.push(word);
    bottom = word.box.bottom;
  }
  return found;
}

/**
 * How many words below a name are examined to find out whether they are numbers or texts. The search for numbers
 * examines more words, because texts may be between the rows of a table.
 */
const [NUMBERS_TO_MEASURE, TEXTS_TO_MEASURE] = [5, 3];
const LINE_WORDS_MAX = 120;
/** The maximum distance between two words of one column, in font heights. A column may be empty in several rows. */
export const COLUMN_GAP_MAX = 8;

/** The number of lines below the header in which columns are counted. */
const LINES_MEASURED = 5;

/** Returns how many columns of numbers are below the text: the largest number of amounts below it in any line. */
export function columnsBelow({ box }: Segment, below: readonly Line[]): number {
  const isUnder = (word: Word) => isAmount(word) && word.box.left < box.right && word.box.right > box.left;
  const near = below.slice(0, LINES_MEASURED).filter((line) => line.words.length <= LINE_WORDS_MAX);
  return Math.max(0, ...near.map(({ words }) => words.filter(isUnder).length));
}

/** Whether the word is an amount. */
export const isAmount = ({ text }: Word): boolean => isPriced(text) && parseQuantity(text) !== undefined;
