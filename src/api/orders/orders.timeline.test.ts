// Tests an order's timeline, including the messages to the person. In sandbox, messages are recorded but not sent.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { newId } from '#base/ids.ts';
import { NOT_FOUND } from '#test/answers.ts';
import { BASE_URL, type Call, newClient, type TestHouse } from '#test/house.ts';
import { type Answer, newOrder, readOrder, timelineOf } from '#test/orders.ts';
import { advance, connect, finishTasks, openWorkingHouse } from '#test/tasks.ts';

let house: TestHouse;
let call: Call;
beforeAll(async () => {
  house = await openWorkingHouse();
});
beforeEach(async () => {
  call = (await newClient(house)).sandbox;
});
afterAll(() => house.close());

const HOUR = 3_600;
const kindsOf = async (id: string): Promise<string[]> =>
  (await timelineOf(call, id)).map(({ event_type }) => event_type);
const template = async (orders: object): Promise<string> =>
  (await call('POST', '/v1/templates/', { name: newId(), orders })).json().id;

describe('GET /v1/orders/{id}/events/', () => {
  test('200: lists all events of a successful connection, oldest first', async () => {
    const { id, user_id } = await newOrder(call);
    const { task_id, link_id } = await connect(call, user_id, { order_id: id });
    await finishTasks(house);
    const order = await readOrder(call, id);
    const suborder_id = order.employers[0].id;
    const task = (status: string) => ['task-status-updated', { task_id, link_id, suborder_id, status }];
    const timeline = await timelineOf(call, id);
    expect(new Set(timeline.map(({ data }) => data['order_id']))).toEqual(new Set([id]));
    const entries = timeline.map(({ event_type, data: { order_id: _id, ...data } }) => [event_type, data]);
    expect(entries).toEqual([
      ['order-created', { user_id, status: 'pending' }],
      ['suborder-status-updated', { suborder_id, link_id: null, status: 'sent' }],
      ['order-status-updated', { status: 'sent' }],
      task('new'),
      task('login'),
      ['link-connected', { suborder_id, link_id, task_id }],
      task('parse'),
      task('full_parse'),
      task('done'),
      ['suborder-status-updated', { suborder_id, link_id, status: 'completed' }],
      ['order-status-updated', { status: 'completed' }],
      ['report-created', { kind: 'voie', report_id: order.voie_report_id, suborder_id }],
      ['order-finalized', {}],
    ]);
    for (const entry of timeline) {
      expect(entry).toEqual({
        id: expect.stringMatching(/^[0-9a-f]{32}$/),
        event_type: entry.event_type,
        created_at: '2026-03-01T12:00:00Z',
        data: entry.data,
      });
    }
    expect(new Set(timeline.map((entry) => entry.id)).size).toBe(timeline.length);
  });

  test('200: lists events in pages', async () => {
    const { id } = await newOrder(call);
    await call('POST', `/v1/orders/${id}/cancel/`);
    const all = await timelineOf(call, id);
    const first: Answer = (await call('GET', `/v1/orders/${id}/events/?page_size=2`)).json();
    expect(first).toEqual({
      count: all.length,
      next: `${BASE_URL}/v1/orders/${id}/events/?page_size=2&page=2`,
      previous: null,
      results: all.slice(0, 2),
    });
    const second = (await call('GET', first.next.slice(BASE_URL.length))).json();
    expect(second.results).toEqual(all.slice(2, 4));
    const behind = await call('GET', `/v1/orders/${id}/events/?page_size=2&page=9`);
    expect([behind.statusCode, behind.json()]).toEqual([404, NOT_FOUND]);
  });

  test('200: a link that was connected outside of the order does not appear', async () => {
    const { id, user_id } = await newOrder(call);
    await connect(call, user_id);
    await finishTasks(house);
    expect(await kindsOf(id)).toEqual(['order-created']);
    expect((await readOrder(call, id)).status).toBe('pending');
  });
});

describe('messages to the person', () => {
  test('the invitation is sent immediately, and reminders are sent after one and two days; after three days, the order expires', async () => {
    const { id } = await newOrder(call, { email: 'jane@example.com' });
    await advance(house, call, 1);
    expect(await readOrder(call, id)).toMatchObject({ status: 'sent', employers: [{ status: 'sent' }] });
    await advance(house, call, 80 * HOUR);
    const timeline = await timelineOf(call, id);
    expect(timeline.map(({ event_type, created_at }) => `${created_at} ${event_type}`)).toEqual([
      '2026-03-01T12:00:00Z order-created',
      '2026-03-01T12:00:00Z invitation-sent',
      '2026-03-01T12:00:00Z suborder-status-updated',
      '2026-03-01T12:00:00Z order-status-updated',
      '2026-03-02T12:00:00Z reminder-sent',
      '2026-03-03T12:00:00Z reminder-sent',
      '2026-03-04T12:00:00Z order-expired',
      '2026-03-04T12:00:00Z suborder-status-updated',
      '2026-03-04T12:00:00Z order-status-updated',
      '2026-03-04T12:00:00Z order-finalized',
    ]);
  });

  test('messages to the person are sent by email and SMS and contain the order’s share URL; the timeline shows only masked addresses', async () => {
    const { id, short_share_url } = await newOrder(call, { email: 'jane@example.com', phone: '415-555-0134' });
    await advance(house, call, 1);
    const sent = (await timelineOf(call, id)).filter(({ event_type }) => event_type === 'invitation-sent');
    expect(sent.map(({ data }) => [data.channel, data.to_masked])).toEqual([
      ['email', 'j***@example.com'],
      ['sms', '***0134'],
    ]);
    for (const { data } of sent) expect(data.text).toContain(short_share_url);
    expect(JSON.stringify(sent)).not.toMatch(/jane@|5550134/);
  });

  test('messages have the texts and times of the order’s template, even if the template has been deleted since', async () => {
    const template_id = await template({
      link_expiration: '48',
      reminders_hours: [40, 10],
      first_email: { subject: 'Hello {{first_name}}', text: 'For {{custom_field}}: {{link}}' },
    });
    const { id, short_share_url } = await newOrder(call, {
      template_id,
      email: 'jane@example.com',
      custom_field: 'Loan 4711',
    });
    expect((await call('DELETE', `/v1/templates/${template_id}/`)).statusCode).toBe(204);
    await advance(house, call, 60 * HOUR);
    const timeline = await timelineOf(call, id);
    const invitation = timeline.find(({ event_type }) => event_type === 'invitation-sent');
    expect(invitation.data).toMatchObject({ subject: 'Hello Jane' });
    expect(invitation.data.text).toContain(`For Loan 4711: ${short_share_url}`);
    const times = (kind: string) => timeline.filter((one) => one.event_type === kind).map((one) => one.created_at);
    expect(times('reminder-sent')).toEqual(['2026-03-01T22:00:00Z', '2026-03-03T04:00:00Z']);
    expect(times('order-expired')).toEqual(['2026-03-03T12:00:00Z']);
  });

  test('if the invitation is so late that the order ends before the second reminder, only one reminder is sent', async () => {
    const { id } = await newOrder(call, {
      email: 'jane@example.com',
      notification_settings: { first_notification_delay_hours: 47 },
    });
    await advance(house, call, 100 * HOUR);
    const kinds = await kindsOf(id);
    expect(kinds.filter((kind) => kind === 'invitation-sent' || kind === 'reminder-sent')).toEqual([
      'invitation-sent',
      'reminder-sent',
    ]);
  });

  test.each<[string, object]>([
    ['the order has no email and no phone', {}],
    [
      'the order suppresses messages',
      { email: 'jane@example.com', notification_settings: { suppress_user_notifications: true } },
    ],
  ])('no message is sent to the person if %s', async (_why, more) => {
    const { id } = await newOrder(call, more);
    await advance(house, call, 60 * HOUR);
    expect(await kindsOf(id)).toEqual(['order-created']);
  });

  test('no message is sent if the template suppresses messages', async () => {
    const template_id = await template({ suppress_user_notifications: true });
    const { id } = await newOrder(call, { email: 'jane@example.com', template_id });
    await advance(house, call, 60 * HOUR);
    expect(await kindsOf(id)).toEqual(['order-created']);
  });

  test('no reminder is sent after the order was changed to suppress messages', async () => {
    const { id } = await newOrder(call, { email: 'jane@example.com' });
    await advance(house, call, 1);
    await call('PATCH', `/v1/orders/${id}/`, { notification_settings: { suppress_user_notifications: true } });
    await advance(house, call, 60 * HOUR);
    expect(await kindsOf(id)).not.toContain('reminder-sent');
  });

  test('no message is sent once the order is complete', async () => {
    const { id, user_id } = await newOrder(call, { email: 'jane@example.com' });
    await connect(call, user_id, { order_id: id });
    await finishTasks(house);
    const before = await kindsOf(id);
    await advance(house, call, 100 * HOUR);
    expect(await kindsOf(id)).toEqual(before);
    expect(before).not.toContain('invitation-sent');
  });
});
