// Renders the pages of a PDF. PDFium has its own fonts, so the same file produces the same pixels on every machine.
import { PDFiumLibrary } from '@hyzyla/pdfium';
import sharp, { type Sharp } from 'sharp';

/** Three bytes for each pixel: red, green, blue. */
export type Raster = { data: Buffer; width: number; height: number };

let library: Promise<PDFiumLibrary> | undefined;

/**
 * Renders all pages. If `only` is given, renders just the page with this number, counted from 1. Form fields are drawn
 * too.
 */
export async function rastersOf(pdf: Buffer, dpi: number, only?: number): Promise<Raster[]> {
  library ??= PDFiumLibrary.init();
  const document = await (await library).loadDocument(pdf);
  try {
    const rasters: Raster[] = [];
    for (const page of document.pages()) {
      if (only !== undefined && page.number !== only - 1) continue;
      let size = { width: 0, height: 0 };
      const { data } = await page.render({
        scale: dpi / 72,
        renderFormFields: true,
        render: ({ data: pixels, width, height }) => {
          size = { width, height };
          return opaque(pixels, width, height);
        },
      });
      rasters.push({ data: Buffer.from(data), ...size });
    }
    return rasters;
  } finally {
    document.destroy();
  }
}

const opaque = (data: Uint8Array, width: number, height: number): Promise<Buffer> =>
  sharp(data, { raw: { width, height, channels: 4 } })
    .flatten({ background: 'white' })
    .removeAlpha()
    .raw()
    .toBuffer();

export const asSharp = ({ data, width, height }: Raster): Sharp => sharp(data, { raw: { width, height, channels: 3 } });

export async function pixelsOf(image: Sharp): Promise<Raster> {
  const { data, info } = await image.removeAlpha().raw().toBuffer({ resolveWithObject: true });
  const { width, height } = info;
  if (info.channels === 3) return { data, width, height };
  const spread = Buffer.alloc(width * height * 3);
  for (let at = 0; at < data.length; at++) {
    const value = data[at] ?? 0;
    spread[at * 3] = value;
    spread[at * 3 + 1] = value;
    spread[at * 3 + 2] = value;
  }
  return { data: spread, width, height };
}
