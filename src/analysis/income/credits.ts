// The credits of the window in their order, each with what its text says; and of the other rows only what is needed.
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
  /** By day, then by id. */
  credits: Credit[];
  debits: IncomeTransaction[];
  /** Credits that another feed of the same account has brought already; such debits are left out. */
  twins: ReadonlySet<Credit>;
  /** Days with data before and on the last day of the window, by account. */
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
  const verdictFor = remembering(verdictOf);
  const meaningOf = newCategoryReader();
  const accounts = new Map(input.accounts.map((account) => [account.id, account]));
  const first_dates = new Map<string, string>();
  const [credits, debits]: [Credit[], IncomeTransaction[]] = [[], []];
  const { first_date, last_date } = window;
  for (const transaction of input.transactions) {
    const { account_id, date } = transaction;
    // Dates written alike compare like the days they mean; parsing each of them would be a third of the time.
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

/** Readings are shared by all texts that say the same. */
function remembering(judge: typeof verdictOf): typeof verdictOf {
  const known = new Map<Reading, Verdict | null>();
  return (reading) => {
    const remembered = known.get(reading);
    if (remembered !== undefined) return remembered;
    const verdict = judge(reading);
    known.set(reading, verdict);
    return verdict;
  };
}

/** The bank's own category says more than a weak word, and than what the bank writes before everything. */
const isTentative = (verdict: Verdict): boolean =>
  'strength' in verdict && (verdict.strength === 'weak' || verdict.rule === BANK_DEPOSIT_RULE);

function byDayAndId(a: Credit, b: Credit): number {
  if (a.day !== b.day) return a.day - b.day;
  return a.transaction.id < b.transaction.id ? -1 : Number(a.transaction.id > b.transaction.id);
}
