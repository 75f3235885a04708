// Orders in tests: functions to create and read orders, and to list their events.
import { expect } from 'vitest';
import type { Call, TestHouse } from './house.ts';
import { eventsOf, type Payload } from './tasks.ts';

/** An untyped response body. */
export type Answer = ReturnType<typeof JSON.parse>;

export const PERSON = { first_name: 'Jane', last_name: 'Roe' };

export async function newOrder(call: Call, more: object = {}): Promise<Answer> {
  const response = await call('POST', '/v1/orders/', { products: ['income'], ...PERSON, ...more });
  expect(response.statusCode, response.body).toBe(201);
  return response.json();
}

export async function readOrder(call: Call, id: string): Promise<Answer> {
  const response = await call('GET', `/v1/orders/${id}/`);
  expect(response.statusCode, response.body).toBe(200);
  return response.json();
}

export async function timelineOf(call: Call, id: string): Promise<Answer[]> {
  const response = await call('GET', `/v1/orders/${id}/events/?page_size=100`);
  expect(response.statusCode, response.body).toBe(200);
  return response.json().results;
}

const ORDER_KINDS = /^(?:order|certification)-/;

/** The order's `order-…` and `certification-…` events, oldest first. */
export async function orderEventsOf(house: TestHouse, order_id: string): Promise<Payload[]> {
  return (await eventsOf(house)).filter(
    (payload) => payload['order_id'] === order_id && ORDER_KINDS.test(payload.event_type),
  );
}

/** One short name per event: `order <status>` or `suborder <status>` for a status event, else the event type. */
export const storyOf = (events: readonly Payload[]): string[] =>
  events.map(({ event_type, status, employer_id }) =>
    event_type === 'order-status-updated' ? `${employer_id === null ? 'order' : 'suborder'} ${status}` : event_type,
  );
