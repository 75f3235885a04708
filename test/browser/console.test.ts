// Tests the console in a browser, against the service as an operator runs it. The tests start with the first sign-in,
// in which the user sets up a second factor. Then they visit the pages by mouse and keyboard. Every page is checked for
// accessibility violations and for its width.
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { totpCode, totpStep } from '#domain/console/totp.ts';
import { faultsOf, removeDeadFrames } from './axe.ts';
import { PATIENT, raiseStage, type StagePage, stage } from './stage.ts';

raiseStage();

const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';
const fromBase32 = (text: string): Buffer => {
  const bits = [...text].map((sign) => BASE32.indexOf(sign).toString(2).padStart(5, '0')).join('');
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
};

const title = (page: Page, name: string | RegExp) => page.getByRole('heading', { level: 1, name }).waitFor();

/**
 * Returns the accessibility violations of the current page. A page that is wider than a narrow phone is reported as one
 * more violation.
 */
async function look(page: Page): Promise<string[]> {
  const faults = await faultsOf(page);
  const size = page.viewportSize();
  await page.setViewportSize({ width: 320, height: 640 });
  const is_too_wide = await page.evaluate(() => document.documentElement.scrollWidth > innerWidth);
  if (size !== null) await page.setViewportSize(size);
  return is_too_wide ? [...faults, 'wider than 320 pixels'] : faults;
}

describe('the console in a browser', PATIENT, () => {
  let opened: StagePage;
  let recovery_code: string;
  let second_recovery_code: string;
  beforeAll(async () => {
    opened = await stage().newPage({ colorScheme: 'light' });
  });

  const signIn = async (page: Page): Promise<void> => {
    const { email, password } = stage().credentials.dashboard;
    await page.getByLabel('E-mail address').fill(email);
    await page.getByLabel('Password', { exact: true }).fill(password);
    await page.keyboard.press('Enter');
  };

  test('the console rejects a wrong password, requires the first user to set up a second factor, and opens after the first code', async () => {
    const { page } = opened;
    await page.goto(`${stage().url}/console/`);
    await title(page, 'Sign in to Vouch');
    expect(await look(page)).toEqual([]);
    await page.getByLabel('E-mail address').fill('nobody@example.com');
    await page.getByLabel('Password', { exact: true }).fill('not the password');
    await page.keyboard.press('Enter');
    await page.getByRole('alert').filter({ hasText: 'E-mail address or password is wrong.' }).waitFor();
    await signIn(page);
    await title(page, 'Set up a second factor');
    await page.getByRole('button', { name: 'Set up an authenticator app' }).click();
    await page.getByRole('img', { name: 'QR code for the authenticator app' }).waitFor();
    expect(await look(page)).toEqual([]);
    const secret = (await page.locator('.secret > span').innerText()).replaceAll(' ', '');
    await page.getByLabel('Code', { exact: true }).fill(totpCode(fromBase32(secret), totpStep(new Date())));
    await page.keyboard.press('Enter');
    const codes = page.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem');
    await codes.first().waitFor();
    [recovery_code = '', second_recovery_code = ''] = await codes.allInnerTexts();
    await page.getByRole('button', { name: 'I saved them' }).click();
    await title(page, 'Home');
  });

  test('the console creates an access key with a working secret, and shows this secret only once', async () => {
    const { page } = opened;
    await page.keyboard.press('g');
    await page.keyboard.press('k');
    await title(page, 'API keys');
    await page.getByRole('button', { name: 'Create a second key' }).click();
    const secret = await page.getByRole('dialog').getByTestId('secret').innerText();
    expect(secret).toMatch(/^sandbox-[0-9a-f]{40}$/);
    const { client_id } = stage().credentials;
    const headers = { 'x-access-client-id': client_id, 'x-access-secret': secret };
    expect((await fetch(`${stage().url}/v1/orders/`, { headers })).status).toBe(200);
    expect(await look(page)).toEqual([]);
    const [reference] = await Promise.all([
      page.context().waitForEvent('page'),
      page.getByRole('button', { name: 'Try it in the API reference' }).click(),
    ]);
    const shown = async (): Promise<string[]> => {
      const inputs = await reference.locator('input').all();
      return Promise.all(inputs.map((input) => input.inputValue()));
    };
    await expect.poll(shown, { timeout: 120_000 }).toEqual(expect.arrayContaining([client_id, secret]));
    expect(reference.url()).toBe(`${stage().url}/docs/`);
    const stored = await reference.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }]));
    expect(stored).not.toContain(secret);
    await reference.close();
    await page.getByRole('button', { name: 'I saved it' }).click();
    await page.reload();
    await title(page, 'API keys');
    await page.getByText(secret.slice(-4)).first().waitFor();
    expect(await page.content()).not.toContain(secret);
  });

  test('the console declares a sandbox person and creates an order for this person; the new order appears in the live events', async () => {
    const { page } = opened;
    await page.keyboard.press('g');
    await page.keyboard.press('d');
    await title(page, 'Declare a person');
    expect(await look(page)).toEqual([]);
    await page.getByRole('button', { name: 'Add a job' }).click();
    await page.getByRole('group', { name: 'Job 2' }).getByLabel('Employer').fill('Harbor Mills');
    await page.getByRole('group', { name: 'Job 2' }).getByLabel('Raise in percent').fill('a few');
    await page.getByText('Enter a number.').waitFor();
    expect(await look(page)).toEqual([]);
    await page.getByRole('group', { name: 'Job 2' }).getByLabel('Raise in percent').fill('2.5');
    await page.getByRole('button', { name: 'Declare and create an order' }).click();
    await title(page, 'Jordan Averill');
    expect(await look(page)).toEqual([]);
    await page.getByRole('link', { name: 'Time line' }).click();
    await page.getByRole('slider', { name: 'Moment' }).waitFor();
    expect(await look(page)).toEqual([]);
    await page.getByRole('link', { name: 'Invoice', exact: true }).click();
    await page.getByRole('heading', { name: 'What this order costs' }).waitFor();
    expect(await look(page)).toEqual([]);
    await page.keyboard.press('g');
    await page.keyboard.press('e');
    await title(page, 'Events');
    await page.getByRole('status').filter({ hasText: 'Live' }).waitFor();
    const { id } = await stage().newOrder({ last_name: 'Liveson' });
    await page.locator(`tr[data-tone="new"] code[title="${id}"]`).first().waitFor();
    expect(await look(page)).toEqual([]);
  });

  test('the console shows the data declared for a person, opens the form with these data, and saves a changed name', async () => {
    const { page } = opened;
    const { client_id } = stage().credentials;
    const { results } = await stage().api.get<{ results: { id: string }[] }>('/v1/users/?list_links=false');
    const id = results.at(-1)?.id ?? '';
    await stage().api.send('PATCH', `/v1/users/${id}/`, { first_name: 'Robin', last_name: 'Lantern' });
    const job = { company: { name: 'Lantern Works' }, job_title: 'Glazier', income: '41000', income_unit: 'YEARLY' };
    await stage().api.send('POST', `/v1/sandbox/users/${id}/payroll/`, { mode: 'replace', employments: [job] });
    await page.goto(`${stage().url}/console/${client_id}/sandbox/people/${id}?tab=declared`);
    await page.getByRole('cell', { name: 'Lantern Works' }).waitFor();
    expect(await look(page)).toEqual([]);
    await page.getByRole('link', { name: 'Change what is declared' }).click();
    await title(page, 'Robin Lantern');
    expect(await page.getByLabel('Employer').inputValue()).toBe('Lantern Works');
    expect(await page.getByLabel('Salary a year, in dollars').inputValue()).toBe('41000');
    expect(await look(page)).toEqual([]);
    await page.getByLabel('Last name').fill('Lanternson');
    await page.getByLabel('Employer').fill('Lamp Works');
    await page.getByRole('button', { name: 'Declare', exact: true }).click();
    await title(page, 'Robin Lanternson');
    await page.getByRole('link', { name: 'Declared data' }).click();
    await page.getByRole('cell', { name: 'Lamp Works' }).waitFor();
  });

  test('for a person without an external user id, the console lists only this person’s orders, and creates another order for the person', async () => {
    const { page } = opened;
    const { client_id } = stage().credentials;
    const first = await stage().newOrder({ first_name: 'Kai', last_name: 'Harborside' });
    const { user_id, external_user_id } = await stage().api.get<Record<string, string | null>>(
      `/v1/orders/${first.id}/`,
    );
    expect(external_user_id).toBeNull();
    await page.goto(`${stage().url}/console/${client_id}/sandbox/people/${user_id}`);
    await title(page, 'Kai Harborside');
    await page.getByRole('main').getByRole('link', { name: 'Orders', exact: true }).click();
    await title(page, 'Orders');
    await page.getByRole('link', { name: 'Kai Harborside' }).waitFor();
    expect(await page.getByRole('row').count()).toBe(2);
    expect(await look(page)).toEqual([]);
    await page.goBack();
    await page.getByRole('link', { name: 'Create an order' }).click();
    await page.getByText('The order is for this person.').waitFor();
    expect(await page.getByLabel('Your user id').inputValue()).toBe(user_id);
    expect(await look(page)).toEqual([]);
    await page.getByLabel('Employer').fill('Harbor Mills');
    await page.getByRole('button', { name: 'Create an order' }).click();
    await title(page, 'Kai Harborside');
    const orders = await stage().api.get<{ count: number }>(`/v1/orders/?user_id=${user_id}`);
    expect(orders.count).toBe(2);
  });

  test('the console connects the event stream again after an error response; after a pause, it shows the events that happened during the pause', async () => {
    const { page } = opened;
    const { client_id } = stage().credentials;
    const streams = '**/events/stream/*';
    let refused = 0;
    await page.route(streams, (route) => {
      refused += 1;
      return refused <= 2 ? route.fulfill({ status: 503 }) : route.continue();
    });
    await page.goto(`${stage().url}/console/${client_id}/sandbox/events`);
    await title(page, 'Events');
    const live = page.getByRole('status').filter({ hasText: 'Live' });
    await live.waitFor();
    await page.unroute(streams);
    expect(refused).toBe(3);
    const first = await stage().newOrder({ last_name: 'Beforeson' });
    await page.locator(`tr[data-tone="new"] code[title="${first.id}"]`).first().waitFor();
    await page.getByRole('button', { name: 'Pause' }).click();
    const { id } = await stage().newOrder({ last_name: 'Meanwhile' });
    await page.getByRole('button', { name: 'Resume' }).click();
    await live.waitFor();
    await page.locator(`tr[data-tone="new"] code[title="${id}"]`).first().waitFor();
  });

  test('two tabs share one event stream; after one tab has left, the other tab still receives events', async () => {
    const { page, context } = opened;
    const url = `${stage().url}/console/${stage().credentials.client_id}/sandbox/events`;
    const streams: string[] = [];
    context.on('request', (request) => {
      if (request.url().includes('/events/stream/')) streams.push(request.url());
    });
    const live = (tab: Page) => tab.getByRole('status').filter({ hasText: 'Live' }).waitFor();
    await page.goto(url);
    await live(page);
    const other = await context.newPage();
    await other.goto(url);
    await live(other);
    expect(streams).toHaveLength(1);
    await page.goto(`${stage().url}/console/design`);
    await expect.poll(() => streams.length).toBe(2);
    const { id } = await stage().newOrder({ last_name: 'Sharedson' });
    await other.locator(`tr[data-tone="new"] code[title="${id}"]`).first().waitFor();
    await other.close();
  });

  test('a URL with the id of an event or audit entry opens this event or entry, even if the list does not contain it', async () => {
    const { page } = opened;
    const { client_id } = stage().credentials;
    const place = `${stage().url}/console/${client_id}/sandbox`;
    const log = await stage().api.get<{ results: { payload: { webhook_id: string } }[] }>(
      '/v1/events/?event_type=order-created&limit=1',
    );
    const shown = (name: string | RegExp) => page.getByRole('dialog').getByRole('heading', { name }).waitFor();
    await page.goto(`${place}/events/${log.results[0]?.payload.webhook_id}?event_type=link-deleted`);
    await shown('order-created');
    expect(await look(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await page.waitForURL(`${place}/events?event_type=link-deleted`);
    const audit = await page.request.get(`${stage().url}/console/api/${client_id}/sandbox/audit/?page_size=1`);
    const [{ number }] = (await audit.json()).results;
    await page.goto(`${place}/audit?entry=${number}&actor=nobody@example.com`);
    await page.getByRole('dialog').getByText(String(number), { exact: true }).waitFor();
    await page.goto(`${place}/audit?entry=999999`);
    await shown('Not found');
    await page.keyboard.press('Escape');
  });

  test('once an order exists, the link on the home page is named ’Create an order’ and not ’Create the first order’', async () => {
    const { page } = opened;
    await page.keyboard.press('g');
    await page.keyboard.press('h');
    await title(page, 'Home');
    const first_steps = page.getByRole('navigation', { name: 'Begin here' });
    await first_steps.getByRole('link', { name: 'Create an order' }).waitFor();
    expect(await first_steps.getByRole('link', { name: 'Create the first order' }).count()).toBe(0);
  });

  test('the console shows the messages of an order as the recipient saw them, shows a mail in a frame that runs no script, and reveals the recipient', async () => {
    const { page } = opened;
    const { client_id } = stage().credentials;
    const [texted, mailed] = [
      await stage().newOrder({ phone: '+14155550134' }),
      await stage().newOrder({ first_name: 'Robin', email: 'robin@example.com' }),
    ];
    await stage().api.send('POST', '/v1/sandbox/clock/advance/', { seconds: 60 });
    const open = (id: string) => page.goto(`${stage().url}/console/${client_id}/sandbox/orders/${id}?tab=messages`);
    await open(texted.id);
    await page.getByRole('article', { name: 'Invitation · Text message' }).getByText('***0134').waitFor();
    expect(await look(page)).toEqual([]);
    // The frame of a mail runs no script, neither ours nor that of the test, so its content is read from the response.
    const response = page.waitForResponse((one) => /\/messages\/[0-9a-f]{32}\/$/.test(one.url()));
    await open(mailed.id);
    expect(await (await response).text()).toContain('Hello Robin,');
    const mail = page.getByRole('article', { name: 'Invitation · Mail' });
    expect(await mail.locator('iframe').getAttribute('sandbox')).toBe('');
    await mail.getByText('r***@example.com').waitFor();
    await page.getByRole('button', { name: 'Show masked values' }).click();
    // The order changes while the dialog is open. The page loads the order's messages again, and the dialog stays open.
    const again = page.waitForResponse((one) => one.url().endsWith(`/orders/${mailed.id}/messages/`));
    await stage().api.send('POST', `/v1/orders/${mailed.id}/cancel/`);
    await page.getByRole('main').getByText('Canceled').first().waitFor();
    await again;
    await page.getByRole('dialog').getByRole('button', { name: 'Show' }).click();
    await mail.getByText('robin@example.com').waitFor();
  });

  test('the console shows a page of a flagged document with a box over each value, and highlights the box of the chosen value', async () => {
    const { page } = opened;
    const { client_id, sandbox_secret } = stage().credentials;
    const headers = { 'x-access-client-id': client_id, 'x-access-secret': sandbox_secret };
    const sample = await fetch(`${stage().url}/v1/sandbox/documents/paystub/`, { headers });
    const content = Buffer.from(await sample.arrayBuffer()).toString('base64');
    const file = { filename: 'suspicious.pdf', mime_type: 'application/pdf', content };
    await stage().api.send('POST', '/v1/documents/collections/', { documents: [file] });
    await expect
      .poll(async () => (await stage().api.get<{ count: number }>('/v1/documents/reviews/')).count, PATIENT)
      .toBe(1);
    await page.goto(`${stage().url}/console/${client_id}/sandbox/reviews`);
    await page.getByRole('link', { name: 'Pay stub' }).click();
    await page.getByRole('button', { name: 'Show the page' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Show' }).click();
    const boxes = page.getByRole('group', { name: 'What was read on page 1' });
    await boxes.waitFor();
    const row = page.getByRole('list', { name: 'What was read' }).getByRole('button', { name: /^Gross pay \$\d/ });
    await row.focus();
    const box = boxes.getByRole('button', { name: 'Gross pay:' });
    await expect.poll(() => box.getAttribute('data-lit')).toBe('true');
    await page.keyboard.press('ArrowDown');
    await expect.poll(() => box.getAttribute('data-lit')).toBe('false');
    await box.hover();
    await expect.poll(() => row.getAttribute('data-lit')).toBe('true');
    expect(await look(page)).toEqual([]);
  });

  test('the console writes a template, previews it with the real widget and the server’s own mail, and clears a text again', async () => {
    const { page } = opened;
    const { client_id } = stage().credentials;
    const path = '/v1/templates/';
    await page.goto(`${stage().url}/console/${client_id}/sandbox/templates`);
    await title(page, 'Templates');
    expect(await look(page)).toEqual([]);
    await page.getByRole('link', { name: 'Create a template' }).first().click();
    await title(page, 'Create a template');
    const widget = page.frameLocator('iframe[title="Screen of the widget"]');
    await page.getByLabel('Name', { exact: true }).fill('Mortgages');
    await page.getByLabel('Company name').fill('Harbor Savings');
    await page.getByLabel('Title of the search').fill('Who pays you?');
    await page.getByLabel('Support e-mail address').fill('help@harbor.example');
    await widget.getByText('Harbor Savings', { exact: false }).first().waitFor();
    await page.getByLabel('Screen of the widget').first().selectOption('employer');
    await widget.getByText('Who pays you?').waitFor();
    // The frame of a mail runs no script, neither ours nor that of the test, so its content is read from the response.
    const mail = page.waitForResponse(
      (one) => one.url().includes('/templates/preview/page/') && one.url().includes('Dear'),
    );
    await page.getByLabel('Text of the invitation').fill('Dear {{first_name}}');
    expect(await (await mail).text()).toContain('Dear Jordan');
    await removeDeadFrames(page);
    expect(await look(page)).toEqual([]);
    await page.setViewportSize({ width: 390, height: 844 });
    expect(await look(page)).toEqual([]);
    await page.setViewportSize({ width: 1280, height: 800 });
    await page.getByRole('button', { name: 'Save' }).click();
    await title(page, 'Mortgages');
    type Stored = { branding: Record<string, unknown>; orders: Record<string, unknown> };
    const stored = async () => (await stage().api.get<{ results: Stored[] }>(path)).results[0];
    expect(await stored()).toMatchObject({
      branding: { company_name: 'Harbor Savings', accent_color: null },
      orders: { support_email: 'help@harbor.example', first_email: { text: 'Dear {{first_name}}' } },
    });
    await page.getByLabel('Support e-mail address').fill('');
    await page.getByLabel('Text of the invitation').fill('');
    await page.getByRole('button', { name: 'Save' }).click();
    await expect
      .poll(async () => (await stored())?.orders)
      .toMatchObject({
        support_email: null,
        first_email: { text: null },
      });
  });

  test('the command palette finds a page, the page’s title gets the focus, and the console can be switched to Spanish', async () => {
    const { page } = opened;
    await page.keyboard.press('Control+k');
    await page.getByRole('dialog').getByRole('combobox').fill('members');
    await page.keyboard.press('Enter');
    await title(page, 'Members');
    await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).toBe('H1');
    expect(await look(page)).toEqual([]);
    await page.keyboard.press('?');
    await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Account' }).click();
    await page.getByRole('button', { name: 'Español' }).click();
    await title(page, 'Miembros');
    await page.getByRole('button', { name: 'English' }).click();
    await title(page, 'Members');
  });

  test.for([
    ['', 'Home'],
    ['orders', 'Orders'],
    ['people', 'People'],
    ['webhooks', 'Webhooks'],
    ['requests', 'Request log'],
    ['reference', 'API reference'],
    ['clock', 'Clock'],
    ['emulator', 'Widget emulator'],
    ['operations', 'Operations'],
    ['audit', 'Audit log'],
  ] as const)(
    'the console shows the page at the path "%s" with the title %s and without accessibility violations',
    async ([path, name]) => {
      const { page } = opened;
      await page.goto(`${stage().url}/console/${stage().credentials.client_id}/sandbox/${path}`);
      await title(page, name);
      await page.waitForLoadState('load');
      expect(await look(page)).toEqual([]);
    },
  );

  test('the console changes a feature, a limit, a price and the client’s name, and imports a company file with a bad line', async () => {
    const { page } = opened;
    await page.goto(`${stage().url}/console/${stage().credentials.client_id}/sandbox/operations`);
    await page.getByRole('button', { name: 'Switch off: Liabilities' }).click();
    await page.getByRole('button', { name: 'Switch on: Liabilities' }).click();
    await page.getByRole('button', { name: 'Change: Orders', exact: true }).click();
    await page.getByRole('dialog').getByLabel('Number').fill('0');
    await page.keyboard.press('Enter');
    await page.getByText('Ensure this value is greater than or equal to 1.').waitFor();
    expect(await look(page)).toEqual([]);
    await page.getByRole('dialog').getByLabel('Number').fill('5000');
    await page.keyboard.press('Enter');
    await page.getByText('5,000 / h', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Change: Orders', exact: true }).click();
    await page.getByRole('button', { name: 'Use the default' }).click();
    await page.getByText('1,000 / h', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Change: Income' }).click();
    await page.getByRole('dialog').getByLabel('Price').fill('12.5');
    await page.keyboard.press('Enter');
    await page.getByText('$12.50', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Edit the client' }).click();
    await page.getByRole('dialog').getByLabel('Name').fill('Harbor Home Loans');
    await page.keyboard.press('Enter');
    // On a narrow screen, the header hides the client's name.
    await page.getByRole('banner').getByText('Harbor Home Loans').waitFor({ state: 'attached' });
    await page.getByLabel('CSV file').setInputFiles({
      name: 'companies.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from('name,state\nQuayside Foods,CA\n,OR\n'),
    });
    await page.getByRole('button', { name: 'Import', exact: true }).click();
    await page.getByText('2 rows: 1 new, 0 changed, 0 unchanged, 1 rejected').waitFor();
    await page.getByText('name: missing', { exact: true }).waitFor();
    expect(await look(page)).toEqual([]);
  });

  test('the console shows the design system and the account page, and accepts a recovery code at the next sign-in', async () => {
    const { page, done } = opened;
    await page.goto(`${stage().url}/console/design`);
    await title(page, 'Design system');
    expect(await look(page)).toEqual([]);
    const paper = page.locator('tr', { hasText: '--paper' });
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      await expect.poll(async () => (await paper.innerText()).includes('#fff')).toBe(colorScheme === 'light');
    }
    await page.goto(`${stage().url}/console/account`);
    await title(page, 'Account and security');
    await page.getByText('This session').waitFor();
    expect(await look(page)).toEqual([]);
    await page.getByRole('button', { name: 'Sign out everywhere' }).click();
    await title(page, 'Sign in to Vouch');
    await signIn(page);
    await title(page, 'Confirm that it is you');
    await page.getByRole('button', { name: 'Use a recovery code' }).click();
    await page.getByLabel('Recovery code').fill(recovery_code);
    await page.getByRole('button', { name: 'Confirm' }).click();
    // The sign-in form replaced the account page, so the account page is shown again after the sign-in.
    await title(page, 'Account and security');
    await done();
  });

  test('the console adds a passkey, and accepts it at the next sign-in', async () => {
    const { page, context, done } = await stage().newPage({ colorScheme: 'light' });
    const devices = await context.newCDPSession(page);
    await devices.send('WebAuthn.enable');
    const { authenticatorId } = await devices.send('WebAuthn.addVirtualAuthenticator', {
      options: {
        protocol: 'ctap2',
        transport: 'internal',
        hasResidentKey: true,
        hasUserVerification: true,
        isUserVerified: true,
      },
    });
    // A browser allows passkeys only for host names, not for IP addresses.
    await page.goto(`${stage().url.replace('127.0.0.1', 'localhost')}/console/account`);
    await signIn(page);
    await page.getByRole('button', { name: 'Use a recovery code' }).click();
    await page.getByLabel('Recovery code').fill(second_recovery_code);
    await page.getByRole('button', { name: 'Confirm' }).click();
    await title(page, 'Account and security');
    await page.getByText('No passkey yet.').waitFor();
    await page.getByRole('button', { name: 'Add a passkey' }).click();
    await page.getByText('No passkey yet.').waitFor({ state: 'detached' });
    expect((await devices.send('WebAuthn.getCredentials', { authenticatorId })).credentials).toHaveLength(1);
    await page.getByRole('button', { name: 'Sign out everywhere' }).click();
    await signIn(page);
    await title(page, 'Confirm that it is you');
    // The code of the authenticator app is offered first. So the first press shows the form for the passkey, and the
    // second press uses the passkey.
    await page.getByRole('button', { name: 'Use a passkey' }).click();
    await page.getByText('Use the passkey of this device, or of your phone.').waitFor();
    await page.getByRole('button', { name: 'Use a passkey' }).click();
    await title(page, 'Account and security');
    await done();
  });
});
