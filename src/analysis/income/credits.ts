// Finds the credits in the report's date range and sorts them by day and id. Each credit has the information that was
// read from its description. This file also collects the data that is needed from the other rows, such as the debits.
import { addDays, toDay } from '#base/calendar.ts';
import { dayOf } from './calendars/months.ts';
import type { IncomeAccount, IncomeInput, IncomeTransaction } from './input.ts';
import { ownerNames } from './texts/owners.ts';
import { newCategoryReader } from './texts/provider-categories.ts';
import { newReader, type Read, type Reading } from './texts/readings.ts';
import { BANK_DEPOSIT_RULE, type Verdict, verdictOf } from './texts/text-rules.ts';
import { twinRows } from './twins.ts';

export type Credit = Read & {
  transaction: IncomeTransaction;
  account: IncomeAccount;
  day: number;
  cents: number;
  verdict: Verdict | null;
};

export type Window = { first_date: string; last_date: string; first: number; last: number };

export type Rows = {
  window: Window;
  /** The credits, sorted by day, then by id. */
  credits: Credit[];
  debits: IncomeTransaction[];
  /**
   * Duplicate credits: another feed of the same account already contains them. Duplicate debits are not in this set;
   * they are left out of `debits`.
   */
  twins: ReadonlySet<Credit>;
  /**
   * For each account, the number of days from its first row in the window to the window's last day, both days included.
   * It is 0 if the account has no row in the window.
   */
  days_available: Map<string, number>;
  read: (description: string, memo: string | null) => Read;
};

export function windowOf({ as_of, days_requested }: Pick<IncomeInput, 'as_of' | 'days_requested'>): Window {
  const first_date = addDays(as_of, 1 - days_requested);
  return { first_date, last_date: as_of, first: toDay(first_date), last: toDay(as_of) };
}

export function rowsOf(input: IncomeInput): Rows {
  const window = windowOf(input);
  const read = newReader(
    ownerNames(input.accounts.flatMap(({ owners }) => owners ?? []).map(({ full_name }) => full_name)),
  );
  const verdictFor = memoized(verdictOf);
  const meaningOf = newCategoryReader();
  const accounts = new Map(input.accounts.map((account) => [account.id, account]));
  const first_dates = new Map<string, string>();
  const [credits, debits]: [Credit[], IncomeTransaction[]] = [[], []];
  const { first_date, last_date } = window;
  for (const transaction of input.transactions) {
    const { account_id, date } = transaction;
    // ISO dates are compared as strings, because parsing each date would take a third of the running time.
    if (date < first_date || date > last_date) continue;
    const first = first_dates.get(account_id);
    if (first === undefined || date < first) first_dates.set(account_id, date);
    if (transaction.type === 'DEBIT') {
      debits.push(transaction);
      continue;
    }
    const { reading, company_id, person } = read(transaction.description, transaction.memo ?? null);
    const said = verdictFor(reading);
    credits.push({
      reading,
      company_id,
      person,
      transaction,
      account: accounts.get(account_id) ?? { id: account_id, type: 'OTHER' },
      day: dayOf(date),
      cents: Number(transaction.amount_cents),
      verdict: said === null || isTentative(said) ? (meaningOf(transaction.categories ?? []) ?? said) : said,
    });
  }
  credits.sort(byDayAndId);
  const days_available = new Map(
    input.accounts.map(({ id }) => {
      const first = first_dates.get(id);
      return [id, first === undefined ? 0 : window.last - toDay(first) + 1];
    }),
  );
  const twins = twinRows(
    input.accounts,
    credits.map(({ transaction }) => transaction),
    debits,
  );
  return {
    window,
    credits,
    debits: twins.size === 0 ? debits : debits.filter((debit) => !twins.has(debit)),
    twins: new Set(twins.size === 0 ? [] : credits.filter(({ transaction }) => twins.has(transaction))),
    days_available,
    read,
  };
}

/**
 * Caches the verdict of each `Reading` object. Descriptions with the same content have the same `Reading` object, so
 * each content is judged only once.
 */
function memoized(judge: typeof verdictOf): typeof verdictOf {
  const known = new Map<Reading, Verdict | null>();
  return (reading) => {
    const cached = known.get(reading);
    if (cached !== undefined) return cached;
    const verdict = judge(reading);
    known.set(reading, verdict);
    return verdict;
  };
}

/**
 * Whether the bank's category takes precedence over this verdict. It takes precedence if the verdict is based on a weak
 * word, or on words that the bank prints before every deposit.
 */
const isTentative = (verdict: Verdict): boolean =>
  'strength' in verdict && (verdict.strength === 'weak' || verdict.rule === BANK_DEPOSIT_RULE);

function byDayAndId(a: Credit, b: Credit): number {
  if (a.day !== b.day) return a.day - b.day;
  return a.transaction.id < b.transaction.id ? -1 : Number(a.transaction.id > b.transaction.id);
}
