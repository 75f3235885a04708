// Tests that the same person has the same income, however the bank data was retrieved: through FDX, SimpleFIN, OFX, CSV
// or the sandbox bank. Income sources, amounts and pay frequency must be equal.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addDays, addMonths } from '#base/calendar.ts';
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

/** The income in the report, without ids. */
async function incomeOf(user_id: string, call = stage.client.prod) {
  const { links, bank_income_summary } = await madeInsights(call, user_id, { days_requested: 365 });
  const sources = links.flatMap(({ accounts, bank_income_sources }) =>
    bank_income_sources.map((source) => {
      const account = accounts.find(({ id }) => id === source.account_id);
      return {
        account: account?.mask ?? /\((\d{4})\)/.exec(account?.nickname ?? '')?.[1],
        income_description: source.income_description,
        income_category: source.income_category,
        pay_frequency: source.pay_frequency,
        next_payment_date: source.next_payment_date,
        start_date: source.start_date,
        end_date: source.end_date,
        transaction_count: source.transaction_count,
        total_amount: source.total_amount,
        avg_deposit_amount: source.avg_deposit_amount,
        historical_average_monthly_income: source.historical_average_monthly_income,
        forecasted_average_monthly_income: source.forecasted_average_monthly_income,
        deposits: source.historical_summary.flatMap(({ transactions }) =>
          transactions.map(({ date, amount, description }): Deposit => ({ date, amount, description })),
        ),
      };
    }),
  );
  const byName = (one: { account: string | undefined; income_description: string }) =>
    `${one.account} ${one.income_description}`;
  return {
    sources: sources.toSorted((one, two) => byName(one).localeCompare(byName(two))),
    totals: bank_income_summary.total_amounts,
    forecast: bank_income_summary.forecasted_annual_income,
  };
}

type Deposit = { date: string; amount: string; description: string };
type Income = Awaited<ReturnType<typeof incomeOf>>;

const withDeposits = ({ sources, ...rest }: Income, change: (deposit: Deposit) => Deposit): Income => ({
  ...rest,
  sources: sources.map((source) => ({ ...source, deposits: source.deposits.map(change) })),
});

/** Files contain only the day of posting. FDX and SimpleFIN also contain the day on which the payment was made. */
const onPostingDay =
  (username: string) =>
  (deposit: Deposit): Deposit => {
    const rows = historyFor(username).flatMap((account) => account.rows);
    const row = rows.find(
      ({ transacted_on, cents, description }) =>
        transacted_on === deposit.date && decimal(cents) === deposit.amount && description === deposit.description,
    );
    return { ...deposit, date: row?.posted_on ?? deposit.date };
  };

/** Names in OFX files have at most 32 characters, so longer descriptions are cut. */
const withShortName = (deposit: Deposit): Deposit => ({
  ...deposit,
  description: deposit.description.slice(0, 32).trimEnd(),
});

describe.each(['maya', 'priya', 'lena', 'ruth', 'tom'])('the income of the simulated person %s', (username) => {
  test('the person has the same income through FDX, SimpleFIN, the sandbox bank, OFX and CSV', async () => {
    const { user_id } = await connectLane(stage, { kind: 'fdx', username, product: 'income' });
    const fdx = await incomeOf(user_id);
    expect(fdx.sources.length).toBeGreaterThan(0);
    const simplefin = await connectLane(stage, { kind: 'simplefin', username, product: 'income' });
    expect(await incomeOf(simplefin.user_id)).toEqual(fdx);
    expect(await incomeOf(await throughSandbox(username), stage.client.sandbox)).toEqual(fdx);
    const posted = withDeposits(fdx, onPostingDay(username));
    expect(await incomeOf(await throughFiles(username, 'csv'))).toEqual(posted);
    expect(await incomeOf(await throughFiles(username, 'ofx'))).toEqual(withDeposits(posted, withShortName));
  });
});
