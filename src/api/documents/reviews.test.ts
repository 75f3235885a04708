import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newId } from '#base/ids.ts';
import { NOT_FOUND, OTHER_ENVIRONMENT } from '#test/answers.ts';
import { newMember } from '#test/console.ts';
import { type CollectionBody, collect, fileOf, finishFiles, read, sampleOf } from '#test/documents.ts';
import { newClient, type TestClient, type TestHouse } from '#test/house.ts';
import { payStubPdf } from '#test/pay-stub-pdf.ts';
import { finishTasks, newUser, openWorkingHouse } from '#test/tasks.ts';

let house: TestHouse;
let client: TestClient;
let stubs: string[];
beforeAll(async () => {
  house = await openWorkingHouse();
  client = await newClient(house);
  stubs = [await sampleOf(client.sandbox, 'paystub'), await sampleOf(client.sandbox, 'paystub', '?index=1')];
});
afterAll(() => house.close());

type Flagged = {
  collection: CollectionBody;
  user_id: string;
  link_id: string;
  task_id: string;
  document_ids: string[];
};

/** Uploads and finalises pay stubs that look altered. */
async function flagged(contents = stubs.slice(0, 1)): Promise<Flagged> {
  const user_id = await newUser(client.sandbox, newId());
  const documents = contents.map((content) => fileOf(content, { user_id, filename: 'suspicious.pdf' }));
  const collection = await collect(house, client.sandbox, { documents });
  await client.sandbox('POST', `/v1/documents/collections/${collection.id}/finalize/`);
  await finishTasks(house);
  const { link_id, task_id } = (
    await client.sandbox('GET', `/v1/documents/collections/${collection.id}/finalize/`)
  ).json();
  return { collection, user_id, link_id, task_id, document_ids: collection.documents.map((one) => one.document_id) };
}

const decide = (id: string | undefined, review_status: string, note = 'Checked with the employer.') =>
  client.sandbox('POST', `/v1/documents/${id}/review/`, { review_status, note });

async function flagsOf({ link_id, task_id }: Flagged): Promise<boolean[]> {
  const paths = [`links/${link_id}`, `tasks/${task_id}`, `links/${link_id}/income/report`];
  const answers = await Promise.all(paths.map((path) => client.sandbox('GET', `/v1/${path}/`)));
  return answers.map((response) => response.json().is_suspicious);
}

describe('POST /v1/documents/{document_id}/review/', () => {
  test('200: if a reviewer makes a decision in the console, the decision and its audit log entry are stored in one transaction', async () => {
    const { document_ids } = await flagged();
    const { client_id } = client;
    const reviewer = await newMember(house, [{ client_id, environment: 'sandbox', role: 'reviewer' }]);
    const path = `${client_id}/sandbox/v1/documents/${document_ids[0]}/review/`;
    const response = await reviewer.call('POST', path, { review_status: 'confirmed', note: 'Drawn over.' });
    expect(response.json()).toMatchObject({ review_status: 'confirmed', is_suspicious: true });
  });

  test('200: a cleared document, its link, its task and its report are no longer suspicious', async () => {
    const upload = await flagged();
    expect(await flagsOf(upload)).toEqual([true, true, true]);
    const response = await decide(upload.document_ids[0], 'cleared');
    expect(response.statusCode, response.body).toBe(200);
    expect(response.json()).toMatchObject({
      document_id: upload.document_ids[0],
      collection_id: upload.collection.id,
      user_id: upload.user_id,
      is_suspicious: false,
      review_status: 'cleared',
      fraud_signals: [{ severity: 'high' }],
    });
    expect(await flagsOf(upload)).toEqual([false, false, false]);
    expect((await read(client.sandbox, upload.collection.id)).documents[0]).toMatchObject({
      is_suspicious: false,
      review_status: 'cleared',
    });
    const documents = (await client.sandbox('GET', `/v1/links/${upload.link_id}/documents/`)).json();
    expect(documents.results).toMatchObject([{ is_suspicious: false, review_status: 'cleared' }]);
  });

  test('200: a link stays suspicious until all its suspicious documents are cleared', async () => {
    const upload = await flagged(stubs);
    await decide(upload.document_ids[0], 'cleared');
    expect(await flagsOf(upload)).toEqual([true, true, true]);
    await decide(upload.document_ids[1], 'cleared');
    expect(await flagsOf(upload)).toEqual([false, false, false]);
  });

  test('200: a decision can be changed from cleared to confirmed, and a confirmed document is suspicious', async () => {
    const upload = await flagged();
    expect((await decide(upload.document_ids[0], 'cleared')).json().is_suspicious).toBe(false);
    expect((await decide(upload.document_ids[0], 'confirmed')).json()).toMatchObject({
      is_suspicious: true,
      review_status: 'confirmed',
    });
    expect(await flagsOf(upload)).toEqual([true, true, true]);
  });

  test('400 for a document that needs no review, for an invalid status, and for a blank note', async () => {
    const { documents } = await collect(house, client.sandbox, { documents: [fileOf(stubs[0] ?? '')] });
    const invalid = async (response: Promise<{ json(): { error: { extra: object } } }>) =>
      (await response).json().error.extra;
    expect(await invalid(decide(documents[0]?.document_id, 'cleared'))).toEqual({
      'invalid-params': [{ field: 'review_status', message: 'The document does not need a review.' }],
    });
    expect(await invalid(decide(documents[0]?.document_id, 'pending', ''))).toEqual({
      'invalid-params': [
        { field: 'review_status', message: '"pending" is not a valid choice.' },
        { field: 'note', message: 'This field may not be blank.' },
      ],
    });
  });

  test('404 for an unknown document; 403 for a document of the other environment', async () => {
    expect((await decide(newId(), 'cleared')).json()).toEqual(NOT_FOUND);
    const { document_ids } = await flagged();
    const body = { review_status: 'cleared', note: 'x' };
    const other = await client.prod('POST', `/v1/documents/${document_ids[0]}/review/`, body);
    expect(other.json()).toEqual(OTHER_ENVIRONMENT);
  });
});

describe('GET /v1/documents/reviews/', () => {
  test('200: lists only documents that look altered, newest first; review_status filters them', async () => {
    const own = await newClient(house);
    client = own;
    const first = await flagged();
    house.clock.advance(1_000);
    const second = await flagged();
    await collect(house, own.sandbox, { documents: [fileOf(stubs[0] ?? '')] });
    await decide(first.document_ids[0], 'cleared');
    const listed = async (query = '') => {
      const page = (await own.sandbox('GET', `/v1/documents/reviews/${query}`)).json();
      const ids: string[] = page.results.map(({ document_id }: { document_id: string }) => document_id);
      return { count: page.count, ids };
    };
    expect(await listed()).toEqual({ count: 2, ids: [second.document_ids[0], first.document_ids[0]] });
    expect(await listed('?review_status=pending')).toEqual({ count: 1, ids: second.document_ids });
    expect(await listed('?review_status=cleared')).toEqual({ count: 1, ids: first.document_ids });
    expect(await listed('?review_status=confirmed')).toEqual({ count: 0, ids: [] });
    expect((await own.sandbox('GET', '/v1/documents/reviews/?review_status=x')).statusCode).toBe(400);
  });
});

describe('pay stubs of one person in several files', () => {
  const collected = async (tamper: string) => {
    const user_id = await newUser(client.sandbox, newId());
    const later = await sampleOf(client.sandbox, 'paystub', `?tamper=${tamper}`);
    const files = [stubs[1] ?? '', later];
    const { id } = await collect(house, client.sandbox, {
      documents: files.slice(0, 1).map((file) => fileOf(file, { user_id })),
    });
    await client.sandbox('POST', `/v1/documents/collections/${id}/upload/`, {
      documents: files.slice(1).map((file) => fileOf(file, { user_id, filename: 'later.pdf' })),
    });
    await finishFiles(house);
    return (await read(client.sandbox, id)).documents;
  };

  test('a later stub is suspicious if its year-to-date pay contradicts an earlier stub; it is not suspicious if the two stubs agree', async () => {
    expect((await collected('none')).map((one) => one.fraud_signals)).toEqual([[], []]);
    const [, altered] = await collected('ytd');
    expect(altered?.fraud_signals.map(({ message }) => message)).toContainEqual(
      expect.stringMatching(/^The gross pay of the year was .* on .*, but the pay in between is /),
    );
  });
});

describe('a document that is uploaded twice in prod', () => {
  test('if a document is uploaded for two users, the second user’s document is suspicious', async () => {
    const { prod } = await newClient(house);
    const collected = async () => {
      const user_id = await newUser(prod, newId());
      return collect(house, prod, { documents: [fileOf(stubs[0] ?? '', { user_id })] });
    };
    expect((await collected()).documents[0]?.is_suspicious).toBe(false);
    expect((await collected()).documents[0]).toMatchObject({
      is_suspicious: true,
      fraud_signals: [{ code: 'template_reused', severity: 'high' }],
    });
  });

  test('a pay stub that shares only layout and check number with another person’s pay stub has a signal of medium severity; with another check number or at another client, there is no signal', async () => {
    const { prod } = await newClient(house);
    const { prod: other_client } = await newClient(house);
    const reuse = async (call: typeof prod, employee: string, check_number: string, net_pay: string) => {
      const user_id = await newUser(call, newId());
      const content = (await payStubPdf({ net_pay, employee, check_number })).toString('base64');
      const { documents } = await collect(house, call, { documents: [fileOf(content, { user_id })] });
      expect(documents[0]?.fields).toMatchObject({ employee_name: employee, check_number });
      return documents[0]?.fraud_signals.filter(({ code }) => code === 'template_reused').map((one) => one.severity);
    };
    expect(await reuse(prod, 'Wren Calloway', '204417', '1,597.00')).toEqual([]);
    expect(await reuse(prod, 'Ida Marlowe', '204418', '1,597.00')).toEqual([]);
    expect(await reuse(other_client, 'Ida Marlowe', '204417', '1,598.00')).toEqual([]);
    expect(await reuse(prod, 'Calloway, Wren B.', '204417', '1,599.00')).toEqual([]);
    expect(await reuse(prod, 'Tobin Ashe', '204417', '1,600.00')).toEqual(['medium']);
  });

  test('if a document is uploaded twice for the same user, neither document is suspicious', async () => {
    const { prod } = await newClient(house);
    const user_id = await newUser(prod, newId());
    for (let time = 0; time < 2; time++) {
      const { documents } = await collect(house, prod, { documents: [fileOf(stubs[0] ?? '', { user_id })] });
      expect(documents[0]?.is_suspicious).toBe(false);
    }
  });
});
