import { expect, test } from 'vitest';
import { fileKind, fileType } from './file-kinds.ts';

test.for([
  ['stub.pdf', 'application/pdf', 'pdf', 'application/pdf'],
  ['stub', 'application/pdf', 'pdf', 'application/pdf'],
  ['stub.PDF', '', 'pdf', 'application/pdf'],
  ['image.jpg', 'image/jpeg', 'photo', 'image/jpeg'],
  ['IMG_0042.HEIC', '', 'photo', 'image/heic'],
  ['scan.tiff', 'image/tiff', 'photo', 'image/tiff'],
  ['drawing.svg', 'image/svg+xml', 'unknown', 'image/svg+xml'],
  ['letter.docx', '', 'unknown', ''],
  ['stub.pdf', 'text/html', 'unknown', 'text/html'],
  ['constructor', '', 'unknown', ''],
  ['file.constructor', '', 'unknown', ''],
] as const)('the file "%s" with the browser’s type "%s" is of the kind %s', ([name, type, kind, known_type]) => {
  expect(fileKind({ name, type })).toBe(kind);
  expect(fileType({ name, type })).toBe(known_type);
});
