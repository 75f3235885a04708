// Finds the upright rectangles among the parts of a filled path.
import type { Box } from '#domain/documents/pages.ts';

/** The number of operands of each path command of pdf.js: move, line, cubic curve, quadratic curve, close. */
const OPERANDS = [2, 2, 6, 4, 0];
const LINE = 1;
const PARTS_MAX = 2_000;

type Part = { xs: number[]; ys: number[]; straight: boolean };

/**
 * Two rectangles, one inside the other, draw a frame. The frame does not cover the area inside it, so both rectangles
 * are left out.
 */
export function rectanglesOf(paths: readonly unknown[]): Box[] {
  const boxes = paths
    .flatMap((path) => (path instanceof Float32Array ? partsOf(path) : []))
    .slice(0, PARTS_MAX)
    .flatMap(rectangleOf);
  return boxes.filter((box) => !boxes.some((other) => other !== box && (contains(box, other) || contains(other, box))));
}

function partsOf(path: Float32Array): Part[] {
  const parts: Part[] = [];
  for (let index = 0; index < path.length; ) {
    const command = path[index] ?? 0;
    const operands = OPERANDS[command];
    if (operands === undefined) break;
    const last = parts.at(-1);
    const [x, y] = [path[index + operands - 1] ?? 0, path[index + operands] ?? 0];
    if (command === 0) parts.push({ xs: [x], ys: [y], straight: true });
    else if (operands > 0 && last !== undefined) {
      last.xs.push(x);
      last.ys.push(y);
      last.straight &&= command === LINE;
    }
    index += 1 + operands;
  }
  return parts;
}

function rectangleOf({ xs, ys, straight }: Part): Box[] {
  if (!straight || xs.length < 4 || xs.length > 5) return [];
  const [left, right, top, bottom] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)];
  const onEdge = (value: number, low: number, high: number) =>
    Math.abs(value - low) < 0.01 || Math.abs(value - high) < 0.01;
  const is_upright = xs.every((x) => onEdge(x, left, right)) && ys.every((y) => onEdge(y, top, bottom));
  return is_upright && right > left && bottom > top ? [{ left, top, right, bottom }] : [];
}

const contains = (outer: Box, inner: Box): boolean =>
  outer.left <= inner.left && outer.right >= inner.right && outer.top <= inner.top && outer.bottom >= inner.bottom;
