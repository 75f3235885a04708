// Remembers results for texts that a file repeats in most of its rows, such as dates and statuses.

const TEXTS_MAX = 1_000;
const TEXT_LENGTH_MAX = 64;

/**
 * Returns the same function with a cache, so that the result for each text is computed only once. When the cache is
 * full, all results are dropped.
 */
export function remembered<Value>(compute: (text: string) => Value): (text: string) => Value {
  const known = new Map<string, { value: Value }>();
  return (text) => {
    const found = known.get(text);
    if (found !== undefined) return found.value;
    const value = compute(text);
    if (text.length > TEXT_LENGTH_MAX) return value;
    if (known.size === TEXTS_MAX) known.clear();
    known.set(text, { value });
    return value;
  };
}
