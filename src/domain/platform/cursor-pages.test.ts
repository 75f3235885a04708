import { describe, expect, test } from 'vitest';
import { ServiceError } from '#base/errors.ts';
import { type Cursor, cursorUrl, parseCursor, toCursorPage, writeCursor } from './cursor-pages.ts';

describe('a cursor', () => {
  test.each<Cursor>([
    { toward: 'older', second: 1_772_366_400, position: 1 },
    { toward: 'newer', second: 0, position: 0 },
    { toward: 'newer', second: 999_999_999_999, position: 999_999_999_999_999 },
  ])('the cursor %j is the same after encoding and decoding, and needs no escaping in a query string', (cursor) => {
    const text = writeCursor(cursor);
    expect(text).toMatch(/^[\w-]+$/);
    expect(parseCursor(text)).toEqual(cursor);
  });

  test.each([
    ['', 'is empty'],
    ['x', 'decodes to no bytes'],
    ['5', 'is a page number'],
    [Buffer.from('5').toString('base64url'), 'has no direction'],
    [Buffer.from('o').toString('base64url'), 'has no position'],
    [Buffer.from('o5.-5').toString('base64url'), 'has a negative position'],
    [Buffer.from('o5.05').toString('base64url'), 'has a leading zero'],
    [Buffer.from('x5.5').toString('base64url'), 'has an unknown direction'],
    [Buffer.from('o5').toString('base64url'), 'has no time'],
    [Buffer.from('o5.1000000000000000').toString('base64url'), 'has a position out of range'],
    [`${Buffer.from('o5.5').toString('base64url')}=`, 'has padding'],
    [` ${Buffer.from('o5.5').toString('base64url')}`, 'has a leading space'],
  ])('the cursor %j throws Not Found because it %s', (text) => {
    expect(() => parseCursor(text)).toThrow(ServiceError);
    expect(() => parseCursor(text)).toThrow('Not Found.');
  });
});

describe('toCursorPage', () => {
  const SECOND = 1_772_366_400;
  /**
   * Reads one page of a log, as the storage layer does. The times of all entries of the log are within the same second.
   */
  const read = (log: readonly number[], cursor: Cursor | undefined, page_size: number) => {
    const behind = log.filter((position) =>
      cursor?.toward === 'newer'
        ? position > cursor.position
        : position < (cursor?.position ?? Number.POSITIVE_INFINITY),
    );
    const ordered = behind.toSorted((a, b) => (cursor?.toward === 'newer' ? a - b : b - a));
    const rows = ordered.slice(0, page_size + 1).map((position) => ({ sent_at: new Date(SECOND * 1000), position }));
    const page = toCursorPage(rows, cursor, page_size);
    return { ...page, rows: page.rows.map(({ position }) => position) };
  };

  test.each([0, 1, 2, 3, 4, 5, 6, 7])(
    'in a list of %i rows, following `next` reaches the last row, and following `previous` returns to the first row',
    (count) => {
      const log = Array.from({ length: count }, (_, i) => (i + 1) * 10);
      const forward = [read(log, undefined, 3)];
      for (let next = forward.at(-1)?.next; next; next = forward.at(-1)?.next) forward.push(read(log, next, 3));
      expect(forward.flatMap(({ rows }) => rows)).toEqual(log.toReversed());
      expect(forward).toHaveLength(Math.max(1, Math.ceil(count / 3)));
      expect(forward[0]?.previous).toBe(null);
      const backward = forward.slice(-1);
      for (let previous = backward[0]?.previous; previous; previous = backward[0]?.previous) {
        backward.unshift(read(log, previous, 3));
      }
      expect(backward.map(({ rows }) => rows)).toEqual(forward.map(({ rows }) => rows));
    },
  );

  test('keeps the pages of older rows unchanged if rows are added between two requests', () => {
    const first = read([1, 2, 3, 4], undefined, 2);
    const log = [1, 2, 3, 4, 5, 6, 7];
    const second = read(log, first.next ?? undefined, 2);
    expect(second.rows).toEqual([2, 1]);
    const back = read(log, second.previous ?? undefined, 2);
    expect(back.rows).toEqual([4, 3]);
    expect(read(log, back.previous ?? undefined, 2).rows).toEqual([6, 5]);
  });

  test('an empty page has a link back to the rows from which the caller came', () => {
    const older = read([7, 8], { toward: 'older', second: SECOND, position: 7 }, 2);
    expect(older).toMatchObject({ rows: [], next: null });
    expect(read([7, 8], older.previous ?? undefined, 2).rows).toEqual([8, 7]);
    const newer = read([7, 8], { toward: 'newer', second: SECOND, position: 8 }, 2);
    expect(newer).toMatchObject({ rows: [], previous: null });
    expect(read([7, 8], newer.next ?? undefined, 2).rows).toEqual([8, 7]);
    const before = { second: SECOND, position: 0 };
    expect(read([1], { toward: 'older', ...before }, 2).previous).toEqual({ toward: 'newer', ...before });
  });
});

describe('cursorUrl', () => {
  const cursor: Cursor = { toward: 'older', second: 5, position: 5 };
  const c = `cursor=${writeCursor(cursor)}`;
  test.each([
    ['/v1/log/', `https://api.example/v1/log/?${c}`],
    ['/v1/log', `https://api.example/v1/log/?${c}`],
    ['/v1/log/?a=1&b=%20x', `https://api.example/v1/log/?a=1&b=%20x&${c}`],
    ['/v1/log/?cursor=old&a=1', `https://api.example/v1/log/?a=1&${c}`],
    ['/v1/log/?c%75rsor=old&cursor=older&&a=1?2', `https://api.example/v1/log/?a=1?2&${c}`],
  ])('cursorUrl adds the cursor to the URL %s', (url, expected) =>
    expect(cursorUrl('https://api.example/', url, cursor)).toBe(expected),
  );

  test('cursorUrl() is null if the cursor is null', () =>
    expect(cursorUrl('https://api.example', '/v1/log/', null)).toBe(null));
});
