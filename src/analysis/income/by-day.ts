// Rows in the order of their days: those after a day, without looking at the others.

/** The place behind the last one of a day and of those before it, by halving. */
export function placeAfter(rows: readonly { day: number }[], day: number): number {
  let [low, high] = [0, rows.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((rows[middle]?.day ?? 0) <= day) low = middle + 1;
    else high = middle;
  }
  return low;
}
