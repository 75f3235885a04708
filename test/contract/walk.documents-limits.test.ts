// Contract, sections 1.1 and 1.2: the limits of request bodies and the order of checks, for documents.
import { describe, expect, test } from 'vitest';
import { newId } from '#base/ids.ts';
import { BODY_TOO_LARGE, invalid, JSON_PARSE_ERROR } from '#test/answers.ts';
import { fileOf, noise } from '#test/documents.ts';
import { COLLECTIONS, startUploads, urlOf } from './shapes/uploads.ts';

const { walk, expectRefused, create, reread } = startUploads();

const MIB = 1_048_576;
const files = (count: number, seed = 0) => Array.from({ length: count }, (_, at) => fileOf(noise(seed + at)));

async function refused(url: string, body: object): Promise<{ field: string; message: string }[]> {
  return (await expectRefused(400, 'POST', url, body)).error.extra['invalid-params'];
}

describe('sections 1.1 and 1.2, for documents', () => {
  /**
   * Returns a valid body of exactly `bytes` bytes. The field `ignored`, which the service does not know and ignores,
   * fills the body up to this size.
   */
  const bodyOf = (bytes: number): string => {
    const start = `{"documents":${JSON.stringify(files(1, 77))},"ignored":"`;
    return `${start}${'x'.repeat(bytes - start.length - 2)}"}`;
  };

  test('a body of 140 MiB is accepted', async () => {
    const created = await walk.send('POST', COLLECTIONS, bodyOf(140 * MIB));
    expect(created.statusCode, created.body.slice(0, 200)).toBe(201);
    const uploaded = await walk.send('POST', `${urlOf(created.json())}upload/`, bodyOf(140 * MIB));
    expect(uploaded.statusCode, uploaded.body.slice(0, 200)).toBe(201);
  });

  test('a body of more than 140 MiB gets 400 on the field `body`', async () => {
    const created = await create({ documents: files(1) });
    for (const url of [COLLECTIONS, `${urlOf(created)}upload/`]) {
      expect(await expectRefused(400, 'POST', url, bodyOf(140 * MIB + 1))).toEqual(
        invalid(['body', `Ensure this field has no more than ${140 * MIB} bytes.`]),
      );
    }
    expect((await reread(created)).files_count).toBe(1);
  });

  test('a body of more than 1 MiB in a request to finalize/ gets 400 on the field `body`', async () => {
    const created = await create({ documents: files(1) });
    const body = { product_type: 'income', ignored: 'x'.repeat(MIB) };
    expect(await expectRefused(400, 'POST', `${urlOf(created)}finalize/`, body)).toEqual(BODY_TOO_LARGE);
  });

  test('a body that is not JSON gets 415, even if its collection is unknown or belongs to the other environment', async () => {
    const created = await create({ documents: files(1) });
    const { sandbox, prod } = walk.acme();
    const plain = { 'content-type': 'text/plain' };
    const unknown = `${COLLECTIONS}${newId()}/upload/`;
    expect((await sandbox('POST', COLLECTIONS, '{')).json()).toEqual(JSON_PARSE_ERROR);
    expect((await sandbox('POST', COLLECTIONS, '{', plain)).statusCode).toBe(415);
    expect((await sandbox('POST', unknown, '{', plain)).statusCode).toBe(415);
    expect((await prod('POST', `${urlOf(created)}upload/`, '{', plain)).statusCode).toBe(415);
    expect((await sandbox('POST', `${COLLECTIONS}${newId()}/finalize/`, '{')).statusCode).toBe(415);
    expect((await sandbox('POST', `/v1/documents/${newId()}/review/`, '{')).statusCode).toBe(415);
    expect((await sandbox('POST', unknown, '{')).statusCode, 'upload/ of an unknown collection').toBe(415);
    expect((await prod('POST', `${urlOf(created)}upload/`, '{')).statusCode).toBe(415);
  });

  test('an unknown collection gets 404 and a collection of the other environment gets 403, even if the body has bad values', async () => {
    const created = await create({ documents: files(1) });
    for (const [path, body] of [
      ['upload/', { documents: 5 }],
      ['upload/', []],
      ['finalize/', { product_type: 'x' }],
    ] as const) {
      await expectRefused(404, 'POST', `${COLLECTIONS}${newId()}/${path}`, body);
      await expectRefused(403, 'POST', `${urlOf(created)}${path}`, body, walk.acme().prod);
    }
    expect(await expectRefused(400, 'POST', COLLECTIONS, [])).toEqual(
      invalid(['body', 'Invalid data. Expected an object.']),
    );
  });

  test('400: bad values are reported before unknown ids', async () => {
    for (const filename of ['a'.repeat(256), 'a/b']) {
      const params = await refused(COLLECTIONS, { documents: [fileOf(noise(), { filename, user_id: newId() })] });
      expect(params.map(({ field }) => field)).toEqual(['documents.0.filename']);
    }
    const documents = [fileOf(noise(), { user_id: newId() }), fileOf(noise(1), { user_id: newId() })];
    const params = await refused(COLLECTIONS, { documents, users: [{ id: newId() }] });
    expect(params.map(({ field }) => field)).toEqual(['documents.0.user_id', 'documents.1.user_id', 'users.0.id']);
  });

  test('an unknown request field is ignored', async () => {
    const created = await create({ documents: [fileOf(noise(), { pages: 7 })], status: 'done', colour: 'blue' });
    expect((await reread(created)).files_count).toBe(1);
  });
});
