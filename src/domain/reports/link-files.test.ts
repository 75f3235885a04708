import { expect, test } from 'vitest';
import { fileReference } from '#domain/documents/uploads.ts';
import { fileNameOf } from './file-names.ts';
import { parseFileName } from './link-files.ts';

const id = '24d7a5c0f61b4f0c9a3ce1b2d4f60718';

test.each([
  [`statement-${id}.pdf`, 'statements'],
  [`w2-${id}.pdf`, 'w2s'],
  [`tax-${id}.pdf`, 'tax_documents'],
  [`bank-statement-${id}.pdf`, 'bank_statements'],
  [`document-${id}.heic`, 'documents'],
])('parseFileName(%s) returns the list name %s and the object id', (name, section) => {
  expect(parseFileName(name)).toEqual({ section, object_id: id });
});

test.each([
  ['application/pdf', 'pdf'],
  ['image/jpeg', 'jpg'],
  ['image/png', 'png'],
  ['image/tiff', 'tif'],
  ['image/x-ms-bmp', 'bmp'],
  ['image/heif', 'heif'],
] as const)('the name of an uploaded file of type %s ends in .%s', (type, extension) => {
  const name = fileNameOf('statement', id, fileReference('f1', type));
  expect(name).toBe(`statement-${id}.${extension}`);
  expect(parseFileName(name)).toEqual({ section: 'statements', object_id: id });
});

test('a file from a provider is always a PDF, whatever reference the provider uses for it', () => {
  expect(fileNameOf('w2', id, 'w2:2025/v1.2')).toBe(`w2-${id}.pdf`);
});

test.each([
  '',
  id,
  `${id}.pdf`,
  `-${id}.pdf`,
  `statement-${id}`,
  `statement-${id}.PDF`,
  `statement-${id.toUpperCase()}.pdf`,
  `statement-${id.slice(1)}.pdf`,
  `statement-${id}.pdf\n`,
  `statement-${id}.exe`,
  `statements-${id}.pdf`,
  `constructor-${id}.pdf`,
  `../statement-${id}.pdf`,
])('parseFileName returns undefined for %j, which is not the name of a link’s file', (name) => {
  expect(parseFileName(name)).toBeUndefined();
});
