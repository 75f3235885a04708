// Finds the figures of a document, and the amounts on its pages that were not read into any field.
import { parseMoney } from '#base/money.ts';
import { isReadByOcr, type Page } from '#domain/documents/pages.ts';
import type { Field, ReadDocument } from '#domain/documents/read-documents.ts';
import { isAmount, isInside, namedFields } from './findings.ts';

export const figuresByName = (document: ReadDocument): Map<string, Field> => new Map(namedFields(document));

export const isScanned = (pages: readonly Page[], number: number): boolean =>
  pages.some((page) => page.number === number && isReadByOcr(page));

/**
 * Whether OCR read the figures of this page. This is decided from the fields alone, because stored documents have no
 * pages. OCR is never fully certain of a word, but in the text of a PDF some fields always have full confidence. So a
 * page without any such field was read by OCR.
 */
export const isFromPicture = (document: Pick<ReadDocument, 'fields' | 'tables'>, page: number): boolean =>
  !namedFields(document).some(([, field]) => field.page === page && field.confidence === 1);

export const pagesOf = ({ pages: [first, last] }: ReadDocument, pages: readonly Page[]): Page[] =>
  pages.filter(({ number }) => first <= number && number <= last);

/** Returns the amounts on the pages that are in no field, as absolute values in cents. */
export function printedAmounts(document: ReadDocument, pages: readonly Page[]): bigint[] {
  const fields = namedFields(document).map(([, field]) => field);
  return pagesOf(document, pages).flatMap(({ number, words }) => {
    const boxes = fields.filter(({ page }) => page === number).map(({ box }) => box);
    return words
      .filter(({ text, box }) => isAmount(text) && !boxes.some((one) => isInside(box, one)))
      .flatMap(({ text }) => parseMoney(text.replaceAll(/[^\d.]/g, '')) ?? []);
  });
}
