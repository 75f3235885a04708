// Tests that the audit log misses nothing: wrong sign-ins, deletions, and views of people's data.
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newId } from '#base/ids.ts';
import { createDashboardUser } from '#services/access/clients.ts';
import { consoleCall, newMember, signedIn, type TestMember, whileUnrecordable } from '#test/console.ts';
import { newClient, type TestClient, type TestHouse } from '#test/house.ts';
import { until } from '#test/jobs.ts';
import { newOrder } from '#test/orders.ts';
import { connect, finishTasks, newUser, openWorkingHouse } from '#test/tasks.ts';

type Entry = { action: string; object: string; actor: { user_id: string }; ip: string; after: unknown };

let house: TestHouse;
let client: TestClient;
let owner: TestMember;
beforeAll(async () => {
  house = await openWorkingHouse();
  client = await newClient(house);
  const { client_id } = client;
  owner = await newMember(house, [
    { client_id, environment: 'sandbox', role: 'owner' },
    { client_id, environment: 'prod', role: 'owner' },
  ]);
});
afterAll(() => house.close());

const at = (path: string, environment = 'sandbox'): string => `${client.client_id}/${environment}/${path}`;
const entriesOf = async (query: string, environment = 'sandbox'): Promise<Entry[]> =>
  (await owner.call('GET', at(`audit/?page_size=100&${query}`, environment))).json().results;

describe('wrong sign-ins in the audit log', () => {
  const user = () =>
    createDashboardUser(
      house,
      { email: `${newId()}@example.com`, role: 'developer', environments: ['prod'] },
      client.client_id,
    );
  const tryPassword = (email: string, password: string) => consoleCall(house)('POST', 'session/', { email, password });

  test('a wrong password for an existing account is recorded with the IP address', async () => {
    const { id, email } = await user();
    expect((await tryPassword(email.toUpperCase(), 'wrong')).statusCode).toBe(401);
    await until(async () => (await entriesOf(`actor=${id}`, 'prod')).length > 0);
    expect(await entriesOf(`actor=${id}`, 'prod')).toMatchObject([
      { action: 'refusePassword', object: `dashboard-users/${id}`, actor: { user_id: id, email }, ip: '127.0.0.1' },
    ]);
  });

  test('a wrong password for an unknown email address is not recorded', async () => {
    expect((await tryPassword('nobody@example.com', 'wrong')).statusCode).toBe(401);
    expect(await entriesOf('actor=nobody@example.com', 'prod')).toEqual([]);
  });

  test('a wrong second factor is recorded with its method', async () => {
    const { id, email, password } = await user();
    const enrolling = await signedIn(house, await tryPassword(email, password));
    await enrolling.call('POST', 'factors/totp/');
    // The test marks the user's second factor as confirmed directly in the database, because here it matters only that
    // the user has a factor.
    await house.database
      .scoped({ client_id: client.client_id, environment: 'prod' })
      .query('update dashboard_totp set confirmed_at = $2 where dashboard_user_id = $1', [id, house.clock.now()]);
    const { call, session } = await signedIn(house, await tryPassword(email, password));
    expect((await call('POST', 'session/totp/', { code: '000000' })).statusCode).toBe(400);
    expect((await call('POST', 'session/recovery/', { code: 'wrong-codes' })).statusCode).toBe(400);
    expect((await call('POST', 'session/passkey/', { response: { id: 'x' } })).statusCode).toBe(400);
    expect(await entriesOf(`object=sessions/${session.id}&action=refuseSecondFactor`, 'prod')).toMatchObject([
      { actor: { user_id: id }, after: { method: 'passkey' } },
      { actor: { user_id: id }, after: { method: 'recovery' } },
      { actor: { user_id: id }, after: { method: 'totp' } },
    ]);
  });
});

describe('deletions in the audit log', () => {
  test('a person or link is not deleted if the audit log cannot record the deletion', async () => {
    const user_id = await newUser(client.sandbox, newId());
    await connect(client.sandbox, user_id);
    await finishTasks(house);
    const link_id = (await client.sandbox('GET', `/v1/links/?user_id=${user_id}`)).json().results[0].id;
    for (const [action, path] of [
      ['deleteLink', `links/${link_id}/`],
      ['deleteUser', `users/${user_id}/`],
    ] as const) {
      await whileUnrecordable(house, action, async () => {
        expect((await owner.call('DELETE', at(`v1/${path}`))).statusCode, path).toBe(500);
        expect((await client.sandbox('GET', `/v1/${path}`)).statusCode, path).toBe(200);
      });
      expect((await owner.call('DELETE', at(`v1/${path}`))).statusCode, path).toBe(204);
      expect((await client.sandbox('GET', `/v1/${path}`)).statusCode, path).toBe(404);
      expect(await entriesOf(`action=${action}`)).toHaveLength(1);
    }
  });
});

test('the audit log records the name of a request field only if the schema declares it, because other names could be personal', async () => {
  const person = { external_user_id: newId(), first_name: 'Robin', 'Robin Marsh, 12 Elm Street': true };
  const created = await owner.call('POST', at('v1/users/'), person);
  expect(created.statusCode, created.body).toBe(201);
  expect(await entriesOf(`object=users/${created.json().id}`)).toMatchObject([
    { action: 'createUser', after: { fields: ['external_user_id', 'first_name'] } },
  ]);
});

describe('views in the audit log', () => {
  test('views of an order’s history, of lists of orders and people, and of search results are recorded at most once a minute', async () => {
    const { id } = await newOrder(client.sandbox);
    const paths = [`orders/${id}/timeline/`, 'v1/orders/', 'v1/users/', 'search/?q=somebody'];
    for (const path of [...paths, ...paths]) expect((await owner.call('GET', at(path))).statusCode).toBe(200);
    const seen = (await entriesOf(`actor=${owner.session.user.id}`)).map(({ action, object }) => `${action} ${object}`);
    for (const view of [`readOrderHistory orders/${id}`, 'listOrders orders', 'listUsers users', 'search search']) {
      expect(
        seen.filter((one) => one === view),
        view,
      ).toHaveLength(1);
    }
  });
});

describe('GET …/audit/export/', () => {
  test('200: the audit log records the export with the names of its filters, and the exported text contains this entry too', async () => {
    const { body } = await owner.call('GET', at('audit/export/?action=exportAudit&Robin%20Marsh=1'));
    const entry = { action: 'exportAudit', object: 'audit', after: { filters: ['action'] } };
    expect(
      body
        .trim()
        .split('\n')
        .map((line): Entry => JSON.parse(line)),
    ).toMatchObject([entry]);
    expect(await entriesOf('action=exportAudit')).toMatchObject([
      { ...entry, actor: { user_id: owner.session.user.id }, ip: '127.0.0.1' },
    ]);
  });

  test('500 if the audit log cannot record the export; the response then contains no entries', async () => {
    await whileUnrecordable(house, 'exportAudit', async () => {
      const response = await owner.call('GET', at('audit/export/'));
      expect(response.statusCode).toBe(500);
      expect(response.body).not.toContain('"action"');
    });
  });
});

describe('messages in the timeline of an order', () => {
  test('GET …/v1/orders/{order_id}/events/ hides the keys of the landing page; the response to a request with an access key contains them', async () => {
    const order = await newOrder(client.sandbox, { email: 'jane@example.com' });
    await client.sandbox('POST', '/v1/sandbox/clock/advance/', { seconds: 86_400 });
    const path = `v1/orders/${order.id}/events/?page_size=100`;
    expect((await client.sandbox('GET', `/${path}`)).body).toContain(order.short_share_url);
    const auditor = await newMember(house, [{ client_id: client.client_id, environment: 'sandbox', role: 'auditor' }]);
    for (const { call } of [owner, auditor]) {
      const { body } = await call('GET', at(path));
      expect(body).toContain('••••');
      for (const url of [order.share_url, order.short_share_url]) {
        expect(body).not.toContain(url.replace(/\/$/, '').split('/').at(-1));
      }
    }
  });

  test('the URL of a webhook endpoint is shown only to roles that may see webhooks', async () => {
    const { id } = await newOrder(client.sandbox);
    const [event] = (await client.sandbox('GET', `/v1/events/?order_id=${id}`)).json().results;
    const superuser = new pg.Client({ connectionString: house.database.url });
    await superuser.connect();
    await superuser.query(
      `insert into vouch.webhook_attempts (client_id, environment, id, delivery_id, endpoint_id, event_id, event_type,
         webhook_url, attempt, state, sent_at, duration_ms)
       values ($1, 'sandbox', $2, $2, $2, $3, 'order-created', 'https://hook.example/?key=secret', 1, 'failed', $4, 1)`,
      [client.client_id, newId(), event.payload.webhook_id, house.clock.now()],
    );
    await superuser.end();
    const underwriter = await newMember(house, [
      { client_id: client.client_id, environment: 'sandbox', role: 'underwriter' },
    ]);
    const shown = async ({ call }: TestMember) => (await call('GET', at(`orders/${id}/timeline/`))).body;
    expect(await shown(owner)).toContain('key=secret');
    expect(await shown(underwriter)).not.toContain('key=secret');
  });
});

describe('GET …/audit/{number}/', () => {
  test('200 for an entry by its number; 404 in the other environment, for an unknown number, and for an entry that the role has no right to read', async () => {
    const [listed] = (await owner.call('GET', at('audit/?page_size=1'))).json().results;
    expect((await owner.call('GET', at(`audit/${listed.number}/`))).json()).toEqual(listed);
    const { client_id } = client;
    const auditor = await newMember(house, [{ client_id, environment: 'sandbox', role: 'auditor' }]);
    const developer = await newMember(house, [{ client_id, environment: 'sandbox', role: 'developer' }]);
    const status = async (by: TestMember, path: string) => (await by.call('GET', path)).statusCode;
    expect(await status(auditor, at(`audit/${listed.number}/`))).toBe(200);
    expect(await status(developer, at(`audit/${listed.number}/`))).toBe(404);
    expect(await status(owner, at(`audit/${listed.number}/`, 'prod'))).toBe(404);
    for (const number of ['999999', 'first']) expect(await status(owner, at(`audit/${number}/`))).toBe(404);
  });
});
