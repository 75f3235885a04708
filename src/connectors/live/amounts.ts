// Reads amounts as providers write them: a decimal text or a JSON number, with any number of decimals.

/** The pattern of a decimal text: at most 13 digits before the point and 12 after it. */
export const DECIMAL_PATTERN = '^[+-]?(\\d{1,13}(\\.\\d{0,12})?|\\.\\d{1,12})$';
const DECIMAL = new RegExp(DECIMAL_PATTERN);

/**
 * Converts an amount into hundredths, rounded half away from zero. A number is first written with six decimals, so that
 * 1.005 is rounded as the decimal that the provider wrote, not as its binary neighbour 1.00499….
 */
export function toHundredths(value: string | number): bigint {
  const text = typeof value === 'number' ? value.toFixed(6) : value;
  if (!DECIMAL.test(text)) throw new Error('the provider sent an amount that is not a decimal');
  const [whole = '', places = ''] = text.replace(/^[+-]/, '').split('.');
  const cents = BigInt(`${whole}${places.slice(0, 2).padEnd(2, '0')}`);
  const rounded = (places[2] ?? '0') >= '5' ? cents + 1n : cents;
  return text.startsWith('-') ? -rounded : rounded;
}

/** Converts an amount that may be missing. */
export const orNull = (value: string | number | null | undefined): bigint | null =>
  value === null || value === undefined ? null : toHundredths(value);
