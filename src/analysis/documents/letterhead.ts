// Cleans names in letterheads, which are often printed beside a logo.
import type { Word } from '#domain/documents/pages.ts';

/** Removes a logo before a name: the initials of the name, or a text in another font size. */
export function withoutMonogram(words: Word[]): Word[] {
  const [first, second, ...others] = words;
  if (first === undefined || second === undefined) return words;
  const is_logo =
    Math.abs(first.size - second.size) > 0.2 * second.size ||
    (/^[A-Z]{1,4}$/.test(first.text) && others.length > 0 && areInitials(first.text, [second, ...others]));
  return is_logo ? [second, ...others] : words;
}

/**
 * Whether the letters are the initials of the words, in this order. The initial of a word such as `of` may be missing.
 */
function areInitials(letters: string, words: readonly Word[]): boolean {
  let matched = 0;
  for (const { text } of words) if (text.charAt(0) === letters.charAt(matched)) matched++;
  return matched === letters.length;
}
