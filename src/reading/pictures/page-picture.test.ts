import { readFileSync } from 'node:fs';
import { crc32 } from 'node:zlib';
import sharp from 'sharp';
import { beforeAll, describe, expect, test } from 'vitest';
import type { PictureType } from '#reading/file-type.ts';
import { UnreadableFile } from '#reading/unreadable-file.ts';
import { payStubPdf } from '#test/pay-stub-pdf.ts';
import { photographed, scanned } from '#test/pictures.ts';
import { inkedOf } from './dark-pixels.ts';
import { openPicture } from './decode.ts';
import type { Grey } from './grey.ts';
import { pagePictureOf } from './page-picture.ts';
import { drawnLinesOf } from './rulings.ts';
import { findSheet } from './sheet.ts';
import { skewOf } from './skew.ts';

let stub: Buffer;
beforeAll(async () => {
  stub = await scanned(await payStubPdf({ net_pay: '1,597.00' }), 100);
});

const decoded = async (bytes: Buffer, type: PictureType, page = 0): Promise<Grey> =>
  (await (await openPicture(bytes, type)).page(page)).picture;

const reasonOf = (bytes: Buffer, type: PictureType): Promise<string> =>
  decoded(bytes, type).then(
    () => 'read',
    (error: unknown) => (error instanceof UnreadableFile ? error.reason : `unexpected: ${String(error)}`),
  );

/** Returns the largest difference in brightness between two pictures of the same size. */
function differenceOf(a: Grey, b: Grey): number {
  expect([a.width, a.height]).toEqual([b.width, b.height]);
  return a.data.reduce((most, value, at) => Math.max(most, Math.abs(value - (b.data[at] ?? 0))), 0);
}

describe('openPicture', () => {
  test('decodes PNG, WebP and TIFF to the same grey pixels', async () => {
    const png = await decoded(stub, 'image/png');
    expect(png).toMatchObject({ width: 850, height: 1100 });
    const webp = await sharp(stub).webp({ lossless: true }).toBuffer();
    const tiff = await sharp(stub).tiff({ compression: 'lzw' }).toBuffer();
    expect(differenceOf(png, await decoded(webp, 'image/webp'))).toBeLessThan(3);
    expect(differenceOf(png, await decoded(tiff, 'image/tiff'))).toBe(0);
  });

  test.each([1, 8, 24, 32])('openPicture decodes a BMP with %d bits per pixel', async (bits) => {
    const png = await decoded(await sharp(stub).threshold(128).png().toBuffer(), 'image/png');
    expect(differenceOf(png, await decoded(bmpOf(png, bits), 'image/x-ms-bmp'))).toBe(0);
  });

  test('decodes a HEIC photograph', async () => {
    const heic = await decoded(readFileSync('src/reading/pictures/fixtures/pay-stub.heic'), 'image/heic');
    const png = await decoded(stub, 'image/png');
    expect([heic.width, heic.height]).toEqual([png.width, png.height]);
    const dark = ({ data }: Grey) => data.filter((value) => value < 128).length;
    expect(dark(heic) / dark(png)).toBeCloseTo(1, 0);
  });

  test('rotates a photograph by its EXIF orientation, and makes transparent pixels white', async () => {
    const turned = await sharp(stub).rotate(90).withMetadata({ orientation: 8 }).jpeg({ quality: 100 }).toBuffer();
    expect(differenceOf(await decoded(stub, 'image/png'), await decoded(turned, 'image/jpeg'))).toBeLessThan(30);
    const clear = sharp({ create: { width: 60, height: 60, channels: 4, background: { r: 0, g: 0, b: 0, alpha: 0 } } });
    expect((await decoded(await clear.png().toBuffer(), 'image/png')).data.every((value) => value === 255)).toBe(true);
  });

  test('reads every page of a TIFF', async () => {
    const pages = [await sharp(stub).toBuffer(), await sharp(stub).negate().toBuffer()];
    const tiff = await sharp(pages, { join: { animated: true } })
      .tiff({ compression: 'lzw' })
      .toBuffer();
    const file = await openPicture(tiff, 'image/tiff');
    expect(file.pages_count).toBe(2);
    const [first, second] = [(await file.page(0)).picture, (await file.page(1)).picture];
    expect([first.data[0], second.data[0]]).toEqual([255, 0]);
  });

  test('rejects truncated files as damaged', async () => {
    const jpeg = await sharp(stub).jpeg().toBuffer();
    const half = (bytes: Buffer) => bytes.subarray(0, bytes.length / 2);
    expect(await reasonOf(half(stub), 'image/png')).toBe('it is damaged');
    expect(await reasonOf(half(jpeg), 'image/jpeg')).toBe('it is damaged');
    expect(await reasonOf(jpeg.subarray(0, 20), 'image/jpeg')).toBe('it is damaged');
    expect(await reasonOf(half(bmpOf(await decoded(stub, 'image/png'), 24)), 'image/x-ms-bmp')).toBe('it is damaged');
    const heic = readFileSync('src/reading/pictures/fixtures/pay-stub.heic');
    expect(await reasonOf(half(heic), 'image/heic')).toBe('it is damaged');
  });

  test('rejects a picture of 1 by 1 or 30,000 by 30,000 pixels before decoding it', async () => {
    const dot = sharp({ create: { width: 1, height: 1, channels: 3, background: 'white' } });
    expect(await reasonOf(await dot.png().toBuffer(), 'image/png')).toBe('it is not readable');
    const huge = Buffer.from(stub);
    huge.writeUInt32BE(30_000, 16);
    huge.writeUInt32BE(30_000, 20);
    // The checksum of a PNG covers the header chunk, including the name of the chunk.
    huge.writeUInt32BE(crc32(huge.subarray(12, 29)), 29);
    expect(await reasonOf(huge, 'image/png')).toBe('it is not readable');
    const bmp = bmpOf(await decoded(stub, 'image/png'), 24);
    bmp.writeInt32LE(30_000, 18);
    bmp.writeInt32LE(30_000, 22);
    expect(await reasonOf(bmp, 'image/x-ms-bmp')).toBe('it is not readable');
  });
});

describe('pagePictureOf', () => {
  test('leaves a straight scan of 200 dpi unchanged', async () => {
    const scan = await decoded(await scanned(await payStubPdf({ net_pay: '1,597.00' })), 'image/png');
    const page = await pagePictureOf(scan, 200);
    expect(page.dpi).toBe(200);
    expect(differenceOf(page, scan)).toBe(0);
  });

  test('leaves an empty page unchanged, even at a low resolution', async () => {
    const empty = { width: 850, height: 1100, data: new Uint8Array(850 * 1100).fill(255) };
    const page = await pagePictureOf(empty, 100);
    expect(page).toMatchObject({ width: 850, height: 1100, dpi: 100 });
    expect(page.data).toBe(empty.data);
    const dotted = { ...empty, data: empty.data.with(500_000, 0) };
    expect(await pagePictureOf(dotted, 100)).toMatchObject({ width: 1700, height: 2200, dpi: 200 });
  });

  test('enlarges a picture of low resolution to 200 dpi', async () => {
    expect(await pagePictureOf(await decoded(stub, 'image/png'), 100)).toMatchObject({
      dpi: 200,
      width: 1700,
      height: 2200,
    });
    // A resolution of 72 dpi means that the resolution is unknown. The picture is then assumed to show a whole page.
    expect(await pagePictureOf(await decoded(stub, 'image/png'), 72)).toMatchObject({
      dpi: 200,
      width: 1700,
      height: 2200,
    });
  });

  test.each([-3, 2])('pagePictureOf straightens a scan that is rotated by %d degrees', async (degrees) => {
    const oblique = await sharp(stub).rotate(degrees, { background: 'white' }).png().toBuffer();
    const picture = await decoded(oblique, 'image/png');
    expect(skewOf({ ...picture, dpi: 100 }).degrees).toBeCloseTo(degrees, 0);
    expect(Math.abs(skewOf(await pagePictureOf(picture, 100)).degrees)).toBeLessThan(0.3);
  });

  test('cuts out a sheet on a dark table and straightens it', async () => {
    const photo = await decoded(await photographed(stub, 4), 'image/jpeg');
    const page = await pagePictureOf(photo, 72);
    expect(page.dpi).toBe(200);
    expect(page.width / page.height).toBeCloseTo(8.5 / 11, 1);
    expect(Math.max(page.width, page.height)).toBeCloseTo(2200, -1);
    // The tabletop around the sheet is cut off, so all four corners show paper.
    const corners = [0, page.width - 1, page.data.length - page.width, page.data.length - 1];
    for (const at of corners.map((corner) => page.data[corner] ?? 0)) expect(at).toBeGreaterThan(150);
  });

  test('cuts off nothing if the page fills the picture or if the picture is dark', async () => {
    expect(findSheet(await decoded(stub, 'image/png'))).toBeUndefined();
    const box = { create: { width: 500, height: 300, channels: 3 as const, background: 'black' } };
    const boxed = await sharp(stub)
      .composite([{ input: box, left: 200, top: 300 }])
      .png()
      .toBuffer();
    expect(findSheet(await decoded(boxed, 'image/png'))).toBeUndefined();
    expect(findSheet(await decoded(await sharp(stub).linear(0.1).png().toBuffer(), 'image/png'))).toBeUndefined();
  });
});

describe('drawnLinesOf', () => {
  test('finds the lines of a table, and no lines in text', async () => {
    const table = `<svg width="600" height="400"><rect width="600" height="400" fill="white"/>
      <path d="M50 100H550M50 200H550M50 100V200M300 100V200" stroke="#444" stroke-width="2"/></svg>`;
    const { data, info } = await sharp(Buffer.from(table)).toColourspace('b-w').extractChannel(0).raw().toBuffer({
      resolveWithObject: true,
    });
    const { rulings } = drawnLinesOf(inkedOf({ width: info.width, height: info.height, data, dpi: 72 }));
    const rounded = rulings.map(({ direction, at, from, to }) => [direction, ...[at, from, to].map(Math.round)]);
    expect(rounded).toEqual([
      ['horizontal', 100, 49, 550],
      ['horizontal', 200, 49, 550],
      ['vertical', 50, 99, 201],
      ['vertical', 300, 99, 201],
    ]);
    const text = await decoded(await scanned(await payStubPdf({ net_pay: '1,597.00' })), 'image/png');
    expect(drawnLinesOf(inkedOf({ ...text, dpi: 200 })).rulings).toEqual([]);
  });
});

/**
 * Builds a BMP file. Its rows run from the bottom up, as in files that programs write. The palette is black and white,
 * or grey.
 */
function bmpOf({ width, height, data }: Grey, bits: number): Buffer {
  const colours = bits > 8 ? 0 : 2 ** bits;
  const row_bytes = Math.ceil((width * bits) / 32) * 4;
  const offset = 54 + 4 * colours;
  const bytes = Buffer.alloc(offset + row_bytes * height);
  bytes.write('BM');
  bytes.writeUInt32LE(offset, 10);
  bytes.writeUInt32LE(40, 14);
  bytes.writeInt32LE(width, 18);
  bytes.writeInt32LE(height, 22);
  bytes.writeUInt16LE(bits, 28);
  for (let index = 0; index < colours; index++)
    bytes.fill(Math.round((255 * index) / (colours - 1)), 54 + 4 * index, 57 + 4 * index);
  for (let y = 0; y < height; y++) {
    const row = offset + row_bytes * (height - 1 - y);
    for (let x = 0; x < width; x++) {
      const value = data[y * width + x] ?? 0;
      if (bits >= 24) bytes.fill(value, row + (x * bits) / 8, row + (x * bits) / 8 + 3);
      else if (bits === 8) bytes[row + x] = value;
      else if (value > 127) bytes[row + (x >> 3)] = (bytes[row + (x >> 3)] ?? 0) | (128 >> (x % 8));
    }
  }
  return bytes;
}
