// Finds streams in which the person pays most of the received money back to the payer. Examples are an advance that is
// repaid, and friends who pay for each other.
import { groupBy } from '#base/lists.ts';
import type { IncomeTransaction } from './input.ts';
import type { Stream } from './streams.ts';

/**
 * A stream is repaid if at least this share of its money was paid back to the same name, in at least `REPAYMENTS_MIN`
 * debits.
 */
const REPAID_SHARE_MIN = 0.6;
const REPAYMENTS_MIN = 2;
const FIRST_LETTERS_MIN = 4;

/**
 * Returns a function that decides whether a stream is repaid. A stream whose descriptions clearly name the kind of
 * income is treated as repaid only if it came through a payment app. Debits are read once for all streams.
 */
export function newRepaidFinder(
  streams: readonly Stream[],
  debits: readonly IncomeTransaction[],
): (stream: Stream) => boolean {
  const asked = groupBy(
    streams.filter((stream) => namesOf(stream).length > 0),
    ({ group }) => group.account_id,
  );
  const by_account =
    asked.size === 0 ? new Map<string, IncomeTransaction[]>() : groupBy(debits, (one) => one.account_id);
  const repaid_from = new Map(
    [...asked].map(([id, own]) => [id, newPaidTo(own.flatMap(namesOf), by_account.get(id) ?? [])]),
  );
  return (stream) => {
    const names = namesOf(stream);
    const repaid = names.length === 0 ? undefined : repaid_from.get(stream.group.account_id)?.(names);
    if (repaid === undefined || repaid.count < REPAYMENTS_MIN) return false;
    const received = stream.credits.reduce((sum, { cents }) => sum + cents, 0);
    return repaid.cents >= REPAID_SHARE_MIN * received;
  };
}

/**
 * The one or two words in a debit's description that show that the debit went to the payer. The list is empty if the
 * payer's first word is too short to be distinctive, or if the stream is not checked for repayments.
 */
function namesOf({ group, strength }: Stream): string[] {
  if (strength === 'strong' && group.channel === '') return [];
  const [first = '', second] = group.words;
  return first.length < FIRST_LETTERS_MIN ? [] : [first, ...(second === undefined ? [] : [second])].map(plain);
}

/** Replaces special characters with spaces, because banks also print AT&T as AT T and AT-T. */
const plain = (text: string): string => text.replaceAll(/[^A-Z0-9_]/g, ' ');

type Paid = { cents: number; count: number };

/**
 * Returns a function that returns the total and the number of the debits whose description contains all of the given
 * words.
 */
function newPaidTo(words: readonly string[], debits: readonly IncomeTransaction[]): (names: readonly string[]) => Paid {
  const places = placesOf(words, debits);
  const known = new Map<string, Paid>();
  return (names) => {
    const key = names.join('|');
    const cached = known.get(key);
    if (cached !== undefined) return cached;
    const [few = [], many] = names.map((name) => places.get(name) ?? []).toSorted((a, b) => a.length - b.length);
    const found = few.filter((at) => many === undefined || has(many, at));
    const cents = found.reduce((sum, at) => sum + Number(debits[at]?.amount_cents ?? 0n), 0);
    const paid = { cents, count: found.length };
    known.set(key, paid);
    return paid;
  };
}

/** For each word, the indexes of the debits that contain it, in ascending order. */
function placesOf(words: readonly string[], debits: readonly IncomeTransaction[]): Map<string, number[]> {
  const places = new Map<string, number[]>(words.map((word) => [word, []]));
  const lengths = new Map<number, Set<number>>();
  for (const word of places.keys()) {
    const first = word.charCodeAt(0);
    lengths.set(first, (lengths.get(first) ?? new Set()).add(word.length));
  }
  const is_plain = ![...places.keys()].some((word) => word.includes(' '));
  for (const [at, { description }] of debits.entries()) {
    const upper = description.toUpperCase();
    const text = is_plain ? upper : plain(upper);
    let is_inside = false;
    for (let from = 0; from < text.length; from++) {
      const code = text.charCodeAt(from);
      const is_start = !is_inside;
      is_inside = isWordCode(code);
      if (!is_inside || !is_start) continue;
      // A name matches only at the start of a word, because "purchase" contains "Chase".
      for (const length of lengths.get(code) ?? []) {
        const found = places.get(text.slice(from, from + length));
        if (found !== undefined && found.at(-1) !== at) found.push(at);
      }
    }
  }
  return places;
}

const isWordCode = (code: number): boolean => (code >= 65 && code <= 90) || (code >= 48 && code <= 57) || code === 95;

/** Binary search in an ascending list. */
function has(places: readonly number[], wanted: number): boolean {
  let [low, high] = [0, places.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((places[middle] ?? 0) < wanted) low = middle + 1;
    else high = middle;
  }
  return places[low] === wanted;
}
