// Tests certifications: the person confirms or rejects each employment and account in the widget, and the client reads
// the result.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { newId } from '#base/ids.ts';
import { type Call, newClient, type TestHouse } from '#test/house.ts';
import { type Answer, newOrder, orderEventsOf, readOrder, timelineOf } from '#test/orders.ts';
import { connect, finishTasks, openWorkingHouse } from '#test/tasks.ts';

let house: TestHouse;
let call: Call;
let template_id: string;
beforeAll(async () => {
  house = await openWorkingHouse();
});
beforeEach(async () => {
  call = (await newClient(house)).sandbox;
  const template = { name: newId(), orders: { certification: true } };
  template_id = (await call('POST', '/v1/templates/', template)).json().id;
});
afterAll(() => house.close());

type Login = { product_type?: string; provider_id?: string; username?: string };

async function completed(more: object, logins: Login[]): Promise<Answer> {
  const { id, user_id } = await newOrder(call, { template_id, ...more });
  for (const login of logins) {
    await connect(call, user_id, { order_id: id, ...login });
    await finishTasks(house);
  }
  return readOrder(call, id);
}
const BANK = { product_type: 'assets', provider_id: 'vouch_bank' };

const decide = ({ bridge_token }: Answer, decisions: object[]) =>
  house.app.inject({
    method: 'POST',
    url: '/widget/api/certifications/',
    headers: { authorization: `Bearer ${bridge_token}`, 'content-type': 'application/json' },
    payload: JSON.stringify({ decisions }),
  });
async function decided(order: Answer, decisions: object[]): Promise<void> {
  const response = await decide(order, decisions);
  expect(response.statusCode, response.body).toBe(204);
}
const read = async ({ id }: Answer): Promise<Answer> => (await call('GET', `/v1/orders/${id}/certifications/`)).json();
const announced = async ({ id }: Answer): Promise<number> =>
  (await orderEventsOf(house, id)).filter(({ event_type }) => event_type === 'certification-completed').length;

describe('GET /v1/orders/{id}/certifications/', () => {
  test('200: the list is empty before any decision', async () => {
    expect(await read(await newOrder(call))).toEqual({ results: [] });
    expect(await read(await completed({}, [{}]))).toEqual({ results: [] });
  });

  test('200: returns the decision on an employment, with the employment’s data and the time of the decision', async () => {
    const order = await completed({}, [{}]);
    const [employment] = order.employers[0].employments;
    house.clock.advance(60_000);
    await decided(order, [{ subject_id: employment.id, decision: 'representative' }]);
    expect(await read(order)).toEqual({
      results: [
        {
          decision: 'representative',
          rejection_reason: null,
          rejection_comment: null,
          employment: {
            id: employment.id,
            start_date: employment.start_date,
            pay_rate: employment.pay_rate,
            pay_date: employment.statements[0].pay_date,
            company: { name: employment.company.name },
          },
          account: null,
          created_at: expect.stringMatching(/:01:00Z$/),
        },
      ],
    });
    house.clock.set(new Date('2026-03-01T12:00:00Z'));
  });

  test('200: returns the decision on an account, with its reason and comment', async () => {
    const order = await completed({ products: ['assets'] }, [BANK]);
    const [account] = order.financial_accounts[0].accounts;
    const words = { rejection_reason: 'not_mine', rejection_comment: 'c'.repeat(1000) };
    await decided(order, [{ subject_id: account.id, decision: 'not_representative', ...words }]);
    const [said] = (await read(order)).results;
    expect(said).toMatchObject({
      decision: 'not_representative',
      ...words,
      employment: null,
      account: {
        id: account.id,
        type: 'CHECKING',
        mask: account.mask,
        routing_number: expect.stringMatching(/^\d{9}$/),
        balance: '49635.00',
        owners: [{ full_name: account.owners[0].full_name }],
      },
    });
    expect(Object.keys(said.account.owners[0])).toEqual(['full_name']);
    expect(await announced(order)).toBe(0);
  });

  test('200: returns all decisions, oldest first; the last missing decision completes the certification, and repeated decisions have no effect', async () => {
    const logins = [{ username: 'multiple.employments' }, BANK];
    const order = await completed({ products: ['income', 'assets'] }, logins);
    const subjects: string[] = [
      ...order.financial_accounts[0].accounts.map(({ id }: Answer) => id),
      ...order.employers[0].employments.map(({ id }: Answer) => id),
    ];
    expect(subjects).toHaveLength(6);
    const all = subjects.map((subject_id) => ({ subject_id, decision: 'representative' }));
    await decided(order, all.slice(0, 5));
    expect(await announced(order)).toBe(0);
    await decided(order, all.slice(5));
    expect(await announced(order)).toBe(1);
    const { results } = await read(order);
    expect(results.map(({ employment, account }: Answer) => (employment ?? account).id)).toEqual(subjects);
    const other = { decision: 'not_representative', rejection_reason: 'outdated' };
    await decided(order, [{ subject_id: subjects[0], ...other }]);
    expect((await read(order)).results).toEqual(results);
    expect(await announced(order)).toBe(1);
    expect((await timelineOf(call, order.id)).at(-1)).toMatchObject({ event_type: 'certification-completed' });
  });

  test('200: decisions that were rejected with 400 because of an invalid field are not listed', async () => {
    const order = await completed({}, [{}]);
    const subject_id = order.employers[0].employments[0].id;
    const refused: [field: string, more: object][] = [
      ['decisions.0.subject_id', { subject_id: newId() }],
      ['decisions.0.subject_id', { subject_id: 'x' }],
      ['decisions.0.decision', { decision: 'maybe' }],
      ['decisions.0.rejection_reason', { decision: 'not_representative' }],
      ['decisions.0.rejection_reason', { decision: 'not_representative', rejection_reason: 'x' }],
      ['decisions.0.rejection_comment', { rejection_comment: 'c'.repeat(1001) }],
    ];
    for (const [field, more] of refused) {
      const response = await decide(order, [{ subject_id, decision: 'representative', ...more }]);
      expect([response.statusCode, response.json().error.extra['invalid-params'][0].field]).toEqual([400, field]);
      expect(await read(order)).toEqual({ results: [] });
    }
  });

  test('a decision is rejected with 400 if the template does not ask for certification, or if the data belongs to another person', async () => {
    const [order, other] = [await completed({}, [{}]), await completed({}, [{}])];
    const foreign = { subject_id: other.employers[0].employments[0].id, decision: 'representative' };
    expect((await decide(order, [foreign])).statusCode).toBe(400);
    const quiet = await completed({ template_id: null }, [{}]);
    const own = { subject_id: quiet.employers[0].employments[0].id, decision: 'representative' };
    expect((await decide(quiet, [own])).statusCode).toBe(400);
  });
});
