import { describe, expect, test } from 'vitest';
import { newOrderBatch, presentOrderBatch, toBatchItem } from './order-batches.ts';

const order = (order_number: unknown) => ({
  products: ['income'],
  first_name: 'Jane',
  last_name: 'Roe',
  ...(order_number === undefined ? {} : { order_number }),
});

describe('toBatchItem', () => {
  test.each([
    ['an order number', 'L-1', 'L-1'],
    ['an order number of 128 characters', 'x'.repeat(128), 'x'.repeat(128)],
    ['an order number of 128 characters of two code units each', '🙂'.repeat(128), '🙂'.repeat(128)],
    ['no order number', undefined, null],
    ['a null order number', null, null],
    ['an empty order number', '', null],
  ])('toBatchItem accepts an order with %s', (_case, sent, order_number) => {
    expect(toBatchItem(order(sent), 7)).toEqual({ index: 7, order_number, body: order(sent) });
  });

  test.each([
    ['has 129 characters', 'x'.repeat(129), 'Ensure this field has no more than 128 characters.'],
    ['contains a zero byte', 'L\u0000', 'Not a valid string.'],
    ['contains half a surrogate pair', 'L\ud800', 'Not a valid string.'],
    ['is a JSON number', 5, 'Not a valid string.'],
  ])('toBatchItem rejects an order number that %s, and sets order_number to null', (_case, sent, message) => {
    expect(toBatchItem(order(sent), 0)).toEqual({
      index: 0,
      order_number: null,
      faults: [{ field: 'order_number', message }],
    });
  });

  test('keeps a valid order number if another field of the order is invalid', () => {
    expect(toBatchItem({ order_number: 'L-1', products: ['income'], first_name: 'Jane' }, 0)).toEqual({
      index: 0,
      order_number: 'L-1',
      faults: [{ field: 'last_name', message: 'This field is required.' }],
    });
  });

  test.each([[null], [[]], ['order'], [5], [true]])('toBatchItem rejects %j because it is not an order', (sent) => {
    expect(toBatchItem(sent, 3)).toMatchObject({ index: 3, order_number: null, faults: [{ field: 'body' }] });
  });
});

test('a new batch is pending, and none of its orders is created yet', () => {
  const batch = newOrderBatch('24d7a5c0f61b4f0c9a3ce1b2d4f60718', 3, new Date('2026-03-01T12:00:00Z'));
  expect(presentOrderBatch(batch, [])).toEqual({
    id: '24d7a5c0f61b4f0c9a3ce1b2d4f60718',
    status: 'pending',
    order_count: 3,
    created_count: 0,
    failed_count: 0,
    results: [],
    errors: null,
    created_at: '2026-03-01T12:00:00Z',
    updated_at: '2026-03-01T12:00:00Z',
  });
});
