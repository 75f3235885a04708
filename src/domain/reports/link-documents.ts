// Documents that a link's data was read from.
import { Type } from 'typebox';
import { choice, Id, shape, Timestamp } from '#base/schema.ts';
import type { Timed } from '#domain/platform/list-changes.ts';
import type { FileUrl } from './statements.ts';

export const DOCUMENT_TYPES = [
  'PAYSTUB',
  'W2',
  'F1099',
  'F1040',
  'BANK_STATEMENT',
  'INSURANCE_HOME_POLICY',
  'INSURANCE_AUTO_POLICY',
  'VOLUNTEER_LETTER',
  'PASSPORT',
  'GREEN_CARD',
  'DRIVER_LICENSE',
  'OTHER',
] as const;

/** The statuses of a manual review. A document that looks suspicious is `pending` until it is reviewed. */
export const REVIEW_STATUSES = ['not_required', 'pending', 'cleared', 'confirmed'] as const;

export const LinkDocumentAnswer = shape('LinkDocument', 'A document that the data of a link was read from.', {
  id: Id,
  document_type: choice(DOCUMENT_TYPES),
  filename: Type.String(),
  mime_type: Type.String(),
  file: Type.String({ format: 'uri', description: 'A signed URL, valid for 15 minutes.' }),
  md5sum: Type.String({ pattern: '^[0-9a-f]{32}$' }),
  is_suspicious: Type.Boolean(),
  review_status: choice(REVIEW_STATUSES),
  created_at: Timestamp,
});

export type LinkDocument = {
  id: string;
  document_type: (typeof DOCUMENT_TYPES)[number];
  filename: string;
  mime_type: string;
  file_id: string;
  md5sum: string;
  is_suspicious: boolean;
  review_status: (typeof REVIEW_STATUSES)[number];
};

export const documentFileName = ({ id }: { id: string }): string => `document-${id}.pdf`;

export const presentLinkDocument = ({ file_id: _id, ...document }: Timed<LinkDocument>, fileUrl: FileUrl) => ({
  ...document,
  file: fileUrl(documentFileName(document)),
});
