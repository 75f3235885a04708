// The review of documents that look altered: a person clears the document or confirms the suspicion.
import { type Static, Type } from 'typebox';
import { choice, Id, nullable, PAGING, requiredText, sensitive, shape } from '#base/schema.ts';
import { CollectionDocumentAnswer } from './collection-documents.ts';
import { REVIEW_STATUSES } from './uploaded-documents.ts';

export const NewReview = shape('NewDocumentReview', 'The decision of a person about a suspicious document.', {
  review_status: choice(['cleared', 'confirmed']),
  note: requiredText(2_000, { description: 'Why the person decided so.' }),
});
export type NewReview = Static<typeof NewReview>;

export const ReviewListQuery = Type.Object({
  review_status: Type.Optional(choice(REVIEW_STATUSES)),
  ...PAGING,
});
export type ReviewListQuery = Static<typeof ReviewListQuery>;

export const ReviewedDocument = shape('ReviewedDocument', 'A document that needs or had a review.', {
  ...CollectionDocumentAnswer.properties,
  file: sensitive(
    'file',
    nullable(
      Type.String({
        format: 'uri',
        description: 'A signed URL, valid for 15 minutes. Null: the file is being removed.',
      }),
    ),
  ),
  collection_id: Id,
});
export type ReviewedDocument = Static<typeof ReviewedDocument>;
