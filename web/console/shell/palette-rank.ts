// Ranks the commands of the palette by the text that the user has typed.

export type Rankable = { title: string; note?: string };

/**
 * Keeps the entries that contain every typed word, best first. Entries that begin with the text come first, then
 * entries in which a word begins with the text, then all others. Entries of the same rank keep their order.
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

/** True if the title begins with the typed text. False if the typed text is empty. */
export const beginsWith = (title: string, typed: string): boolean =>
  plain(typed) !== '' && plain(title).startsWith(plain(typed));

const NO_MATCH = 3;

function rankOf(name: string, text: string, words: readonly string[]): number {
  if (name.startsWith(text)) return 0;
  if (!words.every((word) => name.includes(word))) return NO_MATCH;
  return words.every((word) => ` ${name}`.includes(` ${word}`)) ? 1 : 2;
}

/** Returns the text in lower case and without accents, so that `ordenes` finds `Órdenes`. */
const plain = (text: string): string => text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase().trim();

/** The position of the next or previous entry. The last entry is followed by the first entry. */
export const neighbour = (chosen: number, step: 1 | -1, count: number): number =>
  count === 0 ? 0 : (chosen + step + count) % count;
