// Finds the figures of a document, and the amounts on its pages that were not read into any field.
import { parseMoney } from '#base/money.ts';
import type { Page } from '#domain/documents/pages.ts';
import type { Field, ReadDocument } from '#domain/documents/read-documents.ts';
import { isAmount, isInside, namedFields } from './findings.ts';

export const figuresByName = (document: ReadDocument): Map<string, Field> => new Map(namedFields(document));

/** Whether the words of the page come from OCR; such words have no font. */
export function isScanned(pages: readonly Page[], number: number): boolean {
  const page = pages.find((one) => one.number === number);
  return page !== undefined && page.words.length > 0 && page.words.every(({ font }) => font === '');
}

export const pagesOf = ({ pages: [first, last] }: ReadDocument, pages: readonly Page[]): Page[] =>
  pages.filter(({ number }) => first <= number && number <= last);

/** Returns the amounts on the pages that are in no field, in cents and without sign. */
export function printedAmounts(document: ReadDocument, pages: readonly Page[]): bigint[] {
  const fields = namedFields(document).map(([, field]) => field);
  return pagesOf(document, pages).flatMap(({ number, words }) => {
    const boxes = fields.filter(({ page }) => page === number).map(({ box }) => box);
    return words
      .filter(({ text, box }) => isAmount(text) && !boxes.some((one) => isInside(box, one)))
      .flatMap(({ text }) => parseMoney(text.replaceAll(/[^\d.]/g, '')) ?? []);
  });
}
