// Uploads documents, waits until they are read, and finalises collections. Every response is checked against its
// schema, as in walk.ts.
import PdfDocument from 'pdfkit';
import { finishFiles, sampleOf } from '#test/documents.ts';
import { until } from '#test/jobs.ts';
import { collection, finalization, finalizing } from './documents.ts';
import { startWalk } from './walk.ts';

export const COLLECTIONS = '/v1/documents/collections/';
export const urlOf = ({ id }: { id: string }): string => `${COLLECTIONS}${id}/`;

export type UploadedFile = {
  file_id: string;
  filename: string;
  mime_type: string;
  status: string;
  validations: Record<string, boolean | null>;
  user_id: string | null;
  external_user_id: string | null;
  file: string;
  error: { message: string; detail: string } | null;
};
export type ReadDocument = {
  document_id: string;
  file_id: string;
  document_type: string;
  pages: number[];
  user_id: string | null;
  is_suspicious: boolean;
  review_status: string;
  fraud_signals: { code: string; severity: string; page: number | null; message: string }[];
  fields: Record<string, unknown>;
  file: string;
};
export type Collection = {
  collection_id: string;
  id: string;
  status: string;
  created_at: string;
  updated_at: string;
  files_count: number;
  documents_count: number;
  users_count: number;
  uploaded_files: UploadedFile[];
  documents: ReadDocument[];
  users: {
    id: string;
    external_user_id: string | null;
    first_name: string | null;
    last_name: string | null;
    files_count: number;
  }[];
};
export type Result = {
  user_id: string;
  link_id: string;
  task_id: string;
  status: string;
  error_message: string | null;
};
export type Finalization = {
  status: string;
  message: string;
  product_type: string;
  link_id: string | null;
  task_id: string | null;
  results: Result[];
  completed_at: string | null;
};

/** Opens the service for the calling test file as `startWalk` does, and adds functions for documents. */
export function startUploads() {
  const walk = startWalk();

  /** Returns a sample document of the sandbox, in base64. */
  const sample = (kind: string, query = ''): Promise<string> => sampleOf(walk.acme().sandbox, kind, query);

  const create = (body: object): Promise<Collection> => walk.expectAnswer(201, collection, 'POST', COLLECTIONS, body);
  const upload = (to: { id: string }, documents: object[]): Promise<Collection> =>
    walk.expectAnswer(201, collection, 'POST', `${urlOf(to)}upload/`, { documents });
  const reread = (of: { id: string }): Promise<Collection> => walk.expectRead(collection, urlOf(of));

  /**
   * Waits until all files of the collection are final, and returns the collection. The response before the wait is
   * checked too. During the wait, a query checks the files, because it costs far less than the endpoint.
   */
  async function settled(of: { id: string }): Promise<Collection> {
    await reread(of);
    await finishFiles(walk.house());
    await until(async () => !['created', 'processing'].includes((await reread(of)).status));
    return reread(of);
  }
  const collect = async (body: object): Promise<Collection> => settled(await create(body));

  /** Waits until all tasks of the finalised collection have ended, and returns the result. */
  async function finalized(of: { id: string }): Promise<Finalization> {
    const read = (): Promise<Finalization> => walk.expectRead(finalization, `${urlOf(of)}finalize/`);
    await read();
    await walk.finish();
    await until(async () => (await read()).status !== 'finalizing');
    return read();
  }
  async function finalize(of: { id: string }, body?: object): Promise<Finalization> {
    await walk.expectAnswer(202, finalizing, 'POST', `${urlOf(of)}finalize/`, body);
    return finalized(of);
  }

  /**
   * Uploads the documents to a new collection and finalises the collection. Returns the result of the collection's
   * first user.
   */
  async function connectDocuments(documents: object[], product_type = 'income'): Promise<Result> {
    const { results } = await finalize(await collect({ documents }), { product_type });
    if (results[0] === undefined) throw new Error('the collection has no result');
    return results[0];
  }

  return { ...walk, walk, sample, create, upload, reread, settled, collect, finalized, finalize, connectDocuments };
}

/** Returns a PDF that contains the given lines of text. The PDF is encoded in base64. */
export async function drawn(lines: readonly string[], options: object = {}): Promise<string> {
  const pdf = new PdfDocument({ size: 'LETTER', ...options });
  const chunks: Buffer[] = [];
  pdf.on('data', (chunk: Buffer) => chunks.push(chunk));
  const ended = new Promise((resolve) => pdf.on('end', resolve));
  pdf.fontSize(10);
  for (const line of lines) pdf.text(line);
  pdf.end();
  await ended;
  return Buffer.concat(chunks).toString('base64');
}

const SENTENCE = 'The garden was quiet in the morning and the gate stood open to the lane.';
/** Returns a readable PDF that does not belong to any document type of section 15.2. */
export const letter = (): Promise<string> => drawn(Array.from({ length: 30 }, () => SENTENCE));

/** Decodes the base64 content, keeps only its first `bytes` bytes, and returns these in base64. */
export const cutOff = (content: string, bytes: number): string =>
  Buffer.from(content, 'base64').subarray(0, bytes).toString('base64');
