// Reads a PDF into pages of words, drawn lines and form fields. The file is not trusted: the number of pages is
// limited, scripts in the file are never run, and a file that cannot be read is rejected with a reason.
import { getDocumentProxy, getResolvedPDFJS } from 'unpdf';
import type { Box, FormField, Page, Ruling } from '#domain/documents/pages.ts';
import { type OperatorCodes, type Operators, rulingsOf } from './pdf-rulings.ts';
import { type Matrix, type TextRun, turnUpright, wordsOfRuns } from './pdf-words.ts';
import { UnreadableFile } from './unreadable-file.ts';

/** The maximum number of pages. The largest files of loan officers have a few hundred pages. */
export const PAGES_MAX = 500;

export async function readPdf(bytes: Uint8Array): Promise<Page[]> {
  const document = await openPdf(bytes);
  try {
    return await readPages(document);
  } finally {
    await document.destroy();
  }
}

/**
 * Returns the pages of an open file. `onPage` is called with each page before pdf.js discards the page's parsed
 * content. So `onPage` need not parse the page again; parsing takes most of the time.
 */
export async function readPages(
  document: PdfDocument,
  onPage: (page: PdfPage, number: number) => Promise<void> = async () => undefined,
): Promise<Page[]> {
  try {
    if (document.numPages > PAGES_MAX) throw new UnreadableFile('it is not readable');
    const codes = await operatorCodes();
    const title = await titleOf(document);
    const pages: Page[] = [];
    for (let number = 1; number <= document.numPages; number++) {
      const page = await document.getPage(number);
      pages.push({ ...(await readPage(page, number, codes)).page, ...title });
      await onPage(page, number);
      page.cleanup();
    }
    return pages;
  } catch (error) {
    throw error instanceof UnreadableFile ? error : new UnreadableFile('it is damaged', error);
  }
}

/** The maximum length of a title. A longer title is cut. */
const TITLE_LENGTH_MAX = 200;

async function titleOf(document: PdfDocument): Promise<Pick<Page, 'file_title'>> {
  const { info }: { info: object } = await document.getMetadata();
  const title: unknown = 'Title' in info ? info.Title : undefined;
  return typeof title === 'string' && title !== '' ? { file_title: title.slice(0, TITLE_LENGTH_MAX) } : {};
}

/** A page, and the number of clockwise quarter turns that most of its text has on the displayed page. */
export type TurnedPage = { page: Page; turns: number };

/** Returns one page of an open file. Pages are counted from 1. */
export async function readOnePage(document: PdfDocument, number: number): Promise<TurnedPage> {
  if (number > Math.min(document.numPages, PAGES_MAX)) throw new UnreadableFile('it is not readable');
  try {
    return await readPage(await document.getPage(number), number, await operatorCodes());
  } catch (error) {
    throw new UnreadableFile('it is damaged', error);
  }
}

export type PdfDocument = Awaited<ReturnType<typeof getDocumentProxy>>;
export type PdfPage = Awaited<ReturnType<PdfDocument['getPage']>>;

export async function openPdf(bytes: Uint8Array): Promise<PdfDocument> {
  addMissingBufferMethod();
  try {
    // The bytes are copied, because pdf.js takes ownership of the buffer that it receives.
    return await getDocumentProxy(new Uint8Array(bytes), { isEvalSupported: false, verbosity: 0 });
  } catch (error) {
    const password = error instanceof Error && error.name === 'PasswordException';
    throw new UnreadableFile(password ? 'it is password protected' : 'it is damaged', error);
  }
}

async function readPage(page: PdfPage, number: number, codes: OperatorCodes): Promise<TurnedPage> {
  const viewport = page.getViewport({ scale: 1 });
  const view = matrixOf(viewport.transform);
  const size = { width: viewport.width, height: viewport.height };
  const { items, styles } = await page.getTextContent();
  const runs = items.filter((item): item is typeof item & TextRun => 'str' in item);
  const monospaced = (font: string) => styles[font]?.fontFamily === 'monospace';
  const { words, turns, width, height } = wordsOfRuns(runs, view, size, monospaced);
  const operators: Operators = await page.getOperatorList();
  const rulings = rulingsOf(operators, codes, view).map((ruling) => turnedRuling(ruling, turns, size));
  const form_fields = (await formFieldsOf(page)).map(({ box, ...field }) => ({
    ...field,
    box: turnedBox(box, turns, size),
  }));
  return { page: { number, width, height, words, rulings, form_fields }, turns };
}

export const matrixOf = ([a = 1, b = 0, c = 0, d = 1, e = 0, f = 0]: readonly number[]): Matrix => [a, b, c, d, e, f];

/** The properties of an annotation that this file uses; pdf.js declares annotations as `any`. */
type Annotation = {
  fieldName?: string;
  fieldValue?: unknown;
  rect: number[];
  checkBox?: boolean;
  radioButton?: boolean;
  exportValue?: string;
  buttonValue?: string;
};

async function formFieldsOf(page: PdfPage): Promise<FormField[]> {
  const annotations: Annotation[] = await page.getAnnotations();
  const viewport = page.getViewport({ scale: 1 });
  return annotations.flatMap((annotation) => {
    const value = valueOf(annotation);
    if (annotation.fieldName === undefined || value === '') return [];
    const corners: number[] = viewport.convertToViewportRectangle(annotation.rect);
    const [x1 = 0, y1 = 0, x2 = 0, y2 = 0] = corners;
    const box = { left: Math.min(x1, x2), top: Math.min(y1, y2), right: Math.max(x1, x2), bottom: Math.max(y1, y2) };
    return [{ name: annotation.fieldName, value, box }];
  });
}

function valueOf({ fieldValue, checkBox, radioButton, exportValue, buttonValue }: Annotation): string {
  if (checkBox === true) return fieldValue === exportValue ? 'On' : '';
  if (radioButton === true) return fieldValue === buttonValue ? 'On' : '';
  const values: unknown[] = Array.isArray(fieldValue) ? fieldValue : [fieldValue];
  return values
    .filter((value) => typeof value === 'string')
    .join(' ')
    .trim();
}

function turnedBox(box: Box, turns: number, size: { width: number; height: number }): Box {
  const a = turnUpright({ x: box.left, y: box.top }, turns, size);
  const b = turnUpright({ x: box.right, y: box.bottom }, turns, size);
  return { left: Math.min(a.x, b.x), top: Math.min(a.y, b.y), right: Math.max(a.x, b.x), bottom: Math.max(a.y, b.y) };
}

function turnedRuling(ruling: Ruling, turns: number, size: { width: number; height: number }): Ruling {
  if (turns === 0) return ruling;
  const { at, from, to } = ruling;
  const lies = ruling.direction === 'horizontal';
  const box = turnedBox(
    lies ? { left: from, top: at, right: to, bottom: at } : { left: at, top: from, right: at, bottom: to },
    turns,
    size,
  );
  return box.right - box.left >= box.bottom - box.top
    ? { direction: 'horizontal', at: box.top, from: box.left, to: box.right }
    : { direction: 'vertical', at: box.left, from: box.top, to: box.bottom };
}

async function operatorCodes(): Promise<OperatorCodes> {
  const { OPS } = await getResolvedPDFJS();
  return OPS;
}

/**
 * pdf.js shrinks its buffers with a method that Node has only since version 21. In older versions, this file adds a
 * replacement method, which copies the bytes.
 */
function addMissingBufferMethod(): void {
  if ('transferToFixedLength' in ArrayBuffer.prototype) return;
  // oxlint-disable-next-line no-extend-native -- pdf.js calls the method, and it is standard in later versions of Node
  Object.defineProperty(ArrayBuffer.prototype, 'transferToFixedLength', {
    configurable: true,
    value(this: ArrayBuffer, length?: number) {
      const copy = new ArrayBuffer(length ?? this.byteLength);
      new Uint8Array(copy).set(new Uint8Array(this, 0, Math.min(this.byteLength, copy.byteLength)));
      return copy;
    },
  });
}
