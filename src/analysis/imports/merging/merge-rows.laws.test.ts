// Properties of merging: a history that is split into overlapping files has the same rows after merging, for any split
// and any order of the files.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { ImportContent, ImportedBook, ImportedRow } from './import-content.ts';
import { countNewRows, countRows, type MergedRow, mergeRows } from './merge-rows.ts';

const BOOK: Omit<ImportedBook, 'identity' | 'as_of'> = {
  number: null,
  routing_number: null,
  institution: null,
  name: null,
  owner: null,
  type: null,
  currency_code: null,
  mask: null,
  balances: [],
};

const row = (day: number, more: Partial<ImportedRow> = {}): ImportedRow => ({
  book: 0,
  bank_id: null,
  posted_on: `2026-01-${String(day).padStart(2, '0')}`,
  transacted_on: null,
  amount: '-3.00',
  currency_code: null,
  is_pending: false,
  description: 'Coffee',
  memo: null,
  check_number: null,
  ...more,
});

const file = (rows: readonly ImportedRow[], identities: readonly string[] = ['a']): ImportContent => ({
  head: {
    format: 'csv',
    accounts: identities.map((identity, at) => ({
      ...BOOK,
      identity,
      as_of: rows.filter(({ book }) => book === at).reduce((last, { posted_on }) => later(last, posted_on), ''),
    })),
    payments: [],
    w2s: [],
    forms: [],
  },
  rows: [...rows],
});
const later = (a: string, b: string | null): string => (b !== null && b > a ? b : a);

const keysOf = (rows: readonly MergedRow[]): string[] => rows.map(({ key }) => key).toSorted();
/** The content of the rows that a person sees. The keys, which we add, are left out. */
const shown = (rows: readonly MergedRow[]): string[] =>
  rows.map(({ key: _key, as_of: _as_of, ...seen }) => JSON.stringify(seen)).toSorted();

/** A history of two accounts in the order of its days. Many rows are equal, and only some have ids. */
const days = (with_ids: boolean): fc.Arbitrary<ImportedRow[]> =>
  fc
    .array(
      fc.record({
        day: fc.integer({ min: 1, max: 9 }),
        book: fc.nat({ max: 1 }),
        amount: fc.constantFrom<'-3.00' | '5.00'>('-3.00', '5.00'),
        description: fc.constantFrom('Coffee', 'Tea'),
      }),
      { maxLength: 25 },
    )
    .map((drawn) =>
      drawn
        .toSorted((a, b) => a.day - b.day)
        .map(({ day, ...more }, at) => row(day, { ...more, bank_id: with_ids ? `id-${at}` : null })),
    );

/** Files that cover whole days, overlap and together contain the history. A bank always exports whole days. */
const split = (history: readonly ImportedRow[]): fc.Arbitrary<ImportContent[]> =>
  fc
    .array(fc.tuple(fc.integer({ min: 1, max: 9 }), fc.integer({ min: 1, max: 9 })), { maxLength: 5 })
    .chain((spans) => {
      const cut = spans.map(([a, b]) => history.filter((one) => isWithin(one, Math.min(a, b), Math.max(a, b))));
      const [first, second] = [
        history.filter((one) => isWithin(one, 1, 5)),
        history.filter((one) => isWithin(one, 4, 9)),
      ];
      return fc.shuffledSubarray([...cut, first, second], { minLength: cut.length + 2 });
    })
    .map((files) => files.map((rows) => file(rows, ['a', 'b'])));
const isWithin = ({ posted_on }: ImportedRow, from: number, to: number): boolean => {
  const day = Number(posted_on?.slice(-2));
  return from <= day && day <= to;
};

describe.each([
  ['with ids', true],
  ['without ids', false],
])('mergeRows() for rows %s', (_, with_ids) => {
  const drawn = days(with_ids).chain((history) => fc.tuple(fc.constant(history), split(history)));

  test('a history that is split into overlapping files has the same rows after the files are merged in any order', () => {
    fc.assert(
      fc.property(drawn, ([history, files]) => {
        const whole = mergeRows([file(history, ['a', 'b'])]);
        expect(whole).toHaveLength(history.length);
        expect(keysOf(mergeRows(files))).toEqual(keysOf(whole));
        expect(shown(mergeRows(files))).toEqual(shown(whole));
      }),
    );
  });

  test('merging all files twice results in the same rows as merging them once, and no row counts as new', () => {
    fc.assert(
      fc.property(drawn, ([, files]) => {
        const once = mergeRows(files);
        const twice = mergeRows([...files, ...files]);
        expect(twice).toEqual(once);
        expect(countNewRows(countRows(files), countRows([...files, ...files]))).toBe(0);
      }),
    );
  });

  test('the numbers of new rows in all files add up to the number of rows in the history', () => {
    fc.assert(
      fc.property(drawn, ([history, files]) => {
        const counts = files.map((_, at) =>
          countNewRows(countRows(files.slice(0, at)), countRows(files.slice(0, at + 1))),
        );
        expect(counts.reduce((all, count) => all + count, 0)).toBe(history.length);
        expect(counts.every((count) => count >= 0)).toBe(true);
      }),
    );
  });
});

describe('mergeRows on rows of several files', () => {
  const merged = (...files: ImportedRow[][]) => mergeRows(files.map((rows) => file(rows)));

  test('merges rows with the same id, date and amount, even if their descriptions differ', () => {
    const [one, other] = [row(1, { bank_id: '7' }), row(1, { bank_id: '7', description: 'COFFEE SHOP' })];
    expect(merged([one], [other])).toMatchObject([{ description: 'Coffee' }]);
  });

  test('keeps rows with the same id apart if their dates or amounts differ', () => {
    const one = row(1, { bank_id: '7' });
    expect(merged([one], [row(2, { bank_id: '7' })], [row(1, { bank_id: '7', amount: '9.00' })])).toHaveLength(3);
  });

  test('ignores an id in all files if one file has it on several rows', () => {
    const [x, y, z] = ['X', 'Y', 'Z'].map((description) => row(1, { bank_id: '0', description }));
    if (x === undefined || y === undefined || z === undefined) throw new Error('three rows');
    expect(merged([x, y], [y, z])).toHaveLength(3);
    expect(merged([y], [x, y])).toHaveLength(2);
    expect(merged([x, y], [y])).toHaveLength(2);
  });

  test('keeps a repeated row as many times as it occurs in the file that contains it most often', () => {
    expect(merged([row(1), row(1)], [row(1), row(1), row(1)], [row(1)])).toHaveLength(3);
  });

  test('keeps equal rows of two accounts apart', () => {
    expect(mergeRows([file([row(1)], ['a']), file([row(1)], ['b'])])).toHaveLength(2);
  });

  test('takes pending rows only from the file with the latest data of the account, whatever the order of the files', () => {
    const older = [row(3), row(3, { is_pending: true, description: 'Hotel' })];
    const newer = [row(3), row(5, { description: 'Hotel' }), row(6, { is_pending: true, description: 'Tea' })];
    for (const files of [
      [older, newer],
      [newer, older],
    ]) {
      expect(shown(merged(...files))).toEqual(shown(merged(newer)));
    }
    expect(countNewRows(countRows([file(older)]), countRows([file(older), file(newer)]))).toBe(2);
  });
});
