// Simulates a scan of a PDF. The pages are rendered as images, and the images are put into a new PDF that contains no
// text.
import { PDFiumLibrary } from '@hyzyla/pdfium';
import sharp from 'sharp';
import { pdfkit } from './pdfkit.ts';

/** The number of pixels per point at 150 dots per inch, as in office scanners. A point is 1/72 inch. */
const SCALE = 150 / 72;
const QUALITY = 80;

/** Returns the scan as a PDF. The same input always gives the same bytes. `created_on` is the scan's creation date. */
export async function rasterised(pdf: Buffer, created_on: string): Promise<Buffer> {
  const pages = await picturesOf(pdf);
  const Pdf = pdfkit();
  const document = new Pdf({
    autoFirstPage: false,
    info: { Producer: 'Vouch sandbox scanner', CreationDate: new Date(`${created_on}T12:00:00Z`) },
  });
  const chunks: Buffer[] = [];
  document.on('data', (chunk: Buffer) => chunks.push(chunk));
  const ended = new Promise<void>((resolve) => document.on('end', () => resolve()));
  for (const { jpeg, width, height } of pages) {
    document.addPage({ size: [width, height], margin: 0 });
    document.image(jpeg, 0, 0, { width, height });
  }
  document.end();
  await ended;
  return Buffer.concat(chunks);
}

type Picture = { jpeg: Buffer; width: number; height: number };

async function picturesOf(pdf: Buffer): Promise<Picture[]> {
  const library = await PDFiumLibrary.init();
  const document = await library.loadDocument(pdf);
  try {
    const pictures: Picture[] = [];
    for (const page of document.pages()) {
      const { originalWidth: width, originalHeight: height } = page.getOriginalSize();
      const { data } = await page.render({ scale: SCALE, render: toJpeg });
      pictures.push({ jpeg: Buffer.from(data), width, height });
    }
    return pictures;
  } finally {
    document.destroy();
    library.destroy();
  }
}

const toJpeg = ({ data, width, height }: { data: Uint8Array; width: number; height: number }): Promise<Buffer> =>
  sharp(data, { raw: { width, height, channels: 4 } })
    .flatten({ background: 'white' })
    .jpeg({ quality: QUALITY })
    .toBuffer();
