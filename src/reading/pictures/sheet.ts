// Finds a sheet of paper that was photographed on a darker table. All four edges must be clearly visible and straight.
// Otherwise the picture is used unchanged, because a wrong cut would lose text.
import { type Grey, shrunk } from './grey.ts';

export type Point = { x: number; y: number };
/** The corners of the sheet in pixels of the picture, clockwise from the upper left one. */
export type Quad = readonly [Point, Point, Point, Point];

/** The long side, in pixels, of the small picture that is searched for the sheet. */
const SEARCHED_PIXELS = 400;
/**
 * The share of the picture that the sheet fills. Below the minimum, the sheet is not the subject of the photograph;
 * above the maximum, the tabletop around the sheet is not visible.
 */
const [SHEET_SHARE_MIN, SHEET_SHARE_MAX] = [0.25, 0.97];
/** The minimum difference in brightness between paper and table, in levels from 0 to 255. */
const CONTRAST_MIN = 45;
/**
 * At least the share `EDGE_SHARE_MIN` of each edge must be no more than `EDGE_DISTANCE_MAX` pixels away from a straight
 * line. The pixels are those of the small picture.
 */
const [EDGE_SHARE_MIN, EDGE_DISTANCE_MAX] = [0.8, 2];
/**
 * The minimum share of bright pixels inside the sheet. The other pixels may be print, which is as dark as the table.
 */
const INSIDE_SHARE_MIN = 0.75;

export function findSheet(picture: Grey): Quad | undefined {
  const factor = Math.max(1, Math.round(Math.max(picture.width, picture.height) / SEARCHED_PIXELS));
  const small = shrunk(picture, factor);
  const quad = brightSheet(small) ?? shadedSheet(small);
  if (quad === undefined || !isInside(quad, small)) return undefined;
  const share = areaOf(quad) / (small.width * small.height);
  if (share < SHEET_SHARE_MIN || share > SHEET_SHARE_MAX) return undefined;
  const corner = ({ x, y }: Point): Point => ({ x: (x + 0.5) * factor, y: (y + 0.5) * factor });
  const [a, b, c, d] = quad;
  return [corner(a), corner(b), corner(c), corner(d)];
}

/** Returns the sheet: the largest area that is brighter than the table. */
function brightSheet(small: Grey): Quad | undefined {
  const threshold = thresholdOf(small.data);
  if (threshold === undefined) return undefined;
  const sheet = largestBrightArea(small, threshold);
  const { width, height, has } = sheet;
  const flipped: Area = { ...sheet, width: height, height: width, has: (x, y) => has(y, x) };
  const quad = quadOf([
    outermost(sheet, 'first'),
    outermost(sheet, 'last'),
    outermost(flipped, 'first'),
    outermost(flipped, 'last'),
  ]);
  return quad !== undefined && sheet.pixels >= INSIDE_SHARE_MIN * areaOf(quad) ? quad : undefined;
}

/** The minimum factor by which paper is brighter than the table beside it, in light and in shadow. */
const STEP_MIN = 1.14;
/** The number of pixels of the small picture that are compared on each side of the edge. */
const STEP_PIXELS = 4;
/**
 * The maximum distance between an edge of the sheet and the border of the picture, as a share of the picture's width or
 * height.
 */
const BORDER_SHARE = 0.3;
/** The minimum share of rows in which the edge is visible. Rows above and below the sheet have no edge. */
const SEEN_SHARE_MIN = 0.6;

/**
 * Finds the sheet by the step in brightness at its edges. Paper in a shadow can be as dark as a table in the light. So
 * no single brightness level separates paper from table.
 */
function shadedSheet({ width, height, data }: Grey): Quad | undefined {
  const steps = (rows: number, length: number, at: (u: number, v: number) => number, from_end: boolean) => {
    const points: { u: number; v: number }[] = [];
    for (let u = 0; u < rows; u++) {
      const v = stepIn(length, (step) => at(u, from_end ? length - 1 - step : step));
      if (v !== undefined) points.push({ u, v: from_end ? length - 1 - v : v });
    }
    return points.length >= SEEN_SHARE_MIN * rows ? points : [];
  };
  const inRow = (y: number, x: number): number => data[y * width + x] ?? 0;
  const inColumn = (x: number, y: number): number => data[y * width + x] ?? 0;
  return quadOf([
    steps(height, width, inRow, false),
    steps(height, width, inRow, true),
    steps(width, height, inColumn, false),
    steps(width, height, inColumn, true),
  ]);
}

/**
 * Returns the first position at which the brightness rises from the table to the paper. Returns undefined if the border
 * of the picture is already paper.
 */
function stepIn(length: number, at: (step: number) => number): number | undefined {
  let outside = 0;
  for (let v = 0; v < BORDER_SHARE * length; v++) {
    let [before, after] = [0, 0];
    for (let step = 1; step <= STEP_PIXELS; step++) {
      before += at(v - step);
      after += at(v + step);
    }
    if (v >= STEP_PIXELS && after >= STEP_MIN * before && outside / v <= after / STEP_PIXELS / STEP_MIN) return v;
    outside += at(v);
  }
  return undefined;
}

/**
 * Returns the brightness level that separates paper and table best (Otsu's method). Returns undefined if their
 * brightness hardly differs.
 */
function thresholdOf(data: Uint8Array): number | undefined {
  const counts = new Float64Array(256);
  for (const value of data) counts[value] = (counts[value] ?? 0) + 1;
  const total = data.reduce((sum, value) => sum + value, 0);
  let [below, sum, best] = [0, 0, { between: 0, threshold: 0, contrast: 0 }];
  for (let value = 0; value < 255; value++) {
    below += counts[value] ?? 0;
    sum += value * (counts[value] ?? 0);
    const above = data.length - below;
    if (below === 0 || above === 0) continue;
    const contrast = (total - sum) / above - sum / below;
    const between = below * above * contrast ** 2;
    if (between > best.between) best = { between, threshold: value, contrast };
  }
  return best.contrast >= CONTRAST_MIN ? best.threshold : undefined;
}

type Area = { width: number; height: number; pixels: number; has(x: number, y: number): boolean };

function largestBrightArea({ width, height, data }: Grey, threshold: number): Area {
  const labels = new Int32Array(width * height);
  let [largest, pixels, label] = [0, 0, 0];
  for (let start = 0; start < data.length; start++) {
    if ((data[start] ?? 0) <= threshold || labels[start] !== 0) continue;
    const size = fillFrom(start, ++label, labels, { width, height, data }, threshold);
    if (size > pixels) [largest, pixels] = [label, size];
  }
  const has = (x: number, y: number): boolean => labels[y * width + x] === largest && largest > 0;
  return { width, height, pixels, has };
}

function fillFrom(start: number, label: number, labels: Int32Array, { width, data }: Grey, threshold: number): number {
  const open = [start];
  labels[start] = label;
  let size = 0;
  for (let at = open.pop(); at !== undefined; at = open.pop()) {
    size++;
    const x = at % width;
    for (const next of [x > 0 ? at - 1 : -1, x < width - 1 ? at + 1 : -1, at - width, at + width]) {
      if ((data[next] ?? 0) <= threshold || labels[next] !== 0) continue;
      labels[next] = label;
      open.push(next);
    }
  }
  return size;
}

/**
 * A straight line `v = slope * u + offset`. For the left and right edges, u is y. For the upper and lower edges, u is
 * x.
 */
type Edge = { slope: number; offset: number };

type Points = readonly { u: number; v: number }[];

/** Returns the corners: the points where the lines along the four edges meet. */
function quadOf([lefts, rights, tops, bottoms]: readonly [Points, Points, Points, Points]): Quad | undefined {
  const [left, right, top, bottom] = [edgeOf(lefts), edgeOf(rights), edgeOf(tops), edgeOf(bottoms)];
  if (left === undefined || right === undefined || top === undefined || bottom === undefined) return undefined;
  return [crossing(left, top), crossing(right, top), crossing(right, bottom), crossing(left, bottom)];
}

/** Returns the first or last pixel of the area in each row. */
function outermost({ width, height, has }: Area, which: 'first' | 'last'): { u: number; v: number }[] {
  const points: { u: number; v: number }[] = [];
  for (let u = 0; u < height; u++) {
    for (let step = 0; step < width; step++) {
      const v = which === 'first' ? step : width - 1 - step;
      if (!has(v, u)) continue;
      points.push({ u, v });
      break;
    }
  }
  return points;
}

/** The largest slope of an edge. The sheet is straight or slightly tilted. */
const SLOPE_MAX = 0.3;

/**
 * Returns the line on which most points lie. Near a corner, the points belong to the neighbouring edge, so a fit to all
 * points would be wrong. Instead, the lines that are tried each go through two points whose distance is half the edge's
 * length.
 */
function edgeOf(points: readonly { u: number; v: number }[]): Edge | undefined {
  const half = Math.floor(points.length / 2);
  let best: { edge: Edge; near: { u: number; v: number }[] } | undefined;
  for (let index = 0; index < half; index += 2) {
    const [a, b] = [points[index], points[index + half]];
    if (a === undefined || b === undefined) continue;
    const slope = (b.v - a.v) / (b.u - a.u);
    const edge = { slope, offset: a.v - slope * a.u };
    const near = points.filter((point) => Math.abs(edge.slope * point.u + edge.offset - point.v) <= EDGE_DISTANCE_MAX);
    if (near.length > (best?.near.length ?? 0)) best = { edge, near };
  }
  if (best === undefined || best.near.length < EDGE_SHARE_MIN * points.length) return undefined;
  const edge = fitted(best.near);
  return Math.abs(edge.slope) <= SLOPE_MAX ? edge : undefined;
}

/** Returns the least-squares line through the points. */
function fitted(points: readonly { u: number; v: number }[]): Edge {
  const mean = (of: (point: { u: number; v: number }) => number) =>
    points.reduce((sum, point) => sum + of(point), 0) / points.length;
  const [u, v] = [mean((point) => point.u), mean((point) => point.v)];
  const spread = mean((point) => (point.u - u) ** 2);
  const slope = spread === 0 ? 0 : mean((point) => (point.u - u) * (point.v - v)) / spread;
  return { slope, offset: v - slope * u };
}

/** Returns the point where a vertical edge (x as a function of y) meets a horizontal edge (y as a function of x). */
function crossing(upright: Edge, level: Edge): Point {
  const y = (level.slope * upright.offset + level.offset) / (1 - level.slope * upright.slope);
  return { x: upright.slope * y + upright.offset, y };
}

const areaOf = (quad: Quad): number =>
  Math.abs(
    quad.reduce((sum, a, index) => {
      const b = quad[(index + 1) % 4] ?? a;
      return sum + a.x * b.y - b.x * a.y;
    }, 0),
  ) / 2;

/** A corner may be slightly outside of the picture, if the photographer cut it off. */
const isInside = (quad: Quad, { width, height }: Grey): boolean =>
  quad.every(({ x, y }) => x > -0.05 * width && x < 1.05 * width && y > -0.05 * height && y < 1.05 * height);
