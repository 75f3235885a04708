// A generated sample: a file and its truth. The truth is the list of values that the reader should find in the file.
// The code in this folder imports nothing from the reader, which is measured with these samples.

/**
 * The values that the reader should find in one document. Amounts are texts with two decimals, dates are `YYYY-MM-DD`;
 * see docs/documents.md.
 */
export type Truth = {
  document_type: string;
  subtype: string | null;
  /** The first and the last page of the document, counted from 1. */
  pages: [number, number];
  fields: Record<string, string | boolean>;
  tables: Record<string, Record<string, string>[]>;
};

export type Sample = { layout: string; seed: number; file: Buffer; documents: Truth[] };

/** A layout is a function that makes a sample from a seed. */
export type Layout = (seed: number) => Promise<Sample>;

export type Random = {
  /** Returns a number from 0 (included) to 1 (excluded). */
  next(): number;
  /** Returns a whole number; both bounds are included. */
  integer(from: number, to: number): number;
  pick<T>(choices: readonly T[]): T;
  /** Returns true with the given probability. */
  chance(probability: number): boolean;
};

/** A random number generator with 32 bits of state (mulberry32). The same seed always produces the same numbers. */
export function randomOf(seed: number): Random {
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
  const integer = (from: number, to: number) => from + Math.floor(next() * (to - from + 1));
  const pick = <T>(choices: readonly T[]): T => {
    const choice = choices[integer(0, choices.length - 1)];
    if (choice === undefined) throw new RangeError('nothing to pick from');
    return choice;
  };
  return { next, integer, pick, chance: (probability) => next() < probability };
}

/** Formats an amount as an expected value: two decimals, no thousands separators. */
export function decimal(cents: number): string {
  const digits = String(Math.abs(cents)).padStart(3, '0');
  return `${cents < 0 ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`;
}
