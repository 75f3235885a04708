// Cursor pagination of a log whose newest row comes first. From a cursor, a page can be read in both directions. Rows
// are not counted, so reading a page costs the same for a log of any length.
import { notFound } from '#base/errors.ts';

/** A position in a log. A log is ordered by time, in whole seconds since 1970, and within one second by position. */
type Place = { readonly second: number; readonly position: number };

/**
 * Selects the rows that are older than a position, or the rows that are newer than a position. The row at the position
 * itself is not included.
 */
export type Cursor = Place & { readonly toward: 'older' | 'newer' };

const LETTER = { older: 'o', newer: 'n' } as const satisfies Record<Cursor['toward'], string>;
const WRITTEN = /^([on])(\d{1,12})\.(\d{1,15})$/;

export const writeCursor = ({ toward, second, position }: Cursor): string =>
  Buffer.from(`${LETTER[toward]}${second}.${position}`).toString('base64url');

/** Parses a cursor. Throws an error with status 404 if the cursor is invalid, as for an invalid page number. */
export function parseCursor(text: string): Cursor {
  const [, letter, second, position] = WRITTEN.exec(Buffer.from(text, 'base64url').toString('latin1')) ?? [];
  const toward = letter === LETTER.newer ? 'newer' : 'older';
  const cursor: Cursor = { toward, second: Number(second), position: Number(position) };
  if (letter === undefined || writeCursor(cursor) !== text) throw notFound();
  return cursor;
}

/**
 * `rows` are the rows in the order in which they were read. If there are more rows than the page size, `rows` has one
 * row more than the page size. A cursor always comes from an earlier page, and the rows of that page still exist. So a
 * page that is read with a cursor always has a cursor back to those rows.
 */
export function toCursorPage<Row extends { sent_at: Date; position: number }>(
  rows: readonly Row[],
  cursor: Cursor | undefined,
  page_size: number,
): { rows: Row[]; next: Cursor | null; previous: Cursor | null } {
  const has_more = rows.length > page_size;
  const kept = rows.slice(0, page_size);
  const shown = cursor?.toward === 'newer' ? kept.toReversed() : kept;
  const [newest, oldest] = [placeOf(shown[0]), placeOf(shown.at(-1))];
  const olderThan = (place: Place): Cursor => ({ ...place, toward: 'older' });
  const newerThan = (place: Place): Cursor => ({ ...place, toward: 'newer' });
  if (cursor?.toward === 'newer') {
    const previous = has_more && newest !== undefined ? newerThan(newest) : null;
    return { rows: shown, next: olderThan(oldest ?? beside(cursor, 1)), previous };
  }
  const next = has_more && oldest !== undefined ? olderThan(oldest) : null;
  return {
    rows: shown,
    next,
    previous: cursor === undefined ? null : newerThan(newest ?? beside(cursor, -1)),
  };
}

function placeOf(row: { sent_at: Date; position: number } | undefined): Place | undefined {
  return row && { second: row.sent_at.getTime() / 1000, position: row.position };
}

const beside = ({ second, position }: Place, step: 1 | -1): Place => ({
  second,
  position: Math.max(0, position + step),
});

/** The URL of the request with another cursor. All other query parameters stay unchanged. */
export function cursorUrl(base_url: string, url: string, cursor: Cursor | null): string | null {
  if (cursor === null) return null;
  const [asked = '', ...query] = url.split('?');
  const path = asked.endsWith('/') ? asked : `${asked}/`;
  const others = query
    .join('?')
    .split('&')
    .filter((pair) => pair !== '' && !new URLSearchParams(pair).has('cursor'));
  return `${base_url.replace(/\/+$/, '')}${path}?${[...others, `cursor=${writeCursor(cursor)}`].join('&')}`;
}
