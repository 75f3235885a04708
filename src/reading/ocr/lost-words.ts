// Reads the words that OCR skipped. In the mode for sparse text, Tesseract omits some words although they are clear.
// The parts of the page that have ink but no words are placed side by side in a small picture. OCR then reads this
// picture.
import type { Box, Word } from '#domain/documents/pages.ts';
import { backgroundOf } from '#reading/pictures/background.ts';
import type { PagePicture } from '#reading/pictures/grey.ts';
import type { OcrEngine } from './engine.ts';
import { wordsOfHocr } from './hocr.ts';

/** The page is divided into cells, and each cell is searched for ink. This is the side of a cell in points. */
const CELL = 2;
/**
 * A pixel is ink if it is darker than the share `INK_SHARE` of the brightness of the paper. A cell has ink if it has at
 * least `INK_PIXELS` such pixels.
 */
const [INK_SHARE, INK_PIXELS] = [0.62, 2];
/** The widest gap between the letters and words of one part, in cells. */
const GAP_CELLS = 3;
/**
 * The minimum and maximum height and width of a line of text, in points. A larger part is assumed to be a picture, and
 * a smaller part is assumed to be dirt.
 */
const [HEIGHT_MIN, HEIGHT_MAX, WIDTH_MIN, WIDTH_MAX] = [4, 20, 5, 320];
/**
 * `FILLED_MIN` is the minimum share of cells with ink in the box of a text. `PARTS_MAX` is the maximum number of parts:
 * a page with more parts is assumed to be a picture and not a form.
 */
const [FILLED_MIN, PARTS_MAX] = [0.35, 60];
/** The minimum confidence. A word with a lower confidence is assumed to be dirt. */
const CONFIDENCE_MIN = 0.6;
const PAPER = 250;

export async function lostWords(picture: PagePicture, words: readonly Word[], engine: OcrEngine): Promise<Word[]> {
  const parts = partsWithoutWords(picture, words);
  if (parts.length === 0 || parts.length > PARTS_MAX) return [];
  const { mosaic, places } = mosaicOf(picture, parts);
  const points = 72 / picture.dpi;
  return wordsOfHocr(await engine.hocrOf(mosaic), picture.dpi).flatMap((word) => {
    const { box, confidence, text } = word;
    if (confidence < CONFIDENCE_MIN || !/[A-Za-z0-9]/.test(text)) return [];
    const [x, y] = [(box.left + box.right) / 2 / points, (box.top + box.bottom) / 2 / points];
    const at = places.findIndex((place) => x >= place.left && x < place.right && y >= place.top && y < place.bottom);
    const [part, place] = [parts[at], places[at]];
    if (part === undefined || place === undefined) return [];
    const [right, down] = [(part.left - place.left) * points, (part.top - place.top) * points];
    return [
      {
        ...word,
        box: { left: box.left + right, right: box.right + right, top: box.top + down, bottom: box.bottom + down },
      },
    ];
  });
}

/** Returns the boxes, in pixels, around ink that belongs to no word. */
function partsWithoutWords(picture: PagePicture, words: readonly Word[]): Box[] {
  const cell = Math.max(2, Math.round((CELL * picture.dpi) / 72));
  const [columns, rows] = [Math.floor(picture.width / cell), Math.floor(picture.height / cell)];
  const ink = inkCells(picture, cell, columns, rows);
  const scale = picture.dpi / 72 / cell;
  for (const { box, size } of words) {
    const [left, right] = [Math.floor(box.left * scale) - 1, Math.ceil(box.right * scale) + 1];
    const [top, bottom] = [Math.floor(box.top * scale) - 1, Math.ceil((box.bottom + 0.35 * size) * scale)];
    for (let y = Math.max(0, top); y <= Math.min(rows - 1, bottom); y++) {
      ink.fill(0, y * columns + Math.max(0, left), y * columns + Math.min(columns, right + 1));
    }
  }
  const found: Box[] = [];
  for (let start = 0; start < ink.length; start++) {
    if (ink[start] !== 1) continue;
    const { box, filled } = partFrom(ink, start, columns, rows);
    const [width, height] = [(box.right - box.left) * CELL, (box.bottom - box.top) * CELL];
    const is_text = height >= HEIGHT_MIN && height <= HEIGHT_MAX && width >= WIDTH_MIN && width <= WIDTH_MAX;
    const area = (box.right - box.left) * (box.bottom - box.top);
    if (!is_text || filled < FILLED_MIN * area) continue;
    found.push({ left: box.left * cell, top: box.top * cell, right: box.right * cell, bottom: box.bottom * cell });
  }
  return found;
}

function inkCells(picture: PagePicture, cell: number, columns: number, rows: number): Uint8Array {
  const background = backgroundOf(picture);
  const ink = new Uint8Array(columns * rows);
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++) {
      const limit = INK_SHARE * background(column * cell, row * cell);
      let dark = 0;
      for (let y = row * cell; y < (row + 1) * cell && dark < INK_PIXELS; y++) {
        for (let x = column * cell; x < (column + 1) * cell; x++) {
          if ((picture.data[y * picture.width + x] ?? 255) < limit) dark++;
        }
      }
      if (dark >= INK_PIXELS) ink[row * columns + column] = 1;
    }
  }
  return ink;
}

/** Collects the cells that are connected to a cell, even across gaps between letters, and clears them. */
function partFrom(ink: Uint8Array, start: number, columns: number, rows: number): { box: Box; filled: number } {
  const open = [start];
  ink[start] = 0;
  const first = { x: start % columns, y: Math.floor(start / columns) };
  const box = { left: first.x, top: first.y, right: first.x + 1, bottom: first.y + 1 };
  let filled = 0;
  for (let at = open.pop(); at !== undefined; at = open.pop()) {
    const [x, y] = [at % columns, Math.floor(at / columns)];
    filled++;
    box.left = Math.min(box.left, x);
    box.right = Math.max(box.right, x + 1);
    box.top = Math.min(box.top, y);
    box.bottom = Math.max(box.bottom, y + 1);
    for (let dy = -1; dy <= 1; dy++) {
      for (let dx = -GAP_CELLS; dx <= GAP_CELLS; dx++) {
        const [next_x, next_y] = [x + dx, y + dy];
        if (next_x < 0 || next_y < 0 || next_x >= columns || next_y >= rows) continue;
        const next = next_y * columns + next_x;
        if (ink[next] !== 1) continue;
        ink[next] = 0;
        open.push(next);
      }
    }
  }
  return { box, filled };
}

/**
 * `ROW_WIDTH` is the width of the small picture, and `PADDING` is the width of the blank border around each part, both
 * in points.
 */
const [ROW_WIDTH, PADDING] = [500, 9];

/**
 * Puts the parts side by side in rows, because OCR skips short words that stand alone. `places` are the boxes of the
 * parts in the small picture, in pixels.
 */
function mosaicOf(picture: PagePicture, parts: readonly Box[]): { mosaic: PagePicture; places: Box[] } {
  const scale = picture.dpi / 72;
  const [width, padding] = [Math.round(ROW_WIDTH * scale), Math.round(PADDING * scale)];
  const row_height = Math.max(...parts.map(({ top, bottom }) => bottom - top)) + 2 * padding;
  const places: Box[] = [];
  let [left, bottom] = [padding, row_height - padding];
  for (const part of parts) {
    const own = part.right - part.left;
    if (left + own + padding > width && left > padding) [left, bottom] = [padding, bottom + row_height];
    places.push({ left, top: bottom - (part.bottom - part.top), right: left + own, bottom });
    left += own + padding;
  }
  const height = bottom + padding;
  const data = new Uint8Array(width * height).fill(PAPER);
  for (const [index, part] of parts.entries()) {
    const place = places[index];
    if (place === undefined) continue;
    for (let y = part.top; y < part.bottom; y++) {
      const from = y * picture.width + part.left;
      const wide = Math.min(part.right - part.left, width - place.left);
      data.set(picture.data.subarray(from, from + wide), (place.top + y - part.top) * width + place.left);
    }
  }
  return { mosaic: { width, height, data, dpi: picture.dpi }, places };
}
