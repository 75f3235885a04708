// Reads any accepted file into pages. Pages of a PDF that have text are read directly. Pictures, and pages of a PDF
// without text, are read by OCR.
import type { PageProgress } from '#domain/documents/file-readings.ts';
import type { Page } from '#domain/documents/pages.ts';
import type { PdfTraces } from '#domain/documents/pdf-traces.ts';
import { type FileType, fileTypeOf } from './file-type.ts';
import type { OcrEngine } from './ocr/engine.ts';
import { openOcr } from './ocr/open-engine.ts';
import { readPicture } from './ocr/page.ts';
import { openPdfPictures } from './pdf-pictures.ts';
import { readPdfWithTraces } from './pdf-traces.ts';
import { openPicture } from './pictures/decode.ts';
import { pagePictureOf } from './pictures/page-picture.ts';
import { UnreadableFile } from './unreadable-file.ts';

export type ReadPages = {
  mime_type: FileType;
  pages: Page[];
  /** Describes how a PDF was made and changed. It is null for a picture. */
  traces: PdfTraces | null;
};

export type ReadOptions = {
  /** Opens the OCR engine. It is called only if a page needs OCR. The caller closes the engine. */
  openEngine?: () => Promise<OcrEngine>;
  /** Called with the number of pages that need OCR, before the first of them is read. */
  onOcrPages?: (count: number) => void;
  /** Called before each page that needs OCR. Other pages take no noticeable time. */
  onPage?: (page: PageProgress) => void;
};

/** OCR takes seconds per page, so a file is rejected if more than this many of its pages need OCR. */
export const OCR_PAGES_MAX = 100;

/**
 * The minimum number of words on a text page. A page with fewer words has only a stamp or a page number as text, and
 * the rest of the page is a picture.
 */
const WORDS_OF_TEXT_PAGE = 12;

/** Throws `UnreadableFile` for a file that is damaged, too large, locked or not of an accepted type. */
export async function readFile(bytes: Buffer, options: ReadOptions = {}): Promise<ReadPages> {
  const mime_type = fileTypeOf(bytes);
  if (mime_type === undefined) throw new UnreadableFile('it is not readable');
  const reader = ocrOf(options);
  try {
    if (mime_type === 'application/pdf') return { mime_type, ...(await readPdfFile(bytes, reader)) };
    return { mime_type, pages: await readPictureFile(bytes, mime_type, reader), traces: null };
  } finally {
    await reader.close();
  }
}

type Ocr = {
  begin(pages: number): void;
  beginPage(page: number, pages: number): void;
  engine(): Promise<OcrEngine>;
  close(): Promise<void>;
};

function ocrOf({ openEngine, onOcrPages, onPage }: ReadOptions): Ocr {
  let own: Promise<OcrEngine> | undefined;
  return {
    begin(pages) {
      if (pages > OCR_PAGES_MAX) throw new UnreadableFile('it is not readable');
      onOcrPages?.(pages);
    },
    beginPage: (page, pages) => onPage?.({ page, pages }),
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

async function readPdfFile(bytes: Buffer, ocr: Ocr): Promise<Omit<ReadPages, 'mime_type'>> {
  const { pages, traces } = await readPdfWithTraces(bytes);
  const bare = pages.filter(hasNoText);
  if (bare.length === 0) return { pages, traces };
  ocr.begin(bare.length);
  const pictures = await openPdfPictures(bytes);
  try {
    const read = new Map<number, Page>();
    for (const page of bare) {
      ocr.beginPage(page.number, pages.length);
      const drawn = await pictures.page(page.number);
      const picture = await pagePictureOf(drawn, drawn.dpi);
      read.set(page.number, richer(page, await readPicture(picture, page.number, await ocr.engine())));
    }
    return { pages: pages.map((page) => read.get(page.number) ?? page), traces };
  } finally {
    pictures.close();
  }
}

/** Whether the page must be read by OCR. */
export const hasNoText = ({ words, form_fields }: Page): boolean =>
  words.length < WORDS_OF_TEXT_PAGE && form_fields.length === 0;

/** Returns the better of two results. The words of the PDF are exact, so they are kept unless OCR finds more words. */
const richer = (page: Page, read: Page): Page => (read.words.length > page.words.length ? read : page);

async function readPictureFile(bytes: Buffer, type: Exclude<FileType, 'application/pdf'>, ocr: Ocr): Promise<Page[]> {
  const file = await openPicture(bytes, type);
  ocr.begin(file.pages_count);
  const pages: Page[] = [];
  for (let index = 0; index < file.pages_count; index++) {
    ocr.beginPage(index + 1, file.pages_count);
    const { picture, density } = await file.page(index);
    pages.push(await readPicture(await pagePictureOf(picture, density), index + 1, await ocr.engine()));
  }
  return pages;
}
