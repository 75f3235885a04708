// Removes the specks that dust and worn scanners leave: single dark or bright pixels. OCR takes specks beside letters
// for points, commas and strokes.
import type { Grey } from './grey.ts';

/** A speck differs from the pixels around it by at least this many of 255 levels. */
const CONTRAST_MIN = 36;
/**
 * A speck has at most this many pixels beside it that are as dark, or as bright if it is a bright speck. Even a small
 * decimal point has more.
 */
const ALIKE_MAX = 1;
/**
 * Specks are removed only if at least this share of the pixels are specks. A clean page has fewer isolated pixels. They
 * are blurred decimal points, so removing them would change amounts.
 */
const SHARE_MIN = 0.00012;

export function withoutSpecks<Picture extends Grey>(picture: Picture): Picture {
  const { width, height, data } = picture;
  const specks: number[] = [];
  for (let y = 1; y < height - 1; y++) {
    for (let x = 1; x < width - 1; x++) {
      const at = y * width + x;
      if (isSpeck(data, at, width)) specks.push(at);
    }
  }
  if (specks.length < SHARE_MIN * data.length) return picture;
  const clean = data.slice();
  for (const at of specks) clean[at] = middleAround(data, at, width);
  return { ...picture, data: clean };
}

/** Compares the pixel with its direct neighbours first, because nearly all pixels are like one of them. */
function isSpeck(data: Uint8Array, at: number, width: number): boolean {
  const value = data[at] ?? 0;
  const beside = Number(isFar(data, at - 1, value)) + Number(isFar(data, at + 1, value));
  if (beside + ALIKE_MAX < 2) return false;
  const upright = Number(isFar(data, at - width, value)) + Number(isFar(data, at + width, value));
  if (beside + upright + ALIKE_MAX < 4) return false;
  const pixels = around(data, at, width);
  const is_dark = value < pixels.reduce((sum, other) => sum + other, 0) / pixels.length;
  const alike = pixels.filter((other) => (is_dark ? other - value : value - other) < CONTRAST_MIN);
  return alike.length <= ALIKE_MAX;
}

function isFar(data: Uint8Array, at: number, value: number): boolean {
  const step = (data[at] ?? 0) - value;
  return step >= CONTRAST_MIN || step <= -CONTRAST_MIN;
}

const around = (data: Uint8Array, at: number, width: number): number[] =>
  [-width - 1, -width, -width + 1, -1, 1, width - 1, width, width + 1].map((step) => data[at + step] ?? 0);

const middleAround = (data: Uint8Array, at: number, width: number): number =>
  around(data, at, width).toSorted((a, b) => a - b)[4] ?? 255;
