// Scores the reading of samples against their expected values: fields, whole documents, types, and the pages on which
// documents begin.
import type { ReadDocument } from '#domain/documents/read-documents.ts';
import { compareDocuments, counterparts } from './compare.ts';
import type { Truth } from './generator/sample.ts';

export type Score = {
  files: number;
  pages: number;
  documents: number;
  fields: number;
  fields_right: number;
  whole: number;
  types_right: number;
  /**
   * The number of pages on which a document begins: an expected document, or a document that was read. The first page
   * of a file is not counted.
   */
  split_points: number;
  split_points_right: number;
  ms: number;
};

export const NO_SCORE: Score = {
  files: 0,
  pages: 0,
  documents: 0,
  fields: 0,
  fields_right: 0,
  whole: 0,
  types_right: 0,
  split_points: 0,
  split_points_right: 0,
  ms: 0,
};

export const sumOf = (a: Score, b: Score): Score => ({
  files: a.files + b.files,
  pages: a.pages + b.pages,
  documents: a.documents + b.documents,
  fields: a.fields + b.fields,
  fields_right: a.fields_right + b.fields_right,
  whole: a.whole + b.whole,
  types_right: a.types_right + b.types_right,
  split_points: a.split_points + b.split_points,
  split_points_right: a.split_points_right + b.split_points_right,
  ms: a.ms + b.ms,
});

type Reading = { pages: number; ms: number; documents: readonly ReadDocument[] };

/** The maximum number of differences that are listed per document, because further differences have the same cause. */
const LISTED_MAX = 8;

/** The score of one file. `report` is called with a line for each error in reading. */
export function scoreOf(truths: readonly Truth[], reading: Reading, report: (line: string) => void): Score {
  const { documents } = reading;
  const found_documents = counterparts(truths, documents);
  const scores = truths.map((truth, position): Score => {
    const found = found_documents[position];
    const { right, all, differences } = compareDocuments(truth, found);
    const is_type_right = found?.document_type === truth.document_type && found.subtype === truth.subtype;
    if (!is_type_right) report(`${at(truth)} is ${nameOf(truth)}, read as ${found ? nameOf(found) : 'nothing'}`);
    for (const { field, wanted, found: got } of differences.slice(0, LISTED_MAX)) {
      report(`${at(truth)}: ${field} is ${wanted ?? 'absent'}, read ${got ?? 'nothing'}`);
    }
    return {
      ...NO_SCORE,
      documents: 1,
      fields: all,
      fields_right: right,
      whole: differences.length === 0 ? 1 : 0,
      types_right: is_type_right ? 1 : 0,
    };
  });
  const file = { ...NO_SCORE, files: 1, pages: reading.pages, ms: reading.ms, ...splitsOf(truths, documents, report) };
  return scores.reduce(sumOf, file);
}

const nameOf = ({ document_type, subtype }: { document_type: string; subtype: string | null }): string =>
  subtype ?? document_type;
const at = ({ pages: [first, last] }: Truth): string => (first === last ? `page ${first}` : `pages ${first}–${last}`);

type Paged = { document_type: string; pages: [number, number] };

/**
 * A document that begins too early or too late counts as two wrong split points: one is missing, and one is extra.
 * Consecutive pages of no known type count as one document, so a split between them is ignored.
 */
function splitsOf(
  truths: readonly Paged[],
  read: readonly Paged[],
  report: (line: string) => void,
): Pick<Score, 'split_points' | 'split_points_right'> {
  const isInsideUnknown = (page: number): boolean =>
    truths.some(({ document_type, pages: [first, last] }) => document_type === 'OTHER' && page > first && page <= last);
  const wanted = startsOf(truths);
  const found = new Set([...startsOf(read)].filter((page) => !isInsideUnknown(page)));
  for (const page of wanted) if (!found.has(page)) report(`page ${page}: a document begins, read as part of another`);
  for (const page of found) if (!wanted.has(page)) report(`page ${page}: no document begins, read as a new one`);
  const right = [...wanted].filter((page) => found.has(page)).length;
  return { split_points: wanted.size + found.size - right, split_points_right: right };
}

const startsOf = (documents: readonly Paged[]): Set<number> =>
  new Set(documents.map(({ pages }) => pages[0]).filter((page) => page > 1));
