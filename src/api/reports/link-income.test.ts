// Tests the income reports of a single link through the whole application.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newId } from '#base/ids.ts';
import { jobCtxFor } from '#services/platform/jobs.ts';
import { SYSTEM } from '#storage/platform/db.ts';
import { invalid, NOT_FOUND, OTHER_ENVIRONMENT } from '#test/answers.ts';
import { newClient, openTestHouse, type TestClient, type TestHouse } from '#test/house.ts';
import { banked, linkIncomeUrl, madeInsights } from '#test/income.ts';
import { advance, connect, finishTasks, newUser, openWorkingHouse } from '#test/tasks.ts';
import { handlers } from '#worker/jobs.ts';

let house: TestHouse;
let client: TestClient;
beforeAll(async () => {
  house = await openWorkingHouse();
  client = await newClient(house);
});
afterAll(() => house.close());

const bankOf = (username: string) => banked(house, client.sandbox, username);
const make = (link_id: string, body?: object) => client.sandbox('POST', linkIncomeUrl(link_id), body);
const read = (link_id: string) => client.sandbox('GET', linkIncomeUrl(link_id));
const rowsOf = async (link_id: string) =>
  (
    await house.database
      .scoped(SYSTEM)
      .query<{ sealed: Buffer }>('select sealed from link_income_reports where link_id = $1', [link_id])
  ).rows;

describe('POST /v1/links/{link_id}/income/transactions/reports/', () => {
  test('201: returns the same income sources and accounts as the user’s report, and the employers’ names', async () => {
    const { user_id, link_id } = await bankOf('goodlogin.all');
    const response = await make(link_id);
    expect(response.statusCode, response.body).toBe(201);
    const { id, access_token, ...report } = response.json();
    const of_person = await madeInsights(client.sandbox, user_id);
    expect(report).toEqual({
      status: 'success',
      completed_at: '2026-03-01T12:00:00Z',
      days_requested: 90,
      tracking_info: null,
      provider: 'vouch_bank',
      companies: ['Copper Canyon Logistics'],
      accounts: of_person.links[0]?.accounts,
      income: of_person.links[0]?.bank_income_sources,
      summary: of_person.bank_income_summary,
      is_suspicious: false,
    });
    expect(id).toMatch(/^[0-9a-f]{32}$/);
    const links = (await client.sandbox('GET', `/v1/links/?user_id=${user_id}`)).json();
    expect(access_token).toBe(links.results[0].access_token);
  });

  test('201: the report of a bank without data has status error', async () => {
    const bank = { provider_id: 'vouch_bank', username: 'error.user', password: 'no_data' };
    const { link_id } = await connect(client.sandbox, await newUser(client.sandbox, newId()), bank);
    await finishTasks(house);
    const report = (await make(link_id)).json();
    expect(report).toMatchObject({ status: 'error', accounts: [], income: [], summary: { income_sources_count: 0 } });
    expect((await read(link_id)).json()).toEqual(report);
  });

  describe('days_requested', () => {
    let link_id: string;
    beforeAll(async () => {
      ({ link_id } = await bankOf('benefits'));
    });

    test.each([30, 730])('201 for a link’s income report with days_requested %d', async (days_requested) => {
      expect((await make(link_id, { days_requested })).json()).toMatchObject({ status: 'success', days_requested });
    });

    test.each([
      [29, 'Ensure this value is greater than or equal to 30.'],
      [731, 'Ensure this value is less than or equal to 730.'],
    ])('400 for a link’s income report with days_requested %d', async (days_requested, message) => {
      const response = await make(link_id, { days_requested });
      expect([response.statusCode, response.json()]).toEqual([400, invalid(['days_requested', message])]);
    });
  });

  test('404 for an unknown link or a link to a provider that is not a bank; 403 for a link of the other environment', async () => {
    const { link_id } = await connect(client.sandbox, await newUser(client.sandbox, newId()));
    await finishTasks(house);
    expect([(await make(link_id)).statusCode, (await read(link_id)).json()]).toEqual([404, NOT_FOUND]);
    expect((await make(newId())).json()).toEqual(NOT_FOUND);
    expect((await client.prod('POST', linkIncomeUrl(link_id))).json()).toEqual(OTHER_ENVIRONMENT);
  });
});

describe('GET /v1/links/{link_id}/income/transactions/reports/', () => {
  test('404 before the first report, then 200 with the newest report; a refresh of the link does not change the report', async () => {
    const { user_id, link_id } = await bankOf('gig.worker');
    expect((await read(link_id)).json()).toEqual(NOT_FOUND);
    const first = (await make(link_id)).json();
    expect((await read(link_id)).json()).toEqual(first);
    await advance(house, client.sandbox, 14 * 86_400);
    const { access_token } = (await client.sandbox('GET', `/v1/links/?user_id=${user_id}`)).json().results[0];
    await client.sandbox('POST', '/v1/refresh/tasks/', { access_token });
    await finishTasks(house);
    expect((await read(link_id)).json()).toEqual(first);
    const second = (await make(link_id, { days_requested: 60 })).json();
    expect(second.income).not.toEqual(first.income);
    expect((await read(link_id)).json()).toEqual(second);
  });

  test('the stored report is encrypted, and deleted with the link', async () => {
    const { link_id } = await bankOf('benefits');
    await make(link_id);
    const [row] = await rowsOf(link_id);
    expect(row?.sealed.includes('SOCIAL_SECURITY')).toBe(false);
    await client.sandbox('DELETE', `/v1/links/${link_id}/`);
    expect(await rowsOf(link_id)).toEqual([]);
    expect((await read(link_id)).json()).toEqual(NOT_FOUND);
  });

  test('200: status is processing until the bank’s data has been read, and the first GET after that completes the report', async () => {
    const idle = await openTestHouse();
    try {
      const { sandbox } = await newClient(idle);
      const bank = { provider_id: 'vouch_bank', product_type: 'income', username: 'overdrawn' };
      const { link_id } = await connect(sandbox, await newUser(sandbox, newId()), bank);
      const asked = (await sandbox('POST', linkIncomeUrl(link_id), { days_requested: 60 })).json();
      expect(asked).toMatchObject({
        status: 'processing',
        completed_at: null,
        accounts: [],
        income: [],
        companies: [],
      });
      expect((await sandbox('GET', linkIncomeUrl(link_id))).json()).toEqual(asked);
      await idle.queue.work(handlers, (job) => jobCtxFor(idle, job), { concurrency_max: 2, per_owner_max: 2 });
      await finishTasks(idle);
      // Two concurrent requests for a report that has not been read before get the same report.
      const responses = await Promise.all([1, 2].map(() => sandbox('GET', linkIncomeUrl(link_id))));
      const [done, other] = responses.map((response) => response.json());
      expect(other).toEqual(done);
      expect(done).toMatchObject({
        id: asked.id,
        status: 'success',
        days_requested: 60,
        companies: ['Sunny Fork Market'],
      });
      expect(done.completed_at).not.toBe(null);
      idle.clock.advance(3_600_000);
      expect((await sandbox('GET', linkIncomeUrl(link_id))).json()).toEqual(done);
    } finally {
      await idle.close();
    }
  });
});
