// Contract, sections 11.1 to 11.3, 11.6, 11.7 and 24.3: data of bank links, for each sample person.
import { describe, expect, test } from 'vitest';
import { setFeatures } from '#services/access/clients.ts';
import { invalid, NOT_FOUND } from '#test/answers.ts';
import { BASE_URL } from '#test/house.ts';
import { expectFile } from './shapes/files.ts';
import { auth, balances, bankStatement, investments, liabilities, transactions } from './shapes/financial-accounts.ts';
import { link as linkShape } from './shapes/links.ts';
import { PATHS } from './shapes/paths.ts';
import { incomeReport, profile } from './shapes/payroll.ts';
import { startWalk } from './shapes/walk.ts';
import { page } from './shapes/words.ts';

const walk = startWalk();
const { expectRead, expectRefused, connect, connectOnce } = walk;

const USERNAMES = [
  'goodlogin',
  'goodlogin.all',
  'checking',
  'checking.savings',
  'card',
  'investment',
  'cd.stocks.bonds',
  'loans',
  'gig.worker',
  'benefits',
  'irregular',
  'overdrawn',
] as const;
const ACCOUNT_TYPES = [
  'CHECKING',
  'SAVINGS',
  'CREDIT_CARD',
  'LOAN',
  'LINE_OF_CREDIT',
  'CHECKING_LINE_OF_CREDIT',
  'MORTGAGE',
  'INVESTMENT',
  'CD',
  'OTHER',
];

const connected = (username: string, product_type = 'assets') =>
  connectOnce({ provider_id: 'vouch_bank', product_type, username });
const base = async (username: string, product_type?: string) =>
  `/v1/links/${(await connected(username, product_type)).link_id}/`;

type Listed = { id: string; type: string; account_id: string; transacted_at: string };
const typesOf = ({ accounts }: { accounts: Listed[] }): string[] => accounts.map(({ type }) => type).toSorted();
const idsOf = (items: Listed[]): string[] => items.map(({ id }) => id);

describe('section 11: responses of bank endpoints fit their schemas', () => {
  test.each(USERNAMES)(
    'the responses for an assets link of the sample login ’%s’ fit their schemas',
    async (username) => {
      const url = await base(username);
      const { accounts, ...rest } = await expectRead(transactions, `${url}transactions/?page_size=100`);
      expect(accounts).not.toEqual([]);
      expect(rest.transactions.length).toBe(Math.min(rest.count, 100));
      const ids = new Set(idsOf(accounts));
      expect(rest.transactions.filter(({ account_id }: Listed) => !ids.has(account_id))).toEqual([]);
      expect((await expectRead(balances, `${url}balances/`)).accounts).toEqual(accounts);
      await expectRead(page(bankStatement), `${url}bank_statements/`);
      await expectRead(linkShape, url);
    },
  );

  test.each(['assets', 'transactions', 'income'])(
    'the responses for links of the product %s at both sandbox banks fit their schemas',
    async (product_type) => {
      for (const provider_id of ['vouch_bank', 'vouch_bank_oauth']) {
        const { link_id } = await connect({ provider_id, product_type });
        const link = await expectRead(linkShape, `/v1/links/${link_id}/`);
        expect(link).toMatchObject({ status: 'done', data_source: 'financial_accounts', provider_id });
        await expectRead(transactions, `/v1/links/${link_id}/transactions/`);
      }
    },
  );

  test('the response of identity/ fits its schema and contains the name of the primary owner', async () => {
    const person = await expectRead(profile, `${await base('goodlogin')}identity/`);
    expect(person.full_name).not.toBeNull();
  });

  test('the income report fits its schema if the bank link was connected for the product `income`', async () => {
    const report = await expectRead(incomeReport, `${await base('goodlogin', 'income')}income/report/`);
    expect(report).toMatchObject({ status: 'done', data_source: 'financial_accounts' });
  });
});

describe('section 11.3: GET /v1/links/{link_id}/transactions/', () => {
  const read = async (query = '', username = 'goodlogin') =>
    expectRead(transactions, `${await base(username)}transactions/${query}`);

  test('transactions are listed newest first across pages, with all accounts on each page', async () => {
    const first = await read('?page_size=40');
    const collected: Listed[] = [...first.transactions];
    for (let { next } = first; next !== null; ) {
      const answer = await expectRead(transactions, next.slice(BASE_URL.length));
      expect(answer.accounts).toEqual(first.accounts);
      expect(answer.count).toBe(first.count);
      collected.push(...answer.transactions);
      next = answer.next;
    }
    expect(collected).toHaveLength(first.count);
    expect(new Set(idsOf(collected)).size).toBe(first.count);
    const moments = collected.map(({ transacted_at }) => transacted_at);
    expect(moments).toEqual(moments.toSorted().toReversed());
  });

  test('a page has 25 transactions by default', async () => {
    const { transactions, count } = await read();
    expect(transactions).toHaveLength(25);
    expect(count).toBeGreaterThan(25);
  });

  test('transacted_at_from and transacted_at_to are both inclusive', async () => {
    const { transactions: newest } = await read('?page_size=100');
    const [to, from] = [newest[10].transacted_at, newest[30].transacted_at];
    const { transactions, count } = await read(`?page_size=100&transacted_at_from=${from}&transacted_at_to=${to}`);
    const expected = newest.filter(({ transacted_at }: Listed) => transacted_at >= from && transacted_at <= to);
    expect(transactions.slice(0, expected.length)).toEqual(expected);
    expect(count).toBeGreaterThanOrEqual(expected.length);
    expect(transactions.at(-1).transacted_at).toBe(from);
  });

  test('account_id filters the transactions but not the accounts', async () => {
    const all = await read('?page_size=100');
    const account_id: string = all.transactions[0].account_id;
    const own = await read(`?page_size=100&account_id=${account_id}`);
    expect(new Set(own.transactions.map((transaction: Listed) => transaction.account_id))).toEqual(
      new Set([account_id]),
    );
    expect(own.accounts).toEqual(all.accounts);
  });

  test('400 for an invalid timestamp; 404 for a page after the last page', async () => {
    const url = `${await base('goodlogin')}transactions/`;
    for (const name of ['transacted_at_from', 'transacted_at_to']) {
      expect(await expectRefused(400, 'GET', `${url}?${name}=yesterday`)).toEqual(
        invalid([name, 'Datetime has wrong format. Use ISO 8601.']),
      );
    }
    expect(await expectRefused(404, 'GET', `${url}?page=1000`)).toEqual(NOT_FOUND);
  });
});

describe('section 11.1: GET /v1/links/{link_id}/auth/', () => {
  test('auth/ lists only deposit accounts, with their full account numbers', async () => {
    const url = await base('goodlogin.all');
    const { accounts } = await expectRead(auth, `${url}auth/`);
    expect(accounts).not.toEqual([]);
    for (const { account_number, mask } of accounts) expect(mask).toBe(account_number.slice(-4));
  });
});

describe('section 11.6: investments and bank statements', () => {
  test('every holding belongs to one of the accounts in the same response', async () => {
    const { accounts, holdings } = await expectRead(investments, `${await base('cd.stocks.bonds')}investments/`);
    const ids = idsOf(accounts);
    expect(holdings).not.toEqual([]);
    expect(holdings.filter(({ account_id }: Listed) => !ids.includes(account_id))).toEqual([]);
  });

  test('bank statements belong to the link’s accounts, and their files match their md5sum', async () => {
    const url = await base('goodlogin');
    const { accounts } = await expectRead(balances, `${url}balances/`);
    const { results } = await expectRead(page(bankStatement), `${url}bank_statements/`);
    const ids = idsOf(accounts);
    expect(results.filter(({ account_id }: Listed) => !ids.includes(account_id))).toEqual([]);
    const files = results.filter(({ file }: { file: string | null }) => file !== null).slice(0, 3);
    expect(files).not.toEqual([]);
    for (const { file, md5sum } of files) await expectFile(walk.house(), file, md5sum);
  });
});

describe('section 11.7: GET /v1/links/{link_id}/liabilities/', () => {
  test.each(['goodlogin.all', 'loans', 'card'])(
    '200: each account in the response for the login %s has a liability',
    async (username) => {
      const answer = await expectRead(liabilities, `${await base(username)}liabilities/`);
      const { credit, loans } = answer.liabilities;
      const owed: Listed[] = [...credit, ...loans];
      expect(owed).not.toEqual([]);
      expect(owed.map(({ account_id }) => account_id).toSorted()).toEqual(idsOf(answer.accounts).toSorted());
    },
  );

  test('404 for a link without liabilities', async () => {
    expect(await expectRefused(404, 'GET', `${await base('checking')}liabilities/`)).toEqual(NOT_FOUND);
  });

  test('403 if the feature is off; 404 for an unknown link, whether the feature is on or off', async () => {
    const url = `${await base('loans')}liabilities/`;
    const switchTo = async (liabilities: boolean) => {
      const { client_id } = walk.acme();
      await setFeatures(walk.house(), { client_id, environment: 'sandbox' }, { liabilities });
      walk.house().authenticator.forget(client_id);
    };
    await switchTo(false);
    expect(await expectRefused(403, 'GET', url)).toEqual({
      error: { code: 'not_authenticated', message: 'Liabilities is not enabled for this account.' },
    });
    expect(await expectRefused(404, 'GET', `/v1/links/${'0'.repeat(32)}/liabilities/`)).toEqual(NOT_FOUND);
    await switchTo(true);
    await expectRead(liabilities, url);
  });
});

describe('section 11: links without bank data', () => {
  test('a link without bank data has empty lists of transactions and statements; requests for balances and other objects get 404', async () => {
    const { link_id } = await connect({ provider_id: 'vouch_payroll', product_type: 'income' });
    const url = `/v1/links/${link_id}/`;
    expect((await walk.send('GET', `${url}transactions/`)).json()).toEqual({
      count: 0,
      next: null,
      previous: null,
      accounts: [],
      transactions: [],
    });
    expect(await expectRead(page(bankStatement), `${url}bank_statements/`)).toMatchObject({ count: 0, results: [] });
    for (const name of ['balances', 'auth', 'investments', 'liabilities']) {
      expect(await expectRefused(404, 'GET', `${url}${name}/`)).toEqual(NOT_FOUND);
    }
  });
});

describe('section 24.3: sample people at the sandbox bank', () => {
  const balancesOf = async (username: string) => expectRead(balances, `${await base(username)}balances/`);
  const balanceOf = ({ accounts }: { accounts: (Listed & { balances: { balance: string } })[] }, type: string) =>
    accounts.filter((account) => account.type === type).map(({ balances }) => balances.balance);

  test('the sample login `goodlogin` has a checking account with a balance of 49635.00, a savings account, and an investment account with 1000.00', async () => {
    const answer = await balancesOf('goodlogin');
    expect(typesOf(answer)).toEqual(['CHECKING', 'INVESTMENT', 'SAVINGS']);
    expect(balanceOf(answer, 'CHECKING')).toEqual(['49635.00']);
    expect(balanceOf(answer, 'INVESTMENT')).toEqual(['1000.00']);
  });

  test('the sample login `goodlogin.all` has every account type', async () => {
    expect([...new Set(typesOf(await balancesOf('goodlogin.all')))]).toEqual(ACCOUNT_TYPES.toSorted());
  });

  test.each([
    ['checking', ['CHECKING']],
    ['checking.savings', ['CHECKING', 'SAVINGS']],
    ['card', ['CREDIT_CARD']],
    ['investment', ['INVESTMENT']],
  ])('the sample login ’%s’ has exactly the account types that its user name lists', async (username, types) => {
    expect([...new Set(typesOf(await balancesOf(username)))]).toEqual(types);
  });

  test('the login `loans` has a mortgage, a car loan and a student loan', async () => {
    const { accounts } = await balancesOf('loans');
    const kinds = accounts.map(({ type, subtype }: Listed & { subtype: string | null }) => `${type} ${subtype}`);
    expect(kinds.some((kind: string) => kind.startsWith('MORTGAGE'))).toBe(true);
    expect(kinds).toContain('LOAN AUTO');
    expect(kinds).toContain('LOAN STUDENT');
  });

  test('the login `cd.stocks.bonds` has a CD, and holdings of stocks and bonds', async () => {
    const url = await base('cd.stocks.bonds');
    expect(typesOf(await expectRead(balances, `${url}balances/`))).toContain('CD');
    const { holdings } = await expectRead(investments, `${url}investments/`);
    const kinds = holdings.map(({ security_type }: { security_type: string }) => security_type);
    expect(kinds).toEqual(expect.arrayContaining(['EQUITY', 'BOND']));
  });
});

test('this file calls every endpoint in PATHS.accounts', () => expect(walk.unwalked(PATHS.accounts)).toEqual([]));
