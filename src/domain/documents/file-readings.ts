// The result of reading one uploaded file.
import type { FraudSignal } from './fraud-signals.ts';
import type { ReadDocument } from './read-documents.ts';

/** Why a file cannot be read, in the words of the published error texts. */
export type UnreadableReason = 'it is password protected' | 'it is damaged' | 'it is not readable';

export type FileDocument = ReadDocument & { fraud_signals: FraudSignal[] };

export type FileReading = {
  /** The type that the bytes show, whatever the upload claims. */
  mime_type: string;
  pages_count: number;
  documents: FileDocument[];
};

/** The page that is being read, and the number of pages of the file. */
export type PageProgress = { page: number; pages: number };

/** What the reader process answers. `is_known_type` is false if the bytes are of no accepted type. */
export type ReadOutcome = { reading: FileReading } | { unreadable: UnreadableReason; is_known_type?: boolean };
