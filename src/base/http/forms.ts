// Parses `multipart/form-data`, the format in which a browser sends files.
import { incorrect } from '#base/errors.ts';

/** Parses the form through a `Response`, because Node.js parses forms only in the body of a request or response. */
export async function parseForm({ bytes, type }: { bytes: Uint8Array; type: string }): Promise<FormData> {
  try {
    return await new Response(new Uint8Array(bytes), { headers: { 'content-type': type } }).formData();
  } catch {
    throw incorrect({ field: 'body', message: 'Not a valid form.' });
  }
}

/** Returns a text field of the form, or null if the field is missing or empty. */
export function textIn(form: FormData, name: string): string | null {
  const value = form.get(name);
  return typeof value === 'string' && value !== '' ? value : null;
}

const NAME_LENGTH_MAX = 255;
/** Returns the last part of a file name, because some browsers send a path as the name. */
export const plainFileName = (name: string): string =>
  (name.split(/[/\\]/).at(-1) ?? '').slice(-NAME_LENGTH_MAX) || 'file';
