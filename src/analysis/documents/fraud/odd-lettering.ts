// Finds figures in a lettering (font and size) that only figures have on the page. A program that makes a document
// writes the labels and figures of one table in a few fonts and sizes. An editor uses another font or size for the
// figures that a person types.
import type { DrawnWord, PageTraces } from '#domain/documents/pdf-traces.ts';
import { type Finding, isAmount, shownWords, statesFact } from './findings.ts';
import { bareName, familyOf, isBold, isItalic } from './font-names.ts';

/** The maximum difference between the left or right edges of the figures in one column, in points. */
const EDGE_TOLERANCE = 0.75;
/** The minimum number of words on the page that have the usual lettering. */
const USUAL_WORDS_MIN = 4;
/**
 * Font sizes that differ on purpose differ by more than the share `SIZE_OFF_MAX`. A difference below `SIZE_OFF_MIN` is
 * rounding.
 */
const SIZE_OFF_MAX = 0.045;
const SIZE_OFF_MIN = 0.012;
/** A page with thousands of figures is a listing; comparing every two of them would take too long. */
const FIGURES_MAX = 3_000;

export function oddLetteringFindings(page: PageTraces): Finding[] {
  const words = shownWords(page);
  const figures = words.filter(({ text }) => isAmount(text));
  if (figures.length > FIGURES_MAX) return [];
  const found = oddOnes(words, figures);
  const [first] = found;
  if (first === undefined) return [];
  const { word, message, expected, actual } = first;
  const others = found.length > 1 ? ` The same is true of ${found.length - 1} more on this page.` : '';
  return [
    {
      code: 'font_mismatch',
      cause: 'style',
      severity: 'medium',
      page: page.number,
      box: word.box,
      expected,
      actual,
      message: `The amount ${word.text} ${message}.${others}`,
    },
  ];
}

type Odd = { word: DrawnWord; message: string; expected: string; actual: string };

function oddOnes(words: readonly DrawnWord[], figures: readonly DrawnWord[]): Odd[] {
  const label_fonts = new Set(words.filter(({ text }) => !isFigure(text)).map(fontOf));
  const letterings = groupsOf(words);
  const only_figures = [...letterings.values()].filter((group) => group.every(({ text }) => isFigure(text)));
  return only_figures.flatMap((group) => {
    // A figure is usual if three conditions hold: at least `USUAL_WORDS_MIN` words on the page have its lettering, its
    // lettering is more frequent than that of `group`, and labels have its font too.
    const usual = figures.filter((one) => {
      const others = letterings.get(letteringOf(one)) ?? [];
      const is_usual = others.length >= USUAL_WORDS_MIN && others.length > group.length;
      return is_usual && others !== group && label_fonts.has(fontOf(one));
    });
    const amounts = group.filter(({ text }) => isAmount(text));
    return amounts.flatMap((word) => oddOne(word, usual, label_fonts));
  });
}

/** Whether the text is a number, an amount, a date, or a sign beside them. */
const isFigure = (text: string): boolean => statesFact(text) || /^[\d.,$()%/*-]+$/.test(text);

const letteringOf = (word: DrawnWord): string => `${fontOf(word)} ${word.size.toFixed(2)}`;
/** Returns the font of the digits, because a sign before them may have another font. */
const fontOf = ({ parts }: DrawnWord): string => (parts.find(({ text }) => /\d/.test(text)) ?? parts[0])?.font ?? '';

function groupsOf(words: readonly DrawnWord[]): Map<string, DrawnWord[]> {
  const groups = new Map<string, DrawnWord[]>();
  for (const word of words) groups.set(letteringOf(word), [...(groups.get(letteringOf(word)) ?? []), word]);
  return groups;
}

/** Reports the figure if its lettering is almost, but not exactly, that of a usual figure in its column. */
function oddOne(word: DrawnWord, usual: readonly DrawnWord[], label_fonts: ReadonlySet<string>): Odd[] {
  const column = usual.filter((one) => isInColumn(one, word));
  const peer = column.find((one) => isTwin(one, word));
  if (peer === undefined) return [];
  if (familyOf(fontOf(peer)) !== familyOf(fontOf(word))) {
    if (label_fonts.has(fontOf(word))) return [];
    const [expected, actual] = [bareName(fontOf(peer)), bareName(fontOf(word))];
    return [{ word, message: `is written in the font ${actual}, its neighbours in ${expected}`, expected, actual }];
  }
  // A program prints a text in a smaller size if the text is too long for its cell.
  const is_shrunk = word.size < peer.size && column.every(({ text }) => text.length < word.text.length);
  if (is_shrunk) return [];
  const [expected, actual] = [`${peer.size.toFixed(1)} pt`, `${word.size.toFixed(1)} pt`];
  return [{ word, message: `is ${actual} high, its neighbours are ${expected}`, expected, actual }];
}

const isInColumn = (a: DrawnWord, b: DrawnWord): boolean =>
  Math.abs(a.box.right - b.box.right) < EDGE_TOLERANCE || Math.abs(a.box.left - b.box.left) < EDGE_TOLERANCE;

/** Whether the two fonts differ in family but not in weight and size, or are the same font in almost the same size. */
function isTwin(a: DrawnWord, b: DrawnWord): boolean {
  const off = Math.abs(a.size / b.size - 1);
  const [font, other] = [fontOf(a), fontOf(b)];
  if (familyOf(font) === familyOf(other)) {
    const is_design = [a, b].every(({ size }) => isHalfPoint(size));
    return bareName(font) === bareName(other) && off > SIZE_OFF_MIN && off < SIZE_OFF_MAX && !is_design;
  }
  return off < SIZE_OFF_MAX && isBold(font) === isBold(other) && isItalic(font) === isItalic(other);
}

/** Whether the size is a whole or half number of points, as designers usually choose it. */
const isHalfPoint = (size: number): boolean => Math.abs(size * 2 - Math.round(size * 2)) < 0.02;
