// Parses the form with which the widget uploads a file.
import type { FormBody } from '#api/platform/bodies.ts';
import { type InvalidParam, incorrect } from '#base/errors.ts';
import { parseForm, plainFileName, textIn } from '#base/http/forms.ts';
import { DOCUMENT_KINDS, type DocumentKind } from '#domain/access/template-documents.ts';
import { IMPORT_FILE_BYTES_MAX } from '#domain/connections/imports.ts';
import { FILE_BYTES_MAX, FILE_BYTES_MIN, UPLOAD_TYPES, type UploadType } from '#domain/documents/uploads.ts';
import type { WidgetFile } from '#services/widget/widget-documents.ts';

/** The maximum size of a form: the largest file, and 64 KiB for the other parts of the form. */
export const FORM_BYTES_MAX = FILE_BYTES_MAX + 65_536;
/**
 * The maximum size of a form with an imported file. A worker thread parses such a form, because parsing takes too long
 * for the main thread.
 */
export const IMPORT_FORM_BYTES_MAX = IMPORT_FILE_BYTES_MAX + 65_536;

export async function readUploadForm(body: FormBody): Promise<{ suborder_id: string | null; file: WidgetFile }> {
  const form = await parseForm(body);
  const doc_type = DOCUMENT_KINDS.find((kind) => kind === form.get('doc_type'));
  const file = form.get('file');
  const faults = [...kindFaults(doc_type), ...fileFaults(file)];
  const mime_type = file instanceof File ? typeOf(file) : undefined;
  if (faults.length > 0 || !(file instanceof File) || doc_type === undefined || mime_type === undefined) {
    throw incorrect(...faults);
  }
  return {
    suborder_id: textIn(form, 'suborder_id'),
    file: {
      filename: plainFileName(file.name),
      mime_type,
      doc_type,
      content: new Uint8Array(await file.arrayBuffer()),
    },
  };
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

/** Returns the type of a file. Browsers use two names for the type of BMP pictures, and both are accepted. */
const typeOf = ({ type }: File): UploadType | undefined =>
  UPLOAD_TYPES.find((known) => known === (type === 'image/bmp' ? 'image/x-ms-bmp' : type));
