// An uploaded file: its statuses, its validations, and the errors that it may have.
import { type Static, Type } from 'typebox';
import { choice, Id, nullable, sensitive, shape } from '#base/schema.ts';
import type { ProductType } from '#domain/access/products.ts';
import type { UnreadableReason } from './file-readings.ts';

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
export type FileStatus = (typeof FILE_STATUSES)[number];

const FINAL: ReadonlySet<FileStatus> = new Set(['successful', 'failed', 'duplicate', 'invalid']);
export const isFinalFile = (status: FileStatus): boolean => FINAL.has(status);

const flag = (description: string) => nullable(Type.Boolean({ description }));
export const Validations = shape('DocumentFileValidations', 'What was checked; null while the file is pending.', {
  is_viable_size: flag('The file has 1 kB to 10 MB.'),
  is_supported_type: flag('The bytes are a PDF or a picture.'),
  is_accessible: flag('The file needs no password.'),
  is_valid: flag('The file is not damaged.'),
  is_readable: flag('Text was found in the file.'),
  is_unique: flag('The collection has no other file with the same bytes.'),
});
export type Validations = Static<typeof Validations>;

const all = (value: boolean | null): Validations => ({
  is_viable_size: value,
  is_supported_type: value,
  is_accessible: value,
  is_valid: value,
  is_readable: value,
  is_unique: value,
});
export const NOT_VALIDATED = all(null);
export const VALID = all(true);
/**
 * A duplicate file is not read. It has the same validations as the first file with the same bytes, except `is_unique`.
 */
export const duplicateOf = (original: Validations): Validations => ({
  ...original,
  is_viable_size: true,
  is_unique: false,
});

/** The validations of a file that could not be read. `is_known_type` says whether the bytes have an accepted type. */
export function failedValidations(reason: UnreadableReason, is_known_type: boolean): Validations {
  return {
    ...VALID,
    is_supported_type: is_known_type,
    is_accessible: reason !== 'it is password protected',
    is_valid: reason !== 'it is damaged' && is_known_type,
    is_readable: false,
  };
}

export const FileError = shape('DocumentFileError', 'Why a file could not be used.', {
  message: choice(['config_error', 'no_data']),
  detail: Type.String(),
});
export type FileError = Static<typeof FileError>;

type ConfigReason =
  | UnreadableReason
  | 'its type is not accepted for this request'
  | 'the name on it does not match the user';

export const configError = (reason: ConfigReason): FileError => ({
  message: 'config_error',
  detail: `The document could not be processed: ${reason}.`,
});

const DATA_OF: Partial<Record<ProductType, string>> = {
  employment: 'employment',
  assets: 'asset',
  transactions: 'asset',
  insurance: 'insurance',
};

export const noDataText = (product: ProductType): string =>
  `No ${DATA_OF[product] ?? 'income'} data was found in the document.`;
export const noData = (product: ProductType): FileError => ({ message: 'no_data', detail: noDataText(product) });

export const CollectionFileAnswer = shape('DocumentFile', 'An uploaded file.', {
  file_id: Id,
  filename: Type.String(),
  mime_type: Type.String(),
  status: choice(FILE_STATUSES),
  validations: Validations,
  user_id: nullable(Id),
  external_user_id: nullable(Type.String()),
  file: sensitive('file', Type.String({ format: 'uri', description: 'A signed URL, valid for 15 minutes.' })),
  error: Type.Union([FileError, Type.Null()]),
});
export type CollectionFileAnswer = Static<typeof CollectionFileAnswer>;
