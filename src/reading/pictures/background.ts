// Estimates the brightness of the paper behind the print. A photograph has shadows, so the brightness differs across
// the page.
import type { Grey } from './grey.ts';

/**
 * The side of a block in pixels. Within a block, the paper is assumed to have one brightness. A block is larger than
 * the gaps inside letters, and smaller than the shadow of a hand or a fold.
 */
export const BLOCK = 24;
/** Print is assumed to cover less than half of every block of a page, so the brightest fifth of a block is paper. */
const PAPER_SHARE = 0.2;

/** Returns the brightness of the paper at a pixel. */
export type Background = (x: number, y: number) => number;

/** A cache of the backgrounds of pictures that are still in use. Several steps of reading a page need them. */
const measured = new WeakMap<Grey, Background>();

export function backgroundOf(picture: Grey): Background {
  const background = measured.get(picture) ?? measuredBackground(picture);
  measured.set(picture, background);
  return background;
}

function measuredBackground(picture: Grey): Background {
  const [columns, rows] = [Math.ceil(picture.width / BLOCK), Math.ceil(picture.height / BLOCK)];
  const blocks = new Float32Array(columns * rows);
  const counts = new Uint32Array(2 * LEVELS);
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++) {
      blocks[row * columns + column] = paperIn(picture, column, row, counts.fill(0));
    }
  }
  const smooth = smoothed(blocks, columns, rows);
  return (x, y) => {
    const [column, row] = [Math.min(columns - 1, Math.floor(x / BLOCK)), Math.min(rows - 1, Math.floor(y / BLOCK))];
    return smooth[row * columns + column] ?? 255;
  };
}

const LEVELS = 256;

/**
 * `counts` must contain only zeros. The caller passes it in, so that it is not allocated again for each of thousands of
 * blocks. Even and odd pixels have separate counters, because neighbouring pixels are often equal, and reading a
 * counter that was just written is slow.
 */
function paperIn({ width, height, data }: Grey, column: number, row: number, counts: Uint32Array): number {
  const [left, right] = [column * BLOCK, Math.min(width, (column + 1) * BLOCK)];
  const [top, bottom] = [row * BLOCK, Math.min(height, (row + 1) * BLOCK)];
  for (let y = top; y < bottom; y++) {
    let apart = 0;
    for (let at = y * width + left; at < y * width + right; at++) {
      const level = (data[at] ?? 0) + apart;
      counts[level] = (counts[level] ?? 0) + 1;
      apart = LEVELS - apart;
    }
  }
  const pixels = (right - left) * (bottom - top);
  let [seen, value] = [0, 255];
  for (; value > 0; value--) {
    const count = (counts[value] ?? 0) + (counts[value + LEVELS] ?? 0);
    if (seen + count > pixels * PAPER_SHARE) break;
    seen += count;
  }
  return value;
}

/**
 * Replaces each block by the mean of three by three blocks, so that a single dark block (a filled header, a photo) has
 * less weight.
 */
function smoothed(blocks: Float32Array, columns: number, rows: number): Float32Array {
  const out = new Float32Array(blocks.length);
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++) {
      let [sum, count] = [0, 0];
      for (let r = Math.max(0, row - 1); r <= Math.min(rows - 1, row + 1); r++) {
        for (let c = Math.max(0, column - 1); c <= Math.min(columns - 1, column + 1); c++) {
          sum += blocks[r * columns + c] ?? 0;
          count++;
        }
      }
      out[row * columns + column] = sum / count;
    }
  }
  return out;
}
