// The bank history of a life up to a day. Days are simulated one after the other, and all randomness depends only on
// the seed, the life, the flow and the day. Therefore the history up to one day is equal to the beginning of every
// longer history.
import { addDays, type Day, isBusinessDay, nextMonth } from './calendar.ts';
import { idOf, numberOf } from './dice.ts';
import { type NewRow, rowsOfFlow } from './flows.ts';
import type { AccountPlan, Life } from './life.ts';
import { paychecksOf } from './payroll.ts';

export type Row = {
  id: string;
  /** The id of the row while it was pending. It differs from `id`. */
  pending_id: string;
  account: string;
  transacted_on: Day;
  /** `HH:MM:SS`, the time of the transaction in UTC. */
  time: string;
  posted_on: Day;
  /** The amount. It is positive for money in and for a payment towards a debt. */
  cents: number;
  /**
   * The account's balance after this row. It has no meaning for pending rows, because they have not changed the
   * balance.
   */
  balance_cents: number;
  description: string;
  category: string;
  mcc: number | null;
  check_number: number | null;
  /** The key of the flow or job that created the row. Tests use it as the true cause of the row. */
  cause: string;
};

export type AccountHistory = {
  plan: AccountPlan;
  /** The posted rows, oldest first. */
  rows: readonly Row[];
  /** Rows that are pending on the last day: they were transacted, but are not posted yet. */
  pending: readonly Row[];
  opening_cents: number;
  closing_cents: number;
  /** What the holder can spend: the balance or the unused credit limit, minus pending debits. */
  available_cents: number;
};

export type History = { until: Day; accounts: readonly AccountHistory[] };

type Playing = { plan: AccountPlan; rows: Row[]; waiting: Row[]; balance_cents: number };

/**
 * A cache of the histories that were requested last. Computing a history takes a tenth of a second, and all simulators
 * request the same histories.
 */
const known = new Map<string, { life: Life; seed: number; history: History }>();
const KNOWN_MAX = 50;

export function historyOf(life: Life, until: Day, seed = 0): History {
  const key = `${seed}:${life.id}:${until}`;
  const found = known.get(key);
  const history = found?.life === life ? found.history : playHistory(life, until, seed);
  known.delete(key);
  known.set(key, { life, seed, history });
  const [oldest] = known.keys();
  if (known.size > KNOWN_MAX && oldest !== undefined) known.delete(oldest);
  return history;
}

/**
 * Continues the longest cached history that is shorter than the requested one. If there is none, starts on the first
 * day.
 */
function playHistory(life: Life, until: Day, seed: number): History {
  const begun = [...known.values()]
    .filter((one) => one.life === life && one.seed === seed && one.history.until < until)
    .reduce<History | undefined>(
      (longest, { history }) => (longest !== undefined && longest.until > history.until ? longest : history),
      undefined,
    );
  const playing = new Map<string, Playing>(life.accounts.map((plan) => [plan.key, playingOf(plan, begun)]));
  const paydays = depositsByDay(life, until, seed);
  const next = begun === undefined ? life.from : addDays(begun.until, 1);
  for (let day = next > life.from ? next : life.from; day <= until; day = addDays(day, 1)) {
    playDay(life, playing, paydays, day, seed);
  }
  return { until, accounts: [...playing.values()].map((account) => finished(account)) };
}

function playingOf(plan: AccountPlan, begun: History | undefined): Playing {
  const account = begun?.accounts.find((one) => one.plan === plan);
  if (account === undefined) return { plan, rows: [], waiting: [], balance_cents: plan.opening_cents };
  return { plan, rows: [...account.rows], waiting: [...account.pending], balance_cents: account.closing_cents };
}

/** The balance at the end of a day. */
export function balanceOn({ opening_cents, rows }: AccountHistory, day: Day): number {
  return rows.findLast(({ posted_on }) => posted_on <= day)?.balance_cents ?? opening_cents;
}

export type StatementPeriod = {
  from: Day;
  to: Day;
  opening_cents: number;
  closing_cents: number;
  rows: readonly Row[];
};

/**
 * The finished calendar months of an account, oldest first. The first statement of a new account starts on the
 * account's first day.
 */
export function statementsOf(account: AccountHistory, life: Life, until: Day): StatementPeriod[] {
  const made: StatementPeriod[] = [];
  let from = account.plan.opened_on > life.from ? account.plan.opened_on : life.from;
  for (let next = nextMonth(from); next <= until; next = nextMonth(from)) {
    const to = addDays(next, -1);
    const [start] = [from];
    const opening_cents = balanceOn(account, addDays(start, -1));
    const rows = account.rows.filter(({ posted_on }) => posted_on >= start && posted_on <= to);
    made.push({ from: start, to, opening_cents, closing_cents: balanceOn(account, to), rows });
    from = next;
  }
  return made;
}

function playDay(life: Life, playing: Map<string, Playing>, paydays: Map<Day, NewRow[]>, day: Day, seed: number): void {
  const balances = new Map([...playing].map(([key, { balance_cents }]) => [key, balance_cents]));
  const made = [
    ...(paydays.get(day) ?? []),
    ...life.flows.flatMap((flow) => rowsOfFlow(flow, { life, day, seed, balances })),
    ...[...playing.values()].flatMap((account) => chargesOf(account, day)),
  ];
  for (const [at, row] of made.entries()) {
    const account = playing.get(row.account);
    if (account === undefined) throw new Error(`${life.id} has no account ${row.account}.`);
    if (day >= account.plan.opened_on)
      account.waiting.push(numbered(row, [seed, life.id, row.account, day, row.cause, at]));
  }
  for (const account of playing.values()) post(account, day);
}

function numbered(row: NewRow, key: readonly (string | number)[]): Row {
  const second = numberOf(11 * 3600, 23 * 3600, ...key, 'time');
  const time = [second / 3600, (second / 60) % 60, second % 60].map((part) =>
    String(Math.floor(part)).padStart(2, '0'),
  );
  return {
    ...row,
    id: idOf(20, ...key, 'posted'),
    pending_id: idOf(20, ...key, 'pending'),
    time: time.join(':'),
    balance_cents: 0,
  };
}

function post(account: Playing, day: Day): void {
  const due = account.waiting.filter(({ posted_on }) => posted_on <= day);
  account.waiting = account.waiting.filter(({ posted_on }) => posted_on > day);
  for (const row of due) {
    account.balance_cents += row.cents;
    account.rows.push({ ...row, balance_cents: account.balance_cents });
  }
}

/** Returns the rows for interest at the end of a month and for the fee after an overdraft. */
function chargesOf({ plan, rows, balance_cents }: Playing, day: Day): NewRow[] {
  const charge = (cents: number, description: string, category: string): NewRow => ({
    account: plan.key,
    transacted_on: day,
    posted_on: day,
    cents,
    description,
    category,
    mcc: null,
    check_number: null,
    cause: category,
  });
  const made: NewRow[] = [];
  const is_deposit = ['checking', 'savings', 'money_market', 'cd'].includes(plan.kind);
  const is_revolving = plan.kind === 'credit_card' || plan.kind === 'home_equity_line';
  const monthly = Math.round((balance_cents * (plan.rate_percent ?? 0)) / 1200);
  if (addDays(day, 1) === nextMonth(day)) {
    if (is_deposit && monthly > 0) made.push(charge(monthly, 'INTEREST PAYMENT', 'interest'));
    if (is_revolving && monthly < 0 && !wasPaidInFull(rows))
      made.push(charge(monthly, 'INTEREST CHARGE ON PURCHASES', 'interest'));
  }
  if (plan.overdraft_fee_cents !== undefined && balance_cents < 0 && isBusinessDay(day) && !wasCharged(rows)) {
    made.push(charge(-plan.overdraft_fee_cents, 'OVERDRAFT ITEM FEE', 'overdraft_fee'));
  }
  return made;
}

/**
 * Returns true if the fee of the current overdraft was already charged. The account is charged one fee each time it
 * falls below zero.
 */
const wasCharged = (rows: readonly Row[]): boolean =>
  rows
    .slice(rows.findLastIndex(({ balance_cents }) => balance_cents >= 0) + 1)
    .some(({ cause }) => cause === 'overdraft_fee');

/** Returns true if the last payment to the card was in full. A card that is paid in full is not charged interest. */
const wasPaidInFull = (rows: readonly Row[]): boolean =>
  rows.findLast(({ cents }) => cents > 0)?.category === 'paid_in_full';

function depositsByDay(life: Life, until: Day, seed: number): Map<Day, NewRow[]> {
  const found = new Map<Day, NewRow[]>();
  for (const job of life.jobs) {
    for (const { pay_date, deposits } of paychecksOf(life, job, until, seed)) {
      const rows = deposits.map(({ account, cents }) => ({
        account,
        transacted_on: pay_date,
        posted_on: pay_date,
        cents,
        description: job.descriptor,
        category: 'payroll',
        mcc: null,
        check_number: null,
        cause: job.key,
      }));
      found.set(pay_date, [...(found.get(pay_date) ?? []), ...rows]);
    }
  }
  return found;
}

function finished({ plan, rows, waiting, balance_cents }: Playing): AccountHistory {
  const held = waiting.reduce((cents, row) => cents + Math.min(0, row.cents), 0);
  const limit = plan.credit_limit_cents ?? 0;
  return {
    plan,
    rows,
    pending: waiting,
    opening_cents: plan.opening_cents,
    closing_cents: balance_cents,
    available_cents: plan.loan === undefined ? balance_cents + limit + held : 0,
  };
}
