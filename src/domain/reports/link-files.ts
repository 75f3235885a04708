// Finds the list and the object to which a link's file belongs.
import { type FileKind, splitFileName } from './file-names.ts';
import type { Section } from './link-data.ts';

const SECTIONS = {
  statement: 'statements',
  w2: 'w2s',
  tax: 'tax_documents',
  'bank-statement': 'bank_statements',
  document: 'documents',
} as const satisfies Record<FileKind, Section>;

export type FileSection = (typeof SECTIONS)[FileKind];
export type LinkFile = { section: FileSection; object_id: string };

/**
 * Returns the list to which the file belongs, and the object in that list. Returns `undefined` if `name` is not the
 * name of a link's file.
 */
export function parseFileName(name: string): LinkFile | undefined {
  const file = splitFileName(name);
  return file && { section: SECTIONS[file.kind], object_id: file.object_id };
}
