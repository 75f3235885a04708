// The names of a link's files in their URLs: `<kind>-<id>.pdf`. The name of an uploaded picture ends in the extension
// of the picture instead of `pdf`.
import { extensionOf } from '#domain/documents/uploads.ts';

export const FILE_KINDS = ['statement', 'w2', 'tax', 'bank-statement', 'document'] as const;
export type FileKind = (typeof FILE_KINDS)[number];

/** `file_id` is the reference by which the file is opened. */
export const fileNameOf = (kind: FileKind, object_id: string, file_id: string): string =>
  `${kind}-${object_id}.${extensionOf(file_id)}`;

const NAME = /^([a-z0-9-]+)-([0-9a-f]{32})\.([a-z]+)$/;

/**
 * The kind of the file, and the object to which the file belongs. `undefined` if `name` is not the name of a link's
 * file.
 */
export function splitFileName(name: string): { kind: FileKind; object_id: string } | undefined {
  const [, word, object_id = '', extension] = NAME.exec(name) ?? [];
  const kind = FILE_KINDS.find((known) => known === word);
  return kind === undefined || extensionOf(name) !== extension ? undefined : { kind, object_id };
}
