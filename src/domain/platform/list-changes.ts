// Detects what changed in a list between two retrievals. Each object is compared with the stored object that has the
// same id.

/** An object in its stored form, with the time when we first saw the object and the time when we last saw it change. */
export type Timed<T> = T & { created_at: string; updated_at: string };

export type Compared<T> = {
  items: Timed<T>[];
  added: string[];
  changed: string[];
  removed: string[];
  /** The stored list as a map from id to object. */
  before: ReadonlyMap<string, Timed<T>>;
};

/**
 * Compares a new list with the stored list. It compares one object at a time, because a list may be too long to compare
 * in one step. The objects of the new list stay in their order. Objects can be compared as text, because objects from
 * one source always have their keys in the same order.
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
  // If `fresh` and `known` are the same object, `fresh` was taken from the stored list and is unchanged.
  if (fresh === known) return true;
  const { created_at: _created, updated_at: _updated, ...data } = known;
  return JSON.stringify(data) === JSON.stringify(fresh);
}
