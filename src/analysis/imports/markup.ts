// The events that the readers of SGML and XML have in common. A file is a sequence of elements. An element contains
// either other elements or a value.
import type { Place } from './imported-parts.ts';

export type MarkupEvent =
  /** The start of an element that contains elements. */
  | { kind: 'open'; name: string; place: Place; uri: string }
  /**
   * The end of an element that contains elements. `is_implied` is true if the file does not close the element. The
   * element then ends with the element around it (SGML only).
   */
  | { kind: 'close'; name: string; place: Place; is_implied: boolean }
  /** An element with a value. `place` is the place of the first character of its text. */
  | { kind: 'value'; name: string; place: Place; text: string; attributes: Readonly<Record<string, string>> };

/** The maximum depth of elements. The formats have fewer than 20 levels. */
export const DEPTH_MAX = 64;
/** The maximum length of a tag, a comment or a text. For values there is a lower limit, `VALUE_LENGTH_MAX`. */
export const MARKUP_LENGTH_MAX = 100_000;

/** Collects the events that a parser emits, and yields them after each piece of the file. */
export function eventsByPiece() {
  let events: MarkupEvent[] = [];
  return {
    emit: (event: MarkupEvent): void => void events.push(event),
    /**
     * Calls `work` and yields the events that it emits. If `work` throws, the events before the fault are yielded
     * first.
     */
    *run(work: () => void): Generator<MarkupEvent[]> {
      let fault: { error: unknown } | undefined;
      try {
        work();
      } catch (error) {
        fault = { error };
      }
      yield events;
      events = [];
      if (fault !== undefined) throw fault.error;
    },
  };
}
