// Tests the Finch connector against the Finch simulator, over HTTP.
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { failureOf, laterBy, NOON } from '#connectors/conformance-play.ts';
import type { Account, Connector, NoticeRequest } from '#connectors/contract.ts';
import { finchKind } from '#connectors/live/finch/index.ts';
import { runStep } from '#services/connections/provider-calls.ts';
import { FINCH_CLIENT_ID, FINCH_CLIENT_SECRET, FINCH_WEBHOOK_SECRET, startFinch } from '#simulators/finch/server.ts';
import { entryOf, playLive, startReceiver } from './live-kinds.ts';

let simulator: Awaited<ReturnType<typeof startFinch>>;
let receiver: Awaited<ReturnType<typeof startReceiver>>;
let connector: Connector;
let player: ReturnType<typeof playLive>;
const settings = () => ({
  base_url: simulator.url,
  client_id: FINCH_CLIENT_ID,
  secret: FINCH_CLIENT_SECRET,
  webhook_secret: FINCH_WEBHOOK_SECRET,
});
beforeEach(async () => {
  simulator = await startFinch({ now: NOON, seed: 7 });
  receiver = await startReceiver();
  simulator.control('webhook-url', { url: receiver.url });
  connector = finchKind.open(entryOf(finchKind, settings()), { redirect_url: '', webhook_url: receiver.url });
  player = playLive(connector, 'admin');
});
afterEach(async () => {
  await simulator.close();
  receiver.close();
});

const ADMIN = { username: 'payroll-summit-ridge-hospital', password: 'harbor-summit-ridge-hospital-1' };
const FEBRUARY = { link_id: 'c'.repeat(32), start_date: '2026-02-01', end_date: '2026-02-28' };
const payrollOf = (account: Account) => player.run(async (io) => connector.fetchPayroll?.(account, FEBRUARY, io));

test('an administrator connects a company on Finch’s page, and the company’s directory and payroll are read', async () => {
  const account = await player.connect(ADMIN);
  const { data } = await player.read(account);
  expect(data.directory).toHaveLength(12);
  const entries = (await payrollOf(account)) ?? [];
  expect(entries.length).toBeGreaterThan(12);
  expect(entries.filter(({ full_name }) => full_name === '')).toEqual([]);
  for (const { gross_pay, net_pay, deductions } of entries) {
    expect(gross_pay - deductions.reduce((sum, { amount }) => sum + amount, 0n)).toBe(net_pay);
  }
});

test('a login ends with login_error if the administrator leaves the provider’s page or enters a wrong password', async () => {
  expect((await failureOf(player.begin({ ...ADMIN, choose: 'Cancel' }))).status).toBe('login_error');
  expect((await failureOf(player.begin({ ...ADMIN, password: 'wrong' }))).status).toBe('login_error');
});

test('the task waits while Finch prepares the first data and while Finch’s statements are pending', async () => {
  simulator.control('staged', { staged: true });
  const account = await player.connect(ADMIN);
  expect((await player.fetch('first', account)).outcome).toBe('later');
  simulator.control('progress', {});
  expect((await player.fetch('first', account)).outcome).toBe('data');
  simulator.control('pending', { answers: 1 });
  expect((await player.fetch('rest', account)).outcome).toBe('later');
  expect((await player.fetch('rest', account)).outcome).toBe('data');
});

test('missing_data names the person whose contact details Finch does not have, and says how many payments have no pay statements', async () => {
  simulator.control('absent', { employees: 1, payments: 2 });
  const account = await player.connect(ADMIN);
  expect(await player.fetch('first', account)).toMatchObject({
    missing_data: [expect.stringMatching(/^Finch does not have the contact details of \w+ .+\.$/)],
  });
  expect(await player.fetch('rest', account)).toMatchObject({
    missing_data: [expect.stringMatching(/^Finch does not have the pay statements of 2 of \d+ payments\.$/)],
  });
});

test('if Finch does not state whether a person works at the company, recent pay makes the person active, and missing_data names the person', async () => {
  simulator.control('absent', { activity: 1 });
  const fetched = await player.fetch('first', await player.connect(ADMIN));
  const names = fetched.outcome === 'data' ? (fetched.data.directory ?? []).filter(({ is_active }) => is_active) : [];
  expect(names).toHaveLength(12);
  expect(fetched).toMatchObject({
    missing_data: [
      `Finch does not have the employment status of ${names[0]?.full_name}. Those who were paid in the last 60 days are listed as active.`,
    ],
  });
});

test('a payroll report of two years is read with fewer requests than Finch accepts in a minute', async () => {
  const account = await player.connect(ADMIN);
  simulator.control('limit', { per_minute: 12 });
  const range = { ...FEBRUARY, start_date: '2024-03-04', end_date: '2026-03-04' };
  const entries = (await player.run(async (io) => connector.fetchPayroll?.(account, range, io))) ?? [];
  expect(new Set(entries.map(({ pay_date }) => pay_date)).size).toBeGreaterThan(12);
});

describe('a repeated login', () => {
  const sessions = () =>
    simulator
      .requests()
      .filter(({ path }) => path.startsWith('/connect/sessions'))
      .map(({ path, status }) => `${path} ${status}`);

  test('a repair of a link renews its connection', async () => {
    const account = await player.connect(ADMIN);
    simulator.control('require-login', {});
    expect((await player.connect(ADMIN, { account })).login).toBe(account.login);
    expect(sessions()).toEqual(['/connect/sessions 200', '/connect/sessions/reauthenticate 200']);
    await expect(player.connect({}, { account, is_refresh: true })).resolves.toBeDefined();
  });

  test('a new login with a company that is already connected gets the same connection', async () => {
    const account = await player.connect(ADMIN);
    expect((await player.connect(ADMIN)).login).toBe(account.login);
    expect(sessions()).toEqual([
      '/connect/sessions 200',
      '/connect/sessions 400',
      '/connect/sessions/reauthenticate 200',
    ]);
  });

  test('after the connection was disconnected, a repair of the link makes another connection', async () => {
    const account = await player.connect(ADMIN);
    await player.run((io) => connector.revoke(account, io));
    expect((await player.connect(ADMIN, { account })).login).not.toBe(account.login);
    expect(sessions()).toEqual([
      '/connect/sessions 200',
      '/connect/sessions/reauthenticate 404',
      '/connect/sessions 200',
    ]);
  });
});

test('a refresh ends with login_error if the connection needs a new login', async () => {
  const account = await player.connect(ADMIN);
  await expect(player.connect({}, { account, is_refresh: true })).resolves.toBeDefined();
  simulator.control('require-login', {});
  expect((await failureOf(player.begin({}, { account, is_refresh: true }))).status).toBe('login_error');
});

test('revoking a link disconnects it at Finch, so that a later refresh ends with login_error', async () => {
  const account = await player.connect(ADMIN);
  await player.run((io) => connector.revoke(account, io));
  expect((await failureOf(player.begin({}, { account, is_refresh: true }))).status).toBe('login_error');
});

describe('webhooks from Finch', () => {
  const receive = (request: NoticeRequest, now = NOON) =>
    runStep(connector, async (io) => connector.webhook?.(request, io), { now: () => now });

  async function notices(flaw?: string): Promise<NoticeRequest[]> {
    await player.connect(ADMIN);
    await simulator.idle();
    receiver.received.length = 0;
    simulator.control('webhook', { event_type: 'payment.created', ...(flaw ? { flaw } : {}) });
    await simulator.idle();
    return receiver.received;
  }

  test('a notice from the simulator is accepted, and names the connection that it is about; an hour later the same notice is rejected', async () => {
    const [request] = await notices();
    if (request === undefined) throw new Error('no notice arrived');
    expect((await receive(request))?.logins).toHaveLength(1);
    expect(await receive(request, laterBy(NOON, 3_600))).toBeUndefined();
  });

  test('a repeated notice has the same id, even if it is signed again at another time', async () => {
    const requests = await notices('duplicate');
    const [first, second] = await Promise.all(requests.map((request) => receive(request)));
    expect(requests).toHaveLength(2);
    expect(first?.id).toMatch(/^msg_/);
    expect(second).toEqual(first);
  });

  test.each(['bad_signature', 'stale'])('a webhook request from Finch with the defect %s is rejected', async (flaw) => {
    const requests = await notices(flaw);
    expect(requests.length).toBeGreaterThan(0);
    for (const request of requests) expect(await receive(request)).toBeUndefined();
  });
});

test.each([
  ['rate_limit', 'unavailable'],
  ['server_error', 'unavailable'],
  ['expired_access', 'login_error'],
  ['truncated_body', 'error'],
  ['connection_ended', 'unavailable'],
  ['wrong_content_type', 'error'],
] as const)(
  'after the fault %s of Finch, a refresh ends with %s, and its error message contains no secret',
  async (fault, status) => {
    const account = await player.connect(ADMIN);
    simulator.addFault({ fault, path: '/introspect', times: 0 });
    const failure = await failureOf(player.begin({}, { account, is_refresh: true }));
    expect(failure.status).toBe(status);
    expect(failure.message).not.toContain(FINCH_CLIENT_SECRET);
  },
);

test('the connector’s check of its settings reports no error with the simulator’s secret, and one error with a wrong secret', async () => {
  const check = (secret: string) =>
    runStep(connector, (io) => finchKind.check(entryOf(finchKind, { ...settings(), secret }), io), {
      now: () => NOON,
    });
  expect(await check(FINCH_CLIENT_SECRET)).toEqual([]);
  expect(await check('wrong')).toEqual(['Finch does not accept client_id and secret.']);
});
