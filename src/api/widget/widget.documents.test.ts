import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newId } from '#base/ids.ts';
import { SYSTEM } from '#storage/platform/db.ts';
import { invalid, NOT_FOUND } from '#test/answers.ts';
import { collect, fileOf, finishFiles, noise, sampleOf } from '#test/documents.ts';
import { type Call, newClient, type TestHouse } from '#test/house.ts';
import { newOrder, readOrder, timelineOf } from '#test/orders.ts';
import { newUser, openWorkingHouse } from '#test/tasks.ts';
import {
  ACCOUNT,
  login,
  newWidget,
  openWidget,
  sendFile,
  settled,
  type Upload,
  type View,
  type Widget,
  widget,
} from '#test/widget.ts';

let house: TestHouse;
let call: Call;
let stub: Buffer;
/** The person whose name is on the pay stub. */
let person: { first_name: string; last_name: string };
beforeAll(async () => {
  house = await openWorkingHouse();
  call = (await newClient(house)).sandbox;
  const content = await sampleOf(call, 'paystub');
  stub = Buffer.from(content, 'base64');
  const { documents } = await collect(house, call, { documents: [fileOf(content)] });
  const [first_name = '', ...rest] = String(documents[0]?.fields['employee_name']).split(' ');
  person = { first_name, last_name: rest.at(-1) ?? '' };
});
afterAll(() => house.close());

type Parts = Partial<Upload>;
const send = (own: Widget, parts: Parts = {}) => sendFile(own, { file: stub, ...parts });

test('after an order has ended, uploaded files can no longer be listed or removed with the order’s tokens', async () => {
  const order = await newOrder(call, person);
  const [{ id: suborder_id }] = order.employers;
  const own = widget(house, order.bridge_token);
  await own.post('consent/', {}, 204);
  const { body } = await send(own, { suborder_id });
  const path = `documents/?suborder_id=${suborder_id}`;
  expect((await own.get(path)).files).toHaveLength(1);
  expect((await call('POST', `/v1/orders/${order.id}/cancel/`)).statusCode).toBe(200);
  expect(await own.get(path)).toEqual({ files: [] });
  const removal = await own.call('POST', `documents/${body.files[0].file_id}/remove/`, { suborder_id });
  expect([removal.statusCode, removal.json()]).toEqual([404, NOT_FOUND]);
});

const openFor = async (more: object = {}): Promise<Widget> =>
  openWidget(house, call, await newUser(call, newId(), person), more);

describe('uploading documents in the widget', () => {
  test('if the template puts documents first, the login of a known employer is not preselected', async () => {
    const order = { ...person, employers: [{ company_name: 'Larkspur Analytics' }] };
    const providerIn = async (flow: string[]): Promise<string | undefined> => {
      const template = { name: newId(), data_sources_flow: flow };
      const { id: template_id } = (await call('POST', '/v1/templates/', template)).json();
      const { bridge_token } = await newOrder(call, { ...order, template_id });
      const own = widget(house, bridge_token);
      await own.post('consent/', {}, 204);
      const { order: shown } = await own.get('session/');
      return shown.suborders[0].provider?.id;
    };
    expect(await providerIn(['docs', 'payroll'])).toBeUndefined();
    expect(await providerIn(['payroll', 'docs'])).toBe('vouch_payroll');
  });

  test('the session offers the upload of documents; for each kind of document, the session contains the template’s rule or null', async () => {
    const own = await openFor();
    const { methods, document_upload } = await own.get('session/');
    expect(methods).toEqual(['payroll', 'docs', 'tax', 'financial_accounts']);
    expect(document_upload.types.paystub).toBeNull();
  });

  test('a pay stub becomes a link, and the public token of its task can be exchanged', async () => {
    const own = await openFor();
    const { status, body } = await send(own);
    expect(status, JSON.stringify(body)).toBe(201);
    expect(body.files).toMatchObject([{ filename: 'stub.pdf', doc_type: 'paystub', problem: null }]);
    await finishFiles(house);
    expect((await own.get('documents/')).files).toMatchObject([
      { status: 'successful', is_final: true, problem: null, document_types: ['PAYSTUB'] },
    ]);
    const { task_id } = await own.post('documents/finish/', {}, 201);
    const task = await settled(house, own, task_id);
    expect(task).toMatchObject({ status: 'done', error: null, public_token: expect.any(String) });
    const exchanged = await call('POST', '/v1/link-access-tokens/', { public_token: task.public_token });
    expect(exchanged.statusCode).toBe(200);
    const { link_id } = exchanged.json();
    const report = (await call('GET', `/v1/links/${link_id}/income/report/`)).json();
    expect(report).toMatchObject({ data_source: 'docs', employments: [{ statements: [{}] }] });
    expect((await own.get('documents/')).files).toEqual([]);
  });

  test('a pay stub completes an order', async () => {
    const order = await newOrder(call, { ...person, employers: [{ company_name: 'Home Depot' }] });
    const own = widget(house, order.bridge_token);
    await own.post('consent/', {}, 204);
    const [{ id: suborder_id }] = (await own.get('session/')).order.suborders;
    await send(own, { suborder_id });
    await finishFiles(house);
    expect((await own.get(`documents/?suborder_id=${suborder_id}`)).files).toHaveLength(1);
    const { task_id } = await own.post('documents/finish/', { suborder_id }, 201);
    await settled(house, own, task_id);
    const read = await readOrder(call, order.id);
    expect(read).toMatchObject({ status: 'completed', employers: [{ status: 'completed' }] });
    const [employer] = read.employers;
    expect(employer.data_source ?? 'docs').toBe('docs');
  });

  test('the order’s timeline has an entry for the review of a document', async () => {
    const order = await newOrder(call, { ...person, employers: [{ company_name: 'Home Depot' }] });
    const own = widget(house, order.bridge_token);
    await own.post('consent/', {}, 204);
    const [{ id: suborder_id }] = (await own.get('session/')).order.suborders;
    await send(own, { suborder_id, name: 'suspicious.pdf' });
    await finishFiles(house);
    const { task_id } = await own.post('documents/finish/', { suborder_id }, 201);
    await settled(house, own, task_id);
    expect((await readOrder(call, order.id)).employers[0].is_suspicious).toBe(true);
    const { results } = (await call('GET', '/v1/documents/reviews/?review_status=pending')).json();
    const [{ document_id }] = results;
    await call('POST', `/v1/documents/${document_id}/review/`, {
      review_status: 'cleared',
      note: 'Called the employer.',
    });
    expect((await readOrder(call, order.id)).employers[0].is_suspicious).toBe(false);
    expect((await timelineOf(call, order.id)).at(-1)).toMatchObject({
      event_type: 'document-reviewed',
      data: { document_id, review_status: 'cleared' },
    });
  });

  test('for a file that cannot be used, the response names the problem; more files can be uploaded', async () => {
    const own = await openFor();
    await send(own, { file: Buffer.from(noise(), 'base64') });
    await send(own, { file: Buffer.from(noise(), 'base64') });
    await send(own, { name: 'unreadable.pdf' });
    await finishFiles(house);
    const { files } = await own.get('documents/');
    expect(files.map(({ problem }: View) => problem)).toEqual(['damaged', 'duplicate', 'not_readable']);
    expect((await own.call('POST', 'documents/finish/', {})).json()).toEqual(
      invalid(['documents', 'No file could be read.']),
    );
    await send(own, { name: 'the same stub under another name.pdf' });
    await finishFiles(house);
    expect((await own.get('documents/')).files.at(-1)).toMatchObject({ problem: 'duplicate' });
  });

  test('a pay stub with the name of another person has the problem other_name', async () => {
    const own = await openWidget(house, call, await newUser(call, newId(), { first_name: 'Max', last_name: 'Muster' }));
    await send(own);
    await finishFiles(house);
    expect((await own.get('documents/')).files).toMatchObject([{ status: 'failed', problem: 'other_name' }]);
  });

  test('a document whose type the template does not accept has the problem type_not_accepted', async () => {
    const template = await call('POST', '/v1/templates/', {
      name: newId(),
      document_upload: { types: { w2: { min: 1 } } },
    });
    const own = await openFor({ template_id: template.json().id });
    expect((await own.get('session/')).document_upload.types.w2).toEqual({ min: 1, max: null, required: false });
    await send(own);
    await finishFiles(house);
    expect((await own.get('documents/')).files).toMatchObject([{ status: 'failed', problem: 'type_not_accepted' }]);
  });

  test('403 for an upload before consent', async () => {
    const own = await newWidget(house, call, await newUser(call, newId()));
    expect((await send(own)).status).toBe(403);
  });

  test('400 for a file that is too small, too large or of another type, and for an unknown doc_type', async () => {
    const own = await openFor();
    const faultsOf = async (parts: Parts) => (await send(own, parts)).body.error.extra['invalid-params'];
    expect(await faultsOf({ file: Buffer.alloc(999) })).toEqual([{ field: 'file', message: 'The file is too small.' }]);
    expect(await faultsOf({ type: 'text/plain' })).toEqual([
      { field: 'file', message: 'This type of file is not accepted.' },
    ]);
    expect(await faultsOf({ doc_type: 'passport' })).toEqual([{ field: 'doc_type', message: 'Not a valid choice.' }]);
    expect(await faultsOf({ file: Buffer.alloc(10_000_001) })).toEqual([
      { field: 'file', message: 'The file is too large.' },
    ]);
  });

  test('400 for a malformed form, and 415 for a body that is not a form', async () => {
    const own = await openFor();
    const broken = await own.call('POST', 'documents/', 'nothing', {
      'content-type': 'multipart/form-data; boundary=x',
    });
    expect(broken.json()).toEqual(invalid(['body', 'Not a valid form.']));
    const other = await own.call('POST', 'documents/', 'nothing', { 'content-type': 'text/plain' });
    expect(other.statusCode).toBe(415);
  });

  test('400 if the product cannot be verified with documents', async () => {
    const own = await openFor({ product_type: 'deposit_switch', account: ACCOUNT });
    const { status, body } = await send(own);
    expect(status).toBe(400);
    expect(body).toEqual(invalid(['documents', 'Documents are not accepted for this request.']));
  });

  test('the uploaded files are not visible to another token', async () => {
    const own = await openFor();
    await send(own);
    await finishFiles(house);
    expect((await (await openFor()).get('documents/')).files).toEqual([]);
  });

  test('until the documents are submitted, a file can be removed; its content and its documents are then deleted too', async () => {
    const own = await openFor();
    await send(own, { name: 'suspicious.pdf' });
    const { body } = await send(own, { file: Buffer.from(noise(3), 'base64'), name: 'other.pdf' });
    await finishFiles(house);
    const [first, second] = body.files;
    const rows = async (file_id: string) => {
      const count = (from: string) => `(select count(*)::int from ${from} = $1) as`;
      const { rows: counted } = await house.database.scoped(SYSTEM).query(
        `select ${count('documents where file_id')} documents, ${count('document_files where id')} files,
           ${count('file_removals where id')} removals,
           ${count('document_reviews r join documents d using (client_id, environment, id) where file_id')} reviews`,
        [file_id],
      );
      return counted[0];
    };
    expect(await rows(first.file_id)).toEqual({ documents: 1, files: 1, removals: 0, reviews: 1 });
    const left = await own.post(`documents/${first.file_id}/remove/`, {}, 200);
    expect(left.files).toMatchObject([{ file_id: second.file_id, filename: 'other.pdf' }]);
    expect(await rows(first.file_id)).toEqual({ documents: 0, files: 0, removals: 1, reviews: 0 });
    expect((await own.call('POST', `documents/${first.file_id}/remove/`, {})).statusCode).toBe(404);
    // A file that is uploaded after the removal gets an unused position.
    await send(own);
    await finishFiles(house);
    expect((await own.get('documents/')).files).toMatchObject([{ filename: 'other.pdf' }, { status: 'successful' }]);
  });

  test('if a file is removed, its duplicate is read instead', async () => {
    const own = await openFor();
    await send(own);
    const { body } = await send(own, { name: 'again.pdf' });
    await finishFiles(house);
    expect(body.files[1]).toMatchObject({ status: 'duplicate' });
    await own.post(`documents/${body.files[0].file_id}/remove/`, {}, 200);
    await finishFiles(house);
    expect((await own.get('documents/')).files).toMatchObject([{ filename: 'again.pdf', status: 'successful' }]);
  });

  test('404 for the removal of a file that belongs to another token or was already submitted', async () => {
    const own = await openFor();
    const { body } = await send(own);
    await finishFiles(house);
    const path = `documents/${body.files[0].file_id}/remove/`;
    const other = await openFor();
    await send(other, { file: Buffer.from(noise(4), 'base64') });
    expect((await other.call('POST', path, {})).statusCode).toBe(404);
    const { task_id } = await own.post('documents/finish/', {}, 201);
    await settled(house, own, task_id);
    expect((await own.call('POST', path, {})).statusCode).toBe(404);
    await finishFiles(house);
  });

  test('a login is still possible after an upload', async () => {
    const own = await openFor();
    await send(own);
    await finishFiles(house);
    const { task_id } = await own.post('tasks/', login(), 201);
    expect(await settled(house, own, task_id)).toMatchObject({ status: 'done' });
  });
});
