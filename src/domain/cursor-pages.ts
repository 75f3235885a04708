// Pages of a log as clients walk it: newest first, from a place in the log on, back and forth. Nothing is counted, so a
// page costs the same however long the log is.
import { notFound } from '#base/errors.ts';

/** What lies on one side of a place in the log, the place itself not included. */
export type Cursor = { readonly toward: 'older' | 'newer'; readonly position: number };

const LETTER = { older: 'o', newer: 'n' } as const satisfies Record<Cursor['toward'], string>;
const WRITTEN = /^([on])(\d{1,15})$/;

export const writeCursor = ({ toward, position }: Cursor): string =>
  Buffer.from(`${LETTER[toward]}${position}`).toString('base64url');

/** What is none of ours leads nowhere, like a page that cannot be. */
export function parseCursor(text: string): Cursor {
  const [, letter, digits] = WRITTEN.exec(Buffer.from(text, 'base64url').toString('latin1')) ?? [];
  const cursor: Cursor = { toward: letter === LETTER.newer ? 'newer' : 'older', position: Number(digits) };
  if (letter === undefined || writeCursor(cursor) !== text) throw notFound();
  return cursor;
}

/**
 * `rows` as they were read, away from the cursor, and one more than the page holds if there is one. The place one came
 * from is still there, so the way back always leads somewhere.
 */
export function toCursorPage<Row extends { position: number }>(
  rows: readonly Row[],
  cursor: Cursor | undefined,
  page_size: number,
): { rows: Row[]; next: Cursor | null; previous: Cursor | null } {
  const has_more = rows.length > page_size;
  const kept = rows.slice(0, page_size);
  const shown = cursor?.toward === 'newer' ? kept.toReversed() : kept;
  const [newest, oldest] = [shown[0]?.position, shown.at(-1)?.position];
  const olderThan = (position: number): Cursor => ({ toward: 'older', position });
  const newerThan = (position: number): Cursor => ({ toward: 'newer', position });
  if (cursor?.toward === 'newer') {
    const previous = has_more && newest !== undefined ? newerThan(newest) : null;
    return { rows: shown, next: olderThan(oldest ?? cursor.position + 1), previous };
  }
  const next = has_more && oldest !== undefined ? olderThan(oldest) : null;
  return {
    rows: shown,
    next,
    previous: cursor === undefined ? null : newerThan(newest ?? Math.max(0, cursor.position - 1)),
  };
}

/** The request's own address with another cursor: everything else in its query stays as it was written. */
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
