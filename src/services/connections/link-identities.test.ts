import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newId } from '#base/ids.ts';
import type { Connector } from '#connectors/contract.ts';
import { vouchPayroll } from '#connectors/sandbox/vouch-payroll.ts';
import { SYSTEM } from '#storage/platform/db.ts';
import { newClient, type TestClient, type TestHouse } from '#test/house.ts';
import { until } from '#test/jobs.ts';
import { connect, finishTasks, newUser, openWorkingHouse } from '#test/tasks.ts';
import { openWidget, settled } from '#test/widget.ts';

const bank = {
  connections_count: 0,
  revoked: new Set<string>(),
  beforeLogin: async (): Promise<void> => undefined,
};

/**
 * A bank at which every login makes another connection. The user name lists the accounts of the login, such as
 * `checking+savings`. An account whose name begins with `?` is known only after the first fetch. An account whose name
 * begins with `!` has no identity.
 */
const manyAccounts: Connector = {
  ...vouchPayroll,
  manifest: { ...vouchPayroll.manifest, id: 'many_accounts', name: 'Many Accounts' },
  loginOf: () => undefined,
  async login({ credentials, is_refresh, account }) {
    if (is_refresh && account !== undefined) return { step: 'connected', account };
    await bank.beforeLogin();
    const username = credentials['username'] ?? '';
    const connection_id = `connection-${++bank.connections_count}`;
    return {
      step: 'connected',
      account: {
        login: username.startsWith('!') ? connection_id : username,
        connection_id,
        can_switch_deposits: null,
        is_suspicious: false,
        memory: { username },
      },
      identities: username.split('+').filter((name) => /^[a-z]/.test(name)),
    };
  },
  fetch: {
    first: async (account) => ({
      outcome: 'data',
      data: {},
      account,
      identities: String(account.memory['username'])
        .split('+')
        .filter((name) => !name.startsWith('!'))
        .map((name) => name.replace('?', '')),
    }),
    rest: async (account) => ({ outcome: 'data', data: {}, account }),
  },
  async revoke({ connection_id = '' }) {
    bank.revoked.add(connection_id);
  },
};

let house: TestHouse;
let client: TestClient;
beforeAll(async () => {
  house = await openWorkingHouse({
    connectors: new Map(
      [manyAccounts, { ...manyAccounts, manifest: { ...manyAccounts.manifest, id: 'other_bank' } }].map((one) => [
        one.manifest.id,
        one,
      ]),
    ),
  });
  client = await newClient(house);
});
afterAll(() => house.close());

const person = () => newUser(client.sandbox, newId());

async function logIn(user_id: string, username: string, provider_id = 'many_accounts') {
  const { link_id } = await connect(client.sandbox, user_id, { provider_id, username });
  await finishTasks(house);
  return link_id;
}

const linksOf = async (user_id: string): Promise<{ id: string; access_token: string; link_hash: string }[]> =>
  (await client.sandbox('GET', `/v1/links/?user_id=${user_id}`)).json().results;

const storedHashes = async (link_id: string) =>
  (await house.database.scoped(SYSTEM).query('select * from link_identities where link_id = $1', [link_id])).rows;

describe('a login of the same person at the same provider', () => {
  test('a login with one common account joins the existing link, which keeps its access token and link_hash; the replaced connection is revoked', async () => {
    const user_id = await person();
    const link_id = await logIn(user_id, 'checking');
    const [before] = await linksOf(user_id);
    const replaced = `connection-${bank.connections_count}`;
    expect(await logIn(user_id, 'checking+savings')).toBe(link_id);
    await until(() => bank.revoked.has(replaced));
    expect(bank.revoked).not.toContain(`connection-${bank.connections_count}`);
    expect(await linksOf(user_id)).toMatchObject([
      { id: link_id, access_token: before?.access_token, link_hash: before?.link_hash, is_connected: true },
    ]);
    // The link remembers accounts that the person did not choose the last time.
    expect(await logIn(user_id, 'savings')).toBe(link_id);
    expect(await logIn(user_id, 'checking+card')).toBe(link_id);
    expect(await linksOf(user_id)).toHaveLength(1);
  });

  test('a refresh after a login with other accounts refreshes the same link', async () => {
    const user_id = await person();
    const link_id = await logIn(user_id, 'checking');
    await logIn(user_id, 'checking+savings');
    const [link] = await linksOf(user_id);
    const { task_id } = (
      await client.sandbox('POST', '/v1/refresh/tasks/', { access_token: link?.access_token })
    ).json();
    await finishTasks(house);
    expect((await client.sandbox('GET', `/v1/tasks/${task_id}/`)).json()).toMatchObject({ status: 'done', link_id });
    expect(await linksOf(user_id)).toHaveLength(1);
  });

  test.each([
    ['has no common account', 'savings'],
    ['has accounts without an identity only', '!'],
  ])('a login that %s makes a second link', async (_, username) => {
    const user_id = await person();
    const link_id = await logIn(user_id, 'checking+!');
    expect(await logIn(user_id, username)).not.toBe(link_id);
    expect(await linksOf(user_id)).toHaveLength(2);
  });

  test('a login joins a link by an account that was known only after the link’s first fetch', async () => {
    const user_id = await person();
    const link_id = await logIn(user_id, '?checking');
    expect(await logIn(user_id, 'checking+savings')).toBe(link_id);
  });

  test('if several links have an account of the login, the link of the same login is found first, then the oldest link', async () => {
    const user_id = await person();
    const oldest = await logIn(user_id, 'checking');
    house.clock.advance(1_000);
    const newest = await logIn(user_id, 'savings');
    expect(newest).not.toBe(oldest);
    expect(await logIn(user_id, 'savings+checking')).toBe(oldest);
    expect(await logIn(user_id, 'savings')).toBe(newest);
    expect(await linksOf(user_id)).toHaveLength(2);
  });

  test('two concurrent logins with a common account make one link', async () => {
    const people = await Promise.all(Array.from({ length: 5 }, person));
    for (const user_id of people) {
      let waiting = 0;
      bank.beforeLogin = async () => {
        waiting++;
        await until(() => waiting === 2);
      };
      const ids = await Promise.all([logIn(user_id, 'checking'), logIn(user_id, 'savings+checking')]);
      bank.beforeLogin = async () => undefined;
      expect(new Set(ids).size).toBe(1);
      expect(await linksOf(user_id)).toHaveLength(1);
    }
  });
});

test('the same account of another person, or at another provider, makes another link', async () => {
  const user_id = await person();
  const ids = [
    await logIn(user_id, 'checking'),
    await logIn(user_id, 'checking', 'other_bank'),
    await logIn(await person(), 'checking+savings'),
  ];
  expect(new Set(ids).size).toBe(3);
});

test('update mode fails with LINK_EXISTS if the accounts of the login belong to another link only', async () => {
  const user_id = await person();
  const link_id = await logIn(user_id, 'checking');
  await logIn(user_id, 'savings');
  const [access_token] = (await linksOf(user_id)).filter(({ id }) => id === link_id).map((link) => link.access_token);
  const update = async (username: string) => {
    const own = await openWidget(house, client.sandbox, user_id, { access_token });
    const credentials = { username, password: 'any' };
    const { task_id } = await own.post('tasks/', { provider_id: 'many_accounts', credentials }, 201);
    return settled(house, own, task_id);
  };
  expect((await update('savings+card')).error?.error_code).toBe('LINK_EXISTS');
  expect((await update('checking+savings+card')).status).toBe('done');
  expect(await logIn(user_id, 'card')).toBe(link_id);
});

describe('the accounts of a link', () => {
  test('only keyed hashes of the accounts are stored', async () => {
    const rows = await storedHashes(await logIn(await person(), 'checking+savings'));
    expect(rows).toHaveLength(2);
    expect(JSON.stringify(rows.map((row) => Object.values(row).map(String)))).not.toMatch(/checking|savings/);
  });

  test('the hashes are deleted with the link, and with the person; a deleted link is not joined', async () => {
    const user_id = await person();
    const first = await logIn(user_id, 'checking');
    expect((await client.sandbox('DELETE', `/v1/links/${first}/`)).statusCode).toBe(204);
    expect(await storedHashes(first)).toEqual([]);
    const second = await logIn(user_id, 'checking+savings');
    expect(second).not.toBe(first);
    expect(await storedHashes(second)).toHaveLength(2);
    expect((await client.sandbox('DELETE', `/v1/users/${user_id}/`)).statusCode).toBe(204);
    expect(await storedHashes(second)).toEqual([]);
  });
});
