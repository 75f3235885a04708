// Aligns the rows that were read from a list with the expected rows, so that one lost row does not make all following
// rows wrong.

/**
 * A pair of rows, identified by their positions in the lists. A row that was not read has no `found`, and an extra row
 * has no `wanted`.
 */
export type RowPair = { wanted?: number; found?: number };

/** The number of correct fields and the total number of fields in one pair of rows. */
type RowScore = { right: number; all: number };

type Best = RowScore & { pair: RowPair; before: Best | undefined };

/**
 * Returns the pairs in the order of the lists. An alignment keeps the order of both lists. The alignment with the most
 * correct fields is chosen. If several have equally many, the one with the fewest fields in total is chosen. A row with
 * only wrong fields then counts as one wrong row, and not as two: a row that was not read, and an extra row.
 */
export function alignedRows(wanted: number, found: number, scoreOf: (pair: RowPair) => RowScore): RowPair[] {
  const lost = Array.from({ length: wanted }, (_, at) => scoreOf({ wanted: at }));
  const extra = Array.from({ length: found }, (_, at) => scoreOf({ found: at }));
  const step = (before: Best | undefined, pair: RowPair, score: RowScore | undefined): Best => ({
    right: (before?.right ?? 0) + (score?.right ?? 0),
    all: (before?.all ?? 0) + (score?.all ?? 0),
    pair,
    before,
  });
  // `above[column]` is the best alignment between the wanted rows processed so far and the first `column` rows that
  // were read.
  let above: (Best | undefined)[] = [undefined];
  for (let at = 0; at < found; at++) above.push(step(above[at], { found: at }, extra[at]));
  for (let row = 0; row < wanted; row++) {
    const own: (Best | undefined)[] = [step(above[0], { wanted: row }, lost[row])];
    for (let column = 0; column < found; column++) {
      const both = { wanted: row, found: column };
      own.push(
        better(
          step(above[column], both, scoreOf(both)),
          better(
            step(above[column + 1], { wanted: row }, lost[row]),
            step(own[column], { found: column }, extra[column]),
          ),
        ),
      );
    }
    above = own;
  }
  const pairs: RowPair[] = [];
  for (let last = above[found]; last !== undefined; last = last.before) pairs.unshift(last.pair);
  return pairs;
}

const better = (a: Best, b: Best): Best => (b.right > a.right || (b.right === a.right && b.all < a.all) ? b : a);
