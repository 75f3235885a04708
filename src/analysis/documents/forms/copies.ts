// Separates the copies of a form on one page: two or four copies for different offices, or three forms to cut apart.
// The copies have the same labels in the same order, so the first occurrence of each label belongs to the first copy,
// the second to the second, and so on.
import { type Box, boxAround } from '#domain/documents/pages.ts';
import type { Label } from './labels.ts';
import { type Form, formOf } from './regions.ts';
import { isInside, partOf, type Sheet } from './sheet.ts';

/**
 * The distance, in points, by which the area of a copy begins before its first label, both to the left and above. It is
 * small, because values are to the right of the beginning of their label or below it.
 */
const MARGIN = 4;
/** No form is printed more often than this on one page. */
const COPIES_MAX = 8;
/** A label with a lower weight than this, such as a label at the start of a sentence, is not used to find copies. */
const COUNTED_MIN = 0.6;
/**
 * The maximum difference between the vertical positions of the same label in copies that are printed side by side, in
 * points.
 */
const ROW_TOLERANCE = 30;

/** Returns the copies on a sheet. `core` are keys of labels that each copy prints once. */
export function copiesOf(sheet: Sheet, labels: readonly Label[], core: readonly string[]): Form[] {
  const areas = areasOf(labels, core).map((area, _, all) => areaOf(area, all, sheet));
  return areas.map((area) => {
    const inside = labels.filter(({ words }) => words.every(({ box }) => isInside(area, box)));
    return formOf(partOf(sheet, area), inside, area);
  });
}

function areasOf(labels: readonly Label[], core: readonly string[]): Box[] {
  const strong = labels.filter(({ key, weight }) => weight >= COUNTED_MIN && core.includes(key));
  const groups = core.map((key) => strong.filter((label) => label.key === key)).filter(({ length }) => length > 0);
  const count = mostFrequent(groups.map(({ length }) => length));
  const ordered = groups.filter(({ length }) => length === count).map(inReadingOrder);
  if (count < 2 || count > COPIES_MAX) return [EVERYWHERE];
  const boxes = Array.from({ length: count }, (_, index) =>
    boxAround(ordered.flatMap((group) => group[index]?.box ?? [])),
  );
  return boxes.some((a, index) => boxes.slice(index + 1).some((b) => overlap(a, b))) ? [EVERYWHERE] : boxes;
}

const EVERYWHERE: Box = {
  left: Number.NEGATIVE_INFINITY,
  top: Number.NEGATIVE_INFINITY,
  right: Number.POSITIVE_INFINITY,
  bottom: Number.POSITIVE_INFINITY,
};

/**
 * Extends the rectangle around the labels of a copy up to the next copies, or to the edge of the page. Copies are
 * arranged in rows and columns; an empty cell of this grid belongs to no copy.
 */
function areaOf(box: Box, all: readonly Box[], { page }: Sheet): Box {
  const others = all.filter((other) => other !== box);
  const right = others.filter(({ left }) => left >= box.right - MARGIN).map(({ left }) => left - MARGIN);
  const below = others.filter(({ top }) => top >= box.bottom - MARGIN).map(({ top }) => top - MARGIN);
  const is_left = others.every((other) => other.right > box.left + MARGIN);
  const is_top = others.every(({ bottom }) => bottom > box.top + MARGIN);
  return {
    left: is_left ? Math.min(0, box.left - MARGIN) : box.left - MARGIN,
    top: is_top ? Math.min(0, box.top - MARGIN) : box.top - MARGIN,
    right: Math.min(page.width + MARGIN, ...right),
    bottom: Math.min(page.height + MARGIN, ...below),
  };
}

function mostFrequent(counts: readonly number[]): number {
  const times = new Map<number, number>();
  for (const count of counts) times.set(count, (times.get(count) ?? 0) + 1);
  return [...times].toSorted(([a, times_a], [b, times_b]) => times_b - times_a || a - b)[0]?.[0] ?? 0;
}

function inReadingOrder(labels: readonly Label[]): Label[] {
  const rows: Label[][] = [];
  for (const label of labels.toSorted((a, b) => a.box.top - b.box.top)) {
    const row = rows.at(-1);
    if (row?.[0] !== undefined && label.box.top - row[0].box.top < ROW_TOLERANCE) row.push(label);
    else rows.push([label]);
  }
  return rows.flatMap((row) => row.toSorted((a, b) => a.box.left - b.box.left));
}

const overlap = (a: Box, b: Box): boolean =>
  Math.min(a.right, b.right) - Math.max(a.left, b.left) > MARGIN &&
  Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > MARGIN;
