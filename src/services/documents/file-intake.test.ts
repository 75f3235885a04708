import { afterAll, beforeAll, expect, test } from 'vitest';
import { ctxFor } from '#services/platform/ctx.ts';
import { type Db, SYSTEM } from '#storage/platform/db.ts';
import { fileOf, noise } from '#test/documents.ts';
import { newClient, openTestHouse, type TestHouse } from '#test/house.ts';
import { createCollection } from './file-intake.ts';

let house: TestHouse;
beforeAll(async () => {
  house = await openTestHouse();
});
afterAll(() => house.close());

const PATH = '/v1/documents/collections/';

test('the files of a client’s two collections are queued alternately, and all files are due immediately', async () => {
  const { sandbox } = await newClient(house);
  const collectionOf = async (seeds: number[]): Promise<string[]> => {
    const response = await sandbox('POST', PATH, { documents: seeds.map((seed) => fileOf(noise(seed))) });
    expect(response.statusCode, response.body).toBe(201);
    return response.json().uploaded_files.map(({ file_id }: { file_id: string }) => file_id);
  };
  const long = await collectionOf([1, 2, 3, 4]);
  const short = await collectionOf([5, 6]);
  const { rows } = await house.database.pool.query<{ file_id: string; is_due: boolean }>(
    `select data ->> 'file_id' as file_id, start_after <= now() as is_due from vouch_jobs.job_common
     where name = 'read_document_file' order by start_after`,
  );
  expect(rows.map(({ file_id }) => file_id)).toEqual([long[0], short[0], long[1], short[1], long[2], long[3]]);
  expect(rows.every(({ is_due }) => is_due)).toBe(true);
});

test('a new collection is returned with pending files even if a reader starts to read them before the response is sent', async () => {
  const { client_id } = await newClient(house);
  const ctx = ctxFor(house, { client_id, environment: 'sandbox' }, 0);
  const db: Db = Object.create(ctx.db, {
    transaction: {
      value: async (work: Parameters<Db['transaction']>[0]) => {
        const result = await ctx.db.transaction(work);
        await house.database.scoped(SYSTEM).query(`update document_files set status = 'validating'`);
        return result;
      },
    },
  });
  const file = {
    filename: 'stub.pdf',
    mime_type: 'application/pdf' as const,
    doc_type: null,
    content: Buffer.from('%PDF-1.4'),
  };
  const nobody = { user_id: null, external_user_id: null };
  const made = await createCollection({ ...ctx, db }, { files: [{ ...file, ...nobody }], people: [] });
  expect(made.uploaded_files.map(({ status }) => status)).toEqual(['pending']);
});
