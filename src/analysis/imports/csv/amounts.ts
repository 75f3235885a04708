// Parses amounts as banks write them in CSV files: `1,234.56`, `1.234,56`, `1 234,56`, `(5.00)`, `5.00-`, `-$5.00`, `5.00 CR`.

export type Decimal = '.' | ',';
/** `direction` is set if the text itself says that money arrived (CR) or left (DR). */
export type CsvAmount = { cents: bigint; direction: 'credit' | 'debit' | undefined };

const SPACES = /[\s\u00a0\u2007\u2009\u202f']/g;
const MINUS = /[\u2212\u2013\u2012]/g;
const CURRENCY = /(?:US|CA|AU)?\$|€|£|USD|EUR|GBP|CHF|CAD|AUD|MXN/gi;
const SHAPE = /^(\()?([+-])?([\d.,]+)([+-])?(\))?(CR|DR|C|D|H|S)?$/i;
const DIRECTIONS: Readonly<Record<string, 'credit' | 'debit'>> = {
  CR: 'credit',
  C: 'credit',
  H: 'credit',
  DR: 'debit',
  D: 'debit',
  S: 'debit',
};
/** Amounts have at most 15 digits before the decimal sign. */
const DIGITS_MAX = 15;

/** Parses an amount with the given decimal sign; undefined if the text is not such an amount. */
export function parseCsvAmount(text: string, decimal: Decimal): CsvAmount | undefined {
  if (PLAIN.test(text)) return plainAmount(text, decimal);
  const match = SHAPE.exec(plain(text));
  if (match === null) return undefined;
  const [, open, before, number = '', after, close, mark] = match;
  if ((open === undefined) !== (close === undefined)) return undefined;
  const minus = [open, before === '-' ? before : undefined, after === '-' ? after : undefined];
  const signs = minus.filter((sign) => sign !== undefined).length + (before === '+' || after === '+' ? 1 : 0);
  if (signs > 1) return undefined;
  const size = sizeOf(number, decimal);
  if (size === undefined) return undefined;
  const is_negative = minus.some((sign) => sign !== undefined);
  return {
    cents: is_negative ? -size : size,
    direction: mark === undefined ? undefined : DIRECTIONS[mark.toUpperCase()],
  };
}

/**
 * Matches most amounts: digits with separators, perhaps after a minus. Such amounts are parsed without the general
 * pattern.
 */
const PLAIN = /^-?[\d.,]+$/;

function plainAmount(text: string, decimal: Decimal): CsvAmount | undefined {
  const is_negative = text.startsWith('-');
  const size = sizeOf(is_negative ? text.slice(1) : text, decimal);
  return size === undefined ? undefined : { cents: is_negative ? -size : size, direction: undefined };
}

const plain = (text: string): string => text.replace(SPACES, '').replace(MINUS, '-').replace(CURRENCY, '');

/**
 * Groups of digits have three digits, or two in Indian amounts such as `12,34,567`. More than two decimals are accepted
 * only if they are zeros.
 */
function sizeOf(number: string, decimal: Decimal): bigint | undefined {
  const point = number.indexOf(decimal);
  const whole = point === -1 ? number : number.slice(0, point);
  const places = point === -1 ? '' : number.slice(point + 1);
  const group = decimal === '.' ? ',' : '.';
  if (places.includes(decimal) || places.includes(group)) return undefined;
  const is_grouped = whole.includes(group);
  if (is_grouped && !GROUPED[group].test(whole)) return undefined;
  const digits = is_grouped ? whole.replaceAll(group, '') : whole;
  if ((digits === '' && places === '') || digits.length > DIGITS_MAX) return undefined;
  if (places.length > 2 && !/^\d\d0*$/.test(places)) return undefined;
  const hundredths = `${digits}${places.length === 2 ? places : places.slice(0, 2).padEnd(2, '0')}`;
  // A JavaScript number with at most 15 digits is exact, and it is parsed several times faster than a BigInt.
  return BigInt(hundredths.length <= EXACT_DIGITS_MAX ? Number(hundredths) : hundredths);
}

const EXACT_DIGITS_MAX = 15;

const GROUPED = { ',': /^\d{1,3}(?:,\d{2,3})*,\d{3}$/, '.': /^\d{1,3}(?:\.\d{3})+$/ };

/** Whether the text is an amount with either decimal sign. */
export const isAmount = (text: string): boolean =>
  parseCsvAmount(text, '.') !== undefined || parseCsvAmount(text, ',') !== undefined;

/**
 * Returns the decimal sign that the texts use. Returns undefined if this cannot be decided, for example for whole
 * numbers or for `1,234`, which can be read in two ways.
 */
export function decimalOf(texts: Iterable<string>): Decimal | undefined {
  const votes = { '.': 0, ',': 0 };
  for (const text of texts) {
    const number = /[\d.,]+/.exec(plain(text))?.[0] ?? '';
    const [points, commas] = [number.split('.').length - 1, number.split(',').length - 1];
    if (points > 0 && commas > 0) votes[number.lastIndexOf('.') > number.lastIndexOf(',') ? '.' : ','] += 1;
    else if (points > 1) votes[','] += 1;
    else if (commas > 1) votes['.'] += 1;
    else if (points === 1 && !/\.\d{3}$/.test(number)) votes['.'] += 1;
    else if (commas === 1 && !/,\d{3}$/.test(number)) votes[','] += 1;
  }
  if (votes['.'] === votes[',']) return undefined;
  return votes['.'] > votes[','] ? '.' : ',';
}
