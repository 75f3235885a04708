// Contract, sections 15.4 and 15.6: the link, task, events and data that finalisation creates (sections 6 to 9 and 20).
import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { newId } from '#base/ids.ts';
import { invalid, NOT_FOUND } from '#test/answers.ts';
import { fileOf, noise } from '#test/documents.ts';
import { type Payload, eventsOf as payloadsOf, wordsOf } from '#test/tasks.ts';
import { faultsOf } from './shapes/checks.ts';
import { linkDocument, noDataOf } from './shapes/documents.ts';
import { EVENT_PAYLOADS } from './shapes/events.ts';
import { expectFile, expectPdf } from './shapes/files.ts';
import { linkInFull, link as linkShape, task as taskShape } from './shapes/links.ts';
import { employment, employmentReport, incomeReport, profile, statement } from './shapes/payroll.ts';
import { letter, type Result, startUploads } from './shapes/uploads.ts';
import { page } from './shapes/words.ts';

const { walk, expectRead, expectAll, expectRefused, newUser, sample, connectDocuments } = startUploads();

const md5 = (content: string): string => createHash('md5').update(Buffer.from(content, 'base64')).digest('hex');
const linkOf = ({ link_id }: Result) => expectRead(linkShape, `/v1/links/${link_id}/`);
const taskOf = ({ task_id }: Result) => expectRead(taskShape, `/v1/tasks/${task_id}/`);

/** Returns the events of a link, oldest first. Each event is checked against its schema. */
async function eventsOf({ link_id }: Result): Promise<Payload[]> {
  const events = await payloadsOf(walk.house(), { link_id });
  for (const event of events) {
    expect(faultsOf(EVENT_PAYLOADS[event.event_type] ?? { not: {} }, event), event.event_type).toEqual([]);
  }
  return events;
}

describe('sections 6, 7 and 8: the link and the task of documents', () => {
  test('the link has data_source `docs`, and the task has the statuses `parse` and `full_parse` but not `login`', async () => {
    const external_user_id = newId();
    const user_id = await newUser({ external_user_id });
    const result = await connectDocuments([fileOf(await sample('paystub'), { user_id })]);
    expect(await linkOf(result)).toMatchObject({
      id: result.link_id,
      user_id,
      user_external_id: external_user_id,
      status: 'done',
      tracking_info: null,
      allowed_products: ['income'],
      initial_product_type: 'income',
      data_source: 'docs',
      is_suspicious: false,
      is_dds_available: null,
      is_dds_supported: null,
      is_connected: true,
      last_task_id: result.task_id,
    });
    expect(await taskOf(result)).toMatchObject({
      link_id: result.link_id,
      user_id,
      order_id: null,
      bridge_token: null,
      status: 'done',
      product_type: 'income',
      data_source: 'docs',
      error_message: null,
      is_suspicious: false,
      is_refresh: false,
    });
    const { results } = await expectRead(page(linkInFull), `/v1/links/?user_id=${user_id}&data_source=docs`);
    expect(results).toMatchObject([{ id: result.link_id }]);
    const tasks = await expectRead(page(taskShape), `/v1/tasks/?link_id=${result.link_id}`);
    expect(tasks.results).toMatchObject([{ id: result.task_id }]);
  });

  test('a second collection of the same user uses the same link but has its own task; link-connected is not sent again', async () => {
    const user_id = await newUser();
    const first = await connectDocuments([fileOf(await sample('paystub'), { user_id })]);
    const second = await connectDocuments([fileOf(await sample('paystub', '?index=1'), { user_id })]);
    expect(second.link_id).toBe(first.link_id);
    expect(second.task_id).not.toBe(first.task_id);
    expect(await linkOf(first)).toMatchObject({ last_task_id: second.task_id });
    const types = (await eventsOf(first)).map(({ event_type }) => event_type);
    expect(types.filter((type) => type === 'link-connected')).toHaveLength(1);
    const assets = await connectDocuments([fileOf(await sample('bank_statement'), { user_id })], 'assets');
    expect(assets.link_id).toBe(first.link_id);
    expect(await linkOf(first)).toMatchObject({ initial_product_type: 'income' });
  });

  test('400 for a refresh of the link, by refresh/tasks/ or by the query refresh=true', async () => {
    const user_id = await newUser();
    const { link_id } = await connectDocuments([fileOf(await sample('paystub'), { user_id })]);
    const { results } = await expectRead(page(linkInFull), `/v1/links/?user_id=${user_id}`);
    const refusal = invalid(['access_token', 'The link cannot be refreshed.']);
    const body = { access_token: results[0].access_token };
    expect(await expectRefused(400, 'POST', '/v1/refresh/tasks/', body)).toEqual(refusal);
    expect(await expectRefused(400, 'GET', `/v1/links/${link_id}/?refresh=true`)).toEqual(refusal);
    await expectRead(linkShape, `/v1/links/${link_id}/?refresh=false`);
  });

  test('deleting the link or the user emits link-deleted; afterwards requests for the link’s data and files get 404', async () => {
    const [one, other] = [await newUser(), await newUser()];
    const first = await connectDocuments([fileOf(await sample('paystub'), { user_id: one })]);
    expect((await walk.send('DELETE', `/v1/links/${first.link_id}/`)).statusCode).toBe(204);
    for (const path of ['', 'documents/', 'income/report/', 'statements/']) {
      expect(await expectRefused(404, 'GET', `/v1/links/${first.link_id}/${path}`)).toEqual(NOT_FOUND);
    }
    expect(wordsOf(await eventsOf(first)).filter((word) => word === 'link-deleted')).toHaveLength(1);
    const second = await connectDocuments([fileOf(await sample('paystub'), { user_id: other })]);
    const [document] = await expectAll(linkDocument, `/v1/links/${second.link_id}/documents/`);
    expect((await walk.send('DELETE', `/v1/users/${other}/`)).statusCode).toBe(204);
    expect(wordsOf(await eventsOf(second)).filter((word) => word === 'link-deleted')).toHaveLength(1);
    const { app } = walk.house();
    const file = await app.inject(document.file.replace(/^https?:\/\/[^/]+/, ''));
    expect([file.statusCode, file.json()]).toEqual([404, { detail: expect.any(String) }]);
  });
});

describe('section 20.2: events of documents', () => {
  test('a finalised collection emits the same events as a connection, except the event for the status `login`; each event has user_id and link_id', async () => {
    const user_id = await newUser();
    const result = await connectDocuments([fileOf(await sample('paystub'), { user_id })]);
    const events = await eventsOf(result);
    expect(wordsOf(events).filter((word) => word !== 'bank-accounts-created')).toEqual([
      'new',
      'link-connected',
      'parse',
      'profile-created',
      'employment-created',
      'full_parse',
      'statements-created',
      'done',
    ]);
    for (const event of events) {
      expect(event).toMatchObject({
        user_id,
        link_id: result.link_id,
        product: 'income',
        data_source: 'docs',
        tracking_info: null,
        template_id: null,
      });
    }
    const tasks = events.flatMap(({ task_id }) => (task_id === undefined ? [] : [task_id]));
    expect(new Set(tasks)).toEqual(new Set([result.task_id]));
    expect(tasks).toHaveLength(events.length - 1);
    expect(events.find(({ event_type }) => event_type === 'statements-created')).toMatchObject({ objects_count: 1 });
  });

  test('if the task ends in no_data, its last event contains the error message', async () => {
    const result = await connectDocuments([fileOf(await letter(), { user_id: await newUser() })]);
    const events = await eventsOf(result);
    const statuses = events.map(({ status }) => status).filter((status) => status !== undefined);
    expect(statuses).toEqual(['new', 'parse', 'no_data']);
    expect(events.findLast(({ event_type }) => event_type === 'task-status-updated')).toMatchObject({
      status: 'no_data',
      error_message: noDataOf('income'),
      user_id: result.user_id,
    });
  });
});

describe('sections 9 and 15.6: the data of documents', () => {
  test('the income report has the employment, and its statement has the uploaded file', async () => {
    const content = await sample('paystub');
    const result = await connectDocuments([fileOf(content, { user_id: await newUser() })]);
    const url = `/v1/links/${result.link_id}/`;
    const report = await expectRead(incomeReport, `${url}income/report/`);
    expect(report).toMatchObject({
      id: result.task_id,
      link_id: result.link_id,
      status: 'done',
      refresh_status: null,
      data_source: 'docs',
      is_suspicious: false,
    });
    expect(report.employments).toHaveLength(1);
    await expectRead(employmentReport, `${url}employment/report/`);
    expect(await expectAll(employment, `${url}employments/`)).toEqual(report.employments);
    await expectRead(profile, `${url}identity/`);
    const [only] = await expectAll(statement, `${url}statements/`);
    expect(only).toMatchObject({ id: report.employments[0].statements[0].id, md5sum: md5(content) });
    await expectFile(walk.house(), only.file, md5(content));
    await expectFile(walk.house(), report.pdf_report);
    await expectPdf(walk.acme().sandbox, `${url}income/report/`, result.task_id);
  });

  test('documents/ lists the documents of the link with their files, including a document of type OTHER', async () => {
    const user_id = await newUser();
    const contents = {
      'stub.pdf': await sample('paystub'),
      'w2.pdf': await sample('w2'),
      'letter.pdf': await letter(),
    };
    const documents = Object.entries(contents).map(([filename, content]) => fileOf(content, { filename, user_id }));
    const { link_id } = await connectDocuments([...documents, fileOf(noise(), { user_id })]);
    const listed = await expectAll(linkDocument, `/v1/links/${link_id}/documents/`);
    const types = Object.fromEntries(listed.map(({ filename, document_type }) => [filename, document_type]));
    expect(types).toEqual({ 'stub.pdf': 'PAYSTUB', 'w2.pdf': 'W2', 'letter.pdf': 'OTHER' });
    for (const { filename, file, md5sum, ...rest } of listed) {
      expect(rest).toMatchObject({ mime_type: 'application/pdf', is_suspicious: false, review_status: 'not_required' });
      expect(md5sum).toBe(md5(Object.entries(contents).find(([name]) => name === filename)?.[1] ?? ''));
      await expectFile(walk.house(), file, md5sum);
    }
    const { results, next } = await expectRead(page(linkDocument), `/v1/links/${link_id}/documents/?page_size=2`);
    expect([results.length, next === null]).toEqual([2, false]);
  });
});
