// A job's paydays, each with its earnings, taxes, deductions and deposits. Statements, W-2s, bank deposits and the
// payroll of the `admin` product are all derived from the list of paydays.
import { type Taxes, taxesOf } from '#analysis/withholding/paycheck.ts';
import { stateRatePpm } from '#analysis/withholding/states.ts';
import { previousBusinessDay, yearOf } from '#base/calendar.ts';
import { divideRounded, lesser, sum, timesRate } from '#base/money.ts';
import type { DeclaredDeduction, DepositShare, Job, Life } from '#connectors/sandbox/lives/life.ts';
import type { Deduction, Earning } from '#domain/reports/statements.ts';
import { type Earned, earnedIn, lump } from './earnings.ts';
import { PERIODS_PER_YEAR, type Period, periodsOf } from './periods.ts';

export type Payday = {
  /** Identifies the payday within the job; the statement's id is derived from this key. */
  key: string;
  pay_date: string;
  period_start: string;
  period_end: string;
  hours: bigint;
  earnings: Earning[];
  deductions: Deduction[];
  gross: bigint;
  net: bigint;
  /** Taxable wages, as in boxes 1, 3 and 5 of a W-2. */
  income_wages: bigint;
  social_security_wages: bigint;
  medicare_wages: bigint;
};

type Occasion = Earned & { key: string; pay_date: string; period: Period; deductions: DeclaredDeduction[] };

/** Cache of the last computed paydays per job. `Life` and `Job` objects are immutable, so a cache entry stays valid. */
const last = new WeakMap<Job, { life: Life; today: string; paydays: readonly Payday[] }>();

/** All paydays up to and including `today`, oldest first. */
export function paydaysOf(life: Life, job: Job, today: string): readonly Payday[] {
  const known = last.get(job);
  if (known !== undefined && known.life === life && known.today === today) return known.paydays;
  const paydays = computePaydays(life, job, today);
  last.set(job, { life, today, paydays });
  return paydays;
}

function computePaydays(life: Life, job: Job, today: string): Payday[] {
  const paydays: Payday[] = [];
  let [year, fica_wages] = [0, 0n];
  for (const occasion of occasionsOf(life, job, today)) {
    // A payday without earnings has no statement.
    if (sum(occasion.earnings.map(({ amount }) => amount)) === 0n) continue;
    if (yearOf(occasion.pay_date) !== year) [year, fica_wages] = [yearOf(occasion.pay_date), 0n];
    const payday = paydayOf(life, job, occasion, fica_wages);
    fica_wages += payday.medicare_wages;
    paydays.push(payday);
  }
  return paydays;
}

/** Splits net pay into one amount per share, in the order of the shares; the amounts add up to `net`. */
export function splitOf(net: bigint, shares: readonly DepositShare[]): bigint[] {
  const rest_at = shares.some(({ deposit_type }) => deposit_type === 'E')
    ? shares.findIndex(({ deposit_type }) => deposit_type === 'E')
    : shares.length - 1;
  let left = net;
  const amounts = shares.map((share, at) => {
    if (at === rest_at || share.deposit_type === 'E') return 0n;
    const wanted = share.deposit_type === 'A' ? share.value : divideRounded(net * share.value, 10_000n);
    const amount = lesser(wanted, left);
    left -= amount;
    return amount;
  });
  return amounts.map((amount, at) => (at === rest_at ? left : amount));
}

/** Regular paydays and paydays that refreshes added, oldest first. */
function occasionsOf(life: Life, job: Job, today: string): Occasion[] {
  const occasions: Occasion[] = [];
  for (const period of periodsOf(job)) {
    if (period.pay_date > today) break;
    const { earnings, hours } = earnedIn(life, job, period);
    const { pay_date, end } = period;
    occasions.push({ earnings, hours, key: end, pay_date, period, deductions: job.deductions });
  }
  const { on_refresh } = job;
  if (on_refresh === null) return occasions;
  for (const [index, day] of life.refreshed_on.entries()) {
    if (day > today || day < job.start_date || (job.end_date !== null && day > job.end_date)) continue;
    // If a refresh happens on a day on which banks are closed, its extra paycheck is paid on the last business day
    // before. No regular payday falls between that business day and the refresh, so older statements do not change. If
    // the refresh is in the first days of January, the extra paycheck may be paid in the previous year. This is the
    // only case in which a paycheck is added to a year whose W-2 is already issued.
    const pay_date = previousBusinessDay(day);
    const earnings = [lump('Spot Bonus', 'bonus', on_refresh.bonus)];
    const period = { start: pay_date, end: pay_date, pay_date };
    // Only taxes are deducted from the extra paycheck of a refresh. Insurance and savings are deducted from regular
    // paychecks only.
    occasions.push({ earnings, hours: 0n, key: `refresh-${index + 1}`, pay_date, period, deductions: [] });
  }
  // Sorting is stable. So on the same day, the regular paycheck comes before the extra paychecks of refreshes, and the
  // extra paychecks keep their order.
  return occasions.toSorted((a, b) => (a.pay_date < b.pay_date ? -1 : Number(a.pay_date > b.pay_date)));
}

function paydayOf(life: Life, job: Job, occasion: Occasion, fica_wages_before: bigint): Payday {
  const gross = sum(occasion.earnings.map(({ amount }) => amount));
  const before_tax = amountsOf(gross, gross / 2n, occasion.deductions, true);
  const fica_wages = gross - sum(before_tax.filter(isBenefit).map(({ amount }) => amount));
  const income_wages = gross - sum(before_tax.map(({ amount }) => amount));
  const taxes = taxesOf({
    year: yearOf(occasion.pay_date),
    filing_status: life.person.filing_status,
    periods_per_year: PERIODS_PER_YEAR[job.schedule.frequency],
    state: job.state,
    income_wages,
    fica_wages,
    fica_wages_before,
  });
  const withheld = [...taxLines(job, taxes), ...before_tax];
  const left = gross - sum(withheld.map(({ amount }) => amount));
  const deductions = [...withheld, ...amountsOf(gross, left, occasion.deductions, false)];
  return {
    key: occasion.key,
    pay_date: occasion.pay_date,
    period_start: occasion.period.start,
    period_end: occasion.period.end,
    hours: occasion.hours,
    earnings: occasion.earnings,
    deductions,
    gross,
    net: gross - sum(deductions.map(({ amount }) => amount)),
    income_wages,
    social_security_wages: taxes.social_security_wages,
    medicare_wages: fica_wages,
  };
}

/**
 * Returns the declared pre-tax or post-tax deductions. Their total is capped at `most`. For pre-tax deductions, `most`
 * is half of gross pay, so that taxes cannot make net pay negative. For post-tax deductions, `most` is the pay that is
 * left after taxes and pre-tax deductions. The yearly limit of a 401(k) is not applied.
 */
function amountsOf(gross: bigint, most: bigint, declared: readonly DeclaredDeduction[], before_tax: boolean) {
  let left = most;
  return declared
    .filter((deduction) => deduction.before_tax === before_tax)
    .map((deduction): Deduction => {
      const wanted = 'amount' in deduction ? deduction.amount : timesRate(gross, deduction.gross_ppm);
      const amount = lesser(wanted, left);
      left -= amount;
      return { name: deduction.name, amount, category: deduction.category };
    });
}

const isBenefit = ({ category }: Deduction): boolean => category === 'benefits';

function taxLines(job: Job, taxes: Taxes): Deduction[] {
  const lines: Deduction[] = [
    { name: 'Federal Income Tax', amount: taxes.federal, category: 'federal' },
    { name: 'Social Security', amount: taxes.social_security, category: 'socialsec' },
    { name: 'Medicare', amount: taxes.medicare, category: 'medicare' },
  ];
  if (stateRatePpm(job.state) === 0n) return lines;
  return [...lines, { name: `${job.state} State Income Tax`, amount: taxes.state, category: 'state' }];
}
