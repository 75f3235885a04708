// Decimals in requests. A decimal is a JSON number or a string, with at most 10 digits before the point and 2 after it.

export type DecimalFault = 'not_a_number' | 'too_many_digits' | 'too_many_places';

const DECIMAL = /^-?(\d+)(?:\.(\d+))?$/;
const DIGITS_MAX = 10;
const PLACES_MAX = 2;

export function decimalFault(value: string | number): DecimalFault | undefined {
  const match = DECIMAL.exec(typeof value === 'number' ? toPlain(value) : value);
  if (match === null) return 'not_a_number';
  const [, whole = '', places = ''] = match;
  if (whole.replace(/^0+/, '').length > DIGITS_MAX) return 'too_many_digits';
  return places.length > PLACES_MAX ? 'too_many_places' : undefined;
}

/**
 * Writes a number without an exponent, so that its digits can be counted. JavaScript writes very large and very small
 * numbers with an exponent.
 */
function toPlain(value: number): string {
  if (!String(value).includes('e')) return String(value);
  return Math.abs(value) < 1 ? value.toFixed(20) : BigInt(value).toString();
}
