// Finds the known name that a user probably meant when the typed name contains a mistake.

/**
 * Returns the known name that is closest to the typed name. The number of changed letters must be at most a third of
 * the number of letters in the longer name. Returns undefined if no known name meets this condition.
 */
export function nearest(typed: string, names: Iterable<string>): string | undefined {
  let best: { name: string; changes: number } | undefined;
  for (const name of names) {
    const changes = changesBetween(typed.toLowerCase(), name.toLowerCase());
    if (changes * 3 <= Math.max(typed.length, name.length) && (best === undefined || changes < best.changes)) {
      best = { name, changes };
    }
  }
  return best?.name;
}

/**
 * Returns the Levenshtein distance of two words: the smallest number of letters that must be inserted, deleted or
 * replaced to turn one word into the other.
 */
function changesBetween(from: string, to: string): number {
  let row = Array.from({ length: to.length + 1 }, (_, at) => at);
  for (const [i, letter] of [...from].entries()) {
    const next = [i + 1];
    for (const [j, other] of [...to].entries()) {
      const replaced = (row[j] ?? 0) + (letter === other ? 0 : 1);
      next.push(Math.min(replaced, (row[j + 1] ?? 0) + 1, (next[j] ?? 0) + 1));
    }
    row = next;
  }
  return row.at(-1) ?? 0;
}
