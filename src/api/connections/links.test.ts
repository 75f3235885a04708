import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newId } from '#base/ids.ts';
import { NOT_FOUND, OTHER_ENVIRONMENT } from '#test/answers.ts';
import { newClient, type TestClient, type TestHouse } from '#test/house.ts';
import { connect, eventsOf, finishTasks, newUser, openWorkingHouse, wordsOf } from '#test/tasks.ts';

let house: TestHouse;
let client: TestClient;
let other: TestClient;
beforeAll(async () => {
  house = await openWorkingHouse();
  [client, other] = [await newClient(house), await newClient(house)];
});
afterAll(() => house.close());

const MASKED = /^\*{28}[0-9a-f]{4}$/;
const link = async (id: string) => (await client.sandbox('GET', `/v1/links/${id}/`)).json();

describe('one link for each user, provider and login', () => {
  test('connecting again with the same user, provider and login returns the same link and access token', async () => {
    const user = await newUser(client.sandbox, newId());
    const [first, second] = [await connect(client.sandbox, user), await connect(client.sandbox, user)];
    expect(second.link_id).toBe(first.link_id);
    const exchange = async (public_token: string) =>
      (await client.sandbox('POST', '/v1/link-access-tokens/', { public_token })).json();
    expect(first.public_token).not.toBe(second.public_token);
    expect(await exchange(second.public_token)).toEqual(await exchange(first.public_token));
  });

  test('connecting with another user, provider or login creates another link', async () => {
    const user = await newUser(client.sandbox, newId());
    const links = await Promise.all([
      connect(client.sandbox, user),
      connect(client.sandbox, user, { username: 'weekly' }),
      connect(client.sandbox, user, { provider_id: 'vouch_tax' }),
      connect(client.sandbox, await newUser(client.sandbox, newId())),
    ]);
    expect(new Set(links.map(({ link_id }) => link_id)).size).toBe(4);
    const hashes = await Promise.all(links.map(async ({ link_id }) => (await link(link_id)).link_hash));
    expect(new Set(hashes).size).toBe(4);
  });

  test('of ten concurrent requests to connect, one creates the link, and all return it', async () => {
    const user = await newUser(client.sandbox, newId());
    const connected = await Promise.all(Array.from({ length: 10 }, () => connect(client.sandbox, user)));
    await finishTasks(house);
    expect(new Set(connected.map(({ link_id }) => link_id)).size).toBe(1);
    const { count, results } = (await client.sandbox('GET', `/v1/links/?user_id=${user}`)).json();
    expect(count).toBe(1);
    const words = wordsOf(await eventsOf(house, { link_id: results[0].id }));
    expect(words.filter((word) => word === 'link-connected')).toHaveLength(1);
    expect(words.filter((word) => word === 'employment-created')).toHaveLength(1);
  });

  test('connecting again for another product adds that product to the link’s allowed_products', async () => {
    const user = await newUser(client.sandbox, newId());
    const { link_id } = await connect(client.sandbox, user, { product_type: 'employment' });
    await connect(client.sandbox, user, { product_type: 'income' });
    expect(await link(link_id)).toMatchObject({
      allowed_products: ['employment', 'income'],
      initial_product_type: 'employment',
    });
  });
});

test('whether or not the provider uses OAuth, two connect requests with the same Idempotency-Key create only one task, and this task finishes', async () => {
  for (const provider_id of ['vouch_payroll', 'vouch_bank_oauth']) {
    const user_id = await newUser(client.sandbox, newId());
    const body = { user_id, provider_id, username: 'goodlogin', password: 'goodpassword', product_type: 'income' };
    const key = { 'idempotency-key': newId() };
    const first = await client.sandbox('POST', '/v1/sandbox/links/', body, key);
    const second = await client.sandbox('POST', '/v1/sandbox/links/', body, key);
    expect(first.statusCode, first.body).toBe(201);
    expect([second.headers['idempotency-replayed'], second.body]).toEqual(['true', first.body]);
    await finishTasks(house);
    const { count, results } = (await client.sandbox('GET', `/v1/tasks/?user_id=${user_id}`)).json();
    expect([count, results[0].status]).toEqual([1, 'done']);
  }
});

describe('GET /v1/links/{id}/', () => {
  test('200: masks the access token and shows the link’s state', async () => {
    const user = await newUser(client.sandbox, 'person-of-the-link');
    const { link_id, task_id } = await connect(client.sandbox, user, { tracking_info: 'loan-17' });
    await finishTasks(house);
    const shown = await link(link_id);
    expect(shown).toMatchObject({
      id: link_id,
      user_id: user,
      user_external_id: 'person-of-the-link',
      status: 'done',
      tracking_info: 'loan-17',
      provider_id: 'vouch_payroll',
      provider: { id: 'vouch_payroll', name: 'Vouch Payroll', logo_url: null },
      company_mapping: null,
      allowed_products: ['income'],
      data_source: 'payroll',
      is_suspicious: false,
      is_dds_available: true,
      is_dds_supported: true,
      is_connected: true,
      last_task_id: task_id,
    });
    expect(shown.access_token).toMatch(MASKED);
    expect(shown).not.toHaveProperty('deleted_at');
  });

  test('404 for another client’s link; 403 for a link of the other environment', async () => {
    const { link_id } = await connect(client.sandbox, await newUser(client.sandbox, newId()));
    const foreign = await other.sandbox('GET', `/v1/links/${link_id}/`);
    expect([foreign.statusCode, foreign.json()]).toEqual([404, NOT_FOUND]);
    const elsewhere = await client.prod('GET', `/v1/links/${link_id}/`);
    expect([elsewhere.statusCode, elsewhere.json()]).toEqual([403, OTHER_ENVIRONMENT]);
  });
});

describe('GET /v1/links/', () => {
  test('200: the access token is unmasked only if the list is filtered by user_id', async () => {
    const user = await newUser(client.sandbox, newId());
    await connect(client.sandbox, user);
    const all = (await client.sandbox('GET', '/v1/links/')).json();
    expect(all.results[0].access_token).toMatch(MASKED);
    const own = (await client.sandbox('GET', `/v1/links/?user_id=${user}`)).json();
    expect(own.results).toHaveLength(1);
    expect(own.results[0].access_token).toMatch(/^[0-9a-f]{32}$/);
  });

  test('200: filters by provider_id, product_type and data_source', async () => {
    const user = await newUser(client.sandbox, newId());
    await connect(client.sandbox, user, { provider_id: 'vouch_tax' });
    await connect(client.sandbox, user, { product_type: 'employment' });
    const count = async (query: string) =>
      (await client.sandbox('GET', `/v1/links/?user_id=${user}&${query}`)).json().count;
    expect(await count('provider_id=vouch_tax')).toBe(1);
    expect(await count('product_type=employment')).toBe(1);
    expect(await count('product_type=assets')).toBe(0);
    expect(await count('data_source=payroll')).toBe(1);
    expect((await client.sandbox('GET', '/v1/links/?data_source=x')).statusCode).toBe(400);
  });
});

describe('DELETE /v1/links/{id}/', () => {
  test('204: erases the link’s data and sends one link-deleted event, even if two concurrent requests delete the link; afterwards GET returns 404', async () => {
    const user = await newUser(client.sandbox, newId());
    const { link_id, public_token } = await connect(client.sandbox, user);
    await finishTasks(house);
    const responses = await Promise.all([
      client.sandbox('DELETE', `/v1/links/${link_id}/`),
      client.sandbox('DELETE', `/v1/links/${link_id}/`),
    ]);
    expect(responses.map(({ statusCode }) => statusCode)).toContain(204);
    for (const path of ['', 'income/report/', 'employment/', 'statements/', 'identity/', 'tax/']) {
      expect((await client.sandbox('GET', `/v1/links/${link_id}/${path}`)).statusCode, path).toBe(404);
    }
    const { rows } = await house.database
      .scoped({ client_id: client.client_id, environment: 'sandbox' })
      .query('select 1 from link_sections where link_id = $1', [link_id]);
    expect(rows).toEqual([]);
    const words = wordsOf(await eventsOf(house, { link_id }));
    expect(words.filter((word) => word === 'link-deleted')).toHaveLength(1);
    expect((await client.sandbox('POST', '/v1/link-access-tokens/', { public_token })).statusCode).toBe(410);
  });

  test('204: a deleted link is listed only with include_deleted=true', async () => {
    const user = await newUser(client.sandbox, newId());
    const { link_id } = await connect(client.sandbox, user);
    await client.sandbox('DELETE', `/v1/links/${link_id}/`);
    expect((await client.sandbox('GET', `/v1/links/?user_id=${user}`)).json().results).toEqual([]);
    const { results } = (await client.sandbox('GET', `/v1/links/?user_id=${user}&include_deleted=true`)).json();
    expect(results).toHaveLength(1);
    expect(results[0]).toMatchObject({ id: link_id, is_connected: false });
    expect(results[0].deleted_at).toMatch(/^\d{4}-/);
    expect(results[0].access_token).toMatch(MASKED);
  });

  test('204: if the person connects with the same login after the deletion, a new link is created', async () => {
    const user = await newUser(client.sandbox, newId());
    const { link_id } = await connect(client.sandbox, user);
    await client.sandbox('DELETE', `/v1/links/${link_id}/`);
    expect((await connect(client.sandbox, user)).link_id).not.toBe(link_id);
  });
});
