import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newId } from '#base/ids.ts';
import { finalizeCollection } from '#services/documents/finalizing.ts';
import { ctxFor } from '#services/platform/ctx.ts';
import type { Db } from '#storage/platform/db.ts';
import { collect, fileOf, finishFiles, noise, read, sampleOf } from '#test/documents.ts';
import { newClient, type TestClient, type TestHouse } from '#test/house.ts';
import { payStubPdf } from '#test/pay-stub-pdf.ts';
import { connect, eventsOf, finishTasks, newUser, openWorkingHouse, wordsOf } from '#test/tasks.ts';

let house: TestHouse;
let client: TestClient;
/** The newest three pay stubs and the newest W-2 of the sample person goodlogin. */
let stubs: string[];
let w2: string;
let statement: string;
beforeAll(async () => {
  house = await openWorkingHouse();
  client = await newClient(house);
  stubs = [];
  for (const index of [0, 1, 2]) stubs.push(await sampleOf(client.sandbox, 'paystub', `?index=${index}`));
  w2 = await sampleOf(client.sandbox, 'w2');
  statement = await sampleOf(client.sandbox, 'bank_statement');
});
afterAll(() => house.close());

const PATH = '/v1/documents/collections/';

type Result = { user_id: string; link_id: string; task_id: string; status: string; error_message: string | null };
type Finalization = {
  status: string;
  message: string;
  product_type: string | null;
  link_id: string | null;
  task_id: string | null;
  results: Result[];
  completed_at: string | null;
};

async function finalized(id: string, product_type?: string): Promise<Finalization> {
  const response = await client.sandbox(
    'POST',
    `${PATH}${id}/finalize/`,
    product_type === undefined ? {} : { product_type },
  );
  expect(response.statusCode, response.body).toBe(202);
  await finishFiles(house);
  await finishTasks(house);
  return (await client.sandbox('GET', `${PATH}${id}/finalize/`)).json();
}

/** Uploads files for a new user without a name, and finalises the collection. */
async function finish(contents: string[], product_type?: string, more: object = {}) {
  const user_id = await newUser(client.sandbox, newId());
  const documents = contents.map((content) => fileOf(content, { user_id, ...more }));
  const { id } = await collect(house, client.sandbox, { documents });
  return { id, user_id, ...(await finalized(id, product_type)) };
}

describe('finalising a collection', () => {
  test('finalisation creates a link and a task for each user, and sends the same events as for any other link', async () => {
    const { user_id, results, ...answer } = await finish([stubs[0] ?? '']);
    expect(answer).toMatchObject({
      status: 'done',
      message: 'Collection finalization completed',
      product_type: 'income',
      link_id: results[0]?.link_id,
      task_id: results[0]?.task_id,
      completed_at: expect.stringMatching(/Z$/),
    });
    expect(results).toEqual([
      { user_id, link_id: expect.any(String), task_id: expect.any(String), status: 'done', error_message: null },
    ]);
    const events = await eventsOf(house, { link_id: String(results[0]?.link_id) });
    expect(wordsOf(events)).toEqual([
      'new',
      'link-connected',
      'parse',
      'profile-created',
      'employment-created',
      'bank-accounts-created',
      'full_parse',
      'statements-created',
      'done',
    ]);
    for (const event of events)
      expect(event).toMatchObject({ user_id, link_id: results[0]?.link_id, data_source: 'docs' });
  });

  test('the income report from pay stubs has the same figures as the report from the same person’s payroll', async () => {
    const { results } = await finish(stubs);
    const report = (await client.sandbox('GET', `/v1/links/${results[0]?.link_id}/income/report/`)).json();
    expect(report).toMatchObject({ data_source: 'docs', is_suspicious: false, status: 'done' });
    const user_id = await newUser(client.sandbox, newId());
    const { link_id } = await connect(client.sandbox, user_id);
    await finishTasks(house);
    const payroll = (await client.sandbox('GET', `/v1/links/${link_id}/income/report/`)).json();
    const figures = (employment: { statements: Record<string, unknown>[] }) =>
      employment.statements
        .slice(0, 3)
        .map(
          ({ pay_date, period_start, period_end, gross_pay, net_pay, gross_pay_ytd, net_pay_ytd, regular, hours }) => ({
            pay_date,
            period_start,
            period_end,
            gross_pay,
            net_pay,
            gross_pay_ytd,
            net_pay_ytd,
            regular,
            hours,
          }),
        );
    expect(report.employments).toHaveLength(1);
    expect(figures(report.employments[0])).toEqual(figures(payroll.employments[0]));
    expect(report.employments[0].company.name).toBe(payroll.employments[0].company.name);
    expect(report.employments[0].pay_frequency).toBe(payroll.employments[0].pay_frequency);
  });

  test('in the report, the file of each pay statement is the uploaded file', async () => {
    const { results } = await finish([stubs[0] ?? '']);
    const report = (await client.sandbox('GET', `/v1/links/${results[0]?.link_id}/income/report/`)).json();
    const url = new URL(report.employments[0].statements[0].file);
    const response = await house.app.inject({ url: url.pathname + url.search });
    expect(response.rawPayload.toString('base64')).toBe(stubs[0]);
    const documents = (await client.sandbox('GET', `/v1/links/${results[0]?.link_id}/documents/`)).json();
    expect(documents.results).toMatchObject([
      {
        document_type: 'PAYSTUB',
        filename: 'document.pdf',
        mime_type: 'application/pdf',
        review_status: 'not_required',
      },
    ]);
  });

  test('a second collection of the same user adds its data to the same link', async () => {
    const first = await finish([stubs[1] ?? '']);
    const second = await collect(house, client.sandbox, {
      documents: [fileOf(stubs[0] ?? '', { user_id: first.user_id })],
    });
    const { results } = await finalized(second.id);
    expect(results[0]?.link_id).toBe(first.results[0]?.link_id);
    const report = (await client.sandbox('GET', `/v1/links/${results[0]?.link_id}/income/report/`)).json();
    expect(report.employments[0].statements).toHaveLength(2);
  });

  test('W-2s become tax data of the link, and bank statements become bank accounts', async () => {
    const tax = await finish([w2]);
    const report = (await client.sandbox('GET', `/v1/links/${tax.results[0]?.link_id}/income/report/`)).json();
    expect(report.employments[0].w2s).toMatchObject([{ wages: expect.stringMatching(/^\d+\.\d\d$/) }]);
    const bank = await finish([statement], 'assets');
    expect(bank.status).toBe('done');
    const { accounts } = (await client.sandbox('GET', `/v1/links/${bank.results[0]?.link_id}/balances/`)).json();
    expect(accounts).not.toHaveLength(0);
  });

  test('if the documents have no data for the product, the task’s status is `no_data` and the collection’s status is `error`', async () => {
    const answer = await finish([stubs[0] ?? ''], 'insurance');
    expect(answer).toMatchObject({ status: 'error', message: 'Collection finalization failed' });
    expect(answer.results).toMatchObject([
      { status: 'no_data', error_message: 'No insurance data was found in the document.' },
    ]);
  });

  test('if no file belongs to a user, the collection has the status `error`, with the reason and the time', async () => {
    const { id } = await collect(house, client.sandbox, { documents: [fileOf(w2)], users: [] });
    expect(await finalized(id)).toMatchObject({
      status: 'error',
      message: 'Collection finalization failed: no file belongs to a user',
      results: [],
      completed_at: expect.stringMatching(/Z$/),
    });
  });

  test('if a user’s only file is unusable, that user’s result has the file’s error, while another user’s task is done', async () => {
    const [good, bad] = [await newUser(client.sandbox, newId()), await newUser(client.sandbox, newId())];
    const { id } = await collect(house, client.sandbox, {
      documents: [fileOf(stubs[0] ?? '', { user_id: good }), fileOf(noise(), { user_id: bad })],
    });
    const { status, results } = await finalized(id);
    expect(status).toBe('done');
    expect(results).toMatchObject([
      { user_id: good, status: 'done' },
      {
        user_id: bad,
        status: 'config_error',
        error_message: 'The document could not be processed: it is damaged.',
      },
    ]);
  });
});

describe('POST /v1/documents/collections/{id}/finalize/', () => {
  test('400 if no file could be read', async () => {
    const { id } = await collect(house, client.sandbox, { documents: [fileOf(noise())] });
    const response = await client.sandbox('POST', `${PATH}${id}/finalize/`, {});
    expect(response.statusCode).toBe(400);
    expect(response.json().error.extra['invalid-params']).toEqual([
      { field: 'documents', message: 'No file could be read.' },
    ]);
  });

  test('400 for a product that cannot be verified with documents', async () => {
    const { id } = await collect(house, client.sandbox, { documents: [fileOf(stubs[0] ?? '')] });
    const response = await client.sandbox('POST', `${PATH}${id}/finalize/`, { product_type: 'pll' });
    expect(response.json().error.extra['invalid-params']).toEqual([
      { field: 'product_type', message: '"pll" is not a valid choice.' },
    ]);
  });

  test('202 while files are still being read; the finalisation starts when the last file has been read', async () => {
    const user_id = await newUser(client.sandbox, newId());
    const { id } = (await client.sandbox('POST', PATH, { documents: [fileOf(stubs[0] ?? '', { user_id })] })).json();
    const response = await client.sandbox('POST', `${PATH}${id}/finalize/`);
    expect(response.statusCode).toBe(202);
    expect(response.json()).toEqual({ status: 'finalizing', message: 'Collection finalization started' });
    await finishFiles(house);
    await finishTasks(house);
    expect(await read(client.sandbox, id)).toMatchObject({ status: 'done' });
  });

  test('the first request for finalisation returns `finalizing`, even if the task ends before the response is sent', async () => {
    const { id } = await collect(house, client.sandbox, { documents: [fileOf(stubs[0] ?? '')] });
    const ctx = ctxFor(house, { client_id: client.client_id, environment: 'sandbox' }, 0);
    const db: Db = Object.create(ctx.db, {
      transaction: {
        value: async (work: Parameters<Db['transaction']>[0]) => {
          const result = await ctx.db.transaction(work);
          await finishTasks(house);
          return result;
        },
      },
    });
    expect(await finalizeCollection({ ...ctx, db }, id, 'insurance')).toEqual({
      status: 'finalizing',
      message: 'Collection finalization started',
    });
    expect(await read(client.sandbox, id)).toMatchObject({ status: 'error' });
  });

  test('202 for a second request for finalisation, with the collection’s current status; 400 for an upload after finalisation', async () => {
    const { id } = await finish([stubs[0] ?? '']);
    const again = await client.sandbox('POST', `${PATH}${id}/finalize/`, { product_type: 'insurance' });
    expect(again.statusCode).toBe(202);
    expect(again.json()).toEqual({ status: 'done', message: 'Collection finalization completed' });
    const upload = await client.sandbox('POST', `${PATH}${id}/upload/`, { documents: [fileOf(noise())] });
    expect(upload.statusCode).toBe(400);
    expect(upload.json().error.extra['invalid-params']).toEqual([
      { field: 'documents', message: 'The collection is finalized.' },
    ]);
  });
});

describe('GET /v1/documents/collections/{id}/finalize/', () => {
  test('200 before finalisation, with the status of the collection and no results', async () => {
    const { id } = await collect(house, client.sandbox, { documents: [fileOf(stubs[0] ?? '')] });
    expect((await client.sandbox('GET', `${PATH}${id}/finalize/`)).json()).toEqual({
      status: 'processed',
      message: 'Collection finalization has not been requested',
      product_type: null,
      link_id: null,
      task_id: null,
      results: [],
      completed_at: null,
    });
  });
});

describe('documents of a person with other links', () => {
  const BANK = { provider_id: 'vouch_bank', product_type: 'assets' };
  const declare = async (user_id: string, kind: string, body: object) => {
    const response = await client.sandbox('POST', `/v1/sandbox/users/${user_id}/${kind}/`, body);
    expect(response.statusCode, response.body).toBe(201);
  };
  const linkWith = async (user_id: string, more: object = {}) => {
    await connect(client.sandbox, user_id, more);
    await finishTasks(house);
  };
  const finalizedFor = async (user_id: string, contents: string[]) => {
    const documents = contents.map((content) => fileOf(content, { user_id }));
    const { id } = await collect(house, client.sandbox, { documents });
    const { link_id } = await finalized(id);
    const link = (await client.sandbox('GET', `/v1/links/${link_id}/`)).json();
    return { link, documents: (await read(client.sandbox, id)).documents };
  };

  test('documents that agree with the payroll and the bank account have no fraud signal', async () => {
    const user_id = await newUser(client.sandbox, newId());
    await linkWith(user_id);
    await linkWith(user_id, BANK);
    const { link, documents } = await finalizedFor(user_id, [stubs[0] ?? '', w2]);
    expect(documents.map(({ fraud_signals }) => fraud_signals)).toEqual([[], []]);
    expect(link.is_suspicious).toBe(false);
  });

  test('a pay stub that contradicts the payroll, its pay frequency and the deposits is suspicious, waits for a review, and makes its link suspicious too', async () => {
    const user_id = await newUser(client.sandbox, newId());
    const statements = [{ pay_date: '2026-01-09', gross_pay: '1600.00', net_pay: '1277.60' }];
    const job = { company: { name: 'Quill Harbor LLC' }, job_title: 'Pilot', pay_rate: 20, pay_frequency: 'W' };
    await declare(user_id, 'payroll', { employments: [{ ...job, statements }] });
    await linkWith(user_id);
    const deposit = { account_external_id: 'a-1', external_id: 't-1', type: 'CREDIT', amount: '1277.60' };
    const described = { transacted_at: '2026-01-09', description: 'QUILL HARBOR PAYROLL PPD' };
    const accounts = [{ external_id: 'a-1', type: 'CHECKING', balance: '812.40' }];
    await declare(user_id, 'transactions', { accounts, transactions: [{ ...deposit, ...described }] });
    await linkWith(user_id, BANK);
    const stub = (await payStubPdf({ net_pay: '1,597.00' })).toString('base64');
    const { link, documents } = await finalizedFor(user_id, [stub]);
    expect(documents).toMatchObject([
      {
        is_suspicious: true,
        review_status: 'pending',
        fraud_signals: [
          { code: 'arithmetic_mismatch', severity: 'high', page: 1 },
          { code: 'arithmetic_mismatch', severity: 'medium', page: 1 },
          { code: 'arithmetic_mismatch', severity: 'low', page: 1 },
        ],
      },
    ]);
    expect(link.is_suspicious).toBe(true);
    const [other] = (await finalizedFor(await newUser(client.sandbox, newId()), [stub])).documents;
    expect(other?.fraud_signals).toEqual([]);
  });
});

test('a link from documents cannot be refreshed', async () => {
  const { user_id } = await finish([stubs[0] ?? '']);
  const { results } = (await client.sandbox('GET', `/v1/links/?user_id=${user_id}`)).json();
  const { access_token } = results[0];
  const response = await client.sandbox('POST', '/v1/refresh/tasks/', { access_token });
  expect(response.statusCode).toBe(400);
  expect(response.json().error.extra['invalid-params']).toEqual([
    { field: 'access_token', message: 'The link cannot be refreshed.' },
  ]);
});
