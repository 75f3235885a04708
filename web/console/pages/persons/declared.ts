// Converts the declared data of a person to the values of the form. Data that the form has no fields for, such as W-2s
// or single purchases, is kept, and is declared again together with the form's values.
import type { AccountType } from '#domain/reports/financial-accounts.ts';
import {
  centsOf,
  type Frequency,
  type Job,
  keyOfAccount,
  type Life,
  type Pay,
  payrollText,
  SPENDING_DAYS,
} from './life.ts';

type Statement = { pay_date: string | null; gross_pay: string | null; net_pay: string | null };
type PayrollAccount = { account_number: string | null; routing_number: string | null };

/** The response fields that the form uses. The objects have further fields, which are sent back as they are. */
export type DeclaredJob = {
  company: { name: string | null };
  job_title: string | null;
  start_date: string | null;
  end_date: string | null;
  income: string | null;
  income_unit: string | null;
  pay_frequency: string | null;
  is_active: boolean;
  profile: { ssn: string | null };
  statements: readonly Statement[];
  bank_accounts: readonly PayrollAccount[];
  w2s: readonly object[];
  shifts: readonly object[];
};

export type DeclaredAccount = {
  id: string;
  type: AccountType;
  subtype: string | null;
  mask: string | null;
  nickname: string | null;
  balances: {
    currency_code: string;
    balance: string | null;
    available_balance: string | null;
    credit_limit: string | null;
  };
  account_number: string | null;
  routing_number: string | null;
  owners: readonly object[];
};

type DeclaredTransaction = {
  id: string;
  account_id: string;
  external_id: string | null;
  amount: string;
  type: 'DEBIT' | 'CREDIT';
  description: string;
  transacted_at: string;
};

export type Declared = {
  /** Null if nothing is declared. Providers then return the sample data. */
  employments: readonly DeclaredJob[] | null;
  accounts: readonly DeclaredAccount[] | null;
  transactions_count: number;
  transactions: readonly DeclaredTransaction[];
};

type Kept = DeclaredTransaction & { account: string };

/** The form's values for declared data, and the transactions that the form has no fields for. */
export type Loaded = Life & { kept: readonly Kept[] };

/** What is declared for a person when the form opens. */
export type Known = { declared: Declared; loaded: Loaded };

const PER_YEAR: Readonly<Record<string, number>> = { YEARLY: 1, MONTHLY: 12, WEEKLY: 52, DAILY: 260, HOURLY: 2_080 };
const FREQUENCY_OF: Readonly<Record<string, Frequency>> = { W: 'W', BW: 'BW', SM: 'SM', M: 'M' };

export function loadedFrom({ employments, accounts, transactions }: Declared): Loaded {
  const keys = new Map(accounts?.map(({ id }, at) => [id, keyOfAccount(at)]));
  const booked = transactions.map((one) => ({ ...one, account: keys.get(one.account_id) ?? '' }));
  const jobs = (employments ?? []).map((job, at) => jobFrom(job, at, booked));
  const deposits = new Set(
    jobs.flatMap((job, at) => {
      const pays = declaredPays(employments?.[at]);
      return pays.map(({ date, net_cents }) => nameOf(job.paid_to, payrollText(job.employer), date, net_cents));
    }),
  );
  const others = booked.filter(
    ({ account, description, transacted_at, amount, type }) =>
      type === 'DEBIT' || !deposits.has(nameOf(account, description, transacted_at.slice(0, 10), centsOf(amount))),
  );
  const { spending, kept } = spendingFrom(others);
  return {
    jobs,
    accounts: (accounts ?? []).map(({ type, nickname, mask, balances }, at) => ({
      key: keyOfAccount(at),
      type,
      name: nickname ?? '',
      mask: mask ?? '',
      balance: shortened(balances.balance),
      declared: at,
    })),
    spending,
    kept,
  };
}

const nameOf = (...words: (string | number)[]): string => JSON.stringify(words);

/** `1450.00` is shown as `1450`. */
const shortened = (amount: string | null): string => (amount ?? '0').replace(/\.00$/, '');

function jobFrom(job: DeclaredJob, at: number, booked: readonly Kept[]): Job {
  const employer = job.company.name ?? '';
  const deposits = new Set(declaredPays(job).map(({ date, net_cents }) => `${date} ${net_cents}`));
  const deposit = booked.find(
    ({ type, description, transacted_at, amount }) =>
      type === 'CREDIT' &&
      description === payrollText(employer) &&
      deposits.has(`${transacted_at.slice(0, 10)} ${centsOf(amount)}`),
  );
  const yearly = (centsOf(job.income ?? '0') * (PER_YEAR[job.income_unit ?? ''] ?? 1)) / 100;
  return {
    employer,
    job_title: job.job_title ?? '',
    start_date: job.start_date ?? '',
    end_date: job.end_date ?? '',
    salary: shortened(yearly.toFixed(2)),
    frequency: FREQUENCY_OF[job.pay_frequency ?? ''] ?? 'M',
    raises: raisesIn(declaredPays(job)),
    paid_to: deposit?.account ?? '',
    declared: at,
  };
}

/** The declared paydays, oldest first. */
export const declaredPays = (job: DeclaredJob | undefined): Pay[] =>
  (job?.statements ?? [])
    .flatMap(({ pay_date, gross_pay, net_pay }) =>
      pay_date === null
        ? []
        : [{ date: pay_date, gross_cents: centsOf(gross_pay ?? '0'), net_cents: centsOf(net_pay ?? '0') }],
    )
    .toSorted((a, b) => a.date.localeCompare(b.date));

/**
 * If the gross pay changes more often than this, we assume that it simply varies from payday to payday, so the changes
 * are not shown as raises.
 */
const RAISES_MAX = 6;

function raisesIn(pays: readonly Pay[]): Job['raises'] {
  const raises = pays.flatMap(({ date, gross_cents }, at) => {
    const before = pays[at - 1]?.gross_cents ?? gross_cents;
    if (before === gross_cents || before === 0 || gross_cents === 0) return [];
    return [{ date, percent: String(Number(((gross_cents / before - 1) * 100).toFixed(2))) }];
  });
  return raises.length > RAISES_MAX ? [] : raises;
}

/**
 * Finds repeated payments on exactly those days of the month on which the form books spending. These payments become
 * the form's spending. All other transactions are kept as they are.
 */
function spendingFrom(transactions: readonly Kept[]): Pick<Loaded, 'spending' | 'kept'> {
  const groups = new Map<string, Kept[]>();
  for (const one of transactions) {
    const name = nameOf(one.account, one.description, one.type);
    const group = groups.get(name);
    if (group === undefined) groups.set(name, [one]);
    else group.push(one);
  }
  const spending: Life['spending'][number][] = [];
  const kept: Kept[] = [];
  for (const group of groups.values()) {
    const [first] = group;
    const times = ([1, 4] as const).find((count) => isSpending(group, SPENDING_DAYS[count]));
    if (first === undefined || times === undefined) kept.push(...group);
    else {
      const monthly = shortened(((centsOf(first.amount) * times) / 100).toFixed(2));
      spending.push({ description: first.description, monthly, times, account: first.account });
    }
  }
  return { spending: spending.toSorted((a, b) => a.times - b.times), kept };
}

const isSpending = (group: readonly Kept[], days: readonly string[]): boolean =>
  group.length > 1 &&
  group.every(
    ({ type, amount, transacted_at }) =>
      type === 'DEBIT' && amount === group[0]?.amount && days.includes(transacted_at.slice(8, 10)),
  );

/** Whether the declared data contains numbers that are shown masked. They cannot be declared again. */
export const hasMaskedNumbers = ({ employments, accounts }: Declared): { jobs: boolean; accounts: boolean } => ({
  jobs: (employments ?? []).some(
    ({ profile, bank_accounts }) => isMasked(profile.ssn) || bank_accounts.some(hasMasked),
  ),
  accounts: (accounts ?? []).some(hasMasked),
});

const hasMasked = ({ account_number, routing_number }: PayrollAccount): boolean =>
  isMasked(account_number) || isMasked(routing_number);

export const isMasked = (value: string | null): boolean => value?.startsWith('*') === true;
