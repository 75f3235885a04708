// Draws the pages of a PDF as grey pictures, for the OCR of pages without text.
import { PDFiumLibrary } from '@hyzyla/pdfium';
import type { PagePicture } from './pictures/grey.ts';
import { OCR_DPI } from './pictures/page-picture.ts';
import { UnreadableFile } from './unreadable-file.ts';

/**
 * The maximum number of pixels of a picture: the number of pixels of a sheet of 19 by 19 inches at the usual
 * resolution. A maximum is needed, because a page may declare any size. A larger page is drawn at a lower resolution.
 */
const PIXELS_MAX = 15_000_000;

export type PdfPictures = {
  /** Page numbers begin at 1. */
  page(number: number): Promise<PagePicture>;
  close(): void;
};

export async function openPdfPictures(bytes: Uint8Array): Promise<PdfPictures> {
  const library = await PDFiumLibrary.init();
  try {
    const document = await library.loadDocument(bytes);
    return {
      page: (number) => drawn(document.getPage(number - 1)),
      close() {
        document.destroy();
        library.destroy();
      },
    };
  } catch (error) {
    library.destroy();
    throw new UnreadableFile('it is damaged', error);
  }
}

type PdfPage = {
  getOriginalSize(): { originalWidth: number; originalHeight: number };
  objects(): Iterable<PdfObject>;
  render(options: {
    scale: number;
    colorSpace: 'Gray';
    render(bitmap: { data: Uint8Array }): Promise<Uint8Array>;
  }): Promise<{ width: number; height: number; data: Uint8Array }>;
};

type PdfObject = { type: string; getImageDataRaw?(): Promise<{ width: number; height: number }> };

async function drawn(page: PdfPage): Promise<PagePicture> {
  const { originalWidth, originalHeight } = page.getOriginalSize();
  const wanted = (await scannedDpi(page)) ?? OCR_DPI;
  const pixels = (originalWidth * originalHeight * wanted ** 2) / 72 ** 2;
  const dpi = wanted * Math.min(1, Math.sqrt(PIXELS_MAX / pixels));
  try {
    const { width, height, data } = await page.render({
      scale: dpi / 72,
      colorSpace: 'Gray',
      // The bitmap is in the memory of the library, so it is copied.
      render: async (bitmap) => Uint8Array.from(bitmap.data),
    });
    return { width, height, data, dpi };
  } catch (error) {
    throw new UnreadableFile('it is damaged', error);
  }
}

/**
 * The range of resolutions of scanners and cameras. A picture with a resolution outside of this range is assumed to be
 * a logo or another picture that is not a scan.
 */
const [SCANNED_DPI_MIN, SCANNED_DPI_MAX] = [100, 400];
/** The maximum difference between the proportions of the page and of a picture that is assumed to fill the page. */
const PROPORTION_TOLERANCE = 0.03;

/**
 * Returns the resolution of the scan that fills the page. If the page is drawn at this resolution, the scan is not
 * scaled and does not get blurred.
 */
async function scannedDpi(page: PdfPage): Promise<number | undefined> {
  const { originalWidth: width, originalHeight: height } = page.getOriginalSize();
  const pictures = [...page.objects()].filter(({ type }) => type === 'image');
  const [only] = pictures;
  if (pictures.length !== 1 || only?.getImageDataRaw === undefined) return undefined;
  const size = await only.getImageDataRaw().catch(() => undefined);
  if (size === undefined) return undefined;
  const dpi = (size.width * 72) / width;
  const is_whole = Math.abs((size.height * 72) / height / dpi - 1) <= PROPORTION_TOLERANCE;
  return is_whole && dpi >= SCANNED_DPI_MIN && dpi <= SCANNED_DPI_MAX ? dpi : undefined;
}
