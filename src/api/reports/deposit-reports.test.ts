import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newId } from '#base/ids.ts';
import { invalid, NOT_FOUND } from '#test/answers.ts';
import { newClient, type TestClient, type TestHouse } from '#test/house.ts';
import { connect, finishTasks, newUser, openWorkingHouse } from '#test/tasks.ts';

let house: TestHouse;
let client: TestClient;
beforeAll(async () => {
  house = await openWorkingHouse();
  client = await newClient(house);
});
afterAll(() => house.close());

const ACCOUNT = {
  account_number: '400100219999',
  routing_number: '991000012',
  account_type: 'checking',
  bank_name: 'Vouch Bank',
  bank_address: '1 Ledger Lane',
};
const SHOWN = {
  account_number: '400100219999',
  routing_number: '991000012',
  account_type: 'checking',
  bank_name: 'Vouch Bank',
  deposit_type: 'entire',
  deposit_value: null,
};
const PATHS = { deposit_switch: 'direct_deposit', pll: 'pll' } as const;
const PRODUCTS = ['deposit_switch', 'pll'] as const;

const person = () => newUser(client.sandbox, newId());

async function switched(product_type: (typeof PRODUCTS)[number], more: object = {}, user_id?: string) {
  const user = user_id ?? (await person());
  const connected = await connect(client.sandbox, user, { product_type, account: ACCOUNT, ...more });
  await finishTasks(house);
  return { ...connected, user_id: user };
}

const reportOf = (product: (typeof PRODUCTS)[number], link_id: string, query = '') =>
  client.sandbox('GET', `/v1/links/${link_id}/${PATHS[product]}/report/${query}`);
const userReport = (user_id: string) => client.sandbox('GET', `/v1/users/${user_id}/deposit_switch/report/`);

describe.each(PRODUCTS)('a link’s %s report', (product) => {
  test('200: shows the previous accounts and the new deposit account; the new account is shown in full, except for the bank’s address', async () => {
    const { link_id, task_id, public_token } = await switched(product, { tracking_info: 'loan-17' });
    const exchanged = await client.sandbox('POST', '/v1/link-access-tokens/', { public_token });
    const response = await reportOf(product, link_id);
    expect(response.statusCode).toBe(200);
    const { initial_accounts, ...report } = response.json();
    expect(report).toEqual({
      id: task_id,
      status: 'done',
      finished_at: '2026-03-01T12:00:00Z',
      completed_at: '2026-03-01T12:00:00Z',
      access_token: exchanged.json().access_token,
      tracking_info: 'loan-17',
      pdf_report: expect.stringContaining(`/files/${link_id}/`),
      provider: { id: 'vouch_payroll', name: 'Vouch Payroll', logo_url: null },
      is_suspicious: false,
      employer: { id: null, name: expect.any(String), logo_url: null },
      deposit_details: SHOWN,
    });
    expect(initial_accounts).toHaveLength(2);
    expect(Object.keys(initial_accounts[0])).toEqual([...Object.keys(SHOWN), 'account_name']);
  });

  test('200: deposit_value has two decimals, whether it is an amount or a percentage', async () => {
    for (const [deposit_type, deposit_value, shown] of [
      ['amount', '250.5', '250.50'],
      ['percent', 25, '25.00'],
    ]) {
      const { link_id } = await switched(product, { account: { ...ACCOUNT, deposit_type, deposit_value } });
      expect((await reportOf(product, link_id)).json().deposit_details).toEqual({
        ...SHOWN,
        deposit_type,
        deposit_value: shown,
      });
    }
  });

  test('200: the report of a failed switch still shows the deposit details of the switch', async () => {
    const { link_id, task_id } = await switched(product, { username: 'no.dds' });
    const response = await reportOf(product, link_id);
    expect(response.statusCode).toBe(200);
    expect(response.json()).toMatchObject({
      id: task_id,
      status: 'not_supported',
      deposit_details: SHOWN,
      initial_accounts: null,
    });
  });

  test('404 for a link connected for another product', async () => {
    const { link_id } = await connect(client.sandbox, await person());
    await finishTasks(house);
    expect((await reportOf(product, link_id)).statusCode).toBe(404);
    const { link_id: other } = await switched(product === 'pll' ? 'deposit_switch' : 'pll');
    expect((await reportOf(product, other)).json()).toEqual(NOT_FOUND);
  });

  test('400 for an unknown fmt', async () => {
    const { link_id } = await switched(product);
    for (const fmt of ['xml', '']) {
      const response = await reportOf(product, link_id, `?fmt=${fmt}`);
      expect(response.statusCode).toBe(400);
      expect(response.json().error.extra['invalid-params']).toMatchObject([{ field: 'fmt' }]);
    }
    expect((await reportOf(product, link_id, '?fmt=json')).statusCode).toBe(200);
  });
});

describe('a second deposit switch by POST /v1/refresh/tasks/', () => {
  test('201: a request without a bank account uses the bank account of the last switch, even if that switch failed', async () => {
    const { link_id, public_token } = await switched('deposit_switch', { username: 'no.dds' });
    const { access_token } = (await client.sandbox('POST', '/v1/link-access-tokens/', { public_token })).json();
    house.clock.advance(1_000);
    const response = await client.sandbox('POST', '/v1/refresh/tasks/', { access_token });
    expect(response.statusCode, response.body).toBe(201);
    await finishTasks(house);
    expect((await reportOf('deposit_switch', link_id)).json()).toMatchObject({
      id: response.json().task_id,
      deposit_details: SHOWN,
    });
  });

  test('400 if the link was not connected for the product', async () => {
    const { public_token } = await connect(client.sandbox, await person());
    const { access_token } = (await client.sandbox('POST', '/v1/link-access-tokens/', { public_token })).json();
    const response = await client.sandbox('POST', '/v1/refresh/tasks/', { access_token, product_type: 'pll' });
    expect(response.json()).toEqual(invalid(['product_type', '"pll" is not a valid choice.']));
  });
});

describe('GET /v1/users/{user_id}/deposit_switch/report/', () => {
  test('200: lists the user’s reports of both products and all links, newest first, with the same data as each link’s own report', async () => {
    const { user_id, link_id: first } = await switched('deposit_switch');
    house.clock.advance(1_000);
    const { link_id: second } = await switched('pll', { username: 'weekly' }, user_id);
    house.clock.advance(1_000);
    await switched('pll', {}, user_id);
    const response = await userReport(user_id);
    expect(response.statusCode).toBe(200);
    const own = async (product: (typeof PRODUCTS)[number], link_id: string) => ({
      ...(await reportOf(product, link_id)).json(),
      link_id,
    });
    const newest = await own('pll', first);
    expect(response.json()).toEqual({
      user_id,
      completed_at: newest.finished_at,
      links: [newest, await own('pll', second), await own('deposit_switch', first)],
    });
  });

  test('200: omits the reports of deleted links; 404 if no report is left', async () => {
    const { user_id, link_id } = await switched('deposit_switch');
    const { link_id: second } = await switched('pll', { username: 'weekly' }, user_id);
    await client.sandbox('DELETE', `/v1/links/${link_id}/`);
    expect((await userReport(user_id)).json().links).toMatchObject([{ link_id: second }]);
    await client.sandbox('DELETE', `/v1/links/${second}/`);
    expect((await userReport(user_id)).json()).toEqual(NOT_FOUND);
  });

  test('404 if no deposit switch or paycheck-linked loan has finished yet', async () => {
    const user_id = await person();
    expect((await userReport(user_id)).json()).toEqual(NOT_FOUND);
    await connect(client.sandbox, user_id);
    await finishTasks(house);
    expect((await userReport(user_id)).statusCode).toBe(404);
    // The login fails, so no link is created.
    await switched('pll', { username: 'weekly', password: 'wrong' }, user_id);
    expect((await userReport(user_id)).statusCode).toBe(404);
  });
});
