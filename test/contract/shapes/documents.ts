// Response schemas of uploaded documents: contract, section 15.
import {
  boolean,
  choice,
  count,
  each,
  extend,
  fileUrl,
  id,
  list,
  md5sum,
  object,
  orNull,
  type Shape,
  taskStatus,
  text,
  timestamp,
} from './words.ts';

export const MIME_TYPES = [
  'application/pdf',
  'image/jpeg',
  'image/png',
  'image/tiff',
  'image/webp',
  'image/x-ms-bmp',
  'image/heic',
  'image/heif',
] as const;
const mimeType = choice(...MIME_TYPES);
const documentType = choice(
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
);
const reviewStatus = choice('not_required', 'pending', 'cleared', 'confirmed');

/** The statuses of a collection: contract, section 15.3. */
export const COLLECTION_STATUSES = ['created', 'processing', 'processed', 'finalizing', 'done', 'error'] as const;
export const FILE_STATUSES = [
  'pending',
  'validating',
  'validated',
  'processing',
  'successful',
  'failed',
  'duplicate',
  'invalid',
] as const;
export const FINAL_FILE_STATUSES: readonly string[] = ['successful', 'failed', 'duplicate', 'invalid'];

/** Contract, section 15.5: the texts of the errors of a file or task. */
export const unprocessed = (reason: string): string => `The document could not be processed: ${reason}.`;
export const noDataOf = (subject: string): string => `No ${subject} data was found in the document.`;
const REASONS = [
  'it is password protected',
  'it is damaged',
  'it is not readable',
  'its type is not accepted for this request',
  'the name on it does not match the user',
];
const CONFIG_ERRORS = REASONS.map(unprocessed);
const NO_DATA = ['income', 'employment', 'asset', 'insurance'].map(noDataOf);
const fileError: Shape = {
  type: 'object',
  discriminator: { propertyName: 'message' },
  required: ['message'],
  oneOf: [
    object({ message: choice('config_error'), detail: choice(...CONFIG_ERRORS) }),
    object({ message: choice('no_data'), detail: choice(...NO_DATA) }),
  ],
};

export const VALIDATIONS = [
  'is_viable_size',
  'is_supported_type',
  'is_accessible',
  'is_valid',
  'is_readable',
  'is_unique',
] as const;

const uploadedFile = object({
  file_id: id,
  filename: text(255),
  mime_type: mimeType,
  status: choice(...FILE_STATUSES),
  validations: object(each(orNull(boolean), ...VALIDATIONS)),
  user_id: orNull(id),
  external_user_id: orNull(text(512)),
  file: fileUrl,
  error: orNull(fileError),
});

const fraudSignal = object({
  code: choice(
    'edited_after_creation',
    'editing_software',
    'font_mismatch',
    'overlay',
    'arithmetic_mismatch',
    'ssn_mismatch',
    'employer_mismatch',
    'template_reused',
    'image_altered',
  ),
  severity: choice('low', 'medium', 'high'),
  page: orNull({ type: 'integer', minimum: 1 }),
  message: text(),
});

/**
 * A document of a collection. `fields` contains the values that were read from the document; the contract does not
 * define their names. Section 15.5 defines the values of `review_status` for flagged documents and for unflagged
 * documents.
 */
const document = object({
  document_id: id,
  file_id: id,
  document_type: documentType,
  pages: { type: 'array', items: { type: 'integer', minimum: 1 }, minItems: 2, maxItems: 2 },
  user_id: orNull(id),
  is_suspicious: boolean,
  review_status: reviewStatus,
  fraud_signals: list(fraudSignal),
  fields: { type: 'object' },
  file: fileUrl,
});

/** A document in the list of reviews and in the response to a review: contract, section 15.5. */
export const reviewedDocument = extend(document, { collection_id: id });

export const collectionInList = object({
  collection_id: id,
  id,
  status: choice(...COLLECTION_STATUSES),
  created_at: timestamp,
  updated_at: timestamp,
  ...each(count, 'files_count', 'documents_count', 'users_count'),
});

export const collection = extend(collectionInList, {
  uploaded_files: list(uploadedFile),
  documents: list(document),
  users: list(
    object({
      id,
      external_user_id: orNull(text(512)),
      first_name: orNull(text(128)),
      last_name: orNull(text(128)),
      files_count: count,
    }),
  ),
});

/** The response of `POST …/finalize/`. A repeated call returns the current status. */
export const finalizing = object({ status: choice('finalizing'), message: choice('Collection finalization started') });
export const finalizingAgain = object({ status: choice('finalizing', 'done'), message: text() });

/** The response of `GET …/finalize/`: contract, section 15.4. */
export const finalization = object({
  status: choice('finalizing', 'done', 'error'),
  message: text(),
  product_type: choice('income', 'employment', 'assets', 'insurance'),
  ...each(orNull(id), 'link_id', 'task_id'),
  results: list(
    object({ user_id: id, link_id: id, task_id: id, status: taskStatus, error_message: orNull(text(512)) }),
  ),
  completed_at: orNull(timestamp),
});

/** The response before finalisation. The contract shows only `status` and `results`, so the product may be null. */
export const notFinalized = extend(finalization, {
  status: choice('created', 'processing', 'processed'),
  product_type: orNull(choice('income', 'employment', 'assets', 'insurance')),
  ...each({ type: 'null' }, 'link_id', 'task_id', 'completed_at'),
  results: { type: 'array', maxItems: 0 },
});

/** A document of a link: contract, section 15.6. */
export const linkDocument = object({
  id,
  document_type: documentType,
  filename: text(255),
  mime_type: mimeType,
  file: fileUrl,
  md5sum,
  is_suspicious: boolean,
  review_status: reviewStatus,
  created_at: timestamp,
});
