import { Ajv } from 'ajv';
import { expect, test } from 'vitest';
import { payloadOf } from './event-payloads.ts';
import {
  EVENT_TYPES,
  type EventType,
  LINK_EVENTS,
  LIST_EVENTS,
  type NewEvent,
  OBJECT_EVENTS,
  toEventRow,
} from './events.ts';

const ID = '24d7a5c0f61b4f0c9a3ce1b2d4f60718';
const ABOUT = { user_id: ID, template_id: null };
const LINK = { ...ABOUT, link_id: ID, product: 'income', data_source: 'payroll', tracking_info: 'loan-17' } as const;
const ORDER = { ...ABOUT, order_id: ID, order_number: 'L-100' };
const SUBORDER = { ...ORDER, employer_id: null, product: 'income', link_id: null, data_source: null } as const;

/** One event of each type. The compiler checks that each event has exactly the fields that the service emits. */
const EVENTS: readonly NewEvent[] = [
  { event_type: 'task-status-updated', ...LINK, task_id: ID, status: 'done', order_id: null, error_message: null },
  { event_type: 'order-created', ...SUBORDER, status: 'pending' },
  { event_type: 'order-status-updated', ...SUBORDER, employer_id: ID, link_id: ID, status: 'completed' },
  { event_type: 'order-refresh-failed', ...SUBORDER, data_source: 'payroll', status: 'login_error' },
  { event_type: 'order-finalized', ...ORDER },
  { event_type: 'certification-completed', ...ORDER, order_number: null },
  ...LINK_EVENTS.map((event_type) => ({ event_type, ...LINK })),
  ...OBJECT_EVENTS.map((event_type) => ({ event_type, ...LINK, task_id: ID, object_id: ID })),
  ...LIST_EVENTS.map((event_type) => ({ event_type, ...LINK, task_id: ID, employment_id: ID, objects_count: 2 })),
];

const ajv = new Ajv({ strict: false, formats: { 'date-time': true } });

test.each(EVENT_TYPES)(
  'the schema of the event %s describes exactly the payload that is emitted',
  (event_type: EventType) => {
    const event = EVENTS.find((one) => one.event_type === event_type);
    if (event === undefined) throw new Error(`EVENTS has no ${event_type}`);
    const payload: object = JSON.parse(toEventRow(event, ID, new Date('2026-03-01T12:00:03Z')).payload);
    const schema = payloadOf(event_type);
    const check = ajv.compile(schema);
    expect(check(payload) ? [] : check.errors).toEqual([]);
    expect(Object.keys(schema.properties).toSorted()).toEqual(Object.keys(payload).toSorted());
    expect(schema.required?.toSorted()).toEqual(Object.keys(payload).toSorted());
  },
);
