// The types of documents.
import { READ_TYPES } from './read-documents.ts';

/** The four types after `READ_TYPES` are only collected, not read. */
export const DOCUMENT_TYPES = [...READ_TYPES, 'VOLUNTEER_LETTER', 'PASSPORT', 'GREEN_CARD', 'DRIVER_LICENSE'] as const;
export type DocumentType = (typeof DOCUMENT_TYPES)[number];
