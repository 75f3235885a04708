// Whether somebody else's sentence only says again what stands beside it.

/** Words that carry nothing by themselves: courtesy, and names for whom the sentence is about. */
const IDLE: ReadonlySet<string> = new Set(['please', 'provider', 'this', 'your', 'there', 'then']);
/** Shorter words are mostly articles and the like. */
const WORD_LENGTH_MIN = 4;

const wordsOf = (text: string): string[] =>
  (text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []).filter(
    (word) => word.length >= WORD_LENGTH_MIN && !IDLE.has(word),
  );

/** True when fewer than half of its words are new; one that says nothing at all adds nothing either. */
export function repeats(said: string, ours: string): boolean {
  if (said.trim() === '') return true;
  const known = new Set(wordsOf(ours));
  const words = wordsOf(said);
  return words.length > 0 && words.filter((word) => !known.has(word)).length * 2 < words.length;
}
