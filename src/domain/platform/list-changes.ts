// What changed between two readings of a list: compared object by object, by id.

/** An object as we keep it: with the moments we first saw it and last saw it change. */
export type Timed<T> = T & { created_at: string; updated_at: string };

export type Compared<T> = {
  items: Timed<T>[];
  added: string[];
  changed: string[];
  removed: string[];
  /** The list as it was, by id. */
  before: ReadonlyMap<string, Timed<T>>;
};

/**
 * Compares a fresh list with the one before it, object by object, because a list may be too long for one go. Objects keep
 * their order. Key order does not matter to us and never differs from one source.
 */
export function compareWith<T extends { id: string }>(
  kept: readonly Timed<T>[],
  now: string,
): { next(item: T): Timed<T>; end(items: Timed<T>[]): Compared<T> } {
  const before = new Map(kept.map((item) => [item.id, item]));
  const gone = new Set(before.keys());
  const [added, changed]: [string[], string[]] = [[], []];
  return {
    next(item) {
      const known = before.get(item.id);
      gone.delete(item.id);
      if (known === undefined) added.push(item.id);
      else if (isSame(known, item)) return known;
      else changed.push(item.id);
      return { ...item, created_at: known?.created_at ?? now, updated_at: now };
    },
    end: (items) => ({ items, added, changed, removed: [...gone], before }),
  };
}

function isSame<T>(known: Timed<T>, fresh: T): boolean {
  // What was taken over from the list as it was.
  if (fresh === known) return true;
  const { created_at: _created, updated_at: _updated, ...data } = known;
  return JSON.stringify(data) === JSON.stringify(fresh);
}
