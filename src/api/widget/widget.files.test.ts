import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newId } from '#base/ids.ts';
import { IMPORT_FILE_BYTES_MAX } from '#domain/connections/imports.ts';
import { invalid } from '#test/answers.ts';
import { type Call, newClient, type TestHouse } from '#test/house.ts';
import { newOrder, readOrder } from '#test/orders.ts';
import { eventsOf, newUser, openWorkingHouse, wordsOf } from '#test/tasks.ts';
import { openWidget, sendBankFile, settled, type Widget, widget } from '#test/widget.ts';

let house: TestHouse;
let call: Call;
beforeAll(async () => {
  house = await openWorkingHouse();
  call = (await newClient(house)).sandbox;
});
afterAll(() => house.close());

const SAMPLES = new URL('../../../test/imports/samples/', import.meta.url);
const sample = (path: string): Buffer => readFileSync(new URL(path, SAMPLES));
const OFX = sample('overlap/ofx-a.ofx');
const SLASHES = 'Date,Description,Amount\n03/04/2026,ACME PAYROLL,1690.85\n05/06/2026,GROCER,-12.34\n';

const openFor = async (more: object = {}): Promise<Widget> =>
  openWidget(house, call, await newUser(call, newId()), { product_type: 'assets', ...more });

/** Opens the widget for a new order with the product `assets`. Also returns the id of the order's only suborder. */
async function openOrder(more: object = {}): Promise<{ own: Widget; order_id: string; suborder_id: string }> {
  const order = await newOrder(call, { products: ['assets'], employers: undefined, ...more });
  const own = widget(house, order.bridge_token);
  await own.post('consent/', {}, 204);
  const [{ id: suborder_id }] = (await own.get('session/')).order.suborders;
  return { own, order_id: order.id, suborder_id };
}

describe('sending a bank file in the widget', () => {
  test('an OFX file is imported into the user’s link for imported files and completes the order, with the same events as for any other link', async () => {
    const { own, order_id, suborder_id } = await openOrder();
    const { status, body } = await sendBankFile(own, OFX, { suborder_id });
    expect(status, JSON.stringify(body)).toBe(200);
    expect(body).toMatchObject({ question: null, task: { suborder_id, provider: { id: 'vouch_files' } } });
    await settled(house, own, body.task.task_id);
    const order = await readOrder(call, order_id);
    expect(order).toMatchObject({
      status: 'completed',
      financial_accounts: [{ status: 'completed', provider: { id: 'vouch_files' } }],
    });
    const { link_id } = order.financial_accounts[0];
    expect((await call('GET', `/v1/tasks/${body.task.task_id}/`)).json()).toMatchObject({
      status: 'done',
      product_type: 'assets',
      data_source: 'financial_accounts',
    });
    const words = wordsOf(await eventsOf(house, { link_id }));
    expect(words).toEqual(expect.arrayContaining(['new', 'link-connected', 'parse', 'full_parse', 'done']));
    expect(words.filter((word) => word === 'link-connected')).toHaveLength(1);
  });

  test('403 for a file that is sent before the terms are accepted', async () => {
    const { bridge_token } = await newOrder(call, { products: ['assets'] });
    const { status } = await sendBankFile(widget(house, bridge_token), OFX);
    expect(status).toBe(403);
  });

  test('a CSV file is imported only after the applicant has confirmed how it is read', async () => {
    const own = await openFor();
    const asked = await sendBankFile(own, SLASHES);
    expect(asked.body).toMatchObject({
      task: null,
      question: {
        columns: { date: 0, description: 1, amount: 2, debit: null, credit: null },
        date_formats: [
          { format: 'MM/DD/YYYY', date: '2026-03-04' },
          { format: 'DD/MM/YYYY', date: '2026-04-03' },
        ],
        date_example: '03/04/2026',
        is_ambiguous: true,
        choices: [{ name: 'Date', example: '03/04/2026' }, {}, {}],
        rows: [{ date: '2026-03-04', description: 'ACME PAYROLL', amount: '1690.85' }, { amount: '-12.34' }],
      },
    });
    const columns = { date: 0, description: 1, amount: 2, date_format: 'DD/MM/YYYY', sign: 'debit_positive' };
    const corrected = await sendBankFile(own, SLASHES, { columns });
    expect(corrected.body.question).toMatchObject({
      is_ambiguous: false,
      rows: [{ date: '2026-04-03', amount: '-1690.85' }, {}],
    });
    expect((await own.get('session/')).task).toBeNull();
    const { body } = await sendBankFile(own, SLASHES, { columns, is_confirmed: true });
    const task = await settled(house, own, body.task.task_id);
    expect(task).toMatchObject({ status: 'done', public_token: expect.any(String) });
    const exchanged = (await call('POST', '/v1/link-access-tokens/', { public_token: task.public_token })).json();
    const { transactions } = (await call('GET', `/v1/links/${exchanged.link_id}/transactions/`)).json();
    expect(transactions).toMatchObject([
      { amount: '12.34', type: 'CREDIT', posted_at: expect.stringMatching(/^2026-06-05/) },
      { amount: '1690.85', type: 'DEBIT', posted_at: expect.stringMatching(/^2026-04-03/) },
    ]);
  });

  test('if a file is sent again for the same order, its first task is returned; if the file is sent for another order, a new task reads the stored data into the same link', async () => {
    const external_user_id = newId();
    const { own, suborder_id, order_id } = await openOrder({ external_user_id });
    const first = await sendBankFile(own, OFX, { suborder_id });
    const again = await sendBankFile(own, OFX, { suborder_id });
    expect(again.body.task.task_id).toBe(first.body.task.task_id);
    await settled(house, own, first.body.task.task_id);
    const { financial_accounts } = await readOrder(call, order_id);
    const next = await openOrder({ external_user_id });
    const other = await sendBankFile(next.own, OFX, { suborder_id: next.suborder_id });
    expect(other.body.task.task_id).not.toBe(first.body.task.task_id);
    await settled(house, next.own, other.body.task.task_id);
    const order = await readOrder(call, next.order_id);
    expect(order).toMatchObject({
      status: 'completed',
      financial_accounts: [{ link_id: financial_accounts[0].link_id }],
    });
  });

  test.each([
    ['csv/bad-amount.csv', /^Line \d+, column \d+: .+\.$/],
    ['ofx/bad-ofx1-truncated.ofx', /^Line \d+, column \d+: .+\.$/],
    ['nacha/ppd-payroll-lf.ach', /^This kind of file is not accepted for this request\.$/],
  ])('400 for sending the bank file %s in the widget, and the suborder stays open', async (path, message) => {
    const { own, suborder_id } = await openOrder();
    const { status, body } = await sendBankFile(own, sample(path), { suborder_id, is_confirmed: true });
    expect(status).toBe(400);
    expect(body.error.extra['invalid-params']).toEqual([{ field: 'content', message: expect.stringMatching(message) }]);
    expect((await own.get('session/')).order.suborders[0]).toMatchObject({ status: 'sent', task: null });
  });

  test('400 for a file of more than 32 MiB; 400 for a form without a file', async () => {
    const own = await openFor();
    const large = await sendBankFile(own, Buffer.alloc(IMPORT_FILE_BYTES_MAX + 1));
    expect(large).toEqual({
      status: 400,
      body: invalid(['content', 'Ensure the file has no more than 33554432 bytes.']),
    });
    const largest = await sendBankFile(own, Buffer.alloc(IMPORT_FILE_BYTES_MAX));
    expect(largest.body).toEqual(invalid(['content', 'Line 1, column 1: the file has none of the known formats.']));
    expect((await sendBankFile(own, '')).body).toEqual(invalid(['content', 'This field may not be blank.']));
  });

  test('429 for the 21st file of a token; a CSV file that is not confirmed yet is not counted', async () => {
    const own = await openFor();
    const bad = sample('ofx/bad-ofx1-truncated.ofx');
    for (let sent = 0; sent < 20; sent += 1) expect((await sendBankFile(own, bad)).status).toBe(400);
    expect((await sendBankFile(own, bad)).status).toBe(429);
    expect((await sendBankFile(own, SLASHES)).status).toBe(200);
  });

  test('the widget accepts the kinds of files that can verify the product, and no files if the token’s data_sources lack `docs`', async () => {
    const sourcesFor = async (more: object) => (await (await openFor(more)).get('session/')).file_sources;
    expect(await sourcesFor({})).toEqual(['financial_accounts']);
    expect(await sourcesFor({ product_type: 'income' })).toEqual(['financial_accounts', 'payroll', 'tax']);
    expect(await sourcesFor({ product_type: 'employment' })).toEqual([]);
    expect(await sourcesFor({ data_sources: ['financial_accounts'] })).toEqual([]);
    const own = await openFor({ data_sources: ['financial_accounts'] });
    expect((await sendBankFile(own, OFX)).body).toEqual(
      invalid(['content', 'Files are not accepted for this request.']),
    );
  });

  test('the search finds the provider for imported files by the names of file formats, and a token may name this provider; a login at this provider is rejected', async () => {
    const own = await openFor({ provider_id: 'vouch_files' });
    const found = async (query: string) =>
      (await own.get(`providers/?query=${query}&data_source=financial_accounts`)).results.filter(
        ({ is_file }: { is_file: boolean }) => is_file,
      );
    for (const query of ['ofx', 'CSV', 'statement file', 'file']) expect(await found(query)).toHaveLength(1);
    for (const query of ['', 'harbor']) expect(await found(query)).toEqual([]);
    expect((await own.get('session/')).preselected.provider).toMatchObject({ id: 'vouch_files', fields: [] });
    const login = { provider_id: 'vouch_files', credentials: { user_id: newId() } };
    expect(await own.post('tasks/', login, 400)).toEqual(invalid(['provider_id', 'Object not found.']));
  });

  test('a newer file renews the link for imported files; the widget does not offer this link for reuse without a new file', async () => {
    const user_id = await newUser(call, newId());
    const own = await openWidget(house, call, user_id, { product_type: 'assets' });
    const first = await sendBankFile(own, OFX);
    await settled(house, own, first.body.task.task_id);
    const links = (await call('GET', `/v1/links/?user_id=${user_id}`)).json().results;
    expect((await own.get('session/')).links).toEqual([]);
    const update = await openWidget(house, call, user_id, {
      product_type: 'assets',
      access_token: links[0].access_token,
    });
    expect(await update.get('session/')).toMatchObject({
      update: { provider: { id: 'vouch_files', is_file: true } },
      file_sources: ['financial_accounts'],
    });
    const newer = await sendBankFile(update, sample('overlap/ofx-b.ofx'));
    expect(await settled(house, update, newer.body.task.task_id)).toMatchObject({ status: 'done' });
    expect((await call('GET', `/v1/links/?user_id=${user_id}`)).json().results).toHaveLength(1);
  });
});
