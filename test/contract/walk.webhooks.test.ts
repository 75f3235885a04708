// Contract, sections 20.1, 20.6 and 20.7: webhook endpoints, the delivery log, replays and the event log.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newId } from '#base/ids.ts';
import type { WebhookSender } from '#services/events/webhook-sender.ts';
import { invalid, NOT_FOUND } from '#test/answers.ts';
import { BASE_URL } from '#test/house.ts';
import { until } from '#test/jobs.ts';
import { deliver, newReceiver } from '#test/webhooks.ts';
import { PATHS } from './shapes/paths.ts';
import { startWalk } from './shapes/walk.ts';
import { EVENT_KINDS, eventLog, newWebhook, replayed, webhook, webhookRequests } from './shapes/webhooks.ts';
import { page } from './shapes/words.ts';

const walk = startWalk();
const { connectOnce, expectAll, expectAnswer, expectRead, expectRefused } = walk;

const receiver = newReceiver();
let sender: WebhookSender;
beforeAll(() => {
  sender = deliver(walk.house(), receiver);
});
afterAll(() => sender.stop());

const anyUrl = (): string => `http://127.0.0.1:9/${newId()}`;
const register = (more: object = {}) =>
  expectAnswer(201, newWebhook, 'POST', '/v1/webhooks/', {
    name: 'Loans',
    webhook_url: anyUrl(),
    env_type: 'sandbox',
    ...more,
  });
const urlOf = ({ id }: { id: string }): string => `/v1/webhooks/${id}/`;

type Attempt = {
  id: string;
  webhook_id: string;
  endpoint_id: string;
  event_type: string;
  event_created_at: string;
  state: string;
  webhook_payload: { webhook_id: string; event_type: string; event_created_at: string };
};
type Logged = { cursor: string; event_type: string; payload: { webhook_id: string; event_type: string } };

/** A webhook endpoint that has received all events of one connection. */
let delivered: Promise<{ endpoint: { id: string; webhook_url: string }; link_id: string; user_id: string }> | undefined;
async function deliverEvents() {
  const endpoint = await register();
  const { link_id, user_id } = await connectOnce({ provider_id: 'vouch_payroll', product_type: 'income' });
  await until(() =>
    receiver.received.some(({ url, payload }) => url === endpoint.webhook_url && payload['status'] === 'done'),
  );
  // A delivery attempt is logged a moment after the webhook reached the receiver, so we wait until the log is complete.
  const arrived = () => receiver.received.filter(({ url }) => url === endpoint.webhook_url).length;
  await until(async () => {
    const log = await logOf(endpoint);
    return log.length === arrived() && log.every(({ state }) => state === 'delivered');
  });
  return { endpoint, link_id, user_id };
}
const deliveredOnce = () => (delivered ??= deliverEvents());

const logOf = async ({ id }: { id: string }, query = ''): Promise<Attempt[]> =>
  (await expectRead(webhookRequests, `/v1/webhook-requests/?page_size=100&endpoint_id=${id}${query}`)).results;

describe('section 20.1: /v1/webhooks/', () => {
  test('201: a new endpoint is enabled for all event types; its signing secret is returned only in this response', async () => {
    const { signing_secret, ...created } = await register();
    expect(created).toMatchObject({ env_type: 'sandbox', enabled: true, disabled_reason: null });
    expect(created.events.toSorted()).toEqual(EVENT_KINDS.toSorted());
    expect(await expectRead(webhook, urlOf(created))).toEqual(created);
    const listed = await expectAll(webhook, '/v1/webhooks/');
    expect(listed[0]).toEqual(created);
    expect(JSON.stringify(listed)).not.toContain(signing_secret);
  });

  test('200: endpoints are listed newest first and can be filtered by `enabled`; 404 for a bad page, and 400 for a bad filter', async () => {
    const off = await register({ enabled: false });
    const on = await register();
    const ids = async (query: string): Promise<string[]> =>
      (await expectRead(page(webhook), `/v1/webhooks/${query}`)).results.map(({ id }: { id: string }) => id);
    expect(await ids('?enabled=false')).toContain(off.id);
    expect(await ids('?enabled=false')).not.toContain(on.id);
    expect(await ids('?enabled=true')).not.toContain(off.id);
    expect(await ids('?page_size=2')).toEqual([on.id, off.id]);
    expect(await ids('?page_size=1&page=2')).toEqual([off.id]);
    expect(await expectRefused(404, 'GET', '/v1/webhooks/?page=99')).toEqual(NOT_FOUND);
    expect(await expectRefused(400, 'GET', '/v1/webhooks/?enabled=yes')).toEqual(
      invalid(['enabled', 'Must be a valid boolean.']),
    );
  });

  test('200: PATCH changes name, webhook_url, events and enabled, but not env_type', async () => {
    const endpoint = await register();
    const changes = { name: 'Renamed', webhook_url: anyUrl(), events: ['order-finalized'], enabled: false };
    const changed = await expectAnswer(200, webhook, 'PATCH', urlOf(endpoint), { ...changes, env_type: 'prod' });
    expect(changed).toMatchObject({
      ...changes,
      id: endpoint.id,
      env_type: 'sandbox',
      created_at: endpoint.created_at,
    });
  });

  test('204: DELETE removes the endpoint; reading it afterwards gets 404', async () => {
    const endpoint = await register();
    const response = await walk.send('DELETE', urlOf(endpoint));
    expect([response.statusCode, response.body]).toEqual([204, '']);
    expect(await expectRefused(404, 'GET', urlOf(endpoint))).toEqual(NOT_FOUND);
  });

  test('400: every invalid value is reported on its field', async () => {
    const refused = (more: object) =>
      expectRefused(400, 'POST', '/v1/webhooks/', { name: 'n', webhook_url: anyUrl(), env_type: 'sandbox', ...more });
    const { webhook_url } = await register();
    expect(await refused({ webhook_url })).toEqual(invalid(['env_type', 'Webhook url for sandbox already registered']));
    const fieldsOf = async (more: object): Promise<string[]> =>
      (await refused(more)).error.extra['invalid-params'].map(({ field }: { field: string }) => field);
    expect(await fieldsOf({ name: '' })).toEqual(['name']);
    expect(await fieldsOf({ name: 'n'.repeat(129) })).toEqual(['name']);
    expect(await fieldsOf({ env_type: 'prod' })).toEqual(['env_type']);
    expect(await fieldsOf({ env_type: 'dev' })).toEqual(['env_type']);
    expect(await fieldsOf({ events: [] })).toEqual(['events']);
    expect(await fieldsOf({ events: ['x'] })).toEqual(['events.0']);
    expect(await fieldsOf({ webhook_url: 'http://10.0.0.1/' })).toEqual(['webhook_url']);
    await register({ name: 'n'.repeat(128) });
  });
});

describe('section 20.6: GET /v1/webhook-requests/', () => {
  test('200: the log has one entry per delivery attempt, with the event as it was sent', async () => {
    const { endpoint } = await deliveredOnce();
    const log = await logOf(endpoint);
    const sent = receiver.received.filter(({ url }) => url === endpoint.webhook_url);
    expect(log).toHaveLength(sent.length);
    expect(log.map(({ webhook_payload }) => JSON.stringify(webhook_payload)).toSorted()).toEqual(
      sent.map(({ body }) => body).toSorted(),
    );
    for (const { webhook_id, event_type, event_created_at, webhook_payload } of log) {
      expect(webhook_payload).toMatchObject({ webhook_id, event_type, event_created_at });
    }
  });

  test('200: with cursors, a client can read all pages of the log in both directions', async () => {
    const { endpoint } = await deliveredOnce();
    const all = (await logOf(endpoint)).map(({ id }) => id);
    const start = `/v1/webhook-requests/?page_size=4&endpoint_id=${endpoint.id}`;
    const pages = [await expectRead(webhookRequests, start)];
    for (let { next } = pages[0]; next !== null; next = pages.at(-1).next) {
      expect(next.startsWith(`${BASE_URL}${start}&cursor=`)).toBe(true);
      pages.push(await expectRead(webhookRequests, next.slice(BASE_URL.length)));
    }
    expect(pages.flatMap(({ results }) => results.map(({ id }: Attempt) => id))).toEqual(all);
    expect(pages.length).toBe(Math.ceil(all.length / 4));
    for (let at = pages.length - 1; at > 0; at--) {
      const before = await expectRead(webhookRequests, pages[at].previous.slice(BASE_URL.length));
      expect(before.results).toEqual(pages[at - 1].results);
    }
    expect(pages[0].previous).toBe(null);
  });

  test('200 with filters by endpoint, event type and status code; 400 for an invalid filter value; 404 for an invalid cursor', async () => {
    const { endpoint } = await deliveredOnce();
    const all = await logOf(endpoint);
    const some = await logOf(endpoint, '&event_type=task-status-updated&status_code=200');
    expect(some).toEqual(all.filter(({ event_type }) => event_type === 'task-status-updated'));
    expect(some.length).toBeGreaterThan(0);
    expect(await logOf(endpoint, '&status_code=500')).toEqual([]);
    const url = '/v1/webhook-requests/';
    for (const [query, field] of [
      ['status_code=99', 'status_code'],
      ['status_code=600', 'status_code'],
      ['event_type=x', 'event_type'],
      ['created_at__gte=2020-01-01T00:00:00Z', 'created_at__gte'],
      ['created_at__lte=x', 'created_at__lte'],
    ]) {
      const { error } = await expectRefused(400, 'GET', `${url}?${query}`);
      expect(error.extra['invalid-params']).toMatchObject([{ field }]);
    }
    expect(await expectRefused(404, 'GET', `${url}?cursor=x`)).toEqual(NOT_FOUND);
  });
});

describe('section 20.1: replays', () => {
  test('202: one logged request is sent to its endpoint again', async () => {
    const { endpoint } = await deliveredOnce();
    const [request] = await logOf(endpoint);
    const replay = `/v1/webhook-requests/${request?.id}/replay/`;
    expect(await expectAnswer(202, replayed, 'POST', replay)).toEqual({ replayed_count: 1 });
    const again = () =>
      receiver.received.filter(
        ({ url, payload }) => url === endpoint.webhook_url && payload.webhook_id === request?.webhook_id,
      );
    await until(() => again().length === 2);
    expect(new Set(again().map(({ body }) => body)).size).toBe(1);
  });

  test('202 for the events of a time range; 400 if the start of the range is missing', async () => {
    const { endpoint } = await deliveredOnce();
    const url = `${urlOf(endpoint)}replay/`;
    const created_at__gte = '2026-03-01T00:00:00Z';
    expect(await expectAnswer(202, replayed, 'POST', url, { created_at__gte })).toEqual({ replayed_count: 0 });
    const all = { created_at__gte, only_failed: false, event_type: 'link-connected' };
    expect((await expectAnswer(202, replayed, 'POST', url, all)).replayed_count).toBe(1);
    expect(await expectRefused(400, 'POST', url, {})).toEqual(invalid(['created_at__gte', 'This field is required.']));
  });
});

describe('section 20.7: GET /v1/events/', () => {
  const read = async (query: string): Promise<{ next_cursor: string | null; results: Logged[] }> =>
    expectRead(eventLog, `/v1/events/${query}`);

  test('200: the pages of the log contain each event once, with the payload as it was delivered', async () => {
    const { endpoint, link_id } = await deliveredOnce();
    const sent = receiver.received.filter(({ url }) => url === endpoint.webhook_url).map(({ body }) => body);
    const events: Logged[] = [];
    for (let after = ''; ; ) {
      const { results, next_cursor } = await read(`?limit=3&link_id=${link_id}${after}`);
      if (results.length === 0) break;
      events.push(...results);
      after = `&after=${next_cursor}`;
    }
    expect(new Set(events.map(({ cursor }) => cursor)).size).toBe(events.length);
    expect(new Set(events.map(({ payload }) => JSON.stringify(payload)))).toEqual(new Set(sent));
    for (const { event_type, payload } of events) expect(payload.event_type).toBe(event_type);
  });

  test('200: each filter returns only the matching events', async () => {
    const { link_id, user_id } = await deliveredOnce();
    const all = (await read(`?link_id=${link_id}`)).results;
    expect((await read(`?user_id=${user_id}`)).results).toEqual(all);
    expect((await read(`?order_id=${newId()}`)).results).toEqual([]);
    expect((await read(`?user_id=${user_id}&event_type=link-connected`)).results).toEqual(
      all.filter(({ event_type }) => event_type === 'link-connected'),
    );
  });

  test('400 for an invalid cursor, limit or event type', async () => {
    for (const [query, field] of [
      ['after=x', 'after'],
      ['limit=0', 'limit'],
      ['limit=501', 'limit'],
      ['event_type=x', 'event_type'],
    ]) {
      const { error } = await expectRefused(400, 'GET', `/v1/events/?${query}`);
      expect(error.extra['invalid-params']).toMatchObject([{ field }]);
    }
  });
});

test('this file calls every endpoint of section 20', () => expect(walk.unwalked(PATHS.webhooks)).toEqual([]));
