// Random numbers that depend only on a key. The same key always returns the same number. Therefore the history up to
// one day is equal to the beginning of the history up to any later day.
import { hash } from 'node:crypto';

/** A number from 0 (included) to 1 (excluded), decided by the key. */
export function chanceOf(...key: readonly (string | number)[]): number {
  return hash('sha256', key.join('\u0000'), 'buffer').readUInt32BE(0) / 2 ** 32;
}

/** A whole number between the two bounds, bounds included. */
export function numberOf(from: number, to: number, ...key: readonly (string | number)[]): number {
  return from + Math.floor(chanceOf(...key) * (to - from + 1));
}

export function pickOf<T>(list: readonly T[], ...key: readonly (string | number)[]): T {
  const picked = list[numberOf(0, list.length - 1, ...key)];
  if (picked === undefined) throw new Error('There is nothing to pick from.');
  return picked;
}

/** An id of lower-case hexadecimal digits, decided by the key. */
export function idOf(length: number, ...key: readonly (string | number)[]): string {
  return hash('sha256', `id\u0000${key.join('\u0000')}`).slice(0, length);
}
