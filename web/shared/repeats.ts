// Detects a provider's message that only repeats our own text beside it.

/** Words without information of their own: courtesy, and references to the parties. */
const IDLE: ReadonlySet<string> = new Set(['please', 'provider', 'this', 'your', 'there', 'then']);
/** Shorter words are mostly articles and the like. */
const WORD_LENGTH_MIN = 4;

const wordsOf = (text: string): string[] =>
  (text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []).filter(
    (word) => word.length >= WORD_LENGTH_MIN && !IDLE.has(word),
  );

/** True when fewer than half of its words are new, or when it is empty. */
export function repeats(said: string, ours: string): boolean {
  if (said.trim() === '') return true;
  const known = new Set(wordsOf(ours));
  const words = wordsOf(said);
  return words.length > 0 && words.filter((word) => !known.has(word)).length * 2 < words.length;
}
