// Marks the dark pixels of a picture. The search for lines, dashes and check boxes uses these marks, so that each pixel
// is compared with the paper only once.
import { type Background, BLOCK, backgroundOf } from './background.ts';
import type { Grey, PagePicture } from './grey.ts';

/**
 * The maximum brightness of a pixel of a line, as a share of the brightness of the paper. Thin lines are grey after
 * scanning, so they need not be as dark as letters.
 */
export const DARK_SHARE = 0.82;

/** The maximum brightness of a pixel of a letter, as a share of the brightness of the paper. */
const INK_SHARE = 0.7;

/**
 * A picture and its dark pixels. `dark` has the size of the picture. A pixel of `dark` is 1 if the same pixel of the
 * picture is dark, and 0 otherwise.
 */
export type Inked = { picture: PagePicture; background: Background; dark: Grey };

export function inkedOf(picture: PagePicture): Inked {
  const background = backgroundOf(picture);
  return { picture, background, dark: darkPixels(picture, background, DARK_SHARE) };
}

/** Whether a pixel is dark enough to be a part of a letter. */
export const inkIn =
  ({ width, data }: Grey, background: Background) =>
  (x: number, y: number): boolean =>
    (data[y * width + x] ?? 255) < INK_SHARE * background(x, y);

/** Marks the pixels that are darker than this share of the brightness of the paper. */
export function darkPixels({ width, height, data }: Grey, background: Background, share: number): Grey {
  const dark = new Uint8Array(data.length);
  for (let y = 0; y < height; y++) {
    for (let left = 0; left < width; left += BLOCK) {
      const limit = share * background(left, y);
      const end = y * width + Math.min(width, left + BLOCK);
      for (let at = y * width + left; at < end; at++) if ((data[at] ?? 0) < limit) dark[at] = 1;
    }
  }
  return { width, height, data: dark };
}
