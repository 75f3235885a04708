import PdfDocument from 'pdfkit';
import sharp from 'sharp';
import { beforeAll, expect, test } from 'vitest';
import { readDocuments } from '#analysis/documents/read.ts';
import { PIXELS_PER_POINT } from '#domain/documents/file-readings.ts';
import type { Box } from '#domain/documents/pages.ts';
import { rasterised } from '#render/raster.ts';
import { anyOcr } from '#test/ocr.ts';
import { payStubPdf } from '#test/pay-stub-pdf.ts';
import { drawPage } from './draw-page.ts';
import type { OcrEngine } from './ocr/engine.ts';
import { openPdf, readOnePage } from './pdf.ts';
import { readFile } from './read-file.ts';
import { UnreadableFile } from './unreadable-file.ts';

const TIMEOUT_MS = 300_000;
const withoutOcr = { openEngine: (): Promise<OcrEngine> => Promise.reject(new Error('OCR was started')) };

let pdf: Buffer;
beforeAll(async () => {
  pdf = await payStubPdf({ net_pay: '1,597.00' });
});

/** Returns the share of dark pixels in one box of a picture. */
async function inkIn(png: Buffer, { left, top, right, bottom }: Box): Promise<number> {
  const [x, y] = [Math.floor(left * PIXELS_PER_POINT), Math.floor(top * PIXELS_PER_POINT)];
  const area = {
    left: x,
    top: y,
    width: Math.ceil(right * PIXELS_PER_POINT) - x,
    height: Math.ceil(bottom * PIXELS_PER_POINT) - y,
  };
  const pixels = await sharp(png).extract(area).toColourspace('b-w').extractChannel(0).raw().toBuffer();
  return pixels.filter((value) => value < 128).length / pixels.length;
}

/** A PDF page with text that is rotated clockwise by `degrees`. */
function turnedPdf(degrees: number): Promise<Buffer> {
  const document = new PdfDocument({ size: [600, 400] });
  const chunks: Buffer[] = [];
  document.on('data', (chunk: Buffer) => chunks.push(chunk));
  const ended = new Promise<Buffer>((resolve) => document.on('end', () => resolve(Buffer.concat(chunks))));
  document.rotate(degrees, { origin: [300, 200] });
  const words = 'one two three four five six seven eight nine ten eleven twelve thirteen fourteen';
  // The text is short enough to stay on the page when it is rotated about the middle of the page.
  document.fontSize(8).text(words, 150, 180, { lineBreak: false });
  document.end();
  return ended;
}

test('draws a page of a PDF with two pixels per point, and the boxes of all fields contain printed text', async () => {
  const { pages } = await readFile(pdf, withoutOcr);
  const [page] = pages;
  const png = await drawPage(pdf, 1, withoutOcr);
  const { width, height, format } = await sharp(png).metadata();
  expect({ width, height, format }).toEqual({
    width: (page?.width ?? 0) * PIXELS_PER_POINT,
    height: (page?.height ?? 0) * PIXELS_PER_POINT,
    format: 'png',
  });
  const fields = readDocuments(pages).flatMap((one) => Object.values(one.fields));
  expect(fields.length).toBeGreaterThan(5);
  for (const { box } of fields) expect(await inkIn(png, box)).toBeGreaterThan(0.03);
});

test.each([0, 90, 180, 270])(
  'drawPage draws a page upright if its text is rotated by %i degrees; the boxes of all words contain printed text',
  async (degrees) => {
    const bytes = await turnedPdf(degrees);
    const document = await openPdf(bytes);
    const { page } = await readOnePage(document, 1);
    await document.destroy();
    const png = await drawPage(bytes, 1, withoutOcr);
    const { width, height } = await sharp(png).metadata();
    expect([width, height]).toEqual([page.width * PIXELS_PER_POINT, page.height * PIXELS_PER_POINT]);
    expect(page.words.length).toBeGreaterThan(10);
    for (const { box } of page.words) expect(await inkIn(png, box)).toBeGreaterThan(0.03);
  },
);

test('draws a scanned page in the position in which it was read, and the boxes of the fields contain printed text', {
  timeout: TIMEOUT_MS,
}, async () => {
  const scan = await rasterised(pdf, '2026-01-10');
  const { pages } = await readFile(scan, { openEngine: anyOcr });
  const png = await drawPage(scan, 1, { openEngine: anyOcr });
  const fields = readDocuments(pages).flatMap((one) => Object.values(one.fields));
  expect(fields.length).toBeGreaterThan(5);
  for (const { box } of fields) expect(await inkIn(png, box)).toBeGreaterThan(0.03);
});

test('throws UnreadableFile for a page that the file does not have, for an oversized page, and for bytes that are not a supported file', async () => {
  const large = new PdfDocument({ size: [14_000, 14_000] });
  const chunks: Buffer[] = [];
  large.on('data', (chunk: Buffer) => chunks.push(chunk));
  const ended = new Promise((resolve) => large.on('end', resolve));
  large.text('large').end();
  await ended;
  await expect(drawPage(pdf, 2, withoutOcr)).rejects.toThrow(UnreadableFile);
  await expect(drawPage(Buffer.concat(chunks), 1, withoutOcr)).rejects.toThrow(UnreadableFile);
  await expect(drawPage(Buffer.from('no document'), 1, withoutOcr)).rejects.toThrow(UnreadableFile);
});
