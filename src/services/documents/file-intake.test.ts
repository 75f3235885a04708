import { afterAll, beforeAll, expect, test } from 'vitest';
import { fileOf, noise } from '#test/documents.ts';
import { newClient, openTestHouse, type TestHouse } from '#test/house.ts';

let house: TestHouse;
beforeAll(async () => {
  house = await openTestHouse();
});
afterAll(() => house.close());

const PATH = '/v1/documents/collections/';

test('a client’s collections take turns in the queue, file by file, and all files are due at once', async () => {
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
