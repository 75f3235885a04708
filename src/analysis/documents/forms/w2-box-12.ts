// Reads box 12 of Form W-2: codes with amounts, in up to four cells or in rows.
import type { Word } from '#domain/documents/pages.ts';
import type { Fields } from '#domain/documents/read-documents.ts';
import { amountsIn } from './amounts.ts';
import { fieldOf } from './candidates.ts';
import type { Label } from './labels.ts';
import { type Form, linesIn, regionOf, wordsBeside } from './regions.ts';
import type { Sheet } from './sheet.ts';

const CODES = new Set('A B C D E F G H J K L M N P Q R S T V W Y Z AA BB DD EE FF GG HH II'.split(' '));

export function box12Of(form: Form): Fields[] {
  const labels = form.labels.filter(({ key }) => key === 'box_12');
  const entries = labels
    .toSorted((a, b) => nameOf(a).localeCompare(nameOf(b)) || a.box.top - b.box.top || a.box.left - b.box.left)
    .flatMap((label) => entriesOf(form, label));
  const stacked = stackedEntries(form, labels);
  return stacked.length > entries.length ? stacked : entries;
}

/** The maximum height of all four cells of box 12 together, in points. The cells are one below the other. */
const STACK_HEIGHT = 110;

/**
 * Reads the four cells as one column. OCR misreads the small labels `12b` to `12d`, so their cells would be lost if
 * each cell were found by its label. It is enough that the first label was read.
 */
function stackedEntries(form: Form, labels: readonly Label[]): Fields[] {
  const [first, ...others] = labels.toSorted((a, b) => a.box.top - b.box.top);
  if (first === undefined || labels.length >= LABELS || first.words.every(({ confidence }) => confidence === 1))
    return [];
  if (others.some(({ box }) => Math.abs(box.left - first.box.left) > SAME_COLUMN)) return [];
  const region = regionOf(form, first, { through: ['code', 'box_12'], across: ['horizontal', 'vertical'] });
  const bottom = Math.min(form.area.bottom, first.box.bottom + STACK_HEIGHT);
  const right = Math.max(region.right, first.box.left + CELL_WIDTH);
  return linesIn(form, { ...region, left: first.box.left - 2, right, bottom, beside: [] }, first).flatMap(({ words }) =>
    entriesIn(form.sheet, words),
  );
}

const LABELS = 4;
/**
 * The labels of one column begin within `SAME_COLUMN` points of each other, and their cells are at least `CELL_WIDTH`
 * points wide.
 */
const [SAME_COLUMN, CELL_WIDTH] = [12, 100];

/**
 * Returns the name of a cell, from `12a` to `12d`. The entries are sorted by this name, because the order of the cells
 * on the page differs between forms.
 */
const nameOf = ({ words }: Label): string => {
  // OCR reads the lower-case letters `c` and `b` as other characters.
  const text = words.map((word) => word.text.replace(/[¢©€]/, 'c').replace(/^12[06]$/, '12b')).join('');
  return /12[a-f]/i.exec(text)?.[0].toLowerCase() ?? '';
};

/**
 * The drawn line between code and amount may run through the whole cell, so the cell is assumed to end at the next
 * label.
 */
function entriesOf(form: Form, label: Label): Fields[] {
  const inside = linesIn(form, regionOf(form, label, { through: ['code'] }), label).flatMap(({ words }) =>
    entriesIn(form.sheet, words),
  );
  if (inside.length > 0) return inside;
  const wider = regionOf(form, label, { through: ['code'], across: ['vertical'] });
  const lines = linesIn(form, { ...wider, left: label.box.left - 2 }, label);
  const entries = lines.flatMap(({ words }) => entriesIn(form.sheet, words));
  return entries.length > 0 ? entries : entriesIn(form.sheet, wordsBeside(form, label));
}

function entriesIn(sheet: Sheet, words: readonly Word[]): Fields[] {
  const pieces = words.flatMap(splitGlued);
  return pieces.flatMap((word, index): Fields[] => {
    const code = codeIn(word);
    if (code === undefined) return [];
    const next = pieces.slice(index + 1, index + 8).filter(({ text }) => !/^[.…_|:-]+$/.test(text));
    const [amount] = amountsIn(next.slice(0, 3));
    if (amount === undefined || amount.words[0] !== next[0]) return [];
    return [{ code: fieldOf(sheet, code, [word]), amount: fieldOf(sheet, amount.cents, amount.words) }];
  });
}

/** OCR may read a single large letter as two letters, a capital and a lower-case one: `Ww`. */
function codeIn({ text, confidence }: Word): string | undefined {
  if (!/^[|[(]?[a-z]{1,2}[|\]):.-]?$/i.test(text) && (confidence === 1 || !/^[a-z0568]{2}$/i.test(text)))
    return undefined;
  const letters = text.replace(/[^a-z\d]/gi, '');
  const single = /^([A-Z])([a-z])$/.exec(letters);
  const code = single !== null && single[1] === single[2]?.toUpperCase() ? (single[1] ?? '') : letters.toUpperCase();
  if (CODES.has(code)) return code;
  const similar = [...code].map((letter) => SIMILAR[letter] ?? letter).join('');
  return confidence < 1 && CODES.has(similar) ? similar : undefined;
}

/** Letters and digits that OCR reads instead of the letters of codes. */
const SIMILAR: Record<string, string> = {
  O: 'D',
  '0': 'D',
  P: 'D',
  I: 'D',
  U: 'D',
  '8': 'B',
  '6': 'G',
  '5': 'S',
  X: 'Y',
};

/** `D5000.00` and `D|5,000.00` are a code and an amount. */
function splitGlued(word: Word): Word[] {
  const match = /^([A-Z]{1,2})[|:-]?(\$?[\d,]+(?:\.\d\d)?)$/.exec(word.text);
  const [, code, amount] = match ?? [];
  if (code === undefined || amount === undefined) return [word];
  const middle = word.box.left + ((word.box.right - word.box.left) * code.length) / word.text.length;
  return [
    { ...word, text: code, box: { ...word.box, right: middle } },
    { ...word, text: amount, box: { ...word.box, left: middle } },
  ];
}
