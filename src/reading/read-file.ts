// Reads any accepted file into pages. Pages of a PDF that have text are read directly. Pictures, and pages of a PDF
// without visible text, are read by OCR.
import type { PageProgress } from '#domain/documents/file-readings.ts';
import type { Page } from '#domain/documents/pages.ts';
import type { Making, PdfTraces } from '#domain/documents/pdf-traces.ts';
import { type FileType, fileTypeOf } from './file-type.ts';
import { textKindOf } from './hidden-text.ts';
import type { OcrEngine } from './ocr/engine.ts';
import { openOcr } from './ocr/open-engine.ts';
import { readPicture } from './ocr/page.ts';
import { openPdfPictures } from './pdf-pictures.ts';
import { readPdfWithTraces } from './pdf-traces.ts';
import { openPicture } from './pictures/decode.ts';
import { makingOfPicture } from './pictures/exif.ts';
import { pagePictureOf } from './pictures/page-picture.ts';
import { UnreadableFile } from './unreadable-file.ts';

export type ReadPages = {
  mime_type: FileType;
  pages: Page[];
  /**
   * Describes how the file was made and changed. For a picture it contains only programs and dates, and is null if the
   * picture names none.
   */
  traces: PdfTraces | null;
};

export type ReadOptions = {
  /**
   * Opens the OCR engine. This function is called only if a page needs OCR. The caller of `readFile` closes the engine.
   */
  openEngine?: () => Promise<OcrEngine>;
  /** Called with the number of pages that need OCR, before the first of them is read. */
  onOcrPages?: (count: number) => void;
  /** Called before each page that needs OCR. Other pages take no noticeable time. */
  onPage?: (page: PageProgress) => void;
};

/**
 * The maximum number of pages of a file that may need OCR. A file with more such pages is rejected, because OCR takes
 * seconds per page.
 */
export const OCR_PAGES_MAX = 100;

/** Throws `UnreadableFile` for a file that is damaged, too large, locked or not of an accepted type. */
export async function readFile(bytes: Buffer, options: ReadOptions = {}): Promise<ReadPages> {
  const mime_type = fileTypeOf(bytes);
  if (mime_type === undefined) throw new UnreadableFile('it is not readable');
  const reader = ocrOf(options);
  try {
    if (mime_type === 'application/pdf') return { mime_type, ...(await readPdfFile(bytes, reader)) };
    const pages = await readPictureFile(bytes, mime_type, reader);
    return { mime_type, pages, traces: tracesOfPicture(await makingOfPicture(bytes)) };
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
  const engine = () => {
    if (openEngine !== undefined) return openEngine();
    own ??= openOcr();
    return own;
  };
  return {
    begin(pages) {
      if (pages > OCR_PAGES_MAX) throw new UnreadableFile('it is not readable');
      onOcrPages?.(pages);
      // Starting the engine takes a second, and so does drawing and preparing the first page. The engine has its own
      // thread, so both are done at the same time. If the engine does not start, the first page reports the error.
      engine().catch(() => undefined);
    },
    beginPage: (page, pages) => onPage?.({ page, pages }),
    engine,
    async close() {
      await (await own)?.close();
    },
  };
}

async function readPdfFile(bytes: Buffer, ocr: Ocr): Promise<Omit<ReadPages, 'mime_type'>> {
  const { pages, traces } = await readPdfWithTraces(bytes);
  const traces_of = new Map(traces?.pages.map((page) => [page.number, page]));
  const kinds = new Map(pages.map((page) => [page.number, textKindOf(page, traces_of.get(page.number))]));
  const bare = pages.filter(({ number }) => kinds.get(number) === 'no_text');
  const hidden = pages.filter(({ number }) => kinds.get(number) === 'hidden_text');
  // If more than `OCR_PAGES_MAX` pages would need OCR, OCR would take too long. In this case, pages with hidden text
  // keep that text, with a lower confidence.
  const is_too_long = bare.length + hidden.length > OCR_PAGES_MAX;
  const needed = is_too_long ? bare : [...bare, ...hidden].toSorted((a, b) => a.number - b.number);
  const known = new Map(is_too_long ? hidden.map((page) => [page.number, asRead(page)]) : []);
  const finished = (read: ReadonlyMap<number, Page>) => ({
    pages: pages.map((page) => read.get(page.number) ?? page),
    traces,
  });
  if (needed.length === 0) return finished(known);
  ocr.begin(needed.length);
  const pictures = await openPdfPictures(bytes);
  try {
    const read = new Map<number, Page>(known);
    for (const page of needed) {
      ocr.beginPage(page.number, pages.length);
      const drawn = await pictures.page(page.number);
      const picture = await pagePictureOf(drawn, drawn.dpi);
      const seen = await readPicture(picture, page.number, await ocr.engine());
      read.set(page.number, kinds.get(page.number) === 'hidden_text' ? withHidden(page, seen) : richer(page, seen));
    }
    return finished(read);
  } finally {
    pictures.close();
  }
}

/**
 * The words of a PDF page are replaced with the words from OCR only if OCR finds more than `MORE_WORDS` times as many
 * words. On a page with almost no text, it is enough that OCR finds more words than the PDF has.
 */
const MORE_WORDS = 2;

/**
 * Returns the better of two results: the page with the words of the PDF, or the page with the words from OCR. The words
 * of the PDF are exact, so they are kept unless OCR finds many more words. OCR finds many more words if the PDF
 * contains only the words of a stamp or form field, and the rest of the page is a scan.
 */
function richer(page: Page, read: Page): Page {
  const is_bare = textKindOf(page, undefined) === 'no_text';
  const is_richer = read.words.length > page.words.length * (is_bare ? 1 : MORE_WORDS);
  return is_richer ? withFields(page, read) : page;
}

/**
 * Adds the form fields if the picture was not turned or cropped, because the boxes of the form fields are positions on
 * the original page.
 */
function withFields(page: Page, read: Page): Page {
  const is_same =
    Math.abs(read.width - page.width) < 0.03 * page.width && Math.abs(read.height - page.height) < 0.03 * page.height;
  return is_same ? { ...read, form_fields: page.form_fields } : read;
}

const withHidden = (page: Page, read: Page): Page => ({ ...withFields(page, read), hidden_words: page.words });

/** The confidence of words that another program read from a picture. */
const FOREIGN_CONFIDENCE = 0.9;

/** Returns the page as if its words came from our OCR: they have no font and are not certain. */
const asRead = (page: Page): Page => ({
  ...page,
  words: page.words.map((word) => ({ ...word, font: '', confidence: FOREIGN_CONFIDENCE })),
});

const tracesOfPicture = (making: Making | null): PdfTraces | null =>
  making && {
    file_id: null,
    making,
    is_fillable: false,
    is_signed: false,
    revisions: [],
    pages: [],
    fonts: [],
    touch_ups: [],
  };

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
