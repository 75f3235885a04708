import { PDFiumLibrary } from '@hyzyla/pdfium';
import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { type Photo, photoPdf } from './photo-pdf.ts';

/** A photo of one colour, with a black bar along its upper edge. */
async function photo(width: number, height: number, background: string): Promise<Photo> {
  const bar = { create: { width, height: Math.round(height / 10), channels: 3 as const, background: 'black' } };
  const jpeg = await sharp({ create: { width, height, channels: 3, background } })
    .composite([{ input: bar, top: 0, left: 0 }])
    .jpeg()
    .toBuffer();
  return { jpeg: new Uint8Array(jpeg), width, height };
}

type Rendered = { width: number; height: number; pixelAt(x: number, y: number): number[] };

/** Renders each page with an independent PDF library. */
async function render(pdf: Uint8Array): Promise<Rendered[]> {
  const library = await PDFiumLibrary.init();
  const document = await library.loadDocument(pdf);
  const pages: Rendered[] = [];
  for (const page of document.pages()) {
    const { data, width, height } = await page.render({ scale: 1, render: 'bitmap' });
    pages.push({
      width,
      height,
      pixelAt(x, y) {
        const at = (Math.floor(y * height) * width + Math.floor(x * width)) * 4;
        return [...data.subarray(at, at + 3)];
      },
    });
  }
  document.destroy();
  library.destroy();
  return pages;
}

const near = (value: number) => expect.closeTo(value, -0.6);

describe('a PDF from photos', () => {
  test('photoPdf puts each photo on a separate page, upright and with the correct proportions', async () => {
    const pages = await render(photoPdf([await photo(600, 800, 'red'), await photo(1000, 500, 'white')]));
    expect(pages.map(({ width, height }) => [width, height])).toEqual([
      [594, 792],
      [792, 396],
    ]);
    const [first, second] = pages;
    expect(first?.pixelAt(0.5, 0.05)).toEqual([near(0), near(0), near(0)]);
    expect(first?.pixelAt(0.5, 0.9)).toEqual([near(254), near(0), near(0)]);
    expect(second?.pixelAt(0.5, 0.9)).toEqual([near(255), near(255), near(255)]);
  });

  test('the file from photoPdf contains the bytes of each JPEG unchanged, and lists the position of each object', async () => {
    const one = await photo(40, 30, 'green');
    const pdf = Buffer.from(photoPdf([one, one]));
    const text = pdf.toString('latin1');
    expect(text.split(Buffer.from(one.jpeg).toString('latin1'))).toHaveLength(3);
    const table = Number(/startxref\n(\d+)\n%%EOF\n$/.exec(text)?.[1]);
    const rows = [...text.slice(table).matchAll(/^(\d{10}) 00000 n $/gm)].map(([, position]) => Number(position));
    expect(rows.map((position) => /^\d+ 0 obj/.exec(text.slice(position))?.[0])).toEqual(
      Array.from({ length: 8 }, (_, at) => `${at + 1} 0 obj`),
    );
    expect(text.slice(table)).toMatch(/^xref\n0 9\n0000000000 65535 f \n/);
  });
});
