// Tests that a template's `data` settings apply in the endpoints that return a link's pay, bank and tax documents, and
// in orders.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { newId } from '#base/ids.ts';
import { NOT_FOUND } from '#test/answers.ts';
import { type Call, newClient, type TestHouse } from '#test/house.ts';
import { type Answer, newOrder, readOrder } from '#test/orders.ts';
import { connect, finishTasks, newUser, openWorkingHouse } from '#test/tasks.ts';

let house: TestHouse;
let call: Call;
beforeAll(async () => {
  house = await openWorkingHouse();
});
beforeEach(async () => {
  call = (await newClient(house)).sandbox;
});
afterAll(() => house.close());

const get = async (path: string): Promise<Answer> => (await call('GET', path)).json();
const templateWith = async (data: object): Promise<string> =>
  (await call('POST', '/v1/templates/', { name: newId(), data })).json().id;

async function linkUnder(template_id: string, more: object = {}) {
  const user_id = await newUser(call, newId());
  const { link_id } = await connect(call, user_id, { template_id, ...more });
  await finishTasks(house);
  return { user_id, link_id };
}

/** Reads the link's main employment through three endpoints. */
async function everywhere({ user_id, link_id }: { user_id: string; link_id: string }): Promise<Answer[]> {
  const report = (await call('POST', `/v1/users/${user_id}/reports/`)).json();
  return [
    (await get(`/v1/links/${link_id}/income/report/`)).employments[0],
    (await get(`/v1/links/${link_id}/employments/`)).results[0],
    report.links[0].employments[0],
  ];
}

describe('a template’s `data` settings', () => {
  test('if the setting `statements` is false, employments have no pay statements but keep their annual totals', async () => {
    const linked = await linkUnder(await templateWith({ statements: false }));
    for (const employment of await everywhere(linked)) {
      expect(employment.statements).toEqual([]);
      expect(employment.w2s[0].file).toEqual(expect.any(String));
      expect(employment.annual_income_summary.length).toBeGreaterThan(0);
    }
    expect(await get(`/v1/links/${linked.link_id}/statements/`)).toMatchObject({ count: 0, results: [] });
    const open = await linkUnder(await templateWith({}));
    const [{ id }] = (await get(`/v1/links/${open.link_id}/statements/`)).results;
    expect(await get(`/v1/links/${open.link_id}/statements/${id}/`)).toMatchObject({ id });
    expect(await get(`/v1/links/${linked.link_id}/statements/${id}/`)).toEqual(NOT_FOUND);
  });

  test('if the setting `w2s` is false, employments have no W-2s', async () => {
    for (const { w2s, statements } of await everywhere(await linkUnder(await templateWith({ w2s: false })))) {
      expect(w2s).toEqual([]);
      expect(statements[0].file).toEqual(expect.any(String));
    }
  });

  test('if the setting `files` is false, pay statements, W-2s, bank statements and tax documents have no file and no md5sum', async () => {
    const template_id = await templateWith({ files: false });
    const none = { file: null, md5sum: null };
    const linked = await linkUnder(template_id);
    for (const { w2s, statements } of await everywhere(linked)) {
      expect([statements[0], w2s[0]]).toMatchObject([none, none]);
    }
    expect((await get(`/v1/links/${linked.link_id}/statements/`)).results[0]).toMatchObject(none);
    const bank = await linkUnder(template_id, { provider_id: 'vouch_bank', product_type: 'assets' });
    expect((await get(`/v1/links/${bank.link_id}/bank_statements/`)).results[0]).toMatchObject(none);
    const tax = await linkUnder(template_id, { provider_id: 'vouch_tax', product_type: 'income' });
    expect((await get(`/v1/links/${tax.link_id}/tax/`))[0]).toMatchObject(none);
  });

  test('the `data` settings of an order’s template apply to the order’s data and to its report', async () => {
    const data = { statements: false, w2s: false, files: false };
    const { id: template_id } = (await call('POST', '/v1/templates/', { name: newId(), data })).json();
    const { id, user_id } = await newOrder(call, { template_id });
    await connect(call, user_id, { order_id: id });
    await finishTasks(house);
    const order = await readOrder(call, id);
    expect(order.employers[0].employments[0]).toMatchObject({ statements: [], w2s: [], pay_rate: expect.any(String) });
    const { links } = await get(`/v1/users/${user_id}/reports/${order.voie_report_id}/`);
    expect(links[0].employments[0]).toMatchObject({ statements: [], w2s: [] });
  });
});
