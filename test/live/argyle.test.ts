// Tests the Argyle connector against the Argyle simulator, over HTTP.
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { failureOf, laterBy, NOON } from '#connectors/conformance-play.ts';
import type { Connector, NoticeRequest } from '#connectors/contract.ts';
import { argyleKind } from '#connectors/live/argyle/index.ts';
import { runStep } from '#services/connections/provider-calls.ts';
import { ARGYLE_KEY_ID, ARGYLE_KEY_SECRET, startArgyle } from '#simulators/argyle/server.ts';
import { entryOf, playLive, startReceiver } from './live-kinds.ts';

const WEBHOOK_SECRET = 'a-secret-for-webhooks';

let simulator: Awaited<ReturnType<typeof startArgyle>>;
let receiver: Awaited<ReturnType<typeof startReceiver>>;
let connector: Connector;
let player: ReturnType<typeof playLive>;
const settings = () => ({
  base_url: simulator.url,
  client_id: ARGYLE_KEY_ID,
  secret: ARGYLE_KEY_SECRET,
  webhook_secret: WEBHOOK_SECRET,
});
beforeEach(async () => {
  simulator = await startArgyle({ now: NOON, seed: 7 });
  receiver = await startReceiver();
  connector = argyleKind.open(entryOf(argyleKind, settings()), { redirect_url: '', webhook_url: receiver.url });
  player = playLive(connector, 'income');
});
afterEach(async () => {
  await simulator.close();
  receiver.close();
});

const MAYA = { username: 'maya', password: 'harbor-maya-1', choose: 'Summit Ridge Hospital' };
const TOM = { username: 'tom', password: 'harbor-tom-1', choose: 'SwiftLift Rides' };

test('a person who logs in at an employer on Argyle’s page is connected, and the pay stubs and their PDF files are read', async () => {
  const { data, account } = await player.read(await player.connect(MAYA));
  expect(data.employments).toMatchObject([{ company: { name: 'Summit Ridge Hospital' }, is_active: true }]);
  const statements = data.statements ?? [];
  expect(statements.length).toBeGreaterThan(20);
  for (const { gross_pay, net_pay, deductions } of statements) {
    const taken = deductions.reduce((sum, { amount }) => sum + amount, 0n);
    expect((gross_pay ?? 0n) - taken).toBe(net_pay);
  }
  expect(statements.filter(({ pay_date }) => (pay_date ?? '') > '2026-03-04')).toEqual([]);
  const file_id = statements[0]?.file_id;
  const { openFile } = connector;
  if (!file_id || typeof openFile !== 'function') throw new Error('the newest pay stub has no file');
  const bytes = await player.run((io) => openFile(account, file_id, io));
  expect(bytes?.subarray(0, 5).toString()).toBe('%PDF-');
});

test('a pay stub file of one person cannot be opened with the account of another person', async () => {
  const { data } = await player.read(await player.connect(MAYA));
  const other = await player.connect(TOM);
  const { openFile } = connector;
  const file_id = data.statements?.[0]?.file_id;
  if (!file_id || typeof openFile !== 'function') throw new Error('the newest pay stub has no file');
  expect(await player.run((io) => openFile(other, file_id, io))).toBeUndefined();
});

test('gigs of a gig platform are read as shifts', async () => {
  const { data } = await player.read(await player.connect(TOM));
  expect(data.shifts?.length).toBeGreaterThan(50);
  const [employment] = data.employments ?? [];
  expect(new Set(data.shifts?.map(({ employment_id }) => employment_id))).toEqual(new Set([employment?.id]));
});

test('a login ends with login_error if the person leaves the provider’s page or enters a wrong password', async () => {
  expect((await failureOf(player.begin({ ...MAYA, choose: 'Cancel' }))).status).toBe('login_error');
  expect((await failureOf(player.begin({ ...MAYA, password: 'wrong' }))).status).toBe('login_error');
});

test('a refresh of a disconnected account ends with login_error, and a new login on the page reconnects the same account', async () => {
  const account = await player.connect(MAYA);
  simulator.control('disconnect', { error_code: 'invalid_credentials' });
  expect((await failureOf(player.begin({}, { account, is_refresh: true }))).status).toBe('login_error');
  const again = await player.connect(MAYA, { account });
  expect(again.login).toBe(account.login);
});

test('a person whose account lost its connection reconnects it on the page without a password, and the link keeps its account', async () => {
  const account = await player.connect(MAYA);
  simulator.control('disconnect');
  const again = await player.connect({ choose: 'Reconnect Summit Ridge Hospital' }, { account });
  expect(again.login).toBe(account.login);
  expect((await player.read(again)).data.statements?.length).toBeGreaterThan(20);
});

test('each visit to the page has a new session and a new verification of the same Argyle user, and the page’s URL has no secret', async () => {
  const first = await player.step(MAYA);
  if (first.step !== 'redirect') throw new Error('expected a redirect');
  expect(first.url).not.toContain(ARGYLE_KEY_SECRET);
  await player.connect(MAYA);
  const paths = simulator.requests().map(({ method, path }) => `${method} ${path}`);
  const count = (wanted: string) => paths.filter((path) => path === wanted).length;
  expect([count('POST /v2/users'), count('POST /v2/verifications'), count('POST /v2/sessions')]).toEqual([1, 2, 2]);
});

test('the task waits until Argyle has collected all data', async () => {
  simulator.control('staged', { staged: true });
  let account = await player.connect(MAYA);
  const waiting = await player.fetch('first', account);
  expect(waiting.outcome).toBe('later');
  account = waiting.account;
  simulator.control('progress', {});
  simulator.control('progress', {});
  expect((await player.fetch('first', account)).outcome).toBe('data');
  expect((await player.fetch('rest', account)).outcome).toBe('data');
});

test('revoking a link deletes the account at Argyle, so that a later refresh ends with login_error', async () => {
  const account = await player.connect(MAYA);
  await player.run((io) => connector.revoke(account, io));
  expect((await failureOf(player.begin({}, { account, is_refresh: true }))).status).toBe('login_error');
});

describe('webhooks from Argyle', () => {
  const receive = (request: NoticeRequest) =>
    runStep(connector, async (io) => connector.webhook?.(request, io), { now: () => NOON });

  /** Connects Maya, and returns the requests with which the simulator then announces an event. */
  async function notices(flaw?: string, event = 'paystubs.updated', config: object = {}): Promise<NoticeRequest[]> {
    await fetch(`${simulator.url}/v2/webhooks`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        connection: 'close',
        authorization: `Basic ${Buffer.from(`${ARGYLE_KEY_ID}:${ARGYLE_KEY_SECRET}`).toString('base64')}`,
      },
      body: JSON.stringify({ name: 'vouch', url: receiver.url, events: [event], secret: WEBHOOK_SECRET, config }),
    });
    await player.connect(MAYA);
    await simulator.idle();
    receiver.received.length = 0;
    simulator.control('webhook', { event, ...(flaw ? { flaw } : {}) });
    await simulator.idle();
    return receiver.received;
  }

  test('a notice from the simulator is accepted and names the account that it is about', async () => {
    const [request] = await notices();
    if (request === undefined) throw new Error('no notice arrived');
    expect((await receive(request))?.logins).toHaveLength(1);
  });

  test('a notice that the simulator sends twice has the same id both times, and the next notice about the account has another id', async () => {
    const twice = [...(await notices('duplicate', 'accounts.updated', { include_resource: true }))];
    simulator.clock.set(laterBy(NOON, 86_400));
    const before_refresh = receiver.received.length;
    simulator.control('refresh');
    await simulator.idle();
    const idsOf = async (requests: NoticeRequest[]) =>
      Promise.all(requests.map(async (request) => (await receive(request))?.id));
    const [before, after] = [await idsOf(twice), await idsOf(receiver.received.slice(before_refresh))];
    expect([before.length, new Set(before).size, after.length]).toEqual([2, 1, 1]);
    expect(before).not.toContain(after[0]);
  });

  test.each(['bad_signature', 'no_signature'])(
    'a webhook request from Argyle with the defect %s is rejected',
    async (flaw) => {
      const requests = await notices(flaw);
      expect(requests.length).toBeGreaterThan(0);
      for (const request of requests) expect(await receive(request)).toBeUndefined();
    },
  );
});

describe('faults of Argyle', () => {
  test.each([
    ['rate_limit', 'unavailable'],
    ['server_error', 'unavailable'],
    ['truncated_body', 'error'],
    ['connection_ended', 'unavailable'],
    ['wrong_content_type', 'error'],
  ] as const)(
    'after the fault %s of Argyle, a refresh ends with %s, and its error message contains no secret',
    async (fault, status) => {
      const account = await player.connect(MAYA);
      simulator.addFault({ fault, path: '/v2/accounts', times: 0 });
      const failure = await failureOf(player.begin({}, { account, is_refresh: true }));
      expect(failure.status).toBe(status);
      expect(failure.message).not.toContain(ARGYLE_KEY_SECRET);
    },
  );

  test('a pay stub without gross pay has gross_pay null and lists gross_pay in missing_data_fields', async () => {
    const account = await player.connect(MAYA);
    simulator.addFault({ fault: 'missing_field', path: '/v2/paystubs', times: 0 });
    const { data } = await player.read(account);
    expect(data.statements?.[0]).toMatchObject({
      gross_pay: null,
      missing_data_fields: expect.arrayContaining(['gross_pay']),
    });
  });

  test.each(['duplicate_rows', 'extra_fields'] as const)(
    'with the fault %s of Argyle, the data that is read is the same as without a fault',
    async (fault) => {
      const account = await player.connect(MAYA);
      const clean = await player.read(account);
      simulator.addFault({ fault, path: '/v2/', times: 0 });
      expect((await player.read(account)).data).toEqual(clean.data);
    },
  );
});

test('the connector’s check of its settings reports no error with the simulator’s secret, and one error with a wrong secret', async () => {
  const check = (secret: string) =>
    runStep(connector, (io) => argyleKind.check(entryOf(argyleKind, { ...settings(), secret }), io), {
      now: () => NOON,
    });
  expect(await check(ARGYLE_KEY_SECRET)).toEqual([]);
  expect(await check('wrong')).toEqual(['Argyle does not accept client_id and secret.']);
});
