// The documents from which a link's data was read.
import { Type } from 'typebox';
import { choice, Id, sensitive, shape, Timestamp } from '#base/schema.ts';
import { DOCUMENT_TYPES, type DocumentType } from '#domain/documents/document-types.ts';
import { REVIEW_STATUSES, type ReviewStatus } from '#domain/documents/uploaded-documents.ts';
import type { Timed } from '#domain/platform/list-changes.ts';
import { fileNameOf } from './file-names.ts';
import type { FileUrl } from './statements.ts';

export const LinkDocumentAnswer = shape('LinkDocument', 'A document that the data of a link was read from.', {
  id: Id,
  document_type: choice(DOCUMENT_TYPES),
  filename: Type.String(),
  mime_type: Type.String(),
  file: sensitive('file', Type.String({ format: 'uri', description: 'A signed URL, valid for 15 minutes.' })),
  md5sum: Type.String({ pattern: '^[0-9a-f]{32}$' }),
  is_suspicious: Type.Boolean(),
  review_status: choice(REVIEW_STATUSES),
  created_at: Timestamp,
});

export type LinkDocument = {
  id: string;
  document_type: DocumentType;
  filename: string;
  mime_type: string;
  file_id: string;
  md5sum: string;
  is_suspicious: boolean;
  review_status: ReviewStatus;
};

export const presentLinkDocument = ({ file_id, ...document }: Timed<LinkDocument>, fileUrl: FileUrl) => ({
  ...document,
  file: fileUrl(fileNameOf('document', document.id, file_id)),
});
