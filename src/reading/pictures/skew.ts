// Measures the angle by which the lines of text on a page are rotated. At the correct angle, each row of pixels is
// either text or a gap between lines. So at this angle, the darkness varies most from row to row.
import { backgroundOf } from './background.ts';
import { darkPixels } from './dark-pixels.ts';
import { type PagePicture, shrunk } from './grey.ts';

/**
 * The resolution for the measurement. At this resolution, lines of text are still separate, and a page has only a ninth
 * of the pixels that it has at 200 dpi.
 */
const MEASURED_DPI = 75;
/** The largest angle that is measured, in degrees. People do not place a page at a larger angle. */
const DEGREES_MAX = 12;
/** The maximum brightness of a printed pixel, as a share of the brightness of the paper. */
const PRINT_SHARE = 0.75;
/**
 * The minimum number of dark pixels. Pages with fewer, such as blank pages, have no lines whose angle could be
 * measured.
 */
const DARK_PIXELS_MIN = 200;

type Points = { xs: Float32Array; ys: Float32Array; height: number; width: number };

type Skew = { degrees: number; sideways: boolean };

/**
 * A cache of the angles of pictures that are still in use. A page is measured when it is straightened, and again when
 * it is read.
 */
const measured = new WeakMap<PagePicture, Skew>();

/**
 * Returns the angle of the lines of text. `degrees` is clockwise, between -12 and 12. It is 0 if the angle cannot be
 * measured. `sideways` is true if the lines of text seem to be vertical, as they are on a page that is rotated by 90 or
 * 270 degrees. It can also be true for a form with many vertical lines.
 */
export function skewOf(picture: PagePicture): Skew {
  const skew = measured.get(picture) ?? measuredSkew(picture);
  measured.set(picture, skew);
  return skew;
}

function measuredSkew(picture: PagePicture): Skew {
  const points = darkPoints(shrunk(picture, Math.max(1, Math.round(picture.dpi / MEASURED_DPI))));
  if (points.xs.length < DARK_PIXELS_MIN) return { degrees: 0, sideways: false };
  const level = bestAngle(points);
  const upright = bestAngle({ xs: points.ys, ys: points.xs, height: points.width, width: points.height });
  const sideways = upright.score > level.score;
  return { degrees: sideways ? -upright.degrees : level.degrees, sideways };
}

function darkPoints({ width, height, data }: { width: number; height: number; data: Uint8Array }): Points {
  const picture = { width, height, data };
  const dark = darkPixels(picture, backgroundOf(picture), PRINT_SHARE);
  const [xs, ys]: [number[], number[]] = [[], []];
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      if (dark.data[y * width + x] !== 1) continue;
      xs.push(x);
      ys.push(y);
    }
  }
  return { xs: Float32Array.from(xs), ys: Float32Array.from(ys), height, width };
}

function bestAngle(points: Points): { degrees: number; score: number } {
  let best = { degrees: 0, score: contrastAt(points, 0) };
  for (const [range, step] of [[DEGREES_MAX, 0.5] as const, [0.5, 0.1] as const, [0.1, 0.02] as const]) {
    const center = best.degrees;
    for (let degrees = center - range; degrees <= center + range + step / 2; degrees += step) {
      const score = contrastAt(points, degrees);
      if (score > best.score) best = { degrees, score };
    }
  }
  return best;
}

/** Returns how much neighbouring rows differ if the page is rotated back by this angle. */
function contrastAt({ xs, ys, height, width }: Points, degrees: number): number {
  const slope = Math.tan((degrees * Math.PI) / 180);
  const margin = Math.ceil(Math.abs(slope) * width);
  const rows = new Float32Array(height + 2 * margin + 2);
  for (let index = 0; index < xs.length; index++) {
    const row = Math.round((ys[index] ?? 0) - slope * (xs[index] ?? 0)) + margin;
    rows[row] = (rows[row] ?? 0) + 1;
  }
  let contrast = 0;
  for (let row = 1; row < rows.length; row++) contrast += ((rows[row] ?? 0) - (rows[row - 1] ?? 0)) ** 2;
  return contrast / (xs.length * xs.length);
}
