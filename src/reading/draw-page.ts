// Draws one page of a file as a grey PNG, for a person who compares the page with the values that were read from it.
// The picture is rotated and straightened in the same way as for reading, so the boxes of the fields match it.
import { PIXELS_PER_POINT } from '#domain/documents/file-readings.ts';
import { fileTypeOf, type PictureType } from './file-type.ts';
import { type TextKind, textKindOf } from './hidden-text.ts';
import type { OcrEngine } from './ocr/engine.ts';
import { uprightPicture } from './ocr/page.ts';
import { openPdf, readOnePage, type TurnedPage } from './pdf.ts';
import { openPdfPictures } from './pdf-pictures.ts';
import { tracesOfPage } from './pdf-traces.ts';
import { openPicture, sharpOf } from './pictures/decode.ts';
import { type PagePicture, turned } from './pictures/grey.ts';
import { pagePictureOf } from './pictures/page-picture.ts';
import { UnreadableFile } from './unreadable-file.ts';

/**
 * The maximum number of pixels of the PNG: about the number of pixels of a page of 19 by 19 inches. A larger page is
 * not drawn.
 */
const PIXELS_MAX = 8_000_000;

export type DrawOptions = {
  /**
   * Opens the OCR engine. This function is called only if the page has no text. The caller of `drawPage` closes the
   * engine.
   */
  openEngine: () => Promise<OcrEngine>;
};

/** Pages are counted from 1. Throws `UnreadableFile` if the file has no such page, or if the page cannot be drawn. */
export async function drawPage(bytes: Buffer, number: number, { openEngine }: DrawOptions): Promise<Buffer> {
  const type = fileTypeOf(bytes);
  if (type === undefined) throw new UnreadableFile('it is not readable');
  const { picture, is_upright } =
    type === 'application/pdf' ? await pdfPage(bytes, number) : await picturePage(bytes, type, number);
  return toPng(is_upright ? picture : await uprightPicture(picture, await openEngine()));
}

/** `is_upright` is false if the direction of the text is not known yet. */
type Drawn = { picture: PagePicture; is_upright: boolean };

async function pdfPage(bytes: Buffer, number: number): Promise<Drawn> {
  const { page, turns, kind } = await textOf(bytes, number);
  if (page.width * page.height * PIXELS_PER_POINT ** 2 > PIXELS_MAX) throw new UnreadableFile('it is not readable');
  const pictures = await openPdfPictures(bytes);
  try {
    const drawn = await pictures.page(number);
    if (kind !== 'text') return { picture: await pagePictureOf(drawn, drawn.dpi), is_upright: false };
    return { picture: turned(drawn, BACK[turns % 4] ?? 0), is_upright: true };
  } finally {
    pictures.close();
  }
}

async function textOf(bytes: Buffer, number: number): Promise<TurnedPage & { kind: TextKind }> {
  const document = await openPdf(bytes);
  try {
    const read = await readOnePage(document, number);
    return { ...read, kind: textKindOf(read.page, await tracesOfPage(document, number)) };
  } finally {
    await document.destroy();
  }
}

/**
 * For text that is rotated by 0, 1, 2 or 3 clockwise quarter turns: the number of further clockwise quarter turns that
 * make it upright.
 */
const BACK = [0, 3, 2, 1] as const;

async function picturePage(bytes: Buffer, type: PictureType, number: number): Promise<Drawn> {
  const file = await openPicture(bytes, type);
  if (number > file.pages_count) throw new UnreadableFile('it is not readable');
  const { picture, density } = await file.page(number - 1);
  return { picture: await pagePictureOf(picture, density), is_upright: false };
}

async function toPng(picture: PagePicture): Promise<Buffer> {
  const side = (pixels: number): number => Math.max(1, Math.round((pixels * 72 * PIXELS_PER_POINT) / picture.dpi));
  const [width, height] = [side(picture.width), side(picture.height)];
  if (width * height > PIXELS_MAX) throw new UnreadableFile('it is not readable');
  return sharpOf(picture).resize({ width, height, fit: 'fill' }).toColourspace('b-w').png().toBuffer();
}
