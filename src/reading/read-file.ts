// Reads any accepted file into pages. The text of a PDF is read directly; pictures and PDF pages without text are read
// by OCR.
import type { Page } from '#domain/documents/pages.ts';
import { type FileType, fileTypeOf } from './file-type.ts';
import type { OcrEngine } from './ocr/engine.ts';
import { openOcr } from './ocr/open-engine.ts';
import { readPicture } from './ocr/page.ts';
import { readPdf } from './pdf.ts';
import { openPdfPictures } from './pdf-pictures.ts';
import { openPicture } from './pictures/decode.ts';
import { pagePictureOf, straightened } from './pictures/page-picture.ts';
import { UnreadableFile } from './unreadable-file.ts';

export type ReadPages = { mime_type: FileType; pages: Page[] };

export type ReadOptions = {
  /** Opens the engine for the first page that needs it. The caller closes it. */
  openEngine?: () => Promise<OcrEngine>;
  /** Called with the number of pages that need OCR, before the first of them is read. */
  onOcrPages?: (count: number) => void;
};

/** OCR takes seconds per page, so a file with more pages that need OCR is rejected. */
export const OCR_PAGES_MAX = 100;

/** A page with fewer words has only a stamp or a page number as text, and the rest of the page is a picture. */
const WORDS_OF_TEXT_PAGE = 12;

/** Throws `UnreadableFile` for a file that has no accepted type, is damaged, too large or locked. */
export async function readFile(bytes: Buffer, options: ReadOptions = {}): Promise<ReadPages> {
  const mime_type = fileTypeOf(bytes);
  if (mime_type === undefined) throw new UnreadableFile('it is not readable');
  const reader = ocrOf(options);
  try {
    const pages =
      mime_type === 'application/pdf' ? readPdfFile(bytes, reader) : readPictureFile(bytes, mime_type, reader);
    return { mime_type, pages: await pages };
  } finally {
    await reader.close();
  }
}

type Ocr = { begin(pages: number): void; engine(): Promise<OcrEngine>; close(): Promise<void> };

function ocrOf({ openEngine, onOcrPages }: ReadOptions): Ocr {
  let own: Promise<OcrEngine> | undefined;
  return {
    begin(pages) {
      if (pages > OCR_PAGES_MAX) throw new UnreadableFile('it is not readable');
      onOcrPages?.(pages);
    },
    engine() {
      if (openEngine !== undefined) return openEngine();
      own ??= openOcr();
      return own;
    },
    async close() {
      await (await own)?.close();
    },
  };
}

async function readPdfFile(bytes: Buffer, ocr: Ocr): Promise<Page[]> {
  const pages = await readPdf(bytes);
  const bare = pages.filter(hasNoText);
  if (bare.length === 0) return pages;
  ocr.begin(bare.length);
  const pictures = await openPdfPictures(bytes);
  try {
    const read = new Map<number, Page>();
    for (const page of bare) {
      const picture = await straightened(await pictures.page(page.number));
      read.set(page.number, richer(page, await readPicture(picture, page.number, await ocr.engine())));
    }
    return pages.map((page) => read.get(page.number) ?? page);
  } finally {
    pictures.close();
  }
}

const hasNoText = ({ words, form_fields }: Page): boolean =>
  words.length < WORDS_OF_TEXT_PAGE && form_fields.length === 0;

/** The words of the PDF are exact, so they are kept unless OCR finds more words. */
const richer = (page: Page, read: Page): Page => (read.words.length > page.words.length ? read : page);

async function readPictureFile(bytes: Buffer, type: Exclude<FileType, 'application/pdf'>, ocr: Ocr): Promise<Page[]> {
  const file = await openPicture(bytes, type);
  ocr.begin(file.pages_count);
  const pages: Page[] = [];
  for (let index = 0; index < file.pages_count; index++) {
    const { picture, density } = await file.page(index);
    pages.push(await readPicture(await pagePictureOf(picture, density), index + 1, await ocr.engine()));
  }
  return pages;
}
