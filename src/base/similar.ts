// Finds the known name that a mistyped name was probably meant to be.

/** Returns undefined if no name is close, that is, if more than a third of the letters would have to change. */
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

/** The Levenshtein distance: the number of letters that are inserted, deleted or replaced. */
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
