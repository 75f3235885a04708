// Converts phone numbers and social security numbers from the accepted formats to the stored format.
import { parsePhoneNumberFromString } from 'libphonenumber-js';

const PHONE_CHARACTERS = /^[\d\s().+-]+$/;
const NORTH_AMERICAN = /^\+1\d{10}$/;
/** E.164 allows 15 digits after the plus. */
const E164_LENGTH_MAX = 16;

/**
 * The number in E.164 format; `undefined` if it is not a phone number. If the number has no country code, +1 is
 * assumed.
 */
export function toE164(phone: string): string | undefined {
  // Every phone number is parsed twice in a row, first to validate it and then to normalise it. Parsing is expensive,
  // so the last result is cached.
  if (last.phone !== phone) last = { phone, e164: parse(phone) };
  return last.e164;
}

let last: { phone: string; e164: string | undefined } = { phone: '', e164: undefined };

function parse(phone: string): string | undefined {
  if (!PHONE_CHARACTERS.test(phone)) return undefined;
  const parsed = parsePhoneNumberFromString(phone, { defaultCountry: 'US', extract: false });
  if (parsed?.isPossible() !== true || parsed.number.length > E164_LENGTH_MAX) return undefined;
  // In numbers from outside North America, each parse treats a leading zero as a trunk prefix and removes it. If a
  // second parse would change the number again, the number is not valid.
  const settled =
    NORTH_AMERICAN.test(parsed.number) || parsed.number === phone || parse(parsed.number) === parsed.number;
  return settled ? parsed.number : undefined;
}

/**
 * The nine digits or the last four digits of an SSN, without dashes and spaces; `undefined` if the input has another
 * form.
 */
export function toSsn(ssn: string): string | undefined {
  const digits = ssn.replaceAll(/[- ]/g, '');
  return /^(?:\d{9}|\d{4})$/.test(digits) ? digits : undefined;
}
