// The marks that a user can select on the pages of a document: each value that was read, and each sign of alteration.
import type { Locale } from '../../../shared/session.ts';
import { day, money } from '../../format.ts';
import { type Words, wordFor } from '../../words.ts';
import type { Box, Signal, WholeDocument } from './words.ts';

export type Mark = {
  id: string;
  label: string;
  text: string;
  page: number | null;
  box: Box | null;
} & ({ kind: 'field'; confidence: number } | { kind: 'sign'; severity: Signal['severity'] });

/** Returns the marks of a document: first the signs, then the values in the order in which they were read. */
export const marksOf = (
  { document, boxes, signal_boxes }: WholeDocument,
  { locale, signs, names }: { locale: Locale; signs: Words; names: Words },
): Mark[] => [
  ...document.fraud_signals.map(
    ({ code, message, page, severity }, at): Mark => ({
      kind: 'sign',
      id: `sign ${at}`,
      label: wordFor(signs, code),
      text: message,
      page,
      box: signal_boxes[at] ?? null,
      severity,
    }),
  ),
  ...boxes.map(
    ({ field, page, box, confidence }): Mark => ({
      kind: 'field',
      id: field,
      label: labelOf(names, field),
      text: textOf(valueAt(document.fields, field), { locale, names, is_amount: !NO_AMOUNT.test(field) }),
      page,
      box,
      confidence,
    }),
  ),
];

/** The parts of a path: `earnings[0].current` has the parts `earnings`, `0` and `current`. */
const partsOf = (path: string): string[] => path.split(/[[\].]+/).filter((part) => part !== '');

/** Returns the label of a path. Rows are counted from 1: `earnings[0].current` becomes `Earnings 1, current`. */
function labelOf(names: Words, path: string): string {
  const [name = '', row, cell] = partsOf(path);
  const label = wordFor(names, name);
  return row === undefined || cell === undefined
    ? label
    : `${label} ${Number(row) + 1}, ${lowered(wordFor(names, cell))}`;
}

/** Converts the first letter to lower case, unless the label begins with an abbreviation. */
const lowered = (label: string): string =>
  /^[A-Z]{2}/.test(label) ? label : `${label.slice(0, 1).toLowerCase()}${label.slice(1)}`;

const valueAt = (fields: unknown, path: string): unknown =>
  partsOf(path).reduce<unknown>(
    (within, part) => (typeof within === 'object' && within !== null ? Reflect.get(within, part) : undefined),
    fields,
  );

/** The names of fields whose values have two decimals but are not amounts of money. */
const NO_AMOUNT = /hours|percent/;

/** Dates and amounts have the same format as on other pages. Any other value is shown as it was read. */
function textOf(value: unknown, { locale, names, is_amount }: { locale: Locale; names: Words; is_amount: boolean }) {
  if (value === undefined || value === null) return '–';
  const text = String(value);
  if (typeof value === 'boolean') return wordFor(names, text);
  if (/^\d{4}-\d{2}-\d{2}$/.test(text)) return day(locale, text);
  return is_amount && /^-?\d+\.\d{2}$/.test(text) ? money(text) : text;
}

/**
 * The position of a box on its page, in percent. A margin is added on all sides. The margin at the bottom is larger,
 * because letters reach below the baseline.
 */
export function placeOf({ left, top, right, bottom }: Box, page: { width: number; height: number }) {
  const room = 2;
  const below = Math.max(room, (bottom - top) * 0.3);
  const percent = (part: number, whole: number) => `${Math.round((part / whole) * 10_000) / 100}%`;
  return {
    left: percent(Math.max(0, left - room), page.width),
    top: percent(Math.max(0, top - room), page.height),
    width: percent(right - left + 2 * room, page.width),
    height: percent(bottom - top + room + below, page.height),
  };
}

/**
 * The highlighted marks. The hovered mark and the focused mark are stored separately: moving the focus scrolls the
 * page, so the mouse may then be over another mark although it has not moved.
 */
export type Lit = { hovered: string | undefined; focused: string | undefined };
export const isLit = ({ hovered, focused }: Lit, id: string): boolean => id === hovered || id === focused;

/** The ids of the elements that stand for a mark in the list and on the page. */
export const rowId = (id: string): string => `row ${id}`.replaceAll(' ', '-');
export const boxId = (id: string): string => `box ${id}`.replaceAll(' ', '-');

const STEPS: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowRight: 1, ArrowUp: -1, ArrowLeft: -1 };

/**
 * The index that an arrow key leads to, or undefined for any other key. The last index is followed by the first, and
 * the first is preceded by the last.
 */
export function afterKey(key: string, at: number, count: number): number | undefined {
  const step = STEPS[key];
  return step === undefined || count === 0 ? undefined : (at + step + count) % count;
}
