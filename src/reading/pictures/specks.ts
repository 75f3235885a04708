// Removes the specks that dust and worn scanners leave: single dark or bright pixels. OCR mistakes specks beside
// letters for points, commas and strokes.
import { copyOf, type Grey } from './grey.ts';

/** The minimum difference between a speck and the pixels around it, in levels from 0 to 255. */
const CONTRAST_MIN = 36;
/**
 * The maximum number of neighbouring pixels that are as dark as a dark speck, or as bright as a bright one. Even in a
 * small decimal point, a pixel has more such neighbours.
 */
const ALIKE_MAX = 1;
/**
 * The minimum share of specks among the pixels of a page. On a page with a smaller share, no specks are removed. Such a
 * page is clean: its few isolated pixels are blurred decimal points, and removing them would change amounts.
 */
const SHARE_MIN = 0.00012;

export function withoutSpecks<Picture extends Grey>(picture: Picture): Picture {
  const { width, height, data } = picture;
  const specks: number[] = [];
  for (let y = 1; y < height - 1; y++) {
    const end = (y + 1) * width - 1;
    let [left, value] = [data[y * width] ?? 0, data[y * width + 1] ?? 0];
    for (let at = y * width + 1; at < end; at++) {
      const right = data[at + 1] ?? 0;
      // Nearly all pixels are similar to the pixels on both sides. Such pixels are skipped here, because a call of
      // `differs` or `isSpeck` would take longer.
      const is_edge = Math.abs(left - value) >= CONTRAST_MIN || Math.abs(right - value) >= CONTRAST_MIN;
      if (is_edge && isSpeck(data, at, width)) specks.push(at);
      left = value;
      value = right;
    }
  }
  if (specks.length < SHARE_MIN * data.length) return picture;
  const clean = copyOf(picture);
  for (const at of specks) clean.data[at] = middleAround(data, at, width);
  return clean;
}

/**
 * Whether the pixel is a speck. It is compared with its direct neighbours first, because most pixels are similar to
 * more than one of them.
 */
function isSpeck(data: Uint8Array, at: number, width: number): boolean {
  const value = data[at] ?? 0;
  const beside = Number(isFar(data, at - 1, value)) + Number(isFar(data, at + 1, value));
  const upright = Number(isFar(data, at - width, value)) + Number(isFar(data, at + width, value));
  if (beside + upright + ALIKE_MAX < 4) return false;
  const pixels = around(data, at, width);
  const is_dark = value < pixels.reduce((sum, other) => sum + other, 0) / pixels.length;
  const alike = pixels.filter((other) => (is_dark ? other - value : value - other) < CONTRAST_MIN);
  return alike.length <= ALIKE_MAX;
}

const isFar = (data: Uint8Array, at: number, value: number): boolean => differs(data[at] ?? 0, value);

const differs = (a: number, b: number): boolean => a - b >= CONTRAST_MIN || b - a >= CONTRAST_MIN;

const around = (data: Uint8Array, at: number, width: number): number[] =>
  [-width - 1, -width, -width + 1, -1, 1, width - 1, width, width + 1].map((step) => data[at + step] ?? 0);

const middleAround = (data: Uint8Array, at: number, width: number): number =>
  around(data, at, width).toSorted((a, b) => a - b)[4] ?? 255;
