// Builds the cells of a table header that is printed in several rows.
import { sharedWidth } from '#domain/documents/pages.ts';
import { type Segment, segmentOf } from './geometry/lines.ts';

/** Joins the header cells that are below each other into one cell. */
export function mergedCells(rows: readonly (readonly Segment[])[]): Segment[] {
  const cells: Segment[] = [];
  for (const segment of rows.flat()) {
    const at = cells.findIndex(({ box }) => sharedWidth(box, segment.box) > 0.2);
    const above = cells[at];
    if (above === undefined) cells.push(segment);
    else cells[at] = segmentOf([...above.words, ...segment.words]);
  }
  return cells.toSorted((a, b) => a.box.left - b.box.left);
}
