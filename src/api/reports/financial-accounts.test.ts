import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newId } from '#base/ids.ts';
import { setFeatures } from '#services/access/clients.ts';
import { NOT_FOUND } from '#test/answers.ts';
import { newClient, type TestClient, type TestHouse } from '#test/house.ts';
import { advance, connect, finishTasks, newUser, openWorkingHouse } from '#test/tasks.ts';

let house: TestHouse;
let client: TestClient;
beforeAll(async () => {
  house = await openWorkingHouse();
  client = await newClient(house);
});
afterAll(() => house.close());

type Account = { id: string; type: string; updated_at: string };
type Transaction = { id: string; account_id: string; transacted_at: string; created_at: string };

const DAY_SECONDS = 86_400;
const BANK = { provider_id: 'vouch_bank', product_type: 'assets' };

type Link = { link_id: string; access_token: string };
async function newLink(username: string, more: object = BANK): Promise<Link> {
  const user_id = await newUser(client.sandbox, newId());
  const { link_id, public_token } = await connect(client.sandbox, user_id, { username, ...more });
  await finishTasks(house);
  const { access_token } = (await client.sandbox('POST', '/v1/link-access-tokens/', { public_token })).json();
  return { link_id, access_token };
}

/** Links that tests read but do not change. Each link is created once. */
const known = new Map<string, Promise<Link>>();
function linkOf(username: string, more: object = BANK): Promise<Link> {
  const key = JSON.stringify([username, more]);
  const link = known.get(key) ?? newLink(username, more);
  known.set(key, link);
  return link;
}
const get = (link_id: string, path: string) => client.sandbox('GET', `/v1/links/${link_id}/${path}`);

async function refresh({ access_token }: Link): Promise<void> {
  expect((await client.sandbox('POST', '/v1/refresh/tasks/', { access_token })).statusCode).toBe(201);
  await finishTasks(house);
}

async function allTransactions(link_id: string): Promise<Transaction[]> {
  const all: Transaction[] = [];
  for (let page = 1; ; page++) {
    const { next, transactions } = (await get(link_id, `transactions/?page_size=100&page=${page}`)).json();
    all.push(...transactions);
    if (next === null) return all;
  }
}

describe('GET /v1/links/{link_id}/transactions/', () => {
  test('200: returns one page of transactions, and all accounts', async () => {
    const { link_id } = await linkOf('checking.savings');
    const answer = (await get(link_id, 'transactions/?page_size=3')).json();
    expect(Object.keys(answer)).toEqual(['count', 'next', 'previous', 'accounts', 'transactions']);
    expect(answer).toMatchObject({ next: expect.stringContaining('page=2'), previous: null });
    expect(answer.transactions).toHaveLength(3);
    expect(answer.accounts.map(({ type }: Account) => type).toSorted()).toEqual(['CHECKING', 'SAVINGS']);
  });

  test('200: the accounts have no account numbers and no owners', async () => {
    const { link_id } = await linkOf('checking');
    const [account] = (await get(link_id, 'transactions/')).json().accounts;
    expect(Object.keys(account).toSorted()).toEqual(
      ['id', 'created_at', 'updated_at', 'type', 'subtype', 'mask', 'nickname', 'balances'].toSorted(),
    );
  });

  test('200: transacted_at_from and transacted_at_to without a time cover the whole day', async () => {
    const { link_id } = await linkOf('checking');
    const [newest] = await allTransactions(link_id);
    const day = newest?.transacted_at.slice(0, 10) ?? '';
    const { transactions } = (
      await get(link_id, `transactions/?transacted_at_from=${day}&transacted_at_to=${day}`)
    ).json();
    expect(transactions[0]).toEqual(newest);
    expect(transactions.every(({ transacted_at }: Transaction) => transacted_at.startsWith(day))).toBe(true);
  });

  test('200: an unknown account_id matches no transactions, and all accounts are still returned', async () => {
    const { link_id } = await linkOf('checking');
    const answer = (await get(link_id, `transactions/?account_id=${newId()}`)).json();
    expect(answer).toMatchObject({ count: 0, next: null, transactions: [] });
    expect(answer.accounts).toHaveLength(1);
  });

  test('200: the lists are empty for a link to a provider that is not a bank', async () => {
    const { link_id } = await linkOf('goodlogin', { provider_id: 'vouch_payroll' });
    const response = await get(link_id, 'transactions/');
    expect(response.statusCode).toBe(200);
    expect(response.json()).toEqual({ count: 0, next: null, previous: null, accounts: [], transactions: [] });
  });

  test('200: a refresh adds transactions and statements, and does not change transactions older than the period that the refresh reads', async () => {
    const link = await newLink('checking');
    const before = await allTransactions(link.link_id);
    const statements = (await get(link.link_id, 'bank_statements/')).json().count;
    await advance(house, client.sandbox, 90 * DAY_SECONDS);
    await refresh(link);
    const after = await allTransactions(link.link_id);
    expect(after.length).toBeGreaterThan(before.length);
    expect(after.at(-1)).toEqual(before.at(-1));
    expect(new Set(after.map(({ id }) => id)).size).toBe(after.length);
    expect((await get(link.link_id, 'bank_statements/')).json().count).toBeGreaterThan(statements);
  });
});

describe('GET /v1/links/{link_id}/balances/', () => {
  test('200: as_of is the time of the last retrieval, even if nothing changed', async () => {
    const link = await newLink('card');
    const before = (await get(link.link_id, 'balances/')).json();
    await advance(house, client.sandbox, 60);
    expect((await get(link.link_id, 'balances/')).json()).toEqual(before);
    await refresh(link);
    const after = (await get(link.link_id, 'balances/')).json();
    expect(Date.parse(after.as_of) - Date.parse(before.as_of)).toBeGreaterThanOrEqual(60_000);
    expect(after.accounts).toEqual(before.accounts);
  });
});

describe('GET /v1/links/{link_id}/auth/', () => {
  test('200: returns deposit accounts only', async () => {
    const { link_id } = await linkOf('goodlogin');
    const { accounts } = (await get(link_id, 'auth/')).json();
    expect(accounts).toMatchObject([
      { type: 'CHECKING', account_number: expect.stringMatching(/^\d+$/), routing_number: expect.any(String) },
      { type: 'SAVINGS', account_number: expect.stringMatching(/^\d+$/), routing_number: expect.any(String) },
    ]);
    expect((await get((await linkOf('card')).link_id, 'auth/')).json()).toEqual({ accounts: [] });
  });
});

describe('GET /v1/links/{link_id}/investments/', () => {
  test('200: returns investment accounts with their holdings; the lists are empty if the link has no investment account', async () => {
    const { accounts, holdings } = (await get((await linkOf('goodlogin')).link_id, 'investments/')).json();
    expect(accounts).toMatchObject([{ type: 'INVESTMENT' }]);
    expect(holdings.length).toBeGreaterThan(0);
    expect(Object.keys(holdings[0])).not.toContain('created_at');
    const { link_id } = await linkOf('checking');
    expect((await get(link_id, 'investments/')).json()).toEqual({ accounts: [], holdings: [] });
  });
});

describe('GET /v1/links/{link_id}/liabilities/', () => {
  test('403 for an existing link if the feature `liabilities` is disabled; if the feature is enabled, 200 for a link with debts and 404 for a link without debts', async () => {
    const other = await newClient(house);
    const scope = { client_id: other.client_id, environment: 'sandbox' } as const;
    const link = async (username: string) => {
      const { link_id } = await connect(other.sandbox, await newUser(other.sandbox, newId()), { ...BANK, username });
      return `/v1/links/${link_id}/liabilities/`;
    };
    const [card, checking] = [await link('card'), await link('checking')];
    await finishTasks(house);
    const turn = async (liabilities: boolean) => {
      await setFeatures(house, scope, { liabilities });
      house.authenticator.forget(other.client_id);
    };
    await turn(false);
    for (const url of [card, checking]) {
      const response = await other.sandbox('GET', url);
      expect(response.statusCode).toBe(403);
      expect(response.json()).toEqual({
        error: { code: 'not_authenticated', message: 'Liabilities is not enabled for this account.' },
      });
    }
    expect((await other.sandbox('GET', `/v1/links/${newId()}/liabilities/`)).statusCode).toBe(404);
    await turn(true);
    expect((await other.sandbox('GET', checking)).json()).toEqual(NOT_FOUND);
    const { accounts, liabilities } = (await other.sandbox('GET', card)).json();
    expect(liabilities).toMatchObject({ credit: [{ account_id: accounts[0].id }], loans: [] });
    expect(Object.keys(liabilities.credit[0])).not.toContain('id');
  });
});

describe('GET /v1/links/{link_id}/bank_statements/', () => {
  test('200: lists statements newest first, each with a file and without internal timestamps', async () => {
    const { link_id } = await linkOf('checking');
    const { results } = (await get(link_id, 'bank_statements/')).json();
    const ends = results.map(({ period_end }: { period_end: string }) => period_end);
    expect(ends).toEqual(ends.toSorted().toReversed());
    expect(results[0]).toMatchObject({ file: expect.stringContaining('/bank-statement-'), currency_code: 'USD' });
    expect(Object.keys(results[0])).not.toContain('updated_at');
  });
});

describe('GET of a link without financial data', () => {
  test.each(['balances', 'auth', 'investments', 'liabilities'])(
    '404 for GET /v1/links/{link_id}/%s/ of a link without financial data',
    async (path) => {
      const { link_id } = await linkOf('goodlogin', { provider_id: 'vouch_payroll' });
      expect((await get(link_id, `${path}/`)).json()).toEqual(NOT_FOUND);
    },
  );

  test('404 for every endpoint of financial data if the link was deleted', async () => {
    const { link_id } = await newLink('goodlogin.all');
    expect((await client.sandbox('DELETE', `/v1/links/${link_id}/`)).statusCode).toBe(204);
    for (const path of ['transactions', 'balances', 'auth', 'investments', 'liabilities', 'bank_statements']) {
      expect((await get(link_id, `${path}/`)).json()).toEqual(NOT_FOUND);
    }
  });
});
