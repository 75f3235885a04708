// A document that was read from an uploaded file, with the file and the result of its review.
import type { ReadDocument } from './read-documents.ts';
import type { UploadType } from './uploads.ts';

/** The statuses of a manual review. A document that looks suspicious is `pending` until it is reviewed. */
export const REVIEW_STATUSES = ['not_required', 'pending', 'cleared', 'confirmed'] as const;
export type ReviewStatus = (typeof REVIEW_STATUSES)[number];

export type UploadedDocument = ReadDocument & {
  id: string;
  /** The id by which the stored file is opened. Documents from one file have the same `file_id` and `md5sum`. */
  file_id: string;
  filename: string;
  mime_type: UploadType;
  md5sum: string;
  /** False if a person reviewed the document and cleared it. */
  is_suspicious: boolean;
  review_status: ReviewStatus;
  /** When the file was uploaded: `YYYY-MM-DDTHH:MM:SSZ`. */
  created_at: string;
};

/** Sorts by the time of upload; documents of one file by their pages. Later uploads never change the order of earlier ones. */
export const byUpload = (a: UploadedDocument, b: UploadedDocument): number =>
  a.created_at.localeCompare(b.created_at) ||
  a.file_id.localeCompare(b.file_id) ||
  a.pages[0] - b.pages[0] ||
  a.id.localeCompare(b.id);
