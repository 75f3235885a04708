// Tests the Plaid connector against the Plaid simulator, over HTTP.
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { failureOf, laterBy, NOON } from '#connectors/conformance-play.ts';
import type { Connector, NoticeRequest } from '#connectors/contract.ts';
import { plaidKind } from '#connectors/live/plaid/index.ts';
import { runStep } from '#services/connections/provider-calls.ts';
import { PLAID_CLIENT_ID, PLAID_SECRET, startPlaid } from '#simulators/plaid/server.ts';
import { entryOf, playLive, startReceiver } from './live-kinds.ts';

let simulator: Awaited<ReturnType<typeof startPlaid>>;
let receiver: Awaited<ReturnType<typeof startReceiver>>;
let connector: Connector;
let player: ReturnType<typeof playLive>;
const settings = () => ({ base_url: simulator.url, client_id: PLAID_CLIENT_ID, secret: PLAID_SECRET });
beforeEach(async () => {
  simulator = await startPlaid({ now: NOON, seed: 7 });
  receiver = await startReceiver();
  connector = plaidKind.open(entryOf(plaidKind, settings()), { redirect_url: '', webhook_url: receiver.url });
  player = playLive(connector, 'assets');
});
afterEach(async () => {
  await simulator.close();
  receiver.close();
});

const person = (username: string) => ({ username, password: `harbor-${username}-1`, choose: 'Harbor Street Bank' });

test('a person connects a bank on Plaid’s hosted page, and accounts, identity, loans and transactions are read', async () => {
  const { data } = await player.read(await player.connect(person('daniel')));
  expect(data.accounts?.map(({ type }) => type)).toContain('CHECKING');
  const checking = data.accounts?.find(({ type }) => type === 'CHECKING');
  expect(checking).toMatchObject({ account_number: expect.any(String), routing_number: expect.any(String) });
  expect(checking?.owners.length).toBeGreaterThan(0);
  expect(data.identity).toHaveLength(1);
  expect(data.loans?.length).toBeGreaterThan(0);
  expect(data.transactions?.length).toBeGreaterThan(100);
  const known = new Set(data.accounts?.map(({ id }) => id));
  expect(data.transactions?.filter(({ account_id }) => !known.has(account_id))).toEqual([]);
});

test('a login ends with login_error if the person leaves the provider’s page or enters a wrong password', async () => {
  const left = { ...person('maya'), choose: 'Cancel' };
  const wrong = { ...person('maya'), password: 'wrong' };
  expect((await failureOf(player.begin(left))).status).toBe('login_error');
  expect((await failureOf(player.begin(wrong))).status).toBe('login_error');
});

test('a refresh ends with login_error if the Plaid item needs a new login; a new login on the page renews the same item', async () => {
  const account = await player.connect(person('maya'));
  simulator.control('require-login', {});
  expect((await failureOf(player.begin({}, { account, is_refresh: true }))).status).toBe('login_error');
  const again = await player.connect(person('maya'), { account });
  expect(again.login).toBe(account.login);
  await expect(player.connect({}, { account: again, is_refresh: true })).resolves.toBeDefined();
});

test('if transactions change after the first page was read, all pages are read again', async () => {
  const account = await player.connect(person('maya'));
  const before = await player.read(account);
  simulator.control('mutate-during-pagination', { times: 1 });
  const { data } = await player.read(account);
  const ids = data.transactions?.map(({ id }) => id) ?? [];
  expect(new Set(ids).size).toBe(ids.length);
  expect(ids.length).toBeGreaterThan((before.data.transactions?.length ?? 0) - 5);
});

test('the task waits until Plaid has all older transactions', async () => {
  simulator.control('staged', { staged: true });
  const account = await player.connect(person('maya'));
  const waiting = await player.fetch('rest', account);
  expect(waiting.outcome).toBe('later');
  simulator.control('progress', {});
  simulator.control('progress', {});
  expect((await player.fetch('rest', waiting.account)).outcome).toBe('data');
});

test('transactions that were removed at Plaid are missing from the next read', async () => {
  const account = await player.connect(person('maya'));
  const before = await player.read(account);
  simulator.control('remove', { count: 3 });
  const after = await player.read(account);
  expect(after.data.transactions?.length).toBe((before.data.transactions?.length ?? 0) - 3);
});

test('revoking a link removes the item at Plaid, so that a later refresh ends with login_error', async () => {
  const account = await player.connect(person('maya'));
  await player.run((io) => connector.revoke(account, io));
  expect((await failureOf(player.begin({}, { account, is_refresh: true }))).status).toBe('login_error');
});

describe('webhooks from Plaid', () => {
  const receive = (request: NoticeRequest, now = NOON) =>
    runStep(connector, async (io) => connector.webhook?.(request, io), { now: () => now });

  async function notices(flaw?: string): Promise<NoticeRequest[]> {
    await player.read(await player.connect(person('maya')));
    await simulator.idle();
    receiver.received.length = 0;
    simulator.control('webhook', { code: 'SYNC_UPDATES_AVAILABLE', ...(flaw ? { flaw } : {}) });
    await simulator.idle();
    return receiver.received;
  }

  test('a notice from the simulator is accepted, and names the item that it is about; an hour later the same notice is rejected', async () => {
    const [request] = await notices();
    if (request === undefined) throw new Error('no notice arrived');
    expect((await receive(request))?.logins).toHaveLength(1);
    expect(await receive(request, laterBy(NOON, 3_600))).toBeUndefined();
  });

  test.each(['bad_signature', 'stale', 'changed_body'])(
    'a webhook request from Plaid with the defect %s is rejected',
    async (flaw) => {
      const requests = await notices(flaw);
      expect(requests.length).toBeGreaterThan(0);
      for (const request of requests) expect(await receive(request)).toBeUndefined();
    },
  );

  test('a notice that is sent twice has the same id both times', async () => {
    const requests = await notices('duplicate');
    const ids: unknown[] = [];
    for (const request of requests) ids.push((await receive(request))?.id);
    expect(requests.length).toBeGreaterThan(1);
    expect(new Set(ids).size).toBe(1);
  });
});

describe('faults of Plaid', () => {
  test.each([
    ['rate_limit', 'unavailable'],
    ['server_error', 'unavailable'],
    ['expired_access', 'login_error'],
    ['truncated_body', 'error'],
    ['connection_ended', 'unavailable'],
    ['wrong_content_type', 'error'],
  ] as const)(
    'after the fault %s of Plaid, a refresh ends with %s, and its error message contains no secret',
    async (fault, status) => {
      const account = await player.connect(person('maya'));
      simulator.addFault({ fault, path: '/item/get', times: 0 });
      const failure = await failureOf(player.begin({}, { account, is_refresh: true }));
      expect(failure.status).toBe(status);
      expect(failure.message).not.toContain(PLAID_SECRET);
    },
  );

  test.each(['duplicate_rows', 'extra_fields', 'missing_field'] as const)(
    'with the fault %s of Plaid, the data that is read is the same as without a fault',
    async (fault) => {
      const account = await player.connect(person('maya'));
      const clean = await player.read(account);
      simulator.addFault({ fault, path: '/', times: 0 });
      expect((await player.read(account)).data).toEqual(clean.data);
    },
  );

  test('an account with an unknown subtype is read with the type OTHER', async () => {
    const account = await player.connect(person('maya'));
    simulator.addFault({ fault: 'unknown_enum', path: '/accounts/get', times: 0 });
    const { data } = await player.read(account);
    expect(data.accounts?.map(({ type }) => type)).toContain('OTHER');
  });
});

test('the connector’s check of its settings reports no error with the simulator’s secret, and one error with a wrong secret', async () => {
  const check = (secret: string) =>
    runStep(connector, (io) => plaidKind.check(entryOf(plaidKind, { ...settings(), secret }), io), { now: () => NOON });
  expect(await check(PLAID_SECRET)).toEqual([]);
  expect(await check('wrong')).toHaveLength(1);
});
