// Tests orders under prod keys in a browser, from the landing page to the report. The person either uses the pages of a
// simulated provider or sends a file from a bank.
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addMonths } from '#base/calendar.ts';
import type { AssetReportAnswer } from '#domain/reports/asset-reports.ts';
import type { UserReportAnswer } from '#domain/reports/user-reports.ts';
import { assetLines, declaredAssets, declaredPay, payLines } from '#test/declared-figures.ts';
import { startReceiver } from '#test/fake-vouch.ts';
import { freePort } from '#test/free-port.ts';
import { wordsOf } from '#test/pdf.ts';
import { type SimulatorProcess, startSimulator } from '#test/simulators.ts';
import { agree, onScreen, press, soon } from './acting.ts';
import { faultsOf } from './axe.ts';
import { inPage, PATIENT, PHONE, raiseStage, stage } from './stage.ts';

/** A file-upload provider that the operator has configured with a custom name. */
const STATEMENT_UPLOAD = { id: 'statement_upload', name: 'Statement upload', connector: 'file', settings: {} };

/** A bank whose server does not answer: nothing listens at its address. */
const SILENT_BANK = { id: 'silent_bank', name: 'Meadow Lane Bank' };

const KINDS = ['fdx', 'simplefin', 'plaid', 'argyle', 'finch'] as const;
type Kind = (typeof KINDS)[number];
const simulators = new Map<string, SimulatorProcess>();

raiseStage(async (data_dir) => {
  const start = (kind: Kind) => startSimulator(kind, join(data_dir, kind));
  // One simulator starts before the others, and it builds the service if the build is out of date. If all simulators
  // started at the same time, each of them would build the service.
  const [kind, ...others] = KINDS;
  const started = [await start(kind), ...(await Promise.all(others.map(start)))];
  for (const [at, kind] of KINDS.entries()) {
    const one = started[at];
    if (one !== undefined) simulators.set(kind, one);
  }
  const providers = [...started.flatMap((one) => one.providers), STATEMENT_UPLOAD, await silentBank()];
  await writeFile(join(data_dir, 'providers.json'), JSON.stringify({ providers }));
  return Object.assign({}, ...started.map(({ environment }) => environment));
});
afterAll(() => Promise.all([...simulators.values()].map((one) => one.stop())));

/** The entry of the silent bank: the entry of the FDX bank, but with another address. */
async function silentBank(): Promise<object> {
  const [entry] = simulator('fdx').providers;
  const address = `http://127.0.0.1:${await freePort()}`;
  return JSON.parse(JSON.stringify({ ...entry, ...SILENT_BANK }).replaceAll(simulator('fdx').url, address));
}

let receiver: Awaited<ReturnType<typeof startReceiver>>;
beforeAll(async () => {
  receiver = await startReceiver();
  const events = ['order-finalized'];
  const body = { name: 'Loans', webhook_url: receiver.url, env_type: 'prod', events };
  await stage().prod.send('POST', '/v1/webhooks/', body);
});
afterAll(() => receiver.close());

function simulator(kind: Kind): SimulatorProcess {
  const one = simulators.get(kind);
  if (one === undefined) throw new Error(`the simulator ${kind} did not start`);
  return one;
}
const nameOf = (kind: Kind): string => simulator(kind).providers[0]?.name ?? '';

const onPhone = (act: (page: Page) => Promise<void>) => inPage(act, { viewport: PHONE });

type Suborder = { link_id: string; status: string; pdf_report: string | null; provider: { id: string } | null };
type Product = 'assets' | 'income' | 'admin';
type LiveOrder = {
  id: string;
  user_id: string;
  status: string;
  share_url: string;
  employers: Suborder[];
  financial_accounts: Suborder[];
};

/** Opens a new order on its landing page, and goes to the list of providers. */
async function openProviders(page: Page, product: Product): Promise<LiveOrder> {
  const order = await stage().prod.send<LiveOrder>('POST', '/v1/orders/', {
    products: [product],
    first_name: 'Maya',
    last_name: 'Okafor',
    ...(product !== 'assets' && { employers: [{ company_name: 'Summit Ridge Hospital' }] }),
  });
  await page.goto(order.share_url);
  await agree(page);
  await press(page, /^Start/);
  if (product !== 'assets') await press(page, 'I don’t see my employer');
  return order;
}

async function chooseProvider(page: Page, kind: Kind, product: Product): Promise<LiveOrder> {
  const order = await openProviders(page, product);
  await findProvider(page, nameOf(kind));
  return order;
}

async function findProvider(page: Page, name: string): Promise<void> {
  await page.getByLabel('Name', { exact: true }).fill(name);
  await press(page, name);
}

/** Chooses a file in the dialog that the button "Choose a file" opens. */
const chooseFile = (page: Page, name: string, content: string | Buffer, mimeType = 'text/plain'): Promise<void> =>
  page.locator('input[type="file"]').setInputFiles({ name, mimeType, buffer: Buffer.from(content) });

/** Waits until the row of the chosen file shows this text. */
const saidOfFile = (page: Page, text: string): Promise<void> => page.locator('.file', { hasText: text }).waitFor();

const SLASHES = 'Date,Description,Amount\n03/04/2026,SUMMIT RIDGE PAYROLL,1690.85\n05/06/2026,GROCER,-12.34\n';

/** Presses the button that opens the provider's page, and returns that page. */
async function openProvider(page: Page, kind: Kind): Promise<Page> {
  const [opened] = await Promise.all([
    page.context().waitForEvent('page'),
    press(page, `Continue to ${nameOf(kind)} (opens a new window)`),
  ]);
  return opened;
}

const ADMINISTRATOR = { username: 'payroll-summit-ridge-hospital', password: 'harbor-summit-ridge-hospital-1' };
const MAYA = { username: 'maya', password: 'harbor-maya-1' };

/** Logs in on a page of the provider. */
async function logIn(provider: Page, button: string, { username, password } = MAYA): Promise<void> {
  await provider.getByLabel(/^User ?name/i).fill(username);
  await provider.getByLabel('Password').fill(password);
  await press(provider, button);
}

/**
 * Compares the figures of the user's report with the data declared for the simulated person or, for a file, with
 * `in_file`. Skips a file without `in_file`, and the product `admin`, whose report is read in its own test.
 */
async function expectFigures({ user_id }: LiveOrder, kind: Kind | 'files', in_file?: readonly string[]): Promise<void> {
  const url = `/v1/users/${user_id}`;
  if (kind === 'finch' || (kind === 'files' && in_file === undefined)) return;
  if (kind === 'argyle') {
    const report = await stage().prod.send<UserReportAnswer>('POST', `${url}/reports/`, {});
    const lines = payLines(report);
    const until = report.created_at.slice(0, 10);
    expect(lines.length).toBeGreaterThan(20);
    expect(lines).toEqual(declaredPay(MAYA.username, addMonths(until, -12), until));
    return;
  }
  const report = await stage().prod.send<AssetReportAnswer>('POST', `${url}/assets/reports/`, {});
  const lines = assetLines(report);
  if (kind === 'files') expect(lines).toEqual(in_file);
  else {
    const declared = declaredAssets(MAYA.username, report, kind);
    const numbers = new Set(declared.map((line) => line.slice(0, 4)));
    expect(declared.length).toBeGreaterThan(20);
    expect(lines.filter((line) => numbers.has(line.slice(0, 4)))).toEqual(declared);
  }
}

/**
 * Expects a completed order with a report, one webhook, and an invoice for one task. `expectFigures` checks the figures
 * of the report.
 */
async function expectCompleted(
  page: Page,
  { id }: LiveOrder,
  kind: Kind | 'files',
  in_file?: readonly string[],
): Promise<LiveOrder> {
  const provider_id = kind === 'files' ? 'vouch_files' : simulator(kind).providers[0]?.id;
  await onScreen(page, 'All done. Thank you!');
  const order = await stage().prod.get<LiveOrder>(`/v1/orders/${id}/`);
  const [suborder] = [...order.employers, ...order.financial_accounts];
  expect({ ...order, suborder }).toMatchObject({
    status: 'completed',
    suborder: { status: 'completed', provider: { id: provider_id } },
  });
  // The product `admin` has no PDF report.
  const text = suborder?.pdf_report === null ? 'no PDF' : await textOfFile(suborder?.pdf_report);
  expect(text).toContain(kind === 'finch' ? 'no PDF' : 'Maya');
  await soon(
    () => receiver.received.filter(({ body }) => JSON.parse(body).order_id === id),
    (announced) => expect(announced).toHaveLength(1),
  );
  const invoice = () => stage().prod.get<{ status: string; file: string | null }>(`/v1/orders/${id}/invoice/`);
  await soon(invoice, ({ status }) => expect(status).toBe('success'));
  expect(await textOfFile((await invoice()).file)).toMatch(
    / Count Unit price Amount (?:Assets|Income|Payroll administration) 1 /,
  );
  await expectFigures(order, kind, in_file);
  return order;
}

async function textOfFile(url: string | null | undefined): Promise<string> {
  const response = await fetch(url ?? '');
  return (await wordsOf(Buffer.from(await response.arrayBuffer()))).join(' ');
}

describe.concurrent('orders under prod keys, on a phone', PATIENT, () => {
  test(
    'an order under a prod key is completed through the pages of an FDX bank',
    onPhone(async (page) => {
      const order = await chooseProvider(page, 'fdx', 'assets');
      const bank = await openProvider(page, 'fdx');
      await logIn(bank, 'Log in');
      await press(bank, 'Allow');
      await expectCompleted(page, order, 'fdx');
    }),
  );

  test(
    'an order under a prod key is completed with a setup token that the person makes at SimpleFIN',
    onPhone(async (page) => {
      const order = await chooseProvider(page, 'simplefin', 'assets');
      const bridge = await page.context().newPage();
      await bridge.goto(`${simulator('simplefin').url}/simplefin/create`);
      await logIn(bridge, 'Create a setup token');
      const token = await bridge.locator('#setup-token').inputValue();
      await page.getByLabel('SimpleFIN setup token').fill(token);
      await press(page, 'Sign in');
      await expectCompleted(page, order, 'simplefin');
    }),
  );

  test(
    'an order under a prod key is completed through the hosted page of Plaid',
    onPhone(async (page) => {
      const order = await chooseProvider(page, 'plaid', 'assets');
      const hosted = await openProvider(page, 'plaid');
      await press(hosted, 'Harbor Street Bank');
      await logIn(hosted, 'Log in');
      await press(hosted, 'Share these accounts');
      await expectCompleted(page, order, 'plaid');
    }),
  );

  test(
    'an order under a prod key is completed with an OFX file, which the person sends after a PDF file was rejected as the wrong kind',
    onPhone(async (page) => {
      const order = await openProviders(page, 'assets');
      await press(page, 'I have a file from my bank');
      await onScreen(page, 'Send a file from your bank');
      await chooseFile(page, 'statement.pdf', '%PDF-1.4', 'application/pdf');
      await saidOfFile(page, 'This is a document, not a data file.');
      expect(await faultsOf(page)).toEqual([]);
      const sample = new URL('../imports/samples/overlap/ofx-a.ofx', import.meta.url);
      await chooseFile(page, 'export.ofx', await readFile(sample));
      const { financial_accounts } = await expectCompleted(page, order, 'files', ['7700 balance 50.00']);
      const { transactions } = await stage().prod.get<{ transactions: { amount: string; type: string }[] }>(
        `/v1/links/${financial_accounts[0]?.link_id}/transactions/`,
      );
      const amounts = transactions.map(({ amount, type }) => `${type === 'DEBIT' ? '-' : ''}${amount}`);
      const in_file = ['1175.60', '-120.42', '-34.83', '-29.82', '-176.62', '1308.74', '-102.01', '-56.78'];
      expect(amounts.toSorted()).toEqual(in_file.toSorted());
    }),
  );

  test(
    'an order under a prod key is completed with a CSV file at the operator’s file-upload provider, where the person chooses the date format',
    onPhone(async (page) => {
      const order = await openProviders(page, 'assets');
      await findProvider(page, STATEMENT_UPLOAD.name);
      await chooseFile(page, 'broken.csv', SLASHES.replace('1690.85', 'lots'));
      await saidOfFile(page, 'We cannot read line 2, from character 33 on: the amount is not a number.');
      await chooseFile(page, 'export.csv', SLASHES);
      await onScreen(page, 'Did we read your file correctly?');
      expect(await faultsOf(page)).toEqual([]);
      // The date in the file can be read as different dates. The button has no effect until the person has chosen one
      // of them.
      await page.getByRole('button', { name: 'Yes, this is right' }).click({ force: true });
      await page.getByLabel('April 3, 2026').check();
      await page.locator('.read-date', { hasText: 'April 3, 2026' }).waitFor();
      await press(page, 'Yes, this is right');
      const { financial_accounts } = await expectCompleted(page, order, 'files');
      const { transactions } = await stage().prod.get<{ transactions: object[] }>(
        `/v1/links/${financial_accounts[0]?.link_id}/transactions/`,
      );
      expect(transactions).toMatchObject([
        { amount: '12.34', type: 'DEBIT', posted_at: expect.stringMatching(/^2026-06-05/) },
        { amount: '1690.85', type: 'CREDIT', posted_at: expect.stringMatching(/^2026-04-03/) },
      ]);
    }),
  );

  test(
    'if a bank cannot be reached three times, the widget says before the next attempt that the bank is not responding; the person then sends a file from the bank instead',
    onPhone(async (page) => {
      const order = await openProviders(page, 'assets');
      await findProvider(page, SILENT_BANK.name);
      for (const way of ['Try again', 'Try again', 'Choose another provider']) {
        await press(page, `Continue to ${SILENT_BANK.name} (opens a new window)`);
        await onScreen(page, `${SILENT_BANK.name} cannot be reached`);
        await press(page, way);
      }
      // The service computes the health of its providers every five seconds.
      await soon(
        () => stage().prod.get<{ status: string }>(`/v1/providers/${SILENT_BANK.id}/`),
        ({ status }) => expect(status).toBe('down'),
      );
      await page.getByLabel('Name', { exact: true }).fill(SILENT_BANK.name);
      await press(page, `${SILENT_BANK.name} Not responding right now`);
      await page.getByText(`${SILENT_BANK.name} is not responding right now.`).waitFor();
      expect(await faultsOf(page)).toEqual([]);
      await press(page, 'Send a file from my bank');
      await chooseFile(page, 'export.csv', SLASHES.replace('03/04', '03/14').replace('05/06', '05/16'));
      await press(page, 'Yes, this is right');
      await expectCompleted(page, order, 'files');
    }),
  );

  test(
    'an order under a prod key is completed through the link page of Argyle',
    onPhone(async (page) => {
      const order = await chooseProvider(page, 'argyle', 'income');
      const linked = await openProvider(page, 'argyle');
      await press(linked, 'Summit Ridge Hospital');
      await logIn(linked, 'Log in');
      await expectCompleted(page, order, 'argyle');
    }),
  );

  test(
    'an order under a prod key is completed by a company’s administrator through the pages of Finch; the client then reads the company’s directory',
    onPhone(async (page) => {
      const order = await chooseProvider(page, 'finch', 'admin');
      const connect = await openProvider(page, 'finch');
      await press(connect, 'Ledgerline Payroll');
      await logIn(connect, 'Log in', ADMINISTRATOR);
      await press(connect, 'Agree');
      const { user_id } = await expectCompleted(page, order, 'finch');
      const { results } = await stage().prod.get<{ results: { access_token: string }[] }>(
        `/v1/links/?user_id=${user_id}`,
      );
      const report = await stage().prod.send<{ directory: { full_name: string }[] }>(
        'POST',
        '/v1/links/reports/admin/',
        { access_token: results[0]?.access_token },
      );
      expect(report.directory.map(({ full_name }) => full_name)).toContain('Maya Okafor');
      expect(report.directory).toHaveLength(12);
    }),
  );
});
