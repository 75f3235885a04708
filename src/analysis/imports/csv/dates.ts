// Parses dates of CSV files by a format such as `MM/DD/YYYY`, and finds the formats that dates may have.
import { isDate } from '#base/calendar.ts';
import { remembered } from './remembered.ts';

const MONTHS = [
  ['jan', 'ene', 'janv', 'januar', 'enero', 'janvier', 'january'],
  ['feb', 'fev', 'fevr', 'februar', 'febrero', 'fevrier', 'february'],
  ['mar', 'mrz', 'mars', 'marz', 'maerz', 'marzo', 'march'],
  ['apr', 'abr', 'avr', 'april', 'abril', 'avril'],
  ['may', 'mai', 'mayo'],
  ['jun', 'juin', 'juni', 'junio', 'june'],
  ['jul', 'juil', 'juli', 'julio', 'juillet', 'july'],
  ['aug', 'ago', 'aou', 'aout', 'august', 'agosto'],
  ['sep', 'sept', 'set', 'september', 'septiembre', 'septembre'],
  ['oct', 'okt', 'oktober', 'octubre', 'octobre', 'october'],
  ['nov', 'november', 'noviembre', 'novembre'],
  ['dec', 'dez', 'dic', 'dezember', 'diciembre', 'decembre', 'december'],
];
const MONTH_NUMBERS = new Map(MONTHS.flatMap((names, at) => names.map((name) => [name, at + 1] as const)));

/** A time after the date: `T10:00:00Z`, ` 10:00`, ` 10:00:00 AM`. */
const TIME = /[T ,]+\d{1,2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?: ?[AP]M)?(?: ?(?:Z|[+-]\d{2}:?\d{2}|[A-Z]{3,4}))?$/i;

const TOKEN = /Y{2,4}|M{1,4}|D{1,2}/gi;

/** Reads a date by its format; undefined if the text does not follow the format or the day does not exist. */
export type DateReader = (text: string) => string | undefined;

/** Returns a reader for the format; undefined if the format does not have exactly one year, one month and one day. */
export function dateReader(format: string): DateReader | undefined {
  const tokens = [...format.matchAll(TOKEN)].map(([token]) => token.toUpperCase());
  if (
    tokens
      .map((token) => token[0])
      .toSorted()
      .join('') !== 'DMY' ||
    format.length > 30
  )
    return undefined;
  const escaped = format.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&').replace(/ +/g, ' +');
  const pattern = new RegExp(`^${escaped.replace(TOKEN, (token) => partPattern(token.toUpperCase()))}$`, 'iu');
  const order = tokens.map((token) => token.charAt(0));
  return remembered((text) => {
    const match = pattern.exec(withoutTime(text));
    if (match === null) return undefined;
    const part = (name: string): string => match[order.indexOf(name) + 1] ?? '';
    return dateOf(part('Y'), part('M'), part('D'));
  });
}

const partPattern = (token: string): string => {
  if (token.startsWith('Y')) return token.length === 2 ? '(\\d{2})' : '(\\d{4})';
  return token.length > 2 ? '([\\p{L}]{3,10})\\.?' : '(\\d{1,2})';
};

function withoutTime(text: string): string {
  const date = text.trim();
  return (date.includes(':') ? date.replace(TIME, '') : date).replace(/\s+/g, ' ');
}

function dateOf(year: string, month: string, day: string): string | undefined {
  const number = /^\d+$/.test(month) ? Number(month) : MONTH_NUMBERS.get(unaccented(month));
  if (number === undefined) return undefined;
  // A year of two digits is between 1970 and 2069, because no bank exports transactions from before 1970.
  const century = Number(year) < 70 ? '20' : '19';
  const date = `${year.length === 2 ? century : ''}${year}-${two(number)}-${two(Number(day))}`;
  return isDate(date) ? date : undefined;
}

const two = (number: number): string => String(number).padStart(2, '0');
export const unaccented = (text: string): string =>
  text
    .normalize('NFD')
    .replace(/[\u0300-\u036f]/g, '')
    .toLowerCase();

const YEAR_FIRST = /^(?:\d{4}([-/. ])\d{1,2}\1\d{1,2}|\d{8})$/;
const YEAR_LAST = /^\d{1,2}([-/. ])\d{1,2}\1(\d{4}|\d{2})$/;
const NAMED = /^(\d{1,2})([-/. ]*)(\p{L}{3,10}\.?)([-/. ]*)(\d{4}|\d{2})$/u;
const NAMED_FIRST = /^(\p{L}{3,10}\.?) (\d{1,2})(,?) (\d{4})$/u;

/** Returns the formats that the date may have, the most likely first. A date such as `03/04/2026` fits two formats. */
export function formatsOf(text: string): string[] {
  const date = withoutTime(text);
  const first = YEAR_FIRST.exec(date);
  if (first !== null) return existing([['YYYY', 'MM', 'DD'].join(first[1] ?? '')], date);
  const last = YEAR_LAST.exec(date);
  if (last !== null) {
    const [, separator = '', year = ''] = last;
    const years = 'Y'.repeat(year.length);
    const day_first = ['DD', 'MM', years].join(separator);
    // In all countries that write dates with points, the day comes first.
    return existing(separator === '.' ? [day_first] : [['MM', 'DD', years].join(separator), day_first], date);
  }
  const named = NAMED.exec(date);
  if (named !== null) {
    const [, , before = '', , after = '', year = ''] = named;
    return existing([`DD${before}MMM${after}${'Y'.repeat(year.length)}`], date);
  }
  const american = NAMED_FIRST.exec(date);
  return american === null ? [] : existing([`MMM DD${american[3]} YYYY`], date);
}

const existing = (formats: string[], date: string): string[] =>
  formats.filter((format) => dateReader(format)?.(date) !== undefined);

/** Whether a text has the shape of a date, even if the day does not exist. */
export const looksLikeDate = (text: string): boolean =>
  [YEAR_FIRST, YEAR_LAST, NAMED, NAMED_FIRST].some((shape) => shape.test(withoutTime(text)));

/** Returns the formats that all dates follow, in the order of `formatsOf`. */
export function commonFormats(texts: Iterable<string>): string[] {
  let common: { format: string; read: DateReader | undefined }[] | undefined;
  for (const text of texts) {
    common ??= formatsOf(text).map((format) => ({ format, read: dateReader(format) }));
    common = common.filter(({ read }) => read?.(text) !== undefined);
    if (common.length === 0) break;
  }
  return (common ?? []).map(({ format }) => format);
}
