// Parses printed values: amounts, dates, Social Security numbers and employer identification numbers. Each parser
// returns undefined if the text is not exactly one value.
import { isCalendarDay } from '#base/calendar.ts';

const AMOUNT = /^(\()?\s*(-)?\s*\$?\s*(-)?\s*(\d{1,3}(?:,\d{3})+|\d+)?(?:\.(\d{2}))?\s*(-|CR)?\s*(\))?$/i;

/** Returns cents. Accepts `$1,234.56`, `1234.56`, `(12.00)`, `12.00-`, `-$12.00` and whole dollars such as `1,234`. */
export function parseAmount(text: string): bigint | undefined {
  const match = AMOUNT.exec(
    text
      .trim()
      .replace(/^US\$|USD\s*/i, '$')
      .replace(/^\$\s+/, '$'),
  );
  if (match === null) return undefined;
  const [, open, minus, minus_inside, whole, cents, after, close] = match;
  if (whole === undefined && cents === undefined) return undefined;
  if ((open === undefined) !== (close === undefined)) return undefined;
  const signs = [open, minus, minus_inside, after === '-' ? after : undefined].filter((sign) => sign !== undefined);
  if (signs.length > 1) return undefined;
  const size = BigInt(`${(whole ?? '0').replaceAll(',', '')}${cents ?? '00'}`);
  return signs.length === 1 ? -size : size;
}

/** Parses an amount with two decimals. Use it in tables, where whole numbers are hours, dates or identifiers. */
export const parseExactAmount = (text: string): bigint | undefined =>
  /\.\d{2}\D*$/.test(text) ? parseAmount(text) : undefined;

const MONTHS = 'jan feb mar apr may jun jul aug sep oct nov dec'.split(' ');

/**
 * Returns `YYYY-MM-DD`. Accepts American numeric dates (`01/31/2026`, `1-31-26`), ISO dates and dates with the name of
 * the month (`January 31, 2026`, `31 Jan 2026`). A year of two digits is in this century.
 */
export function parseDate(text: string): string | undefined {
  const clean = text.trim().replace(/\s+/g, ' ').replace(/,$/, '');
  const iso = /^(\d{4})-(\d{1,2})-(\d{1,2})$/.exec(clean);
  if (iso !== null) return dateOf(Number(iso[1]), Number(iso[2]), Number(iso[3]));
  const numeric = /^(\d{1,2})[/.-](\d{1,2})[/.-](\d{4}|\d{2})$/.exec(clean);
  if (numeric !== null) return dateOf(fullYear(numeric[3]), Number(numeric[1]), Number(numeric[2]));
  const named = /^([A-Za-z]{3,9})\.? (\d{1,2})(?:st|nd|rd|th)?,? (\d{4})$/.exec(clean);
  if (named !== null) return dateOf(Number(named[3]), monthNumber(named[1]), Number(named[2]));
  const reversed = /^(\d{1,2})[ -]([A-Za-z]{3,9})\.?,?[ -](\d{4}|\d{2})$/.exec(clean);
  if (reversed !== null) return dateOf(fullYear(reversed[3]), monthNumber(reversed[2]), Number(reversed[1]));
  return undefined;
}

const fullYear = (digits = ''): number => (digits.length === 2 ? 2000 + Number(digits) : Number(digits));
const monthNumber = (name = ''): number => MONTHS.indexOf(name.slice(0, 3).toLowerCase()) + 1;

function dateOf(year: number, month: number, day: number): string | undefined {
  if (!isCalendarDay(year, month, day)) return undefined;
  return `${String(year).padStart(4, '0')}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`;
}

/** Whether the text is a Social Security number, whole or masked: `123-45-6789`, `XXX-XX-6789`, `***-**-6789`. */
export const isSsn = (text: string): boolean => /^(?:\d{3}|[X*x#]{3})-?(?:\d{2}|[X*x#]{2})-?\d{4}$/.test(text.trim());

/** Whether the text is an employer identification number: two digits, a dash, seven digits. The dash may be missing. */
export const isEin = (text: string): boolean => /^\d{2}-?\d{7}$/.test(text.trim());
