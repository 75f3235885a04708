// Removes the specks that dust and worn scanners leave: single dark or bright pixels. OCR takes specks beside letters
// for points, commas and strokes.
import type { Grey } from './grey.ts';

/** A speck differs from the pixels around it by at least this many of 255 levels. */
const CONTRAST_MIN = 36;
/** A speck has at most this many pixels beside it that are as dark. Even a small decimal point has more. */
const ALIKE_MAX = 1;
/**
 * The minimum share of pixels that are specks. A clean page has fewer isolated pixels: they are blurred decimal points,
 * and removing these would change amounts.
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

/** Compares the pixel with its four direct neighbours first, because nearly all pixels differ from none of them. */
function isSpeck(data: Uint8Array, at: number, width: number): boolean {
  const value = data[at] ?? 0;
  const [left, right, above, below] = [
    data[at - 1] ?? 0,
    data[at + 1] ?? 0,
    data[at - width] ?? 0,
    data[at + width] ?? 0,
  ];
  const isFar = (other: number): boolean => Math.abs(other - value) >= CONTRAST_MIN;
  const far = Number(isFar(left)) + Number(isFar(right)) + Number(isFar(above)) + Number(isFar(below));
  if (far < 4 - ALIKE_MAX) return false;
  const is_dark = value < (left + right + above + below) / 4;
  let alike = 0;
  for (const other of around(data, at, width)) {
    const step = is_dark ? other - value : value - other;
    if (step < CONTRAST_MIN) alike++;
  }
  return alike <= ALIKE_MAX;
}

const around = (data: Uint8Array, at: number, width: number): number[] =>
  [-width - 1, -width, -width + 1, -1, 1, width - 1, width, width + 1].map((step) => data[at + step] ?? 0);

const middleAround = (data: Uint8Array, at: number, width: number): number =>
  around(data, at, width).toSorted((a, b) => a - b)[4] ?? 255;
