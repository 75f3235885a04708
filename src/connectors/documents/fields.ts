// Returns values that were read from a document, converted to a given type. The result is null if the value was not
// read or has another type.
import { isDate } from '#base/calendar.ts';
import type { Fields } from '#domain/documents/read-documents.ts';
import type { UploadedDocument } from '#domain/documents/uploaded-documents.ts';
import { fileReference } from '#domain/documents/uploads.ts';

export function amountOf(fields: Fields, name: string): bigint | null {
  const value = fields[name]?.value;
  return typeof value === 'bigint' ? value : null;
}

export function textOf(fields: Fields, name: string): string | null {
  const value = fields[name]?.value;
  const text = typeof value === 'string' ? value.replace(/\s+/g, ' ').trim() : '';
  return text === '' ? null : text;
}

export function dateOf(fields: Fields, name: string): string | null {
  const text = textOf(fields, name);
  return text !== null && isDate(text) ? text : null;
}

export function yearOf(fields: Fields, name: string): number | null {
  const text = textOf(fields, name);
  return text !== null && /^(?:19|20)\d{2}$/.test(text) ? Number(text) : null;
}

/** Returns the nine digits of an SSN or EIN, or null if digits are masked. */
export function nineDigits(fields: Fields, name: string): string | null {
  const digits = textOf(fields, name)?.replaceAll(/[- ]/g, '') ?? '';
  return /^\d{9}$/.test(digits) ? digits : null;
}

/** Returns the value from the first document that has the value. */
export function firstOf<Value>(
  documents: readonly UploadedDocument[],
  valueOf: (document: UploadedDocument) => Value | null,
): Value | null {
  for (const document of documents) {
    const value = valueOf(document);
    if (value !== null) return value;
  }
  return null;
}

/** The file from which an object was read. */
export const fileOf = ({ file_id, mime_type, md5sum }: UploadedDocument) => ({
  file_id: fileReference(file_id, mime_type),
  md5sum,
});
