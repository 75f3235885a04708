// Finds the rulings, which are lines drawn on the page, between two texts.
import { type Box, centerOf, type Ruling } from '#domain/documents/pages.ts';

/** Returns a function that checks whether a vertical ruling is drawn between two boxes of one line of text. */
export function dividedBy(rulings: readonly Ruling[]): (left: Box, right: Box) => boolean {
  const columns = rulings.filter(({ direction }) => direction === 'vertical');
  return (left, right) => {
    const y = centerOf(left).y;
    return columns.some(({ at, from, to }) => at > left.right - 1 && at < right.left + 1 && from <= y && y <= to);
  };
}
