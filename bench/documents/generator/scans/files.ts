// Writes pictures of pages into a file: PNG, JPEG, TIFF with several pages, or a PDF that contains pictures and no
// text.
import Pdf from 'pdfkit';
import sharp from 'sharp';
import type { Conditions } from './conditions.ts';
import { asSharp, type Raster } from './raster.ts';

export const FORMATS = ['png', 'jpeg', 'tiff', 'pdf'] as const;
export type Format = (typeof FORMATS)[number];

export const MIME_TYPES: Record<Format, string> = {
  png: 'image/png',
  jpeg: 'image/jpeg',
  tiff: 'image/tiff',
  pdf: 'application/pdf',
};

export type FileLook = Pick<Conditions, 'dpi' | 'grey' | 'jpeg_quality' | 'device'> & {
  producer: string;
  created: Date;
};

/** A PNG or JPEG file contains only the first page. */
export async function fileOf(pages: readonly Raster[], format: Format, look: FileLook): Promise<Buffer> {
  const [first] = pages;
  if (first === undefined) throw new RangeError('a scan has at least one page');
  if (format === 'pdf') return pdfOf(pages, look);
  if (format === 'tiff') return tiffOf(pages, look);
  if (format === 'jpeg') return jpegOf(first, look);
  // A PNG is lossless, but the scanner had compressed the picture as a JPEG before.
  return sharp(await jpegOf(first, look))
    .png()
    .withMetadata({ density: look.dpi })
    .toBuffer();
}

export const jpegOf = (
  raster: Raster,
  { grey, jpeg_quality, dpi }: Omit<FileLook, 'producer' | 'created' | 'device'>,
): Promise<Buffer> =>
  (grey ? asSharp(raster).greyscale() : asSharp(raster))
    .jpeg({ quality: jpeg_quality })
    .withMetadata({ density: dpi })
    .toBuffer();

/** Writes a TIFF. A fax has only black and white pixels. All pages of a TIFF get the size of the largest page. */
async function tiffOf(pages: readonly Raster[], look: FileLook): Promise<Buffer> {
  const fax = look.device === 'fax';
  const width = Math.max(...pages.map((page) => page.width));
  const height = Math.max(...pages.map((page) => page.height));
  const pictures = await Promise.all(
    pages.map(async (page) => {
      const own = fax ? asSharp(page).greyscale().threshold(150) : sharp(await jpegOf(page, look));
      return own.resize({ width, height, fit: 'contain', position: 'left top', background: 'white' }).png().toBuffer();
    }),
  );
  const joined = pictures.length === 1 ? sharp(pictures[0]) : sharp(pictures, { join: { animated: true } });
  const perMillimetre = look.dpi / 25.4;
  const options = fax
    ? ({ compression: 'ccittfax4', bitdepth: 1 } as const)
    : ({ compression: 'jpeg', quality: look.jpeg_quality } as const);
  const image = fax || look.grey ? joined.toColourspace('b-w') : joined;
  return image.tiff({ ...options, xres: perMillimetre, yres: perMillimetre }).toBuffer();
}

async function pdfOf(pages: readonly Raster[], look: FileLook): Promise<Buffer> {
  const pictures = await Promise.all(pages.map((page) => faxed(page, look)));
  const document = new Pdf({ autoFirstPage: false, info: { Producer: look.producer, CreationDate: look.created } });
  const chunks: Buffer[] = [];
  document.on('data', (chunk: Buffer) => chunks.push(chunk));
  const ended = new Promise<void>((resolve) => document.on('end', () => resolve()));
  for (const [at, { width, height }] of pages.entries()) {
    const size: [number, number] = [(width * 72) / look.dpi, (height * 72) / look.dpi];
    document.addPage({ size, margin: 0 });
    const picture = pictures[at];
    if (picture !== undefined) document.image(picture, 0, 0, { width: size[0], height: size[1] });
  }
  document.end();
  await ended;
  return Buffer.concat(chunks);
}

const faxed = (page: Raster, look: FileLook): Promise<Buffer> =>
  look.device === 'fax'
    ? asSharp(page).greyscale().threshold(150).png({ palette: true, colours: 2 }).toBuffer()
    : jpegOf(page, look);
