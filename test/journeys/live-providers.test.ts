// Tests a live provider from its entry in providers.json to refreshed data. The operator configures the provider, and a
// person connects through the provider's own page. The provider sends notices, fails and recovers. At the end, the
// operator removes the provider's entry.

import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { readSettings } from '#config.ts';
import type { Connector } from '#connectors/contract.ts';
import { oauthCallbackPage } from '#pages/oauth-callback.ts';
import { oauthDeparturePage } from '#pages/oauth-departure.ts';
import { readProviders } from '#providers.ts';
import { replaceLive } from '#services/connections/live-providers.ts';
import { acceptRedirect } from '#services/connections/redirects.ts';
import { TIMER_HANDLERS } from '#services/timer-handlers.ts';
import { SYSTEM } from '#storage/platform/db.ts';
import { newMember } from '#test/console.ts';
import { BASE_URL, newClient, type TestClient, type TestHouse } from '#test/house.ts';
import { insightsUrl } from '#test/income.ts';
import { until } from '#test/jobs.ts';
import { newPlay, signNotice, testKind } from '#test/live-kind.ts';
import { finishTasks, newUser, openWorkingHouse } from '#test/tasks.ts';
import { fireDueTimers } from '#test/timers.ts';
import { openWidget, settled, type View, type Widget } from '#test/widget.ts';

const SECRET = 'the secret of the webhooks';
const play = newPlay();
const connectors = new Map<string, Connector>();
let folder: string;
let house: TestHouse;
let service_url: string;
let acme: TestClient;
let other: TestClient;

beforeAll(async () => {
  vi.stubEnv('HARBOR_SECRET', SECRET);
  folder = await mkdtemp(join(tmpdir(), 'vouch-live-'));
  house = await openWorkingHouse({ connectors });
  oauthDeparturePage(house.app, house);
  oauthCallbackPage(house.app, (...callback) => acceptRedirect(house, ...callback));
  service_url = await house.app.listen({ host: '127.0.0.1', port: 0 });
  acme = await newClient(house);
  other = await newClient(house, 'Other Lending');
  await configure([harbor()]);
});
afterAll(async () => {
  vi.unstubAllEnvs();
  await house.close();
  await rm(folder, { recursive: true });
});

const harbor = (more: object = {}) => ({
  id: 'first_harbor',
  name: 'First Harbor Bank',
  aliases: ['FHB Online'],
  connector: 'finch',
  clients: [acme.client_id],
  settings: { base_url: 'https://harbor.example', client_id: 'vouch', secret: { env: 'HARBOR_SECRET' } },
  ...more,
});

/** Writes providers.json and loads it, as the service does at its start and after SIGHUP. */
async function configure(providers: unknown[]): Promise<void> {
  const file = join(folder, 'providers.json');
  await writeFile(file, JSON.stringify({ providers }));
  const settings = readSettings({ VOUCH_PROVIDERS: file, VOUCH_BASE_URL: BASE_URL });
  const entries = await readProviders(settings, new Map([['finch', testKind(play)]]));
  expect(entries.flatMap(({ faults }) => faults)).toEqual([]);
  replaceLive(
    connectors,
    entries.flatMap(({ provider }) => provider?.connector ?? []),
  );
}

const there = (url: string): string => url.replace(BASE_URL, service_url);
const go = (url: string, headers: Record<string, string> = {}) => fetch(there(url), { headers, redirect: 'manual' });
const providersOf = async ({ prod }: TestClient): Promise<View[]> =>
  (await prod('GET', '/v1/providers/')).json().results.filter(({ is_live }: View) => is_live);
const stateOf = async (): Promise<View> => (await providersOf(acme))[0];

function notify(provider_id: string, body: string, signature = signNotice(SECRET, body)) {
  const url = `${service_url}/providers/${provider_id}/webhook/`;
  return fetch(url, { method: 'POST', headers: { 'x-test-signature': signature }, body });
}

async function openBankWidget(name: string, more: object = {}): Promise<Widget> {
  return openWidget(house, acme.prod, await newUser(acme.prod, name), { product_type: 'assets', ...more });
}

/**
 * Starts a task, and waits until the task has ended or waits for the person. Returns the task as the widget shows it.
 */
async function start(own: Widget): Promise<View> {
  const { task_id } = await own.post('tasks/', { provider_id: 'first_harbor' }, 201);
  return { task_id, ...(await settled(house, own, task_id)) };
}

/**
 * Signs the person in on the provider's page, in the same browser as the widget. Returns the id of the finished task.
 */
async function connect(own: Widget, account: string): Promise<string> {
  const { task_id, redirect_url } = await start(own);
  const left = await go(redirect_url, { 'sec-fetch-site': 'same-origin' });
  const cookie = left.headers.getSetCookie().find((one) => one.includes('Path=/providers/')) ?? '';
  const asked = new URL(left.headers.get('location') ?? '').searchParams;
  const back = `${asked.get('redirect_uri')}?state=${asked.get('state')}&account=${account}`;
  expect((await go(back, { cookie: cookie.split(';')[0] ?? '' })).status).toBe(200);
  expect(await settled(house, own, task_id)).toMatchObject({ status: 'done' });
  return task_id;
}

const tasksOf = async (query = ''): Promise<View[]> => (await acme.prod('GET', `/v1/tasks/${query}`)).json().results;

test('a live provider is visible only to the clients that its entry in providers.json lists', async () => {
  expect(await providersOf(acme)).toEqual([
    {
      id: 'first_harbor',
      name: 'First Harbor Bank',
      logo_url: null,
      domain: null,
      is_supported: true,
      success_rate: null,
      data_source: 'financial_accounts',
      products: ['assets', 'transactions', 'income'],
      is_live: true,
      status: 'unknown',
    },
  ]);
  expect(await providersOf(other)).toEqual([]);
  expect((await other.prod('GET', '/v1/providers/first_harbor/')).statusCode).toBe(404);
  expect((await acme.sandbox('GET', '/v1/providers/first_harbor/')).statusCode).toBe(404);
  const theirs = await openWidget(house, other.prod, await newUser(other.prod, 'pat'), {
    product_type: 'assets',
    provider_id: 'first_harbor',
  });
  expect((await theirs.get('providers/?query=harbor')).results).toEqual([]);
  expect((await theirs.get('session/')).preselected.provider).toBe(null);
  const refused = await theirs.call('POST', 'tasks/', { provider_id: 'first_harbor' });
  expect(refused.statusCode).toBe(400);
});

test('the widget finds a live provider by its name or its alias; if the token names a provider, the widget preselects it', async () => {
  const own = await openBankWidget('ann', { provider_id: 'first_harbor' });
  for (const query of ['harbor', 'fhb']) {
    expect((await own.get(`providers/?query=${query}`)).results).toMatchObject([
      { id: 'first_harbor', is_down: false },
    ]);
  }
  expect((await own.get('session/')).preselected.provider).toMatchObject({ id: 'first_harbor', is_down: false });
});

test('the redirect from the provider back to the service is accepted only once, only at this provider’s own callback URL, and only in the browser that started the login', async () => {
  const own = await openBankWidget('bea');
  const { task_id, redirect_url } = await start(own);
  const left = await go(redirect_url, { 'sec-fetch-site': 'same-origin' });
  expect(left.status).toBe(303);
  const asked = new URL(left.headers.get('location') ?? '').searchParams;
  expect(asked.get('redirect_uri')).toBe(`${BASE_URL}/providers/first_harbor/callback/`);
  const query = `?state=${asked.get('state')}&account=bea-1`;
  const cookies = left.headers.getSetCookie();
  expect(cookies.map((cookie) => /Path=([^;]*)/.exec(cookie)?.[1])).toEqual(['/oauth/', '/providers/']);
  const cookie = cookies[0]?.split(';')[0] ?? '';
  expect((await go(`${service_url}/oauth/callback/${query}`, { cookie })).status).toBe(404);
  expect((await go(`${service_url}/providers/another/callback/${query}`, { cookie })).status).toBe(404);
  const own_callback = `${service_url}/providers/first_harbor/callback/${query}`;
  const alone = await go(own_callback);
  expect([alone.status, alone.headers.get('content-type')]).toEqual([404, 'text/html; charset=utf-8']);
  expect((await go(own_callback, { cookie })).status).toBe(200);
  expect((await go(own_callback, { cookie })).status).toBe(404);
  expect(await settled(house, own, task_id)).toMatchObject({ status: 'done' });
});

test('the explanation of an income report names the provider’s fields from which the values of transactions and accounts come', async () => {
  const task_id = await connect(await openBankWidget('ivy'), 'ivy-1');
  const { user_id } = (await acme.prod('GET', `/v1/tasks/${task_id}/`)).json();
  const { report_id } = (await acme.prod('POST', insightsUrl(user_id), {})).json();
  const { sources } = (await acme.prod('GET', `${insightsUrl(user_id)}${report_id}/explain/`)).json();
  expect(sources.length).toBeGreaterThan(0);
  for (const source of sources) {
    expect(source.provenance).toEqual({ amount: 'entries[].cents' });
    expect(source.account_provenance).toEqual({ nickname: 'books[].label' });
  }
});

test('for each field of a live link, the console shows the provider’s field from which its value comes', async () => {
  const reviewer = await newMember(house, [{ client_id: acme.client_id, environment: 'prod', role: 'reviewer' }]);
  const { rows } = await house.database
    .scoped(SYSTEM)
    .query<{ id: string }>("select id from links where client_id = $1 and environment = 'prod' limit 1", [
      acme.client_id,
    ]);
  const link_id = rows[0]?.id;
  const answer = await reviewer.call('GET', `${acme.client_id}/prod/links/${link_id}/provenance/`);
  expect(answer.json()).toEqual({
    results: [
      { list: 'accounts', field: 'nickname', provider_field: 'books[].label' },
      { list: 'transactions', field: 'amount', provider_field: 'entries[].cents' },
    ],
  });
});

test('the redirect from the provider back to the service gets 404 if it comes 15 minutes or more after the start of the login', async () => {
  const { redirect_url } = await start(await openBankWidget('cat'));
  const left = await go(redirect_url, { 'sec-fetch-site': 'same-origin' });
  const cookie = left.headers.getSetCookie()[0]?.split(';')[0] ?? '';
  const state = new URL(redirect_url).searchParams.get('state');
  house.clock.advance(15 * 60_000);
  const back = `${service_url}/providers/first_harbor/callback/?state=${state}&account=cat-1`;
  expect((await go(back, { cookie })).status).toBe(404);
});

test('a provider’s notice with a valid signature refreshes each link in the notice once, and these refreshes do not count against the client’s refresh limit', async () => {
  const task_id = await connect(await openBankWidget('dan'), 'dan-1');
  const { link_id } = (await acme.prod('GET', `/v1/tasks/${task_id}/`)).json();
  const body = JSON.stringify({ id: 'n-1', logins: ['dan-1', 'nobody'] });
  expect((await notify('first_harbor', body, 'ff')).status).toBe(401);
  expect((await notify('second_harbor', body)).status).toBe(404);
  expect((await notify('vouch_bank', body)).status).toBe(404);
  expect((await notify('first_harbor', 'x'.repeat(256 * 1_024 + 1))).status).toBe(400);
  expect((await notify('first_harbor', body)).status).toBe(202);
  expect((await notify('first_harbor', body)).status).toBe(202);
  const refreshes = async () => (await tasksOf(`?link_id=${link_id}`)).filter((task) => task.is_refresh);
  const refreshedTimes = (count: number) =>
    until(async () => {
      const ended = (await refreshes()).filter(({ status }) => status === 'done');
      return ended.length === count;
    });
  await refreshedTimes(1);

  const [{ user_id }] = await refreshes();
  const { access_token } = (await acme.prod('GET', `/v1/links/?user_id=${user_id}`)).json().results[0];
  for (const status of [201, 201, 201, 201, 429]) {
    const refreshed = await acme.prod('POST', '/v1/refresh/tasks/', { access_token, product_type: 'assets' });
    expect(refreshed.statusCode, refreshed.body).toBe(status);
    await finishTasks(house);
  }
  expect((await notify('first_harbor', JSON.stringify({ id: 'n-2', logins: ['dan-1'] }))).status).toBe(202);
  await refreshedTimes(6);

  house.clock.advance(7 * 86_400_000 + 1);
  expect((await notify('first_harbor', body)).status).toBe(202);
  await refreshedTimes(7);
});

test.each(['institution', 'link'] as const)(
  'a provider does not become `down` if all failures concern one %s',
  async (scope) => {
    house.clock.advance(86_400_000);
    Object.assign(play, { is_down: true, scope });
    const own = await openBankWidget(`ian-${scope}`);
    for (const _ of [1, 2, 3, 4]) expect(await start(own)).toMatchObject({ status: 'unavailable' });
    Object.assign(play, { is_down: false, scope: 'provider' });
    house.clock.advance(10_000);
    expect(await stateOf()).toMatchObject({ status: 'unknown' });
  },
);

test('a provider does not become `down` if people do not return from its page', async () => {
  house.clock.advance(86_400_000);
  const own = await openBankWidget('jon');
  const task_ids: string[] = [];
  for (const _ of [1, 2, 3]) task_ids.push((await start(own)).task_id);
  house.clock.advance(15 * 60_000);
  await fireDueTimers(house, TIMER_HANDLERS);
  const statuses = (await tasksOf()).filter(({ id }) => task_ids.includes(id)).map(({ status }) => status);
  expect(statuses).toEqual(['unavailable', 'unavailable', 'unavailable']);
  house.clock.advance(10_000);
  expect(await stateOf()).toMatchObject({ status: 'unknown' });
});

test('a provider that is repeatedly unavailable gets the status `down`; new tasks are still accepted, and a successful task ends this status', async () => {
  house.clock.advance(60_000);
  play.is_down = true;
  const own = await openBankWidget('eve', { provider_id: 'first_harbor' });
  for (const _ of [1, 2, 3]) expect(await start(own)).toMatchObject({ status: 'unavailable' });
  house.clock.advance(10_000);
  expect(await stateOf()).toMatchObject({ status: 'down' });
  expect((await own.get('session/')).preselected.provider).toMatchObject({ is_down: true });
  const { body } = await house.app.inject('/metrics');
  expect(body).toContain('vouch_provider_status{provider="first_harbor",status="down"} 1');
  expect(body).toContain('vouch_provider_success_ratio{provider="first_harbor"} 0');
  expect(body).toContain('vouch_provider_login_failure_ratio{provider="first_harbor"} 0');

  // After ten minutes without a task, the provider may be tried again. Its status is degraded, because no task has
  // succeeded yet.
  house.clock.advance(10 * 60_000);
  expect(await stateOf()).toMatchObject({ status: 'degraded' });

  play.is_down = false;
  await connect(await openBankWidget('fay'), 'fay-1');
  house.clock.advance(10_000);
  expect((await stateOf()).status).not.toBe('down');
  expect((await own.get('session/')).preselected.provider).toMatchObject({ is_down: false });
});

test('the success rate of a live provider is null until 20 tasks have ended', async () => {
  house.clock.advance(86_400_000);
  const own = await openBankWidget('gus');
  const ended = async (count: number) => {
    for (let at = 0; at < count; at += 1) await connect(own, 'gus-1');
    house.clock.advance(10_000);
    return stateOf();
  };
  expect(await ended(19)).toMatchObject({ status: 'up', success_rate: null });
  expect(await ended(1)).toMatchObject({ status: 'up', success_rate: 'high' });
  const { body } = await house.app.inject('/metrics');
  expect(body).toContain('vouch_provider_success_ratio{provider="first_harbor"} 1');
  expect(body).toMatch(/^vouch_provider_task_seconds\{provider="first_harbor",quantile="0.95"\} [\d.e-]+$/m);
});

test('after a provider was removed from providers.json, it accepts no new tasks, but its running tasks can still be completed', async () => {
  const own = await openBankWidget('hal');
  const { task_id, redirect_url } = await start(own);
  const left = await go(redirect_url, { 'sec-fetch-site': 'same-origin' });
  const cookie = left.headers.getSetCookie()[0]?.split(';')[0] ?? '';
  await configure([]);
  expect(await providersOf(acme)).toEqual([]);
  expect((await notify('first_harbor', '{}')).status).toBe(404);
  expect((await own.call('POST', 'tasks/', { provider_id: 'first_harbor' })).statusCode).toBe(400);
  const state = new URL(redirect_url).searchParams.get('state');
  const back = `${service_url}/providers/first_harbor/callback/?state=${state}&account=hal-1`;
  expect((await go(back, { cookie })).status).toBe(200);
  expect(await settled(house, own, task_id)).toMatchObject({ status: 'done' });
  await configure([harbor({ clients: undefined })]);
  expect(await providersOf(other)).toHaveLength(1);
});
