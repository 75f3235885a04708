// The applicant's choices, stored in the browser so that a reload returns to the same screen. They are validated when
// read, because any script on this origin may have changed them.
import { object, text } from '../../shared/shapes.ts';
import type { Place } from './state.ts';

/** Stored choices stay valid for the lifetime of a bridge token. */
const KEPT_MS = 6 * 3_600_000;

type Kept = { at: number; place: Place };

/** The stored choices; `null` if they are too old or malformed. */
export function readPlace(text: string | null, now: number): Place | null {
  const kept = parse(text);
  return kept !== undefined && now - kept.at >= 0 && now - kept.at < KEPT_MS ? kept.place : null;
}

export const writePlace = (place: Place, now: number): string => JSON.stringify({ at: now, place } satisfies Kept);

function parse(text: string | null): Kept | undefined {
  try {
    const value: unknown = JSON.parse(text ?? 'null');
    return isKept(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

const KEYS = ['suborder_id', 'method', 'company', 'provider', 'doc_type', 'is_file', 'after_task'];

function isKept(value: unknown): value is Kept {
  if (typeof value !== 'object' || value === null) return false;
  const at: unknown = Reflect.get(value, 'at');
  const place: unknown = Reflect.get(value, 'place');
  if (typeof at !== 'number' || typeof place !== 'object' || place === null) return false;
  return KEYS.every((key) => Object.hasOwn(place, key)) && isNamed(Reflect.get(place, 'provider'));
}

const isNamed = (provider: unknown): boolean => provider === null || object({ id: text, name: text })(provider);
