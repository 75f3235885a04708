// What the readers of SGML and XML have in common: a file is a sequence of elements with elements inside and of
// elements with a value.
import type { Place } from './imported-parts.ts';

export type MarkupEvent =
  /** An element that contains elements. */
  | { kind: 'open'; name: string; place: Place; uri: string }
  /** `is_implied`: the file does not close the element itself, but an element around it (SGML only). */
  | { kind: 'close'; name: string; place: Place; is_implied: boolean }
  /** An element without elements inside. `place` is the place of the first character of the text. */
  | { kind: 'value'; name: string; place: Place; text: string; attributes: Readonly<Record<string, string>> };

/** The formats have fewer than 20 levels. */
export const DEPTH_MAX = 64;
/** The largest tag, comment or text. Values have fewer characters; see `VALUE_LENGTH_MAX`. */
export const MARKUP_LENGTH_MAX = 100_000;
