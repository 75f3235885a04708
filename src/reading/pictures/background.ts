// Estimates the brightness of the paper behind the print. A photograph has shadows, so the brightness differs across
// the page.
import type { Grey } from './grey.ts';

/** The side of a block in pixels: larger than the gaps inside letters, smaller than the shadow of a hand or a fold. */
const BLOCK = 24;
/** Print covers less than half of every block of a page, so the brightest fifth of a block is paper. */
const PAPER_SHARE = 0.2;

/** The brightness of the paper at a pixel. */
export type Background = (x: number, y: number) => number;

export function backgroundOf(picture: Grey): Background {
  const [columns, rows] = [Math.ceil(picture.width / BLOCK), Math.ceil(picture.height / BLOCK)];
  const blocks = new Float32Array(columns * rows);
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++) blocks[row * columns + column] = paperIn(picture, column, row);
  }
  const smooth = smoothed(blocks, columns, rows);
  return (x, y) => {
    const [column, row] = [Math.min(columns - 1, Math.floor(x / BLOCK)), Math.min(rows - 1, Math.floor(y / BLOCK))];
    return smooth[row * columns + column] ?? 255;
  };
}

function paperIn({ width, height, data }: Grey, column: number, row: number): number {
  const counts = new Uint32Array(256);
  const [right, bottom] = [Math.min(width, (column + 1) * BLOCK), Math.min(height, (row + 1) * BLOCK)];
  let pixels = 0;
  for (let y = row * BLOCK; y < bottom; y++) {
    for (let x = column * BLOCK; x < right; x++) {
      const value = data[y * width + x] ?? 0;
      counts[value] = (counts[value] ?? 0) + 1;
      pixels++;
    }
  }
  let [seen, value] = [0, 255];
  for (; value > 0 && seen + (counts[value] ?? 0) <= pixels * PAPER_SHARE; value--) seen += counts[value] ?? 0;
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
