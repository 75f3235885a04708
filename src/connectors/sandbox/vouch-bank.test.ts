import { describe, expect, test } from 'vitest';
import { describeConnector } from '#connectors/conformance.ts';
import { type Fixture, laterBy, NOON, playerOf } from '#connectors/conformance-play.ts';
import { toInjectedBank } from '#domain/sandbox/sandbox-transactions.ts';
import { runStep } from '#services/connections/provider-calls.ts';
import { SANDBOX_LOGINS, sandboxLogin } from '#test/sandbox-logins.ts';
import { BANK_USERNAMES } from './cast/bank-people.ts';
import { vouchBank } from './vouch-bank.ts';

const fixture: Fixture = { product: 'assets', logins: SANDBOX_LOGINS };
describeConnector(vouchBank, fixture, runStep);

const { connect, fetch, read } = playerOf(vouchBank, fixture, runStep);

test.each(BANK_USERNAMES)('the sample login ’%s’ can log in at Vouch Bank and has accounts', async (username) => {
  const fetched = await fetch('first', await connect(sandboxLogin(username)));
  if (fetched.outcome !== 'data') throw new Error('the data is not available yet');
  expect(fetched.data.accounts?.length).toBeGreaterThan(0);
  expect(fetched.data.identity).toHaveLength(1);
});

test('as days pass, new transactions appear, and no posted transaction of the last two years disappears', async () => {
  const account = await connect(sandboxLogin('checking'));
  const [before, after] = [await read(account), await read(account, { now: laterBy(NOON, 20 * 86_400) })];
  const known = new Set(after.data.transactions?.map(({ id }) => id));
  // Only two years of transactions are shown, so the oldest transactions disappear as days pass.
  const gone =
    before.data.transactions?.filter(({ id, transacted_at }) => !known.has(id) && transacted_at > '2024-04') ?? [];
  expect(gone.filter(({ status }) => status === 'POSTED')).toEqual([]);
  expect(after.data.transactions?.[0]?.transacted_at).toMatch(/^2026-03-(?:1|2)/);
});

describe('declared bank data', () => {
  const body = {
    accounts: [
      { external_id: 'a-1', type: 'CHECKING' as const, balance: '120.50', owners: [{ full_name: 'Ada P Marlow' }] },
    ],
    transactions: [
      {
        account_external_id: 'a-1',
        amount: 5,
        type: 'DEBIT' as const,
        transacted_at: '2026-01-02',
        description: 'Tea',
      },
      {
        account_external_id: 'a-1',
        amount: 9,
        type: 'CREDIT' as const,
        transacted_at: '2026-02-03',
        description: 'Pay',
      },
    ],
  };
  const bank = toInjectedBank(body, null, 'a'.repeat(32)) ?? undefined;

  test('declared bank data replaces the sample data; the declared transactions are sorted newest first, and the identity is that of the declared account owner', async () => {
    const { data } = await read(await connect(sandboxLogin('goodlogin.all')), { declared: { bank } });
    const [account] = data.accounts ?? [];
    expect(data.accounts).toHaveLength(1);
    expect(data.transactions).toMatchObject([
      { account_id: account?.id, description: 'Pay' },
      { account_id: account?.id, description: 'Tea' },
    ]);
    expect(data.identity).toMatchObject([{ first_name: 'Ada', last_name: 'Marlow' }]);
    expect({ ...data, accounts: 0, transactions: 0, identity: 0 }).toMatchObject({
      holdings: [],
      credit: [],
      loans: [],
      bank_statements: [],
    });
  });

  test('if the client declared only payroll data, the bank still shows the sample data', async () => {
    const { data } = await read(await connect(SANDBOX_LOGINS.good), {
      declared: { payroll: { employments: [], shifts: [] } },
    });
    expect(data.accounts).toHaveLength(3);
  });
});
