// Builds one person's accounts: the transactions that the bank shows, and the true data with which a report is
// compared.
import { addDays } from '#base/calendar.ts';
import { irregularAverage, regularAverage } from './averages.ts';
import type { Bank } from './banks.ts';
import type { Random } from './random.ts';
import { payDates, type Schedule } from './schedules.ts';
import type { Account, Category, Person, Transaction, TrueStream } from './truth.ts';

export type OpenAccount = Account & { bank: Bank; mask: string };

/** An incoming payment: its amount, and the gross amount before taxes. */
export type Deposit = { date: string; cents: number; text: string; gross_cents?: number; is_extra?: boolean };

export type Kind = {
  name: string;
  account: OpenAccount;
  category: Category;
  also_right?: readonly Category[];
  schedule: Schedule | null;
  frequency?: 'open';
  /** True if the stream's frequency has changed. By definition, such a stream has no monthly average. */
  is_unaveraged?: boolean;
  /** True if the payer pays this stream by hand. In that case, the date of the next payment cannot be predicted. */
  is_unpunctual?: boolean;
  /** The stream's last day, if the income source has ended. */
  ended?: string;
};

export type Ledger = {
  from: string;
  as_of: string;
  /** The end of the simulation. It is after the report's date, so that the person's next income is known. */
  until: string;
  income: (kind: Kind, deposits: readonly Deposit[]) => TrueStream | null;
  notIncome: (kind: string, account: OpenAccount, date: string, cents: number, text: string) => void;
  /** Adds an ambiguous credit. It cannot be decided whether this credit is income. */
  open: (account: OpenAccount, date: string, cents: number, text: string) => void;
  debit: (account: OpenAccount, date: string, cents: number, text: string) => void;
  /**
   * Adds a pending copy of the stream's last transaction, dated one day before the posted transaction. The pending
   * transaction is not income.
   */
  showPending: (stream: TrueStream) => void;
  count: () => number;
  has: (category: Category) => boolean;
  close: (random: Random) => Pick<Person, 'transactions' | 'truth'>;
};

export const FUTURE_DAYS = 90;
const DEPOSITS_MIN = 3;
/**
 * The minimum number of payment days. If a stream of transfers from another person has fewer payment days, the stream
 * is optional: the engine need not find it. Such transfers are recognised as income only by their regularity, and a few
 * transfers are not enough to judge regularity.
 */
const TRANSFERS_MIN = 5;

export function newLedger(id: string, from: string, as_of: string): Ledger {
  const until = addDays(as_of, FUTURE_DAYS);
  const rows: Transaction[] = [];
  const truth: Person['truth'] = { streams: [], not_income: [], open: [] };

  const write = (
    account: Account,
    type: Transaction['type'],
    date: string,
    cents: number,
    text: string,
  ): string | null => {
    if (date < from || date > as_of || cents <= 0) return null;
    const row_id = `${id}-${rows.length}`;
    rows.push({
      id: row_id,
      account_id: account.id,
      date,
      amount_cents: BigInt(Math.round(cents)),
      type,
      status: 'POSTED',
      description: text,
      currency_code: 'USD',
    });
    return row_id;
  };

  return {
    from,
    as_of,
    until,
    income: (kind, deposits) => {
      const seen = deposits.filter(({ date }) => date >= from && date <= as_of).toSorted(byDate);
      if (seen.length === 0) return null;
      const ids = seen.flatMap(({ date, cents, text }) => write(kind.account, 'CREDIT', date, cents, text) ?? []);
      const future = deposits.filter(({ date }) => date > as_of && date <= until);
      const stream = streamOf(kind, ids, seen, future, as_of);
      truth.streams.push(stream);
      return stream;
    },
    notIncome: (kind, account, date, cents, text) => {
      const transaction_id = write(account, 'CREDIT', date, cents, text);
      if (transaction_id !== null) truth.not_income.push({ transaction_id, kind });
    },
    open: (account, date, cents, text) => {
      const transaction_id = write(account, 'CREDIT', date, cents, text);
      if (transaction_id !== null) truth.open.push(transaction_id);
    },
    debit: (account, date, cents, text) => write(account, 'DEBIT', date, cents, text),
    showPending: ({ transaction_ids }) => {
      const booked = rows.find((row) => row.id === transaction_ids.at(-1));
      if (booked === undefined) return;
      const transaction_id = `${booked.id}p`;
      rows.push({ ...booked, id: transaction_id, status: 'PENDING', date: addDays(booked.date, -1) });
      truth.not_income.push({ transaction_id, kind: 'pending' });
    },
    count: () => rows.length,
    has: (category) => truth.streams.some((stream) => stream.category === category),
    close: (random) => {
      // Banks list the newest transactions first; the order within a day is arbitrary.
      const keyed = rows.map((row) => ({ row, key: random.next() }));
      keyed.sort((a, b) => (a.row.date === b.row.date ? a.key - b.key : a.row.date < b.row.date ? 1 : -1));
      return { transactions: keyed.map(({ row }) => row), truth };
    },
  };
}

const byDate = (a: Deposit, b: Deposit): number => (a.date < b.date ? -1 : a.date > b.date ? 1 : 0);
const sumOf = (deposits: readonly Deposit[]): number => deposits.reduce((sum, { cents }) => sum + cents, 0);

function streamOf(
  { name, account, category, also_right = [], schedule, frequency, is_unpunctual, is_unaveraged, ended }: Kind,
  transaction_ids: string[],
  seen: readonly Deposit[],
  future: readonly Deposit[],
  as_of: string,
): TrueStream {
  const days = [...new Set(seen.map(({ date }) => date))];
  const last = days.at(-1) ?? as_of;
  const goes_on = ended === undefined || ended > as_of;
  const is_dated =
    schedule !== null && schedule.frequency !== null && frequency !== 'open' && is_unpunctual !== true && goes_on;
  const is_averaged = category !== 'TAX_REFUND' && frequency !== 'open' && is_unaveraged !== true;
  return {
    name,
    account_id: account.id,
    transaction_ids,
    category,
    also_right,
    frequency: frequency ?? schedule?.frequency ?? null,
    pay_dates: days.length,
    next_date: is_dated ? nextDate(schedule, last, as_of) : null,
    monthly_average_cents: !is_averaged
      ? null
      : schedule === null
        ? irregularAverage(seen)
        : regularAverage(seen, schedule, is_unpunctual === true ? 5 : 1),
    total_cents: sumOf(seen),
    gross_per_deposit_cents: grossPerDeposit(seen),
    next_90_days_cents: sumOf(future),
    is_optional: category !== 'TAX_REFUND' && days.length < (category === 'TRANSFER' ? TRANSFERS_MIN : DEPOSITS_MIN),
  };
}

/**
 * Returns the first pay day that is not before the report's date and is at least two days after the last deposit. Two
 * days are needed, because a deposit may be posted a day early: its own pay day must not be returned as the next one.
 */
function nextDate(schedule: Schedule, last: string, as_of: string): string | null {
  const from = addDays(last, 2) > as_of ? addDays(last, 2) : as_of;
  return payDates(schedule, from, addDays(from, 70))[0] ?? null;
}

/** Returns the mean gross amount of the usual deposits. Bonuses and other one-off payments are not usual deposits. */
function grossPerDeposit(seen: readonly Deposit[]): number | null {
  const usual = seen.filter(({ is_extra }) => is_extra !== true);
  if (usual.length === 0 || usual.some(({ gross_cents }) => gross_cents === undefined)) return null;
  return usual.reduce((sum, { gross_cents = 0 }) => sum + gross_cents, 0) / usual.length;
}
