// Types and functions that all comparisons of several documents use: documents with their positions in the list, and
// the figures of a document.
import type { Severity } from '#domain/documents/fraud-signals.ts';
import type { ReadDocument } from '#domain/documents/read-documents.ts';
import { figuresByName, isFromPicture } from './figures.ts';
import type { Finding } from './findings.ts';

/** `about` lists the positions of the documents that contradict each other. */
export type Contradiction = { about: number[]; finding: Finding };
export type Placed = { document: ReadDocument; at: number };

export const textOf = ({ document }: Placed, name: string): string => String(document.fields[name]?.value ?? '');
export const amountOf = ({ document }: Placed, name: string): bigint | undefined => {
  const value = document.fields[name]?.value;
  return typeof value === 'bigint' ? value : undefined;
};

/** A document and the name of one of its figures. */
export type Source = readonly [Placed, name: string];

/**
 * A figure may be misread, so a contradiction has a high severity only if all its figures were read with certainty. In
 * a scan, misread figures often have a high confidence, and so do misread dates, which decide the order of the
 * documents. If one of the documents is a scan, the severity of a contradiction is therefore medium at most, and it is
 * low unless sums within the documents confirm the figures.
 */
export function severityFor(sources: readonly Source[], confidence_min = 0.9): Severity {
  const scanned = sources.filter(([{ document }, name]) => {
    const field = document.fields[name];
    return field !== undefined && isFromPicture(document, field.page);
  });
  if (!scanned.every(isConfirmed)) return 'low';
  const is_certain = sources.every(
    ([{ document }, name]) => (document.fields[name]?.confidence ?? 0) >= confidence_min,
  );
  return is_certain && scanned.length === 0 ? 'high' : 'medium';
}

/** Whether the figure is part of a sum that holds without a repair. */
function isConfirmed([{ document }, name]: Source): boolean {
  const fields = figuresByName(document);
  return document.checks.some(
    ({ holds, relation, inputs }) =>
      holds &&
      relation === 'equal' &&
      inputs.includes(name) &&
      inputs.every((input) => fields.get(input)?.repair === undefined),
  );
}

/** Returns the severity, but at most medium. */
export const atMostMedium = (severity: Severity): Severity => (severity === 'high' ? 'medium' : severity);

export const ofType = (placed: readonly Placed[], type: ReadDocument['document_type']): Placed[] =>
  placed.filter(({ document }) => document.document_type === type);

const DAY_MS = 24 * 60 * 60 * 1000;
export const daysBetween = (from: string, to: string): number => (Date.parse(to) - Date.parse(from)) / DAY_MS;

/** Removes documents that were submitted twice. */
export function withoutRepeats(documents: readonly Placed[], names: readonly string[]): Placed[] {
  const keyOf = (one: Placed) => names.map((name) => textOf(one, name)).join('|');
  return documents.filter((one, index) => documents.findIndex((other) => keyOf(other) === keyOf(one)) === index);
}
