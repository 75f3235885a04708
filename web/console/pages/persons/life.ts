// A declared person: a job with a raise, and a bank account with spending. From the values of the form, this module
// computes the bodies of the two sandbox requests, and a year of pay and balances for the preview.

export type Frequency = 'W' | 'BW' | 'SM' | 'M';

export type Life = {
  employer: string;
  job_title: string;
  start_date: string;
  /** The salary in dollars per year. */
  salary: number;
  frequency: Frequency;
  /** A raise in percent, in the middle of the last twelve months; 0 if there is no raise. */
  raise_percent: number;
  /** The balance of the account today, in dollars. */
  balance: number;
  /** In dollars per month, like `spending`. */
  rent: number;
  spending: number;
};

export const PAYS_PER_YEAR: Record<Frequency, number> = { W: 52, BW: 26, SM: 24, M: 12 };
const NET_SHARE = 0.76;
const MONTHS = 12;

export type Pay = { date: string; gross_cents: number; net_cents: number };

/** The paydays of the twelve months before `today`, oldest first. */
export function paysOf(life: Life, today: string): Pay[] {
  const raised_on = addMonths(today, -MONTHS / 2);
  return payDates(life.frequency, today, lastFriday(today))
    .filter((date) => life.start_date === '' || date >= life.start_date)
    .map((date) => {
      const before = life.salary / (1 + life.raise_percent / 100);
      const yearly = date < raised_on ? before : life.salary;
      const gross_cents = Math.round((yearly * 100) / PAYS_PER_YEAR[life.frequency]);
      return { date, gross_cents, net_cents: Math.round(gross_cents * NET_SHARE) };
    });
}

/** The paydays of the twelve months after `today`, oldest first. The sandbox shows each of them from its day on. */
export function paysToCome(life: Life, today: string): Pay[] {
  const gross_cents = Math.round((life.salary * 100) / PAYS_PER_YEAR[life.frequency]);
  const net_cents = Math.round(gross_cents * NET_SHARE);
  return payDates(life.frequency, addMonths(today, MONTHS), lastFriday(today))
    .filter((date) => date > today && date >= life.start_date)
    .map((date) => ({ date, gross_cents, net_cents }));
}

/** The paydays of the twelve months before `end`. Weekly and biweekly paydays are counted from `friday`. */
function payDates(frequency: Frequency, end: string, friday: string): string[] {
  const first = addMonths(end, -MONTHS);
  const dates: string[] = [];
  if (frequency === 'W' || frequency === 'BW') {
    const step = frequency === 'W' ? 7 : 14;
    let last = friday;
    while (addDays(last, step) <= end) last = addDays(last, step);
    for (let at = last; at > first; at = addDays(at, -step)) dates.push(at);
    return dates.toReversed();
  }
  for (let back = MONTHS; back >= 0; back -= 1) {
    const month = addMonths(`${end.slice(0, 7)}-01`, -back);
    const days = frequency === 'SM' ? [`${month.slice(0, 7)}-15`, lastDay(month)] : [lastDay(month)];
    dates.push(...days.filter((date) => date > first && date <= end));
  }
  return dates;
}

export type Booking = { date: string; cents: number; description: string };

/** The deposits and payments of the account, oldest first. */
export function bookingsOf(life: Life, today: string): Booking[] {
  const pays = paysOf(life, today).map(({ date, net_cents }) => ({
    date,
    cents: net_cents,
    description: `${life.employer || 'Employer'} PAYROLL`,
  }));
  const costs: Booking[] = [];
  for (let back = MONTHS - 1; back >= 0; back -= 1) {
    const month = addMonths(`${today.slice(0, 7)}-01`, -back).slice(0, 7);
    if (life.rent > 0) costs.push({ date: `${month}-01`, cents: -Math.round(life.rent * 100), description: 'RENT' });
    const quarter = Math.round((life.spending * 100) / 4);
    for (const day of ['04', '11', '18', '25']) {
      if (quarter > 0) costs.push({ date: `${month}-${day}`, cents: -quarter, description: 'CARD PURCHASES' });
    }
  }
  return [...pays, ...costs.filter(({ date }) => date <= today)].toSorted((a, b) => a.date.localeCompare(b.date));
}

const dollars = (cents: number): string =>
  `${cents < 0 ? '-' : ''}${Math.floor(Math.abs(cents) / 100)}.${String(Math.abs(cents) % 100).padStart(2, '0')}`;

export function payrollBody(life: Life, today: string): object {
  const statements = [...paysOf(life, today), ...paysToCome(life, today)]
    .toReversed()
    .map(({ date, gross_cents, net_cents }) => ({
      pay_date: date,
      period_end: date,
      gross_pay: dollars(gross_cents),
      net_pay: dollars(net_cents),
      regular: dollars(gross_cents),
      earnings: [{ name: 'Regular', amount: dollars(gross_cents), category: 'regular' }],
      deductions: [{ name: 'Taxes', amount: dollars(gross_cents - net_cents), category: 'federal' }],
    }));
  return {
    mode: 'replace',
    employments: [
      {
        company: { name: life.employer },
        job_title: life.job_title,
        is_active: true,
        ...(life.start_date !== '' && { start_date: life.start_date }),
        income: dollars(Math.round(life.salary * 100)),
        income_unit: 'YEARLY',
        pay_frequency: life.frequency,
        statements,
      },
    ],
  };
}

export function bankBody(life: Life, today: string): object {
  return {
    mode: 'replace',
    accounts: [
      { external_id: 'main', type: 'CHECKING', balance: dollars(Math.round(life.balance * 100)), mask: '4021' },
    ],
    transactions: bookingsOf(life, today).map(({ date, cents, description }, at) => ({
      external_id: `declared-${at}`,
      account_external_id: 'main',
      amount: dollars(Math.abs(cents)),
      type: cents < 0 ? 'DEBIT' : 'CREDIT',
      transacted_at: date,
      description,
    })),
  };
}

/** The balance at the end of each month. It is computed backwards from today's balance. */
export function balancesOf(life: Life, today: string): { month: string; cents: number }[] {
  let balance = Math.round(life.balance * 100);
  const bookings = bookingsOf(life, today);
  const months: { month: string; cents: number }[] = [];
  for (let back = 0; back < MONTHS; back += 1) {
    const month = addMonths(`${today.slice(0, 7)}-01`, -back);
    months.push({ month, cents: balance });
    for (const booking of bookings) if (booking.date.startsWith(month.slice(0, 7))) balance -= booking.cents;
  }
  return months.toReversed();
}

const asDate = (date: string): Date => new Date(`${date}T00:00:00Z`);
const asText = (date: Date): string => date.toISOString().slice(0, 10);

function addDays(date: string, days: number): string {
  const at = asDate(date);
  at.setUTCDate(at.getUTCDate() + days);
  return asText(at);
}

function addMonths(date: string, months: number): string {
  const at = asDate(date);
  const day = at.getUTCDate();
  at.setUTCDate(1);
  at.setUTCMonth(at.getUTCMonth() + months);
  const last = Number(lastDay(asText(at)).slice(8));
  at.setUTCDate(Math.min(day, last));
  return asText(at);
}

function lastDay(month: string): string {
  const [year = 0, number = 1] = month.split('-').map(Number);
  return asText(new Date(Date.UTC(year, number, 0)));
}

const FRIDAY = 5;
const lastFriday = (today: string): string => addDays(today, -((asDate(today).getUTCDay() - FRIDAY + 7) % 7));
