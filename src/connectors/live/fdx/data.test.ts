import { describe, expect, test } from 'vitest';
import { inDecimals } from '#base/money.ts';
import { failureOf } from '#connectors/conformance-play.ts';
import type { ProductType } from '#domain/access/products.ts';
import { type Answerer, CARD, CHECKING, FDX_DATA, json } from '#test/fake-fdx.ts';
import { GOOD, visit } from '#test/fdx-visit.ts';
import { sourceFaults } from '#test/field-sources.ts';
import { FDX_PROVENANCE } from './provenance.ts';

describe('data from an FDX provider', () => {
  test('accounts, owner, account numbers, liabilities, statements and the transactions of all pages are mapped', async () => {
    const { connect, read } = visit();
    const { data } = await read(await connect(GOOD));
    const { accounts = [], credit = [], transactions = [], bank_statements = [], identity = [] } = inDecimals(data);
    expect(accounts).toMatchObject([
      {
        type: 'CHECKING',
        mask: '4321',
        balances: { currency_code: 'USD', balance: '1204.50', available_balance: '1200.00', credit_limit: null },
        account_number: '400100214321',
        routing_number: '991000012',
        wire_routing_number: '991000025',
        owners: [{ full_name: 'Ada May Lantern', relation_type: 'PRIMARY', phone: '+15550100199' }],
      },
      { type: 'CREDIT_CARD', mask: '9876', account_number: null, balances: { credit_limit: '5000.00' } },
    ]);
    expect(credit).toMatchObject([
      {
        purchases_apr: '18.99',
        balance_as_of: '2026-03-04T15:00:00Z',
        last_payment_date: '2026-02-20',
        past_due_amount: null,
      },
    ]);
    expect(transactions.map(({ external_id, amount, type }) => [external_id, amount, type])).toEqual([
      ['t1', '2450.00', 'CREDIT'],
      ['t2', '61.20', 'DEBIT'],
      ['t3', '9.99', 'DEBIT'],
    ]);
    expect(bank_statements).toMatchObject([
      { period_start: '2026-02-01', period_end: '2026-02-28', opening_balance: null },
    ]);
    expect(identity).toMatchObject([{ first_name: 'Ada', middle_initials: 'M', ssn: null }]);
  });

  test('wrapped objects of FDX 5 yield the same data as flat objects of FDX 6', async () => {
    const [flat, wrapped] = [visit(), visit({ data: wrap(FDX_DATA) })];
    const data_of = async ({ connect, read }: typeof flat) => inDecimals((await read(await connect(GOOD))).data);
    expect(await data_of(wrapped)).toEqual(await data_of(flat));
  });

  test('tax forms are read only for the product `income`', async () => {
    const { bank, connector, connect, run } = visit();
    const account = await connect(GOOD);
    const request = { product: 'income', link_id: 'a'.repeat(32), is_refresh: false, history_months: 3 } as const;
    const fetched = await run((io) => connector.fetch.rest(account, request, io));
    expect(inDecimals(fetched.outcome === 'data' ? fetched.data.tax_documents : undefined)).toMatchObject([
      { document_type: 'W2', year: 2025, fields: { wages: '52000.00', federal_tax: '4100.50', medicare_tax: null } },
    ]);
    const asked = bank.state.asked.find(({ url }) => url.pathname.endsWith('/acc-1/transactions'));
    expect(asked?.url.searchParams.get('startTime')).toBe('2025-12-04T00:00:00Z');
    expect(asked?.url.searchParams.get('endTime')).toBe('2026-03-04T12:00:00Z');
  });

  test('a list ends if the provider repeats an offset; a transaction that is on two pages is returned once', async () => {
    const page = { page: { nextOffset: 'x' }, transactions: [{ ...ROW, transactionId: 'a' }] };
    const { connect, read } = visit({ data: { '/accounts/acc-1/transactions': page } });
    expect((await read(await connect(GOOD))).data.transactions).toHaveLength(1);
  });

  test('a list is read again if its total changes between two pages; if the total changes in every read, the task fails', async () => {
    const rows = ['a', 'b', 'c', 'd'].map((transactionId) => ({ ...ROW, transactionId }));
    /** Sends pages of two rows. `totalOf` returns the total that the page of the nth request states. */
    const listed = (totalOf: (nth: number) => number, shown = (_nth: number) => rows) => {
      let nth = 0;
      const answerer: Answerer = ({ url }) => {
        nth += 1;
        const from = Number(url.searchParams.get('offset') ?? 0);
        const [all, next] = [shown(nth), from + 2];
        const page = { totalElements: totalOf(nth), ...(next < 4 && { nextOffset: next }) };
        return json({ page, transactions: all.slice(from, next) });
      };
      return visit({ data: { '/accounts/acc-1/transactions': answerer } });
    };
    const idsIn = async ({ connect, read }: ReturnType<typeof visit>) =>
      (await read(await connect(GOOD))).data.transactions?.map(({ external_id }) => external_id);
    // After the first page of the first read, two rows are added at the beginning of the list. The second page comes
    // from that longer list.
    const shifted = listed(
      (nth) => (nth === 2 ? 6 : 4),
      (nth) => (nth === 2 ? [...rows, ...rows].slice(-2).concat(rows) : rows),
    );
    expect(await idsIn(shifted)).toEqual(['a', 'b', 'c', 'd']);
    expect(await idsIn(listed((nth) => nth))).toEqual(['a', 'b', 'c', 'd']);
    const changing = listed(
      (nth) => nth,
      (nth) => rows.map((row) => ({ ...row, description: `Read ${nth}` })),
    );
    const account = await changing.connect(GOOD);
    expect((await failureOf(changing.read(account))).status).toBe('error');
  });

  test('a list is not read again if its last page states no total', async () => {
    const asked: (string | null)[] = [];
    const answerer: Answerer = ({ url }) => {
      const offset = url.searchParams.get('offset');
      asked.push(offset);
      const transactions = [{ ...ROW, transactionId: `after ${offset}` }];
      return json(offset === null ? { page: { totalElements: 2, nextOffset: '1' }, transactions } : { transactions });
    };
    const { connect, read } = visit({ data: { '/accounts/acc-1/transactions': answerer } });
    expect((await read(await connect(GOOD))).data.transactions).toHaveLength(2);
    expect(asked).toEqual([null, '1']);
  });

  test('rows that cannot be parsed are left out; if no row can be parsed, the task fails', async () => {
    const rows = (...transactions: unknown[]): Record<string, Answerer> => ({
      '/accounts/acc-1/transactions': { transactions },
    });
    const some = visit({
      data: rows({ ...ROW, transactionId: 'a' }, { ...ROW, amount: 'much' }, 7, { transactionId: 'b' }),
    });
    expect((await some.read(await some.connect(GOOD))).data.transactions).toHaveLength(1);
    const none = visit({ data: rows({ id: 'a', value: 1 }) });
    const account = await none.connect(GOOD);
    expect((await failureOf(none.read(account))).status).toBe('error');
  });

  test('data that the consent does not include is left out', async () => {
    const refuse = () => json({ code: '403' }, 403);
    const paths = ['/accounts/acc-1/payment-networks', '/accounts/acc-1/statements', '/accounts/acc-1/transactions'];
    const { connect, read } = visit({ data: Object.fromEntries(paths.map((path) => [path, refuse])) });
    const { data } = await read(await connect(GOOD));
    expect(data).toMatchObject({ transactions: [], bank_statements: [] });
    expect(data.accounts?.map(({ account_number }) => account_number)).toEqual([null, null]);
  });

  describe('missing_data names what the provider does not give', () => {
    const LISTS = { numbers: 'payment-networks', transactions: 'transactions', statements: 'statements' } as const;
    const answering =
      (status: number, code?: string): Answerer =>
      () =>
        json(code === undefined ? {} : { code }, status);

    /**
     * Reads both parts of a fetch. Returns the sentences about missing data, and the lists whose stored items must be
     * kept.
     */
    async function gapsOf(data: Record<string, Answerer>, product: ProductType = 'assets') {
      const { connector, connect, run } = visit({ data });
      const request = { product, link_id: 'a'.repeat(32), is_refresh: false, history_months: 12 } as const;
      const first = await run(async (io) => connector.fetch.first(await connect(GOOD), request, io));
      const rest = await run((io) => connector.fetch.rest(first.account, request, io));
      if (first.outcome !== 'data' || rest.outcome !== 'data') throw new Error('the data is not available');
      return {
        missing_data: [...(first.missing_data ?? []), ...(rest.missing_data ?? [])],
        unread: Object.entries({ ...first.unread, ...rest.unread }).flatMap(([list, ids]) =>
          'except' in ids || ids.length > 0 ? [list] : [],
        ),
        exceptions: Object.values({ ...first.unread, ...rest.unread }).map((ids) => 'except' in ids && ids.except),
        data: { ...first.data, ...rest.data },
      };
    }

    test.each([
      [400, '704', 'does not offer', false],
      [403, undefined, 'does not allow us to read', false],
      [403, '602', 'does not allow us to read', false],
      [404, undefined, 'does not offer', false],
      [501, undefined, 'does not offer', false],
      [404, '701', 'could not provide', true],
      [400, '703', 'could not provide', true],
      [400, '401', 'could not provide', true],
      [409, undefined, 'could not provide', true],
      [422, '9999', 'could not provide', true],
    ] as const)(
      'if an FDX bank responds with status %d and the code %s, missing_data says that the bank %s the data',
      async (status, code, verb, is_kept) => {
        const words = {
          numbers: 'account and routing numbers',
          transactions: 'transactions',
          statements: 'statements',
        };
        for (const datum of ['numbers', 'transactions', 'statements'] as const) {
          const { missing_data, unread } = await gapsOf({
            [`/accounts/acc-1/${LISTS[datum]}`]: answering(status, code),
          });
          expect(missing_data).toEqual([`Lakeside Bank ${verb} ${words[datum]} of Daily 4321.`]);
          const lists = { numbers: [], transactions: ['transactions'], statements: ['bank_statements'] };
          expect(unread).toEqual(is_kept ? lists[datum] : []);
        }
      },
    );

    test.each(['1107', '1104', '1108'])(
      'if an FDX bank responds that data does not exist (code %s), missing_data does not name this data',
      async (code) => {
        const paths = [LISTS.numbers, LISTS.transactions, LISTS.statements].map((name) => `/accounts/acc-1/${name}`);
        const data = Object.fromEntries(paths.map((path) => [path, answering(404, code)]));
        expect(await gapsOf(data)).toMatchObject({ missing_data: [], unread: [] });
      },
    );

    test('missing_data also names a customer, account details and tax forms that cannot be read', async () => {
      const { missing_data, data } = await gapsOf(
        {
          '/customers/current': answering(403),
          '/accounts/acc-1': answering(400, '704'),
          '/tax-forms': answering(501),
        },
        'income',
      );
      expect(missing_data).toEqual([
        'Lakeside Bank does not allow us to read the name and address of the customer.',
        'Lakeside Bank does not offer details of Daily 4321.',
        'Lakeside Bank does not offer tax forms.',
      ]);
      expect(data.accounts).toHaveLength(2);
      expect(data).not.toHaveProperty('tax_documents');
    });

    test('if transactions are required, the bank may refuse them for one account, but not for all accounts', async () => {
      const refused = answering(400, '704');
      const one = await gapsOf({ '/accounts/acc-2/transactions': refused }, 'transactions');
      expect(one.missing_data).toEqual(['Lakeside Bank does not offer transactions of 9876.']);
      expect(one.data.transactions).toHaveLength(3);
      const all = { '/accounts/acc-1/transactions': refused, '/accounts/acc-2/transactions': refused };
      expect((await failureOf(gapsOf(all, 'transactions'))).status).toBe('config_error');
    });

    test('if the list of accounts reports an error for one account, that account is not read, and its stored lists are kept', async () => {
      const listed = FDX_DATA['/accounts'];
      const [checking] = typeof listed === 'object' && Array.isArray(listed['accounts']) ? listed['accounts'] : [];
      const failed = { accountId: 'acc-2', accountNumberDisplay: '9876', error: { code: '500', message: 'try later' } };
      const { missing_data, unread, data } = await gapsOf({
        '/accounts': () => json({ accounts: [checking, failed] }, 206),
      });
      expect(missing_data).toEqual(['Lakeside Bank could not provide accounts (9876).']);
      expect(unread).toEqual(['accounts', 'holdings', 'credit', 'loans', 'transactions', 'bank_statements']);
      expect(data.accounts).toHaveLength(1);
    });

    test('if an incomplete list (206) does not contain an account, the stored lists of this account are kept', async () => {
      const listed = FDX_DATA['/accounts'];
      const [checking] = typeof listed === 'object' && Array.isArray(listed['accounts']) ? listed['accounts'] : [];
      const partial = await gapsOf({
        '/accounts': () => json({ accounts: [checking] }, 206),
        '/accounts/acc-1/statements': answering(409),
      });
      expect(partial.missing_data).toEqual([
        'Lakeside Bank did not provide all accounts.',
        'Lakeside Bank could not provide statements of Daily 4321.',
      ]);
      const named = [partial.data.accounts?.[0]?.id];
      expect(partial.exceptions).toEqual([named, named, named, named, named, []]);
    });

    test('the task ends with unavailable if the provider could not read any account', async () => {
      const failed = { depositAccount: { accountId: 'acc-1', error: { code: 500 } } };
      const ending = await failureOf(gapsOf({ '/accounts': () => json({ accounts: [failed] }, 206) }));
      expect([ending.status, ending.message]).toEqual(['unavailable', 'Lakeside Bank could not provide accounts.']);
    });

    test('missing_data names incomplete lists (206) and rows that cannot be parsed; all other rows are used', async () => {
      const partial = await gapsOf({ '/accounts/acc-1/transactions': () => json({ transactions: [ROW] }, 206) });
      expect(partial.missing_data).toEqual(['Lakeside Bank did not provide all transactions of Daily 4321.']);
      expect([partial.unread, partial.data.transactions?.length]).toEqual([['transactions'], 1]);
      const garbled = await gapsOf({
        '/accounts/acc-1/transactions': { transactions: [ROW, { ...ROW, amount: '?' }] },
      });
      expect(garbled.missing_data).toEqual(['Some transactions of Daily 4321 from Lakeside Bank could not be read.']);
    });

    test('missing_data names the accounts whose currency the provider does not state, and the currency that is assumed', async () => {
      const { currency: _, ...bare } = CHECKING;
      const euros = { currency: { currencyCode: 'EUR' } };
      const none = { '/accounts': { accounts: [bare] }, '/accounts/acc-1': bare };
      const sentence = 'Lakeside Bank does not state the currency of Daily 4321; US dollars are assumed.';
      const silent = await gapsOf(none);
      expect(silent.missing_data).toEqual([sentence]);
      expect(silent.data.accounts?.[0]?.balances.currency_code).toBe('USD');
      const listed = await gapsOf({ ...none, '/accounts': { accounts: [{ ...bare, ...euros }] } });
      expect(listed.missing_data).toEqual([]);
      expect(listed.data.accounts?.[0]?.balances.currency_code).toBe('EUR');
      expect(new Set(listed.data.transactions?.map(({ currency_code }) => currency_code))).toEqual(new Set(['EUR']));
    });

    test('missing_data names holdings that are left out because their name, quantity or value is unknown', async () => {
      const holdings = [...INVESTMENT.holdings, { holdingName: 'Fund without a value', units: 2 }];
      const one = { ...INVESTMENT, nickname: 'Plan', currency: { currencyCode: 'USD' }, holdings };
      const { missing_data, data } = await gapsOf({ '/accounts': { accounts: [one] }, '/accounts/acc-2': one });
      expect(data.holdings).toHaveLength(1);
      expect(missing_data).toEqual(['Some holdings of Plan from Lakeside Bank could not be read.']);
    });

    test('missing_data names the accounts whose oldest statement has a period that is assumed', async () => {
      const statements = [{ statementId: 's', statementDate: '2026-01-31' }];
      const { missing_data } = await gapsOf({ '/accounts/acc-1/statements': { statements } });
      expect(missing_data).toEqual([
        'Lakeside Bank does not state the beginning of the oldest statement of Daily 4321; ' +
          'a period of one month is assumed.',
      ]);
    });

    test('missing_data names a history that is shorter than requested', async () => {
      const shorter: Answerer = ({ url }) =>
        (url.searchParams.get('startTime') ?? '') < '2025-06-01'
          ? json({ code: '703' }, 400)
          : json({ transactions: [] });
      const { missing_data } = await gapsOf({ '/accounts/acc-1/transactions': shorter });
      expect(missing_data).toEqual(['Lakeside Bank provides transactions of Daily 4321 only since 2025-09-04.']);
    });
  });

  test('no request asks for an older history than the settings allow', async () => {
    const { bank, connect, read } = visit({}, { lookback_days: 90 });
    await read(await connect(GOOD));
    const starts = bank.state.asked.flatMap(({ url }) => url.searchParams.get('startTime') ?? []);
    expect(new Set(starts)).toEqual(new Set(['2025-12-04T00:00:00Z']));
  });

  test('a date range that the provider does not support is halved until the provider accepts it', async () => {
    const data: Record<string, Answerer> = {
      '/accounts/acc-1/transactions': ({ url }) =>
        (url.searchParams.get('startTime') ?? '') < '2025-06-01'
          ? json({ code: '703', message: 'Invalid date range' }, 400)
          : json({ transactions: [ROW] }),
    };
    const { connect, read } = visit({ data });
    expect((await read(await connect(GOOD))).data.transactions).toHaveLength(1);
  });

  test('the task ends with no_data if the person has no accounts', async () => {
    const { connect, fetch } = visit({ data: { '/accounts': { accounts: [] } } });
    expect((await failureOf(fetch('first', await connect(GOOD)))).status).toBe('no_data');
  });
});

test('every field with a value has a source in the provenance map, and every field in the map exists', async () => {
  const holding = { ...INVESTMENT.holdings[0], symbol: 'LF', costBasis: 800, currentUnitPrice: 260.4 };
  const loan = { accountId: 'acc-3', accountCategory: 'LOAN_ACCOUNT', accountType: 'AUTOLOAN', principalBalance: 9000 };
  const details = [{ ...INVESTMENT, holdings: [holding] }, loan];
  const tax1099Div = { ordinaryDividends: 5.5, accountNumber: '77', recipientTin: '000-00-0001' };
  const { connector, connect, read, run } = visit({
    data: {
      '/accounts': { accounts: [CHECKING, { ...CARD, accountId: 'acc-4' }, ...details] },
      '/accounts/acc-2': details[0] ?? {},
      '/accounts/acc-3': loan,
      '/tax-forms': { statements: [{ taxYear: 2025, forms: [{ taxW2: { wages: 52_000 } }, { tax1099Div }] }] },
    },
  });
  const account = await connect(GOOD);
  const request = { product: 'income', link_id: 'a'.repeat(32), is_refresh: false, history_months: 3 } as const;
  const rest = await run((io) => connector.fetch.rest(account, request, io));
  const data = {
    ...(await read(account)).data,
    ...(rest.outcome === 'data' && rest.data.tax_documents ? { tax_documents: rest.data.tax_documents } : {}),
  };
  const lists = Object.entries(data).flatMap(([list, items]) => (items.length > 0 ? [list] : []));
  expect(lists.toSorted()).toEqual(Object.keys(FDX_PROVENANCE).toSorted());
  expect(sourceFaults(FDX_PROVENANCE, data)).toEqual([]);
});

const INVESTMENT = {
  accountCategory: 'INVESTMENT_ACCOUNT',
  accountId: 'acc-2',
  accountType: '401K',
  currentValue: 900.1,
  holdings: [{ holdingId: 'h', holdingName: 'Lake Fund', holdingType: 'MUTUALFUND', units: 3.456, marketValue: 900.1 }],
};
const ROW = {
  transactionId: 't',
  transactionTimestamp: '2026-02-27T12:00:00Z',
  debitCreditMemo: 'CREDIT',
  amount: 12.5,
};

/** Returns the given data, but wraps accounts and transactions in objects, as FDX 5 does. */
function wrap(data: Record<string, Answerer>): Record<string, Answerer> {
  const wrapRow = (row: unknown, noun: string): unknown => {
    if (typeof row !== 'object' || row === null || !('accountCategory' in row)) return row;
    const { accountCategory, ...rest } = row;
    return { [`${String(accountCategory).split('_')[0]?.toLowerCase()}${noun}`]: rest };
  };
  const wrapBody = (body: unknown): unknown => {
    if (typeof body !== 'object' || body === null) return body;
    const lists = [['accounts', 'Account'] as const, ['transactions', 'Transaction'] as const];
    const changed = lists.flatMap(([name, noun]) => {
      const list: unknown = Reflect.get(body, name);
      return Array.isArray(list) && !('customerId' in body) ? [[name, list.map((row) => wrapRow(row, noun))]] : [];
    });
    return { ...Object(wrapRow(body, 'Account')), ...Object.fromEntries(changed) };
  };
  return Object.fromEntries(
    Object.entries(data).map(([path, answer]): [string, Answerer] => {
      if (path.includes('/statements/')) return [path, answer];
      return [path, wrapped(answer, wrapBody)];
    }),
  );
}

const wrapped =
  (answer: Answerer, wrapBody: (body: unknown) => unknown): Answerer =>
  (asked) =>
    typeof answer === 'function' ? bodyOf(answer(asked), wrapBody) : json(wrapBody(answer));

/** Returns the response with a changed body. The body is changed when it is read. */
function bodyOf(response: Response, change: (body: unknown) => unknown): Response {
  const changed = new ReadableStream<Uint8Array>({
    async start(controller) {
      controller.enqueue(Buffer.from(JSON.stringify(change(await response.json()))));
      controller.close();
    },
  });
  return new Response(changed, { status: response.status });
}
