// A grey picture in memory, and the few operations on it that do not need the image library.

/** `data` has one byte per pixel, row by row; 0 is black. */
export type Grey = { width: number; height: number; data: Uint8Array };

/** A picture of a page with its resolution in pixels per inch. */
export type PagePicture = Grey & { dpi: number };

/** Copies a picture. `slice` cannot be used, because the data may be a Buffer, whose `slice` method does not copy. */
export const copyOf = <Picture extends Grey>(picture: Picture): Picture => ({
  ...picture,
  data: new Uint8Array(picture.data),
});

/** Whether all pixels are equal, as on an empty page of a PDF. */
export function isUniform({ data }: Grey): boolean {
  const [first] = data;
  for (let at = 1; at < data.length; at++) if (data[at] !== first) return false;
  return true;
}

export function turned<Picture extends Grey>(picture: Picture, quarter_turns: 0 | 1 | 2 | 3): Picture {
  const { width, height, data } = picture;
  if (quarter_turns === 0) return picture;
  const [w, h] = quarter_turns === 2 ? [width, height] : [height, width];
  const out = new Uint8Array(width * height);
  for (let y = 0; y < height; y++) {
    let [to, step] = turnedRow(y, width, height, quarter_turns);
    for (let at = y * width; at < (y + 1) * width; at++, to += step) out[to] = data[at] ?? 0;
  }
  return { ...picture, width: w, height: h, data: out };
}

/** Returns where the first pixel of a row is after clockwise quarter turns, and the step from there to the next pixel. */
function turnedRow(y: number, width: number, height: number, turns: 1 | 2 | 3): [start: number, step: number] {
  if (turns === 1) return [height - 1 - y, height];
  if (turns === 2) return [(height - y) * width - 1, -1];
  return [(width - 1) * height + y, -height];
}

export function cropped<Picture extends Grey>(
  picture: Picture,
  { left, top, width, height }: { left: number; top: number; width: number; height: number },
): Picture {
  const out = new Uint8Array(width * height);
  for (let y = 0; y < height; y++) {
    const start = (top + y) * picture.width + left;
    out.set(picture.data.subarray(start, start + width), y * width);
  }
  return { ...picture, width, height, data: out };
}

/**
 * Returns a smaller picture for measurements: each pixel is the mean of a square block whose sides are `factor` pixels
 * long.
 */
export function shrunk({ width, height, data }: Grey, factor: number): Grey {
  const [w, h] = [Math.max(1, Math.floor(width / factor)), Math.max(1, Math.floor(height / factor))];
  // Incomplete blocks at the right and lower edge are left out. A side that is shorter than one block becomes one
  // pixel.
  const [wide, high] = [Math.min(width, factor), Math.min(height, factor)];
  const out = new Uint8Array(w * h);
  const sums = new Uint32Array(w);
  for (let y = 0; y < h; y++) {
    sums.fill(0);
    for (let dy = 0; dy < high; dy++) {
      let at = (y * factor + dy) * width;
      for (let x = 0; x < w; x++) {
        let sum = 0;
        for (const end = at + wide; at < end; at++) sum += data[at] ?? 0;
        sums[x] = (sums[x] ?? 0) + sum;
      }
    }
    for (let x = 0; x < w; x++) out[y * w + x] = (sums[x] ?? 0) / (wide * high);
  }
  return { width: w, height: h, data: out };
}
