// What the console's pages show, for tests that visit all of them: a client with data of every kind, and how each page
// and dialog is opened.
import type { Page } from 'playwright-core';
import { vi } from 'vitest';
import { PATIENT, stage } from './stage.ts';

export type Ids = {
  order: string;
  mailed_order: string;
  user: string;
  payroll_link: string;
  bank_link: string;
  insurance_link: string;
  income_report: string;
  asset_report: string;
  insights_report: string;
  endpoint: string;
  template: string;
};

/**
 * A page, and the actions on the page before the test checks it. The path is relative to the client and environment.
 */
export type Scene = {
  name: string;
  path(ids: Ids): string;
  open(page: Page): Promise<void>;
  /** True if the page has a frame that runs no script. The accessibility checks cannot run in such a frame. */
  has_dead_frame?: true;
};

const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { level: 1, name }).waitFor();
const dialog = (page: Page) => page.getByRole('dialog');

const scene = (
  name: string,
  path: Scene['path'],
  title: string | RegExp,
  more?: (page: Page) => Promise<void>,
): Scene => ({
  name,
  path,
  async open(page) {
    await heading(page, title);
    await more?.(page);
  },
});

const shows = (text: string | RegExp) => (page: Page) => page.getByText(text).first().waitFor();
const showsRow = (text: string) => (page: Page) => page.getByRole('row').filter({ hasText: text }).first().waitFor();
const showsHeading = (text: string) => (page: Page) => page.getByRole('heading', { level: 2, name: text }).waitFor();
const opens =
  (...names: (string | RegExp)[]) =>
  async (page: Page): Promise<void> => {
    for (const name of names) await page.getByRole('button', { name }).first().click();
    await dialog(page).waitFor();
  };
const opensRow = (table: string) => async (page: Page) => {
  await page.getByRole('table', { name: table }).getByRole('link').first().click();
  await dialog(page).waitFor();
};

/** Scrolls to the frame of a mail, because the frame is loaded only when it comes into view. */
const showsMail = (page: Page) => page.locator('.mail-frame').scrollIntoViewIfNeeded();

export const SCENES: readonly Scene[] = [
  scene('home', () => '', 'Home', showsHeading('From consent to done, last 30 days')),
  scene(
    'palette',
    () => '',
    'Home',
    async (page) => {
      await page.keyboard.press('Control+k');
      await page.getByRole('combobox').fill('o');
      await page.getByRole('option').first().waitFor();
    },
  ),
  scene(
    'keyboard help',
    () => '',
    'Home',
    async (page) => {
      await page.keyboard.press('?');
      await dialog(page).waitFor();
    },
  ),
  scene('orders', () => 'orders', 'Orders', shows('Jordan Averill')),
  scene('new order', () => 'orders/new', 'Create an order'),
  scene('order', ({ order }) => `orders/${order}`, 'Jordan Averill', shows('Completed')),
  scene(
    'order time line',
    ({ order }) => `orders/${order}?tab=timeline`,
    'Jordan Averill',
    async (page) => {
      await page.getByRole('slider', { name: 'Moment' }).waitFor();
    },
  ),
  {
    ...scene(
      'order messages',
      ({ mailed_order }) => `orders/${mailed_order}?tab=messages`,
      'Robin Vale',
      async (page) => {
        await page.getByRole('article', { name: 'Invitation · Mail' }).waitFor();
      },
    ),
    has_dead_frame: true,
  },
  scene(
    'order invoice',
    ({ order }) => `orders/${order}?tab=invoice`,
    'Jordan Averill',
    showsHeading('What this order costs'),
  ),
  scene('order certifications', ({ order }) => `orders/${order}?tab=certifications`, 'Jordan Averill'),
  scene('order json', ({ order }) => `orders/${order}?tab=raw`, 'Jordan Averill'),
  scene('people', () => 'people', 'People', shows('Jordan Averill')),
  scene('person', ({ user }) => `people/${user}`, 'Jordan Averill'),
  scene(
    'person reports',
    ({ user }) => `people/${user}?tab=reports`,
    'Jordan Averill',
    showsHeading('Income and employment'),
  ),
  scene(
    'payroll link',
    ({ payroll_link }) => `links/${payroll_link}`,
    'Vouch Payroll',
    showsHeading('Larkspur Analytics'),
  ),
  scene('bank link', ({ bank_link }) => `links/${bank_link}`, 'Vouch Bank'),
  scene('insurance link', ({ insurance_link }) => `links/${insurance_link}`, 'Vouch Insurance'),
  scene(
    'income report',
    (ids) => `people/${ids.user}/income/${ids.income_report}`,
    'Income and employment',
    showsHeading('Larkspur Analytics'),
  ),
  scene('asset report', (ids) => `people/${ids.user}/assets/${ids.asset_report}`, 'Assets'),
  scene('bank income report', (ids) => `people/${ids.user}/insights/${ids.insights_report}`, 'Income from bank data'),
  scene(
    'proof of a figure',
    (ids) => `people/${ids.user}/insights/${ids.insights_report}`,
    'Income from bank data',
    async (page) => {
      await page.getByRole('button', { name: /^Average per month.*Why this number$/ }).click();
      await dialog(page).getByRole('table', { name: 'Transactions behind it' }).waitFor();
    },
  ),
  scene('reviews', () => 'reviews', 'Document reviews', shows('Pay stub')),
  scene(
    'review',
    () => 'reviews',
    'Document reviews',
    async (page) => {
      await page.getByRole('link', { name: 'Pay stub' }).first().click();
      await page.getByRole('list', { name: 'What was read' }).waitFor();
    },
  ),
  scene('keys', () => 'keys', 'API keys', shows('Active')),
  scene('webhooks', () => 'webhooks', 'Webhooks', shows('Loan desk')),
  scene('endpoint form', () => 'webhooks', 'Webhooks', opens('Add an endpoint')),
  scene('endpoint', ({ endpoint }) => `webhooks/${endpoint}`, 'Loan desk', shows('500')),
  scene('attempt', ({ endpoint }) => `webhooks/${endpoint}`, 'Loan desk', opensRow('Attempts')),
  scene('replay of a period', ({ endpoint }) => `webhooks/${endpoint}`, 'Loan desk', opens(/again/)),
  scene('events', () => 'events', 'Events', showsRow('order-finalized')),
  scene('event', () => 'events', 'Events', opensRow('Events')),
  scene('requests', () => 'requests', 'Request log', shows('POST')),
  scene('templates', () => 'templates', 'Templates', shows('Mortgage')),
  {
    ...scene('template', ({ template }) => `templates/${template}`, 'Mortgage', showsMail),
    has_dead_frame: true,
  },
  { ...scene('new template', () => 'templates/new', 'Create a template', showsMail), has_dead_frame: true },
  scene('clock', () => 'clock', 'Clock'),
  scene('declare a person', () => 'persons', 'Declare a person'),
  scene('emulator', () => 'emulator', 'Widget emulator'),
  scene('operations', () => 'operations', 'Operations'),
  scene('members', () => 'members', 'Members'),
  scene('audit log', () => 'audit', 'Audit log', showsRow('Viewed a person')),
  scene('audit entry', () => 'audit', 'Audit log', opensRow('Audit log')),
];

const reached = (holds: () => Promise<boolean>): Promise<void> =>
  vi.waitFor(async () => {
    if (!(await holds())) throw new Error('not yet');
  }, PATIENT);

/** What the widget reports about a visit, in the order of the funnel's steps. */
const VISIT = [
  { type: 'SCREEN_VIEW', payload: { view_name: 'SELECT_EMPLOYER' } },
  { type: 'SCREEN_VIEW', payload: { view_name: 'PROVIDER_LOGIN', provider_id: 'vouch_payroll' } },
  { type: 'LINK_CREATED', payload: { provider_id: 'vouch_payroll' } },
  { type: 'SUCCESS', payload: { provider_id: 'vouch_payroll' } },
];

async function visit(user_id: string, events: readonly object[]): Promise<void> {
  const response = await fetch(`${stage().url}/widget/api/events/`, {
    method: 'POST',
    headers: { authorization: `Bearer ${await stage().newToken({}, user_id)}`, 'content-type': 'application/json' },
    body: JSON.stringify({ events }),
  });
  if (!response.ok) throw new Error(`the widget's events: ${response.status}`);
}

/** Creates one example of everything that the pages show. `endpoint_url` must answer with an error. */
export async function populate(endpoint_url: string): Promise<Ids> {
  const { api } = stage();
  const endpoint = await api.send<{ id: string }>('POST', '/v1/webhooks/', {
    name: 'Loan desk',
    webhook_url: endpoint_url,
    env_type: 'sandbox',
  });
  const template = await api.send<{ id: string }>('POST', '/v1/templates/', {
    name: 'Mortgage',
    products: ['income', 'assets'],
  });
  const order = await api.send<{ id: string; user_id: string }>('POST', '/v1/orders/', {
    products: ['income'],
    first_name: 'Jordan',
    last_name: 'Averill',
    order_number: 'HL-20417',
    employers: [{ company_name: 'Home Depot' }],
  });
  const mailed = await stage().newOrder({ first_name: 'Robin', last_name: 'Vale', email: 'robin.vale@example.com' });
  await stage().newOrder({ first_name: 'Casey', last_name: 'Linden', order_number: 'HL-20418' });
  const user_id = order.user_id;
  const connect = async (provider_id: string, product_type: string, more: object = {}): Promise<string> => {
    const login = { username: 'goodlogin', password: 'goodpassword' };
    const body = { user_id, provider_id, product_type, ...login, ...more };
    return (await api.send<{ link_id: string }>('POST', '/v1/sandbox/links/', body)).link_id;
  };
  const payroll_link = await connect('vouch_payroll', 'income', { order_id: order.id });
  const bank_link = await connect('vouch_bank', 'assets');
  const insurance_link = await connect('vouch_insurance', 'insurance');
  await api.send('POST', '/v1/sandbox/clock/advance/', { seconds: 60 });
  const statusOf = async (path: string) => (await api.get<{ status: string }>(path)).status;
  await reached(async () => (await statusOf(`/v1/orders/${order.id}/`)) === 'completed');
  for (const link of [bank_link, insurance_link]) {
    await reached(async () => (await statusOf(`/v1/links/${link}/`)) === 'done');
  }
  const report = async (path: string, body: object): Promise<string> =>
    (await api.send<{ report_id: string }>('POST', `/v1/users/${user_id}/${path}`, body)).report_id;
  const sample = await fetch(`${stage().url}/v1/sandbox/documents/paystub/`, {
    headers: {
      'x-access-client-id': stage().credentials.client_id,
      'x-access-secret': stage().credentials.sandbox_secret,
    },
  });
  const content = Buffer.from(await sample.arrayBuffer()).toString('base64');
  const file = { filename: 'suspicious.pdf', mime_type: 'application/pdf', content };
  await api.send('POST', '/v1/documents/collections/', { documents: [file] });
  await reached(async () => (await api.get<{ count: number }>('/v1/documents/reviews/')).count === 1);
  for (const steps of [VISIT, VISIT.slice(0, 3), VISIT.slice(0, 2)]) await visit(user_id, steps);
  return {
    order: order.id,
    mailed_order: mailed.id,
    user: user_id,
    payroll_link,
    bank_link,
    insurance_link,
    income_report: await report('reports/', {}),
    asset_report: await report('assets/reports/', { days_requested: 90 }),
    insights_report: await report('income_insights/reports/', { days_requested: 365 }),
    endpoint: endpoint.id,
    template: template.id,
  };
}
