// Tests that slow work does not run in the serving thread. The tests use as many transactions as a person may have or a
// request may contain.
import type { LightMyRequestResponse } from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addDays } from '#base/calendar.ts';
import { newId } from '#base/ids.ts';
import { getLink, keyOf } from '#services/connections/links.ts';
import { ctxOf } from '#services/platform/ctx.ts';
import { sealList } from '#services/platform/sealed-json.ts';
import { place } from '#services/platform/vault.ts';
import { writeSections } from '#storage/connections/link-sections.ts';
import { invalid } from '#test/answers.ts';
import { account, transaction } from '#test/assets.ts';
import { bundledUrl } from '#test/bundled.ts';
import { newClient, type TestClient, type TestHouse } from '#test/house.ts';
import { BASIC_REQUEST, SCORING_URL } from '#test/scoring.ts';
import { connect, finishTasks, newUser, openWorkingHouse } from '#test/tasks.ts';

const TRANSACTIONS = 48_000;

let house: TestHouse;
let acme: TestClient;
let birch: TestClient;
let user_id: string;
let link_id: string;
beforeAll(async () => {
  const entry = await bundledUrl('src/services/platform/compute-thread.ts');
  // The limits are the service's own limits. Only the timeouts are longer, because the test machine may be busy.
  house = await openWorkingHouse({
    compute: { bytes_at_once_max: 20 * 1024, run_ms_max: 60_000, wait_ms_max: 60_000, entry },
  });
  [acme, birch] = await Promise.all([newClient(house, 'Acme Lending'), newClient(house, 'Birch Credit')]);
  user_id = await newUser(acme.sandbox, newId());
  ({ link_id } = await connect(acme.sandbox, user_id, { provider_id: 'vouch_bank', product_type: 'assets' }));
  await finishTasks(house);
  await fill();
});
afterAll(() => house.close());

/** Stores one account and 48,000 transactions of one year in the link. */
async function fill(): Promise<void> {
  const scope = { client_id: acme.client_id, environment: 'sandbox' } as const;
  const ctx = await ctxOf(house, scope);
  const key = await keyOf(ctx, await getLink(ctx, link_id));
  const checking = account('1000.00');
  const transactions = Array.from({ length: TRANSACTIONS }, (_, at) =>
    transaction(checking, addDays('2026-03-01', -(at % 365)), at % 10 === 0 ? 'CREDIT' : 'DEBIT', '12.50', {
      description: at % 10 === 0 ? 'LANTERN FREIGHT PAYROLL' : `LANTERN MARKET ${at % 500}`,
    }),
  );
  const lists = { accounts: [checking], transactions } as const;
  const row = (section: keyof typeof lists) => ({
    link_id,
    section,
    sealed: sealList(key, lists[section], place(scope, 'link_sections', section, link_id)),
  });
  await writeSections(ctx.db, scope, [row('accounts'), row('transactions')], ctx.now());
}

const NEIGHBOURS = 20;
/**
 * The minimum number of answered requests. The other client is treated as delayed if fewer of its twenty requests are
 * answered before the work ends. If the work ran in the serving thread, at most one request would be answered before
 * the work ends. The minimum is below twenty, because on a busy machine the work may end before all requests are
 * answered.
 */
const ANSWERED_BEFORE_MIN = 5;

/**
 * Requests a report while another client sends requests one by one. Returns the response, and whether the report delayed
 * the other client's requests.
 */
async function beside(
  method: 'GET' | 'POST',
  url: string,
  body: object = { days_requested: 365 },
): Promise<{ status: number; is_delayed: boolean; response: LightMyRequestResponse }> {
  let [answered, answered_before] = [0, 0];
  const report = acme.sandbox(method, url, method === 'POST' ? body : undefined).then((response) => {
    answered_before = answered;
    return response;
  });
  for (; answered < NEIGHBOURS; answered++) {
    expect((await birch.sandbox('GET', '/v1/users/')).statusCode).toBe(200);
  }
  const response = await report;
  return { status: response.statusCode, is_delayed: answered_before < ANSWERED_BEFORE_MIN, response };
}

/**
 * Returns how often each job has run in the main thread. Tests of reads compare these counts, because a read takes too
 * little time to measure whether it delays another client.
 */
async function jobsInMainThread(): Promise<string[]> {
  const { body } = await house.app.inject({ url: '/metrics' });
  return body.match(/^vouch_compute_duration_seconds_count\{.*thread="main".*$/gm) ?? [];
}

test.each(['income_insights/reports/', 'assets/reports/'])(
  'POST /v1/users/{user_id}/%s creates a report on 48,000 transactions without delaying other clients, and GET reads it in a compute thread',
  async (reports) => {
    const url = `/v1/users/${user_id}/${reports}`;
    expect(await beside('POST', url)).toMatchObject({ status: 201, is_delayed: false });
    const { report_id } = (await acme.sandbox('GET', url)).json().results[0];
    const before = await jobsInMainThread();
    expect((await acme.sandbox('GET', `${url}${report_id}/`)).statusCode).toBe(200);
    expect(await jobsInMainThread()).toEqual(before);
  },
);

test('creating a link’s income report on 48,000 transactions delays no other client; later reads return the same report; compute threads read the report and draw its PDF', async () => {
  const url = `/v1/links/${link_id}/income/transactions/reports/`;
  const made = await beside('POST', url);
  expect(made).toMatchObject({ status: 201, is_delayed: false });
  const before = await jobsInMainThread();
  const report = made.response.json();
  expect(report).toMatchObject({ status: 'success', is_suspicious: false });
  expect(report.income.length).toBeGreaterThan(0);
  expect((await acme.sandbox('GET', url)).body === made.response.body).toBe(true);
  const pdf = await acme.sandbox('GET', `${url}?fmt=pdf`);
  expect(await jobsInMainThread()).toEqual(before);
  expect(pdf.rawPayload.subarray(0, 5).toString()).toBe('%PDF-');
});

test('201: a scoring request with 20,000 transactions delays no other client', async () => {
  const [transaction] = BASIC_REQUEST.transactions;
  const transactions = Array.from({ length: 20_000 }, (_, at) => ({ ...transaction, identifier: `t${at}` }));
  expect(await beside('POST', SCORING_URL, { ...BASIC_REQUEST, transactions })).toMatchObject({
    status: 201,
    is_delayed: false,
  });
});

test('400 for an invalid value and 415 for malformed JSON in a scoring request with 20,000 transactions', async () => {
  const transactions = Array.from({ length: 20_000 }, () => BASIC_REQUEST.transactions[0]);
  const response = await acme.sandbox('POST', SCORING_URL, { ...BASIC_REQUEST, transactions, purpose: 'none' });
  expect(response.json()).toEqual(invalid(['purpose', '"none" is not a valid choice.']));
  const text = JSON.stringify({ ...BASIC_REQUEST, transactions });
  expect((await acme.sandbox('POST', SCORING_URL, text.slice(0, -1))).statusCode).toBe(415);
});

test('201: declaring 6,000 more transactions after the first 6,000 delays no other client, and a new link shows all 12,000', async () => {
  const person = await newUser(acme.sandbox, newId());
  const url = `/v1/sandbox/users/${person}/transactions/`;
  const accounts = [{ external_id: 'checking', type: 'CHECKING', balance: '1000.00' }];
  const declared = (from: number) => ({
    accounts,
    transactions: Array.from({ length: 6_000 }, (_, at) => ({
      account_external_id: 'checking',
      external_id: `t${from + at}`,
      amount: '12.50',
      type: 'DEBIT',
      transacted_at: '2026-02-20',
      description: 'MARKET',
    })),
  });
  expect((await acme.sandbox('POST', url, declared(0))).statusCode).toBe(201);
  expect(await beside('POST', url, declared(6_000))).toMatchObject({ status: 201, is_delayed: false });
  const { link_id: link } = await connect(acme.sandbox, person, { provider_id: 'vouch_bank', product_type: 'assets' });
  await finishTasks(house);
  const shown = (await acme.sandbox('GET', `/v1/links/${link}/transactions/?page_size=1`)).json();
  expect(shown.count).toBe(12_000);
});
