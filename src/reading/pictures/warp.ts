// Maps a quadrilateral of a picture to a rectangle, as if the camera had looked straight down on the sheet.
import type { Grey } from './grey.ts';
import type { Point, Quad } from './sheet.ts';

/** Returns the sides of the rectangle: the means of the opposite sides of the quadrilateral. */
export function sidesOf([a, b, c, d]: Quad): { width: number; height: number } {
  const length = (from: Point, to: Point): number => Math.hypot(to.x - from.x, to.y - from.y);
  return { width: (length(a, b) + length(d, c)) / 2, height: (length(a, d) + length(b, c)) / 2 };
}

export function flattened(picture: Grey, quad: Quad, size: { width: number; height: number }): Grey {
  const at = perspectiveOf(quad);
  const out = new Uint8Array(size.width * size.height);
  for (let y = 0; y < size.height; y++) {
    for (let x = 0; x < size.width; x++) {
      const from = at((x + 0.5) / size.width, (y + 0.5) / size.height);
      out[y * size.width + x] = sampled(picture, from.x - 0.5, from.y - 0.5);
    }
  }
  return { ...size, data: out };
}

/**
 * Returns the perspective that maps the unit square to the quadrilateral: x = (a u + b v + c) / (g u + h v + 1), and y
 * in the same way. The four corners give eight equations. For the unit square, these equations have a closed-form
 * solution, which this function computes.
 */
function perspectiveOf([p0, p1, p2, p3]: Quad): (u: number, v: number) => Point {
  const [dx1, dx2, dx3] = [p1.x - p2.x, p3.x - p2.x, p0.x - p1.x + p2.x - p3.x];
  const [dy1, dy2, dy3] = [p1.y - p2.y, p3.y - p2.y, p0.y - p1.y + p2.y - p3.y];
  const determinant = dx1 * dy2 - dx2 * dy1;
  const g = (dx3 * dy2 - dx2 * dy3) / determinant;
  const h = (dx1 * dy3 - dx3 * dy1) / determinant;
  return (u, v) => {
    const depth = g * u + h * v + 1;
    return {
      x: ((p1.x - p0.x + g * p1.x) * u + (p3.x - p0.x + h * p3.x) * v + p0.x) / depth,
      y: ((p1.y - p0.y + g * p1.y) * u + (p3.y - p0.y + h * p3.y) * v + p0.y) / depth,
    };
  };
}

/** Returns the brightness, interpolated between four pixels. Pixels outside of the picture are treated as white. */
function sampled({ width, height, data }: Grey, x: number, y: number): number {
  const [left, top] = [Math.floor(x), Math.floor(y)];
  if (left < 0 || top < 0 || left + 1 >= width || top + 1 >= height) return 255;
  const [right_part, lower_part] = [x - left, y - top];
  const at = top * width + left;
  const upper = (data[at] ?? 0) * (1 - right_part) + (data[at + 1] ?? 0) * right_part;
  const lower = (data[at + width] ?? 0) * (1 - right_part) + (data[at + width + 1] ?? 0) * right_part;
  return upper * (1 - lower_part) + lower * lower_part;
}
