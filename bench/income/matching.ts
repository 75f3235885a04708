// Matches the person's true income streams with the income sources that the engine found. A source and a stream match
// if they share enough transactions.
import type { Found } from './found.ts';
import type { Person, TrueStream } from './people/truth.ts';

/**
 * The minimum overlap for a source and a stream to match. Overlap = transactions in both the source and the stream,
 * divided by transactions in at least one of them.
 */
export const OVERLAP_MIN = 0.8;

export type Outcome = {
  person: Person;
  pairs: { truth: TrueStream; found: Found }[];
  missed: TrueStream[];
  wrong: Found[];
};

/**
 * Matches sources and streams one to one. Pairs with the best overlap are matched first. If it is uncertain whether a
 * stream is income, the stream is counted neither as found nor as missed. An unmatched source is not counted as wrong
 * if at least the share `OVERLAP_MIN` of its transactions cannot be judged.
 */
export function outcomeOf(person: Person, found: readonly Found[]): Outcome {
  const { streams, open } = person.truth;
  const candidates = streams
    .flatMap((truth) =>
      found.map((source) => ({ truth, found: source, share: overlap(truth.transaction_ids, source.transaction_ids) })),
    )
    .filter(({ share }) => share >= OVERLAP_MIN)
    .toSorted((a, b) => b.share - a.share);
  const taken = new Set<TrueStream | Found>();
  const pairs: Outcome['pairs'] = [];
  for (const { truth, found: source } of candidates) {
    if (taken.has(truth) || taken.has(source)) continue;
    taken.add(truth).add(source);
    if (!truth.is_optional) pairs.push({ truth, found: source });
  }
  const unjudged = new Set([
    ...open,
    ...streams.filter(({ is_optional }) => is_optional).flatMap(({ transaction_ids }) => transaction_ids),
  ]);
  const isUnjudged = ({ transaction_ids }: Found): boolean =>
    transaction_ids.filter((id) => unjudged.has(id)).length >= OVERLAP_MIN * transaction_ids.length;
  return {
    person,
    pairs,
    missed: streams.filter((truth) => !taken.has(truth) && !truth.is_optional),
    wrong: found.filter((source) => !taken.has(source) && !isUnjudged(source)),
  };
}

function overlap(a: readonly string[], b: readonly string[]): number {
  const in_a = new Set(a);
  const both = b.filter((id) => in_a.has(id)).length;
  const either = a.length + b.length - both;
  return either === 0 ? 0 : both / either;
}
