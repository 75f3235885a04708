// Assigns the numbers of a row to the columns of its table. Numbers are aligned with the right edge, the centre or the
// left edge of their header, and have the same order from left to right as the headers.
import type { Box } from '#domain/documents/pages.ts';

/**
 * Returns the horizontal distance between a number and its header: the smallest of the distances between their right
 * edges, centres and left edges.
 */
export const misalignment = (a: Box, b: Box): number =>
  Math.min(Math.abs(a.right - b.right), Math.abs((a.left + a.right - b.left - b.right) / 2), Math.abs(a.left - b.left));

/**
 * Returns for each item the index of its column, or undefined if no column is nearer than `distance_max`. Minimises the
 * sum of the distances; each column has at most one item. The run time is proportional to items × columns.
 */
export function assignColumns(
  items: readonly Box[],
  columns: readonly Box[],
  distance_max: number,
): (number | undefined)[] {
  // best[i][c] is the lowest cost of the first i items in the first c columns.
  const best: number[][] = [columns.map(() => 0).concat(0)];
  for (const [i, item] of items.entries()) {
    const row = [(best[i]?.[0] ?? 0) + distance_max];
    for (const [c, column] of columns.entries()) {
      const skipped_item = (best[i]?.[c + 1] ?? 0) + distance_max;
      const placed = (best[i]?.[c] ?? 0) + misalignment(item, column);
      row.push(Math.min(skipped_item, placed, row[c] ?? Number.POSITIVE_INFINITY));
    }
    best.push(row);
  }
  const assigned: (number | undefined)[] = items.map(() => undefined);
  let [i, c] = [items.length, columns.length];
  while (i > 0 && c > 0) {
    const cost = best[i]?.[c] ?? 0;
    if (cost === best[i]?.[c - 1]) c--;
    else if (cost === (best[i - 1]?.[c] ?? 0) + distance_max) i--;
    else {
      assigned[i - 1] = c - 1;
      i--;
      c--;
    }
  }
  return assigned;
}
