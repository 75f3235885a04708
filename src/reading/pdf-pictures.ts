// Draws the pages of a PDF as grey pictures, for the OCR of pages without text.
import { PDFiumLibrary } from '@hyzyla/pdfium';
import type { PagePicture } from './pictures/grey.ts';
import { OCR_DPI } from './pictures/page-picture.ts';
import { UnreadableFile } from './unreadable-file.ts';

/**
 * The maximum number of pixels of a picture, because a page may claim any size. At the usual resolution, a sheet of 19
 * by 19 inches has this many pixels; a larger page is drawn at a lower resolution.
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
  render(options: {
    scale: number;
    colorSpace: 'Gray';
    render(bitmap: { data: Uint8Array }): Promise<Uint8Array>;
  }): Promise<{ width: number; height: number; data: Uint8Array }>;
};

async function drawn(page: PdfPage): Promise<PagePicture> {
  const { originalWidth, originalHeight } = page.getOriginalSize();
  const pixels = (originalWidth * originalHeight * OCR_DPI ** 2) / 72 ** 2;
  const dpi = OCR_DPI * Math.min(1, Math.sqrt(PIXELS_MAX / pixels));
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
