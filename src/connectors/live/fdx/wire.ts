// The format of FDX responses. Lists and errors have schemas. The fields of a row are read one by one, because
// providers omit or misspell fields. If a field cannot be parsed, the rest of the row must still be read.
import { Type } from 'typebox';
import { isDate } from '#base/calendar.ts';
import { parseTimestamp, toTimestamp } from '#base/timestamps.ts';

export const FdxError = Type.Object({
  code: Type.Optional(Type.Union([Type.String({ maxLength: 64 }), Type.Number(), Type.Null()])),
});

export const FdxRow = Type.Record(Type.String(), Type.Unknown());
export type FdxRow = Readonly<Record<string, unknown>>;

/** A page of a list. Providers write the offset of the next page as a string or as a number. */
export const FdxPage = Type.Object({
  page: Type.Optional(
    Type.Union([
      Type.Object({
        nextOffset: Type.Optional(Type.Union([Type.String({ maxLength: 2048 }), Type.Number(), Type.Null()])),
        totalElements: Type.Optional(Type.Unknown()),
      }),
      Type.Null(),
    ]),
  ),
});

/**
 * Whether the value is a JSON object. A year of transactions calls this for thousands of rows, so the value is not
 * checked against `FdxRow`: without compilation, typebox would look at every field of the row.
 */
export const isRow = (value: unknown): value is FdxRow =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

export const TEXT_LENGTH_MAX = 1024;

/** Returns a text without the spaces around it, or null if the field is absent, empty, too long or not a text. */
export function textAt(row: FdxRow, name: string): string | null {
  const value = row[name];
  const text = typeof value === 'number' && Number.isFinite(value) ? String(value) : value;
  if (typeof text !== 'string' || text.length > TEXT_LENGTH_MAX) return null;
  return text.trim() === '' ? null : text.trim();
}

const DECIMAL = /^(-?)(\d{1,10})(?:\.(\d{1,20}))?$/;

/**
 * Returns an amount in hundredths. An amount with more than two decimals is rounded; a half is rounded away from zero.
 */
export function hundredthsAt(row: FdxRow, name: string): bigint | null {
  const value = row[name];
  if (typeof value !== 'number' && typeof value !== 'string') return null;
  // `String` writes very small numbers with an exponent, which `DECIMAL` does not match.
  const text = typeof value === 'number' && String(value).includes('e') ? value.toFixed(6) : String(value).trim();
  const match = DECIMAL.exec(text);
  if (match === null) return null;
  const [, sign, whole = '0', places = ''] = match;
  const rounded =
    BigInt(whole) * 100n + BigInt(places.slice(0, 2).padEnd(2, '0')) + ((places[2] ?? '0') >= '5' ? 1n : 0n);
  return sign === '-' ? -rounded : rounded;
}

export function integerAt(row: FdxRow, name: string): number | null {
  const value = Number(textAt(row, name) ?? Number.NaN);
  return Number.isSafeInteger(value) ? value : null;
}

/** Returns the date as the provider writes it. The date of a timestamp is its first part. */
export function dateAt(row: FdxRow, name: string): string | null {
  const date = textAt(row, name)?.slice(0, 10);
  return date !== undefined && isDate(date) ? date : null;
}

export function timeAt(row: FdxRow, name: string): string | null {
  const time = parseTimestamp(textAt(row, name) ?? '');
  return time === undefined ? null : toTimestamp(time);
}

export function rowAt(row: FdxRow, name: string): FdxRow {
  const value = row[name];
  return isRow(value) ? value : {};
}

export function rowsAt(row: FdxRow, name: string): FdxRow[] {
  const value = row[name];
  return Array.isArray(value) ? value.filter(isRow) : [];
}

export const CATEGORIES = ['deposit', 'loan', 'loc', 'investment', 'annuity', 'insurance'] as const;
export type Category = (typeof CATEGORIES)[number];

/**
 * Reads an account or a transaction. FDX 5 wraps it in an object with one key, such as `depositAccount`. FDX 6 has a
 * flat object with an `accountCategory`, such as `DEPOSIT_ACCOUNT`. The returned category is null if the object shows
 * no category.
 */
export function unwrap(row: FdxRow, noun: 'Account' | 'Transaction'): { category: Category | null; row: FdxRow } {
  for (const category of CATEGORIES) {
    const inner = row[`${category}${noun}`];
    if (isRow(inner)) return { category, row: inner };
  }
  const named = textAt(row, 'accountCategory')
    ?.toLowerCase()
    .replace(/_account$/, '');
  return { category: CATEGORIES.find((one) => one === named) ?? null, row };
}
