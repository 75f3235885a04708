import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newId } from '#base/ids.ts';
import { NOT_FOUND, OTHER_ENVIRONMENT } from '#test/answers.ts';
import { collect, fileOf, finishFiles, noise, read, sampleOf } from '#test/documents.ts';
import { newClient, type TestClient, type TestHouse } from '#test/house.ts';
import { newUser, openWorkingHouse } from '#test/tasks.ts';

let house: TestHouse;
let client: TestClient;
/** A pay stub of the sample person goodlogin, and that person's name. */
let stub: string;
let name: { first_name: string; last_name: string };
beforeAll(async () => {
  house = await openWorkingHouse();
  client = await newClient(house);
  stub = await sampleOf(client.sandbox, 'paystub');
  const { documents } = await collect(house, client.sandbox, { documents: [fileOf(stub)] });
  const [first_name = '', ...rest] = String(documents[0]?.fields['employee_name']).split(' ');
  name = { first_name, last_name: rest.at(-1) ?? '' };
});
afterAll(() => house.close());

const PATH = '/v1/documents/collections/';
const invalidOf = (body: { error: { extra: { 'invalid-params': unknown } } }) => body.error.extra['invalid-params'];

describe('POST /v1/documents/collections/', () => {
  test('201: the response lists the uploaded files, each with the error null', async () => {
    const response = await client.sandbox('POST', PATH, { documents: [fileOf(stub, { filename: 'März.pdf' })] });
    expect(response.statusCode).toBe(201);
    const body = response.json();
    expect(body.collection_id).toBe(body.id);
    expect(body).toMatchObject({ files_count: 1, users_count: 0, users: [] });
    expect(body.uploaded_files).toMatchObject([
      { filename: 'März.pdf', mime_type: 'application/pdf', user_id: null, external_user_id: null, error: null },
    ]);
    await finishFiles(house);
  });

  test('201: a pay stub is read and belongs to the user whose user_id was sent with the file', async () => {
    const user_id = await newUser(client.sandbox, newId(), name);
    const collection = await collect(house, client.sandbox, { documents: [fileOf(stub, { user_id })] });
    expect(collection).toMatchObject({ status: 'processed', files_count: 1, documents_count: 1, users_count: 1 });
    expect(collection.uploaded_files[0]).toMatchObject({
      status: 'successful',
      user_id,
      error: null,
      validations: {
        is_viable_size: true,
        is_supported_type: true,
        is_accessible: true,
        is_valid: true,
        is_readable: true,
        is_unique: true,
      },
    });
    expect(collection.documents[0]).toMatchObject({
      document_type: 'PAYSTUB',
      pages: [1, 1],
      user_id,
      is_suspicious: false,
      review_status: 'not_required',
      fraud_signals: [],
    });
    expect(collection.documents[0]?.fields).toMatchObject({
      gross_pay: expect.stringMatching(/^\d+\.\d\d$/),
      pay_date: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
      earnings: expect.arrayContaining([expect.objectContaining({ current: expect.any(String) })]),
    });
    expect(collection.users).toMatchObject([{ id: user_id, files_count: 1, ...name }]);
  });

  test('201: an unknown external_user_id creates a new user', async () => {
    const external_user_id = newId();
    const { uploaded_files, users } = await collect(house, client.sandbox, {
      documents: [fileOf(stub, { external_user_id })],
    });
    expect(uploaded_files[0]).toMatchObject({ external_user_id, status: 'successful' });
    const found = await client.sandbox('GET', `/v1/users/?external_user_id=${external_user_id}`);
    expect(found.json().results[0].id).toBe(users[0]?.id);
  });

  test('201: a file without a user belongs to the user whose name is on the document', async () => {
    const other = { external_user_id: newId(), first_name: 'Max', last_name: 'Muster' };
    const owner = { external_user_id: newId(), ...name };
    const { uploaded_files, documents, users } = await collect(house, client.sandbox, {
      documents: [fileOf(stub)],
      users: [other, owner],
    });
    const owner_id = users.find(({ external_user_id }) => external_user_id === owner.external_user_id)?.id;
    expect(uploaded_files[0]).toMatchObject({ status: 'successful', user_id: owner_id });
    expect(documents[0]?.user_id).toBe(owner_id);
    expect(users.map(({ first_name, files_count }) => [first_name, files_count])).toEqual([
      ['Max', 0],
      [name.first_name, 1],
    ]);
  });

  test('201: a file gets the status failed if the name on the document is not the user’s name', async () => {
    const user_id = await newUser(client.sandbox, newId(), { first_name: 'Max', last_name: 'Muster' });
    const { uploaded_files, documents } = await collect(house, client.sandbox, {
      documents: [fileOf(stub, { user_id })],
    });
    expect(documents).toEqual([]);
    expect(uploaded_files[0]).toMatchObject({
      status: 'failed',
      error: {
        message: 'config_error',
        detail: 'The document could not be processed: the name on it does not match the user.',
      },
    });
  });

  test('201: a second file with the same bytes gets the status duplicate', async () => {
    const { uploaded_files, status } = await collect(house, client.sandbox, {
      documents: [fileOf(stub), fileOf(noise()), fileOf(stub)],
    });
    expect(uploaded_files.map((file) => file.status)).toEqual(['successful', 'invalid', 'duplicate']);
    expect(uploaded_files[2]?.validations).toMatchObject({ is_unique: false });
    expect(status).toBe('processed');
  });

  test('201: a file gets the status invalid if its bytes are not of an accepted type', async () => {
    const { uploaded_files } = await collect(house, client.sandbox, { documents: [fileOf(noise(1))] });
    expect(uploaded_files[0]).toMatchObject({
      status: 'invalid',
      validations: { is_supported_type: false, is_valid: false, is_readable: false, is_viable_size: true },
      error: { message: 'config_error', detail: 'The document could not be processed: it is damaged.' },
    });
  });

  test('400 for an unknown user', async () => {
    const unknown = newId();
    const response = await client.sandbox('POST', PATH, {
      documents: [fileOf(stub, { user_id: unknown })],
      users: [{ id: 'x' }],
    });
    expect(response.statusCode).toBe(400);
    expect(invalidOf(response.json())).toEqual([
      { field: 'documents.0.user_id', message: 'Object not found.' },
      { field: 'users.0.id', message: 'Object not found.' },
    ]);
  });

  test('400: the error lists every invalid field', async () => {
    const response = await client.sandbox('POST', PATH, { documents: [{ filename: '', mime_type: 'text/plain' }] });
    expect(invalidOf(response.json())).toEqual([
      { field: 'documents.0.filename', message: 'This field may not be blank.' },
      { field: 'documents.0.mime_type', message: '"text/plain" is not a valid choice.' },
      { field: 'documents.0.content', message: 'This field is required.' },
    ]);
  });

  test('a retry with the same Idempotency-Key creates no second collection', async () => {
    const key = { 'idempotency-key': newId() };
    const body = { documents: [fileOf(noise(2))] };
    const first = await client.sandbox('POST', PATH, body, key);
    const second = await client.sandbox('POST', PATH, body, key);
    expect(second.headers['idempotency-replayed']).toBe('true');
    expect(second.json().id).toBe(first.json().id);
    await finishFiles(house);
  });
});

describe('a word in the name of a sandbox file', () => {
  test.each([
    ['unreadable', 'invalid', 'config_error'],
    ['config_error', 'failed', 'config_error'],
    ['no_data', 'failed', 'no_data'],
  ])(
    'the word “%s” in the name of a sandbox file gives the file the status %s and the error %s',
    async (word, status, message) => {
      const { uploaded_files } = await collect(house, client.sandbox, {
        documents: [fileOf(stub, { filename: `my ${word}.pdf` })],
      });
      expect(uploaded_files[0]).toMatchObject({ status, error: { message } });
    },
  );

  test('“suspicious” makes the document suspicious, and its review is pending', async () => {
    const { documents } = await collect(house, client.sandbox, {
      documents: [fileOf(stub, { filename: 'suspicious.pdf' })],
    });
    expect(documents[0]).toMatchObject({
      is_suspicious: true,
      review_status: 'pending',
      fraud_signals: [{ code: 'edited_after_creation', severity: 'high', page: null }],
    });
  });
});

describe('GET /v1/documents/collections/', () => {
  test('200: lists collections newest first, without their files', async () => {
    const own = await newClient(house);
    house.clock.advance(1_000);
    const first = await collect(house, own.sandbox, { documents: [fileOf(noise())] });
    house.clock.advance(1_000);
    const second = await collect(house, own.sandbox, { documents: [fileOf(stub), fileOf(noise())] });
    const page = (await own.sandbox('GET', PATH)).json();
    expect(page).toMatchObject({ count: 2, next: null, previous: null });
    const { uploaded_files: _files, documents: _documents, users: _users, ...summary } = second;
    expect(page.results).toEqual([summary, expect.objectContaining({ id: first.id, documents_count: 0 })]);
  });

  test('404 for another client’s collection, and the list omits it; 403 for a collection of the other environment', async () => {
    const { id } = await collect(house, client.sandbox, { documents: [fileOf(noise(3))] });
    const other = await newClient(house);
    expect((await other.sandbox('GET', PATH)).json().count).toBe(0);
    for (const path of [`${PATH}${id}/`, `${PATH}${id}/finalize/`]) {
      expect((await other.sandbox('GET', path)).json()).toEqual(NOT_FOUND);
      expect((await client.prod('GET', path)).json()).toEqual(OTHER_ENVIRONMENT);
    }
    expect((await other.sandbox('POST', `${PATH}${id}/upload/`, { documents: [fileOf(stub)] })).statusCode).toBe(404);
  });
});

describe('POST /v1/documents/collections/{id}/upload/', () => {
  test('201: the collection gets the new file and is processed again', async () => {
    const { id } = await collect(house, client.sandbox, { documents: [fileOf(noise())] });
    const response = await client.sandbox('POST', `${PATH}${id}/upload/`, { documents: [fileOf(stub)] });
    expect(response.statusCode, response.body).toBe(201);
    expect(response.json()).toMatchObject({ files_count: 2 });
    await finishFiles(house);
    expect(await read(client.sandbox, id)).toMatchObject({ status: 'processed', documents_count: 1 });
  });

  test('400 for the 101st file of a collection', async () => {
    const files = (from: number) => ({ documents: Array.from({ length: 10 }, (_, at) => fileOf(noise(from + at))) });
    const { id } = (await client.sandbox('POST', PATH, files(0))).json();
    for (let from = 10; from < 100; from += 10) {
      expect((await client.sandbox('POST', `${PATH}${id}/upload/`, files(from))).statusCode).toBe(201);
    }
    const response = await client.sandbox('POST', `${PATH}${id}/upload/`, { documents: [fileOf(stub)] });
    expect(invalidOf(response.json())).toEqual([
      { field: 'documents', message: 'Ensure this list has no more than 0 items.' },
    ]);
    await finishFiles(house);
    expect((await read(client.sandbox, id)).files_count).toBe(100);
  });
});

describe('the signed URL of a file', () => {
  test('a file’s signed URL returns the uploaded bytes; the URL of a document points to the same file', async () => {
    const { uploaded_files, documents } = await collect(house, client.sandbox, { documents: [fileOf(stub)] });
    const url = new URL(uploaded_files[0]?.file ?? '');
    const response = await house.app.inject({ url: url.pathname + url.search });
    expect(response.statusCode).toBe(200);
    expect(response.headers['content-type']).toBe('application/pdf');
    expect(response.rawPayload.toString('base64')).toBe(stub);
    expect(new URL(documents[0]?.file ?? '').pathname).toBe(url.pathname);
  });
});
