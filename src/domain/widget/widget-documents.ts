// Documents that a person uploads in the widget.
import { type Static, Type } from 'typebox';
import { choice, Id, nullable } from '#base/schema.ts';
import { DOCUMENT_KINDS } from '#domain/access/template-documents.ts';
import { FILE_STATUSES, type FileError, type FileStatus } from '#domain/documents/collection-files.ts';
import { DOCUMENT_TYPES } from '#domain/documents/document-types.ts';

/**
 * The reasons why an uploaded file cannot be used. For each reason, the widget has a text that tells the applicant what
 * to send instead.
 */
export const UPLOAD_PROBLEMS = [
  'password_protected',
  'damaged',
  'not_readable',
  'type_not_accepted',
  'other_name',
  'no_data',
  'duplicate',
] as const;
export type UploadProblem = (typeof UPLOAD_PROBLEMS)[number];

const UploadedFileView = Type.Object({
  file_id: Id,
  filename: Type.String(),
  doc_type: choice(DOCUMENT_KINDS),
  status: choice(FILE_STATUSES),
  is_final: Type.Boolean(),
  /**
   * The page that OCR is reading, counted from 1, and the number of pages. Both are null unless OCR is reading the
   * file.
   */
  reading: nullable(Type.Object({ page: Type.Integer(), pages: Type.Integer() })),
  problem: Type.Union([choice(UPLOAD_PROBLEMS), Type.Null()]),
  /** The types of the documents that were found in the file. The list is empty until the file is read. */
  document_types: Type.Array(choice(DOCUMENT_TYPES)),
});

/** The files that were uploaded in this visit for one suborder or, if the token has no order, for the token. */
export const UploadView = Type.Object({ files: Type.Array(UploadedFileView) });
export type UploadView = Static<typeof UploadView>;

export const UploadQuery = Type.Object({ suborder_id: Type.Optional(Type.String()) });
/** The body of a request that submits the files of a suborder or removes one of these files. */
export const UploadTarget = Type.Object({ suborder_id: Type.Optional(nullable(Type.String())) });

const PROBLEMS: readonly [words: string, problem: UploadProblem][] = [
  ['it is password protected', 'password_protected'],
  ['it is damaged', 'damaged'],
  ['its type is not accepted for this request', 'type_not_accepted'],
  ['the name on it does not match the user', 'other_name'],
];

/** Returns why a file cannot be used; null while it is being read, and if it was read successfully. */
export function problemOf({ status, error }: { status: FileStatus; error: FileError | null }): UploadProblem | null {
  if (status === 'duplicate') return 'duplicate';
  if (error === null) return null;
  if (error.message === 'no_data') return 'no_data';
  return PROBLEMS.find(([words]) => error.detail.includes(words))?.[1] ?? 'not_readable';
}
