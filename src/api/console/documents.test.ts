// Tests a document in the console: the rectangles that show where its fields are on the page, and the pictures of its
// pages.
import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { newId } from '#base/ids.ts';
import type { Role } from '#domain/console/roles.ts';
import type { DrawOutcome } from '#domain/documents/file-readings.ts';
import { SYSTEM } from '#storage/platform/db.ts';
import { newMember, type TestMember } from '#test/console.ts';
import { collect, fileOf, sampleOf } from '#test/documents.ts';
import { fileReader } from '#test/file-reader.ts';
import { newClient, type TestClient, type TestHouse } from '#test/house.ts';
import type { Answer } from '#test/orders.ts';
import { newUser, openWorkingHouse } from '#test/tasks.ts';

let house: TestHouse;
let client: TestClient;
let owner: TestMember;
let document_id: string;
/** If `outcome` is set, the fake reader returns `outcome` instead of drawing the page. */
let outcome: DrawOutcome | undefined;
beforeAll(async () => {
  house = await openWorkingHouse({
    reader: { draw: async (bytes, page) => outcome ?? fileReader.draw(bytes, page) },
  });
  client = await newClient(house);
  const user_id = await newUser(client.sandbox, newId());
  const content = await sampleOf(client.sandbox, 'paystub');
  const documents = [fileOf(content, { user_id, filename: 'suspicious.pdf' })];
  const collection = await collect(house, client.sandbox, { documents });
  document_id = collection.documents[0]?.document_id ?? '';
});
beforeEach(async () => {
  outcome = undefined;
  owner = await member('owner');
});
afterAll(() => house.close());

const member = (role: Role, of = client): Promise<TestMember> =>
  newMember(house, [{ client_id: of.client_id, environment: 'sandbox', role }]);
const at = (path: string, of = client): string => `${of.client_id}/sandbox/${path}`;
const pages = (): string => `documents/${document_id}/pages/`;
const revealTo = (by: TestMember) => by.call('POST', at('reveals/'), { path: pages(), purpose: 'underwriting' });
const statusOf = async (by: TestMember, path: string): Promise<number> => (await by.call('GET', at(path))).statusCode;

describe('GET …/documents/{id}/', () => {
  test('200: every value, and every cell of a table, has a box on a page of the document', async () => {
    const response = await owner.call('GET', at(`documents/${document_id}/`));
    expect(response.statusCode, response.body).toBe(200);
    const { document, boxes, signal_boxes } = response.json();
    expect(document).toMatchObject({ document_id, document_type: 'PAYSTUB', review_status: 'pending' });
    const valueAt = (path: string): unknown =>
      path.split(/[[\].]+/).reduce<Answer>((value, key) => (key === '' ? value : value?.[key]), document.fields);
    expect(boxes.length).toBeGreaterThan(10);
    for (const { field, page, box } of boxes) {
      expect(valueAt(field), field).toBeDefined();
      expect(page).toBe(1);
      expect(box.right).toBeGreaterThan(box.left);
      expect(box.bottom).toBeGreaterThan(box.top);
    }
    const single = Object.entries(document.fields).filter(([, value]) => !Array.isArray(value));
    expect(boxes.map(({ field }: Answer) => field)).toEqual(expect.arrayContaining(single.map(([name]) => name)));
    expect(signal_boxes).toHaveLength(document.fraud_signals.length);
  });

  test('200: a reviewer gets the URL of the file, an auditor does not', async () => {
    const fileFor = async (role: Role) =>
      (await (await member(role)).call('GET', at(`documents/${document_id}/`))).json().document.file;
    expect(await fileFor('reviewer')).toMatch(/^http/);
    expect(await fileFor('auditor')).toBeNull();
  });

  test('200: a reveal lasts 60 seconds; during this time, only the session that requested the reveal sees the document’s numbers without our masking', async () => {
    const content = await sampleOf(client.sandbox, 'w2');
    const documents = [fileOf(content, { user_id: await newUser(client.sandbox, newId()), filename: 'w2.pdf' })];
    const id = (await collect(house, client.sandbox, { documents })).documents[0]?.document_id ?? '';
    const ssnFor = async (by: TestMember) =>
      (await by.call('GET', at(`documents/${id}/`))).json().document.fields.employee_ssn;
    const asked = { path: `documents/${id}/`, purpose: 'dispute' };
    const [reviewer, auditor] = [await member('reviewer'), await member('auditor')];
    expect(await ssnFor(reviewer)).toMatch(/^\*{5}\d{4}$/);
    expect((await auditor.call('POST', at('reveals/'), asked)).statusCode).toBe(403);
    expect((await reviewer.call('POST', at('reveals/'), asked)).statusCode).toBe(201);
    // Even unmasked, the SSN is incomplete, because the sample W-2 itself shows only the last four digits.
    expect(await ssnFor(reviewer)).toBe('***-**-9991');
    expect(await ssnFor(owner)).toBe('*****9991');
    house.clock.advance(60_000);
    expect(await ssnFor(reviewer)).toBe('*****9991');
  });

  test('200: after the reviewer has decided, every role that may read the document sees the reviewer’s note in the review', async () => {
    const reviewOf = async (by: TestMember) => (await by.call('GET', at(`documents/${document_id}/`))).json().review;
    expect(await reviewOf(owner)).toBeNull();
    const reviewer = await member('reviewer');
    const decision = { review_status: 'cleared', note: 'The employer confirmed the amounts by phone.' };
    await reviewer.call('POST', at(`v1/documents/${document_id}/review/`), decision);
    const review = { note: decision.note, reviewed_at: expect.stringMatching(/Z$/) };
    expect(await reviewOf(reviewer)).toEqual(review);
    expect(await reviewOf(await member('auditor'))).toEqual(review);
    const later = { review_status: 'confirmed', note: 'The employer called back: the amounts are wrong.' };
    await reviewer.call('POST', at(`v1/documents/${document_id}/review/`), later);
    expect(await reviewOf(reviewer)).toEqual({ ...review, note: later.note });
  });

  test('200: if a document’s file was just removed, the document has no URL and is marked as being removed', async () => {
    const content = await sampleOf(client.sandbox, 'paystub');
    const documents = [
      fileOf(content, { user_id: await newUser(client.sandbox, newId()), filename: 'suspicious.pdf' }),
    ];
    const collection = await collect(house, client.sandbox, { documents });
    const [{ document_id: id, file_id } = { document_id: '', file_id: '' }] = collection.documents;
    const read = async () => (await owner.call('GET', at(`documents/${id}/`))).json();
    expect(await read()).toMatchObject({ is_being_removed: false, document: { file: expect.stringMatching(/^http/) } });
    await house.database.scoped(SYSTEM).query('delete from document_files where id = $1', [file_id]);
    expect(await read()).toMatchObject({ is_being_removed: true, document: { document_id: id, file: null } });
    const { results } = (await client.sandbox('GET', '/v1/documents/reviews/')).json();
    expect(results.find(({ document_id }: Answer) => document_id === id).file).toBeNull();
  });

  test('404 for another client’s document', async () => {
    const other = await newClient(house);
    const stranger = await member('owner', other);
    for (const path of [`documents/${document_id}/`, `${pages()}1/`]) {
      expect((await stranger.call('GET', at(path, other))).statusCode).toBe(404);
    }
  });
});

describe('GET …/documents/{id}/pages/{page}/', () => {
  test('403 before a reveal; for 60 seconds after the reveal, 200 with a PNG that must not be cached; then 403 again', async () => {
    expect(await statusOf(owner, `${pages()}1/`)).toBe(403);
    expect((await revealTo(owner)).statusCode).toBe(201);
    const response = await owner.call('GET', at(`${pages()}1/`));
    expect(response.statusCode).toBe(200);
    expect(response.headers).toMatchObject({ 'content-type': 'image/png', 'cache-control': 'no-store' });
    const { format, width, height } = await sharp(response.rawPayload).metadata();
    expect({ format, width, height }).toEqual({ format: 'png', width: 1_224, height: 1_584 });
    expect(await statusOf(await member('owner'), `${pages()}1/`)).toBe(403);
    house.clock.advance(60_000);
    expect(await statusOf(owner, `${pages()}1/`)).toBe(403);
  });

  test('the audit log records the reveal with its purpose, and the page that was shown', async () => {
    const by = await member('underwriter');
    await revealTo(by);
    expect(await statusOf(by, `${pages()}1/`)).toBe(200);
    const entries = async (object: string) =>
      (await by.call('GET', at(`audit/?object=${object}`)))
        .json()
        .results.map(({ action, purpose }: Answer) => [action, purpose]);
    expect(await entries(`documents/${document_id}/pages`)).toEqual([['reveal', 'underwriting']]);
    expect(await entries(`documents/${document_id}/pages/1`)).toEqual([['getDocumentPage', null]]);
  });

  test.each([
    ['reviewer', 201, 200],
    ['auditor', 403, 403],
  ] as const)(
    'the role %s gets status %i for revealing a document, and then status %i for a page of the document',
    async (role, revealed, shown) => {
      const by = await member(role);
      expect((await revealTo(by)).statusCode).toBe(revealed);
      expect(await statusOf(by, `${pages()}1/`)).toBe(shown);
    },
  );

  test('404 for a page outside of the document, for page 0, and for a page that cannot be drawn', async () => {
    await revealTo(owner);
    for (const page of ['2', '0', 'x']) expect(await statusOf(owner, `${pages()}${page}/`)).toBe(404);
    outcome = { unreadable: 'it is not readable' };
    expect(await statusOf(owner, `${pages()}1/`)).toBe(404);
  });
});
