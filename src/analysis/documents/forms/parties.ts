// Names and addresses of people and companies on forms: lines of a block, of which the first are the name.

import type { Word } from '#domain/documents/pages.ts';
import { textOf } from './values.ts';

export type Party = { name: Word[]; address: Word[][] };

const STREET =
  /^(?:\d+[a-z]?(?:-\d+)?\s+\S|p\.?\s?o\.?\s?(?:box|drawer)|r\.?r\.?\s?\d|one\s|c\/o\b|attn\b|suite\b|ste\b|floor\b|unit\b|apt\b)/i;
/** The last line of an address: the ZIP code, perhaps followed by the country. */
const TOWN = /\b[a-z]{2}\.?,?\s+\d{5}(?:-?\d{4})?(?:\s+(?:usa?|united states))?$/i;
const PHONE = /^(?:(?:tel|phone|telephone)\b.*|\(?\d{3}\)?[\s.-]\d{3}[\s.-]\d{4}.*)$/i;

/** The address starts at the first line that looks like a street, and ends with the ZIP code. */
export function partyOf(lines: readonly Word[][]): Party | undefined {
  const rows = lines.filter((words) => /[a-z0-9]/i.test(textOf(words)));
  const [first, ...rest] = rows;
  if (first === undefined) return undefined;
  const town = rest.findIndex((words) => TOWN.test(textOf(words)));
  const body = (town < 0 ? rest : rest.slice(0, town + 1)).filter((words) => !PHONE.test(textOf(words)));
  const street = body.findIndex((words) => STREET.test(textOf(words)));
  const start = Math.max(0, street);
  return { name: [first, ...body.slice(0, start)].flat(), address: body.slice(start) };
}

/** The lines of an address in one line. */
export const addressOf = (lines: readonly (readonly Word[])[]): string =>
  lines.map((words) => textOf(words).replace(/,$/, '')).join(', ');
