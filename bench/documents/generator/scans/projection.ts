// Projections of a plane. The new positions of a page's four corners determine the new position of every point.
export type Point = readonly [x: number, y: number];
export type Corners = readonly [Point, Point, Point, Point];

/** The nine numbers of a 3 × 3 matrix, row by row. */
export type Projection = readonly number[];

/** Maps each corner of `from` to the same corner of `to`. */
export function projectionBetween(from: Corners, to: Corners): Projection {
  const rows: number[][] = [];
  for (const [at, [x, y]] of from.entries()) {
    const [u, v] = to[at] ?? [0, 0];
    rows.push([x, y, 1, 0, 0, 0, -u * x, -u * y, u], [0, 0, 0, x, y, 1, -v * x, -v * y, v]);
  }
  return [...solved(rows), 1];
}

export function projected(projection: Projection, [x, y]: Point): Point {
  const [a = 1, b = 0, c = 0, d = 0, e = 1, f = 0, g = 0, h = 0, i = 1] = projection;
  const weight = g * x + h * y + i;
  return [(a * x + b * y + c) / weight, (d * x + e * y + f) / weight];
}

/** Solves linear equations. The last number of each row is the right side of its equation. */
function solved(rows: number[][]): number[] {
  const size = rows.length;
  for (let column = 0; column < size; column++) {
    const pivot = rows
      .slice(column)
      .reduce((best, row) => (Math.abs(row[column] ?? 0) > Math.abs(best[column] ?? 0) ? row : best));
    rows.splice(rows.indexOf(pivot), 1);
    rows.splice(column, 0, pivot);
    const head = pivot[column] ?? 1;
    for (const row of rows) {
      if (row === pivot) continue;
      const factor = (row[column] ?? 0) / head;
      if (factor !== 0) for (let at = column; at <= size; at++) row[at] = (row[at] ?? 0) - factor * (pivot[at] ?? 0);
    }
  }
  return rows.map((row, at) => (row[size] ?? 0) / (row[at] ?? 1));
}

export const cornersOf = (width: number, height: number): Corners => [
  [0, 0],
  [width, 0],
  [width, height],
  [0, height],
];

export function turned(corners: Corners, degrees: number, [centerX, centerY]: Point): Corners {
  const angle = (degrees * Math.PI) / 180;
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  const turn = ([x, y]: Point): Point => [
    centerX + (x - centerX) * cos - (y - centerY) * sin,
    centerY + (x - centerX) * sin + (y - centerY) * cos,
  ];
  const [first, second, third, fourth] = corners;
  return [turn(first), turn(second), turn(third), turn(fourth)];
}
