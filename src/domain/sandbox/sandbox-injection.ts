// The schemas and conversions that bank declarations (sandbox-transactions.ts) and payroll declarations
// (sandbox-payroll.ts) share. A declaration is data with which a client replaces the sample data of a sandbox user.
import { hash } from 'node:crypto';
import type { Static } from 'typebox';
import type { InvalidParam } from '#base/errors.ts';
import { parseMoney } from '#base/money.ts';
import { optionalChoice, optionalForm, optionalText, shape } from '#base/schema.ts';
import { parseTimestamp, toTimestamp } from '#base/timestamps.ts';
import { toE164 } from '#domain/platform/people.ts';
import type { Address } from '#domain/reports/payroll.ts';

/**
 * `append` adds the new data to the data that was declared earlier. `replace` deletes the earlier data. If `replace` is
 * sent with empty lists, the sample data is used again.
 */
export const InjectionMode = optionalChoice(['append', 'replace']);

export const NewAddress = shape('DeclaredAddress', 'An address to declare.', {
  street: optionalText(256),
  city: optionalText(128),
  state: optionalText(64),
  zip: optionalText(16),
  country: optionalForm('[A-Z]{2}'),
});

/** An empty string means "not given", like `null`. */
export const given = (text: string | null | undefined): string | null =>
  text === undefined || text === '' ? null : text;

/** For a field with fixed choices, an empty string means "not given", like `null`. */
export const chosen = <Choice extends string>(choice: Choice | '' | null | undefined): Choice | null => choice || null;

/**
 * The amount in hundredths; `null` if nothing was given. The schema has already checked that the value is a decimal.
 */
export const toHundredths = (value: string | number | null | undefined): bigint | null => parseMoney(value) ?? null;

export const toPhone = (text: string | null | undefined): string | null => toE164(text ?? '') ?? null;

export const toAddress = (address: Static<typeof NewAddress> | null | undefined): Address => ({
  street: given(address?.street),
  city: given(address?.city),
  state: given(address?.state),
  zip: given(address?.zip),
  country: given(address?.country),
});

/**
 * Converts a timestamp to UTC. A timestamp with an offset is rejected if the conversion moves it outside the range of
 * four-digit years.
 */
export function toMoment(text: string, field: string, faults: InvalidParam[]): string {
  const moment = parseTimestamp(text);
  const year = moment?.getUTCFullYear() ?? 0;
  if (moment !== undefined && year >= 1 && year <= 9_999) return toTimestamp(moment);
  faults.push({ field, message: 'Datetime has wrong format. Use ISO 8601.' });
  return '';
}

/**
 * Derives an id from the given words. The same words always give the same id, so that nothing changes if the same
 * object is declared again.
 */
export const derivedId = (...words: (string | number)[]): string => hash('sha256', JSON.stringify(words)).slice(0, 32);

/**
 * Returns a function that makes names unique. For example, the second statement with the name `2026-03-06` gets a
 * different name.
 */
export function onceEach(): (name: string) => string {
  const times = new Map<string, number>();
  return (name) => {
    const before = times.get(name) ?? 0;
    times.set(name, before + 1);
    return before === 0 ? name : `${name} ${before + 1}`;
  };
}

export const tooMany = (field: string, most: number): InvalidParam => ({
  field,
  message: `Ensure this list has no more than ${most} items.`,
});
