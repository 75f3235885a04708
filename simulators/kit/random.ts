// Random values that depend only on a seed: the same seed produces the same ids and the same faults.
import { hash } from 'node:crypto';

export type Random = {
  /** A number from 0 (included) to 1 (excluded). */
  next(): number;
  /** An integer from 0 (included) to `below` (excluded). */
  integer(below: number): number;
};

/**
 * Random numbers are hashes of the seed, the name and a counter. So two sources with the same seed but different names
 * are unrelated.
 */
export function randomOf(seed: number, name: string): Random {
  let count = 0;
  const next = (): number => {
    count += 1;
    return hashOf(`${seed}:${name}:${count}`).readUIntBE(0, 6) / 2 ** 48;
  };
  return { next, integer: (below) => Math.floor(next() * below) };
}

/** An opaque id of `length` hexadecimal digits, at most 64. */
export const hexId = (length: number, ...parts: readonly (string | number)[]): string =>
  hash('sha256', parts.join(':')).slice(0, length);

/** An opaque id of letters and digits, at most 40 characters. */
export const wordId = (length: number, ...parts: readonly (string | number)[]): string =>
  hashOf(parts.join(':')).toString('base64').replaceAll(/[+/=]/g, '').slice(0, length);

/** An id that looks like a version 4 UUID. */
export function uuidOf(...parts: readonly (string | number)[]): string {
  const hex = hexId(32, ...parts);
  return [hex.slice(0, 8), hex.slice(8, 12), `4${hex.slice(13, 16)}`, `a${hex.slice(17, 20)}`, hex.slice(20)].join('-');
}

/**
 * Every token and password that a simulator gives out begins with this prefix, so that a secret in a log is recognised.
 * The FDX simulator appends random bytes to it.
 */
export const SECRET_PREFIX = 'simulated-secret-';
export const secretOf = (...parts: readonly (string | number)[]): string => SECRET_PREFIX + hexId(40, ...parts);

const hashOf = (text: string): Buffer => hash('sha256', text, 'buffer');
