// Lists the amounts that OCR may have misread as a given amount. OCR confuses a digit with a similar one, loses the
// decimal point, reads a speck of dust as a decimal point, or reads a dollar sign as the digit 8.
import type { Field } from '#domain/documents/read-documents.ts';

/** Digits that OCR confuses with each other. */
const SIMILAR = ['08', '68', '17', '38', '56', '89', '09'];

const similarTo = (digit: string): string[] =>
  SIMILAR.filter((pair) => pair.includes(digit)).map((pair) => pair.replace(digit, ''));

/**
 * Matches an amount whose first digit may be a misread dollar sign. The digit is an 8, no thousands separator follows
 * it, and no dollar sign is before it.
 */
const DOLLAR_AS_8 = /^[-–(+]*8(?=[1-9]\d{0,3}(?:,\d{3})*\.\d\d|0\.\d\d)/;

/** Returns the amounts that may actually be printed on the page if OCR read the given amount. */
export function confusionsOf(cents: bigint, raw: Field['raw']): bigint[] {
  const digits = String(cents < 0n ? -cents : cents).padStart(3, '0');
  const has_cents = /\.\d\d/.test(raw);
  // An amount in whole dollars is printed without digits for cents, so only the digits of the dollars can be misread.
  const printed = has_cents ? digits.length : digits.length - 2;
  const confused = Array.from({ length: printed }, (_, at) =>
    similarTo(digits.charAt(at)).map((other) => `${digits.slice(0, at)}${other}${digits.slice(at + 1)}`),
  ).flat();
  const sizes = [
    // Amounts have no leading zero, except directly before the decimal point.
    ...confused.filter((other) => other.length === 3 || !other.startsWith('0')).map(BigInt),
    has_cents ? BigInt(digits) * 100n : BigInt(digits) / 100n,
    ...(DOLLAR_AS_8.test(raw) ? [BigInt(digits.slice(1))] : []),
  ];
  return sizes.filter((size) => size > 0n).map((size) => (cents < 0n ? -size : size));
}
