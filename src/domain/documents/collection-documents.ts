// A document in an uploaded file: how API responses show it, the person's name on it, and its review.
import { type Static, Type } from 'typebox';
import { inDecimals } from '#base/money.ts';
import { choice, Id, nullable, sensitive, shape } from '#base/schema.ts';
import { DOCUMENT_TYPES } from './document-types.ts';
import type { FileDocument } from './file-readings.ts';
import { SEVERITIES, SIGNAL_CODES } from './fraud-signals.ts';
import type { Field, Fields, ReadType } from './read-documents.ts';
import { REVIEW_STATUSES, type ReviewStatus } from './uploaded-documents.ts';

/** The data that was read from a document. Its type, its pages and its layout are stored in separate columns. */
export type KeptReading = Omit<FileDocument, 'document_type' | 'pages' | 'layout'>;

const FraudSignalAnswer = shape('FraudSignal', 'A sign that a document was altered.', {
  code: choice(SIGNAL_CODES),
  severity: choice(SEVERITIES),
  page: nullable(Type.Integer()),
  message: Type.String(),
});

const DOCUMENT = {
  document_id: Id,
  file_id: Id,
  document_type: choice(DOCUMENT_TYPES),
  pages: Type.Array(Type.Integer(), { minItems: 2, maxItems: 2, description: 'The first and the last page.' }),
  user_id: nullable(Id),
  is_suspicious: Type.Boolean(),
  review_status: choice(REVIEW_STATUSES),
  fraud_signals: Type.Array(FraudSignalAnswer),
  fields: Type.Record(Type.String(), Type.Unknown(), {
    description: 'The values read, by name. Tables are lists of rows. docs/documents.md describes every name.',
  }),
  file: sensitive('file', Type.String({ format: 'uri', description: 'A signed URL, valid for 15 minutes.' })),
};

export const CollectionDocumentAnswer = shape('Document', 'A document found in an uploaded file.', DOCUMENT);
export type CollectionDocumentAnswer = Static<typeof CollectionDocumentAnswer>;

/** A stored document without its content. */
export type DocumentRecord = {
  id: string;
  file_id: string;
  collection_id: string;
  user_id: string | null;
  document_type: ReadType;
  first_page: number;
  last_page: number;
  is_suspicious: boolean;
  review_status: ReviewStatus;
  created_at: Date;
};

/** A document with signs of forgery is suspicious until a person has reviewed and cleared it. */
export const isStillSuspicious = ({
  is_suspicious,
  review_status,
}: Pick<DocumentRecord, 'is_suspicious' | 'review_status'>): boolean => is_suspicious && review_status !== 'cleared';

export const presentDocument = <File extends string | null>(
  record: DocumentRecord,
  reading: KeptReading,
  file: File,
): Omit<CollectionDocumentAnswer, 'file'> & { file: File } => ({
  document_id: record.id,
  file_id: record.file_id,
  document_type: record.document_type,
  pages: [record.first_page, record.last_page],
  user_id: record.user_id,
  is_suspicious: isStillSuspicious(record),
  review_status: record.review_status,
  fraud_signals: reading.fraud_signals.map(({ code, severity, page, message }) => ({ code, severity, page, message })),
  fields: readFields(reading, shown),
  file,
});

/**
 * The fields that were read from a document, with unmasked numbers. They are shown only to a dashboard user who has
 * asked for them.
 */
export const wholeFields = (reading: KeptReading): CollectionDocumentAnswer['fields'] => readFields(reading, unmasked);

type Show = (name: string, value: string | boolean) => string | boolean | number;

const readFields = ({ fields, tables }: KeptReading, show: Show): CollectionDocumentAnswer['fields'] => ({
  ...valuesOf(fields, show),
  ...Object.fromEntries(Object.entries(tables).map(([name, rows]) => [name, rows.map((row) => valuesOf(row, show))])),
});

const valuesOf = (fields: Fields, show: Show): Record<string, string | boolean | number> =>
  Object.fromEntries(Object.entries(fields).map(([name, { value }]) => [name, show(name, inDecimals(value))]));

const IDENTITY_NUMBERS: ReadonlySet<string> = new Set(['employee_ssn', 'ssn', 'recipient_tin']);

/** Shows years as integers. */
const unmasked: Show = (name, value) =>
  typeof value === 'string' && name === 'year' && /^\d{4}$/.test(value) ? Number(value) : value;

/** Masks numbers that identify a person or an account, as the rest of the API does. */
function shown(name: string, value: string | boolean): string | boolean | number {
  if (typeof value !== 'string') return value;
  if (IDENTITY_NUMBERS.has(name)) return maskedNumber(value);
  return name === 'account_number' ? `****${value.slice(-4)}` : unmasked(name, value);
}

/** Shows only the last four digits of a number. Many documents themselves print only these four digits. */
const maskedNumber = (value: string): string => `*****${value.replace(/\D/g, '').slice(-4)}`;

export const keepReading = ({
  document_type: _type,
  pages: _pages,
  layout: _layout,
  ...reading
}: FileDocument): KeptReading => reading;

/**
 * The fields with the person's full name. Each type of document has one of these fields, except Form 1040, which has
 * `first_name` and `last_name`.
 */
const NAME_FIELDS = ['employee_name', 'recipient_name', 'holder_name', 'insured_name', 'name'] as const;

/** The name of the person on a document; undefined if no name was read. */
export function nameOn({ fields }: { fields: Record<string, Pick<Field, 'value'>> }): string | undefined {
  const names = NAME_FIELDS.flatMap((name) => textOf(fields[name]));
  const first_and_last = [...textOf(fields['first_name']), ...textOf(fields['last_name'])].join(' ');
  return names[0] ?? (first_and_last || undefined);
}

const textOf = (field: Pick<Field, 'value'> | undefined): string[] =>
  typeof field?.value === 'string' && field.value !== '' ? [field.value] : [];
