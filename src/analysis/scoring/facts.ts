// The facts from which attributes are computed: movements by kind, income, balances, and the known history. The facts
// are gathered only once.
import { balanceOn, dailyBalances, knownFrom, type Ledger } from '#analysis/assets/balances.ts';
import type { Movement } from '#analysis/assets/movements.ts';
import { windowOf } from '#analysis/income/credits.ts';
import { type IncomeReport, incomeReport } from '#analysis/income/report.ts';
import { addDays, toDay } from '#base/calendar.ts';
import { sum } from '#base/money.ts';
import { type Held, heldAccounts } from './accounts.ts';
import type { ScoringInput } from './input.ts';
import { type Line, linesOf } from './lines.ts';
import { nsfLines } from './nsf-lines.ts';
import { DAYS_MAX, knownByDay, type Period, spanOf } from './windows.ts';

export type Facts = {
  cutoff: number;
  held: readonly Held[];
  /**
   * The movements up to the cutoff date. They include the movements that are older than the longest span of any
   * attribute.
   */
  lines: readonly Line[];
  /** The day of the first movement; undefined if there are no movements. */
  first_day: number | undefined;
  income: IncomeReport;
  /** For each money account, the movements that belong to NSF or overdraft events. */
  nsf_lines: readonly (readonly Movement[])[];
  loan_data_enabled: boolean;
  /**
   * The total balances of the money accounts that `totalsIn` counts. There is one total for the end of each day of the
   * period, from the first day on which the total is known. Null if `totalsIn` counts no account.
   */
  balancesIn(period: Period): readonly bigint[] | null;
  /** The total balance of the money accounts at the end of the cutoff date; null if no balance is known. */
  balance: bigint | null;
};

export function factsOf(input: ScoringInput): Facts {
  const cutoff = toDay(input.cutoff_date);
  const held = heldAccounts(input);
  const income = incomeOf(held, input.cutoff_date);
  const lines = linesOf(held, income, cutoff);
  const ledgers = held.flatMap(({ role, ledger }) => (role === 'money' && ledger !== undefined ? [ledger] : []));
  return {
    cutoff,
    held,
    lines,
    first_day: lines.reduce<number | undefined>(
      (first, { day }) => (first === undefined || day < first ? day : first),
      undefined,
    ),
    income,
    nsf_lines: held.flatMap(({ role, movements }) => (role === 'money' ? [nsfLines(movements)] : [])),
    loan_data_enabled: input.loan_data_enabled,
    balancesIn: memoized((period) => totalsIn(ledgers, period, cutoff)),
    balance: ledgers.length === 0 ? null : sum(ledgers.map((ledger) => balanceOn(ledger, cutoff))),
  };
}

/** Whether enough of a span's data is known to compute attributes for the span. */
export const isKnown = ({ first_day, cutoff }: Pick<Facts, 'first_day' | 'cutoff'>, period: Period): boolean =>
  first_day !== undefined && first_day <= knownByDay(period, cutoff);

/**
 * Income in the longest span. Transactions outside this span are not passed to the income engine, so a long history
 * costs no extra time.
 */
function incomeOf(held: readonly Held[], as_of: string): IncomeReport {
  const accounts = held.map(({ account }) => account);
  const first_date = as_of < EARLIEST ? as_of : windowOf({ as_of, days_requested: DAYS_MAX }).first_date;
  const transactions = held
    .flatMap((one) => one.transactions)
    .filter(({ date }) => date >= first_date && date <= as_of);
  return incomeReport({
    // Without transactions, the report is the same for every day. In this case the report is computed for `EARLIEST`,
    // because `as_of` may be too early: the report covers `DAYS_MAX` days before its day, and dates start in 1970.
    as_of: transactions.length === 0 ? EARLIEST : as_of,
    days_requested: DAYS_MAX,
    accounts,
    transactions,
  });
}

const EARLIEST = addDays('1970-01-01', DAYS_MAX);

/**
 * Adds up the balances of the accounts whose balances become known early in the span. The totals begin on the first day
 * on which the balances of all these accounts are known. Accounts opened later are left out, because their balances
 * would look like incoming money.
 */
function totalsIn(ledgers: readonly Ledger[], period: Period, cutoff: number): readonly bigint[] | null {
  const { from, until } = spanOf(period, cutoff);
  const known_by = knownByDay(period, cutoff);
  let first = from;
  const counted = ledgers.filter(({ movements }) => {
    const known = knownFrom(movements);
    if (known === undefined || known > known_by) return false;
    first = Math.max(first, known);
    return true;
  });
  if (counted.length === 0) return null;
  const [one = [], ...others] = counted.map((ledger) => dailyBalances(ledger, { from: first, until }));
  return one.map((balance, at) => balance + sum(others.map((other) => other[at] ?? 0n)));
}

function memoized<Value>(make: (period: Period) => Value): (period: Period) => Value {
  const known = new Map<Period, Value>();
  return (period) => {
    const cached = known.get(period);
    if (cached !== undefined) return cached;
    const made = make(period);
    known.set(period, made);
    return made;
  };
}
