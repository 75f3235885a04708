// The order of the palette's commands for what was typed.

export type Rankable = { title: string; note?: string };

/**
 * Keeps the entries that contain every typed word, best first: an entry that begins with the text, then entries where a
 * word begins with it, then the rest. Entries of the same rank keep their order.
 */
export function ranked<Entry extends Rankable>(entries: readonly Entry[], typed: string): Entry[] {
  const text = plain(typed);
  if (text === '') return [...entries];
  const words = text.split(/\s+/);
  return entries
    .map((entry) => ({ entry, rank: rankOf(plain(`${entry.title} ${entry.note ?? ''}`), text, words) }))
    .filter(({ rank }) => rank < NO_MATCH)
    .toSorted((a, b) => a.rank - b.rank)
    .map(({ entry }) => entry);
}

const NO_MATCH = 3;

function rankOf(name: string, text: string, words: readonly string[]): number {
  if (name.startsWith(text)) return 0;
  if (!words.every((word) => name.includes(word))) return NO_MATCH;
  return words.every((word) => ` ${name}`.includes(` ${word}`)) ? 1 : 2;
}

/** Lower case and without accents: `ordenes` finds `Órdenes`. */
const plain = (text: string): string => text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase().trim();

/** The entry after or before the chosen one; the last one is followed by the first one. */
export const neighbour = (chosen: number, step: 1 | -1, count: number): number =>
  count === 0 ? 0 : (chosen + step + count) % count;
