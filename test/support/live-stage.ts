// A test house (a complete test service) whose live providers are the simulators. The house and the simulators run in
// the test's process, and their clocks show the same time. People connect as in the widget, and plain HTTP requests
// visit the simulators' pages.

import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'vitest';
import { newId } from '#base/ids.ts';
import { readSettings } from '#config.ts';
import type { Connector } from '#connectors/contract.ts';
import type { ProductType } from '#domain/access/products.ts';
import { readProviders } from '#providers.ts';
import { openConnectors, replaceLive } from '#services/connections/live-providers.ts';
import { acceptRedirect, depart } from '#services/connections/redirects.ts';
import { TIMER_HANDLERS } from '#services/timer-handlers.ts';
import { startArgyle } from '#simulators/argyle/server.ts';
import { startFdx } from '#simulators/fdx/server.ts';
import { visitBank } from '#simulators/fdx/visit.ts';
import { COMPANIES } from '#simulators/finch/companies.ts';
import { startFinch } from '#simulators/finch/server.ts';
import { LIVES } from '#simulators/lives/people/people.ts';
import { startPlaid } from '#simulators/plaid/server.ts';
import { startSimplefin } from '#simulators/simplefin/server.ts';
import { SYSTEM } from '#storage/platform/db.ts';
import { BASE_URL, newClient, type TestClient, type TestHouse } from './house.ts';
import { newUser, openWorkingHouse } from './tasks.ts';
import { fireDueTimers } from './timers.ts';
import { openWidget, settled } from './widget.ts';

export const KINDS = ['fdx', 'simplefin', 'plaid', 'argyle', 'finch'] as const;
export type Kind = (typeof KINDS)[number];

export type Stage = {
  house: TestHouse;
  client: TestClient;
  seed: number;
  /** The URL at which the providers reach the service. */
  base_url: string;
  fdx: Awaited<ReturnType<typeof startFdx>>;
  simplefin: Awaited<ReturnType<typeof startSimplefin>>;
  plaid: Awaited<ReturnType<typeof startPlaid>>;
  argyle: Awaited<ReturnType<typeof startArgyle>>;
  finch: Awaited<ReturnType<typeof startFinch>>;
  provider_ids: Readonly<Record<Kind, string>>;
  /** Sets the clocks of the test service and of all simulators to this time. */
  moveTo(now: Date): void;
  close(): Promise<void>;
};

/** With `is_listening`, the service accepts connections, so that the simulators can send it their notices. */
export async function openStage(options: { seed?: number; now?: Date; is_listening?: boolean } = {}): Promise<Stage> {
  const { seed = 0 } = options;
  const connectors = new Map<string, Connector>();
  const house = await openWorkingHouse({ connectors });
  for (const [id, connector] of openConnectors(house.settings, house.vault)) connectors.set(id, connector);
  if (options.now !== undefined) house.clock.set(options.now);
  const now = house.clock.now();
  const folder = await mkdtemp(join(tmpdir(), 'vouch-live-'));
  const fdx = await startFdx({ seed, folder, now: () => house.clock.now() });
  const [simplefin, plaid, argyle, finch] = [
    await startSimplefin({ seed, now }),
    await startPlaid({ seed, now }),
    await startArgyle({ seed, now }),
    await startFinch({ seed, now }),
  ];
  const guides = [fdx, simplefin, plaid, argyle, finch].map(({ guide }) => guide);
  const environment = Object.assign({}, ...guides.map((guide) => guide.environment));
  const firsts = guides.flatMap(({ providers: [entry] }) => (isEntry(entry) ? [entry] : []));
  const entries = [...firsts, ...fdx.guide.providers.slice(1)];
  Object.assign(process.env, environment);
  const base_url = options.is_listening ? await house.app.listen({ host: '127.0.0.1', port: 0 }) : BASE_URL;
  await configure(join(folder, 'providers.json'), entries, connectors, base_url);
  for (const name of Object.keys(environment)) delete process.env[name];
  const [fdx_id = '', simplefin_id = '', plaid_id = '', argyle_id = '', finch_id = ''] = firsts.map(({ id }) => id);
  return {
    house,
    client: await newClient(house),
    seed,
    base_url,
    fdx,
    simplefin,
    plaid,
    argyle,
    finch,
    provider_ids: { fdx: fdx_id, simplefin: simplefin_id, plaid: plaid_id, argyle: argyle_id, finch: finch_id },
    moveTo(moment) {
      house.clock.set(moment);
      for (const { clock } of [simplefin, plaid, argyle, finch]) clock.set(moment);
    },
    async close() {
      await house.close();
      await Promise.all([fdx, simplefin, plaid, argyle, finch].map((simulator) => simulator.close()));
      await rm(folder, { recursive: true });
    },
  };
}

const isEntry = (entry: unknown): entry is { id: string } =>
  typeof entry === 'object' && entry !== null && 'id' in entry && typeof entry.id === 'string';

/** Writes providers.json, and then loads the file in the same way as the service does at its start. */
async function configure(
  file: string,
  providers: unknown[],
  connectors: Map<string, Connector>,
  base_url: string,
): Promise<void> {
  await writeFile(file, JSON.stringify({ providers }));
  const read = await readProviders(readSettings({ VOUCH_PROVIDERS: file, VOUCH_BASE_URL: base_url }));
  expect(read.flatMap(({ faults }) => faults)).toEqual([]);
  replaceLive(
    connectors,
    read.flatMap(({ provider }) => provider?.connector ?? []),
  );
}

/**
 * One connection at one simulator. It is the connection of a person or, at Finch, of a company's administrator. If the
 * simulator has several entries in providers.json, `provider_id` selects an entry other than the first.
 * `allowed_products` are the further products that the token allows. `accounts` are the names of the accounts that the
 * person chooses on Plaid's page, or that SimpleFIN gives; without it, all.
 */
export type Lane = {
  kind: Kind;
  username: string;
  product: ProductType;
  provider_id?: string;
  allowed_products?: ProductType[];
  accounts?: readonly string[];
};
export type Connected = { user_id: string; link_id: string; access_token: string };

/** Creates a user and connects the user. */
export async function connectLane(stage: Stage, lane: Lane): Promise<Connected> {
  const { client } = stage;
  const user_id = await newUser(client.prod, newId());
  const task_id = await visitWidget(stage, lane, user_id);
  const { link_id } = (await client.prod('GET', `/v1/tasks/${task_id}/`)).json();
  const { results } = (await client.prod('GET', `/v1/links/?user_id=${user_id}`)).json();
  return { user_id, link_id, access_token: results[0].access_token };
}

/**
 * Connects the person in the widget. With `access_token`, repairs an existing connection. `onReturn` is called when the
 * person has left the provider's pages, before the service sends its next request. Returns the task's id.
 */
export async function visitWidget(
  stage: Stage,
  lane: Lane,
  user_id: string,
  access_token?: string,
  onReturn: () => Promise<void> = async () => undefined,
): Promise<string> {
  const { house, client } = stage;
  const provider_id = lane.provider_id ?? stage.provider_ids[lane.kind];
  const update = access_token === undefined ? {} : { access_token };
  const own = await openWidget(house, client.prod, user_id, {
    product_type: lane.product,
    ...update,
    ...(lane.allowed_products && { allowed_products: lane.allowed_products }),
  });
  const credentials =
    lane.kind === 'simplefin' ? { credentials: { setup_token: await newSetupToken(stage, lane) } } : {};
  if (lane.kind === 'simplefin') await onReturn();
  const { task_id } = await own.post('tasks/', { provider_id, ...credentials }, 201);
  const { redirect_url } = await settled(house, own, task_id);
  if (redirect_url !== null && redirect_url !== undefined) {
    const { state = '', key = '' } = Object.fromEntries(new URL(redirect_url).searchParams);
    const left = await depart(house, { state, key }, undefined);
    const back = await visitPages(lane, left?.url ?? '');
    const query = Object.fromEntries(back.searchParams);
    await onReturn();
    expect(await acceptRedirect(house, provider_id, state, left?.browser, query)).toBe(true);
  }
  await endTask(stage, task_id);
  return task_id;
}

/**
 * Waits until the task has ended, and returns its status. While the task waits for a timer, the clock is advanced to
 * the time of the timer.
 */
export async function endTask(stage: Stage, task_id: string): Promise<{ status: string; has_waited: boolean }> {
  for (let waits = 0; ; waits++) {
    const status = await settledStatus(stage, task_id);
    if (!OPEN.has(status) || waits === WAITS_MAX) return { status, has_waited: waits > 0 };
    const now_ms = stage.house.clock.now().getTime();
    stage.moveTo(new Date(Math.max(now_ms, (await dueTime(stage, task_id)) ?? now_ms + WAIT_MS)));
    await fireDueTimers(stage.house, TIMER_HANDLERS);
  }
}

/**
 * Waits until the task has ended or is waiting, and returns its status. Polls rarely, because a long test run waits for
 * thousands of tasks.
 */
async function settledStatus({ house }: Stage, task_id: string): Promise<string> {
  const db = house.database.scoped(SYSTEM);
  for (let polls = 0; polls < POLLS_MAX; polls++) {
    const { rows } = await db.query<{ status: string; is_settled: boolean }>(
      'select status, finished_at is not null or waits_for is not null as is_settled from tasks where id = $1',
      [task_id],
    );
    if (rows[0]?.is_settled === true) return rows[0].status;
    await sleep(POLL_MS);
  }
  throw new Error('the task does not end');
}

/** The time at which the task resumes, in milliseconds; undefined if the task does not wait for a time. */
async function dueTime({ house }: Stage, task_id: string): Promise<number | undefined> {
  const { rows } = await house.database
    .scoped(SYSTEM)
    .query<{ due_at: Date }>(`select due_at from timers where kind = 'task_due' and subject_id = $1`, [task_id]);
  return rows[0]?.due_at.getTime();
}

const POLL_MS = 30;
const POLLS_MAX = 3_000;
const OPEN = new Set(['new', 'login', 'mfa', 'parse', 'full_parse', 'switch_deposit']);
/**
 * The maximum number of times that a task may wait for a timer. It is more than the 80 times that a connector allows.
 */
const WAITS_MAX = 100;
const WAIT_MS = 120_000;

/** Refreshes the link and waits until the refresh has ended. */
export async function refresh(
  stage: Stage,
  { access_token }: Connected,
  product_type: ProductType,
): Promise<{ task_id: string; status: string; has_waited: boolean }> {
  const response = await stage.client.prod('POST', '/v1/refresh/tasks/', { access_token, product_type });
  expect(response.statusCode, response.body).toBe(201);
  const { task_id } = response.json();
  return { task_id, ...(await endTask(stage, task_id)) };
}

const passwordOf = (username: string): string =>
  [...LIVES, ...COMPANIES].find((one) => one.username === username)?.password ?? '';

/** The setup token that the page of the SimpleFIN server shows after the login. */
async function newSetupToken({ simplefin }: Stage, { username, accounts }: Lane): Promise<string> {
  simplefin.control('accounts', { username, names: accounts });
  const body = new URLSearchParams({ username, password: passwordOf(username) });
  const page = await (await fetch(`${simplefin.url}/simplefin/create`, { method: 'POST', body })).text();
  const token = /id="setup-token"[^>]*>([^<]+)</.exec(page)?.[1];
  if (token === undefined) throw new Error('the page shows no token');
  return token;
}

/** Goes through the provider's pages as the person. Returns the URL to which the provider redirects back. */
async function visitPages({ kind, username, accounts }: Lane, url: string): Promise<URL> {
  const login = { username, password: passwordOf(username) };
  if (kind === 'fdx') return visitBank(url, login);
  const { origin } = new URL(url);
  let answer = await fetch(url, { redirect: 'manual' });
  for (let steps = 0; steps < 8; steps++) {
    const target = new URL(answer.headers.get('location') ?? '', url);
    if (answer.status !== 200) {
      if (target.origin !== origin) return target;
      answer = await fetch(target, { redirect: 'manual' });
      continue;
    }
    const page = await answer.text();
    const [, action = '', form = ''] = /<form method="post" action="([^"]+)">(.*?)<\/form>/s.exec(page) ?? [];
    answer = await fetch(new URL(action, url), {
      method: 'POST',
      redirect: 'manual',
      body: filled(form, login, accounts),
    });
  }
  throw new Error('the pages do not end');
}

/**
 * Fills in a form of the provider. If the form has a password field, enters the login. If the form has checkboxes,
 * checks those of `accounts` or, without `accounts`, all of them. In any other form, presses the button of the person's
 * last employer. If there is no such button, presses `SwiftLift Rides`, or else the first button.
 */
function filled(
  form: string,
  login: { username: string; password: string },
  accounts: readonly string[] | undefined,
): URLSearchParams {
  if (form.includes('name="password"')) return new URLSearchParams(login);
  const all = [...form.matchAll(/type="checkbox" name="([^"]+)" value="([^"]+)"[^>]*>([^<]*)/g)];
  const boxes = all.filter(([, , , label = '']) => accounts?.some((name) => label.includes(name)) ?? true);
  if (boxes.length > 0)
    return new URLSearchParams(boxes.map(([, name = '', value = '']): [string, string] => [name, value]));
  const buttons = [...form.matchAll(/<button name="([^"]+)" value="([^"]+)">([^<]+)</g)];
  const employers = LIVES.find(({ username }) => username === login.username)?.jobs.map(
    ({ employer }) => employer.name,
  );
  const own = buttons.find(([, , , label = '']) => employers?.at(-1) === label.replaceAll('&amp;', '&'));
  const gig = buttons.find(([, , , label = '']) => label === 'SwiftLift Rides');
  const [, name = '', value = ''] = own ?? gig ?? buttons[0] ?? [];
  return new URLSearchParams({ [name]: value });
}
