// Parses the form with which the widget uploads a file.
import type { FormBody } from '#api/platform/bodies.ts';
import { type InvalidParam, incorrect } from '#base/errors.ts';
import { DOCUMENT_KINDS, type DocumentKind } from '#domain/access/template-documents.ts';
import { FILE_BYTES_MAX, FILE_BYTES_MIN, UPLOAD_TYPES, type UploadType } from '#domain/documents/uploads.ts';
import type { WidgetFile } from '#services/widget/widget-documents.ts';

/** The maximum size of a form: the largest file, and 64 KiB for the other parts of the form. */
export const FORM_BYTES_MAX = FILE_BYTES_MAX + 65_536;

export async function readUploadForm(body: FormBody): Promise<{ suborder_id: string | null; file: WidgetFile }> {
  const form = await formOf(body);
  const doc_type = DOCUMENT_KINDS.find((kind) => kind === form.get('doc_type'));
  const file = form.get('file');
  const suborder_id = form.get('suborder_id');
  const faults = [...kindFaults(doc_type), ...fileFaults(file)];
  const mime_type = file instanceof File ? typeOf(file) : undefined;
  if (faults.length > 0 || !(file instanceof File) || doc_type === undefined || mime_type === undefined) {
    throw incorrect(...faults);
  }
  return {
    suborder_id: typeof suborder_id === 'string' && suborder_id !== '' ? suborder_id : null,
    file: { filename: plainName(file.name), mime_type, doc_type, content: new Uint8Array(await file.arrayBuffer()) },
  };
}

/** Parses the form through a `Response`, because Node.js parses forms only in the body of a request or response. */
async function formOf({ bytes, type }: FormBody): Promise<FormData> {
  try {
    return await new Response(new Uint8Array(bytes), { headers: { 'content-type': type } }).formData();
  } catch {
    throw incorrect({ field: 'body', message: 'Not a valid form.' });
  }
}

const kindFaults = (kind: DocumentKind | undefined): InvalidParam[] =>
  kind === undefined ? [{ field: 'doc_type', message: 'Not a valid choice.' }] : [];

function fileFaults(file: File | string | null): InvalidParam[] {
  const fault = (message: string): InvalidParam[] => [{ field: 'file', message }];
  if (!(file instanceof File)) return fault('This field is required.');
  if (typeOf(file) === undefined) return fault('This type of file is not accepted.');
  if (file.size < FILE_BYTES_MIN) return fault('The file is too small.');
  return file.size > FILE_BYTES_MAX ? fault('The file is too large.') : [];
}

/** Returns the type of a file. Browsers use two names for the type of BMP pictures. */
const typeOf = ({ type }: File): UploadType | undefined =>
  UPLOAD_TYPES.find((known) => known === (type === 'image/bmp' ? 'image/x-ms-bmp' : type));

const NAME_LENGTH_MAX = 255;
/** Returns the last part of a file name, because some browsers send a path as the name. */
const plainName = (name: string): string => (name.split(/[/\\]/).at(-1) ?? '').slice(-NAME_LENGTH_MAX) || 'file';
