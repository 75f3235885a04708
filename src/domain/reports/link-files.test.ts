import { expect, test } from 'vitest';
import { bankStatementFileName } from './bank-statements.ts';
import { parseFileName } from './link-files.ts';
import { statementFileName, w2FileName } from './statements.ts';
import { taxFileName } from './tax-documents.ts';

const id = '24d7a5c0f61b4f0c9a3ce1b2d4f60718';

test.each([
  [statementFileName({ id }), 'statements'],
  [w2FileName({ id }), 'w2s'],
  [taxFileName({ id }), 'tax_documents'],
  [bankStatementFileName({ id }), 'bank_statements'],
])('parseFileName(%s) returns the list %s and the object id', (name, section) => {
  expect(parseFileName(name)).toEqual({ section, object_id: id });
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
  `statements-${id}.pdf`,
  `constructor-${id}.pdf`,
  `../statement-${id}.pdf`,
])('parseFileName returns undefined for %j, which is not the name of a link’s file', (name) => {
  expect(parseFileName(name)).toBeUndefined();
});
