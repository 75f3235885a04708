// What identifies a person: phone numbers and social security numbers, as they may arrive and as we keep them.
import { parsePhoneNumberFromString } from 'libphonenumber-js';

const PHONE_CHARACTERS = /^[\d\s().+-]+$/;
const NORTH_AMERICAN = /^\+1\d{10}$/;
/** E.164 allows 15 digits after the plus. */
const E164_LENGTH_MAX = 16;

/** E.164, or undefined when it cannot be a phone number. Without a country code it is taken as +1. */
export function toE164(phone: string): string | undefined {
  // A number is checked and then kept, one right after the other, and parsing is dear.
  if (last.phone !== phone) last = { phone, e164: parse(phone) };
  return last.e164;
}

let last: { phone: string; e164: string | undefined } = { phone: '', e164: undefined };

function parse(phone: string): string | undefined {
  if (!PHONE_CHARACTERS.test(phone)) return undefined;
  const parsed = parsePhoneNumberFromString(phone, { defaultCountry: 'US', extract: false });
  if (parsed?.isPossible() !== true || parsed.number.length > E164_LENGTH_MAX) return undefined;
  // Outside North America a leading zero is taken for a trunk prefix and dropped, again and again. A number
  // that would still change when it comes back to us is none.
  const settled =
    NORTH_AMERICAN.test(parsed.number) || parsed.number === phone || parse(parsed.number) === parsed.number;
  return settled ? parsed.number : undefined;
}

/** Nine digits or the last four, without dashes and spaces; undefined when it is neither. */
export function toSsn(ssn: string): string | undefined {
  const digits = ssn.replaceAll(/[- ]/g, '');
  return /^(?:\d{9}|\d{4})$/.test(digits) ? digits : undefined;
}
