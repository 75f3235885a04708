// Classifies a person's accounts as money, investment or debt. Adds to each account its movements and its ledger.
import { balanceOn, type Ledger } from '#analysis/assets/balances.ts';
import type { Movement } from '#analysis/assets/movements.ts';
import { toDay } from '#base/calendar.ts';
import { groupBy } from '#base/lists.ts';
import { isDepositAccount } from '#domain/reports/financial-accounts.ts';
import { isInvestmentAccount } from '#domain/reports/investments.ts';
import { isLiabilityAccount } from '#domain/reports/liabilities.ts';
import { CURRENCY, type ScoringAccount, type ScoringInput, type ScoringTransaction } from './input.ts';

export type AccountRole =
  /** Accounts such as checking and savings accounts. Their flows and balances are counted. */
  | 'money'
  /** Savings from which no money is spent. A payment into such an account is a transfer. */
  | 'investment'
  | 'debt';

export type Held = {
  account: ScoringAccount;
  role: AccountRole;
  transactions: readonly ScoringTransaction[];
  movements: readonly Movement[];
  /** The balance with its movements; undefined if the balance is unknown. */
  ledger: Ledger | undefined;
};

/** The range of dates the income engine supports; a transaction outside this range is an error in the data. */
const FIRST_DATE = '1971-01-01';
const LAST_DATE = '2099-12-31';

const isUsable = ({ status, date, booked_date, currency_code }: ScoringTransaction): boolean =>
  status === 'POSTED' &&
  currency_code === CURRENCY &&
  date >= FIRST_DATE &&
  date <= LAST_DATE &&
  booked_date <= LAST_DATE;

/**
 * Accounts in dollars with their posted transactions. A pending transaction has not changed the balance yet and may be
 * replaced by a posted transaction, so it is left out of everything.
 */
export function heldAccounts({ accounts, transactions, cutoff_date }: ScoringInput): Held[] {
  const by_account = groupBy(transactions.filter(isUsable), ({ account_id }) => account_id);
  return accounts
    .filter(({ currency_code }) => currency_code === CURRENCY)
    .map((account) => {
      const own = (by_account.get(account.id) ?? []).toSorted(byDateAndId);
      const movements = own.map(toMovement);
      const role = roleOf(account);
      return { account, role, transactions: own, movements, ledger: ledgerOf(account, role, movements, cutoff_date) };
    });
}

/** Input rows come in any order, so they are sorted here. */
function byDateAndId(a: ScoringTransaction, b: ScoringTransaction): number {
  if (a.date !== b.date) return a.date < b.date ? -1 : 1;
  return a.id < b.id ? -1 : Number(a.id > b.id);
}

const toMovement = (transaction: ScoringTransaction): Movement => ({
  id: transaction.id,
  type: transaction.type,
  cents: transaction.amount_cents,
  currency_code: transaction.currency_code,
  made: toDay(transaction.date),
  booked: toDay(transaction.booked_date),
  wording: transaction.description.toUpperCase(),
  categories: transaction.categories ?? [],
});

/** The subtypes of `OTHER` accounts from which people spend money. */
const SPENT_FROM: ReadonlySet<ScoringAccount['subtype']> = new Set([null, 'MONEY_MARKET', 'PREPAID']);

function roleOf(account: ScoringAccount): AccountRole {
  if (isLiabilityAccount(account)) return 'debt';
  if (isDepositAccount(account)) return 'money';
  const is_put_aside = isInvestmentAccount(account) || account.type === 'CD' || !SPENT_FROM.has(account.subtype);
  return is_put_aside ? 'investment' : 'money';
}

/**
 * Returns the ledger with the current balance: the reported balance of one day, changed by all movements posted after
 * that day. If the reported balance has no date, it is treated as the balance of the cutoff date.
 */
function ledgerOf(
  { balance, balance_as_of }: ScoringAccount,
  role: AccountRole,
  movements: readonly Movement[],
  cutoff_date: string,
): Ledger | undefined {
  if (balance === null) return undefined;
  const ledger = { balance, movements, is_owed: role === 'debt' };
  if (balance_as_of === 'now') return ledger;
  const date = balance_as_of === 'unknown' ? cutoff_date : balance_as_of.date;
  return { ...ledger, balance: balance + balance - balanceOn(ledger, toDay(date)) };
}
