// Computes the ledger of a sample person's `BankLife`: each account's entries and balance up to a day.
import { toDay } from '#base/calendar.ts';
import type { BankLife, DeclaredAccount } from '#connectors/sandbox/lives/bank-life.ts';
import { depositEntries, signed } from './bank-deposits.ts';
import { type Entry, plainEntries } from './bank-entries.ts';
import { type Installment, loanEntries, owedAtStart, scheduleOf } from './bank-loans.ts';
import { type Billing, revolvingOf } from './bank-revolving.ts';
import { purchases } from './bank-spending.ts';

export type Book = {
  account: DeclaredAccount;
  /** The balance, or the amount owed, before the first day of the history. */
  opening: bigint;
  /** The entries visible on the given day, in posting order. Purchases become visible the day after they were made. */
  entries: Entry[];
  balance: bigint;
  /** The total of pending debits. */
  pending: bigint;
  billings: Billing[];
  schedule: Installment[];
};

/** Returns one `Book` for each of the person's accounts, with all entries up to the end of `today`. */
export function booksOn(life: BankLife, today: number): Book[] {
  const first_login = toDay(life.first_login_date);
  const { entries, billings, schedules } = ledgerOf(life, Math.max(today, first_login));
  return life.accounts.map((account) => {
    const all = (entries.get(account.key) ?? []).toSorted((a, b) => a.posts - b.posts);
    const seen = all.filter(({ day, posts }) => posts <= today || day < today);
    const schedule = schedules.get(account.key) ?? [];
    const opening = openingOf(life, account, schedule, all, first_login);
    let [balance, pending] = [opening, 0n];
    for (const entry of seen) {
      if (entry.posts <= today) balance += effectOn(account, entry);
      else if (entry.type === 'DEBIT') pending += entry.cents;
    }
    return { account, opening, entries: seen, balance, pending, billings: billings.get(account.key) ?? [], schedule };
  });
}

/**
 * Returns how much an entry changes an account's balance. The balance of a card or loan is the amount owed, so for
 * these accounts the sign is reversed.
 */
export const effectOn = ({ kind }: DeclaredAccount, entry: Entry): bigint =>
  kind === 'revolving' || kind === 'loan' ? -signed(entry) : signed(entry);

type Ledger = {
  entries: Map<string, readonly Entry[]>;
  billings: Map<string, Billing[]>;
  schedules: Map<string, Installment[]>;
};

// Computes the entries of all accounts. Deposit accounts are computed last, because payments to cards and loans change
// the balances of deposit accounts, and these balances determine interest and fees.
function ledgerOf(life: BankLife, until: number): Ledger {
  const ledger: Ledger = { entries: new Map(), billings: new Map(), schedules: new Map() };
  const entries = new Map<string, Entry[]>(life.accounts.map(({ key }) => [key, []]));
  const add = (more: readonly Entry[]) => {
    for (const entry of more) entries.get(entry.account)?.push(entry);
  };
  const of = ({ key }: DeclaredAccount): Entry[] => entries.get(key) ?? [];
  add(plainEntries(life, until));
  for (const spending of life.spending) add(purchases(life, spending, until));
  for (const account of life.accounts) {
    if (account.kind !== 'revolving') continue;
    const { entries: more, billings } = revolvingOf(life, account, of(account), until);
    add(more.filter(({ day }) => day <= until));
    ledger.billings.set(account.key, billings);
  }
  for (const account of life.accounts) {
    if (account.kind !== 'loan') continue;
    const schedule = scheduleOf(account);
    add(loanEntries(life, account, schedule, until));
    ledger.schedules.set(account.key, schedule);
  }
  for (const account of life.accounts) {
    const known = of(account);
    ledger.entries.set(account.key, account.kind === 'deposit' ? depositEntries(life, account, known, until) : known);
  }
  return ledger;
}

function openingOf(
  life: BankLife,
  account: DeclaredAccount,
  schedule: readonly Installment[],
  entries: readonly Entry[],
  first_login: number,
): bigint {
  if (account.kind === 'investment') return 0n;
  if (account.kind === 'revolving') return account.owed_at_start;
  if (account.kind === 'loan') return owedAtStart(life, account, schedule);
  let opening = account.balance.cents;
  if (account.balance.on === 'start') return opening;
  for (const entry of entries) if (entry.posts <= first_login) opening -= signed(entry);
  return opening;
}
