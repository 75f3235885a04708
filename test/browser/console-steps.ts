// The steps of a stranger in the console, from the first sign-in to the audit log. Each step finds elements only by
// their roles, labels and visible texts.
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { totpCode, totpStep } from '#domain/console/totp.ts';
import { type Widget, widgetIn } from './acting.ts';
import type { Actor } from './actor.ts';
import { stage } from './stage.ts';

const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';
const fromBase32 = (text: string): Buffer => {
  const bits = [...text].map((sign) => BASE32.indexOf(sign).toString(2).padStart(5, '0')).join('');
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
};

/** Returns the code that an authenticator app shows for the secret on the page. */
export async function codeFor(page: Page): Promise<string> {
  const secret = await page.getByText(/^(?:[A-Z2-7]{4} )+[A-Z2-7]{1,4}$/).innerText();
  return totpCode(fromBase32(secret.replaceAll(' ', '')), totpStep(new Date()));
}

const title = (page: Page, name: string | RegExp) => page.getByRole('heading', { level: 1, name });
const button = (page: Page, name: string | RegExp) =>
  page.getByRole('button', { name, exact: typeof name === 'string' });
const link = (page: Page, name: string | RegExp) => page.getByRole('link', { name, exact: typeof name === 'string' });
const field = (page: Page, label: string) => page.getByLabel(label, { exact: true });
const inDialog = (page: Page, name: string | RegExp) =>
  page.getByRole('dialog').getByRole('button', { name, exact: typeof name === 'string' });
/** Finds the table row that contains all these texts. */
const row = (page: Page, ...texts: (string | RegExp)[]) =>
  texts.reduce((rows, hasText) => rows.filter({ hasText }), page.getByRole('row'));

export async function signInFirst(actor: Actor): Promise<void> {
  const { page, press, write } = actor;
  const { email, password } = stage().credentials.dashboard;
  await page.goto(`${stage().url}/console/`);
  await title(page, 'Sign in to Vouch').waitFor();
  await write(field(page, 'E-mail address'), email);
  await write(field(page, 'Password'), password);
  await press(button(page, 'Sign in'));
  await press(button(page, 'Set up an authenticator app'));
  await write(field(page, 'Code'), await codeFor(page));
  await press(button(page, 'Confirm'));
  await press(button(page, 'I saved them'));
  await title(page, 'Home').waitFor();
}

/** Creates a key and returns its secret. */
export async function makeKey({ page, press, open }: Actor): Promise<string> {
  if (!(await title(page, 'API keys').isVisible())) await open('API keys');
  await press(button(page, 'Create a second key'));
  const secret = await page.getByText(/^sandbox-[0-9a-f]{40}$/).innerText();
  await press(button(page, 'I saved it'));
  return secret;
}

export async function addEndpoint({ page, press, write, open }: Actor, url: string): Promise<void> {
  await open('Webhooks');
  await press(button(page, 'Add an endpoint').first());
  await write(field(page, 'Name'), 'Loan desk');
  await write(field(page, 'URL'), url);
  await press(inDialog(page, 'Save'));
  await press(button(page, 'I saved it'));
  await title(page, 'Loan desk').waitFor();
}

export async function orderDeclaredPerson({ page, press, write, open }: Actor): Promise<void> {
  await open('Declared people');
  await write(field(page, 'Last name'), 'Averill-Stone');
  await press(field(page, 'Assets'));
  await press(button(page, 'Declare and create an order'));
  await title(page, 'Jordan Averill-Stone').waitFor();
}

/** Opens the console's list of events in a second browser tab. */
export async function watchEvents(actor: Actor): Promise<Page> {
  const page = await actor.page.context().newPage();
  await page.goto(`${stage().url}/console/`);
  await title(page, 'Home').waitFor();
  await actor.in(page).open('Events');
  await page.getByRole('status').filter({ hasText: 'Live' }).waitFor();
  return page;
}

export async function walkWidget({ page, press, pressUntil, write }: Actor): Promise<void> {
  await page.bringToFront();
  await press(link(page, 'Open in the emulator'));
  await press(button(page, 'Open the widget'));
  const widget = widgetIn(page);
  const start = (name: string) => widget.getByRole('button', { name: `Start: ${name}` });
  const signIn = async (): Promise<void> => {
    await write(widget.getByLabel('User name, email or phone'), 'goodlogin');
    await write(widget.getByLabel('Password', { exact: true }), 'goodpassword');
    await press(named(widget, 'Sign in'));
  };
  await pressUntil(widget.getByRole('button', { name: /^Agree and continue/ }), start('Home Depot'));
  await press(start('Home Depot'));
  await signIn();
  await press(start('Bank account'));
  await press(named(widget, 'Vouch Bank'));
  await signIn();
  // The widget closes by itself when the order is complete.
  await page.getByText('onClose').first().waitFor();
}

const named = (widget: Widget, name: string) => widget.getByRole('button', { name, exact: true });

/** Checks that the events appear without a reload of the page. */
export async function seeEvents(watcher: Page): Promise<void> {
  await watcher.bringToFront();
  for (const type of ['link-connected', 'task-status-updated', 'order-finalized']) {
    await row(watcher, type).first().waitFor();
  }
}

export async function openReport({ page, press }: Actor): Promise<void> {
  await page.bringToFront();
  await press(link(page, 'To the order'));
  await page.getByText('Completed', { exact: true }).first().waitFor();
  await press(link(page, /Income and employment report/));
  await title(page, 'Income and employment').waitFor();
  await page.getByRole('heading', { level: 2, name: 'Home Depot' }).waitFor();
}

export async function openProof({ page, press }: Actor): Promise<void> {
  await press(link(page, 'Jordan Averill-Stone'));
  await press(button(page, 'Make a report: Income from bank data'));
  await title(page, 'Income from bank data').waitFor();
  await press(button(page, /^Average per month.*Why this number$/));
  const proof = page.getByRole('dialog').getByRole('table', { name: 'Transactions behind it' });
  await expect.poll(() => proof.getByRole('row', { name: /PAYROLL/ }).count()).toBeGreaterThan(5);
  await press(inDialog(page, 'Close'));
}

/** Moves the clock and returns the day on which the declared person is paid, for example `Nov 27`. */
export async function moveToPayday({ page, press, open }: Actor): Promise<string> {
  await open('Clock');
  await page.getByText(/^Home Depot pays in \d+ days\.$/).waitFor();
  const today = async (): Promise<string> =>
    (await page.getByRole('main').locator('time').first().innerText()).split(',')[0] ?? '';
  const before = await today();
  await press(button(page, 'Move: To the next payday'));
  await page.getByRole('heading', { name: 'What happened' }).waitFor();
  await expect.poll(today).not.toBe(before);
  return today();
}

/** Refreshes the order. Checks that the new report contains the pay of the day `pay_day`. */
export async function refreshOrder({ page, press, open }: Actor, pay_day: string): Promise<void> {
  await open('Orders');
  await press(link(page, /Jordan Averill-Stone/).first());
  await press(button(page, 'Refresh the data'));
  await page.getByText('Refresh of').waitFor();
  await page.getByText('Completed', { exact: true }).first().waitFor();
  await press(link(page, /Income and employment report/));
  await button(page, new RegExp(`^Open: ${pay_day},`)).waitFor();
}

export async function findFailure({ page, press, open }: Actor): Promise<void> {
  await open('Home');
  await press(link(page, 'Loan desk'));
  await title(page, 'Loan desk').waitFor();
  // The delivery log begins with attempts that were not sent, because the endpoint was turned off. The page has a
  // button that shows why the endpoint was turned off.
  await page.getByText('Turned off automatically').waitFor();
  await page.getByText('The last answer was 500:').waitFor();
  await press(button(page, 'See why'));
  await page.getByText('Why it failed').waitFor();
  await page.getByRole('dialog').getByText('The endpoint responded with 500.').waitFor();
  await press(inDialog(page, 'Close'));
}

export async function fixEndpoint({ page, press, write }: Actor, url: string): Promise<void> {
  await press(button(page, 'Change'));
  await write(field(page, 'URL'), url);
  await press(inDialog(page, 'Save'));
  await page.getByRole('main').getByText(url, { exact: true }).waitFor();
  await press(button(page, 'Turn on'));
  await button(page, 'Turn off').waitFor();
}

export async function replayEvent({ page, press }: Actor): Promise<void> {
  await press(row(page, 'order-finalized').first().getByRole('link'));
  await press(inDialog(page, 'Send again'));
  await row(page, 'order-finalized', '200', 'Delivered').first().waitFor();
}

export async function reviewDocument({ page, press, write, open }: Actor): Promise<void> {
  await open('Document reviews');
  await press(button(page, 'Send a sample document'));
  await press(inDialog(page, 'Send'));
  await write(field(page, 'Note: why'), 'The amount is drawn over another amount.');
  await press(button(page, 'Confirm as altered'));
  await page.getByText('Confirmed as altered').first().waitFor();
}

/** Replaces the key with a new one. The other active key is deactivated first, because only two keys can be active. */
export async function rotateKey(actor: Actor, secret: string): Promise<void> {
  const { page, press, open } = actor;
  const active = row(page, 'Active');
  const deactivate = async (row_of_key: ReturnType<typeof row>, left: number): Promise<void> => {
    await press(row_of_key.getByRole('button', { name: /^Deactivate/ }));
    await press(inDialog(page, 'Deactivate'));
    await expect.poll(() => active.count()).toBe(left);
  };
  await open('API keys');
  await deactivate(active.filter({ hasNotText: secret.slice(-4) }), 1);
  await makeKey(actor);
  await expect.poll(() => active.count()).toBe(2);
  await deactivate(active.filter({ hasText: secret.slice(-4) }), 1);
}

/** Reads the actions of the whole log, from page to page. */
export async function readAudit({ page, press, open }: Actor): Promise<string[]> {
  await open('Audit log');
  const entries = page.getByRole('table', { name: 'Audit log' }).getByRole('link');
  const actions: string[] = [];
  for (;;) {
    await entries.first().waitFor();
    actions.push(...(await entries.allInnerTexts()));
    const next = link(page, 'Next');
    if ((await next.count()) === 0) return actions;
    const shown = await page.getByText(/^\d+–\d+ of \d+$/).innerText();
    await press(next);
    await page.getByText(shown, { exact: true }).waitFor({ state: 'detached' });
  }
}
