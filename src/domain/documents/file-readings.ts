// The result of reading one uploaded file.
import type { FraudSignal } from './fraud-signals.ts';
import type { ReadDocument } from './read-documents.ts';

/** The reason why a file cannot be read. The text is part of a published error message. */
export type UnreadableReason = 'it is password protected' | 'it is damaged' | 'it is not readable';

export type FileDocument = ReadDocument & {
  fraud_signals: FraudSignal[];
  /**
   * Samples of the labels and their positions, for a comparison with the layouts of other documents. Null or absent if
   * the layout cannot be compared.
   */
  layout?: number[] | null;
};

export type FileReading = {
  /** The type that was detected from the bytes. The type that the client sent is ignored here. */
  mime_type: string;
  pages_count: number;
  documents: FileDocument[];
};

/** A drawn page: a grey PNG with `PIXELS_PER_POINT` pixels for each point of the upright page. */
export type DrawOutcome = { picture: Uint8Array } | { unreadable: UnreadableReason };

/** The resolution of drawn pages. A point is 1/72 inch, so this is 144 dpi, which is enough to read small print. */
export const PIXELS_PER_POINT = 2;

/** The page that is being read, and the number of pages of the file. */
export type PageProgress = { page: number; pages: number };

/** The response of the reader process. `is_known_type` is false if the bytes have none of the accepted types. */
export type ReadOutcome = { reading: FileReading } | { unreadable: UnreadableReason; is_known_type?: boolean };
