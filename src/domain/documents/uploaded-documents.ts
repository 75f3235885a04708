// A document that was read from an uploaded file, with its file and the status of its review.
import type { ReadDocument } from './read-documents.ts';
import type { UploadType } from './uploads.ts';

/** The statuses of a manual review. A document that looks suspicious is `pending` until it is reviewed. */
export const REVIEW_STATUSES = ['not_required', 'pending', 'cleared', 'confirmed'] as const;
export type ReviewStatus = (typeof REVIEW_STATUSES)[number];

export type UploadedDocument = ReadDocument & {
  id: string;
  /** The id by which the stored file is opened. Documents from the same file have the same `file_id` and `md5sum`. */
  file_id: string;
  filename: string;
  mime_type: UploadType;
  md5sum: string;
  /** True for a document with signs of forgery, unless a person reviewed and cleared it. */
  is_suspicious: boolean;
  review_status: ReviewStatus;
  /** The time of the upload, as `YYYY-MM-DDTHH:MM:SSZ`. */
  created_at: string;
};

/**
 * Sorts documents by the time of upload. Documents from the same file are sorted by their pages. A later upload never
 * changes the order of earlier documents.
 */
export const byUpload = (a: UploadedDocument, b: UploadedDocument): number =>
  a.created_at.localeCompare(b.created_at) ||
  a.file_id.localeCompare(b.file_id) ||
  a.pages[0] - b.pages[0] ||
  a.id.localeCompare(b.id);
