import { expect, test } from 'vitest';
import { EVENT_TYPES } from '#domain/events/events.ts';
import { TIMELINE_EVENTS } from '#domain/events/order-timeline.ts';
import { PRODUCT_WORDS, STATUS_WORDS } from '../../parts/statuses.tsx';
import { MOMENT_WORDS, momentText, namesIn } from './moments.ts';
import type { Order, Suborder } from './words.ts';

const task = { id: 't', provider: { name: 'Vouch Payroll' } } as unknown as Suborder['tasks'][number];
const employer = {
  id: 's',
  product_type: 'income',
  company_name: 'Harbor Mills',
  provider: { name: 'Vouch Payroll' },
  link_id: 'l',
  tasks: [task],
} as unknown as Suborder;
const insurer = { id: 'i', product_type: 'insurance', provider: null, link_id: null, tasks: [] } as unknown as Suborder;
const order = { employers: [employer], financial_accounts: [], insurance: insurer } as unknown as Order;

const WORDS = {
  moments: MOMENT_WORDS.en,
  statuses: STATUS_WORDS.en,
  names: namesIn(order, PRODUCT_WORDS.en),
};
const at = '2026-11-18T12:00:00Z';

test.each([
  ['order-created', { status: 'pending' }, 'Order created: Pending'],
  ['suborder-status-updated', { suborder_id: 's', status: 'sent' }, 'Status of a verification · Harbor Mills: Sent'],
  ['suborder-status-updated', { suborder_id: 'i', status: 'sent' }, 'Status of a verification · Insurance: Sent'],
  [
    'task-status-updated',
    { task_id: 't', link_id: 'l', status: 'login' },
    'Status of a task · Vouch Payroll: Signing in',
  ],
  ['link-connected', { link_id: 'unknown' }, 'Connected'],
  ['event', { event_type: 'order-finalized', link_id: null }, 'Event for webhooks: Order finished'],
  ['attempt', { event_type: 'order-finalized', attempt: 3, status: 'x' }, 'Webhook, attempt 3: Order finished'],
])('momentText shows the event %s with the data %o as "%s"', (kind, data, text) => {
  expect(momentText({ at, kind, id: 'm', data }, WORDS)).toBe(text);
});

test('every type of timeline entry and every event type has a name in both languages', () => {
  for (const words of [MOMENT_WORDS.en, MOMENT_WORDS.es]) {
    expect([...TIMELINE_EVENTS, ...EVENT_TYPES].filter((type) => !Object.hasOwn(words, type))).toEqual([]);
  }
});
