import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { addDays, toDate, toDay } from '#base/calendar.ts';
import { formatMoney } from '#base/money.ts';
import { bankOn } from '#connectors/sandbox/bank/bank.ts';
import { BANK_USERNAMES, bankLifeOf } from '#connectors/sandbox/cast/bank-people.ts';
import type { AssetReportChoices, AssetReportSnapshot } from '#domain/reports/asset-reports.ts';
import { account, BORROWER, choices, heldBank, heldLink, transaction } from '#test/assets.ts';
import { assetReport, type HeldLink } from './asset-report.ts';
import { dailyBalancesOf } from './daily-balances.ts';

const TODAY = '2026-03-01';
const daysAgo = (days: number): string => addDays(TODAY, -days);
const report = (links: HeldLink[], more: Partial<AssetReportChoices> = {}, today = TODAY): AssetReportSnapshot =>
  assetReport(BORROWER, links, choices(more), today);
const accountsIn = ({ links }: AssetReportSnapshot) => links.flatMap(({ accounts }) => accounts);
const firstOf = (snapshot: AssetReportSnapshot) => {
  const [first] = accountsIn(snapshot);
  if (first === undefined) throw new Error('there is no account');
  return first;
};
const fixed = (amount: AssetReportSnapshot['large_deposit_threshold']) => ({
  large_deposit_threshold: { ...choices().large_deposit_threshold, fixed_amount: amount },
});

test('an account that is connected twice is shown and counted once, and the report names the repeated account', () => {
  const [first, other] = [account('100.00'), account('50.00')];
  const again = { ...first, id: 'd'.repeat(32) };
  const paid = transaction(again, daysAgo(1), 'CREDIT', '10.00');
  const [one, two] = [heldLink([first, other]), { ...heldLink([again], [paid]), updated_at: '2026-03-01T13:00:00Z' }];
  const snapshot = report([one, two]);
  expect(snapshot.summary.balance).toBe('150.00');
  expect(accountsIn(snapshot).map(({ id }) => id)).toEqual([other.id, again.id]);
  expect(snapshot.repeated_accounts).toEqual([{ account_id: first.id, link_id: one.link_id, same_as: again.id }]);
  expect(report([one, two], { account_ids: [first.id] }).summary.balance).toBe('100.00');
  expect(report([one])).not.toHaveProperty('repeated_accounts');
});

describe('the time window of an asset report', () => {
  test('the time window has the requested number of days, including the day of the report', () => {
    const checking = account('100.00');
    const dates = [0, 29, 30].map(daysAgo);
    const link = heldLink(
      [checking],
      dates.map((date) => transaction(checking, date, 'DEBIT', '1.00')),
    );
    const { transactions } = firstOf(report([link], { days_requested: 30 }));
    expect(transactions.map(({ transacted_at }) => transacted_at.slice(0, 10))).toEqual([daysAgo(0), daysAgo(29)]);
  });

  test('the report uses the day a transaction was made, and includes pending transactions', () => {
    const checking = account('100.00');
    const earlier = transaction(checking, daysAgo(30), 'DEBIT', '1.00', { posted_at: `${daysAgo(28)}T00:00:00Z` });
    const waiting = transaction(checking, daysAgo(2), 'DEBIT', '1.00', { status: 'PENDING' });
    const shown = firstOf(report([heldLink([checking], [earlier, waiting])], { days_requested: 30 }));
    expect(shown.transactions).toEqual([{ ...waiting, is_large_deposit: false }]);
    expect(shown.days_available).toBe(3);
  });

  test.each([
    [[], 0],
    [[0], 1],
    [[0, 40, 12], 41],
    [[89], 90],
    [[90], 0],
    [[89, 90, 200], 90],
  ])(
    'an asset report counts days_available from the first transaction in its time window: transactions %j days ago give %d days',
    (ages, expected) => {
      const checking = account('100.00');
      const transactions = ages.map((days) => transaction(checking, daysAgo(days), 'DEBIT', '1.00'));
      expect(firstOf(report([heldLink([checking], transactions)])).days_available).toBe(expected);
    },
  );
});

describe('as_of_date', () => {
  const checking = account('100.00');
  const link = heldLink(
    [checking],
    [
      transaction(checking, '2026-02-28', 'CREDIT', '30.00'),
      transaction(checking, '2026-02-20', 'DEBIT', '5.00'),
      transaction(checking, '2026-01-01', 'CREDIT', '75.00'),
    ],
  );

  test('makes the report show the balance of a past day, without later transactions and without an available balance', () => {
    const snapshot = report([link], { as_of_date: '2026-02-27' });
    // The balance is 75.00 on 22 days, and 70.00 on the eight days from the 20th on.
    expect(snapshot).toMatchObject({ as_of_date: '2026-02-27', summary: { balance: '70.00', avg_30: '73.67' } });
    expect(firstOf(snapshot)).toMatchObject({
      balances: { balance: '70.00', available_balance: null },
      days_available: 58,
    });
    expect(firstOf(snapshot).transactions).toHaveLength(2);
  });

  test('makes the report show the balances that the bank reports, if as_of_date is omitted or is today', () => {
    expect(firstOf(report([link])).balances).toEqual(checking.balances);
    expect(firstOf(report([link], { as_of_date: TODAY })).balances).toEqual(checking.balances);
  });
});

describe('the summary of an asset report', () => {
  test('adds up the balances of deposit, investment and prepaid accounts, and leaves out debts and accounts of type OTHER without a subtype', () => {
    const accounts = [
      account('1000.00'),
      account('200.00', { type: 'SAVINGS' }),
      account('30.00', { type: 'CD' }),
      account('4.00', { type: 'INVESTMENT' }),
      account('0.50', { type: 'OTHER', subtype: 'PREPAID' }),
      account('9.00', { type: 'OTHER' }),
      account('7000.00', { type: 'CREDIT_CARD' }),
      account('7000.00', { type: 'MORTGAGE' }),
    ];
    expect(report([heldLink(accounts.slice(0, 3)), heldLink(accounts.slice(3))]).summary.balance).toBe('1234.50');
  });

  test('includes only accounts with enough history in the average balances', () => {
    const [old, young] = [account('100.00'), account('50.00')];
    const transactions = [
      transaction(old, daysAgo(89), 'CREDIT', '1.00'),
      transaction(young, daysAgo(59), 'CREDIT', '1.00'),
    ];
    const snapshot = report([heldLink([old, young, account('7.00')], transactions)]);
    expect(snapshot.summary).toEqual({ balance: '157.00', avg_30: '150.00', avg_60: '150.00', avg_90: '100.00' });
    expect(accountsIn(snapshot).map(({ summary }) => summary.avg_90)).toEqual(['100.00', null, null]);
  });

  test('rounds only the total, so that two half cents make one cent', () => {
    const accounts = [account('0.00'), account('0.00')];
    // A balance of one cent on fifteen of thirty days is half a cent per day on average.
    const transactions = accounts.flatMap((one) => [
      transaction(one, daysAgo(14), 'DEBIT', '0.01'),
      transaction(one, daysAgo(200), 'CREDIT', '0.01'),
    ]);
    const snapshot = report([heldLink(accounts, transactions)]);
    expect(accountsIn(snapshot).map(({ summary }) => summary.avg_30)).toEqual(['0.01', '0.01']);
    expect(snapshot.summary.avg_30).toBe('0.01');
  });

  test('the summary of an asset report does not add euros to dollars', () => {
    const inEuros = (balance: '5.00' | '6.00') =>
      account(balance, { balances: { ...account(balance).balances, currency_code: 'EUR' } });
    expect(report([heldLink([inEuros('5.00'), account('7.00')])]).summary.balance).toBe('7.00');
    expect(report([heldLink([inEuros('5.00'), inEuros('6.00')])]).summary.balance).toBe('11.00');
  });

  test('the summary has balance 0.00 and null averages if there are no accounts, or if no balance is known', () => {
    const nothing = { balance: '0.00', avg_30: null, avg_60: null, avg_90: null };
    expect(report([])).toMatchObject({ summary: nothing, links: [] });
    const unknown = account(null);
    const link = heldLink([unknown], [transaction(unknown, daysAgo(89), 'CREDIT', '1.00')]);
    expect(report([link]).summary).toEqual(nothing);
    expect(firstOf(report([link])).balances.balance).toBe(null);
  });
});

describe('large deposits', () => {
  const [checking, savings] = [account('9000.00'), account('9000.00', { type: 'SAVINGS' })];
  const card = account('9000.00', { type: 'LINE_OF_CREDIT' });
  const marked = (links: HeldLink[], more: Partial<AssetReportChoices> = fixed('1000.00')): string[] =>
    accountsIn(report(links, more)).flatMap(({ transactions }) =>
      transactions.filter(({ is_large_deposit }) => is_large_deposit).map(({ id }) => id),
    );

  test('large deposits are the deposits above the threshold; without a threshold, no deposit is marked as large', () => {
    const [at, above] = (['1000.00', '1000.01'] as const).map((amount) =>
      transaction(checking, daysAgo(3), 'CREDIT', amount),
    );
    if (at === undefined || above === undefined) throw new Error('two were made');
    expect(marked([heldLink([checking], [at, above])])).toEqual([above.id]);
    expect(marked([heldLink([checking], [at, above])], {})).toEqual([]);
  });

  test('a transfer from another account of the person is not a large deposit, even if that account is at another bank or not in the report', () => {
    const out = transaction(savings, daysAgo(4), 'DEBIT', '2000.00');
    const into = transaction(checking, daysAgo(3), 'CREDIT', '2000.00');
    expect(marked([heldLink([checking], [into])])).toEqual([into.id]);
    const both = [heldLink([checking], [into]), heldLink([savings], [out])];
    expect(marked(both)).toEqual([]);
    expect(marked(both, { ...fixed('1000.00'), account_ids: [checking.id] })).toEqual([]);
  });

  test('a deposit of money borrowed from the person’s own line of credit can be a large deposit', () => {
    const drawn = transaction(card, daysAgo(3), 'DEBIT', '2000.00');
    const into = transaction(checking, daysAgo(3), 'CREDIT', '2000.00');
    expect(marked([heldLink([card, checking], [drawn, into])])).toEqual([into.id]);
  });

  test('a deposit on a debt account is not marked as large, because it is a payment of the debt', () => {
    expect(marked([heldLink([card], [transaction(card, daysAgo(3), 'CREDIT', '2000.00')])])).toEqual([]);
  });
});

test('a fee for a returned item counts as an NSF event of a checking account, but not of a credit card', () => {
  const bounced = { description: 'Returned item fee' };
  const [checking, card] = [account('1.00'), account('1.00', { type: 'CREDIT_CARD' })];
  const transactions = [checking, card].map((one) => transaction(one, daysAgo(3), 'DEBIT', '34.00', bounced));
  expect(accountsIn(report([heldLink([checking, card], transactions)])).map(({ nsf }) => nsf)).toEqual([1, 0]);
});

describe('account_ids', () => {
  const [one, two, three] = [account('1.00'), account('20.00'), account('300.00')];
  const links = [heldLink([one, two]), heldLink([three]), heldLink([])];

  test('limits the report and its summary to the listed accounts and to the links that have a listed account', () => {
    const snapshot = report(links, { account_ids: [two.id, two.id, 'unheard of'] });
    expect(snapshot.links.map(({ accounts }) => accounts.map(({ id }) => id))).toEqual([[two.id]]);
    expect(snapshot.summary.balance).toBe('20.00');
  });

  test('selects all accounts if account_ids is empty; the report then also includes links that have no accounts', () => {
    const { links: shown } = report(links);
    expect(shown.map(({ accounts }) => accounts.length)).toEqual([2, 1, 0]);
  });
});

test('is_voe removes every amount from the report, but keeps days_available, the currency code and the marks of large deposits', () => {
  const checking = account('1234.56', {
    balances: { currency_code: 'USD', balance: '1234.56', available_balance: '1200.00', credit_limit: '5.00' },
  });
  const transactions = [transaction(checking, daysAgo(89), 'CREDIT', '2000.00', { description: 'Gift' })];
  const asked = { ...fixed('1000.00'), is_voe: true };
  const without = report([heldLink([checking], transactions)], asked);
  expect(JSON.stringify(without)).not.toMatch(/\d\.\d\d/);
  expect(without).toMatchObject({ is_voe: true, large_deposit_threshold: null, summary: { balance: null } });
  expect(firstOf(without)).toMatchObject({
    days_available: 90,
    balances: { currency_code: 'USD', balance: null, available_balance: null, credit_limit: null },
    transactions: [{ id: transactions[0]?.id, amount: null, is_large_deposit: true }],
  });
});

describe('sandbox people on any day', () => {
  const username = fc.constantFrom(...BANK_USERNAMES);
  const anyDay = fc.integer({ min: toDay('2024-01-01'), max: toDay('2030-12-31') }).map(toDate);

  test('sandbox people have a month-end balance that equals the closing balance of their statement', () => {
    fc.assert(
      fc.property(username, anyDay, (name, today) => {
        const bank = bankOn(bankLifeOf(name, today), today, 'link', 12);
        const held = heldBank(bank);
        for (const as_of_date of new Set(bank.bank_statements.map(({ period_end }) => period_end))) {
          const accounts = accountsIn(report([held], { as_of_date }, today));
          for (const statement of bank.bank_statements.filter(({ period_end }) => period_end === as_of_date)) {
            const shown = accounts.find(({ id }) => id === statement.account_id);
            expect(shown?.balances.balance).toBe(formatMoney(statement.closing_balance ?? 0n));
          }
        }
      }),
      { numRuns: 8 },
    );
  });

  test('sandbox people get the same asset report each time, and it contains no transaction from before the window', () => {
    fc.assert(
      fc.property(username, anyDay, fc.integer({ min: 30, max: 730 }), (name, today, days_requested) => {
        const held = heldBank(bankOn(bankLifeOf(name, today), today, 'link', 12));
        const snapshot = report([held], { days_requested, ...fixed('1000.00') }, today);
        expect(report([held], { days_requested, ...fixed('1000.00') }, today)).toEqual(snapshot);
        for (const { days_available, nsf, transactions } of accountsIn(snapshot)) {
          expect(days_available).toBeLessThanOrEqual(days_requested);
          expect(nsf).toBeLessThanOrEqual(transactions.length);
          const from = addDays(today, 1 - days_requested);
          expect(transactions.filter(({ transacted_at }) => transacted_at < from)).toEqual([]);
        }
      }),
      { numRuns: 8 },
    );
  });
});

describe('the daily balances of a report', () => {
  const checking = account('100.00');
  const lines = [
    transaction(checking, '2026-02-24', 'DEBIT', '5.00', { posted_at: '2026-03-01T00:00:00Z' }),
    transaction(checking, '2026-02-23', 'CREDIT', '30.00', { posted_at: '2026-02-25T00:00:00Z' }),
    transaction(checking, '2026-02-22', 'CREDIT', '7.00', { status: 'PENDING' }),
  ];
  const made = report([heldLink([checking], lines)], { as_of_date: '2026-02-26' });

  test('the daily balances begin on the day of the first posting and end on the day of the report', () => {
    const balances = ['105.00', '105.00'];
    expect(dailyBalancesOf(made).accounts).toEqual([
      { account_id: checking.id, is_counted: true, first_day: '2026-02-25', balances },
    ]);
  });

  test('the daily balances of a report that an earlier version made are computed from the report itself', () => {
    const { daily_balances: _none, ...earlier } = made;
    expect(dailyBalancesOf(earlier)).toEqual(dailyBalancesOf(made));
  });
});
