// Random numbers that are the same for the same seed on every machine: sfc32, seeded by two numbers.

export type Random = {
  /** Returns a number that is at least 0 and below 1. */
  next: () => number;
  /** Returns a whole number from `from` to `until`, both included. */
  int: (from: number, until: number) => number;
  between: (from: number, until: number) => number;
  chance: (probability: number) => boolean;
  pick: <T>(list: readonly T[]) => T;
  /** Picks a random value from the list. The probability of each value is proportional to the value's weight. */
  weighted: <T>(list: readonly (readonly [weight: number, value: T])[]) => T;
  /** Returns a normally distributed number with mean 0 and standard deviation 1. */
  normal: () => number;
  digits: (count: number) => string;
};

export function newRandom(seed: number, place: number): Random {
  const next = sfc32(
    0x9e3779b9 ^ seed,
    0x243f6a88 ^ Math.imul(place, 0x85ebca6b),
    Math.imul(seed, 0xc2b2ae35),
    place + 1,
  );
  for (let i = 0; i < 15; i++) next();
  const int = (from: number, until: number): number => from + Math.floor(next() * (until - from + 1));
  return {
    next,
    int,
    between: (from, until) => from + next() * (until - from),
    chance: (probability) => next() < probability,
    pick: (list) => taken(list, int(0, list.length - 1)),
    weighted: (list) => weighted(list, next()),
    normal: () => Math.sqrt(-2 * Math.log(1 - next())) * Math.cos(2 * Math.PI * next()),
    digits: (count) => Array.from({ length: count }, () => int(0, 9)).join(''),
  };
}

function taken<T>(list: readonly T[], at: number): T {
  const value = list[at];
  if (value === undefined) throw new RangeError('nothing to choose from');
  return value;
}

function weighted<T>(list: readonly (readonly [number, T])[], at: number): T {
  let left = at * list.reduce((sum, [weight]) => sum + weight, 0);
  for (const [weight, value] of list) {
    left -= weight;
    if (left < 0) return value;
  }
  // Rounding errors may leave a tiny remainder, so that the loop chooses no value. Then the last value is returned.
  return taken(list, list.length - 1)[1];
}

function sfc32(a: number, b: number, c: number, counter: number): () => number {
  let [x, y, z, n] = [a | 0, b | 0, c | 0, counter | 0];
  return () => {
    const sum = (((x + y) | 0) + n) | 0;
    n = (n + 1) | 0;
    x = y ^ (y >>> 9);
    y = (z + (z << 3)) | 0;
    z = (z << 21) | (z >>> 11);
    z = (z + sum) | 0;
    return (sum >>> 0) / 4_294_967_296;
  };
}
