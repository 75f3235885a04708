// The names of a link's files, `<kind>-<id>.pdf`, and the list and object that each file belongs to.
import type { Section } from './link-data.ts';

const SECTIONS = {
  statement: 'statements',
  w2: 'w2s',
  tax: 'tax_documents',
  'bank-statement': 'bank_statements',
  document: 'documents',
} as const satisfies Record<string, Section>;

export type FileSection = (typeof SECTIONS)[keyof typeof SECTIONS];
export type LinkFile = { section: FileSection; object_id: string };

const NAME = /^([a-z0-9-]+)-([0-9a-f]{32})\.pdf$/;

/**
 * Returns the list that the file belongs to, and the object in that list. Returns `undefined` if `name` is not the name
 * of a link's file.
 */
export function parseFileName(name: string): LinkFile | undefined {
  const [, kind = '', object_id = ''] = NAME.exec(name) ?? [];
  return isKind(kind) ? { section: SECTIONS[kind], object_id } : undefined;
}

const isKind = (kind: string): kind is keyof typeof SECTIONS => Object.hasOwn(SECTIONS, kind);
