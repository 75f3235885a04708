// Deterministic random numbers and ids, derived from the given parts. The same parts give the same values on every
// machine and every day, so sample data needs no storage.
import { hash } from 'node:crypto';

/**
 * Returns 32 lower-case hex characters. The result depends on where each part ends: ('a', 'bc') differs from ('ab',
 * 'c').
 */
export const idOf = (...parts: string[]): string => hash('sha256', JSON.stringify(parts)).slice(0, 32);

export type Random = {
  /** A random whole number from `low` to `high`, both included. */
  integer(low: number, high: number): number;
  /** Returns true with a probability of `percent` percent. */
  chance(percent: number): boolean;
};

/** A random number generator (splitmix32). Its seed is the FNV-1a hash of the given parts. */
export function randomOf(...parts: string[]): Random {
  let state = fnv1a(parts.join('\u0000'));
  const next = (): number => {
    state = (state + 0x9e3779b9) | 0;
    let mixed = Math.imul(state ^ (state >>> 16), 0x21f0aaad);
    mixed = Math.imul(mixed ^ (mixed >>> 15), 0x735a2d97);
    return (mixed ^ (mixed >>> 15)) >>> 0;
  };
  const integer = (low: number, high: number): number => low + (next() % (high - low + 1));
  return { integer, chance: (percent) => integer(0, 99) < percent };
}

function fnv1a(text: string): number {
  let hashed = 0x811c9dc5;
  for (let at = 0; at < text.length; at++) hashed = Math.imul(hashed ^ text.charCodeAt(at), 0x01000193);
  return hashed | 0;
}
