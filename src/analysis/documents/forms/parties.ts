// Splits a block of lines into the name and the address of a person or company; the first lines are the name.

import type { Word } from '#domain/documents/pages.ts';
import { textOf } from './values.ts';

export type Party = { name: Word[]; address: Word[][] };

const STREET =
  /^(?:\d+[a-z]?(?:-\d+)?\s+\S|p\.?\s?o\.?\s?(?:box|drawer)|r\.?r\.?\s?\d|one\s|c\/o\b|attn\b|suite\b|ste\b|floor\b|unit\b|apt\b)/i;
/** The last line of an address ends with the ZIP code, or with the country after it. */
const TOWN = /\b[a-z]{2}\.?,?\s+\d{5}(?:-?\d{4})?(?:\s+(?:usa?|united states))?$/i;
const PHONE = /^(?:(?:tel|phone|telephone)\b.*|\(?\d{3}\)?[\s.-]\d{3}[\s.-]\d{4}.*)$/i;

/** The address begins at the first line that looks like a street, and ends with the ZIP code. */
export function partyOf(lines: readonly Word[][]): Party | undefined {
  const rows = lines.filter((words) => /[a-z0-9]/i.test(textOf(words)));
  const [first, ...rest] = rows[0] !== undefined && rows.length > 1 && isRestOfLabel(rows[0]) ? rows.slice(1) : rows;
  if (first === undefined) return undefined;
  const town = rest.findIndex((words) => TOWN.test(textOf(words)));
  const body = (town < 0 ? rest : rest.slice(0, town + 1)).filter((words) => !PHONE.test(textOf(words)));
  const street = body.findIndex((words) => STREET.test(textOf(words)));
  const start = Math.max(0, street);
  return { name: [first, ...body.slice(0, start)].flat(), address: body.slice(start) };
}

/**
 * Whether OCR misread the end of the label `name, address, and ZIP code`, so that the misread words look like the first
 * line of the name.
 */
const isRestOfLabel = (words: readonly Word[]): boolean =>
  words.length <= 4 && words.some(({ confidence }) => confidence < 1) && /\bcode[.:]?$/i.test(textOf(words));

/** Joins the lines of an address into one line. */
export const addressOf = (lines: readonly (readonly Word[])[]): string =>
  lines.map((words) => textOf(words).replace(/,$/, '')).join(', ');
