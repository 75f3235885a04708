// Detects a provider's message that only repeats our own text. The message would be shown beside that text.

/** Words that add no information: courtesy, and references to the provider or the applicant. */
const IDLE: ReadonlySet<string> = new Set(['please', 'provider', 'this', 'your', 'there', 'then']);
/** Shorter words, mostly articles and prepositions, are ignored. */
const WORD_LENGTH_MIN = 4;

const wordsOf = (text: string): string[] =>
  (text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []).filter(
    (word) => word.length >= WORD_LENGTH_MIN && !IDLE.has(word),
  );

/** True if the message is empty, or if fewer than half of its words are new. */
export function repeats(said: string, ours: string): boolean {
  if (said.trim() === '') return true;
  const known = new Set(wordsOf(ours));
  const words = wordsOf(said);
  return words.length > 0 && words.filter((word) => !known.has(word)).length * 2 < words.length;
}
