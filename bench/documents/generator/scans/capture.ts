// Converts the rendered pixels of a page into the picture that a scanner or a camera takes of the page.
import { type Random, randomOf } from '../sample.ts';
import type { Conditions } from './conditions.ts';
import { type Corners, cornersOf, type Point, projected, projectionBetween, turned } from './projection.ts';
import { asSharp, pixelsOf, type Raster } from './raster.ts';
import { stamped } from './stamp.ts';

export type Capture = {
  raster: Raster;
  /**
   * Returns the pixel of the picture at which a given position of the page appears. `x` and `y` are in points, measured
   * from the page's upper left corner.
   */
  pixelAt: (x: number, y: number) => Point;
};

export async function capture(page: Raster, conditions: Conditions, random: Random): Promise<Capture> {
  const { dpi, quarter_turns, stamp, blur } = conditions;
  const inked = stamp === 'none' ? page : await stamped(page, dpi, random, stamp === 'over_text');
  const { corners, width, height } = placed(inked, conditions, random);
  const exposed = expose(inked, corners, { width, height }, conditions, random);
  let image = asSharp(exposed);
  if (blur > 0.3) image = image.blur(blur);
  if (conditions.grey) image = image.greyscale();
  const upright = await pixelsOf(image);
  const grained = withNoise(upright, conditions, random);
  const raster = quarter_turns === 0 ? grained : await pixelsOf(asSharp(grained).rotate(90 * quarter_turns));
  const forward = projectionBetween(cornersOf(page.width, page.height), corners);
  const scale = dpi / 72;
  return {
    raster,
    pixelAt: (x, y) => quarterTurned(projected(forward, [x * scale, y * scale]), quarter_turns, width, height),
  };
}

function quarterTurned([x, y]: Point, turns: number, width: number, height: number): Point {
  if (turns === 1) return [height - y, x];
  if (turns === 2) return [width - x, height - y];
  return turns === 3 ? [y, width - x] : [x, y];
}

/** Places the corners of the page in the picture. A photo also shows some of the table around the page. */
function placed(page: Raster, { skew_degrees, perspective }: Conditions, random: Random) {
  const margin = perspective === 0 ? 0 : Math.round(page.width * (0.03 + random.next() * 0.05));
  const [width, height] = [page.width + 2 * margin, page.height + 2 * margin];
  const straight = cornersOf(page.width, page.height);
  const off = (length: number) => (random.next() - 0.5) * 2 * perspective * length;
  const moved = ([x, y]: Point): Point => [x + margin + off(page.width), y + margin + off(page.height)];
  const corners: Corners = [moved(straight[0]), moved(straight[1]), moved(straight[2]), moved(straight[3])];
  return { corners: turned(corners, skew_degrees, [width / 2, height / 2]), width, height };
}

const TABLES: readonly (readonly [number, number, number])[] = [
  [96, 68, 47],
  [58, 58, 62],
  [141, 120, 98],
  [176, 172, 166],
];

/** Computes every pixel of the picture from the page, and applies folds, light and shadow. */
function expose(
  page: Raster,
  corners: Corners,
  { width, height }: { width: number; height: number },
  conditions: Conditions,
  random: Random,
): Raster {
  const back = projectionBetween(corners, cornersOf(page.width, page.height));
  const [a = 1, b = 0, c = 0, d = 0, e = 1, f = 0, g = 0, h = 0, i = 1] = back;
  const table = conditions.perspective > 0 ? random.pick(TABLES) : ([251, 251, 250] as const);
  const light = lightOf(conditions, width, height, random);
  const fold = foldOf(conditions, page, random);
  // Photographed paper is not quite white.
  const paper = conditions.device === 'photo' ? [0.95, 0.94, 0.9] : [0.985, 0.985, 0.98];
  const data = Buffer.alloc(width * height * 3);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const weight = g * x + h * y + i;
      const u = (a * x + b * y + c) / weight;
      const v = (d * x + e * y + f) / weight;
      const at = (y * width + x) * 3;
      const inside = u >= 0 && v >= 0 && u < page.width - 1 && v < page.height - 1;
      const bright = light(x, y) * (inside ? fold(u, v) : 1);
      if (!inside) {
        const grain = conditions.perspective > 0 ? 1 + 0.06 * Math.sin(y * 0.21 + Math.sin(x * 0.013) * 3) : 1;
        for (let channel = 0; channel < 3; channel++)
          data[at + channel] = clamped((table[channel] ?? 0) * bright * grain);
        continue;
      }
      const [left, top] = [Math.floor(u), Math.floor(v)];
      const [dx, dy] = [u - left, v - top];
      const from = (top * page.width + left) * 3;
      const below = from + page.width * 3;
      for (let channel = 0; channel < 3; channel++) {
        const upper = (page.data[from + channel] ?? 0) * (1 - dx) + (page.data[from + 3 + channel] ?? 0) * dx;
        const lower = (page.data[below + channel] ?? 0) * (1 - dx) + (page.data[below + 3 + channel] ?? 0) * dx;
        data[at + channel] = clamped((upper * (1 - dy) + lower * dy) * bright * (paper[channel] ?? 1));
      }
    }
  }
  return { data, width, height };
}

function lightOf({ uneven, shadow }: Conditions, width: number, height: number, random: Random) {
  const angle = random.next() * 2 * Math.PI;
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  const edge = random.next() * 0.5 + 0.15;
  const tilt = (random.next() - 0.5) * 1.2;
  return (x: number, y: number): number => {
    const [u, v] = [x / width - 0.5, y / height - 0.5];
    const slope = 1 - uneven * (0.5 + u * cos + v * sin);
    if (shadow === 0) return slope;
    const inside = 1 / (1 + Math.exp(-(v + tilt * u - edge + 0.25) * 28));
    return slope * (1 - shadow * inside);
  };
}

function foldOf({ folds, dpi }: Conditions, page: Raster, random: Random) {
  if (folds === 'none') return () => 1;
  const lines = (folds === 'thirds' ? [1 / 3, 2 / 3] : [1 / 2]).map(
    (share) => (share + (random.next() - 0.5) * 0.03) * page.height,
  );
  const panels = [0, 1, 2].map(() => 1 - random.next() * 0.04);
  const width = dpi / 90;
  return (_u: number, v: number): number => {
    let bright = panels[lines.filter((line) => v > line).length] ?? 1;
    for (const line of lines) {
      const distance = (v - line) / width;
      // A crease is dark on one side and bright on the other.
      if (Math.abs(distance) < 4)
        bright *= 1 - 0.16 * Math.exp(-(distance ** 2)) + 0.06 * Math.exp(-((distance - 1.6) ** 2));
    }
    return bright;
  };
}

function withNoise(raster: Raster, { noise, salt }: Conditions, random: Random): Raster {
  const grain = randomOf(random.integer(0, 2 ** 31));
  const { data } = raster;
  for (let at = 0; at < data.length; at += 3) {
    const one = grain.next();
    if (one < salt) {
      data.fill(one < salt * 0.7 ? 30 : 255, at, at + 3);
      continue;
    }
    const change = (one + grain.next() + grain.next() - 1.5) * 2 * noise;
    for (let channel = 0; channel < 3; channel++) data[at + channel] = clamped((data[at + channel] ?? 0) + change);
  }
  return raster;
}

const clamped = (value: number): number => (value < 0 ? 0 : value > 255 ? 255 : Math.round(value));
