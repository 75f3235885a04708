// The bodies of the two sandbox requests that declare a person's data: one for payroll data and one for bank data.
import { type DeclaredJob, declaredPays, isMasked, type Known, type Loaded } from './declared.ts';
import { type Booking, centsOf, type Job, type Life, type Pay, payrollText, paysOf, spendingOf } from './life.ts';

/**
 * `life` holds the values of the form. `known` is what is declared so far; it is undefined for a person who does not
 * exist yet.
 */
export type Plan = { life: Life; known: Known | undefined; today: string };

const NOTHING: Loaded = { jobs: [], accounts: [], spending: [], kept: [] };
const loadedOf = ({ known }: Plan): Loaded => known?.loaded ?? NOTHING;

const declaredJob = (job: Job, { known }: Plan): DeclaredJob | undefined =>
  job.declared === undefined ? undefined : known?.declared.employments?.[job.declared];

/**
 * Whether the job is already declared and the user has not changed its pay in the form. If so, the declared pay
 * statements of the job stay as they are.
 */
function isPaidAsDeclared(job: Job, plan: Plan): boolean {
  const before = job.declared === undefined ? undefined : loadedOf(plan).jobs[job.declared];
  return before !== undefined && JSON.stringify(payOf(job)) === JSON.stringify(payOf(before));
}

const payOf = ({ start_date, end_date, salary, frequency, raises }: Job) => [
  start_date,
  end_date,
  salary,
  frequency,
  raises.map(({ date, percent }) => [date, percent]),
];

/** The paydays of a job, including future paydays, oldest first. */
export const paysIn = (job: Job, plan: Plan): Pay[] =>
  isPaidAsDeclared(job, plan) ? declaredPays(declaredJob(job, plan)) : paysOf(job, plan.today);

/** All bookings of all accounts, oldest first. */
export function bookingsOf(plan: Plan): Booking[] {
  return [...madeBookings(plan), ...keptBookings(plan)].toSorted((a, b) => a.date.localeCompare(b.date));
}

function madeBookings(plan: Plan): Booking[] {
  const { life, today } = plan;
  const deposits = life.jobs.flatMap((job) =>
    paysIn(job, plan)
      .filter(({ date, net_cents }) => date <= today && net_cents > 0)
      .map(({ date, net_cents }) => ({
        date,
        cents: net_cents,
        description: payrollText(job.employer),
        account: job.paid_to,
      })),
  );
  const keys = new Set(life.accounts.map(({ key }) => key));
  return [...deposits, ...spendingOf(life, today)].filter(({ account }) => keys.has(account));
}

const keptBookings = (plan: Plan): Booking[] =>
  keptIn(plan).map(({ amount, type, transacted_at, description, account }) => ({
    date: transacted_at.slice(0, 10),
    cents: type === 'DEBIT' ? -centsOf(amount) : centsOf(amount),
    description,
    account,
  }));

const keptIn = (plan: Plan) => {
  const keys = new Set(plan.life.accounts.map(({ key }) => key));
  return loadedOf(plan).kept.filter(({ account }) => keys.has(account));
};

/** The payroll declaration; undefined if it would change nothing. */
export function payrollBody(plan: Plan): object | undefined {
  const { life } = plan;
  if (JSON.stringify(life.jobs.map(withoutAccount)) === JSON.stringify(loadedOf(plan).jobs.map(withoutAccount))) {
    return undefined;
  }
  return { mode: 'replace', employments: life.jobs.map((job) => employmentOf(job, plan)) };
}

const withoutAccount = ({ paid_to: _account, ...job }: Job) => ({ ...job });

function employmentOf(job: Job, plan: Plan): object {
  const before = declaredJob(job, plan);
  const is_same_pay = isPaidAsDeclared(job, plan);
  const named = {
    ...(before !== undefined && withoutNumbers(before)),
    company: { ...before?.company, name: job.employer.trim() },
    job_title: job.job_title.trim(),
  };
  if (is_same_pay) return named;
  return {
    ...named,
    is_active: job.end_date === '' || job.end_date >= plan.today,
    start_date: job.start_date || null,
    end_date: job.end_date || null,
    income: dollars(centsOf(job.salary)),
    income_unit: 'YEARLY',
    pay_frequency: job.frequency,
    // These lists are sent empty, because the server derives their contents from the new pay statements.
    annual_income_summary: [],
    derived_fields: [],
    missing_data_fields: [],
    statements: paysOf(job, plan.today).toReversed().map(statementOf),
  };
}

/** Masked numbers cannot be declared again. */
const withoutNumbers = (job: DeclaredJob): DeclaredJob => ({
  ...job,
  profile: { ...job.profile, ssn: unlessMasked(job.profile.ssn) },
  bank_accounts: job.bank_accounts.map((account) => ({
    ...account,
    account_number: unlessMasked(account.account_number),
    routing_number: unlessMasked(account.routing_number),
  })),
});

const unlessMasked = (value: string | null): string | null => (isMasked(value) ? null : value);

const statementOf = ({ date, gross_cents, net_cents }: Pay) => ({
  pay_date: date,
  period_end: date,
  gross_pay: dollars(gross_cents),
  net_pay: dollars(net_cents),
  regular: dollars(gross_cents),
  earnings: [{ name: 'Regular', amount: dollars(gross_cents), category: 'regular' }],
  deductions: [{ name: 'Taxes', amount: dollars(gross_cents - net_cents), category: 'federal' }],
});

/** The bank declaration; undefined if it would change nothing. */
export function bankBody(plan: Plan): object | undefined {
  const { life } = plan;
  const loaded = loadedOf(plan);
  const is_same =
    JSON.stringify([life.accounts, life.spending]) === JSON.stringify([loaded.accounts, loaded.spending]) &&
    JSON.stringify(depositsOf(life, plan)) === JSON.stringify(depositsOf(loaded, plan));
  if (is_same) return undefined;
  const kept = keptIn(plan).map(({ account, external_id, ...transaction }) => ({
    ...transaction,
    account_external_id: account,
    external_id: external_id !== null && MADE.test(external_id) ? null : external_id,
  }));
  const idOf = newIds();
  const made = madeBookings(plan).map((booking) => ({
    external_id: idOf(booking),
    account_external_id: booking.account,
    amount: dollars(Math.abs(booking.cents)),
    type: booking.cents < 0 ? 'DEBIT' : 'CREDIT',
    transacted_at: booking.date,
    description: booking.description,
  }));
  return { mode: 'replace', accounts: accountsOf(plan), transactions: [...made, ...kept] };
}

/** Matches the ids of the transactions that the form creates. All other transactions keep their ids. */
const MADE = /^declared-\d/;
const TEXT_IN_ID_MAX = 80;

/**
 * Returns a function that makes the id of a booking from its day and its text, so that the booking has the same id each
 * time the person is declared.
 */
function newIds(): (booking: Booking) => string {
  const times = new Map<string, number>();
  return ({ date, description, account }) => {
    const id = `declared-${date} ${description.slice(0, TEXT_IN_ID_MAX)}`;
    const before = times.get(`${account} ${id}`) ?? 0;
    times.set(`${account} ${id}`, before + 1);
    return before === 0 ? id : `${id} ${before + 1}`;
  };
}

const depositsOf = ({ jobs }: Life, plan: Plan) =>
  jobs.map((job) => (job.paid_to === '' ? [] : [job.paid_to, payrollText(job.employer), paysIn(job, plan)]));

function accountsOf({ life, known }: Plan): object[] {
  return life.accounts.map(({ key, type, name, mask, balance, declared: at }) => {
    const before = at === undefined ? undefined : known?.declared.accounts?.[at];
    return {
      ...(before !== undefined && {
        subtype: before.subtype,
        owners: before.owners,
        ...before.balances,
      }),
      external_id: key,
      type,
      nickname: name.trim(),
      mask: mask.trim(),
      balance: dollars(centsOf(balance)),
    };
  });
}

const dollars = (cents: number): string =>
  `${cents < 0 ? '-' : ''}${Math.floor(Math.abs(cents) / 100)}.${String(Math.abs(cents) % 100).padStart(2, '0')}`;
