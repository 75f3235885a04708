import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { newId } from '#base/ids.ts';
import type { Scope } from '#domain/platform/scope.ts';
import { ctxOf } from '#services/platform/ctx.ts';
import { TEMPLATES } from '#storage/access/templates.ts';
import { closeBlocks } from '#storage/platform/lists/list-blocks.ts';
import { invalid } from '#test/answers.ts';
import { type Call, newClient, type TestClient, type TestHouse } from '#test/house.ts';
import { connect, eventsOf, finishTasks, newUser, openWorkingHouse } from '#test/tasks.ts';
import { templateOf } from './templates.ts';

let house: TestHouse;
let acme: TestClient;
let call: Call;
let scope: Scope;
beforeAll(async () => {
  house = await openWorkingHouse();
});
beforeEach(async () => {
  acme = await newClient(house);
  call = acme.sandbox;
  scope = { client_id: acme.client_id, environment: 'sandbox' };
});
afterAll(() => house.close());

const create = (more: object = {}, send = call) => send('POST', '/v1/templates/', { name: newId(), ...more });
const created = async (more: object = {}, send = call): Promise<string> => {
  const response = await create(more, send);
  expect(response.statusCode, response.body).toBe(201);
  return response.json().id;
};
const patch = (id: string, changes: object) => call('PATCH', `/v1/templates/${id}/`, changes);
const remove = (id: string) => call('DELETE', `/v1/templates/${id}/`);
const all = async (): Promise<{ id: string; products: string[]; default_for_products: boolean }[]> =>
  (await call('GET', '/v1/templates/?page_size=100')).json().results;
const UNKNOWN = invalid(['template_id', 'Object not found.']);

/** Returns, for each product, the number of templates that are its default. */
async function defaultsOf(...products: string[]): Promise<number[]> {
  const marked = (await all()).filter(({ default_for_products }) => default_for_products);
  return products.map((product) => marked.filter((template) => template.products.includes(product)).length);
}

describe('concurrent requests that change templates', () => {
  test('if many requests each create a new default, exactly one template stays the default', async () => {
    const responses = await Promise.all(Array.from({ length: 12 }, () => create({ default_for_products: true })));
    expect(responses.map(({ statusCode }) => statusCode)).toEqual(responses.map(() => 201));
    expect(await defaultsOf('income')).toEqual([1]);
  });

  test('templates that share products replace each other as default, and no product ever has two defaults', async () => {
    const lists = [['income', 'assets'], ['assets', 'pll'], ['pll', 'income'], ['income'], ['assets'], ['pll']];
    const ids = await Promise.all(lists.map((products) => created({ products })));
    for (let round = 0; round < 3; round++) {
      const responses = await Promise.all(ids.map((id) => patch(id, { default_for_products: true })));
      expect(responses.map(({ statusCode }) => statusCode)).toEqual(ids.map(() => 200));
      const counts = await defaultsOf('income', 'assets', 'pll');
      expect(Math.max(...counts)).toBe(1);
    }
  });

  test('if many requests create a template with the same name, exactly one is created', async () => {
    const responses = await Promise.all(Array.from({ length: 8 }, () => create({ name: 'Mortgage' })));
    expect(responses.map(({ statusCode }) => statusCode).toSorted()).toEqual([201, ...Array(7).fill(400)]);
    expect(await all()).toHaveLength(1);
  });

  test('if a template is deleted and made the default at the same time, only one of the two requests succeeds', async () => {
    for (let round = 0; round < 6; round++) {
      const id = await created({ products: ['insurance'] });
      const [marked, deleted] = await Promise.all([patch(id, { default_for_products: true }), remove(id)]);
      const outcome = [marked.statusCode, deleted.statusCode];
      expect([
        [200, 400],
        [404, 204],
      ]).toContainEqual(outcome);
      expect((await all()).some((template) => template.id === id)).toBe(deleted.statusCode === 400);
    }
  });

  test('updates of different settings of a template are all saved', async () => {
    const id = await created();
    const changes = [
      { bridge: { texts: { search_header: 'Find it' } } },
      { bridge: { texts: { success_cta: 'Done' } } },
      { bridge: { hide_service_logo: true } },
      { branding: { company_name: 'Acme' } },
      { data: { files: false } },
    ];
    await Promise.all(changes.map((change) => patch(id, change)));
    const { bridge, branding, data } = (await call('GET', `/v1/templates/${id}/`)).json();
    expect(bridge).toMatchObject({
      texts: { search_header: 'Find it', success_cta: 'Done' },
      hide_service_logo: true,
    });
    expect([branding.company_name, data.files]).toEqual(['Acme', false]);
  });
});

test('the count of a long list of templates stays correct when one of the oldest templates is deleted', async () => {
  const db = house.database.scoped(scope);
  const oldest = await created();
  await db.query(
    `insert into templates (client_id, environment, id, name, products, default_for_products, settings, created_at,
       updated_at)
     select client_id, environment, md5(id || n), name || n, products, false, settings, created_at + n * interval '1 s',
       updated_at
     from templates, generate_series(1, 2500) n`,
  );
  const count = async (): Promise<number> => (await call('GET', '/v1/templates/?page=20&page_size=100')).json().count;
  const later = new Date(house.clock.now().getTime() + 86_400_000);
  await closeBlocks(db, scope, TEMPLATES, later);
  const { rowCount } = await db.query(`select 1 from list_blocks where list = 'templates'`);
  expect([rowCount, await count()]).toEqual([10, 2501]);
  expect((await remove(oldest)).statusCode).toBe(204);
  expect(await count()).toBe(2500);
});

describe('bridge tokens', () => {
  const token = async (more: object = {}) =>
    call('POST', `/v1/users/${await newUser(call, newId())}/tokens/`, { product_type: 'income', ...more });

  test('201: the template given as template_id is used even if it is not the default or does not include the product', async () => {
    await created({ default_for_products: true });
    const id = await created({ products: ['pll'] });
    const response = await token({ template_id: id });
    expect([response.statusCode, response.json().template_id]).toEqual([201, id]);
  });

  test('201: if no template_id is given, the product’s default template is used', async () => {
    const id = await created({ products: ['income'], default_for_products: true });
    for (const nothing of [{}, { template_id: null }, { template_id: '' }]) {
      expect((await token(nothing)).json().template_id).toBe(id);
    }
    expect((await token({ product_type: 'assets', allowed_products: ['income'] })).json().template_id).toBe(null);
  });

  test('400 for a malformed template_id, and for a template that is unknown, deleted, of another client or of the other environment', async () => {
    const gone = await created();
    await remove(gone);
    const elsewhere = await created({}, acme.prod);
    const foreign = await created({}, (await newClient(house)).sandbox);
    for (const template_id of [newId(), gone, elsewhere, foreign, 'x']) {
      const response = await token({ template_id });
      expect([response.statusCode, response.json()]).toEqual([400, UNKNOWN]);
    }
  });
});

describe('objects created with a template', () => {
  test('have the template’s id in all their events, even in events of a refresh after the template was deleted', async () => {
    const id = await created();
    const user_id = await newUser(call, newId());
    const { link_id, public_token } = await connect(call, user_id, { template_id: id });
    await finishTasks(house);
    const { access_token } = (await call('POST', '/v1/link-access-tokens/', { public_token })).json();
    expect((await remove(id)).statusCode).toBe(204);
    const before = await eventsOf(house, { link_id });
    expect((await call('POST', '/v1/refresh/tasks/', { access_token })).statusCode).toBe(201);
    await finishTasks(house);
    const events = await eventsOf(house, { link_id });
    expect(before.length).toBeGreaterThan(5);
    expect(events.length).toBeGreaterThan(before.length);
    expect(new Set(events.map(({ template_id }) => template_id))).toEqual(new Set([id]));
  });

  test('a sandbox link without a template_id gets the default template; an unknown template_id is rejected', async () => {
    const id = await created({ products: ['income'], default_for_products: true });
    const user_id = await newUser(call, newId());
    const { task_id } = await connect(call, user_id);
    await finishTasks(house);
    const events = await eventsOf(house, { task_id });
    expect(new Set(events.map(({ template_id }) => template_id))).toEqual(new Set([id]));
    const elsewhere = await created({}, acme.prod);
    for (const template_id of [newId(), elsewhere, 'x']) {
      const response = await call('POST', '/v1/sandbox/links/', {
        user_id,
        provider_id: 'vouch_payroll',
        username: 'goodlogin',
        password: 'goodpassword',
        product_type: 'income',
        template_id,
      });
      expect([response.statusCode, response.json()]).toEqual([400, UNKNOWN]);
    }
  });

  test('a template’s settings can still be read after the template was deleted', async () => {
    const id = await created({ name: 'Mortgage', orders: { link_expiration: '48' } });
    const ctx = await ctxOf(house, scope);
    const before = await templateOf(ctx, id);
    expect(before).toMatchObject({ id, name: 'Mortgage', settings: { orders: { link_expiration: '48' } } });
    await remove(id);
    await created({ name: 'Mortgage', orders: { link_expiration: '24' } });
    expect(await templateOf(ctx, id)).toEqual(before);
  });

  test('a template cannot be read by another client or in the client’s other environment, even after it was deleted', async () => {
    const ids = [await created(), await created()];
    await remove(ids[1] ?? '');
    const { client_id } = await newClient(house);
    for (const other of [
      { client_id, environment: 'sandbox' },
      { client_id: acme.client_id, environment: 'prod' },
    ] as const) {
      const ctx = await ctxOf(house, other);
      for (const id of ids) await expect(templateOf(ctx, id)).rejects.toThrow('a template that never existed');
      // Row-level security hides a template's rows from other clients and environments, even if a query has no
      // condition on the client.
      for (const table of ['templates', 'deleted_templates']) {
        expect((await ctx.db.query(`select 1 from ${table}`)).rowCount).toBe(0);
      }
    }
  });
});
