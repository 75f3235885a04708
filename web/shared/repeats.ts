// Detects whether a provider's message only repeats our own text. Such a message would be shown next to that text and
// would add nothing.

/** Words that add no information, such as courtesy words and words that refer to the provider or the applicant. */
const IDLE: ReadonlySet<string> = new Set(['please', 'provider', 'this', 'your', 'there', 'then']);
/** The minimum length of a word. Shorter words, mostly articles and prepositions, are ignored. */
const WORD_LENGTH_MIN = 4;

const wordsOf = (text: string): string[] =>
  (text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []).filter(
    (word) => word.length >= WORD_LENGTH_MIN && !IDLE.has(word),
  );

/** True if `said` is empty, or if more than half of the words in `said` also occur in `ours`. */
export function repeats(said: string, ours: string): boolean {
  if (said.trim() === '') return true;
  const known = new Set(wordsOf(ours));
  const words = wordsOf(said);
  return words.length > 0 && words.filter((word) => !known.has(word)).length * 2 < words.length;
}
