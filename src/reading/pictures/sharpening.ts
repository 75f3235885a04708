// Sharpens the letters of a blurred picture. The difference between each pixel and the mean of its surroundings is
// increased.
import { rawOf, sharpOf } from './decode.ts';
import type { Grey } from './grey.ts';

/** The blur radius of a photograph at the OCR resolution, in pixels. */
const RADIUS = 2;
/**
 * Each pixel changes by a multiple of its difference from the mean of its surroundings. The part of the difference up
 * to `FLAT` is treated as noise of the paper and is multiplied by `FLAT_GAIN`. The part that exceeds `FLAT` is treated
 * as an edge of a letter and is multiplied by `EDGE_GAIN`. Both products are added to the pixel. Stronger sharpening
 * would make JPEG blocks visible.
 */
const [FLAT, FLAT_GAIN, EDGE_GAIN] = [5, 2, 5];
/** The maximum amount by which a pixel becomes brighter, and the maximum amount by which it becomes darker. */
const [BRIGHTER_MAX, DARKER_MAX] = [25, 51];

/**
 * Sharpens a picture. The image library is not used here: it sharpens in a perceptual colour space, which takes ten
 * times as long for a grey picture.
 */
export async function sharpened(picture: Grey): Promise<Grey> {
  const { width, height, data } = picture;
  const { data: blurred } = await rawOf(sharpOf(picture).blur(RADIUS));
  const out = new Uint8ClampedArray(data.length);
  for (let at = 0; at < data.length; at++) {
    const level = data[at] ?? 0;
    out[at] = level + (SHIFTS[level - (blurred[at] ?? 0) + 255] ?? 0);
  }
  return { width, height, data: new Uint8Array(out.buffer) };
}

/** For each difference from -255 to 255, the change of the pixel. */
const SHIFTS = Float32Array.from({ length: 511 }, (_, index) => shiftOf(index - 255));

function shiftOf(difference: number): number {
  const size = Math.abs(difference);
  const shift = FLAT_GAIN * Math.min(size, FLAT) + EDGE_GAIN * Math.max(0, size - FLAT);
  return difference < 0 ? -Math.min(shift, DARKER_MAX) : Math.min(shift, BRIGHTER_MAX);
}
