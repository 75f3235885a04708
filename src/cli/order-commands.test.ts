import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { runOn } from '#test/command-line.ts';
import { newClient, openTestHouse, type TestClient, type TestHouse } from '#test/house.ts';
import { newOrder } from '#test/orders.ts';
import { addOrderCommands } from './order-commands.ts';

let house: TestHouse;
let acme: TestClient;
let [older, newer]: string[] = [];
beforeAll(async () => {
  house = await openTestHouse();
  acme = await newClient(house);
  older = (await newOrder(acme.sandbox, PERSONAL)).id;
  house.clock.advance(60_000);
  newer = (await newOrder(acme.sandbox, { products: ['income', 'employment'] })).id;
  await acme.sandbox('POST', `/v1/orders/${older}/cancel/`);
});
afterAll(() => house.close());

/** Every value in this object is about the person, or chosen freely by the client. */
const PERSONAL = {
  first_name: 'Quintessa',
  last_name: 'Featherstonehaugh',
  email: 'quintessa@example.com',
  ssn: '987-65-4329',
  order_number: 'Featherstonehaugh-7',
  external_user_id: 'quintessa-7',
  notes: 'Quintessa called',
  employers: [{ company_name: 'Featherstonehaugh and Daughters' }],
};

const orders = (...args: string[]) => runOn(house, addOrderCommands, 'orders', ...args);
const list = (...args: string[]) => orders('list', '--client', acme.client_id, '--env', 'sandbox', ...args);

describe('vouch orders list', () => {
  test('lists orders newest first, with the statuses of their suborders', async () => {
    const { value, text } = await list();
    expect(value).toMatchObject({
      count: 2,
      results: [
        { id: newer, status: 'pending', created_at: '2026-03-01T12:01:00Z', products: ['income', 'employment'] },
        { id: older, status: 'canceled', canceled_at: '2026-03-01T12:01:00Z', suborders: [{ status: 'canceled' }] },
      ],
    });
    expect(text.split('\n')).toEqual([
      expect.stringMatching(new RegExp(`^${newer}  2026-03-01T12:01:00Z  pending    .*pending$`)),
      `${older}  2026-03-01T12:00:00Z  canceled   income canceled`,
      '2 of 2 orders',
    ]);
  });

  test('--status, --limit and the environment restrict the list', async () => {
    expect((await list('--status', 'canceled')).value).toMatchObject({ count: 1, results: [{ id: older }] });
    const { value, text } = await list('--limit', '1');
    expect(value).toMatchObject({ count: 2, results: [{ id: newer }] });
    expect(text).toContain('1 of 2 orders');
    const prod = await orders('list', '--client', acme.client_id, '--env', 'prod');
    expect(prod).toEqual({ value: { count: 0, results: [] }, text: '0 of 0 orders' });
  });

  test.for([
    [['--status', 'lost'], 'Allowed choices are pending, sent'],
    [['--limit', '0'], 'It must be a whole number from 1 to 100.'],
    [['--limit', '101'], 'It must be a whole number from 1 to 100.'],
  ] as const)('vouch orders list rejects the options %j', async ([args, message]) => {
    await expect(list(...args)).rejects.toThrow(message);
  });

  test('an unknown client is an error', async () => {
    const listing = orders('list', '--client', '0'.repeat(32), '--env', 'prod');
    await expect(listing).rejects.toThrow(`there is no client ${'0'.repeat(32)}`);
  });
});

describe('vouch orders show', () => {
  test('shows an order of any client and environment, given only the id of the order', async () => {
    const other = await newClient(house, 'Other');
    const { id } = await newOrder(other.prod);
    expect((await orders('show', id)).value).toMatchObject({ id, client_id: other.client_id, env_type: 'prod' });
    const { value, text } = await orders('show', older ?? '');
    expect(value).toMatchObject({ id: older, client_id: acme.client_id, env_type: 'sandbox', status: 'canceled' });
    expect(text.split('\n')).toEqual(
      expect.arrayContaining([
        expect.stringMatching(new RegExp(`^id +${older}$`)),
        expect.stringMatching(/^status +canceled$/),
        expect.stringMatching(
          /^suborder [0-9a-f]{32} {2}canceled {3}employer {2}income {2}since 2026-03-01T12:01:00Z$/,
        ),
      ]),
    );
  });

  test('neither `vouch orders show` nor `vouch orders list` prints personal data', async () => {
    const printed = JSON.stringify([await list(), await orders('show', older ?? '')]).toLowerCase();
    expect(printed).toContain(older);
    for (const word of [
      'quintessa',
      'featherstonehaugh',
      '987654329',
      'sealed',
      'hash',
      'token',
      'wrapped',
      'verify',
    ]) {
      expect(printed).not.toContain(word);
    }
    // A random id can contain the digits 4329 by chance, so the digits are searched for only as a whole word.
    expect(printed).not.toMatch(/\b4329\b/);
  });

  test.for(['0'.repeat(32), 'order-7', ''])(
    'vouch orders show reports an error for an id that no order has, such as "%s"',
    async (id) => {
      await expect(orders('show', id)).rejects.toThrow(`there is no order ${id}`);
    },
  );
});
