// Tests PATCH of an order: which fields can be changed, what effects a change has, and when changes are rejected.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { invalid } from '#test/answers.ts';
import { type Call, newClient, type TestHouse } from '#test/house.ts';
import { newOrder, readOrder, timelineOf } from '#test/orders.ts';
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
const TOO_LATE = invalid(['employers', 'Order can be updated only while all employers are pending or sent.']);

async function change(id: string, changes?: object): Promise<void> {
  const response = await call('PATCH', `/v1/orders/${id}/`, changes);
  expect([response.statusCode, response.body], response.body).toEqual([204, '']);
}

async function refused(id: string, changes: unknown): Promise<unknown> {
  const response = await call('PATCH', `/v1/orders/${id}/`, changes);
  expect(response.statusCode, response.body).toBe(400);
  return response.json();
}

const readUser = async (id: string) => (await call('GET', `/v1/users/${id}/`)).json();

const FULL = {
  ssn: '991-91-9991',
  notes: 'Call before noon.',
  loan: { loan_number: 'L-1', originator_name: 'Ann', funding_date: '2026-04-01' },
  notification_settings: { suppress_user_notifications: true, first_notification_delay_hours: 5 },
};

describe('PATCH /v1/orders/{id}/', () => {
  test('204: changes every changeable field, with strings of the maximum length', async () => {
    const { id } = await newOrder(call);
    const changes = {
      first_name: 'f'.repeat(50),
      last_name: 'l'.repeat(50),
      refresh_approved: true,
      loan: {
        loan_number: 'l'.repeat(128),
        application_number: 'a'.repeat(128),
        originator_name: 'o'.repeat(128),
        originator_email: 'o@acme.example',
        loan_processor_name: 'p'.repeat(128),
        loan_processor_email: 'p@acme.example',
        external_id: 'e'.repeat(128),
        funding_date: '2026-04-01',
      },
      notes: 'n'.repeat(2000),
      notification_settings: { suppress_user_notifications: true, first_notification_delay_hours: 168 },
    };
    await change(id, { ...changes, ssn: '991-91-9992' });
    expect(await readOrder(call, id)).toMatchObject({ ...changes, ssn: '*****9992' });
  });

  test('204: omitted fields keep their values, even inside loan and notification_settings', async () => {
    const order = await newOrder(call, { ...FULL, refresh_approved: true });
    await change(order.id, {
      loan: { originator_name: 'Bob' },
      notification_settings: { first_notification_delay_hours: 6 },
    });
    await change(order.id, {});
    await change(order.id);
    expect(await readOrder(call, order.id)).toEqual({
      ...order,
      loan: { ...order.loan, originator_name: 'Bob' },
      notification_settings: { suppress_user_notifications: true, first_notification_delay_hours: 6 },
    });
  });

  test.each([
    ['null', { ssn: null, notes: null, loan: { loan_number: null, funding_date: null } }],
    ['a blank string', { ssn: '', notes: null, loan: { loan_number: '', funding_date: null } }],
  ])('204: %s clears a field of an order', async (_what, changes) => {
    const { id, user_id, loan } = await newOrder(call, FULL);
    await change(id, changes);
    expect(await readOrder(call, id)).toMatchObject({
      ssn: null,
      notes: null,
      loan: { ...loan, loan_number: null, funding_date: null },
    });
    expect((await readUser(user_id)).ssn).toBe(null);
  });

  test('204: a changed first name, last name or SSN is copied to the user', async () => {
    const { id, user_id } = await newOrder(call, { ssn: '991-91-9991' });
    await change(id, { last_name: 'Doe' });
    expect(await readUser(user_id)).toMatchObject({ first_name: 'Jane', last_name: 'Doe', ssn: '*****9991' });
    await change(id, { first_name: 'Joan' });
    await change(id, { ssn: '9992' });
    expect(await readUser(user_id)).toMatchObject({ first_name: 'Joan', last_name: 'Doe', ssn: '****' });
    expect(await readOrder(call, id)).toMatchObject({ first_name: 'Joan', last_name: 'Doe', ssn: '****' });
  });

  test('204: POST /v1/orders/lookup/ finds the order by its new SSN and no longer by the old SSN', async () => {
    const { id } = await newOrder(call, { ssn: '991-91-9991' });
    await change(id, { ssn: '991-91-8882' });
    const found = async (ssn: string) => (await call('POST', '/v1/orders/lookup/', { ssn })).json().count;
    expect([await found('991919991'), await found('9991')]).toEqual([0, 0]);
    expect([await found('991918882'), await found('8882')]).toEqual([1, 1]);
    await change(id, { ssn: null });
    expect([await found('991918882'), await found('8882')]).toEqual([0, 0]);
  });

  test('204: updated_at is set, and the timeline shows the change', async () => {
    const { id, created_at } = await newOrder(call);
    house.clock.advance(60_000);
    await change(id, { notes: 'x' });
    const { updated_at } = await readOrder(call, id);
    expect(Number(new Date(updated_at)) - Number(new Date(created_at))).toBe(60_000);
    expect((await timelineOf(call, id)).at(-1)).toMatchObject({ event_type: 'order-updated', created_at: updated_at });
  });

  test('204: fields that cannot be changed, such as email and status, are ignored', async () => {
    const order = await newOrder(call, { email: 'jane@example.com' });
    await change(order.id, { email: 'x@example.com', status: 'canceled', order_number: 'x', products: ['pll'] });
    expect(await readOrder(call, order.id)).toEqual(order);
  });

  test.each<[string, string, object]>([
    ['first_name', 'This field may not be null.', { first_name: null }],
    ['first_name', 'This field may not be blank.', { first_name: '' }],
    ['last_name', 'This field may not be null.', { last_name: null }],
    ['last_name', 'Ensure this field has no more than 50 characters.', { last_name: 'l'.repeat(51) }],
    ['ssn', 'Enter 9 digits or the last 4 digits.', { ssn: '12345' }],
    ['ssn', 'Ensure this field has no more than 128 characters.', { ssn: '9'.repeat(129) }],
    ['refresh_approved', 'Must be a valid boolean.', { refresh_approved: 1 }],
    ['loan', 'This field may not be null.', { loan: null }],
    [
      'loan.loan_number',
      'Ensure this field has no more than 128 characters.',
      { loan: { loan_number: 'l'.repeat(129) } },
    ],
    ['loan.originator_email', 'Enter a valid email address.', { loan: { originator_email: 'x' } }],
    ['loan.funding_date', 'Date has wrong format. Use YYYY-MM-DD.', { loan: { funding_date: '2026-13-01' } }],
    ['notes', 'This field may not be blank.', { notes: '' }],
    ['notes', 'Ensure this field has no more than 2000 characters.', { notes: 'n'.repeat(2001) }],
    [
      'notification_settings.first_notification_delay_hours',
      'Ensure this value is less than or equal to 168.',
      { notification_settings: { first_notification_delay_hours: 169 } },
    ],
  ])('400 for changing an order with an invalid %s: %s', async (field, message, changes) => {
    const order = await newOrder(call, FULL);
    expect(await refused(order.id, changes)).toEqual(invalid([field, message]));
    expect(await readOrder(call, order.id)).toEqual(order);
  });
});

describe('PATCH /v1/orders/{id}/ depends on the status of the order and its suborders', () => {
  /** Creates an order for two products. The suborder of the first product has already ended. */
  async function halfDone(products: [string, string], login: object): Promise<{ id: string; user_id: string }> {
    const { id, user_id } = await newOrder(call, { products });
    await connect(call, user_id, { order_id: id, product_type: products[0], ...login });
    await finishTasks(house);
    expect((await readOrder(call, id)).status).toBe('sent');
    return { id, user_id };
  }
  const BANK = { provider_id: 'vouch_bank' };

  test.each([
    ['goodlogin', 'goodpassword', 'completed'],
    ['error.user', 'config_error', 'error'],
    ['error.user', 'no_data', 'no_data'],
  ])(
    '400 for changing an order after a login with user name %s and password %s, because the employer’s suborder has the final status %s',
    async (username, password, status) => {
      const { id, user_id } = await halfDone(['income', 'assets'], { username, password });
      expect((await readOrder(call, id)).employers[0].status).toBe(status);
      expect(await refused(id, { first_name: 'Joan', ssn: '991-91-9992', notes: 'x' })).toEqual(TOO_LATE);
      expect(await readOrder(call, id)).toMatchObject({ first_name: 'Jane', ssn: null, notes: null });
      expect(await readUser(user_id)).toMatchObject({ first_name: 'Jane', ssn: null });
    },
  );

  test('400 for a PATCH of an order without employers if one of the order’s suborders is final', async () => {
    const { id } = await halfDone(['assets', 'insurance'], BANK);
    expect(await refused(id, { notes: 'x' })).toEqual(TOO_LATE);
  });

  test('204 for a PATCH of an order if a bank suborder has ended but the employer suborder is still open', async () => {
    const { id } = await halfDone(['assets', 'income'], BANK);
    await change(id, { notes: 'x' });
    expect((await readOrder(call, id)).notes).toBe('x');
  });

  test('400 for a PATCH of a canceled or expired order', async () => {
    const [canceled, expired] = [await newOrder(call), await newOrder(call)];
    await call('POST', `/v1/orders/${canceled.id}/cancel/`);
    expect(await refused(canceled.id, { notes: 'x' })).toEqual(TOO_LATE);
    await advance(house, call, 72 * HOUR);
    expect(await refused(expired.id, {})).toEqual(TOO_LATE);
  });

  test('204 for a PATCH of an order after a failed login, because the employer’s suborder has not ended', async () => {
    const { id, user_id } = await newOrder(call);
    await connect(call, user_id, { order_id: id, username: 'error.user', password: 'login_error' });
    expect((await readOrder(call, id)).status).toBe('sent');
    await change(id, { notes: 'x' });
  });

  test('400 for an invalid value in a PATCH of a canceled order: the error is about the value, not about the order’s status', async () => {
    const { id } = await newOrder(call);
    await call('POST', `/v1/orders/${id}/cancel/`);
    expect(await refused(id, { notes: '' })).toEqual(invalid(['notes', 'This field may not be blank.']));
  });
});

describe('the invitation after PATCH /v1/orders/{id}/', () => {
  const invited = async (id: string): Promise<boolean> =>
    (await timelineOf(call, id)).some(({ event_type }) => event_type === 'invitation-sent');
  const delayed = (hours: number) => ({
    email: 'jane@example.com',
    notification_settings: { first_notification_delay_hours: hours },
  });

  test('the invitation is rescheduled if first_notification_delay_hours changes; the delay counts from the creation of the order', async () => {
    const { id } = await newOrder(call, delayed(24));
    await change(id, delayed(30));
    await advance(house, call, 30 * HOUR - 1);
    expect(await invited(id)).toBe(false);
    await advance(house, call, 1);
    expect(await invited(id)).toBe(true);
  });

  test('the invitation is sent immediately if its new time is already in the past', async () => {
    const { id } = await newOrder(call, delayed(24));
    await advance(house, call, 10 * HOUR);
    await change(id, delayed(5));
    await advance(house, call, 1);
    expect(await invited(id)).toBe(true);
  });

  test('the invitation is not sent while messages are suppressed, and is sent when messages are allowed again', async () => {
    const { id } = await newOrder(call, delayed(1));
    await change(id, { notification_settings: { suppress_user_notifications: true } });
    await advance(house, call, 2 * HOUR);
    expect(await invited(id)).toBe(false);
    await change(id, { notification_settings: { suppress_user_notifications: false } });
    await advance(house, call, 1);
    expect(await invited(id)).toBe(true);
  });

  test('the invitation is not sent a second time if the order’s delay changes after it was sent', async () => {
    const { id } = await newOrder(call, delayed(0));
    await advance(house, call, 1);
    await change(id, delayed(1));
    await advance(house, call, 2 * HOUR);
    const kinds = (await timelineOf(call, id)).map(({ event_type }) => event_type);
    expect(kinds.filter((kind) => kind === 'invitation-sent')).toHaveLength(1);
  });
});
