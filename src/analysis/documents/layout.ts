// Describes the layout of a document by the positions of its labels. Documents from one template have the same labels
// in the same places, whatever their values are.
import { createHash } from 'node:crypto';
import { type Box, isReadByOcr, type Page } from '#domain/documents/pages.ts';
import type { ReadDocument } from '#domain/documents/read-documents.ts';
import { LAYOUT_SAMPLES } from '#domain/documents/templates.ts';
import { pagesOf } from './fraud/figures.ts';
import { isInside, namedFields } from './fraud/findings.ts';

/**
 * If a document has fewer labels than this, no layout is computed, because two different templates may have the same
 * layout by chance.
 */
const LABELS_MIN = 15;
const LABEL = /^[A-Za-z][A-Za-z.,:'’()&/#-]{2,}$/;

/**
 * Returns samples of the labels. There are several fixed orders of all possible labels, and one sample for each order:
 * the first label in this order that is on the document. The share of samples that two documents have in common is
 * about the share of labels that they have in common. So a few different labels change only a few samples. Returns null
 * for a scan, because each scan places the labels a little differently.
 */
export function layoutOf(document: ReadDocument, pages: readonly Page[]): number[] | null {
  const own = pagesOf(document, pages);
  if (own.some(isReadByOcr)) return null;
  const labels = new Set(own.flatMap((page) => labelsOn(page, own.indexOf(page), document)));
  if (labels.size < LABELS_MIN) return null;
  const digests = [...labels].map((label) => createHash('sha256').update(label).digest());
  return Array.from({ length: LAYOUT_SAMPLES }, (_, order) =>
    Math.min(...digests.map((digest) => digest.readInt32LE(4 * order))),
  );
}

/** Returns the words that have no digits and are in no value, with their positions rounded to whole points. */
function labelsOn({ number, words }: Page, index: number, document: ReadDocument): string[] {
  const values: Box[] = namedFields(document).flatMap(([, { page, box }]) => (page === number ? [box] : []));
  return words
    .filter(({ text, box }) => LABEL.test(text) && !values.some((value) => isInside(box, value)))
    .map(({ text, box: { left, bottom } }) => `${index} ${Math.round(left)} ${Math.round(bottom)} ${text}`);
}
