// Decodes picture files into grey pixels. A small file can declare a huge picture. So the width and height are read
// from the header and checked before anything is decoded.
import sharp, { type Sharp } from 'sharp';
import type { PictureType } from '#reading/file-type.ts';
import { UnreadableFile } from '#reading/unreadable-file.ts';
import { bmpSize, decodeBmp } from './bmp.ts';
import type { Grey } from './grey.ts';
import { openHeic } from './heic.ts';

/** The maximum number of pixels. The cameras of phones take up to 50 megapixels. */
export const PIXELS_MAX = 60_000_000;
/** The minimum number of pixels on a side. A smaller picture cannot contain a document. */
const SIDE_MIN = 50;
/**
 * The maximum length of the long side after decoding, in pixels: a page of 11 inches at 400 dpi. More pixels cost
 * memory and show no more detail.
 */
const SIDE_DECODED_MAX = 4400;

export type PictureFile = {
  /** A TIFF may have several pages; in other files only the first picture is a page. */
  pages_count: number;
  /**
   * The index begins at 0. `density` is the resolution in the file. The values 72 and undefined usually mean that the
   * resolution is unknown.
   */
  page(index: number): Promise<{ picture: Grey; density: number | undefined }>;
};

export async function openPicture(bytes: Buffer, type: PictureType): Promise<PictureFile> {
  if (type === 'image/x-ms-bmp') {
    checkSize(bmpSize(bytes));
    return onePage(async () => ({ picture: await fitted(decodeBmp(bytes)), density: undefined }));
  }
  if (type === 'image/heic' || type === 'image/heif') {
    const heic = await openHeic(bytes);
    checkSize(heic.size);
    return onePage(async () => ({ picture: await fitted(await heic.decode()), density: undefined }));
  }
  const { pages = 1 } = await headerOf(bytes, 0);
  return { pages_count: type === 'image/tiff' ? pages : 1, page: (index) => decoded(bytes, index) };
}

const onePage = (page: PictureFile['page']): PictureFile => ({ pages_count: 1, page });

/**
 * Restricts the image library to the accepted formats, because the library itself guesses the format of a file. The
 * restriction applies to the whole process.
 */
export function allowOnlyPageFormats(): void {
  sharp.cache(false);
  sharp.concurrency(1);
  sharp.block({ operation: ['VipsForeignLoad'] });
  const operation = ['Jpeg', 'Png', 'Tiff', 'Webp'].map((format) => `VipsForeignLoad${format}`);
  sharp.unblock({ operation });
}

function checkSize({ width, height }: { width: number; height: number }): void {
  if (Math.min(width, height) < SIDE_MIN || width * height > PIXELS_MAX) throw new UnreadableFile('it is not readable');
}

/** A truncated file is an error. Harmless irregularities, for example in the metadata, are accepted. */
const open = (bytes: Buffer, page: number): Sharp =>
  sharp(bytes, { limitInputPixels: PIXELS_MAX, failOn: 'error', page, sequentialRead: true });

async function headerOf(bytes: Buffer, index: number) {
  const header = await open(bytes, index)
    .metadata()
    .catch((error: unknown) => {
      // The library rejects a picture with too many pixels as soon as it reads the header.
      const large = error instanceof Error && error.message.includes('pixel limit');
      throw new UnreadableFile(large ? 'it is not readable' : 'it is damaged', error);
    });
  checkSize({ width: header.width, height: header.height });
  return header;
}

async function decoded(bytes: Buffer, index: number): Promise<{ picture: Grey; density: number | undefined }> {
  const { density } = await headerOf(bytes, index);
  const upright = open(bytes, index).autoOrient().flatten({ background: 'white' });
  try {
    return { picture: await greyOf(upright), density };
  } catch (error) {
    throw new UnreadableFile('it is damaged', error);
  }
}

const fitted = (picture: Grey): Promise<Grey> => greyOf(sharpOf(picture));

const greyOf = (image: Sharp): Promise<Grey> =>
  rawOf(image.resize({ width: SIDE_DECODED_MAX, height: SIDE_DECODED_MAX, fit: 'inside', withoutEnlargement: true }));

export async function rawOf(image: Sharp): Promise<Grey> {
  const { data, info } = await image
    .toColourspace('b-w')
    .extractChannel(0)
    .raw({ depth: 'uchar' })
    .toBuffer({ resolveWithObject: true });
  return { width: info.width, height: info.height, data };
}

export const sharpOf = ({ width, height, data }: Grey): Sharp => sharp(data, { raw: { width, height, channels: 1 } });
