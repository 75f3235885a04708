// The types of documents.
import { READ_TYPES } from './read-documents.ts';

/** All types of documents. The four types after `READ_TYPES` are collected, but they are not read. */
export const DOCUMENT_TYPES = [...READ_TYPES, 'VOLUNTEER_LETTER', 'PASSPORT', 'GREEN_CARD', 'DRIVER_LICENSE'] as const;
export type DocumentType = (typeof DOCUMENT_TYPES)[number];
