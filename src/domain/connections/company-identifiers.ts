// A company's identifiers besides its name: EIN, domain, phone, state and zip code, in their normalised form.
import { toE164 } from '#domain/platform/people.ts';

export const DOMAIN_LENGTH_MAX = 253;

export const IDENTIFIERS = ['ein', 'domain', 'phone', 'state', 'zip'] as const;
export type Identifier = (typeof IDENTIFIERS)[number];
export type Identifiers = Readonly<Record<Identifier, string | null>>;

/** Normalises an identifier that a person typed. Returns `undefined` if the identifier is not valid. */
export const IDENTIFIER_FORMS: Readonly<Record<Identifier, (text: string) => string | undefined>> = {
  /** The EIN as nine digits. Dashes and spaces between the digits are ignored. */
  ein: (text) => matching(text.replaceAll(/[\s-]/g, ''), /^\d{9}$/),
  domain: toDomain,
  phone: toPhone,
  state: (text) => matching(text.trim().toUpperCase(), /^[A-Z]{2}$/),
  /** The first five digits of the ZIP code. */
  zip: (text) => /^\s*(\d{5})(?:-?\d{4})?\s*$/.exec(text)?.[1],
};

/** The index key of an identifier. It contains no space, and its colon distinguishes it from the words of a name. */
export const identifierKey = (kind: Identifier, value: string): string => `${kind}:${value}`;

export const identifierKeys = (identifiers: Identifiers): string[] =>
  IDENTIFIERS.flatMap((kind) => {
    const value = identifiers[kind];
    return value === null ? [] : [identifierKey(kind, value)];
  });

const USUAL_PHONE = /^\(?([2-9]\d{2})\)?[ .-]?([2-9]\d{2})[ .-]?(\d{4})$/;

/**
 * Nearly all phone numbers in an operator's company file have the format of `USUAL_PHONE`, so this format is tried
 * first. Any other format is parsed by `toE164`, which takes 50 µs per number.
 */
function toPhone(text: string): string | undefined {
  const [, area, exchange, line] = USUAL_PHONE.exec(text.trim()) ?? [];
  return line === undefined ? toE164(text.trim()) : `+1${area}${exchange}${line}`;
}

const HOST = /^(?:[\p{L}\p{N}](?:[\p{L}\p{N}-]*[\p{L}\p{N}])?\.)+\p{L}{2,}$/u;

/** The host name in lower case, without "www." and without the other parts of a URL. */
function toDomain(text: string): string | undefined {
  const host = text
    .trim()
    .toLowerCase()
    .replace(/^[a-z]+:\/\//, '')
    .replace(/[/?#:].*$/s, '')
    .replace(/^www\./, '');
  return host.length <= DOMAIN_LENGTH_MAX ? matching(host, HOST) : undefined;
}

const matching = (text: string, pattern: RegExp): string | undefined => (pattern.test(text) ? text : undefined);
