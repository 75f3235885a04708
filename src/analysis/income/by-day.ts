// Rows in the order of their days: those of a span of days, without looking at the others.

/** Both days included. An amount may move to and fro every day for years. */
export function between<Row extends { day: number }>(
  rows: readonly Row[],
  first: number,
  last: number,
): readonly Row[] {
  const from = firstFrom(rows, first);
  return rows.slice(from, firstFrom(rows, last + 1, from));
}

/** The place behind the last one of a day and of those before it. */
export const placeAfter = (rows: readonly { day: number }[], day: number): number => firstFrom(rows, day + 1);

/** The place of the first on or after a day, by halving. */
function firstFrom(rows: readonly { day: number }[], day: number, from = 0): number {
  let [low, high] = [from, rows.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((rows[middle]?.day ?? 0) < day) low = middle + 1;
    else high = middle;
  }
  return low;
}
