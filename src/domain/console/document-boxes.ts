// A document with the position of each field on its pages, and the position of each sign of alteration.
import { type Static, Type } from 'typebox';
import { nullable, shape, Timestamp } from '#base/schema.ts';
import type { KeptReading } from '#domain/documents/collection-documents.ts';
import type { Field, Fields } from '#domain/documents/read-documents.ts';
import { ReviewedDocument } from '#domain/documents/reviews.ts';

const Box = Type.Object(
  { left: Type.Number(), top: Type.Number(), right: Type.Number(), bottom: Type.Number() },
  { description: 'In points, from the upper left corner of the upright page.' },
);

const FieldBox = shape('ConsoleFieldBox', 'Where a value stands on its page.', {
  field: Type.String({ description: 'A name in `fields`, or the cell of a table.', examples: ['earnings[0].current'] }),
  page: Type.Integer(),
  box: Box,
  confidence: Type.Number({ description: 'Between 0 and 1.' }),
});

const Review = shape('ConsoleDocumentReview', 'The latest decision of a person about a document.', {
  note: Type.String({ description: 'Why the person decided so.' }),
  reviewed_at: Timestamp,
});

export const DocumentAnswer = shape('ConsoleDocument', 'A document, with the boxes of its fields and signs.', {
  document: ReviewedDocument,
  /** The decision of a person about the document; `null` until a person has decided. */
  review: nullable(Review),
  is_being_removed: Type.Boolean({ description: 'True if the document and its file are being removed.' }),
  boxes: Type.Array(FieldBox),
  /** The rectangles on the page around the signs of alteration, in the order of `fraud_signals`. */
  signal_boxes: Type.Array(nullable(Box)),
});
export type DocumentAnswer = Static<typeof DocumentAnswer>;

/**
 * The rectangles on the page around all fields, in the order in which the fields are published: single values first,
 * then tables.
 */
export const boxesOf = ({ fields, tables }: Pick<KeptReading, 'fields' | 'tables'>): DocumentAnswer['boxes'] => [
  ...boxesIn(fields, ''),
  ...Object.entries(tables).flatMap(([name, rows]) => rows.flatMap((row, at) => boxesIn(row, `${name}[${at}].`))),
];

const boxesIn = (fields: Fields, before: string): DocumentAnswer['boxes'] =>
  Object.entries(fields).map(([name, field]) => ({ field: `${before}${name}`, ...placeOf(field) }));

const placeOf = ({ page, box, confidence }: Field) => ({ page, box, confidence });
