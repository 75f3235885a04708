// Builds a field from a value and the words from which the value was read.
import { boxAround, type Word } from '#domain/documents/pages.ts';
import type { Field, Method } from '#domain/documents/read-documents.ts';

/** There must be at least one word. `certainty` is below 1 if the rule that found the value is a guess. */
export function fieldOf(
  value: Field['value'],
  words: readonly Word[],
  page: number,
  method: Method,
  certainty = 1,
): Field {
  return {
    value,
    raw: words.map(({ text }) => text).join(' '),
    page,
    box: boxAround(words.map(({ box }) => box)),
    method,
    confidence: certainty * Math.min(1, ...words.map(({ confidence }) => confidence)),
  };
}
