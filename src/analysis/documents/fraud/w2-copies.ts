// Checks W-2s that are printed several times: all copies must show the same amounts.
import { parseMoney } from '#base/money.ts';
import type { Page, Word } from '#domain/documents/pages.ts';
import type { ReadDocument } from '#domain/documents/read-documents.ts';
import { isScanned, pagesOf } from './figures.ts';
import { type Finding, isAmount } from './findings.ts';

const COPIES_MAX = 6;
const AMOUNTS_MIN = 4;
/**
 * The amounts of one box are aligned at the left or right, so their positions in two copies differ by the width of a
 * digit or two.
 */
const DISTANCE_OFF_MAX = 14;
/**
 * The minimum share of the distinct amounts that must occur on every copy. Other amounts may be missing on some copies,
 * because copies for a state leave out some boxes.
 */
const COPIED_SHARE_MIN = 0.6;

/**
 * Finds a copy with an altered amount: this copy has an amount that no other copy has, and lacks an amount that all
 * other copies have.
 */
export function copyFindings(document: ReadDocument, pages: readonly Page[]): Finding[] {
  const own = pagesOf(document, pages);
  // A corrected form shows the old and the new amount of each box.
  if (
    document.document_type !== 'W2' ||
    document.subtype !== null ||
    own.some(({ number }) => isScanned(pages, number))
  )
    return [];
  const places = placesOf(own);
  const copies = copiesOf([...places.values()].map(({ length }) => length));
  if (copies === undefined || places.size < AMOUNTS_MIN) return [];
  const once = [...places].filter(([, found]) => found.length === 1);
  const short = [...places].filter(([, found]) => found.length > 1 && found.length % copies === copies - 1);
  // With two copies, the correct and the altered amount may each occur once, and it is unknown which of them is
  // correct.
  const is_unclear = copies === 2 && short.length === 0;
  const [right, altered] = is_unclear ? once : [short[0], once[0]];
  const is_one = is_unclear ? once.length === 2 : once.length === 1 && short.length === 1;
  if (!is_one || right === undefined || altered === undefined) return [];
  if (!isSameBox(altered[1], right[1], [...places.values()])) return [];
  return [is_unclear ? differentCopies(right, altered) : oddCopy(right, altered)];
}

/**
 * Whether the two amounts are in the same box of two copies of the form. The distance between the two amounts, in pages
 * and points, must be the distance between the copies. At least two amounts must therefore occur twice at this
 * distance.
 */
function isSameBox(altered: readonly Place[], right: readonly Place[], others: readonly (readonly Place[])[]): boolean {
  return altered.some((one) =>
    right.some(
      (other) =>
        others.filter((places) => places.some((a) => places.some((b) => isAsFar([one, other], [a, b])))).length >= 2,
    ),
  );
}

function isAsFar([a, b]: readonly [Place, Place], [c, d]: readonly [Place, Place]): boolean {
  const across = b.word.box.right - a.word.box.right - (d.word.box.right - c.word.box.right);
  const down = b.word.box.bottom - a.word.box.bottom - (d.word.box.bottom - c.word.box.bottom);
  return c !== d && b.page - a.page === d.page - c.page && Math.abs(across) < DISTANCE_OFF_MAX && Math.abs(down) < 2;
}

type Place = { word: Word; page: number };
type Amount = [text: string, places: Place[]];

function oddCopy([expected]: Amount, [actual, places]: Amount): Finding {
  const message = `One copy of the form shows ${actual} where the other copies show ${expected}.`;
  return { ...findingAt(places), expected, actual, message };
}

function differentCopies([one]: Amount, [other, places]: Amount): Finding {
  const message = `One copy of the form shows ${one}, and the other copy shows ${other}.`;
  return { ...findingAt(places), expected: null, actual: null, message };
}

function findingAt([place]: readonly Place[]): Pick<Finding, 'code' | 'severity' | 'page' | 'box'> {
  return { code: 'arithmetic_mismatch', severity: 'high', page: place?.page ?? null, box: place?.word.box ?? null };
}

function placesOf(pages: readonly Page[]): Map<string, Place[]> {
  const places = new Map<string, Place[]>();
  for (const { number, words } of pages) {
    for (const word of words) {
      const cents = isAmount(word.text) ? parseMoney(word.text.replaceAll(/[^\d.]/g, '')) : undefined;
      if (cents === undefined || cents === 0n) continue;
      const key = word.text.replaceAll(/[^\d,.]/g, '');
      places.set(key, [...(places.get(key) ?? []), { word, page: number }]);
    }
  }
  return places;
}

/**
 * Returns the number of copies of the form. `counts` has the number of occurrences of each amount. An amount that is on
 * every copy occurs equally often on each copy, so the number of copies divides its count. Returns the largest number
 * that divides at least the share `COPIED_SHARE_MIN` of the counts.
 */
function copiesOf(counts: readonly number[]): number | undefined {
  const isFit = (copies: number) =>
    counts.filter((count) => count % copies === 0).length / Math.max(1, counts.length) >= COPIED_SHARE_MIN;
  return [...Array(COPIES_MAX - 1).keys()].map((index) => COPIES_MAX - index).find(isFit);
}
