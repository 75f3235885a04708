// Tests which user an order creates or finds, how the order's SSN is read and shown, and which group the order joins.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { newId } from '#base/ids.ts';
import { type Call, newClient, openTestHouse, type TestHouse } from '#test/house.ts';
import { newOrder, readOrder } from '#test/orders.ts';
import { newUser } from '#test/tasks.ts';

let house: TestHouse;
let call: Call;
beforeAll(async () => {
  house = await openTestHouse();
});
beforeEach(async () => {
  call = (await newClient(house)).sandbox;
});
afterAll(() => house.close());

const readUser = async (id: string) => (await call('GET', `/v1/users/${id}/`)).json();
const countUsers = async (): Promise<number> => (await call('GET', '/v1/users/')).json().count;

describe('an order’s user', () => {
  test('an order’s personal data is copied to the user that the order creates', async () => {
    const { user_id } = await newOrder(call, {
      email: 'jane@example.com',
      phone: '415.555.0134',
      ssn: '991-91-9991',
      external_user_id: 'jane',
    });
    expect(await readUser(user_id)).toMatchObject({
      external_user_id: 'jane',
      first_name: 'Jane',
      last_name: 'Roe',
      email: 'jane@example.com',
      phone: '+14155550134',
      ssn: '*****9991',
    });
  });

  test('an order without external_user_id always creates a new user', async () => {
    const [one, two] = [await newOrder(call), await newOrder(call)];
    expect(one.user_id).not.toBe(two.user_id);
    expect(await readUser(one.user_id)).toMatchObject({ external_user_id: null, email: null, ssn: null });
  });

  test('an order finds its user by external_user_id; the order fills the user’s empty fields and changes no other fields', async () => {
    const user_id = await newUser(call, 'jane', { first_name: 'Janet', ssn: '9991' });
    const order = await newOrder(call, {
      external_user_id: 'jane',
      email: 'jane@example.com',
      ssn: '991-91-9992',
    });
    expect(order).toMatchObject({ user_id, external_user_id: 'jane', first_name: 'Jane', ssn: '*****9992' });
    expect(await readUser(user_id)).toMatchObject({
      first_name: 'Janet',
      last_name: 'Roe',
      email: 'jane@example.com',
      phone: null,
      ssn: '****',
    });
    await newOrder(call, { external_user_id: 'jane', email: 'other@example.com', phone: '4155550135' });
    expect(await readUser(user_id)).toMatchObject({ email: 'jane@example.com', phone: '+14155550135' });
    expect(await countUsers()).toBe(1);
  });

  test('a user stays unchanged, including its updated_at, if a new order fills no empty field of the user', async () => {
    const { user_id } = await newOrder(call, { external_user_id: 'jane' });
    const before = await readUser(user_id);
    house.clock.advance(60_000);
    await newOrder(call, { external_user_id: 'jane', first_name: 'Other' });
    expect(await readUser(user_id)).toEqual(before);
  });

  test('an order’s user is never a user of another client or environment', async () => {
    const [acme, stranger] = [await newClient(house), await newClient(house)];
    const orders = await Promise.all(
      [acme.sandbox, acme.prod, stranger.sandbox].map((call) => newOrder(call, { external_user_id: 'jane' })),
    );
    expect(new Set(orders.map(({ user_id }) => user_id)).size).toBe(3);
  });
});

describe('an order’s SSN', () => {
  test('an order shows the last four digits of its SSN; if only four digits are known, the SSN is masked entirely', async () => {
    expect((await newOrder(call, { ssn: '991 91-9991' })).ssn).toBe('*****9991');
    expect((await newOrder(call, { ssn: '9991' })).ssn).toBe('****');
  });

  test('an order’s SSN may be sent in the field social_security_number; if the field ssn is sent as well and is not empty, ssn is used', async () => {
    expect((await newOrder(call, { social_security_number: '991-91-9993' })).ssn).toBe('*****9993');
    const both = await newOrder(call, { ssn: '991-91-9991', social_security_number: '991-91-9993' });
    expect(both.ssn).toBe('*****9991');
    expect(both).not.toHaveProperty('social_security_number');
    expect((await newOrder(call, { ssn: '', social_security_number: '991-91-9993' })).ssn).toBe('*****9993');
  });
});

describe('an order’s group', () => {
  const pair = { order_number: 'L-1', external_user_id: 'jane' };

  test('orders of one user with the same order_number have the same group', async () => {
    const first = await newOrder(call, pair);
    const second = await newOrder(call, pair);
    const third = await newOrder(call, pair);
    expect([second.order_group_id, third.order_group_id]).toEqual([first.order_group_id, first.order_group_id]);
    expect(second.id).not.toBe(first.id);
    expect((await readOrder(call, second.id)).order_group_id).toBe(first.order_group_id);
  });

  test.each([
    ['another order_number', { order_number: 'L-2' }],
    ['no order_number', { order_number: null }],
    ['another external_user_id', { external_user_id: 'john' }],
    ['no external_user_id', { external_user_id: '' }],
  ])('an order with %s gets a new group, not the group of the earlier order', async (_what, more) => {
    const first = await newOrder(call, pair);
    expect((await newOrder(call, { ...pair, ...more })).order_group_id).not.toBe(first.order_group_id);
  });

  test('an order is never in the group of another client’s order', async () => {
    const stranger = (await newClient(house)).sandbox;
    const external_user_id = newId();
    const [ours, theirs] = [
      await newOrder(call, { ...pair, external_user_id }),
      await newOrder(stranger, { ...pair, external_user_id }),
    ];
    expect(ours.order_group_id).not.toBe(theirs.order_group_id);
  });
});
