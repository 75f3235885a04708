// Tests which requests to refresh an order are rejected.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { newId } from '#base/ids.ts';
import { invalid } from '#test/answers.ts';
import { type Call, newClient, type TestHouse } from '#test/house.ts';
import { type Answer, newOrder, readOrder } from '#test/orders.ts';
import { connect, finishTasks, openWorkingHouse } from '#test/tasks.ts';

let house: TestHouse;
let call: Call;
beforeAll(async () => {
  house = await openWorkingHouse();
});
beforeEach(async () => {
  call = (await newClient(house)).sandbox;
});
afterAll(() => house.close());

async function completed(product_type: 'income' | 'admin'): Promise<Answer> {
  const { id, user_id } = await newOrder(call, { products: [product_type] });
  await connect(call, user_id, { order_id: id, product_type });
  await finishTasks(house);
  return readOrder(call, id);
}

const NOTHING = ['employers', 'There is nothing to refresh: no completed suborder has a live link.'] as const;

describe('POST /v1/orders/{id}/refresh/', () => {
  const refused = async (id: string, body?: unknown) => {
    const response = await call('POST', `/v1/orders/${id}/refresh/`, body);
    expect(response.statusCode, response.body).toBe(400);
    expect((await readOrder(call, id)).refresh_order).toBe(null);
    return response.json();
  };

  test('400 for an order without data', async () => {
    const { id, user_id } = await newOrder(call);
    expect(await refused(id)).toEqual(invalid(NOTHING));
    await connect(call, user_id, { order_id: id, username: 'error.user', password: 'no_data' });
    await finishTasks(house);
    expect(await refused(id)).toEqual(invalid(NOTHING));
    const canceled = await newOrder(call);
    await call('POST', `/v1/orders/${canceled.id}/cancel/`);
    expect(await refused(canceled.id)).toEqual(invalid(NOTHING));
  });

  test('400 for an order whose link was deleted', async () => {
    const { id, employers } = await completed('income');
    await call('DELETE', `/v1/links/${employers[0].link_id}/`);
    expect(await refused(id)).toEqual(invalid(NOTHING));
  });

  test('400 for an order whose product cannot be refreshed', async () => {
    const order = await completed('admin');
    expect(order.status).toBe('completed');
    expect(await refused(order.id)).toEqual(invalid(NOTHING));
  });

  test.each<[object, string, string]>([
    [{ products: [] }, 'products', 'This list may not be empty.'],
    [{ products: ['income', 'employment'] }, 'products', 'Ensure this list has no more than 1 items.'],
    [{ products: ['pll'] }, 'products.0', '"pll" is not a valid choice.'],
    [{ products: ['assets'] }, 'products', '"assets" is not a valid choice.'],
    [{ products: 'income' }, 'products', 'Expected a list of items.'],
    [{ employers: [{ id: newId() }] }, 'employers.0.id', 'Object not found.'],
    [{ employers: [{ suborder_number: 'x' }] }, 'employers.0.suborder_number', 'Object not found.'],
    [{ employers: [{}] }, 'employers.0.id', 'This field is required.'],
    [{ financial_accounts: [{ id: newId() }] }, 'financial_accounts.0.id', 'Object not found.'],
    [{ email: 'x' }, 'email', 'Enter a valid email address.'],
    [{ phone: 'x' }, 'phone', 'Enter a valid phone number.'],
    [{ manager: { email: 'x' } }, 'manager.email', 'Enter a valid email address.'],
    [{ include_recent_paystub: 1 }, 'include_recent_paystub', 'Must be a valid boolean.'],
    [
      { reports: { voa: { days_requested: 29 } } },
      'reports.voa.days_requested',
      'Ensure this value is greater than or equal to 30.',
    ],
    [
      { reports: { voa: { as_of_date: '2999-01-01' } } },
      'reports.voa.as_of_date',
      'Ensure this value is less than or equal to 2026-03-01.',
    ],
  ])('400 for refreshing an order with the body %j; the error at field %s is: %s', async (body, field, message) => {
    const { id } = await completed('income');
    expect(await refused(id, body)).toEqual(invalid([field, message]));
  });

  test('400 for the id of another order’s suborder', async () => {
    const [one, two] = [await completed('income'), await completed('income')];
    const body = { employers: [{ id: two.employers[0].id }] };
    expect(await refused(one.id, body)).toEqual(invalid(['employers.0.id', 'Object not found.']));
  });
});
