import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { randomOf, type Sample } from '../sample.ts';
import { capture } from './capture.ts';
import { newConditions } from './conditions.ts';
import { drawnPdf } from './label.ts';
import { rastersOf } from './raster.ts';
import { scanOf } from './scans.ts';

/** The pages are small, so that the test is fast. */
async function cards(count: number): Promise<Sample> {
  const file = await drawnPdf([200, 120], (document) => {
    for (let page = 1; page <= count; page++) {
      if (page > 1) document.addPage({ size: [200, 120], margin: 0 });
      document.rect(20, 20, 30, 10).fill('#000000');
    }
  });
  const truth = {
    document_type: 'OTHER',
    subtype: null,
    pages: [1, count] as [number, number],
    fields: {},
    tables: {},
  };
  return { layout: 'card', seed: 1, file, documents: [truth] };
}

describe('scanOf() makes a scan of a document', () => {
  test('the same seed produces the same bytes, and another seed produces different bytes', async () => {
    const sample = await cards(1);
    const choices = { device: 'office', format: 'png' } as const;
    const scan = await scanOf(sample, 1, choices);
    expect((await scanOf(sample, 1, choices)).bytes.equals(scan.bytes)).toBe(true);
    expect((await scanOf(sample, 2, choices)).bytes.equals(scan.bytes)).toBe(false);
    expect(scan.truth).toEqual(sample.documents);
  });

  test.each([
    ['png', 'image/png'],
    ['jpeg', 'image/jpeg'],
    ['tiff', 'image/tiff'],
  ] as const)('scanOf() returns a file in the format %s with the MIME type %s', async (format, mime_type) => {
    const scan = await scanOf(await cards(1), 3, { device: 'worn', format });
    expect(scan.mime_type).toBe(mime_type);
    expect((await sharp(scan.bytes).metadata()).format).toBe(format);
  });

  test.each(['fax', 'office'] as const)(
    'scanOf() writes all pages of the document into a TIFF file from the device %s',
    async (device) => {
      const { bytes } = await scanOf(await cards(3), 4, { device, format: 'tiff' });
      expect((await sharp(bytes).metadata()).pages).toBe(3);
    },
  );

  test('the PDF of a scan contains pictures and no fonts', async () => {
    const { bytes } = await scanOf(await cards(2), 5, { device: 'photo', format: 'pdf' });
    const text = bytes.toString('latin1');
    expect(text.match(/\/Subtype\s*\/Image/g)).toHaveLength(2);
    expect(text).not.toContain('/BaseFont');
  });
});

describe('capture() makes the picture of a page', () => {
  test.each([0, 1, 2, 3] as const)(
    'if capture() rotates a picture by %i quarter turns, pixelAt() still finds a point of the page in the picture',
    async (quarter_turns) => {
      const [page] = await rastersOf((await cards(1)).file, 150);
      if (page === undefined) throw new RangeError('no page');
      const random = randomOf(7);
      const conditions = { ...newConditions(random, 'photo'), dpi: 150, quarter_turns, stamp: 'none' as const };
      const { raster, pixelAt } = await capture(page, conditions, random);
      const brightness = (x: number, y: number) => {
        const [column, row] = pixelAt(x, y);
        return raster.data[(Math.round(row) * raster.width + Math.round(column)) * 3] ?? 0;
      };
      expect(brightness(35, 25)).toBeLessThan(70);
      expect(brightness(35, 60)).toBeGreaterThan(110);
      expect(raster.width > raster.height).toBe(quarter_turns % 2 === 0);
    },
  );
});
