// Tests that the same person has the same income, however the bank data was retrieved: through FDX, SimpleFIN, OFX, CSV
// or the sandbox bank. The whole reports are compared. `differencesFor` names the fields that may differ, and why.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addDays, addMonths } from '#base/calendar.ts';
import type { BankIncomeSource, IncomeAccount, IncomeInsightsAnswer } from '#domain/reports/income-insights.ts';
import { decimal } from '#simulators/kit/bank.ts';
import { historyOf } from '#simulators/lives/history.ts';
import { LIVES } from '#simulators/lives/people/people.ts';
import { banked, madeInsights } from '#test/income.ts';
import { isDeposit, toCsv, toOfx } from '#test/live-files.ts';
import { connectLane, openStage, type Stage } from '#test/live-stage.ts';
import { finishTasks, newUser } from '#test/tasks.ts';

// The current day of these tests is a Sunday, so that no pay arrives on it. On a payday the data would differ, because
// SimpleFIN returns the transactions of the current day and the FDX bank does not.
const TODAY = '2026-06-07';
const [YESTERDAY, SINCE] = [addDays(TODAY, -1), addMonths(TODAY, -12)];

let stage: Stage;
beforeAll(async () => {
  stage = await openStage({ now: new Date(`${TODAY}T15:00:00Z`) });
});
afterAll(() => stage.close());

const historyFor = (username: string) => {
  const life = LIVES.find((one) => one.username === username);
  if (life === undefined) throw new Error(`nobody is called ${username}`);
  return historyOf(life, YESTERDAY).accounts.filter(isDeposit);
};

async function importFile(user_id: string, filename: string, text: string, account: object = {}): Promise<void> {
  const content = Buffer.from(text).toString('base64');
  const response = await stage.client.prod('POST', '/v1/imports/', { user_id, filename, content, account });
  expect(response.statusCode, response.body).toBe(201);
  await finishTasks(stage.house);
}

async function throughFiles(username: string, kind: 'ofx' | 'csv'): Promise<string> {
  const user_id = await newUser(stage.client.prod, `${kind}-${username}`);
  const accounts = historyFor(username);
  if (kind === 'ofx') await importFile(user_id, 'all.ofx', toOfx(accounts, SINCE, YESTERDAY));
  else {
    for (const account of accounts) {
      const { key, kind: type, number } = account.plan;
      // A CSV file does not state its account, so the client states it in the request.
      const given = { mask: number.slice(-4), currency_code: 'USD', name: key, type: CSV_TYPES[type] ?? 'CHECKING' };
      await importFile(user_id, `${key}.csv`, toCsv(account, SINCE), given);
    }
  }
  return user_id;
}
const CSV_TYPES: Readonly<Record<string, string>> = { savings: 'SAVINGS', money_market: 'MONEY_MARKET', cd: 'CD' };

/** Declares the person's bank data in the sandbox, and connects the person to the sandbox bank. */
async function throughSandbox(username: string): Promise<string> {
  const call = stage.client.sandbox;
  const user_id = await newUser(call, `sandbox-${username}`);
  const accounts = historyFor(username);
  const response = await call('POST', `/v1/sandbox/users/${user_id}/transactions/`, {
    accounts: accounts.map(({ plan: { key, kind, number }, closing_cents }) => ({
      external_id: key,
      ...SANDBOX_TYPES[kind],
      balance: decimal(closing_cents),
      mask: number.slice(-4),
    })),
    transactions: accounts.flatMap(({ plan: { key }, rows }) =>
      rows
        .filter(({ posted_on }) => posted_on >= SINCE)
        .map(({ id, cents, description, transacted_on, posted_on }) => ({
          account_external_id: key,
          external_id: id,
          amount: decimal(Math.abs(cents)),
          type: cents < 0 ? 'DEBIT' : 'CREDIT',
          transacted_at: transacted_on,
          posted_at: posted_on,
          description,
        })),
    ),
  });
  expect(response.statusCode, response.body).toBe(201);
  await banked(stage.house, call, 'goodlogin', user_id);
  return user_id;
}
const SANDBOX_TYPES: Readonly<Record<string, { type: string; subtype?: string }>> = {
  checking: { type: 'CHECKING' },
  savings: { type: 'SAVINGS' },
  money_market: { type: 'SAVINGS', subtype: 'MONEY_MARKET' },
  cd: { type: 'CD' },
};

/**
 * The whole report without its ids, its times and the name of the provider, which differ in any two reports. `whole`
 * lists every field, so that a new field of the report is compared as well.
 */
async function reportOf(user_id: string, call = stage.client.prod): Promise<Report> {
  const report = await madeInsights(call, user_id, { days_requested: 365 });
  const { report_id: _id, created_at: _made, completed_at: _completed, links, ...whole } = report;
  const maskOf = (account_id: string) =>
    maskIn(
      links.flatMap(({ accounts }) => accounts),
      account_id,
    );
  const accounts = links.flatMap((link) =>
    link.accounts.map(({ id, ...account }) => ({ ...account, number: maskOf(id) })),
  );
  const sources = links.flatMap((link) =>
    link.bank_income_sources.map(({ account_id, historical_summary, ...source }) => ({
      ...source,
      number: maskOf(account_id),
      historical_summary: historical_summary.map(({ transactions, ...month }) => ({
        ...month,
        transactions: transactions.map(({ transaction_id: _row, ...transaction }) => transaction),
      })),
    })),
  );
  return {
    ...whole,
    links_count: links.length,
    accounts: inOrder(accounts, ({ number }) => number),
    sources: inOrder(sources, ({ number, income_description }) => `${number} ${income_description}`),
  };
}

/** The last four digits of the account's number. SimpleFIN has them only in the account's name. */
function maskIn(accounts: readonly IncomeAccount[], account_id: string): string {
  const account = accounts.find(({ id }) => id === account_id);
  return account?.mask ?? /\((\d{4})\)/.exec(account?.nickname ?? '')?.[1] ?? '';
}

const inOrder = <T>(all: readonly T[], nameOf: (one: T) => string): T[] =>
  all.toSorted((one, two) => nameOf(one).localeCompare(nameOf(two)));

type Source = Omit<BankIncomeSource, 'account_id' | 'historical_summary'> & {
  number: string;
  historical_summary: (Omit<Month, 'transactions'> & { transactions: Omit<Deposit, 'transaction_id'>[] })[];
};
type Month = BankIncomeSource['historical_summary'][number];
type Deposit = Month['transactions'][number];
type Report = Omit<IncomeInsightsAnswer, 'report_id' | 'created_at' | 'completed_at' | 'links'> & {
  links_count: number;
  accounts: (Omit<IncomeAccount, 'id'> & { number: string })[];
  sources: Source[];
};

/**
 * The fields in which a report may differ from another, because a way of retrieval (FDX, SimpleFIN, OFX, CSV or the
 * sandbox bank) carries less data. The user guide (docs/live.md, "The same report") lists these fields too.
 */
const differencesFor = (deposits: ReadonlySet<string>) => ({
  /** Only FDX and the sandbox bank name the owners. The owner in the sandbox is the sample person of the login. */
  owners: (report: Report): Report => ({
    ...report,
    accounts: report.accounts.map((account) => ({ ...account, owners: [] })),
  }),
  /** The gross amounts depend on the taxes of the owner's state. Without an owner, they contain no state tax. */
  gross: ({ bank_income_summary, ...report }: Report): Report => ({
    ...report,
    bank_income_summary: {
      ...bank_income_summary,
      historical_average_monthly_gross_income: [],
      historical_annual_gross_income: [],
    },
    sources: report.sources.map((source) => ({
      ...source,
      avg_gross_deposit_amount: '0.00',
      historical_average_monthly_gross_income: '0.00',
    })),
  }),
  /** Each way has its own names and types of accounts, and SimpleFIN has no field for the account's number. */
  names: (report: Report): Report => ({
    ...report,
    accounts: report.accounts.map((account) => ({
      ...account,
      mask: null,
      nickname: null,
      type: 'OTHER',
      subtype: null,
    })),
  }),
  /** The files and the sandbox have only the deposit accounts of the person, because OFX describes debts otherwise. */
  debts: (report: Report): Report => {
    const with_income = new Set(report.sources.map(({ number }) => number));
    return {
      ...report,
      accounts: report.accounts.filter(({ number }) => deposits.has(number) || with_income.has(number)),
    };
  },
  /**
   * `days_available` is counted from the first transaction of the account. Files date this transaction by its day of
   * posting, and contain no transaction that was posted before the period of the file.
   */
  days: (report: Report): Report => ({
    ...report,
    accounts: report.accounts.map((account) => ({ ...account, days_available: 0 })),
  }),
});
type Difference = keyof ReturnType<typeof differencesFor>;

/** Files contain only the day of posting. FDX and SimpleFIN also contain the day on which the payment was made. */
const onPostingDays =
  (username: string) =>
  (report: Report): Report => {
    const rows = historyFor(username).flatMap((account) => account.rows);
    return withDeposits(report, (deposit) => {
      const row = rows.find(
        ({ transacted_on, cents, description }) =>
          transacted_on === deposit.date && decimal(cents) === deposit.amount && description === deposit.description,
      );
      return { ...deposit, date: row?.posted_on ?? deposit.date };
    });
  };

/** Names in OFX files have at most 32 characters, so longer descriptions are cut. */
const withShortNames = (report: Report): Report =>
  withDeposits(report, (deposit) => ({ ...deposit, description: deposit.description.slice(0, 32).trimEnd() }));

const withDeposits = (
  report: Report,
  change: (deposit: Source['historical_summary'][number]['transactions'][number]) => typeof deposit,
): Report => ({
  ...report,
  sources: report.sources.map((source) => ({
    ...source,
    historical_summary: source.historical_summary.map((month) => ({
      ...month,
      transactions: month.transactions.map(change),
    })),
  })),
});

/** Returns the person's report without the fields that these differences concern. */
function without(username: string, report: Report, differences: readonly Difference[]): Report {
  const deposits = new Set(historyFor(username).map(({ plan }) => plan.number.slice(-4)));
  const change = differencesFor(deposits);
  return differences.reduce((rest, name) => change[name](rest), report);
}

describe.each(['maya', 'priya', 'lena', 'ruth', 'tom'])('the income of the simulated person %s', (username) => {
  test('the person has the same income report through FDX, SimpleFIN, the sandbox bank, OFX and CSV, except for the fields that a way does not carry', async () => {
    const { user_id } = await connectLane(stage, { kind: 'fdx', username, product: 'income' });
    const fdx = await reportOf(user_id);
    expect(fdx.sources.length).toBeGreaterThan(0);
    const lane = await connectLane(stage, { kind: 'simplefin', username, product: 'income' });
    const simplefin = await reportOf(lane.user_id);
    const sandbox = await reportOf(await throughSandbox(username), stage.client.sandbox);
    const csv = await reportOf(await throughFiles(username, 'csv'));
    const ofx = await reportOf(await throughFiles(username, 'ofx'));

    const expectEqual = (one: Report, other: Report, differences: readonly Difference[]): void =>
      expect(without(username, one, differences)).toEqual(without(username, other, differences));
    expectEqual(simplefin, fdx, ['owners', 'gross', 'names']);
    expectEqual(sandbox, fdx, ['owners', 'gross', 'names', 'debts']);
    // Neither SimpleFIN nor a file names an owner, so SimpleFIN, CSV and OFX have the same gross amounts.
    const posted = onPostingDays(username)(simplefin);
    expectEqual(csv, posted, ['names', 'debts', 'days']);
    expectEqual(ofx, withShortNames(posted), ['names', 'debts', 'days']);
    expect(csv.accounts.map(({ days_available }) => days_available)).toEqual(
      ofx.accounts.map(({ days_available }) => days_available),
    );
  });
});
