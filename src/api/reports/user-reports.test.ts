import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newId } from '#base/ids.ts';
import { ctxOf } from '#services/platform/ctx.ts';
import { openReport } from '#services/reports/report-snapshots.ts';
import { findUser } from '#storage/people/users.ts';
import { SYSTEM } from '#storage/platform/db.ts';
import { invalid, NOT_FOUND, OTHER_ENVIRONMENT } from '#test/answers.ts';
import { BASE_URL, newClient, type TestClient, type TestHouse } from '#test/house.ts';
import { advance, connect, finishTasks, newUser, openWorkingHouse } from '#test/tasks.ts';

let house: TestHouse;
let client: TestClient;
beforeAll(async () => {
  house = await openWorkingHouse();
  client = await newClient(house);
});
afterAll(() => house.close());

const person = () => newUser(client.sandbox, newId());
const urlOf = (user_id: string): string => `/v1/users/${user_id}/reports/`;
const make = (user_id: string, body?: object) => client.sandbox('POST', urlOf(user_id), body);
const read = (user_id: string, id: string) => client.sandbox('GET', `${urlOf(user_id)}${id}/`);

async function connected(more: object = {}, user_id?: string) {
  const user = user_id ?? (await person());
  const connection = await connect(client.sandbox, user, more);
  await finishTasks(house);
  return { ...connection, user_id: user };
}

type Files = { links: { employments: { statements: { file: string | null }[]; w2s: { file: string | null }[] }[] }[] };
const filesOf = ({ links }: Files): (string | null)[] =>
  links.flatMap(({ employments }) =>
    employments.flatMap(({ statements, w2s }) => [...statements, ...w2s].map(({ file }) => file)),
  );
/** Removes signed URLs, which differ in every response. */
const withoutFiles = (value: unknown): unknown =>
  JSON.parse(JSON.stringify(value, (key, field) => (key === 'file' || key === 'pdf_report' ? null : field)));

describe('POST /v1/users/{user_id}/reports/', () => {
  test('201: the report is complete immediately and contains the link’s own income report', async () => {
    const { user_id, link_id } = await connected({ tracking_info: 'loan-17' });
    const response = await make(user_id);
    expect(response.statusCode).toBe(201);
    const own = (await client.sandbox('GET', `/v1/links/${link_id}/income/report/`)).json();
    expect(withoutFiles(response.json())).toEqual({
      report_id: expect.stringMatching(/^[0-9a-f]{32}$/),
      is_voe: false,
      created_at: '2026-03-01T12:00:00Z',
      completed_at: '2026-03-01T12:00:00Z',
      last_task_at: own.finished_at,
      links: [
        {
          id: link_id,
          link_id,
          tracking_info: 'loan-17',
          data_source: 'payroll',
          provider: 'vouch_payroll',
          provider_name: 'Vouch Payroll',
          logo_url: null,
          is_suspicious: false,
          pdf_report: null,
          employments: withoutFiles(own.employments),
        },
      ],
    });
  });

  test('201: a report with is_voe has no pay data', async () => {
    const { user_id } = await connected();
    const report = (await make(user_id, { is_voe: true })).json();
    expect(report.is_voe).toBe(true);
    expect(report.links[0].employments).toMatchObject([
      {
        income: null,
        income_unit: null,
        pay_rate: null,
        pay_frequency: null,
        statements: [],
        w2s: [],
        annual_income_summary: [],
        bank_accounts: [],
      },
    ]);
  });

  test('201: the report shows no pay data from a link that was connected only for employment', async () => {
    const { user_id } = await connected({ product_type: 'employment' });
    const [link] = (await make(user_id)).json().links;
    expect(link.employments).toMatchObject([{ income: null, pay_rate: null, statements: [], bank_accounts: [] }]);
  });

  test('201: includes every link that has employments, newest link first, and no other links', async () => {
    const { user_id, link_id: first } = await connected();
    await connected({ provider_id: 'vouch_tax' }, user_id);
    await connected({ username: 'monthly', password: 'wrong' }, user_id);
    const account = { account_number: '400100219999', routing_number: '991000012', account_type: 'checking' };
    await connected({ username: 'weekly', product_type: 'pll', account }, user_id);
    house.clock.advance(1_000);
    const { link_id: second } = await connected({ username: 'multiple.employments' }, user_id);
    const { links, last_task_at } = (await make(user_id)).json();
    expect(links).toMatchObject([{ link_id: second }, { link_id: first }]);
    expect(links.map(({ employments }: { employments: unknown[] }) => employments.length)).toEqual([3, 1]);
    expect(last_task_at).toBe((await client.sandbox('GET', `/v1/links/${second}/income/report/`)).json().finished_at);
  });

  test('201: a user without data gets a report without links', async () => {
    const response = await make(await person(), {});
    expect(response.statusCode).toBe(201);
    expect(response.json()).toMatchObject({ links: [], last_task_at: null });
  });

  test('201: the stored report is encrypted; once decrypted, it contains file names and no signed URLs', async () => {
    const { user_id } = await connected();
    const report = (await make(user_id)).json();
    const { report_id } = report;
    const { rows } = await house.database
      .scoped(SYSTEM)
      .query<{ sealed: Buffer }>('select sealed from user_reports where id = $1', [report_id]);
    expect(rows).toHaveLength(1);
    expect(rows[0]?.sealed.includes('vouch_payroll')).toBe(false);
    const scope = { client_id: client.client_id, environment: 'sandbox' } as const;
    const ctx = await ctxOf(house, scope);
    const user = await findUser(ctx.db, scope, user_id);
    if (user === undefined) throw new Error('the user was not found');
    const { snapshot } = await openReport<Files>(ctx, user, 'voie', report_id);
    const stored = JSON.stringify(snapshot);
    expect(stored).toContain('vouch_payroll');
    expect(stored).not.toMatch(/signature|expires=|https?:/);
    // The response has a signed URL for each stored file name.
    const urls = filesOf(report);
    expect(urls.length).toBeGreaterThan(0);
    expect(urls).toEqual(filesOf(snapshot).map((name) => expect.stringMatching(new RegExp(`/${name}\\?.*signature=`))));
  });

  test('201: two requests with the same Idempotency-Key create one report', async () => {
    const user_id = await person();
    const once = () => client.sandbox('POST', urlOf(user_id), {}, { 'idempotency-key': 'voie-1' });
    expect((await once()).json()).toEqual((await once()).json());
    expect((await client.sandbox('GET', urlOf(user_id))).json().count).toBe(1);
  });

  test('400 if is_voe is not a boolean', async () => {
    const response = await make(await person(), { is_voe: 'true' });
    expect(response.statusCode).toBe(400);
    expect(response.json()).toEqual(invalid(['is_voe', 'Must be a valid boolean.']));
  });

  test('403 for a user of the other environment; 404 for an unknown user', async () => {
    expect((await client.prod('POST', urlOf(await person()), {})).json()).toEqual(OTHER_ENVIRONMENT);
    expect((await make(newId())).json()).toEqual(NOT_FOUND);
  });
});

describe('GET /v1/users/{user_id}/reports/', () => {
  test('200: lists the user’s reports newest first, in pages; the user’s voie_report_id is the id of the newest report', async () => {
    const [user_id, other] = [await person(), await person()];
    const made = [];
    for (const is_voe of [false, true]) {
      made.unshift((await make(user_id, { is_voe })).json());
      house.clock.advance(1_000);
    }
    await make(other);
    const response = await client.sandbox('GET', urlOf(user_id));
    expect(response.statusCode).toBe(200);
    expect(response.json()).toEqual({
      count: 2,
      next: null,
      previous: null,
      results: made.map(({ last_task_at: _task, links: _links, ...summary }) => summary),
    });
    const page = (await client.sandbox('GET', `${urlOf(user_id)}?page_size=1`)).json();
    expect(page).toMatchObject({ count: 2, next: `${BASE_URL}${urlOf(user_id)}?page_size=1&page=2` });
    expect((await client.sandbox('GET', `${urlOf(user_id)}?page_size=1&page=3`)).statusCode).toBe(404);
    expect((await client.sandbox('GET', `/v1/users/${user_id}/`)).json()).toMatchObject({
      voie_report_id: made[0].report_id,
      voa_report_id: null,
      income_insights_report_id: null,
    });
  });

  test('200: the list is empty before the first report, and the user’s voie_report_id is null', async () => {
    const user_id = await person();
    expect((await client.sandbox('GET', urlOf(user_id))).json()).toMatchObject({ count: 0, results: [] });
    expect((await client.sandbox('GET', `/v1/users/${user_id}/`)).json()).toMatchObject({ voie_report_id: null });
  });
});

describe('GET /v1/users/{user_id}/reports/{report_id}/', () => {
  test('200: returns the report as created, even after a refresh', async () => {
    const { user_id, public_token } = await connected({ username: 'changed.on.refresh' });
    const report = (await make(user_id)).json();
    const { access_token } = (await client.sandbox('POST', '/v1/link-access-tokens/', { public_token })).json();
    await client.sandbox('POST', '/v1/refresh/tasks/', { access_token });
    await finishTasks(house);
    const again = await read(user_id, report.report_id);
    expect(again.statusCode).toBe(200);
    expect(withoutFiles(again.json())).toEqual(withoutFiles(report));
    const newer = (await make(user_id)).json();
    expect(withoutFiles(newer.links)).not.toEqual(withoutFiles(report.links));
  });

  test('200: returns the report as created, even after the link was deleted', async () => {
    const { user_id, link_id } = await connected();
    const report = (await make(user_id)).json();
    await client.sandbox('DELETE', `/v1/links/${link_id}/`);
    expect(withoutFiles((await read(user_id, report.report_id)).json())).toEqual(withoutFiles(report));
    expect((await make(user_id)).json().links).toEqual([]);
  });

  test('200: file URLs get a new signature on each read', async () => {
    const { user_id, link_id } = await connected();
    const report = (await make(user_id)).json();
    house.clock.advance(3_600_000);
    const again = (await read(user_id, report.report_id)).json();
    const files = filesOf(again).filter((file) => file !== null);
    expect(files.length).toBeGreaterThan(0);
    const expires = Math.floor(house.clock.now().getTime() / 1000) + 900;
    for (const file of files) {
      expect(file).toMatch(
        new RegExp(`^${BASE_URL}/files/${link_id}/[a-z0-9-]+\\.pdf\\?expires=${expires}&signature=`),
      );
    }
    expect(filesOf(again).map((file) => file?.split('?')[0])).toEqual(
      filesOf(report).map((file) => file?.split('?')[0]),
    );
  });

  test('404 for an unknown report, and for a report of another user or kind', async () => {
    const user_id = await person();
    const { report_id } = (await make(user_id)).json();
    expect((await read(user_id, newId())).json()).toEqual(NOT_FOUND);
    expect((await read(await person(), report_id)).json()).toEqual(NOT_FOUND);
    await house.database.scoped(SYSTEM).query("update user_reports set kind = 'voa' where id = $1", [report_id]);
    expect((await read(user_id, report_id)).json()).toEqual(NOT_FOUND);
    expect((await client.sandbox('GET', urlOf(user_id))).json().count).toBe(0);
    expect((await client.sandbox('GET', `/v1/users/${user_id}/`)).json()).toMatchObject({
      voie_report_id: null,
      voa_report_id: report_id,
    });
  });

  test('created_at of a new report follows the client’s sandbox clock', async () => {
    const sandbox = await newClient(house);
    const user_id = await newUser(sandbox.sandbox, newId());
    await advance(house, sandbox.sandbox, 86_400);
    const { created_at } = (await sandbox.sandbox('POST', urlOf(user_id))).json();
    const expected = new Date(house.clock.now().getTime() + 86_400_000).toISOString().slice(0, 10);
    expect(created_at.slice(0, 10)).toBe(expected);
  });
});
