import { afterAll, beforeAll, expect, test } from 'vitest';
import { unavailable } from '#base/errors.ts';
import type { Scope } from '#domain/platform/scope.ts';
import { type CtxParts, ctxOf } from '#services/platform/ctx.ts';
import { SYSTEM } from '#storage/platform/db.ts';
import { fileOf, read } from '#test/documents.ts';
import { newClient, openTestHouse, type TestClient, type TestHouse } from '#test/house.ts';
import { payStubPdf } from '#test/pay-stub-pdf.ts';
import { readDocumentFile } from './read-files.ts';

let house: TestHouse;
let client: TestClient;
beforeAll(async () => {
  house = await openTestHouse();
  client = await newClient(house);
});
afterAll(() => house.close());

type Uploaded = { collection_id: string; file_id: string; scope: Scope };

async function upload(): Promise<Uploaded> {
  const content = (await payStubPdf({ net_pay: '1,597.00' })).toString('base64');
  const response = await client.sandbox('POST', '/v1/documents/collections/', { documents: [fileOf(content)] });
  const { id: collection_id } = response.json();
  const { rows } = await house.database
    .scoped(SYSTEM)
    .query<Scope & { id: string }>('select client_id, environment, id from document_files where collection_id = $1', [
      collection_id,
    ]);
  const [row] = rows;
  if (row === undefined) throw new Error(response.body);
  const { id: file_id, ...scope } = row;
  return { collection_id, file_id, scope };
}

const attempt = ({ file_id, scope }: Uploaded, parts: Partial<CtxParts> = {}, is_last_attempt = false): Promise<void> =>
  readDocumentFile(
    { asOwner: () => ctxOf({ ...house, ...parts }, scope), signal: new AbortController().signal, is_last_attempt },
    file_id,
  );

const outcomeOf = async ({ collection_id }: Uploaded) =>
  (await read(client.sandbox, collection_id)).uploaded_files.map(({ status, error }) => [status, error?.detail]);

const NOT_READABLE = [['invalid', 'The document could not be processed: it is not readable.']];
const DOWN = unavailable(new Error('the file server is down'));
const without_files: Partial<CtxParts> = {
  file_store: (db) => ({ ...house.file_store(db), get: () => Promise.reject(DOWN) }),
};
/** A reader that takes the file and then fails without a result, as if the worker were killed. */
const lost_reader: Partial<CtxParts> = {
  reader: {
    load: () => ({ busy: 0, max: 1 }),
    draw: () => Promise.reject(new Error('the worker was killed')),
    async read(_bytes, { onTurn } = {}) {
      await onTurn?.();
      throw new Error('the worker was killed');
    },
  },
};

test('attempts that fail because of an outage of the file store do not count; the file is read after the outage', async () => {
  const file = await upload();
  for (let tries = 0; tries < 10; tries++) await expect(attempt(file, without_files)).rejects.toBe(DOWN);
  expect(await outcomeOf(file)).toEqual([['validating', undefined]]);
  await attempt(file);
  expect(await outcomeOf(file)).toEqual([['successful', undefined]]);
});

test('a file whose worker was killed twice is read by the third attempt', async () => {
  const file = await upload();
  for (let tries = 0; tries < 2; tries++) await expect(attempt(file, lost_reader)).rejects.toThrow('killed');
  await attempt(file);
  expect(await outcomeOf(file)).toEqual([['successful', undefined]]);
});

test('a file whose worker was killed three times is not given to a reader again', async () => {
  const file = await upload();
  for (let tries = 0; tries < 3; tries++) await expect(attempt(file, lost_reader)).rejects.toThrow('killed');
  await attempt(file, lost_reader);
  expect(await outcomeOf(file)).toEqual(NOT_READABLE);
  await attempt(file);
  expect(await outcomeOf(file)).toEqual(NOT_READABLE);
});

test('if the last attempt of the job fails, the file gets a final status, even during an outage of the file store', async () => {
  const file = await upload();
  await attempt(file, without_files, true);
  expect(await outcomeOf(file)).toEqual(NOT_READABLE);
});
