// Finds the printed labels of a form. A label may run over several lines of its cell, and programs differ in spaces and
// punctuation, so labels are compared letter by letter.

import { plain } from '#analysis/documents/phrases.ts';
import { corrected, DOUBT_BELOW, vocabularyOf } from '#analysis/documents/spelling.ts';
import { type Box, boxAround, type Word } from '#domain/documents/pages.ts';
import { firstLetterOf, isSame, type Piece, piecesOf, type Walk, walkPieces } from './label-walk.ts';
import { type Place, placeAfter, placeBefore, wordAt } from './neighbours.ts';
import type { Sheet } from './sheet.ts';

/**
 * The wordings of one label. Words in brackets may be missing, and `#` stands for any digit. The box number may be
 * printed before the label (`1 Wages`, `Box 1. Wages`) or after it.
 */
export type LabelSpec = {
  key: string;
  number?: string;
  phrases: readonly string[];
  /** If true, the label is a title or a notice, which has no value. */
  empty?: boolean;
};

export type Label = {
  key: string;
  box: Box;
  words: Word[];
  empty: boolean;
  /** How certain it is that the words are the label of a box and not a part of a sentence. */
  weight: number;
};

type Variant = { key: string; empty: boolean; pieces: Piece[]; weight: number };
type FoundLabel = Label & { letters: number; start: Place; end: Place };

/**
 * Returns the labels of a sheet. No word belongs to two labels. If two labels overlap, the longer label is returned.
 */
export function findLabels(read: Sheet, specs: readonly LabelSpec[]): Label[] {
  const sheet = withCorrectedLetters(read, specs);
  const variants = variantsByFirstLetter(specs);
  const found: FoundLabel[] = [];
  for (const [line, { words }] of sheet.lines.entries()) {
    for (const [index, word] of words.entries()) {
      const letters = sheet.letters.get(word) ?? '';
      for (const variant of variants.get(firstLetterOf(letters)) ?? []) {
        if (!isStart(letters, variant, word.confidence < 1)) continue;
        const walk = walkPieces(sheet, variant.pieces, { line, index });
        if (walk !== undefined) found.push(labelOf(variant, walk));
      }
    }
  }
  found.sort((a, b) => b.letters - a.letters);
  const taken = new Set<Word>();
  const labels = found.filter(({ words }) => {
    if (words.some((word) => taken.has(word))) return false;
    for (const word of words) taken.add(word);
    return true;
  });
  return limited(labels).map((label) => {
    const number = boxNumberBefore(sheet, label);
    const words = number === undefined || taken.has(number) ? label.words : [number, ...label.words];
    const weight =
      label.weight * (isInSentence(sheet, label, taken) ? 0.2 : startsSentence(sheet, label, taken) ? 0.5 : 1);
    return { key: label.key, empty: label.empty, box: boxAround(words.map(({ box }) => box)), words, weight };
  });
}

/**
 * OCR misspells the small print of labels, so words of which it was not sure are compared with the words of all labels.
 */
function withCorrectedLetters(sheet: Sheet, specs: readonly LabelSpec[]): Sheet {
  if (sheet.words.every(({ confidence }) => confidence >= DOUBT_BELOW)) return sheet;
  const vocabulary = vocabularyOf(specs.flatMap(({ phrases }) => phrases));
  const letters = new Map(
    [...sheet.letters].map(([word, text]) => [
      word,
      word.confidence < DOUBT_BELOW ? corrected(text, vocabulary) : text,
    ]),
  );
  return { ...sheet, letters };
}

/**
 * The maximum number of occurrences of one key. Even three forms on one page have fewer. The limit bounds the work on
 * hostile pages.
 */
const OCCURRENCES_MAX = 120;

function limited(labels: readonly FoundLabel[]): FoundLabel[] {
  const counts = new Map<string, number>();
  return labels.filter(({ key }) => {
    const count = (counts.get(key) ?? 0) + 1;
    counts.set(key, count);
    return count <= OCCURRENCES_MAX;
  });
}

/** Whether a label of this wording can begin with the word. This is a quick check before all words are compared. */
function isStart(letters: string, { pieces }: Variant, scanned: boolean): boolean {
  const text = pieces[0]?.text ?? '';
  return letters !== '' && letters.length <= text.length && isSame(letters, text, scanned);
}

/**
 * Returns the box number before the label, even if it differs from the usual one: on Form W-2c, the same boxes have
 * other letters.
 */
function boxNumberBefore(sheet: Sheet, { start }: FoundLabel): Word | undefined {
  const place = placeBefore(sheet, start);
  const [before, first] = [place === undefined ? undefined : wordAt(sheet, place), wordAt(sheet, start)];
  if (before === undefined || first === undefined || !/^(?:[a-w]|\d{1,2}[a-z]?|e\/f)[.:)]?$/.test(before.text))
    return undefined;
  return first.box.left - before.box.right < 1.2 * first.size && !sheet.isDivided(before.box, first.box)
    ? before
    : undefined;
}

/**
 * A label with a lower weight than this is treated as part of a sentence: it has no value and does not limit the cells
 * of other labels.
 */
export const WEIGHT_MIN = 0.3;

function labelOf({ key, empty, weight }: Variant, { words, places }: Walk): FoundLabel {
  const letters = words.reduce((sum, { text }) => sum + plain(text).length, 0);
  return {
    key,
    empty,
    weight,
    words,
    box: boxAround(words.map(({ box }) => box)),
    letters,
    start: places[0] ?? NOWHERE,
    end: places.at(-1) ?? NOWHERE,
  };
}

const NOWHERE: Place = { line: 0, index: 0 };

function variantsByFirstLetter(specs: readonly LabelSpec[]): Map<string, Variant[]> {
  const groups = new Map<string, Variant[]>();
  for (const variant of specs.flatMap(variantsOf)) {
    const letter = firstLetterOf(variant.pieces[0]?.text ?? '');
    groups.set(letter, [...(groups.get(letter) ?? []), variant]);
  }
  return groups;
}

function variantsOf({ key, number, phrases, empty = false }: LabelSpec): Variant[] {
  return phrases.flatMap((phrase) => {
    const pieces = piecesOf(phrase);
    const bare = { key, empty, pieces, weight: number === undefined ? 1 : 0.7 };
    if (number === undefined) return [bare];
    const numbered = [...piecesOf(number), ...piecesOf(`box ${number}`), ...piecesOf(`line ${number}`)];
    const before = numbered.map((prefix) => ({ key, empty, pieces: [prefix, ...pieces], weight: 1 }));
    const after = { key, empty, pieces: [...pieces, ...piecesOf(`box ${number}`)], weight: 0.9 };
    return [bare, ...before, after];
  });
}

/**
 * Whether the label is part of a sentence or a name. This is assumed if a word that belongs to no label is directly
 * before the label, or directly after a short label. After a long label, such a word is the end of a wording that is
 * not listed.
 */
function isInSentence(sheet: Sheet, label: FoundLabel, taken: ReadonlySet<Word>): boolean {
  const numbered = label.words.some(({ text }) => /\d/.test(text));
  const short = label.letters <= SHORT_MAX && !numbered && label.start.line === label.end.line;
  const touches = (left: Word | undefined, right: Word | undefined) =>
    left !== undefined &&
    right !== undefined &&
    right.box.left - left.box.right < 0.8 * right.size &&
    !sheet.isDivided(left.box, right.box);
  const isOrdinary = (word: Word | undefined, pattern: RegExp): word is Word =>
    word !== undefined && !taken.has(word) && pattern.test(word.text);
  const neighbour = (place: Place | undefined) => (place === undefined ? undefined : wordAt(sheet, place));
  const before = neighbour(placeBefore(sheet, label.start));
  if (isOrdinary(before, /[a-z]{2}/i) && touches(before, wordAt(sheet, label.start))) return true;
  const after = neighbour(placeAfter(sheet, label.end));
  return short && isOrdinary(after, /[a-z]/i) && touches(wordAt(sheet, label.end), after);
}

/**
 * Whether the label is directly followed by several words that belong to no label, as in the instructions: `Box 1.
 * Rents. Report rents from …`.
 */
function startsSentence({ lines }: Sheet, { end }: FoundLabel, taken: ReadonlySet<Word>): boolean {
  const words = lines[end.line]?.words ?? [];
  return [1, 2, 3].every((step) => {
    const [last, next] = [words[end.index + step - 1], words[end.index + step]];
    if (last === undefined || next === undefined || taken.has(next) || !/[a-z]/i.test(next.text)) return false;
    return next.box.left - last.box.right < 0.8 * next.size;
  });
}

/** The maximum number of letters in labels that also occur as ordinary words in names: `State`, `Other`, `Corp.`. */
const SHORT_MAX = 10;
