// Determines the kind of a chosen file by its content type or, if the browser does not know the type, by its extension.
import type { ChosenFile } from '../machine/state.ts';

/** The files that the file dialog offers. Some systems recognise HEIC photos only by their extension. */
export const ACCEPTED = 'application/pdf,image/*,.heic,.heif';

/** The content type for each extension, for files whose type the browser does not know. */
const TYPES: ReadonlyMap<string, string> = new Map(
  Object.entries({
    pdf: 'application/pdf',
    jpg: 'image/jpeg',
    jpeg: 'image/jpeg',
    png: 'image/png',
    tif: 'image/tiff',
    tiff: 'image/tiff',
    webp: 'image/webp',
    bmp: 'image/bmp',
    heic: 'image/heic',
    heif: 'image/heif',
  }),
);

type Named = { name: string; type: string };

export const fileType = ({ name, type }: Named): string =>
  type === '' ? (TYPES.get(/\.([^.]+)$/.exec(name)?.[1]?.toLowerCase() ?? '') ?? '') : type;

export function fileKind(file: Named): ChosenFile['kind'] {
  const type = fileType(file);
  if (type === 'application/pdf') return 'pdf';
  return type.startsWith('image/') && type !== 'image/svg+xml' ? 'photo' : 'unknown';
}
