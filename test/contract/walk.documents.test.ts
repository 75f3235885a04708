// Contract, sections 15.1 and 15.2: creating, listing and reading collections of documents, and uploading files.
import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { newId } from '#base/ids.ts';
import { invalid, NOT_FOUND, OTHER_ENVIRONMENT } from '#test/answers.ts';
import { fileOf, noise } from '#test/documents.ts';
import { newClient } from '#test/house.ts';
import { collectionInList, MIME_TYPES, VALIDATIONS } from './shapes/documents.ts';
import { expectFile } from './shapes/files.ts';
import { PATHS } from './shapes/paths.ts';
import { COLLECTIONS, type Collection, startUploads, urlOf } from './shapes/uploads.ts';
import { page } from './shapes/words.ts';

const { walk, expectRead, expectRefused, newUser, sample, create, upload, settled, collect } = startUploads();

const PENDING = Object.fromEntries(VALIDATIONS.map((name) => [name, null]));
const md5 = (content: string): string => createHash('md5').update(Buffer.from(content, 'base64')).digest('hex');
/** Returns meaningless content in base64, with exactly `characters` characters. */
const contentOf = (characters: number): string => Buffer.alloc((characters / 4) * 3 - 2, 7).toString('base64');
const files = (count: number, seed = 0) => Array.from({ length: count }, (_, at) => fileOf(noise(seed + at)));

type Params = { field: string; message: string }[];
async function refused(url: string, body: object): Promise<Params> {
  return (await expectRefused(400, 'POST', url, body)).error.extra['invalid-params'];
}
const refusedFile = (more: object) => refused(COLLECTIONS, { documents: [fileOf(noise(), more)] });

describe('section 15.1: POST /v1/documents/collections/', () => {
  test('201: a new collection lists its files, which are pending and can be downloaded, but has no documents', async () => {
    const content = await sample('paystub');
    const created = await create({ documents: [fileOf(content, { filename: 'stub of February.pdf' })] });
    expect(created.collection_id).toBe(created.id);
    expect(['created', 'processing']).toContain(created.status);
    expect(created).toMatchObject({ files_count: 1, documents_count: 0, users_count: 0, documents: [], users: [] });
    expect(created.uploaded_files).toMatchObject([
      {
        filename: 'stub of February.pdf',
        mime_type: 'application/pdf',
        status: 'pending',
        validations: PENDING,
        user_id: null,
        external_user_id: null,
        error: null,
      },
    ]);
    for (const { file } of created.uploaded_files) await expectFile(walk.house(), file, md5(content));
  });

  test('201: a file with a user_id belongs to the user with this id', async () => {
    const external_user_id = newId();
    const user_id = await newUser({ external_user_id });
    const created = await create({ documents: files(2).map((file) => ({ ...file, user_id })) });
    expect(created.uploaded_files).toMatchObject([
      { user_id, external_user_id },
      { user_id, external_user_id },
    ]);
    expect(created.users_count).toBe(1);
    expect(created.users).toEqual([
      { id: user_id, external_user_id, first_name: null, last_name: null, files_count: 2 },
    ]);
  });

  test('201: a file with a known external_user_id belongs to that user; an unknown external_user_id creates a user', async () => {
    const [known, unknown] = [newId(), newId()];
    const user_id = await newUser({ external_user_id: known });
    const [first, second] = files(2);
    const { users } = await create({
      documents: [
        { ...first, external_user_id: known },
        { ...second, external_user_id: unknown },
      ],
    });
    expect(users).toHaveLength(2);
    expect(users.find(({ external_user_id }) => external_user_id === known)?.id).toBe(user_id);
    const list = (await walk.send('GET', `/v1/users/?external_user_id=${unknown}`)).json();
    expect(list.count).toBe(1);
    expect(users.find(({ external_user_id }) => external_user_id === unknown)?.id).toBe(list.results[0].id);
  });

  test('201: the field `users` lists people by id, or by external_user_id and name; an unknown external_user_id creates a user', async () => {
    const external_user_id = newId();
    const id = await newUser({ first_name: 'Ines', last_name: 'Calloway' });
    const created = await create({
      documents: files(1),
      users: [{ id }, { external_user_id, first_name: 'Wren', last_name: 'Tolliver' }],
    });
    expect(created.users_count).toBe(2);
    expect(created.users).toMatchObject([
      { id, first_name: 'Ines', last_name: 'Calloway' },
      { external_user_id, first_name: 'Wren', last_name: 'Tolliver' },
    ]);
    const user = (await walk.send('GET', `/v1/users/${created.users[1]?.id}/`)).json();
    expect(user).toMatchObject({ external_user_id, first_name: 'Wren', last_name: 'Tolliver' });
  });

  test('201: every listed MIME type is accepted', async () => {
    const documents = MIME_TYPES.map((mime_type, at) => fileOf(noise(at), { mime_type }));
    const created = await create({ documents });
    expect(created.uploaded_files.map(({ mime_type }) => mime_type)).toEqual(MIME_TYPES);
  });

  test('201 for 10 files; 400 for 11 files, for an empty list, and for a value that is not a list', async () => {
    expect((await create({ documents: files(10) })).files_count).toBe(10);
    const refusal = (documents: unknown) => expectRefused(400, 'POST', COLLECTIONS, { documents });
    expect(await refusal(files(11))).toEqual(invalid(['documents', 'Ensure this list has no more than 10 items.']));
    expect(await refusal([])).toEqual(invalid(['documents', 'This list may not be empty.']));
    expect(await refusal(null)).toEqual(invalid(['documents', 'This field may not be null.']));
    expect(await refusal('x')).toEqual(invalid(['documents', 'Expected a list of items.']));
    expect(await refusal(undefined)).toEqual(invalid(['documents', 'This field is required.']));
    expect(await refusal(['x'])).toEqual(invalid(['documents.0', 'Invalid data. Expected an object.']));
  });

  test('201 for a filename of 1 or 255 characters; 400 if the filename has 256 characters, is missing, or contains a path', async () => {
    const names = ['a', `${'a'.repeat(251)}.pdf`];
    const created = await create({ documents: names.map((filename, at) => fileOf(noise(at), { filename })) });
    expect(created.uploaded_files.map(({ filename }) => filename)).toEqual(names);
    const field = 'documents.0.filename';
    expect(await refusedFile({ filename: 'a'.repeat(256) })).toEqual([
      { field, message: 'Ensure this field has no more than 255 characters.' },
    ]);
    expect(await refusedFile({ filename: '' })).toEqual([{ field, message: 'This field may not be blank.' }]);
    expect(await refusedFile({ filename: null })).toEqual([{ field, message: 'This field may not be null.' }]);
    expect(await refusedFile({ filename: undefined })).toEqual([{ field, message: 'This field is required.' }]);
    expect(await refusedFile({ filename: 5 })).toEqual([{ field, message: 'Not a valid string.' }]);
    for (const filename of ['a/b.pdf', '/etc/passwd', '..\\b.pdf', 'a\\']) {
      expect(await refusedFile({ filename })).toMatchObject([{ field }]);
    }
  });

  test('400 for a MIME type that is missing or not listed', async () => {
    const field = 'documents.0.mime_type';
    for (const mime_type of ['text/plain', 'image/gif', 'image/bmp', 'application/PDF']) {
      expect(await refusedFile({ mime_type })).toEqual([{ field, message: `"${mime_type}" is not a valid choice.` }]);
    }
    expect(await refusedFile({ mime_type: undefined })).toEqual([{ field, message: 'This field is required.' }]);
    expect(await refusedFile({ mime_type: null })).toEqual([{ field, message: 'This field may not be null.' }]);
  });

  test('201 for content of 1,336 or 13,333,336 characters; 400 for shorter content, for longer content, and for text that is not base64', async () => {
    const created = await create({ documents: [fileOf(contentOf(1_336)), fileOf(contentOf(13_333_336))] });
    expect(created.files_count).toBe(2);
    const field = 'documents.0.content';
    expect(await refusedFile({ content: contentOf(1_332) })).toEqual([
      { field, message: 'Ensure this field has at least 1336 characters.' },
    ]);
    expect(await refusedFile({ content: contentOf(13_333_340) })).toEqual([
      { field, message: 'Ensure this field has no more than 13333336 characters.' },
    ]);
    expect(await refusedFile({ content: '' })).toEqual([{ field, message: 'This field may not be blank.' }]);
    expect(await refusedFile({ content: null })).toEqual([{ field, message: 'This field may not be null.' }]);
    expect(await refusedFile({ content: undefined })).toEqual([{ field, message: 'This field is required.' }]);
    for (const content of ['!'.repeat(2_000), `${'A'.repeat(1_999)}ä`, `${'=='}${'A'.repeat(1_998)}`]) {
      expect(await refusedFile({ content })).toMatchObject([{ field }]);
    }
    for (const { validations } of (await settled(created)).uploaded_files) {
      expect(validations).toMatchObject({ is_viable_size: true });
    }
  });

  test('400 if a file has both user_id and external_user_id, or if its user_id is unknown or belongs to another client or to the other environment', async () => {
    const user_id = await newUser();
    const both = await refusedFile({ user_id, external_user_id: newId() });
    expect(both).toHaveLength(1);
    expect(both[0]?.field).toMatch(/^documents\.0(\.(external_)?user_id)?$/);
    const foreign = (
      await (await newClient(walk.house())).sandbox('POST', '/v1/users/', { external_user_id: 'f' })
    ).json();
    const elsewhere = (await walk.acme().prod('POST', '/v1/users/', { external_user_id: newId() })).json();
    for (const unknown of [newId(), foreign.id, elsewhere.id]) {
      expect(await refusedFile({ user_id: unknown })).toEqual([
        { field: 'documents.0.user_id', message: 'Object not found.' },
      ]);
    }
    expect(await refusedFile({ external_user_id: 'x'.repeat(513) })).toEqual([
      { field: 'documents.0.external_user_id', message: 'Ensure this field has no more than 512 characters.' },
    ]);
    expect((await create({ documents: [fileOf(noise(), { external_user_id: 'x'.repeat(512) })] })).users_count).toBe(1);
  });

  test('400 if the field `users` has an unknown id, has an entry without id and external_user_id, or is not a list', async () => {
    const refusal = (users: unknown) => refused(COLLECTIONS, { documents: files(1), users });
    expect(await refusal([{ id: newId() }])).toEqual([{ field: 'users.0.id', message: 'Object not found.' }]);
    const [nameless] = await refusal([{ first_name: 'Ines', last_name: 'Calloway' }]);
    expect(nameless?.field).toMatch(/^users\.0/);
    expect(await refusal('x')).toEqual([{ field: 'users', message: 'Expected a list of items.' }]);
    expect(await refusal([5])).toEqual([{ field: 'users.0', message: 'Invalid data. Expected an object.' }]);
  });

  test('400: the response lists all bad fields of all files, in the order of the contract', async () => {
    const fields = ['filename', 'mime_type', 'content'];
    const expected = [0, 1].flatMap((at) => fields.map((field) => `documents.${at}.${field}`));
    const reported = async (filename: string) =>
      (await refused(COLLECTIONS, { documents: [{ filename, mime_type: 'x', content: 'QUJD' }, {}] })).map(
        ({ field }) => field,
      );
    expect(await reported('')).toEqual(expected);
    expect(await reported('a'.repeat(256))).toEqual(expected);
  });

  test('400: a path in the filename is reported together with the other bad fields', async () => {
    const documents = [{ filename: 'a/b', mime_type: 'x', content: 'QUJD' }];
    expect((await refused(COLLECTIONS, { documents })).map(({ field }) => field)).toEqual([
      'documents.0.filename',
      'documents.0.mime_type',
      'documents.0.content',
    ]);
  });

  test('201: a user_id or external_user_id that is null or empty is treated as missing', async () => {
    const none = [
      { user_id: null, external_user_id: null },
      { user_id: '', external_user_id: '' },
      { user_id: null, external_user_id: newId() },
      { user_id: await newUser(), external_user_id: '' },
    ];
    const created = await create({ documents: none.map((users, at) => fileOf(noise(at), users)) });
    expect(created.uploaded_files.map(({ user_id }) => user_id === null)).toEqual([true, true, false, false]);
    expect(created.users_count).toBe(2);
  });
});

describe('section 15.1: GET /v1/documents/collections/ and GET /v1/documents/collections/{id}/', () => {
  test('200: collections are listed newest first, without their files, documents and users', async () => {
    const made = [await collect({ documents: files(1) }), await collect({ documents: files(2) })];
    const { results } = await expectRead(page(collectionInList), `${COLLECTIONS}?page_size=2`);
    const summaryOf = (one: Record<string, unknown>) =>
      Object.fromEntries(Object.keys(collectionInList.properties).map((name) => [name, one[name]]));
    expect(results).toEqual(made.toReversed().map(summaryOf));
    const { next } = await expectRead(page(collectionInList), `${COLLECTIONS}?page_size=1`);
    expect(next).toContain('page_size=1');
    expect(await expectRefused(404, 'GET', `${COLLECTIONS}?page=1000`)).toEqual(NOT_FOUND);
  });

  test('200: the list of a client without collections is empty', async () => {
    const list = await (await newClient(walk.house())).sandbox('GET', COLLECTIONS);
    expect([list.statusCode, list.json()]).toEqual([200, { count: 0, next: null, previous: null, results: [] }]);
  });

  test('404 for a collection that is unknown or another client’s; 403 for a collection of the other environment', async () => {
    const created = await create({ documents: files(1) });
    const other = await newClient(walk.house());
    for (const [method, path] of [
      ['GET', ''],
      ['POST', 'upload/'],
      ['GET', 'finalize/'],
      ['POST', 'finalize/'],
    ] as const) {
      const body = method === 'POST' ? {} : undefined;
      const url = `${urlOf(created)}${path}`;
      expect(await expectRefused(404, method, `${COLLECTIONS}${newId()}/${path}`, body)).toEqual(NOT_FOUND);
      expect(await expectRefused(404, method, url, body, other.sandbox)).toEqual(NOT_FOUND);
      expect(await expectRefused(403, method, url, body, walk.acme().prod)).toEqual(OTHER_ENVIRONMENT);
    }
  });
});

describe('section 15.1: POST /v1/documents/collections/{id}/upload/', () => {
  test('201: the files are added, and the collection’s status changes from `processed` back to `processing`', async () => {
    const before = await collect({ documents: files(1) });
    expect(before.status).toBe('processed');
    const user_id = await newUser();
    const after = await upload(before, [fileOf(noise(50), { user_id, filename: 'second.pdf' })]);
    expect(after).toMatchObject({ id: before.id, status: 'processing', files_count: 2, users_count: 1 });
    expect(after.uploaded_files[1]).toMatchObject({
      filename: 'second.pdf',
      status: 'pending',
      user_id,
      validations: PENDING,
    });
    expect(after.updated_at > before.updated_at).toBe(true);
    expect((await settled(after)).status).toBe('processed');
  });

  test('201 for up to 100 files in a collection; 400 on the field `documents` for one more', async () => {
    let made: Collection = await create({ documents: files(10) });
    for (let seed = 10; seed < 90; seed += 10) made = await upload(made, files(10, seed));
    made = await upload(made, files(5, 90));
    expect(made.files_count).toBe(95);
    expect((await refused(`${urlOf(made)}upload/`, { documents: files(6, 95) })).map(({ field }) => field)).toEqual([
      'documents',
    ]);
    expect((await upload(made, files(5, 95))).files_count).toBe(100);
    expect(await refused(`${urlOf(made)}upload/`, { documents: files(1, 100) })).toMatchObject([
      { field: 'documents' },
    ]);
    expect((await settled(made)).files_count).toBe(100);
  });

  test('400: the field `documents` is checked by the same rules as for a new collection', async () => {
    const url = `${urlOf(await create({ documents: files(1) }))}upload/`;
    expect(await refused(url, {})).toEqual([{ field: 'documents', message: 'This field is required.' }]);
    expect(await refused(url, { documents: [] })).toEqual([
      { field: 'documents', message: 'This list may not be empty.' },
    ]);
    expect(await refused(url, { documents: files(11) })).toEqual([
      { field: 'documents', message: 'Ensure this list has no more than 10 items.' },
    ]);
    expect(await refused(url, { documents: [fileOf(noise(), { user_id: newId() })] })).toEqual([
      { field: 'documents.0.user_id', message: 'Object not found.' },
    ]);
  });
});

test('this file calls every endpoint of collections except finalize/', () =>
  expect(walk.unwalked(PATHS.documents.filter((path) => !path.includes('finalize')))).toEqual([]));
