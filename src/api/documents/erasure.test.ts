import { afterAll, beforeAll, expect, test } from 'vitest';
import { newId } from '#base/ids.ts';
import { SYSTEM } from '#storage/platform/db.ts';
import { collect, fileOf, read, sampleOf } from '#test/documents.ts';
import { newClient, type TestClient, type TestHouse } from '#test/house.ts';
import { finishTasks, newUser, openWorkingHouse } from '#test/tasks.ts';

let house: TestHouse;
let client: TestClient;
beforeAll(async () => {
  house = await openWorkingHouse();
  client = await newClient(house);
});
afterAll(() => house.close());

const rowsOf = async (sql: string, id: string): Promise<number> =>
  (await house.database.scoped(SYSTEM).query(sql, [id])).rowCount;

test('erasing a user erases the user’s files and every document in them, but no files or documents of other users in the same collection', async () => {
  const stub = await sampleOf(client.sandbox, 'paystub');
  const other_stub = await sampleOf(client.sandbox, 'paystub', '?index=1');
  const [gone, left] = [await newUser(client.sandbox, newId()), await newUser(client.sandbox, newId())];
  const { id, uploaded_files } = await collect(house, client.sandbox, {
    documents: [fileOf(stub, { user_id: gone, filename: 'suspicious.pdf' }), fileOf(other_stub, { user_id: left })],
  });
  const numbered = `select 1 from document_numbers n join documents d on d.id = n.document_id where d.collection_id = $1`;
  const numbers = await rowsOf(numbered, id);
  await client.sandbox('POST', `/v1/documents/collections/${id}/finalize/`);
  await finishTasks(house);
  // Adds to the user's file a document that belongs to no user, because the name on it matched nobody.
  const unmatched = uploaded_files[0]?.file_id ?? '';
  await house.database.scoped(SYSTEM).query(
    `insert into documents select client_id, environment, $2, collection_id, file_id, null, document_type, first_page,
         last_page, is_suspicious, figures_hash, sealed, created_at from documents where file_id = $1`,
    [unmatched, newId()],
  );
  expect((await client.sandbox('DELETE', `/v1/users/${gone}/`)).statusCode).toBe(204);
  expect(await read(client.sandbox, id)).toMatchObject({
    status: 'done',
    files_count: 1,
    documents_count: 1,
    users_count: 1,
    uploaded_files: [{ user_id: left }],
    documents: [{ user_id: left }],
    users: [{ id: left }],
  });
  const reviews = (await client.sandbox('GET', '/v1/documents/reviews/')).json();
  expect(reviews.count).toBe(0);
  const url = new URL(uploaded_files[0]?.file ?? '');
  expect((await house.app.inject({ url: url.pathname + url.search })).statusCode).toBe(404);
  for (const table of ['document_files', 'documents', 'document_collection_users']) {
    expect(await rowsOf(`select 1 from ${table} where user_id = $1`, gone)).toBe(0);
  }
  expect(numbers).toBeGreaterThan(0);
  expect(await rowsOf(numbered, id)).toBe(numbers / 2);
  expect(await rowsOf('select 1 from documents where file_id = $1', unmatched)).toBe(0);
  expect(await rowsOf('select 1 from file_removals where id = $1', unmatched)).toBe(1);
});

test('the database tables of documents store no name, no amount and no file content in plain text', async () => {
  const stub = await sampleOf(client.sandbox, 'paystub');
  const user_id = await newUser(client.sandbox, newId());
  const { documents } = await collect(house, client.sandbox, {
    documents: [fileOf(stub, { user_id, filename: 'Jane Roe March.pdf' })],
  });
  const fields = documents[0]?.fields ?? {};
  const secrets = ['Jane Roe', String(fields['employee_name']), String(fields['gross_pay']), '%PDF-'];
  for (const table of ['document_collections', 'document_files', 'documents', 'document_reviews', 'file_contents']) {
    const { rows } = await house.database
      .scoped(SYSTEM)
      .query<{ text: string }>(`select encode(convert_to(t::text, 'utf8'), 'escape') as text from ${table} t`);
    for (const { text } of rows) {
      const bytes = Buffer.from(
        text.replace(/\\x([0-9a-f]+)/g, (_, hex: string) => Buffer.from(hex, 'hex').toString('latin1')),
      );
      for (const secret of secrets) expect(bytes.includes(secret)).toBe(false);
    }
  }
});
