// Finds the straight lines of one PDF page: stroked lines, and filled rectangles that are so thin that they look like
// lines.
import type { Ruling } from '#domain/documents/pages.ts';
import type { Matrix } from './pdf-words.ts';

export type Operators = { fnArray: readonly number[]; argsArray: readonly unknown[] };
export type OperatorCodes = Record<
  'save' | 'restore' | 'transform' | 'constructPath' | 'paintFormXObjectBegin' | 'paintFormXObjectEnd',
  number
> &
  Record<'stroke' | 'closeStroke' | 'fill' | 'eoFill' | 'fillStroke' | 'eoFillStroke', number>;

/**
 * The maximum thickness, in points, of a filled rectangle that is treated as a line. Lines in forms are up to 2 points
 * thick.
 */
const THICKNESS_MAX = 2.5;
/** The minimum length of a line, in points. Shorter lines are parts of letters, logos or check marks. */
const LENGTH_MIN = 6;
/** The number of operands of each path command of pdf.js: move, line, cubic curve, quadratic curve, close. */
const OPERANDS = [2, 2, 6, 4, 0];

export function rulingsOf({ fnArray, argsArray }: Operators, codes: OperatorCodes, view: Matrix): Ruling[] {
  const stroked = new Set([codes.stroke, codes.closeStroke, codes.fillStroke, codes.eoFillStroke]);
  const filled = new Set([codes.fill, codes.eoFill, codes.fillStroke, codes.eoFillStroke]);
  const rulings: Ruling[] = [];
  const saved: Matrix[] = [];
  let current = view;
  for (const [index, operator] of fnArray.entries()) {
    const args = argsArray[index];
    if (operator === codes.save || operator === codes.paintFormXObjectBegin) saved.push(current);
    if (operator === codes.restore || operator === codes.paintFormXObjectEnd) current = saved.pop() ?? view;
    const matrix = operator === codes.transform ? args : undefined;
    const form_matrix = operator === codes.paintFormXObjectBegin && Array.isArray(args) ? args[0] : undefined;
    if (isMatrix(matrix)) current = multiply(current, matrix);
    if (isMatrix(form_matrix)) current = multiply(current, form_matrix);
    if (operator !== codes.constructPath || !Array.isArray(args)) continue;
    const [paint, paths] = args;
    for (const path of Array.isArray(paths) ? paths : []) {
      if (!(path instanceof Float32Array)) continue;
      for (const points of polylines(path, current)) {
        if (stroked.has(paint)) rulings.push(...straightSides(points));
        else if (filled.has(paint)) rulings.push(...thinBox(points));
      }
    }
  }
  return rulings;
}

type Point = { x: number; y: number };

const isMatrix = (value: unknown): value is Matrix =>
  (Array.isArray(value) || value instanceof Float32Array) && value.length === 6;

const multiply = (m: Matrix, n: Matrix): Matrix => [
  m[0] * n[0] + m[2] * n[1],
  m[1] * n[0] + m[3] * n[1],
  m[0] * n[2] + m[2] * n[3],
  m[1] * n[2] + m[3] * n[3],
  m[0] * n[4] + m[2] * n[5] + m[4],
  m[1] * n[4] + m[3] * n[5] + m[5],
];

/** Returns the corners of each part of a path. A curve is treated as a straight line to its end. */
function polylines(path: Float32Array, matrix: Matrix): Point[][] {
  const parts: Point[][] = [];
  let part: Point[] = [];
  for (let index = 0; index < path.length; ) {
    const command = path[index] ?? 0;
    const operands = OPERANDS[command];
    if (operands === undefined) break;
    if (command === 0 && part.length > 0) {
      parts.push(part);
      part = [];
    }
    const [x, y] = [path[index + operands - 1] ?? 0, path[index + operands] ?? 0];
    const first = part[0];
    if (operands === 0 && first !== undefined) part.push(first);
    else if (operands > 0) part.push(transformed(matrix, x, y));
    index += 1 + operands;
  }
  return part.length > 0 ? [...parts, part] : parts;
}

const transformed = (m: Matrix, x: number, y: number): Point => ({
  x: m[0] * x + m[2] * y + m[4],
  y: m[1] * x + m[3] * y + m[5],
});

function straightSides(points: readonly Point[]): Ruling[] {
  return points.slice(1).flatMap((to, index) => {
    const from = points[index];
    return from === undefined ? [] : lineBetween(from, to);
  });
}

function thinBox(points: readonly Point[]): Ruling[] {
  const [xs, ys] = [points.map(({ x }) => x), points.map(({ y }) => y)];
  const [left, right] = [Math.min(...xs), Math.max(...xs)];
  const [top, bottom] = [Math.min(...ys), Math.max(...ys)];
  if (bottom - top <= THICKNESS_MAX) {
    return lineBetween({ x: left, y: (top + bottom) / 2 }, { x: right, y: (top + bottom) / 2 });
  }
  if (right - left <= THICKNESS_MAX) {
    return lineBetween({ x: (left + right) / 2, y: top }, { x: (left + right) / 2, y: bottom });
  }
  return [];
}

function lineBetween(a: Point, b: Point): Ruling[] {
  const [dx, dy] = [Math.abs(a.x - b.x), Math.abs(a.y - b.y)];
  if (dy < 0.5 && dx >= LENGTH_MIN) {
    return [{ direction: 'horizontal', at: (a.y + b.y) / 2, from: Math.min(a.x, b.x), to: Math.max(a.x, b.x) }];
  }
  if (dx < 0.5 && dy >= LENGTH_MIN) {
    return [{ direction: 'vertical', at: (a.x + b.x) / 2, from: Math.min(a.y, b.y), to: Math.max(a.y, b.y) }];
  }
  return [];
}
