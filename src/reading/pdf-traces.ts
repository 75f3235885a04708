// Reads how a PDF was made and changed. The file is not trusted: the number of states, pages and streams that are read
// is limited, and scripts in the file are never run.
import { getResolvedPDFJS } from 'unpdf';
import type { FormField, Page } from '#domain/documents/pages.ts';
import type { Drawn, FontUse, PageTraces, PdfTraces, Revision } from '#domain/documents/pdf-traces.ts';
import { matrixOf, openPdf, type PdfDocument, type PdfPage, readPages } from './pdf.ts';
import { drawnOf, turnedBox } from './pdf-drawn.ts';
import { makingOf } from './pdf-making.ts';
import { type Lookup, marksOf } from './pdf-marks.ts';
import { earlierEnds } from './pdf-revisions.ts';
import type { Operators } from './pdf-rulings.ts';
import { touchUpsIn } from './pdf-touch-ups.ts';

/** The number of pages that are read from each earlier state. Documents that people alter have only a few pages. */
const REVISION_PAGES_MAX = 30;

/**
 * The pages and the traces of one file. The file is opened and parsed only once. The traces are null if they cannot be
 * read.
 */
export async function readPdfWithTraces(bytes: Uint8Array): Promise<{ pages: Page[]; traces: PdfTraces | null }> {
  const { OPS } = await getResolvedPDFJS();
  const document = await openPdf(bytes);
  try {
    const traced: TracedPage[] = [];
    let is_traceable = true;
    const pages = await readPages(document, async (page, number) => {
      if (!is_traceable) return;
      const found = await tracedPage(page, number, OPS).catch(() => undefined);
      if (found === undefined) is_traceable = false;
      else traced.push(found);
    });
    const traces = is_traceable ? await tracesOf(document, bytes, traced, OPS).catch(() => null) : null;
    return { pages, traces };
  } finally {
    await document.destroy();
  }
}

/** Returns the traces of one page of an open file. They are undefined if they cannot be read. */
export async function tracesOfPage(document: PdfDocument, number: number): Promise<PageTraces | undefined> {
  const { OPS } = await getResolvedPDFJS();
  return pageOf(await document.getPage(number), number, OPS).catch(() => undefined);
}

async function tracesOf(
  document: PdfDocument,
  bytes: Uint8Array,
  pages: readonly TracedPage[],
  operators: Lookup['operators'],
): Promise<PdfTraces> {
  const revisions: Revision[] = [];
  for (const end of earlierEnds(bytes)) {
    const revision = await revisionOf(bytes.subarray(0, end), operators);
    if (revision !== undefined) revisions.push(revision);
  }
  const { info }: { info: object } = await document.getMetadata();
  const facts = new Map<string, unknown>(Object.entries(info));
  return {
    file_id: document.fingerprints[0] ?? null,
    making: await makingOf(document),
    is_fillable: facts.get('IsAcroFormPresent') === true,
    is_signed: facts.get('IsSignaturesPresent') === true,
    revisions,
    pages: pages.map(({ traces }) => traces),
    fonts: fontsOf(pages.flatMap(({ traces }) => traces.drawn)),
    touch_ups: touchUpsIn(
      bytes,
      pages.flatMap(({ object }) => object ?? []),
    ),
  };
}

/**
 * Returns undefined if the bytes up to an ending are not a complete file. Such bytes were never a state of the file.
 */
async function revisionOf(bytes: Uint8Array, operators: Lookup['operators']): Promise<Revision | undefined> {
  const document = await openPdf(bytes).catch(() => undefined);
  if (document === undefined) return undefined;
  try {
    const pages = await pagesOf(document, operators);
    return { making: await makingOf(document), pages: pages.map(({ traces }) => traces) };
  } catch {
    return undefined;
  } finally {
    await document.destroy();
  }
}

type TracedPage = { traces: PageTraces; object: number | undefined };

async function pagesOf(document: PdfDocument, operators: Lookup['operators']): Promise<TracedPage[]> {
  const pages: TracedPage[] = [];
  for (let number = 1; number <= Math.min(document.numPages, REVISION_PAGES_MAX); number++) {
    const page = await document.getPage(number);
    pages.push(await tracedPage(page, number, operators));
    page.cleanup();
  }
  return pages;
}

const tracedPage = async (page: PdfPage, number: number, operators: Lookup['operators']): Promise<TracedPage> => ({
  traces: await pageOf(page, number, operators),
  object: page.ref?.num,
});

/** The properties of an annotation that this file uses; pdf.js declares annotations as `any`. */
type Annotation = {
  id: string;
  subtype?: string;
  rect: number[];
  fieldName?: string;
  fieldValue?: unknown;
  checkBox?: boolean;
  radioButton?: boolean;
  noView?: boolean;
  hidden?: boolean;
};

async function pageOf(page: PdfPage, number: number, operators: Lookup['operators']): Promise<PageTraces> {
  const viewport = page.getViewport({ scale: 1 });
  const size = { width: viewport.width, height: viewport.height };
  const annotations: Annotation[] = await page.getAnnotations();
  const kinds = new Map(annotations.map(({ id, subtype }) => [id, subtype ?? 'Annotation']));
  const list: Operators = await page.getOperatorList();
  const fontBy = fontsOfPage(page);
  const lookup: Lookup = {
    operators,
    fontUnit: (font) => fontBy(font).unit,
    isOpaque: (picture) => isOpaque(page, picture),
    layerOf: (id) => kinds.get(String(id)) ?? 'Annotation',
  };
  const marks = marksOf(list, lookup, matrixOf(viewport.transform));
  const { drawn, turns } = drawnOf(marks, (font) => fontBy(font).name, size);
  const boxOf = ({ rect }: Annotation) => {
    const corners: number[] = viewport.convertToViewportRectangle(rect);
    const [x1 = 0, y1 = 0, x2 = 0, y2 = 0] = corners;
    return turnedBox({ left: x1, top: y1, right: x2, bottom: y2 }, turns, size);
  };
  const [width, height] = turns % 2 === 0 ? [size.width, size.height] : [size.height, size.width];
  return {
    number,
    width,
    height,
    drawn,
    form_fields: annotations.flatMap((one) => formField(one, boxOf)),
    annotations: annotations
      .filter(({ subtype, hidden }) => hidden !== true && !['Link', 'Widget', 'Popup'].includes(subtype ?? 'Link'))
      .map((one) => ({ kind: one.subtype ?? '', box: boxOf(one) })),
  };
}

/**
 * Returns the fields and check boxes of a page. Empty fields are included, because a later state of the file may have
 * text there.
 */
function formField(annotation: Annotation, boxOf: (annotation: Annotation) => FormField['box']): FormField[] {
  const { fieldName, fieldValue, checkBox, radioButton } = annotation;
  if (fieldName === undefined) return [];
  if (checkBox === true || radioButton === true) return [{ name: fieldName, value: '', box: boxOf(annotation) }];
  const values: unknown[] = Array.isArray(fieldValue) ? fieldValue : [fieldValue];
  const value = values.filter((one) => typeof one === 'string').join(' ');
  return [{ name: fieldName, value: value.trim(), box: boxOf(annotation) }];
}

type PdfObjects = { has: (id: string) => boolean; get: (id: string) => unknown };

type Font = { name: string; unit: number };

/** Letter widths are in thousandths of the font size, except for fonts that define another unit. */
function fontsOfPage(page: PdfPage): (id: string) => Font {
  const objects: PdfObjects = page.commonObjs;
  const known = new Map<string, Font>();
  return (id) => {
    const font = known.get(id) ?? fontOf(objects.has(id) ? objects.get(id) : undefined, id);
    known.set(id, font);
    return font;
  };
}

function fontOf(font: unknown, id: string): Font {
  const is_font = typeof font === 'object' && font !== null;
  const name = is_font && 'name' in font ? font.name : undefined;
  const matrix = is_font && 'fontMatrix' in font ? font.fontMatrix : undefined;
  const unit: unknown = Array.isArray(matrix) ? matrix[0] : undefined;
  return {
    name: typeof name === 'string' && name !== '' ? name : id,
    unit: typeof unit === 'number' && unit !== 0 ? unit : 0.001,
  };
}

/** The number with which pdf.js marks pictures that have transparent parts. */
const KIND_TRANSPARENT = 3;

function isOpaque(page: PdfPage, picture: unknown): boolean {
  const inline = typeof picture === 'object' && picture !== null ? picture : undefined;
  const objects: PdfObjects[] = [page.objs, page.commonObjs];
  const id = String(picture);
  const found = inline ?? objects.find((one) => one.has(id))?.get(id);
  if (typeof found !== 'object' || found === null || !('kind' in found)) return false;
  return found.kind !== KIND_TRANSPARENT;
}

function fontsOf(drawn: readonly Drawn[]): FontUse[] {
  const uses = new Map<string, { characters: Set<string>; words_count: number }>();
  for (const one of drawn) {
    if (one.kind !== 'word' || !one.visible) continue;
    for (const { font, text } of one.parts) {
      const use = uses.get(font) ?? { characters: new Set<string>(), words_count: 0 };
      for (const character of text) use.characters.add(character);
      use.words_count += 1;
      uses.set(font, use);
    }
  }
  return [...uses].map(([name, { characters, words_count }]) => ({
    name,
    is_subset: /^[A-Z]{6}\+/.test(name),
    characters: [...characters].toSorted().join(''),
    words_count,
  }));
}
