// Adds up the parts of a file: accounts with their transactions and balances, payments, tax forms and warnings. Only
// sums and the first and last rows are kept, so the memory does not grow with the number of rows.
import type {
  CsvColumns,
  ImportedAccount,
  ImportedBalance,
  ImportedPart,
  ImportedPayment,
  ImportedTransaction,
  Place,
} from './imported-parts.ts';

/** The maximum number of warnings that are kept. Further warnings are only counted. */
const WARNINGS_MAX = 100;

export type AccountSummary = {
  account: ImportedAccount;
  transactions_count: number;
  pending_count: number;
  /** The sums of the credits and of the debits, in cents. Neither sum is negative. */
  credits: bigint;
  debits: bigint;
  /** The dates of the oldest and the newest transaction. */
  first_on: string | null;
  last_on: string | null;
  balances: ImportedBalance[];
};

export type PaymentsSummary = { company_name: string; count: number; total: bigint; dates: Set<string> };

export type ImportSummary = {
  /** The column map of a CSV file: which column has which content. It is null for other formats. */
  columns: CsvColumns | null;
  accounts: AccountSummary[];
  payments: PaymentsSummary[];
  /** The number of W-2s per tax year, and of 1099s per form and tax year. */
  forms: Map<string, number>;
  warnings: (Place & { message: string })[];
  warnings_count: number;
};

export async function summarize(parts: AsyncIterable<ImportedPart>): Promise<ImportSummary> {
  const accounts = new Map<string, AccountSummary>();
  const payments = new Map<string, PaymentsSummary>();
  const summary: ImportSummary = {
    columns: null,
    accounts: [],
    payments: [],
    forms: new Map(),
    warnings: [],
    warnings_count: 0,
  };
  const known = (key: string): AccountSummary => {
    const found = accounts.get(key);
    if (found === undefined) throw new Error('a parser yields an account before its transactions');
    return found;
  };
  for await (const one of parts) {
    if (one.part === 'account') accounts.set(one.account.key, emptyAccount(one.account));
    else if (one.part === 'transaction') addTransaction(known(one.transaction.account_key), one.transaction);
    else if (one.part === 'balance') known(one.balance.account_key).balances.push(one.balance);
    else if (one.part === 'payment') addPayment(payments, one.payment);
    else if (one.part === 'w2') addForm(summary.forms, `W-2 ${one.w2.tax_year}`);
    else if (one.part === 'form_1099') addForm(summary.forms, `1099-${one.form.form} ${one.form.tax_year}`);
    else if (one.part === 'columns') summary.columns = one.columns;
    else if (summary.warnings_count++ < WARNINGS_MAX) summary.warnings.push(one.warning);
  }
  return { ...summary, accounts: [...accounts.values()], payments: [...payments.values()] };
}

const emptyAccount = (account: ImportedAccount): AccountSummary => ({
  account,
  transactions_count: 0,
  pending_count: 0,
  credits: 0n,
  debits: 0n,
  first_on: null,
  last_on: null,
  balances: [],
});

function addTransaction(into: AccountSummary, transaction: ImportedTransaction): void {
  const { amount, is_pending, posted_on, transacted_on } = transaction;
  into.transactions_count++;
  if (is_pending) into.pending_count++;
  if (amount < 0n) into.debits -= amount;
  else into.credits += amount;
  const date = posted_on ?? transacted_on;
  if (date === null) return;
  if (into.first_on === null || date < into.first_on) into.first_on = date;
  if (into.last_on === null || date > into.last_on) into.last_on = date;
}

function addPayment(payments: Map<string, PaymentsSummary>, payment: ImportedPayment): void {
  const { company_name, company_id, amount, effective_date } = payment;
  const key = `${company_id} ${company_name}`;
  const summary = payments.get(key) ?? { company_name, count: 0, total: 0n, dates: new Set<string>() };
  summary.count++;
  summary.total += amount;
  summary.dates.add(effective_date);
  payments.set(key, summary);
}

const addForm = (forms: Map<string, number>, name: string): void => void forms.set(name, (forms.get(name) ?? 0) + 1);
