// The rules for upload requests: which files and people a client may send.
import { type Static, Type } from 'typebox';
import type { InvalidParam } from '#base/errors.ts';
import { choice, fileName, optionalChoice, optionalList, optionalText, shape } from '#base/schema.ts';
import type { ProductType } from '#domain/access/products.ts';
import type { DocumentKind } from '#domain/access/template-documents.ts';
import { compileCheck } from '#domain/platform/validation.ts';

/** The file name extension for each accepted type. */
const UPLOAD_EXTENSIONS = {
  'application/pdf': 'pdf',
  'image/jpeg': 'jpg',
  'image/png': 'png',
  'image/tiff': 'tif',
  'image/webp': 'webp',
  'image/x-ms-bmp': 'bmp',
  'image/heic': 'heic',
  'image/heif': 'heif',
} as const;
export type UploadType = keyof typeof UPLOAD_EXTENSIONS;
const isUploadType = (type: string): type is UploadType => Object.hasOwn(UPLOAD_EXTENSIONS, type);
export const UPLOAD_TYPES: readonly UploadType[] = Object.keys(UPLOAD_EXTENSIONS).filter(isUploadType);

/** The file name in a signed URL. The client's own file name is not used, because it may contain personal data. */
export const uploadName = (type: UploadType): string => `upload.${UPLOAD_EXTENSIONS[type]}`;
export const isUploadName = (name: string): boolean => UPLOAD_TYPES.some((type) => uploadName(type) === name);

/**
 * The reference to an uploaded file in the data of a link. It consists of the id of the file and, unless the file is a
 * PDF, the extension. So the file name for a URL can be formed without reading the file.
 */
export const fileReference = (id: string, type: UploadType): string =>
  type === 'application/pdf' ? id : `${id}.${UPLOAD_EXTENSIONS[type]}`;
export const idOfReference = (reference: string): string => reference.split('.')[0] ?? '';
const PICTURE_EXTENSIONS: readonly string[] = Object.values(UPLOAD_EXTENSIONS).filter((one) => one !== 'pdf');
/** The extension of the file with this reference. Files that come from providers are always PDFs. */
export const extensionOf = (reference: string): string =>
  PICTURE_EXTENSIONS.find((extension) => reference.endsWith(`.${extension}`)) ?? 'pdf';

/** The minimum and the maximum size of a file in bytes, after `content` is decoded from base64. */
export const FILE_BYTES_MIN = 1_000;
export const FILE_BYTES_MAX = 10_000_000;
const UPLOADED_AT_ONCE_MAX = 10;
export const COLLECTION_FILES_MAX = 100;
const COLLECTION_USERS_MAX = 100;
/** The maximum size of an upload: ten files of ten megabytes each, in base64. */
export const UPLOAD_BYTES_MAX = 140 * 1_048_576;

const NewDocument = shape('NewDocument', 'A file to read.', {
  filename: fileName('stub.pdf'),
  mime_type: choice(UPLOAD_TYPES),
  content: Type.String({
    minLength: 1_336,
    maxLength: 13_333_336,
    format: 'base64',
    description: 'The file in base64; a file has 1 kB to 10 MB.',
  }),
  user_id: optionalText(128, { description: 'The user whom the file is about. Not together with external_user_id.' }),
  external_user_id: optionalText(512, {
    description: 'Your own id for this person. A user is created if none has this id.',
  }),
});

const NewCollectionUser = shape('NewCollectionUser', 'A person whom the files may be about.', {
  id: optionalText(128, { description: 'The id of an existing user.' }),
  external_user_id: optionalText(512),
  first_name: optionalText(128),
  last_name: optionalText(128),
});

const documents = Type.Array(NewDocument, { minItems: 1, maxItems: UPLOADED_AT_ONCE_MAX });

export const NewUpload = shape('NewDocumentUpload', 'Further files for a collection.', { documents });

export const NewCollection = shape('NewDocumentCollection', 'Files, and the people whom they are about.', {
  documents,
  users: optionalList(NewCollectionUser, COLLECTION_USERS_MAX),
});
export type NewCollection = Static<typeof NewCollection>;

/** The products that can be verified with documents. */
export const DOCUMENT_PRODUCTS = ['income', 'employment', 'assets', 'insurance'] as const satisfies ProductType[];
export const Finalization = shape('NewDocumentFinalization', 'What the files shall verify.', {
  product_type: optionalChoice(DOCUMENT_PRODUCTS),
});

const checkUpload = compileCheck(NewUpload, 'body');
const checkCollection = compileCheck(NewCollection, 'body');

/**
 * Returns the validation errors of a request that creates a collection (`with_users` is true) or adds files to a
 * collection (`with_users` is false).
 */
export function uploadFaults(sent: unknown, with_users: boolean): InvalidParam[] {
  const faults = with_users ? checkCollection(sent) : checkUpload(sent);
  const lists = isRecord(sent) ? sent : {};
  return [
    ...faults,
    ...recordsIn(lists['documents']).flatMap(addresseeFaults),
    ...(with_users ? recordsIn(lists['users']).flatMap(personFaults) : []),
  ];
}

type Sent = Readonly<Record<string, unknown>>;
const isRecord = (value: unknown): value is Sent => typeof value === 'object' && value !== null;
/**
 * Returns only those items of the list that are objects. Other items are skipped, because the schema check reports
 * them.
 */
const recordsIn = (list: unknown): { value: Sent; at: number }[] =>
  Array.isArray(list) ? list.flatMap((value: unknown, at) => (isRecord(value) ? [{ value, at }] : [])) : [];
const isGiven = (value: unknown): boolean => typeof value === 'string' && value !== '';

const addresseeFaults = ({ value, at }: { value: Sent; at: number }): InvalidParam[] =>
  isGiven(value['user_id']) && isGiven(value['external_user_id'])
    ? [{ field: `documents.${at}.user_id`, message: 'Give either user_id or external_user_id, not both.' }]
    : [];

const personFaults = ({ value, at }: { value: Sent; at: number }): InvalidParam[] =>
  isGiven(value['id']) || isGiven(value['external_user_id'])
    ? []
    : [{ field: `users.${at}.external_user_id`, message: 'This field is required.' }];

/** A file from a request, with its content decoded. */
export type UploadedFile = {
  filename: string;
  mime_type: UploadType;
  content: Uint8Array;
  /** The kind of document that the person chose in the widget; null for files that come through the API. */
  doc_type: DocumentKind | null;
  user_id: string | null;
  external_user_id: string | null;
};

/** A person from a request. If the person has an `id`, the user already exists. */
export type UploadedPerson = {
  id: string | null;
  external_user_id: string | null;
  first_name: string | null;
  last_name: string | null;
};

export type Upload = { files: UploadedFile[]; people: UploadedPerson[] };

export const toUpload = ({ documents, users = [] }: NewCollection): Upload => ({
  files: documents.map(({ filename, mime_type, content, user_id, external_user_id }) => ({
    filename,
    mime_type,
    content: Buffer.from(content, 'base64'),
    doc_type: null,
    user_id: user_id || null,
    external_user_id: external_user_id || null,
  })),
  people: users.map(({ id, external_user_id, first_name, last_name }) => ({
    id: id || null,
    external_user_id: external_user_id || null,
    first_name: first_name || null,
    last_name: last_name || null,
  })),
});
