// Binary search in rows sorted by day.

/** The index after the last row whose day is `day` or earlier. */
export function placeAfter(rows: readonly { day: number }[], day: number): number {
  let [low, high] = [0, rows.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((rows[middle]?.day ?? 0) <= day) low = middle + 1;
    else high = middle;
  }
  return low;
}
