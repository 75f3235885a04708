// Makes pictures of documents for tests: a page as a scanner or a camera would show it.
import { PDFiumLibrary } from '@hyzyla/pdfium';
import sharp from 'sharp';

/** Returns the first page of a PDF as a greyscale PNG. */
export async function scanned(pdf: Buffer, dpi = 200): Promise<Buffer> {
  const library = await PDFiumLibrary.init();
  const document = await library.loadDocument(pdf);
  try {
    const { data } = await document.getPage(0).render({
      scale: dpi / 72,
      render: ({ data: pixels, width, height }) =>
        sharp(pixels, { raw: { width, height, channels: 4 } })
          .flatten({ background: 'white' })
          .toColourspace('b-w')
          .withMetadata({ density: dpi })
          .png()
          .toBuffer(),
    });
    return Buffer.from(data);
  } finally {
    document.destroy();
    library.destroy();
  }
}

/**
 * Returns a JPEG that shows the page as a sheet on a dark table, rotated by `degrees`. The JPEG states no resolution.
 */
export async function photographed(png: Buffer, degrees: number): Promise<Buffer> {
  const table = { r: 70, g: 62, b: 55 };
  const sheet = await sharp(png)
    .toColourspace('srgb')
    .linear(0.8, 20)
    .rotate(degrees, { background: table })
    .toBuffer();
  return sharp(sheet)
    .extend({ top: 150, bottom: 120, left: 130, right: 160, background: table })
    .blur(0.7)
    .jpeg({ quality: 70 })
    .toBuffer();
}

/**
 * Returns the photograph as if the camera had been held on its side: the pixels are rotated, and EXIF states the
 * rotation.
 */
export const heldOnItsSide = (jpeg: Buffer): Promise<Buffer> =>
  sharp(jpeg).rotate(270).withMetadata({ orientation: 6 }).jpeg({ quality: 90 }).toBuffer();
