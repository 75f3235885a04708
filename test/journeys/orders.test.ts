// Tests orders from the first request to their end, one test per guarantee. Checks the data that the client reads, the
// sequence of the client's events, and the client's reports. The applicant acts through the widget and the landing
// page.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { newId } from '#base/ids.ts';
import { openMailer } from '#outbound/mail.ts';
import { findLandingUrl } from '#services/widget/landing-visits.ts';
import { invalid } from '#test/answers.ts';
import { BASE_URL, type Call, newClient, type TestHouse } from '#test/house.ts';
import { until } from '#test/jobs.ts';
import { expectInvoice, expectReport } from '#test/order-results.ts';
import { type Answer, newOrder, orderEventsOf, readOrder, storyOf, timelineOf } from '#test/orders.ts';
import { type SmtpServer, startSmtp } from '#test/smtp.ts';
import { advance, connect, eventsOf, finishTasks, openWorkingHouse, wordsOf } from '#test/tasks.ts';
import { openLanding, visitWith } from '#test/widget-visit.ts';

let smtp: SmtpServer;
let house: TestHouse;
let call: Call;
beforeAll(async () => {
  smtp = await startSmtp();
  house = await openWorkingHouse({ mailer: openMailer(smtp.url, 'Vouch <no-reply@vouch.example>') });
  house.settings.sandbox_notifications = true;
});
beforeEach(async () => {
  call = (await newClient(house)).sandbox;
});
afterAll(async () => {
  await house.close();
  house.mailer.close();
  await smtp.close();
});

const HOUR = 3_600;
const storyOfOrder = async (id: string): Promise<string[]> => storyOf(await orderEventsOf(house, id));
const kindsOf = async (id: string): Promise<string[]> =>
  (await timelineOf(call, id)).map(({ event_type }) => event_type);
const GOOD_TASK = ['new', 'login', 'parse', 'full_parse', 'done'];

test('an order created by one request is completed in the embedded widget, with events and a report', async () => {
  const order = await newOrder(call, { order_number: 'L-100' });
  await expectInvoice(house, call, order.id, 'pending');
  const visit = visitWith(house, order.bridge_token);
  const session = await visit.read('session/');
  expect(session.order).toMatchObject({ id: order.id, first_name: 'Jane', suborders: [{ id: order.employers[0].id }] });
  await visit.post('consent/', undefined, 204);
  const { public_token, task_id } = await visit.logIn(order.employers[0].id);
  const exchanged = (await call('POST', '/v1/link-access-tokens/', { public_token })).json();
  await visit.close();

  const done = await readOrder(call, order.id);
  expect(done).toMatchObject({
    status: 'completed',
    completed_at: expect.any(String),
    user_consent_at: expect.any(String),
    employers: [{ status: 'completed', last_task_status: 'done', ...exchanged }],
  });
  expect(await storyOfOrder(order.id)).toEqual([
    'order-created',
    'suborder sent',
    'order sent',
    'suborder completed',
    'order completed',
    'order-finalized',
  ]);
  const all = (await eventsOf(house)).filter((event) => event['order_id'] === order.id);
  const after_done = all.slice(
    all.findIndex(({ event_type, status }) => event_type === 'task-status-updated' && status === 'done'),
  );
  expect(storyOf(after_done)).toEqual([
    'task-status-updated',
    'suborder completed',
    'order completed',
    'order-finalized',
  ]);
  expect(wordsOf(await eventsOf(house, { task_id })).filter((word) => GOOD_TASK.includes(word))).toEqual(GOOD_TASK);
  expect((await kindsOf(order.id)).filter((kind) => kind !== 'task-status-updated')).toEqual([
    'order-created',
    'suborder-status-updated',
    'order-status-updated',
    'consent-given',
    'link-connected',
    'suborder-status-updated',
    'order-status-updated',
    'report-created',
    'order-finalized',
  ]);
  const events = await orderEventsOf(house, order.id);
  expect(events.at(-3)).toMatchObject({
    order_number: 'L-100',
    employer_id: order.employers[0].id,
    product: 'income',
    link_id: exchanged.link_id,
    data_source: 'payroll',
    status: 'completed',
  });
  expect(events.at(-2)).toMatchObject({ employer_id: null, product: 'income', link_id: null, data_source: null });
  expect(Object.keys(events.at(-1) ?? {}).toSorted()).toEqual([
    'event_created_at',
    'event_type',
    'order_id',
    'order_number',
    'template_id',
    'updated_at',
    'user_id',
    'webhook_id',
  ]);
  await expectReport(house, call, done, false);
  await expectInvoice(house, call, order.id, 'success');
});

test('an applicant with an e-mail address gets an invitation whose URL opens the order’s landing page', async () => {
  const order = await newOrder(call, {
    email: 'jane.roe@example.com',
    manager: { name: 'Ann', email: 'ann@acme.example' },
    cc_emails: ['bob@acme.example'],
  });
  await advance(house, call, 1);
  await until(() => smtp.mails.some(({ to }) => to.includes('jane.roe@example.com')));
  const mail = smtp.mails.find(({ to }) => to.includes('jane.roe@example.com'));
  const [short_url = ''] = new RegExp(`${BASE_URL}/s/\\w{10}`).exec(mail?.text ?? '') ?? [];
  expect(short_url).toBe(order.short_share_url);
  expect(await findLandingUrl(house, short_url.slice(-10), '127.0.0.1')).toBe(order.share_url);
  expect((await readOrder(call, order.id)).status).toBe('sent');

  const landing = await openLanding(house, order.share_url);
  expect(landing).toMatchObject({ is_final: false, client_name: 'Acme Lending' });
  expect(landing.bridge_token).not.toBe(order.bridge_token);
  await visitWith(house, landing.bridge_token).logIn(order.employers[0].id);

  expect(await readOrder(call, order.id)).toMatchObject({ status: 'completed' });
  expect(await openLanding(house, order.share_url)).toMatchObject({
    is_final: true,
    bridge_token: null,
    status: 'completed',
  });
  await until(() => smtp.mails.filter(({ to }) => to.some((one) => one.endsWith('@acme.example'))).length === 2);
  const copies = smtp.mails.filter(({ to }) => to.some((one) => one.endsWith('@acme.example')));
  expect(copies.flatMap(({ to }) => to).toSorted()).toEqual(['ann@acme.example', 'bob@acme.example']);
  for (const { text } of copies) expect(text).not.toContain(order.short_share_url);
  const kinds = await kindsOf(order.id);
  expect(kinds.slice(0, 5)).toEqual([
    'order-created',
    'invitation-sent',
    'suborder-status-updated',
    'order-status-updated',
    'landing-opened',
  ]);
  await advance(house, call, 60 * HOUR);
  expect(smtp.mails.filter(({ to }) => to.includes('jane.roe@example.com'))).toHaveLength(1);
});

describe('an order with preselected employers or data sources', () => {
  test.each(['by its mapping', 'by its name'])(
    'if the client specifies an employer %s, this employer is preselected for the applicant',
    async (how) => {
      const [company] = (await call('GET', '/v1/company-mappings-search/?query=home depot')).json();
      const employer = how === 'by its name' ? { company_name: 'The Home Depot' } : { company_mapping_id: company.id };
      const order = await newOrder(call, { employers: [employer] });
      const visit = visitWith(house, order.bridge_token);
      const [suborder] = (await visit.read('session/')).order.suborders;
      expect(suborder).toMatchObject({
        company: { id: company.id, name: company.name },
        provider: { id: 'vouch_payroll' },
      });
      await visit.logIn(suborder.id);
      const done = await readOrder(call, order.id);
      const link = (await call('GET', `/v1/links/${done.employers[0].link_id}/`)).json();
      expect(link.company_mapping).toMatchObject({ id: company.id, name: company.name });
      expect(done).toMatchObject({ status: 'completed', employers: [{ ...employer }] });
    },
  );

  test('the widget offers only the requested data sources', async () => {
    const order = await newOrder(call, { employers: [{ data_sources: ['tax'] }, {}] });
    const { suborders } = (await visitWith(house, order.bridge_token).read('session/')).order;
    expect(suborders[0].methods).toEqual(['tax']);
    expect(suborders[1].methods).toContain('payroll');
  });

  test('the widget offers no payroll login if the order says that the applicant is self-employed', async () => {
    const order = await newOrder(call, { employers: [{ company_mapping_id: 'self_employed' }] });
    const { suborders } = (await visitWith(house, order.bridge_token).read('session/')).order;
    expect(suborders[0].methods.length).toBeGreaterThan(0);
    expect(suborders[0].methods).not.toContain('payroll');
  });
});

test('if the connection failed for one of an order’s two employers and succeeded for the other, the order is completed when the applicant closes the widget', async () => {
  const order = await newOrder(call, { employers: [{ company_name: 'One' }, { company_name: 'Two' }] });
  const [one, two] = order.employers;
  const visit = visitWith(house, order.bridge_token);
  await visit.read('session/');
  expect(await visit.logIn(one.id, 'error.user', 'config_error')).toMatchObject({ status: 'config_error' });
  expect((await readOrder(call, order.id)).employers[0].status).toBe('sent');
  await visit.logIn(two.id);
  const half = await readOrder(call, order.id);
  expect(half).toMatchObject({ status: 'sent', completed_at: null, voie_report_id: expect.any(String) });
  expect(await (await call('PATCH', `/v1/orders/${order.id}/`, { notes: 'x' })).json()).toEqual(
    invalid(['employers', 'Order can be updated only while all employers are pending or sent.']),
  );
  await visit.close();
  const done = await readOrder(call, order.id);
  expect(done).toMatchObject({ status: 'completed', employers: [{ status: 'error' }, { status: 'completed' }] });
  expect(await storyOfOrder(order.id)).toEqual([
    'order-created',
    'suborder sent',
    'suborder sent',
    'order sent',
    'suborder completed',
    'suborder error',
    'order completed',
    'order-finalized',
  ]);
  await expectInvoice(house, call, order.id, 'success');
});

test('when an order expires, its open suborders expire and its completed suborders stay completed', async () => {
  const [open, half] = [await newOrder(call), await newOrder(call, { employers: [{}, {}] })];
  await connect(call, half.user_id, { order_id: half.id });
  await finishTasks(house);
  await advance(house, call, 72 * HOUR);
  expect(await readOrder(call, open.id)).toMatchObject({ status: 'expired', is_expired: true, completed_at: null });
  expect(await readOrder(call, half.id)).toMatchObject({
    status: 'completed',
    is_expired: true,
    completed_at: expect.any(String),
    employers: [{ status: 'completed' }, { status: 'expired' }],
  });
  expect(await storyOfOrder(open.id)).toEqual([
    'order-created',
    'suborder expired',
    'order expired',
    'order-finalized',
  ]);
  expect((await storyOfOrder(half.id)).slice(-3)).toEqual(['suborder expired', 'order completed', 'order-finalized']);
  expect(await kindsOf(open.id)).toEqual([
    'order-created',
    'order-expired',
    'suborder-status-updated',
    'order-status-updated',
    'order-finalized',
  ]);
  expect(await openLanding(house, open.share_url)).toMatchObject({
    is_final: true,
    bridge_token: null,
    status: 'expired',
  });
  await expectInvoice(house, call, open.id, 'success');
});

test('when an order is canceled while a task runs, the task ends normally and does not change the order', async () => {
  const order = await newOrder(call);
  const { task_id, link_id } = await connect(call, order.user_id, { order_id: order.id, password: 'longcheck' });
  await finishTasks(house);
  expect((await call('POST', `/v1/orders/${order.id}/cancel/`)).json()).toMatchObject({ status: 'canceled' });
  await advance(house, call, 61);
  expect((await call('GET', `/v1/tasks/${task_id}/`)).json().status).toBe('done');
  expect(await readOrder(call, order.id)).toMatchObject({
    status: 'canceled',
    completed_at: null,
    voie_report_id: null,
    employers: [{ status: 'canceled', link_id, last_task_status: 'done', pdf_report: null }],
  });
  expect(await storyOfOrder(order.id)).toEqual([
    'order-created',
    'suborder sent',
    'order sent',
    'suborder canceled',
    'order canceled',
    'order-finalized',
  ]);
});

test('a lookup by SSN or by its last four digits returns the order with its employment data', async () => {
  const order = await newOrder(call, { ssn: '991-91-7766', external_user_id: newId() });
  await visitWith(house, order.bridge_token).logIn(order.employers[0].id);
  for (const ssn of ['991 91 7766', '7766']) {
    const { count, results } = (await call('POST', '/v1/orders/lookup/', { ssn })).json();
    expect([count, results[0].id, results[0].status]).toEqual([1, order.id, 'completed']);
    expect(results[0].employers[0].employments[0].statements.length).toBeGreaterThan(0);
  }
});

test('in an order with certification, the applicant accepts or rejects each employment, and the client can read the decisions', async () => {
  const template = { name: newId(), orders: { certification: true } };
  const { id: template_id } = (await call('POST', '/v1/templates/', template)).json();
  const order = await newOrder(call, { template_id });
  const visit = visitWith(house, order.bridge_token);
  await visit.logIn(order.employers[0].id, 'multiple.employments');
  const { items } = (await visit.read('session/')).order.certification;
  expect(items).toHaveLength(3);
  const [wrong, ...right] = items;
  const rejection = { rejection_reason: 'incorrect_dates', rejection_comment: 'I left in May.' };
  await visit.post(
    'certifications/',
    { decisions: [{ subject_id: wrong.subject_id, decision: 'not_representative', ...rejection }] },
    204,
  );
  expect(await storyOfOrder(order.id)).not.toContain('certification-completed');
  const decisions = right.map(({ subject_id }: Answer) => ({ subject_id, decision: 'representative' }));
  await visit.post('certifications/', { decisions }, 204);
  expect((await storyOfOrder(order.id)).slice(-2)).toEqual(['order-finalized', 'certification-completed']);
  const { results } = (await call('GET', `/v1/orders/${order.id}/certifications/`)).json();
  expect(results.map(({ decision }: Answer) => decision)).toEqual([
    'not_representative',
    'representative',
    'representative',
  ]);
  expect(results[0]).toMatchObject({ ...rejection, employment: { id: wrong.subject_id }, account: null });
});

test('GET /v1/tasks/?order_id= lists the order’s tasks with order_id, tracking_info and bridge_token', async () => {
  const order = await newOrder(call);
  await visitWith(house, order.bridge_token).logIn(order.employers[0].id);
  const { count, results } = (await call('GET', `/v1/tasks/?order_id=${order.id}`)).json();
  expect(count).toBe(1);
  expect(results[0]).toMatchObject({
    order_id: order.id,
    tracking_info: order.employers[0].id,
    bridge_token: order.bridge_token,
  });
});
