// The type of a sample response: a schema, a value that fits it and has no empty list, and the fields that may be null.
import type { Shape } from './words.ts';

export type Sample = {
  readonly shape: Shape;
  readonly value: unknown;
  /** The fields that the contract marks with `?`, as dotted paths without array positions, separated by spaces. */
  readonly nullable: string;
};

export type Samples = Readonly<Record<string, Sample>>;

export const ID = '24d70f6bbd0c4fd5a1c2ad0f3c1d9e77';
export const TS = '2026-03-01T12:00:03Z';
export const URL = 'https://verify.example/logo.svg';
export const FILE = `https://verify.example/files/${ID}/report.pdf?expires=1772366400&signature=${'0f'.repeat(32)}`;
export const PROVIDER = { id: 'vouch_payroll', name: 'Vouch Payroll', logo_url: null };
export const ADDRESS = { street: '418 Larimer Court', city: 'Denver', state: 'CO', zip: '80205', country: 'US' };

/** Adds the prefix to each of the names, which are separated by spaces. */
export const under = (prefix: string, names: string): string =>
  names
    .split(/\s+/)
    .map((name) => `${prefix}.${name}`)
    .join(' ');
export const ADDRESS_KEYS = 'street city state zip country';

/**
 * Returns an object with the named fields. With `amountsOf`, every field has the same amount. With `daysOf`, every
 * field has the same date.
 */
export const amountsOf = (names: string) => Object.fromEntries(names.split(' ').map((name) => [name, '1234.56']));
export const daysOf = (names: string) => Object.fromEntries(names.split(' ').map((name) => [name, '2026-02-15']));
