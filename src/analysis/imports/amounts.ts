// Reads amounts in the notations that files use. An amount is always in hundredths of the currency's unit, even if the
// currency has no cents: 2,700 yen are 270,000 hundredths. So code that uses an amount does not depend on the number of
// decimals of its currency.
import { type Place, UnreadableFile } from './imported-parts.ts';

/**
 * The number of decimals (ISO 4217) of each currency that does not have two decimals. It matters only if the amounts in
 * a file have no decimal sign.
 */
const DECIMALS: Readonly<Record<string, number>> = Object.fromEntries([
  ...'BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF'.split(' ').map((code) => [code, 0]),
  ...'BHD IQD JOD KWD LYD OMR TND'.split(' ').map((code) => [code, 3]),
  ...'CLF UYW'.split(' ').map((code) => [code, 4]),
]);

const PLAIN = /^([+-]?)(\d*)(?:([.,])(\d*))?$/;
/**
 * An amount with thousands separators and decimals. The separator and the decimal sign differ, so each of them can have
 * only one meaning.
 */
const GROUPED = /^[+-]?\d{1,3}(?:(?:,\d{3})+\.\d{1,2}|(?:\.\d{3})+,\d{1,2})$/;
/** The maximum number of digits. ISO 20022 allows 18; the other formats allow fewer. */
const DIGITS_MAX = 18;

/** Parses an amount with a decimal point. */
export const pointAmount = (text: string, place: Place): bigint => amountOf(text, place, '.');

/** Parses an amount with a decimal comma. */
export const commaAmount = (text: string, place: Place): bigint => amountOf(text, place, ',');

/**
 * Parses an amount with a decimal point or a decimal comma, because OFX allows both. Thousands separators are allowed
 * if they cannot be mistaken for decimal signs. `1,000` can be read in two ways, so it is refused.
 */
export function eitherAmount(text: string, place: Place): bigint {
  if (/^[+-]?\d{1,3},\d{3}$/.test(text)) throw new UnreadableFile(place, `the ambiguous amount ${quoted(text)}`);
  const decimal = text.lastIndexOf(',') > text.lastIndexOf('.') ? ',' : '.';
  const plain = GROUPED.test(text) ? text.replaceAll(decimal === ',' ? '.' : ',', '') : text;
  return amountOf(plain, place, decimal, text);
}

/**
 * Parses an amount without a decimal sign. The last digits are the decimals: as many digits as the currency has
 * decimals.
 */
export function impliedAmount(text: string, currency_code: string, place: Place): bigint {
  if (!/^[+-]?\d+$/.test(text) || text.length > DIGITS_MAX + 1) throw notAnAmount(text, place);
  const decimals = DECIMALS[currency_code] ?? 2;
  const units = BigInt(text);
  if (decimals <= 2) return units * 10n ** BigInt(2 - decimals);
  const smaller = 10n ** BigInt(decimals - 2);
  if (units % smaller !== 0n) throw tooFine(text, place);
  return units / smaller;
}

/** Quotes a text of the file in a message. A long text is shortened, because a message is one line. */
export const quoted = (text: string): string => `“${text.length > 40 ? `${text.slice(0, 40)}…` : text}”`;

/** Formats an amount for a message. */
export function written(cents: bigint): string {
  const digits = String(cents < 0n ? -cents : cents).padStart(3, '0');
  return `${cents < 0n ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`;
}

function amountOf(text: string, place: Place, decimal: '.' | ',', shown = text): bigint {
  const [, sign = '', whole = '', separator, decimals = ''] = PLAIN.exec(text) ?? [];
  if (separator !== undefined && separator !== decimal) throw notAnAmount(shown, place);
  if (whole + decimals === '' || whole.length > DIGITS_MAX || decimals.length > DIGITS_MAX)
    throw notAnAmount(shown, place);
  if (/[1-9]/.test(decimals.slice(2))) throw tooFine(shown, place);
  const cents = BigInt(whole + decimals.slice(0, 2).padEnd(2, '0'));
  return sign === '-' ? -cents : cents;
}

const notAnAmount = (text: string, place: Place) =>
  new UnreadableFile(place, text === '' ? 'a missing amount' : `${quoted(text)} instead of an amount`);
const tooFine = (text: string, place: Place) =>
  new UnreadableFile(place, `the amount ${quoted(text)} with more than two decimals`);
