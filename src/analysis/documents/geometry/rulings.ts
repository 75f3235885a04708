// The drawn lines between texts.
import { type Box, centerOf, type Ruling } from '#domain/documents/pages.ts';

/** Whether a vertical line is drawn between two boxes of one line of text. */
export function dividedBy(rulings: readonly Ruling[]): (left: Box, right: Box) => boolean {
  const columns = rulings.filter(({ direction }) => direction === 'vertical');
  return (left, right) => {
    const y = centerOf(left).y;
    return columns.some(({ at, from, to }) => at > left.right - 1 && at < right.left + 1 && from <= y && y <= to);
  };
}
