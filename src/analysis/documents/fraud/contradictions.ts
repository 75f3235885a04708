// Types and functions that all comparisons of several documents use: documents with their positions in the list, and
// the figures of a document.
import type { Severity } from '#domain/documents/fraud-signals.ts';
import type { Field, ReadDocument } from '#domain/documents/read-documents.ts';
import type { Finding } from './findings.ts';

/** `about` has the positions of the documents that contradict each other. */
export type Contradiction = { about: number[]; finding: Finding };
export type Placed = { document: ReadDocument; at: number };

export const textOf = ({ document }: Placed, name: string): string => String(document.fields[name]?.value ?? '');
export const amountOf = ({ document }: Placed, name: string): bigint | undefined => {
  const value = document.fields[name]?.value;
  return typeof value === 'bigint' ? value : undefined;
};

/** A figure may be misread, so a contradiction has a high severity only if all its figures were read with certainty. */
export const severityFor = (fields: readonly (Field | undefined)[], confidence_min = 0.9): Severity =>
  fields.every((field) => field !== undefined && field.confidence >= confidence_min) ? 'high' : 'medium';

export const ofType = (placed: readonly Placed[], type: ReadDocument['document_type']): Placed[] =>
  placed.filter(({ document }) => document.document_type === type);

const DAY_MS = 24 * 60 * 60 * 1000;
export const daysBetween = (from: string, to: string): number => (Date.parse(to) - Date.parse(from)) / DAY_MS;

/** Removes documents that were submitted twice. */
export function withoutRepeats(documents: readonly Placed[], names: readonly string[]): Placed[] {
  const keyOf = (one: Placed) => names.map((name) => textOf(one, name)).join('|');
  return documents.filter((one, index) => documents.findIndex((other) => keyOf(other) === keyOf(one)) === index);
}
