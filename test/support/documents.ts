// Support for tests with uploaded documents: sample files of sandbox people, and waiting until files are read.
import { expect } from 'vitest';
import type { Scope } from '#domain/platform/scope.ts';
import { readDocumentFile } from '#services/documents/read-files.ts';
import { ctxOf } from '#services/platform/ctx.ts';
import { SYSTEM } from '#storage/platform/db.ts';
import type { Call, TestHouse } from './house.ts';
import { until } from './jobs.ts';
import { payStubPdf } from './pay-stub-pdf.ts';

/** Returns a sample document of the sandbox in base64. `query` may name another person or a kind of tampering. */
export async function sampleOf(call: Call, kind: string, query = ''): Promise<string> {
  const response = await call('GET', `/v1/sandbox/documents/${kind}/${query}`);
  expect(response.statusCode, response.body.slice(0, 200)).toBe(200);
  return response.rawPayload.toString('base64');
}

export const fileOf = (content: string, more: object = {}) => ({
  filename: 'document.pdf',
  mime_type: 'application/pdf',
  content,
  ...more,
});

/** Returns bytes that are not a document, but are long enough to be accepted. */
export const noise = (seed = 0): string =>
  Buffer.from(Array.from({ length: 1_500 }, (_, at) => (at * 7 + seed) % 251)).toString('base64');

/** Waits until every uploaded file has a final status. */
export async function finishFiles(house: TestHouse): Promise<void> {
  const db = house.database.scoped(SYSTEM);
  await until(async () => {
    const { rowCount } = await db.query(
      `select 1 from document_files where status not in ('successful', 'failed', 'duplicate', 'invalid') limit 1`,
    );
    return rowCount === 0;
  });
}

export type CollectionBody = {
  id: string;
  status: string;
  files_count: number;
  documents_count: number;
  users_count: number;
  uploaded_files: {
    file_id: string;
    filename: string;
    status: string;
    user_id: string | null;
    external_user_id: string | null;
    validations: Record<string, boolean | null>;
    error: { message: string; detail: string } | null;
    file: string;
  }[];
  documents: {
    document_id: string;
    file_id: string;
    document_type: string;
    pages: [number, number];
    user_id: string | null;
    is_suspicious: boolean;
    review_status: string;
    fraud_signals: { code: string; severity: string; page: number | null; message: string }[];
    fields: Record<string, unknown>;
    file: string;
  }[];
  users: { id: string; external_user_id: string | null; first_name: string | null; files_count: number }[];
};

/** Creates a collection, waits until its files are read, and returns it. */
export async function collect(house: TestHouse, call: Call, body: object): Promise<CollectionBody> {
  const response = await call('POST', '/v1/documents/collections/', body);
  expect(response.statusCode, response.body).toBe(201);
  await finishFiles(house);
  return read(call, response.json().id);
}

export const read = async (call: Call, id: string): Promise<CollectionBody> =>
  (await call('GET', `/v1/documents/collections/${id}/`)).json();

/** Uploads a pay stub and reads it in this process, for tests without a worker. */
export async function uploadStub(house: TestHouse, call: Call): Promise<{ id: string; document_id: string }> {
  const content = (await payStubPdf({ net_pay: '1,597.00' })).toString('base64');
  const { id } = (await call('POST', '/v1/documents/collections/', { documents: [fileOf(content)] })).json();
  const db = house.database.scoped(SYSTEM);
  const { rows } = await db.query<Scope & { id: string }>(
    'select client_id, environment, id from document_files where collection_id = $1',
    [id],
  );
  for (const { id: file_id, ...scope } of rows) {
    const { signal } = new AbortController();
    await readDocumentFile({ asOwner: () => ctxOf(house, scope), signal, is_last_attempt: false }, file_id);
  }
  return { id, document_id: (await read(call, id)).documents[0]?.document_id ?? '' };
}
