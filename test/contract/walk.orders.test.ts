// Contract, sections 5, 22 and 24.5: orders and every endpoint that creates, reads or changes them.
import { describe, expect, test } from 'vitest';
import { newId } from '#base/ids.ts';
import { invalid } from '#test/answers.ts';
import { BASE_URL } from '#test/house.ts';
import { until } from '#test/jobs.ts';
import { orderEventsOf } from '#test/orders.ts';
import { visitWith } from '#test/widget-visit.ts';
import { faultsOf } from './shapes/checks.ts';
import { EVENT_PAYLOADS } from './shapes/events.ts';
import { expectFile } from './shapes/files.ts';
import { batch, certifications, invoice, listedOrder, order, timelineEntry } from './shapes/orders.ts';
import { PATHS } from './shapes/paths.ts';
import { DEPOSIT_ACCOUNT, startWalk } from './shapes/walk.ts';
import { page } from './shapes/words.ts';

const walk = startWalk();
const { connect, expectAll, expectAnswer, expectRead, expectRefused, advance, finish } = walk;

type Made = { id: string; user_id: string };
const PERSON = { first_name: 'Jane', last_name: 'Roe' };
const create = (more: object = {}) =>
  expectAnswer(201, order, 'POST', '/v1/orders/', { products: ['income'], ...PERSON, ...more });
const urlOf = ({ id }: Made, path = ''): string => `/v1/orders/${id}/${path}`;
const read = (made: Made) => expectRead(order, urlOf(made));
const serve = async (
  { id, user_id }: Made,
  product_type = 'income',
  provider_id = 'vouch_payroll',
  username = 'goodlogin',
) => {
  await connect({ user_id, order_id: id, product_type, provider_id, username });
};

/**
 * Returns the events of an order, each as its type, suborder id and status. Each event is checked against its schema.
 */
async function eventsOf({ id }: Made) {
  const events = await orderEventsOf(walk.house(), id);
  for (const event of events) {
    expect(faultsOf(EVENT_PAYLOADS[event.event_type] ?? { not: {} }, event), event.event_type).toEqual([]);
  }
  return events.map(({ event_type, employer_id, status }) => [event_type, employer_id ?? null, status ?? null]);
}

describe('sections 5.2 to 5.4: creating and reading an order', () => {
  test('201: one order for all products needs only the required fields', async () => {
    const products = ['income', 'employment', 'deposit_switch', 'pll', 'insurance', 'transactions', 'assets', 'admin'];
    const made = await create({ products, employers: [{ account: DEPOSIT_ACCOUNT }] });
    expect(made).toMatchObject({
      status: 'pending',
      is_expired: false,
      source: 'internal',
      client_name: 'Acme Lending',
    });
    expect(Number(new Date(made.expired_at)) - Number(new Date(made.created_at))).toBe(72 * 3_600_000);
    expect(made).not.toHaveProperty('error');
    expect(await read(made)).toEqual(made);
  });

  test('201: the response contains the optional fields of the request, with a masked SSN and a normalised phone number', async () => {
    const fields = {
      order_number: 'L-100',
      external_user_id: 'u-17',
      email: 'jane@example.com',
      loan: {
        loan_number: 'L-100',
        application_number: 'A-1',
        originator_name: 'Ann',
        originator_email: 'ann@acme.example',
        loan_processor_name: 'Bob',
        loan_processor_email: 'bob@acme.example',
        external_id: 'x-1',
        funding_date: '2026-04-01',
      },
      custom_field: 'Loan 4711',
      cc_emails: ['bob@acme.example'],
      notes: 'Call before noon.',
      notification_settings: { suppress_user_notifications: true, first_notification_delay_hours: 24 },
      refresh_approved: true,
      manager: { name: 'Ann', email: 'ann@acme.example' },
      source: 'crm',
    };
    const employer = {
      company_mapping_id: newId(),
      company_name: 'Fable Freight',
      company_domain: 'fable-freight.example',
      company_logo: 'https://fable-freight.example/logo.svg',
      company_address: { street: '418 Larimer Court', city: 'Denver', state: 'CO', zip: '80205', country: 'US' },
      start_date: '2021-06-14',
      end_date: '2026-02-28',
      suborder_number: 'S-1',
    };
    const made = await create({
      ...fields,
      products: ['income', 'assets'],
      ssn: '991-91-9991',
      phone: '(415) 555-0134',
      employers: [{ ...employer, account: { ...DEPOSIT_ACCOUNT, deposit_type: 'amount', deposit_value: 12.5 } }],
      financial_institutions: [{ id: 'vouch_bank', name: 'Vouch Bank', suborder_number: 'S-2' }],
      reports: { voa: { days_requested: 60 } },
    });
    expect(made).toMatchObject({
      ...fields,
      ssn: '*****9991',
      phone: '+14155550134',
      employers: [{ ...employer, account: { ...DEPOSIT_ACCOUNT, deposit_type: 'amount', deposit_value: '12.50' } }],
      financial_accounts: [{ name: 'Vouch Bank', suborder_number: 'S-2' }],
    });
  });

  test('200: a completed order contains all data and files; its events begin with order-created and end with order-finalized', async () => {
    const made = await create({ products: ['income', 'assets', 'insurance'] });
    await serve(made);
    await serve(made, 'assets', 'vouch_bank');
    await serve(made, 'insurance', 'vouch_insurance');
    const done = await read(made);
    expect(done).toMatchObject({
      status: 'completed',
      employers: [{ status: 'completed', employments: [{}], tasks: [{ order_id: made.id }] }],
      financial_accounts: [{ status: 'completed', accounts: [{}, {}, {}] }],
      insurance: { status: 'completed', policies: [{}, {}] },
    });
    expect(done.financial_accounts[0].bank_income_sources[0]).toMatchObject({ income_category: 'PAYCHECK' });
    for (const { pdf_report } of [done.employers[0], done.financial_accounts[0], done.insurance]) {
      await expectFile(walk.house(), pdf_report);
    }
    const [suborder] = done.employers;
    const events = await eventsOf(made);
    expect(events.slice(0, 2)).toEqual([
      ['order-created', null, 'pending'],
      ['order-status-updated', suborder.id, 'sent'],
    ]);
    expect(events.slice(-3)).toEqual([
      ['order-status-updated', done.insurance.id, 'completed'],
      ['order-status-updated', null, 'completed'],
      ['order-finalized', null, null],
    ]);
  });

  test.each(['employment', 'transactions', 'admin'])(
    '200: a connection completes an order for the product %s',
    async (product) => {
      const made = await create({ products: [product] });
      await serve(made, product, product === 'transactions' ? 'vouch_bank' : 'vouch_payroll');
      expect((await read(made)).status).toBe('completed');
    },
  );

  test.each(['deposit_switch', 'pll'])(
    '200: a connection for the product %s uses the deposit account that the order contains',
    async (product) => {
      const made = await create({ products: [product], employers: [{ account: DEPOSIT_ACCOUNT }] });
      await serve(made, product);
      const { status, employers } = await read(made);
      expect([status, employers[0].account.account_number]).toEqual(['completed', DEPOSIT_ACCOUNT.account_number]);
      await expectFile(walk.house(), employers[0].pdf_report);
    },
  );

  test('400: every missing field is reported', async () => {
    expect(await expectRefused(400, 'POST', '/v1/orders/', {})).toEqual(
      invalid(
        ['products', 'This field is required.'],
        ['first_name', 'This field is required.'],
        ['last_name', 'This field is required.'],
      ),
    );
  });
});

test('section 5.1: GET /v1/orders/ lists orders in pages, newest first, without the data of suborders', async () => {
  const older = await create({ products: ['income', 'assets', 'insurance'] });
  await serve(older);
  const newer = await create();
  const { results } = await expectRead(page(listedOrder), '/v1/orders/?page_size=2');
  expect(results.map(({ id }: Made) => id)).toEqual([newer.id, older.id]);
  expect((await expectAll(listedOrder, '/v1/orders/')).length).toBeGreaterThan(2);
});

describe('sections 5.6 and 5.7: changing an order', () => {
  test('204: PATCH changes only the given fields and has no response body', async () => {
    const made = await create({ loan: { loan_number: 'L-1' } });
    const response = await walk.send('PATCH', urlOf(made), { notes: 'x', loan: { external_id: 'y' } });
    expect([response.statusCode, response.body]).toEqual([204, '']);
    const { notes, loan } = await read(made);
    expect([notes, loan.loan_number, loan.external_id]).toEqual(['x', 'L-1', 'y']);
  });

  test('400 for a PATCH once any employer has a status other than `pending` or `sent`', async () => {
    const made = await create({ employers: [{}, {}] });
    await serve(made);
    expect(await expectRefused(400, 'PATCH', urlOf(made), { notes: 'x' })).toEqual(
      invalid(['employers', 'Order can be updated only while all employers are pending or sent.']),
    );
  });

  test('200: POST cancel/ cancels the order and its employers; 400 for a second cancel/', async () => {
    const made = await create();
    const canceled = await expectAnswer(200, order, 'POST', urlOf(made, 'cancel/'));
    expect(canceled).toMatchObject({ status: 'canceled', employers: [{ status: 'canceled' }] });
    expect(await expectRefused(400, 'POST', urlOf(made, 'cancel/'))).toEqual(
      invalid(['status', 'Order is already canceled.']),
    );
  });

  test('201: POST employers/ adds employers', async () => {
    const made = await create();
    const employers = [{ company_name: 'Fable Freight' }];
    const extended = await expectAnswer(201, order, 'POST', urlOf(made, 'employers/'), { employers });
    expect(extended.employers).toMatchObject([{ company_name: null }, { company_name: 'Fable Freight' }]);
  });

  test('an order expires 72 hours after its creation', async () => {
    const made = await create();
    await walk.advanceTo(new Date(made.created_at), 72 * 3_600);
    await advance(2);
    expect(await read(made)).toMatchObject({ status: 'expired', is_expired: true, employers: [{ status: 'expired' }] });
  });
});

describe('section 5.8: refresh orders', () => {
  test.each(['', 'refresh/'])('201: POST /v1/orders/{id}/%s creates a refresh order', async (path) => {
    const made = await create();
    await serve(made);
    const fresh = await expectAnswer(201, order, 'POST', urlOf(made, path));
    expect(fresh).toMatchObject({ initial_order: made.id, employers: [{ link_id: expect.any(String) }] });
    await finish();
    expect(await read(fresh)).toMatchObject({ status: 'completed' });
    expect(await read(made)).toMatchObject({ refresh_order: fresh.id });
  });

  test('201: a refresh order whose login fails ends in error and sends order-refresh-failed', async () => {
    const made = await create();
    await serve(made, 'income', 'vouch_payroll', 'disconnect.on.refresh');
    const fresh = await expectAnswer(201, order, 'POST', urlOf(made, 'refresh/'));
    await finish();
    const [{ id }] = fresh.employers;
    expect(await read(fresh)).toMatchObject({ status: 'error' });
    expect((await eventsOf(fresh)).slice(1)).toEqual([
      ['order-refresh-failed', id, 'login_error'],
      ['order-status-updated', id, 'error'],
      ['order-status-updated', null, 'error'],
      ['order-finalized', null, null],
    ]);
  });

  test('400 for an order without links to refresh', async () => {
    const { error } = await expectRefused(400, 'POST', urlOf(await create(), 'refresh/'));
    expect(error.extra['invalid-params']).toMatchObject([{ field: 'employers' }]);
  });
});

test('section 5.9: a lookup finds an order by the full SSN or its last four digits', async () => {
  const made = await create({ ssn: '991-91-6543' });
  for (const ssn of ['991916543', '6543']) {
    const found = await expectAnswer(200, page(order), 'POST', '/v1/orders/lookup/', { ssn });
    expect(found).toMatchObject({ count: 1, results: [{ id: made.id }] });
  }
  const nothing = await expectAnswer(200, page(order), 'POST', '/v1/orders/lookup/', { ssn: '991916544' });
  expect(nothing).toEqual({ count: 0, next: null, previous: null, results: [] });
});

test('section 5.10: the timeline is paged, oldest first', async () => {
  const made = await create({ email: 'jane@example.com', phone: '4155550134' });
  await advance(1);
  await serve(made);
  await walk.send('POST', urlOf(made, 'refresh/'));
  await finish();
  const entries = await expectAll(timelineEntry, urlOf(made, 'events/'));
  expect(entries[0].event_type).toBe('order-created');
  expect(entries.at(-1).event_type).toBe('order-refreshed');
  const first = await expectRead(page(timelineEntry), `${urlOf(made, 'events/')}?page_size=3`);
  expect(first.results).toEqual(entries.slice(0, 3));
  expect(first.next.startsWith(`${BASE_URL}${urlOf(made, 'events/')}`)).toBe(true);
});

test('section 5.11: certifications/ lists the applicant’s decisions on employments and accounts', async () => {
  const { id: template_id } = (
    await walk.send('POST', '/v1/templates/', { name: newId(), orders: { certification: true } })
  ).json();
  const made = await create({ products: ['income', 'assets'], template_id });
  expect(await expectRead(certifications, urlOf(made, 'certifications/'))).toEqual({ results: [] });
  await serve(made);
  await serve(made, 'assets', 'vouch_bank');
  const { bridge_token, employers, financial_accounts } = await read(made);
  const subjects = [...employers[0].employments, ...financial_accounts[0].accounts];
  const decisions = subjects.map(({ id }: Made) => ({ subject_id: id, decision: 'representative' }));
  await visitWith(walk.house(), bridge_token).post('certifications/', { decisions }, 204);
  const { results } = await expectRead(certifications, urlOf(made, 'certifications/'));
  expect(results).toHaveLength(4);
  expect((await eventsOf(made)).at(-1)).toEqual(['certification-completed', null, null]);
});

test('section 5.12: a batch creates the valid orders and reports the invalid orders', async () => {
  const orders = [{ products: ['income'], ...PERSON, order_number: 'B-1' }, { products: ['income'] }];
  const job = await expectAnswer(202, batch, 'POST', '/v1/orders/batch/', orders);
  await until(async () => (await expectRead(batch, `/v1/orders/batch/${job.id}/`)).status !== 'pending');
  expect(await expectRead(batch, `/v1/orders/batch/${job.id}/`)).toMatchObject({
    status: 'completed',
    order_count: 2,
    created_count: 1,
    failed_count: 1,
    results: [
      { index: 0, status: 'created', order_number: 'B-1', errors: null },
      { index: 1, status: 'failed', order_id: null },
    ],
    errors: null,
  });
});

test('section 22: the invoice is found by the id of the order, of the order group or of the invoice', async () => {
  const made = await create();
  const pending = await expectRead(invoice, urlOf(made, 'invoice/'));
  expect(pending).toMatchObject({ order_group_id: made.order_group_id, status: 'pending', file: null });
  await serve(made);
  await until(async () => (await expectRead(invoice, urlOf(made, 'invoice/'))).status === 'success');
  for (const id of [pending.id, made.order_group_id]) {
    const found = await expectRead(invoice, `/v1/orders/${id}/invoice/`);
    expect(found).toMatchObject({ id: pending.id, status: 'success' });
    await expectFile(walk.house(), found.file);
  }
});

test('this file calls every endpoint of sections 5 and 22', () => expect(walk.unwalked(PATHS.orders)).toEqual([]));
