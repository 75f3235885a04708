// Stores the applicant's choices in the browser. If storage is disabled or full, a reload starts from the beginning.
import { readPlace, writePlace } from './machine/place.ts';
import type { Place } from './machine/state.ts';

export type Memory = {
  read(key: string): Place | null;
  write(key: string, place: Place): void;
  forget(key: string): void;
};

const PREFIX = 'vouch:place:';

export const browserMemory = (): Memory => ({
  read: (key) => attempt(() => readPlace(localStorage.getItem(PREFIX + key), Date.now())) ?? null,
  write: (key, place) => attempt(() => localStorage.setItem(PREFIX + key, writePlace(place, Date.now()))),
  forget: (key) => attempt(() => localStorage.removeItem(PREFIX + key)),
});

function attempt<T>(act: () => T): T | undefined {
  try {
    return act();
  } catch {
    return undefined;
  }
}

/**
 * Distinguishes tokens without revealing them: a token of 128 bits cannot be recovered from a fingerprint of 53 bits.
 */
export function fingerprint(token: string): string {
  let one = 0xdeadbeef;
  let other = 0x41c6ce57;
  for (const sign of token) {
    const code = sign.charCodeAt(0);
    one = Math.imul(one ^ code, 0x9e3779b1);
    other = Math.imul(other ^ code, 0x5f356495);
  }
  return (4294967296 * (2097151 & (other ^ (other >>> 15))) + ((one ^ (one >>> 16)) >>> 0)).toString(36);
}
