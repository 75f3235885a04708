// Contract, sections 15.3 and 15.4: finalising a collection.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newId } from '#base/ids.ts';
import { invalid } from '#test/answers.ts';
import { fileOf, noise } from '#test/documents.ts';
import { newClient, openTestHouse, type TestClient, type TestHouse } from '#test/house.ts';
import { until } from '#test/jobs.ts';
import { startWorkerIn } from '#test/tasks.ts';
import { faultsOf } from './shapes/checks.ts';
import { finalizing, finalizingAgain, noDataOf, notFinalized } from './shapes/documents.ts';
import { link as linkShape, task as taskShape } from './shapes/links.ts';
import { PATHS } from './shapes/paths.ts';
import { COLLECTIONS, letter, type Result, startUploads, urlOf } from './shapes/uploads.ts';
import { page } from './shapes/words.ts';

const { walk, expectAnswer, expectRead, expectRefused, newUser, ...uploads } = startUploads();
const { sample, create, collect, finalize, connectDocuments } = uploads;

const linkOf = ({ link_id }: Result) => expectRead(linkShape, `/v1/links/${link_id}/`);
const taskOf = ({ task_id }: Result) => expectRead(taskShape, `/v1/tasks/${task_id}/`);

describe('sections 15.1 and 15.4: finalize/', () => {
  test('202, then 200: the result has the ids of the user’s link and task', async () => {
    const user_id = await newUser();
    const made = await collect({ documents: [fileOf(await sample('paystub'), { user_id })] });
    const before = await expectRead(notFinalized, `${urlOf(made)}finalize/`);
    expect(before).toMatchObject({ status: 'processed', results: [] });
    const after = await finalize(made);
    const [{ link_id, task_id } = { link_id: '', task_id: '' }] = after.results;
    expect(after).toMatchObject({ status: 'done', product_type: 'income', link_id, task_id });
    expect(after.results).toEqual([{ user_id, link_id, task_id, status: 'done', error_message: null }]);
    expect(after.completed_at).not.toBeNull();
    expect((await uploads.reread(made)).status).toBe('done');
  });

  test('202 with the status `done` if the collection is already finalised; no second task is created', async () => {
    const user_id = await newUser();
    const made = await collect({ documents: [fileOf(await sample('paystub'), { user_id })] });
    const after = await finalize(made);
    const again = await expectAnswer(202, finalizingAgain, 'POST', `${urlOf(made)}finalize/`);
    expect(again.status).toBe('done');
    expect(await uploads.finalized(made)).toEqual(after);
    const { count } = await expectRead(page(taskShape), `/v1/tasks/?user_id=${user_id}`);
    expect(count).toBe(1);
  });

  test('400 on the field `documents` for an upload after finalisation; bad values and unknown ids are reported instead of this error', async () => {
    const made = await collect({ documents: [fileOf(await sample('paystub'), { external_user_id: newId() })] });
    await finalize(made);
    const url = `${urlOf(made)}upload/`;
    const refused = async (documents: object[]) =>
      (await expectRefused(400, 'POST', url, { documents })).error.extra['invalid-params'];
    expect(await refused([fileOf(noise())])).toMatchObject([{ field: 'documents' }]);
    expect(await refused([fileOf(noise(), { filename: 'a/b' })])).toMatchObject([{ field: 'documents.0.filename' }]);
    expect(await refused([fileOf(noise(), { user_id: newId() })])).toEqual([
      { field: 'documents.0.user_id', message: 'Object not found.' },
    ]);
    expect((await uploads.reread(made)).files_count).toBe(1);
  });

  test('400 on the field `documents` if no file is successful', async () => {
    const made = await collect({ documents: [fileOf(noise(), { external_user_id: newId() })] });
    const { error } = await expectRefused(400, 'POST', `${urlOf(made)}finalize/`);
    expect(error.extra['invalid-params']).toMatchObject([{ field: 'documents' }]);
    expect((await uploads.reread(made)).status).toBe('processed');
  });

  test('400 for a product_type that cannot be verified with documents', async () => {
    const made = await create({ documents: [fileOf(noise(), { external_user_id: newId() })] });
    for (const product_type of ['x', 'transactions', 'deposit_switch', 'pll', 'admin', 'INCOME']) {
      expect(await expectRefused(400, 'POST', `${urlOf(made)}finalize/`, { product_type })).toEqual(
        invalid(['product_type', `"${product_type}" is not a valid choice.`]),
      );
    }
    expect(await expectRefused(400, 'POST', `${urlOf(made)}finalize/`, { product_type: 5 })).toMatchObject(
      invalid(['product_type', 'Not a valid string.']),
    );
  });

  test('202: a product_type that is null or empty is treated as missing, and the default is income', async () => {
    for (const product_type of [null, '']) {
      const user_id = await newUser();
      const made = await collect({ documents: [fileOf(await sample('paystub'), { user_id })] });
      expect(await finalize(made, { product_type })).toMatchObject({ status: 'done', product_type: 'income' });
    }
  });

  test('a collection whose files belong to no user is never done, because no link can be created', async () => {
    const made = await collect({ documents: [fileOf(await sample('paystub'))] });
    const answer = await walk.send('POST', `${urlOf(made)}finalize/`);
    expect([202, 400]).toContain(answer.statusCode);
    await until(async () => (await uploads.reread(made)).status !== 'finalizing');
    expect((await uploads.reread(made)).status).not.toBe('done');
    expect((await walk.send('GET', `${urlOf(made)}finalize/`)).json()).toMatchObject({
      link_id: null,
      task_id: null,
      results: [],
    });
  });

  test('each of two users gets a link and a task; link_id and task_id of the response are those of the first user', async () => {
    const users = [await newUser(), await newUser()];
    const made = await collect({
      documents: [
        fileOf(await sample('paystub'), { user_id: users[0] }),
        fileOf(await sample('w2'), { user_id: users[1] }),
        fileOf(await sample('paystub', '?index=1'), { user_id: users[0] }),
      ],
    });
    const { results, link_id, task_id, status } = await finalize(made);
    expect(status).toBe('done');
    expect(results.map(({ user_id }) => user_id)).toEqual(users);
    expect(results[0]).toMatchObject({ link_id, task_id });
    expect(new Set(results.map((result) => result.link_id)).size).toBe(2);
    for (const result of results) expect(await linkOf(result)).toMatchObject({ user_id: result.user_id });
  });

  test('the finalisation ends in `done` if at least one task is done, and in `error` if no task is done', async () => {
    const [good, bad] = [await newUser(), await newUser()];
    const mixed = await collect({
      documents: [fileOf(await letter(), { user_id: bad }), fileOf(await sample('paystub'), { user_id: good })],
    });
    const { status, results } = await finalize(mixed);
    expect(status).toBe('done');
    expect(results.find(({ user_id }) => user_id === good)).toMatchObject({ status: 'done', error_message: null });
    expect(results.find(({ user_id }) => user_id === bad)).toMatchObject({
      status: 'no_data',
      error_message: noDataOf('income'),
    });
    const none = await collect({ documents: [fileOf(await letter(), { user_id: bad })] });
    const failed = await finalize(none);
    expect(failed).toMatchObject({ status: 'error', results: [{ status: 'no_data' }] });
    expect(failed.completed_at).not.toBeNull();
    expect((await uploads.reread(none)).status).toBe('error');
  });

  test.each([
    ['income', 'income'],
    ['employment', 'employment'],
    ['assets', 'asset'],
    ['insurance', 'insurance'],
  ])(
    'a task for %s whose documents contain no %s data ends in no_data with the product’s message',
    async (product_type, subject) => {
      const result = await connectDocuments([fileOf(await letter(), { user_id: await newUser() })], product_type);
      expect(result).toMatchObject({ status: 'no_data', error_message: noDataOf(subject) });
      expect(await taskOf(result)).toMatchObject({ status: 'no_data', error_message: noDataOf(subject), product_type });
    },
  );

  test.each([
    ['paystub', 'income'],
    ['w2', 'income'],
    ['f1099', 'income'],
    ['f1040', 'income'],
    ['paystub', 'employment'],
    ['bank_statement', 'assets'],
  ])('an uploaded document of the kind %s can verify the product %s', async (kind, product_type) => {
    const result = await connectDocuments([fileOf(await sample(kind), { user_id: await newUser() })], product_type);
    expect(result).toMatchObject({ status: 'done', error_message: null });
    expect(await linkOf(result)).toMatchObject({ initial_product_type: product_type, data_source: 'docs' });
  });
});

describe('section 15.3: finalising before the files are final', () => {
  let house: TestHouse;
  let acme: TestClient;
  const send = (...[method, url, body]: Parameters<TestClient['sandbox']>) => acme.sandbox(method, url, body);
  beforeAll(async () => {
    house = await openTestHouse();
    acme = await newClient(house);
  });
  afterAll(() => house.close());

  test('finalize/ is accepted, and finalisation starts when all files are final; the finalisation ends in `error` if no file is successful, otherwise in `done`', async () => {
    const content = await sample('paystub');
    const made = async (text: string) =>
      (await send('POST', COLLECTIONS, { documents: [fileOf(text, { external_user_id: newId() })] })).json();
    const [good, bad] = [await made(content), await made(noise())];
    for (const one of [good, bad]) {
      const before = (await send('GET', `${urlOf(one)}finalize/`)).json();
      expect(faultsOf(notFinalized, before)).toEqual([]);
      expect(['created', 'processing']).toContain(before.status);
      const first = await send('POST', `${urlOf(one)}finalize/`);
      expect([first.statusCode, faultsOf(finalizing, first.json())]).toEqual([202, []]);
      const second = await send('POST', `${urlOf(one)}finalize/`);
      expect(second.statusCode).toBe(202);
      expect(faultsOf(finalizingAgain, second.json())).toEqual([]);
      expect(second.json().status).toBe('finalizing');
      expect((await send('GET', `${urlOf(one)}finalize/`)).json()).toMatchObject({
        status: 'finalizing',
        product_type: 'income',
        results: [],
        completed_at: null,
      });
      const later = await send('POST', `${urlOf(one)}upload/`, { documents: [fileOf(noise(9))] });
      expect([later.statusCode, later.json().error?.extra['invalid-params'][0].field]).toEqual([400, 'documents']);
    }
    await startWorkerIn(house);
    const ended = async (one: { id: string }) => (await send('GET', `${urlOf(one)}finalize/`)).json();
    await until(async () => (await ended(good)).status !== 'finalizing' && (await ended(bad)).status !== 'finalizing');
    expect(await ended(good)).toMatchObject({ status: 'done', results: [{ status: 'done' }] });
    expect(await ended(bad)).toMatchObject({ status: 'error' });
    expect((await ended(bad)).completed_at).not.toBeNull();
    expect((await send('GET', urlOf(bad))).json()).toMatchObject({ status: 'error' });
  });
});

test('this file calls finalize/ with every HTTP method that the endpoint has', () =>
  expect(walk.unwalked(PATHS.documents.filter((path) => path.includes('finalize')))).toEqual([]));
