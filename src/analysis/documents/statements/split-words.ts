// Joins the words of a description that OCR split after a colon, as in `ID: 963698199` for `ID:963698199`.
import type { Word } from '#domain/documents/pages.ts';

/** Matches a short label with a colon, and the text directly after it. */
const PREFIXED = /^([A-Za-z]{2,8}:)[A-Za-z0-9]/;
/**
 * The maximum gap after the colon, in font heights. In a typewriter font, the colon is in the middle of its cell. The
 * gap is therefore up to 0.4 without a space, and about 1 with a space.
 */
const GAP_MAX = 0.45;

/**
 * Returns the labels that appear at least twice without a space after the colon, and more often without
 * that space than with it.
 */
export function prefixesIn(words: readonly Word[]): Set<string> {
  const counts = new Map<string, { joined: number; split: number }>();
  for (const { text } of words) {
    const prefix = PREFIXED.exec(text)?.[1] ?? text;
    if (!prefix.endsWith(':')) continue;
    const count = counts.get(prefix) ?? { joined: 0, split: 0 };
    if (prefix === text) count.split++;
    else count.joined++;
    counts.set(prefix, count);
  }
  const isJoined = ({ joined, split }: { joined: number; split: number }): boolean => joined >= 2 && joined > split;
  return new Set([...counts].flatMap(([prefix, count]) => (isJoined(count) ? prefix : [])));
}

/**
 * Returns the text of the words. A scanned word directly after one of the labels in `prefixes` is joined to the label
 * without a space.
 */
export function joinedText(words: readonly Word[], prefixes: ReadonlySet<string>): string {
  return words.reduce((text, word, index) => {
    const before = words[index - 1];
    if (before === undefined) return word.text;
    const gap = word.box.left - before.box.right;
    const is_split =
      word.confidence < 1 && prefixes.has(before.text) && gap >= 0 && gap <= GAP_MAX * Math.max(before.size, word.size);
    return is_split ? `${text}${word.text}` : `${text} ${word.text}`;
  }, '');
}
