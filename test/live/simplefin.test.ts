// Tests the SimpleFIN connector against the SimpleFIN simulator, over HTTP.
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { failureOf, laterBy, NOON } from '#connectors/conformance-play.ts';
import type { Account, Connector } from '#connectors/contract.ts';
import { simplefinKind } from '#connectors/live/simplefin/index.ts';
import { runStep } from '#services/connections/provider-calls.ts';
import { type SimplefinSimulator, startSimplefin } from '#simulators/simplefin/server.ts';
import { entryOf, playLive } from './live-kinds.ts';

let simulator: SimplefinSimulator;
let connector: Connector;
let player: ReturnType<typeof playLive>;
beforeEach(async () => {
  simulator = await startSimplefin({ now: NOON, seed: 7 });
  connector = simplefinKind.open(entryOf(simplefinKind, { origins: [simulator.url] }), {
    redirect_url: '',
    webhook_url: '',
  });
  player = playLive(connector, 'assets');
});
afterEach(() => simulator.close());

const tokenOf = (username: string) => ({ setup_token: simulator.setupToken(username) });
const reads = () => simulator.requests().filter(({ path }) => path.endsWith('/accounts')).length;

test('after a setup token is claimed, two years of transactions of all accounts are read', async () => {
  const { data } = await player.read(await player.connect(tokenOf('daniel')));
  const types = data.accounts?.map(({ type }) => type) ?? [];
  expect(types).toContain('CHECKING');
  expect(types).toContain('INVESTMENT');
  expect(data.holdings?.length).toBeGreaterThan(0);
  const days = (data.transactions ?? []).map(({ transacted_at }) => transacted_at.slice(0, 10)).toSorted();
  expect(days.length).toBeGreaterThan(100);
  expect(days[0]?.slice(0, 7)).toBe('2024-03');
  expect(days.at(-1)?.slice(0, 7)).toBe('2026-03');
  const ids = data.transactions?.map(({ id }) => id) ?? [];
  expect(new Set(ids).size).toBe(ids.length);
});

test('a login with a setup token that was already claimed or is disabled ends with login_error and the contract’s message', async () => {
  const token = tokenOf('maya');
  await player.connect(token);
  const used = { status: 'login_error', message: 'This token was used before. Make a new one.' };
  expect(await failureOf(player.begin(token))).toMatchObject(used);
  const other = tokenOf('maya');
  simulator.control('disable-tokens', { username: 'maya' });
  expect(await failureOf(player.begin(other))).toMatchObject(used);
});

test.each([
  ['revoke', 'login_error'],
  ['stop-paying', 'account_locked'],
])('after the command %s to the SimpleFIN simulator, a refresh ends with %s', async (control, status) => {
  const account = await player.connect(tokenOf('maya'));
  simulator.control(control, { username: 'maya' });
  expect((await failureOf(player.begin({}, { account, is_refresh: true }))).status).toBe(status);
});

test('refreshes stop before they exceed the server’s daily request limit, and a refresh on a later day succeeds', async () => {
  let account: Account = await player.connect(tokenOf('maya'));
  ({ account } = await player.read(account));
  let refusal: unknown;
  for (let refresh = 1; refresh <= 5 && refusal === undefined; refresh++) {
    const now = laterBy(NOON, refresh * 60);
    try {
      account = await player.connect({}, { account, is_refresh: true, now });
      ({ account } = await player.read(account, { now, is_refresh: true }));
    } catch (error) {
      refusal = error;
    }
  }
  expect(refusal).toMatchObject({ status: 'unavailable' });
  expect(reads()).toBeLessThanOrEqual(24);
  const tomorrow = laterBy(NOON, 2 * 86_400);
  simulator.clock.set(tomorrow);
  await expect(player.connect({}, { account, is_refresh: true, now: tomorrow })).resolves.toBeDefined();
});

test('error messages in the server’s response are stored in missing_data', async () => {
  simulator.control('errors', { username: 'maya', errors: ['Harbor Street Bank needs a new login.'] });
  const fetched = await player.fetch('first', await player.connect(tokenOf('maya')));
  expect(fetched).toMatchObject({ outcome: 'data', missing_data: ['Harbor Street Bank needs a new login.'] });
});

describe('faults of a SimpleFIN server', () => {
  test.each([
    ['rate_limit', 'unavailable'],
    ['server_error', 'unavailable'],
    ['expired_access', 'login_error'],
    ['truncated_body', 'error'],
    ['connection_ended', 'unavailable'],
    ['wrong_content_type', 'error'],
  ] as const)(
    'after the fault %s of a SimpleFIN server, a refresh ends with %s, and its error message contains no secret',
    async (fault, status) => {
      const account = await player.connect(tokenOf('maya'));
      simulator.addFault({ fault, path: '/simplefin/accounts', times: 0 });
      const failure = await failureOf(player.begin({}, { account, is_refresh: true }));
      expect(failure.status).toBe(status);
      const secrets = [new URL(String(account.memory['access_address'])).password];
      expect(secrets.filter((secret) => failure.message.includes(secret))).toEqual([]);
    },
  );

  test.each(['duplicate_rows', 'extra_fields', 'missing_field'] as const)(
    'with the fault %s of a SimpleFIN server, the data that is read is the same as without a fault',
    async (fault) => {
      const clean = await player.read(await player.connect(tokenOf('maya')));
      simulator.addFault({ fault, path: '/simplefin/accounts', times: 0 });
      const { data } = await player.read(await player.connect(tokenOf('maya')));
      expect(data).toEqual(clean.data);
    },
  );
});

test('the connector’s check of its settings reports no error for the running simulator', async () => {
  const entry = entryOf(simplefinKind, { origins: [simulator.url] });
  expect(await runStep(connector, (io) => simplefinKind.check(entry, io), { now: () => NOON })).toEqual([]);
});
