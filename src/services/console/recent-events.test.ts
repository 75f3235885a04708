import { afterAll, beforeAll, expect, test } from 'vitest';
import { newMember } from '#test/console.ts';
import { newClient, openTestHouse, type TestHouse } from '#test/house.ts';

type Recent = {
  results: { cursor: string; event_type: string; created_at: string; payload: object }[];
  before: string | null;
};

let house: TestHouse;
beforeAll(async () => {
  house = await openTestHouse();
});
afterAll(() => house.close());

test('the newest events come first, and reading on from each `before` cursor returns every earlier event exactly once', async () => {
  const client = await newClient(house);
  const { client_id } = client;
  const { call } = await newMember(house, [{ client_id, environment: 'sandbox', role: 'developer' }]);
  const order = { products: ['income'], first_name: 'Jordan', last_name: 'Averill' };
  for (let at = 0; at < 60; at += 1) await client.sandbox('POST', '/v1/orders/', order);
  const path = `${client_id}/sandbox/events/recent/`;
  const seen: string[] = [];
  for (let before: string | null = ''; before !== null; ) {
    const page: Recent = (await call('GET', before === '' ? path : `${path}?before=${before}`)).json();
    seen.push(...page.results.map(({ cursor }) => cursor));
    before = page.before;
  }
  expect(seen.length).toBeGreaterThanOrEqual(60);
  expect(new Set(seen).size).toBe(seen.length);
  const log = (await call('GET', `${client_id}/sandbox/events/recent/`)).json();
  expect(log.results[0].cursor).toBe(seen[0]);
  expect(log.results[0].created_at >= log.results.at(-1).created_at).toBe(true);
});

test('each filter is applied to the whole log, so an event far outside of the newest page is found', async () => {
  const client = await newClient(house);
  const { client_id } = client;
  const { call } = await newMember(house, [{ client_id, environment: 'sandbox', role: 'developer' }]);
  const order = { products: ['income'], first_name: 'Jordan', last_name: 'Averill' };
  const first = (await client.sandbox('POST', '/v1/orders/', order)).json();
  for (let at = 0; at < 60; at += 1) await client.sandbox('POST', '/v1/orders/', order);
  await client.sandbox('POST', `/v1/orders/${first.id}/cancel/`, {});
  const read = async (query: string): Promise<Recent> =>
    (await call('GET', `${client_id}/sandbox/events/recent/${query}`)).json();
  const own = await read(`?order_id=${first.id}&event_type=order-created`);
  expect(own).toMatchObject({
    results: [{ event_type: 'order-created', payload: { order_id: first.id } }],
    before: null,
  });
  const of_person = await read(`?user_id=${first.user_id}`);
  expect(of_person.results.map(({ event_type }) => event_type)).toContain('order-finalized');
  expect((await read(`?link_id=${first.id}`)).results).toEqual([]);
  const created = await read('?event_type=order-created');
  expect(created.results).toHaveLength(50);
  const rest = await read(`?event_type=order-created&before=${created.before}`);
  expect([rest.results.length, rest.before]).toEqual([11, null]);
  expect((await call('GET', `${client_id}/sandbox/events/recent/?event_type=nothing`)).statusCode).toBe(400);
});

test('a client finds its own event by id and by cursor; another client does not find this event', async () => {
  const client = await newClient(house);
  const other = await newClient(house);
  const developer = ({ client_id }: { client_id: string }) =>
    newMember(house, [{ client_id, environment: 'sandbox', role: 'developer' }]);
  const { call } = await developer(client);
  const stranger = await developer(other);
  await client.sandbox('POST', '/v1/orders/', { products: ['income'], first_name: 'Jordan', last_name: 'Averill' });
  const [event] = (await call('GET', `${client.client_id}/sandbox/events/recent/`)).json().results;
  for (const name of [event.cursor, event.payload.webhook_id]) {
    expect((await call('GET', `${client.client_id}/sandbox/events/${name}/`)).json()).toEqual(event);
    expect((await stranger.call('GET', `${other.client_id}/sandbox/events/${name}/`)).statusCode).toBe(404);
  }
});
