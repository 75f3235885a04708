import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { ctxFor } from '#services/platform/ctx.ts';
import { funnelOf } from '#services/widget/widget-events.ts';
import { invalid } from '#test/answers.ts';
import { newClient, type TestClient, type TestHouse } from '#test/house.ts';
import { newOrder } from '#test/orders.ts';
import { advance, finishTasks, newUser, openWorkingHouse } from '#test/tasks.ts';
import { login, newWidget, type Widget, widget } from '#test/widget.ts';

let house: TestHouse;
let acme: TestClient;
let user_id: string;
beforeAll(async () => {
  house = await openWorkingHouse();
});
beforeEach(async () => {
  acme = await newClient(house);
  user_id = await newUser(acme.sandbox, 'p-1');
});
afterAll(() => house.close());

const PHONE = { 'user-agent': 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) Mobile/15E148' };
const send = async (own: Widget, types: [string, object?][], headers = {}) => {
  const events = types.map(([type, payload]) => ({ type, ...(payload && { payload }) }));
  const response = await own.call('POST', 'events/', { events }, headers);
  expect(response.statusCode, response.body).toBe(204);
};
const funnel = (from = '2026-03-01', to = from, { client_id } = acme) =>
  funnelOf(ctxFor(house, { client_id, environment: 'sandbox' }, 0), from, to);
const payroll = { provider_id: 'vouch_payroll' };
const SEARCH: [string, object] = ['SCREEN_VIEW', { view_name: 'SELECT_EMPLOYER' }];

describe('POST /widget/api/events/', () => {
  test('400 for no events, more than 50 events, an unknown type or a malformed payload', async () => {
    const own = await newWidget(house, acme.sandbox, user_id);
    const refusals = async (events: unknown) => (await own.call('POST', 'events/', { events })).json();
    const load = { type: 'LOAD' };
    expect(await refusals([])).toEqual(invalid(['events', 'This list may not be empty.']));
    expect(await refusals(undefined)).toEqual(invalid(['events', 'This field is required.']));
    expect(await refusals(Array.from({ length: 51 }, () => load))).toEqual(
      invalid(['events', 'Ensure this list has no more than 50 items.']),
    );
    expect(await refusals([load, { type: 'DANCE' }])).toEqual(
      invalid(['events.1.type', '"DANCE" is not a valid choice.']),
    );
    expect(await refusals([{ ...load, payload: 'x' }])).toEqual(
      invalid(['events.0.payload', 'Invalid data. Expected an object.']),
    );
    await own.post('events/', { events: Array.from({ length: 50 }, () => ({ ...load, payload: null })) }, 204);
  });

  test('204 for a CLOSE event with a token that has no order; the event has no further effect', async () => {
    const own = await newWidget(house, acme.sandbox, user_id);
    await send(own, [['CLOSE', {}]]);
    expect((await own.get('session/')).task).toBeNull();
  });
});

describe('a COVERED event, sent when a control is pressed while something covers it', () => {
  const counted = async () =>
    (await house.app.inject('/metrics')).body
      .split('\n')
      .filter((line) => line.startsWith('vouch_widget_covered_presses_total{'));

  test('204: a COVERED event is logged with the ids of the token and the order, once per request, and is counted in /metrics', async () => {
    const warn = vi.spyOn(house.log, 'warn');
    const { id: order_id, bridge_token } = await newOrder(acme.sandbox);
    const own = widget(house, bridge_token);
    await send(own, [
      ['COVERED', { control: 'consent', outcome: 'doubted' }],
      ['COVERED', { control: 'consent', outcome: 'confirmed' }],
    ]);
    const covered = [
      { control: 'consent', outcome: 'doubted' },
      { control: 'consent', outcome: 'confirmed' },
    ];
    const { client_id } = acme;
    expect(warn.mock.calls.filter(([, text]) => text === 'the widget was clicked while it was covered')).toEqual([
      [
        { client_id, environment: 'sandbox', token_id: expect.any(String), order_id, covered },
        'the widget was clicked while it was covered',
      ],
    ]);
    expect(JSON.stringify(warn.mock.calls)).not.toContain(bridge_token);
    warn.mockRestore();
    expect(await counted()).toEqual([
      'vouch_widget_covered_presses_total{environment="sandbox",control="consent",outcome="doubted"} 1',
      'vouch_widget_covered_presses_total{environment="sandbox",control="consent",outcome="confirmed"} 1',
    ]);
  });

  test('204: a COVERED event with an unknown control or outcome is neither logged nor counted', async () => {
    const warn = vi.spyOn(house.log, 'warn');
    const before = await counted();
    const own = await newWidget(house, acme.sandbox, user_id);
    await send(own, [
      ['COVERED', { control: 'x'.repeat(100), outcome: 'doubted' }],
      ['COVERED', { control: 'link' }],
      ['COVERED'],
    ]);
    expect(warn.mock.calls).toEqual([]);
    expect(await counted()).toEqual(before);
    warn.mockRestore();
  });
});

describe('the widget funnel', () => {
  test('the widget funnel counts each step once per token and provider, separately for each device, and lists the steps in funnel order', async () => {
    const own = await newWidget(house, acme.sandbox, user_id);
    await own.post('consent/', {}, 204);
    await own.post('consent/', {}, 204);
    await send(own, [
      ['LOAD'],
      ['OPEN', {}],
      ['SCREEN_VIEW', { view_name: 'SELECT_EMPLOYER' }],
      ['SCREEN_VIEW', { view_name: 'SELECT_EMPLOYER' }],
      ['EMPLOYER_SELECTED', { employer: { name: 'Home Depot' } }],
      ['SCREEN_VIEW', { view_name: 'PROVIDER_LOGIN', ...payroll }],
    ]);
    const { task_id } = await own.post('tasks/', login('goodlogin', 'mfa'), 201);
    await finishTasks(house);
    await own.post(`tasks/${task_id}/mfa/`, { code: '12345' }, 200);
    await finishTasks(house);
    await send(own, [
      ['LINK_CREATED', payroll],
      ['LOGIN_COMPLETE', payroll],
      ['SUCCESS', payroll],
      ['LINK_CREATED', { provider_id: 'vouch_tax' }],
    ]);
    await send(own, [['SUCCESS', payroll]]);
    const other = await newWidget(house, acme.sandbox, user_id);
    await send(other, [['SUCCESS', payroll]], PHONE);
    await send(other, [['LINK_CREATED', payroll]]);
    const one = (step: string, provider_id = '', device = 'desktop', visits = 1) => ({
      step,
      provider_id,
      device,
      count: 1,
      visits,
    });
    // The second visit reports only its success. The visit is also counted at the earlier steps that it must have
    // passed. For these steps, the visit is counted under the same device as for the success.
    expect(await funnel()).toEqual([
      one('consent', '', 'phone'),
      one('consent'),
      one('search'),
      one('chosen'),
      one('opened', 'vouch_payroll', 'phone'),
      one('opened', 'vouch_payroll'),
      one('opened', 'vouch_tax', 'desktop', 0),
      one('tried', 'vouch_payroll', 'phone'),
      one('tried', 'vouch_payroll'),
      one('tried', 'vouch_tax', 'desktop', 0),
      one('second_factor', 'vouch_payroll'),
      one('succeeded', 'vouch_payroll', 'phone'),
      one('succeeded', 'vouch_payroll'),
    ]);
    expect(await funnel('2026-03-01', '2026-03-01', await newClient(house, 'Birch Bank'))).toEqual([]);
  });

  test('the widget funnel counts a step once per token, even if each of eight tokens sends the same event twice and all events are sent concurrently', async () => {
    const widgets = await Promise.all(Array.from({ length: 8 }, () => newWidget(house, acme.sandbox, user_id)));
    await Promise.all(widgets.flatMap((own) => [send(own, [SEARCH]), send(own, [SEARCH])]));
    const eight = { provider_id: '', device: 'desktop', count: 8, visits: 8 };
    expect(await funnel()).toEqual([
      { step: 'consent', ...eight },
      { step: 'search', ...eight },
    ]);
  });

  test('the widget funnel counts all steps of a visit for the day of the visit’s first step, by the client’s clock; for a range of days, the counts are added up', async () => {
    const until_midnight = Math.ceil((Date.UTC(2026, 2, 2) - house.clock.now().getTime()) / 1000);
    await advance(house, acme.sandbox, until_midnight - 600);
    const own = await newWidget(house, acme.sandbox, user_id);
    await send(own, [SEARCH]);
    await advance(house, acme.sandbox, 1_200);
    await send(await newWidget(house, acme.sandbox, user_id), [SEARCH]);
    await send(own, [['EMPLOYER_SELECTED', {}]]);
    const counts = async (from: string, to: string) => (await funnel(from, to)).map(({ count }) => count);
    expect(await counts('2026-03-01', '2026-03-01')).toEqual([1, 1, 1]);
    expect(await counts('2026-03-02', '2026-03-02')).toEqual([1, 1]);
    expect(await counts('2026-03-01', '2026-03-02')).toEqual([2, 2, 1]);
    expect(await counts('2026-03-03', '2026-03-31')).toEqual([]);
  });

  test('the widget funnel counts a review only after its certification decisions have been accepted', async () => {
    const template = { name: 'Certified', orders: { certification: true } };
    const template_id = (await acme.sandbox('POST', '/v1/templates/', template)).json().id;
    const order = await newOrder(acme.sandbox, { template_id });
    const own = widget(house, order.bridge_token);
    const [{ id: suborder_id }] = (await own.get('session/')).order.suborders;
    await own.post('consent/', {}, 204);
    await own.post('tasks/', login('goodlogin', 'goodpassword', { suborder_id }), 201);
    await finishTasks(house);
    const { items } = (await own.get('session/')).order.certification;
    await own.call('POST', 'certifications/', { decisions: [] });
    const steps = async () => (await funnel()).map(({ step }) => step);
    expect(await steps()).toEqual(['consent']);
    const decisions = items.map(({ subject_id }: { subject_id: string }) => ({
      subject_id,
      decision: 'representative',
    }));
    await own.post('certifications/', { decisions }, 204);
    expect(await steps()).toEqual(['consent', 'opened', 'tried', 'succeeded', 'reviewed']);
  });

  test('the widget funnel counts a finished order only if at least one link was connected for it', async () => {
    const finished = async (connects: boolean) => {
      const order = await newOrder(acme.sandbox, { external_user_id: `p-${connects}` });
      const own = widget(house, order.bridge_token);
      const [{ id: suborder_id }] = (await own.get('session/')).order.suborders;
      await own.post('consent/', {}, 204);
      if (connects) await own.post('tasks/', login('goodlogin', 'goodpassword', { suborder_id }), 201);
      await finishTasks(house);
      await send(own, [['COMPLETED', { order_id: order.id }]]);
      return (await funnel()).map(({ step, visits }) => `${step} ${visits}`);
    };
    expect(await finished(false)).toEqual(['consent 1']);
    expect(await finished(true)).toEqual(['consent 2', 'opened 1', 'tried 1', 'succeeded 1', 'submitted 1']);
  });

  test('/metrics contains the widget funnel', async () => {
    const linesOf = async () =>
      (await house.app.inject('/metrics')).body
        .split('\n')
        .filter((line) => /^vouch_widget_steps_total\{.*"chosen".*"tablet"/.test(line));
    expect(await linesOf()).toEqual([]);
    const own = await newWidget(house, acme.sandbox, user_id);
    const tablet = { 'user-agent': 'Mozilla/5.0 (Android 15; Tablet; rv:139.0) Firefox/139.0' };
    await send(own, [['EMPLOYER_SELECTED', {}]], tablet);
    await send(own, [['EMPLOYER_SELECTED', {}]], tablet);
    expect(await linesOf()).toEqual([
      'vouch_widget_steps_total{environment="sandbox",step="chosen",provider="",device="tablet"} 1',
    ]);
  });
});
