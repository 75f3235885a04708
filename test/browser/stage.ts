// Setup of a browser test: the service as an operator runs it, third-party pages that embed the widget, and a browser.
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, beforeAll } from 'vitest';
import { newId } from '#base/ids.ts';
import { newKeyBytes } from '#base/sealing.ts';
import { launchChromium } from '#test/chromium.ts';
import { freshDatabase } from '#test/database.ts';
import { freePort } from '#test/free-port.ts';
import { commandAnswer, readCredentials, startService } from '#test/process.ts';
import { type Api, apiAt } from '#test/service-client.ts';

const HERE = '127.0.0.1';
const ELSEWHERE = '127.0.0.2';
const STEP_MS = 25_000;
/** A long timeout, because a browser test has many steps, which are slow on a busy machine. */
export const PATIENT = { timeout: 150_000 };

export const PHONE = { width: 390, height: 844 };
export const DESKTOP = { width: 1280, height: 800 };
export const SIZES = [
  ['a phone', PHONE],
  ['a desktop', DESKTOP],
] as const;

/** The default viewport: a phone, unless `TEST_VOUCH_SCREEN` is `desktop`. */
export const USUAL = process.env['TEST_VOUCH_SCREEN'] === 'desktop' ? DESKTOP : PHONE;

export type Stage = {
  /** The service's URL. */
  url: string;
  /**
   * The URL of a third-party page, which has its own origin. The kind `strict` sends a restrictive content security
   * policy. The kind `empty` does not load the script. The kind `early` gets the token from the URL's query and opens
   * the widget before the page has a body.
   */
  hostUrl(kind?: HostKind, site?: 'another site'): string;
  /**
   * Serves the HTML as a third-party page and returns its URL. With `another site`, the page is on a different site
   * from the widget, so the browser runs the widget's frames in a separate process.
   */
  servePage(html: string, site?: 'another site'): string;
  api: Api;
  /** Like `api`, but with the same client's key for the prod environment. */
  prod: Api;
  credentials: { client_id: string; sandbox_secret: string; dashboard: { email: string; password: string } };
  newToken(more?: object, user_id?: string): Promise<string>;
  newUser(): Promise<string>;
  newOrder(more?: object): Promise<Order>;
  /**
   * Creates a client whose clock can be advanced without affecting other tests. `origins` lists the origins on which
   * the client's widget may run.
   */
  newClient(origins?: string): Promise<Api>;
  /** Opens a page in its own browser context. `done` throws the errors that occurred on the page. */
  newPage(options?: BrowserContextOptions): Promise<StagePage>;
  close(): Promise<void>;
};

export type HostKind = 'plain' | 'strict' | 'empty' | 'early';

export type StagePage = { page: Page; context: BrowserContext; done(): Promise<void> };

export type Order = {
  id: string;
  status: string;
  bridge_token: string;
  share_url: string;
  short_share_url: string;
  employers: { id: string; status: string; link_id: string | null }[];
  financial_accounts: { id: string; status: string }[];
};

type Prepare = (data_dir: string) => Promise<Record<string, string>>;

let raised: Stage | undefined;

/**
 * Starts the service, the third-party pages and the browser once for all tests of a file. `prepare` may put files into
 * the data folder before the service starts, and returns more environment variables for the service.
 */
export function raiseStage(prepare?: Prepare): void {
  beforeAll(async () => {
    raised = await setStage(prepare);
  });
  afterAll(() => raised?.close());
}

export function stage(): Stage {
  if (raised === undefined) throw new Error('the stage is not set');
  return raised;
}

/** Runs a test in its own browser page. An error on the page fails the test. */
export const inPage =
  (act: (page: Page) => Promise<void>, options: BrowserContextOptions = {}) =>
  async (): Promise<void> => {
    const { page, done } = await stage().newPage(options);
    await act(page);
    await done();
  };

async function setStage(prepare: Prepare = async () => ({})): Promise<Stage> {
  const [database, data_dir, port] = await Promise.all([
    freshDatabase(),
    mkdtemp(join(tmpdir(), 'vouch-browser-')),
    freePort(),
  ]);
  const environment = {
    // The port is chosen before the start, because the service puts its own URL into pages.
    PORT: String(port),
    VOUCH_DATA_DIR: data_dir,
    DATABASE_URL: database.url,
    VOUCH_MASTER_KEY: newKeyBytes().toString('base64'),
    VOUCH_RATE_LIMIT_REQUESTS: '1000000000',
    VOUCH_BRIDGE_GLOBALS: 'FormerBridge',
    ...(await prepare(data_dir)),
  };
  const [service, browser] = await Promise.all([startService(environment), launchChromium()]);
  const host = await startHost(service.url);
  const { client_id, sandbox_secret, prod_secret, dashboard } = readCredentials(data_dir);
  const api = patient(apiAt(service.url, { client_id, access_secret: sandbox_secret }));
  const newUser = async () => (await api.send<{ id: string }>('POST', '/v1/users/', { external_user_id: newId() })).id;
  return {
    url: service.url,
    hostUrl: (kind = 'plain', site) => `${host.url(site)}/${kind}`,
    servePage(html, site) {
      return `${host.url(site)}/page/${host.pages.push(html) - 1}`;
    },
    api,
    prod: patient(apiAt(service.url, { client_id, access_secret: prod_secret })),
    credentials: { client_id, sandbox_secret, dashboard },
    newUser,
    async newToken(more = {}, user_id) {
      const path = `/v1/users/${user_id ?? (await newUser())}/tokens/`;
      const token = { product_type: 'income', client_name: 'Acme Lending', ...more };
      return (await api.send<{ bridge_token: string }>('POST', path, token)).bridge_token;
    },
    newOrder: (more = {}) =>
      api.send('POST', '/v1/orders/', { products: ['income'], first_name: 'Jordan', last_name: 'Averill', ...more }),
    async newClient(origins) {
      const run = (...args: string[]) => commandAnswer(args, environment);
      const created = await run('client', 'create', '--name', 'Acme Lending', '--with-keys');
      const { id = '', sandbox_secret: access_secret = '' } = created;
      if (origins !== undefined) await run('client', 'set', '--client', id, '--widget-origins', origins);
      return patient(apiAt(service.url, { client_id: id, access_secret }));
    },
    newPage: (options) => openPage(browser, options),
    async close() {
      await browser.close();
      host.close();
      await service.stop();
      await rm(data_dir, { recursive: true, force: true });
      await database.drop();
    },
  };
}

/** Retries requests that get 503 from a busy service, as clients should. */
function patient(api: Api): Api {
  const again = async <T>(ask: () => Promise<T>, left = 5): Promise<T> => {
    try {
      return await ask();
    } catch (error) {
      if (left === 0 || !(error instanceof Error) || !error.message.startsWith('503')) throw error;
      return again(ask, left - 1);
    }
  };
  return {
    get: (path) => again(() => api.get(path)),
    send: (method, path, body) => again(() => api.send(method, path, body)),
  };
}

/** Opens a page and records script errors, policy violations and requests to third-party hosts. */
async function openPage(browser: Browser, options: BrowserContextOptions = {}): Promise<StagePage> {
  const context = await browser.newContext({ viewport: USUAL, reducedMotion: 'reduce', ...options });
  // The timeout of a step is shorter than the timeout of a test, so that the failure names the step that timed out.
  context.setDefaultTimeout(STEP_MS);
  const faults: string[] = [];
  context.on('console', (message) => {
    // The browser also logs error responses as console errors. Many tests expect error responses, so these console
    // errors are ignored.
    if (message.type() === 'error' && !message.text().startsWith('Failed to load resource'))
      faults.push(message.text());
  });
  context.on('weberror', (fault) => faults.push(fault.error().message));
  context.on('request', (request) => {
    const { hostname, protocol } = new URL(request.url());
    if (protocol.startsWith('http') && ![HERE, ELSEWHERE, 'localhost'].includes(hostname))
      faults.push(`request to ${hostname}`);
  });
  return {
    context,
    page: await context.newPage(),
    async done() {
      await context.close();
      if (faults.length > 0) throw new Error(faults.join('\n'));
    },
  };
}

/** A script that opens the widget twice before the page has a body. */
const EARLY = `
  window.calls = [];
  const write = (name) => (...given) => window.calls.push([name, ...given]);
  const bridgeToken = new URLSearchParams(location.search).get('token');
  const widget = VouchBridge.init({ bridgeToken, onLoad: write('onLoad'), onEvent: write('onEvent') });
  window.had_body = document.body !== null;
  widget.open();
  widget.open();`;

/** A server for third-party pages. The only file that these pages load from the service is bridge.js. */
type Host = { url(site?: 'another site'): string; pages: string[]; close(): void };

async function startHost(service_url: string): Promise<Host> {
  const pages: string[] = [];
  const strict = `default-src 'none'; script-src ${service_url}; frame-src ${service_url}; require-trusted-types-for 'script'`;
  const answer: RequestListener = ({ url = '/' }, response) => {
    response.writeHead(200, {
      'content-type': 'text/html; charset=utf-8',
      ...(url === '/strict' && { 'content-security-policy': strict }),
    });
    const given = pages[Number(/^\/page\/(\d+)$/.exec(url)?.[1])];
    if (given !== undefined) {
      response.end(given);
      return;
    }
    const script = url === '/empty' ? '' : `<script src="${service_url}/bridge.js"></script>`;
    const early = url.startsWith('/early') ? `${script}<script>${EARLY}</script>` : '';
    response.end(`<!doctype html><html lang="en"><title>Loan application</title>${early}
      <main><h1>Loan application</h1><button id="before">Apply</button><div id="box"></div></main>${script}</html>`);
  };
  const here = await listenOn(HERE, answer);
  const elsewhere = await listenOn(ELSEWHERE, answer);
  return {
    url: (site) => urlOf(site === undefined ? here : elsewhere),
    pages,
    close() {
      here.close();
      elsewhere.close();
    },
  };
}

async function listenOn(address: string, answer: RequestListener): Promise<Server> {
  const server = createServer(answer);
  await new Promise<void>((resolve) => server.listen(0, address, resolve));
  return server;
}

function urlOf(server: Server): string {
  const { address, port } = server.address() as AddressInfo;
  return `http://${address}:${port}`;
}
