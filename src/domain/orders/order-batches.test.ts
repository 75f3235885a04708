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
    ['a number of 128 characters', 'x'.repeat(128), 'x'.repeat(128)],
    ['a number of 128 characters of two code units', '🙂'.repeat(128), '🙂'.repeat(128)],
    ['no number', undefined, null],
    ['a null number', null, null],
    ['an empty number', '', null],
  ])('an order with %s is valid', (_case, sent, order_number) => {
    expect(toBatchItem(order(sent), 7)).toEqual({ index: 7, order_number, body: order(sent) });
  });

  test.each([
    ['129 characters', 'x'.repeat(129), 'Ensure this field has no more than 128 characters.'],
    ['a zero byte', 'L\u0000', 'Not a valid string.'],
    ['half a character', 'L\ud800', 'Not a valid string.'],
    ['a JSON number', 5, 'Not a valid string.'],
  ])('an invalid order number is a fault and is not used for lookup: %s', (_case, sent, message) => {
    expect(toBatchItem(order(sent), 0)).toEqual({
      index: 0,
      order_number: null,
      faults: [{ field: 'order_number', message }],
    });
  });

  test('an order with another fault keeps its number', () => {
    expect(toBatchItem({ order_number: 'L-1', products: ['income'], first_name: 'Jane' }, 0)).toEqual({
      index: 0,
      order_number: 'L-1',
      faults: [{ field: 'last_name', message: 'This field is required.' }],
    });
  });

  test.each([[null], [[]], ['order'], [5], [true]])('%j is refused: not an order', (sent) => {
    expect(toBatchItem(sent, 3)).toMatchObject({ index: 3, order_number: null, faults: [{ field: 'body' }] });
  });
});

test('a new batch is pending and has created no orders', () => {
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
