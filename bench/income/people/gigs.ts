// Platform work and self-employment: weekly payouts, instant payouts, card sales.
import { isBusinessDay, weekdayOnOrBefore } from '#base/calendar.ts';
import { achDeposits, around, cents, dayWithin, type Life, newSender, someDays } from './life.ts';
import { newCompany } from './names.ts';
import { everyDays, payDates, shaken } from './schedules.ts';

type Platform = {
  company: string;
  entry: string;
  /** The weekday of the weekly payout. */
  weekday: number;
  /**
   * The description of an instant payout, which is the same at every bank. Null if the platform has no instant payouts.
   */
  instant: ((number: string) => string) | null;
};

const PLATFORMS: readonly Platform[] = [
  {
    company: 'UBER USA 6787',
    entry: 'EDI PAYMNT',
    weekday: 3,
    instant: (number) => `VISA DIRECT UBER *DRIVER SAN FRANCISCO CA ${number}`,
  },
  { company: 'RASIER LLC', entry: 'UBER PAY', weekday: 3, instant: null },
  { company: 'LYFT INC', entry: 'LYFT', weekday: 2, instant: (number) => `LYFT *EXPRESS PAY ${number}` },
  { company: 'DOORDASH, INC.', entry: 'WEEKLY PAY', weekday: 2, instant: () => 'DoorDash Fast Pay DASHER INSTANT' },
  { company: 'MAPLEBEAR INC', entry: 'INSTACART', weekday: 3, instant: () => 'Instacart Instant Cashout' },
  { company: 'GRUBHUB INC', entry: 'GRUBHUB', weekday: 4, instant: (number) => `GRUBHUB INSTANT CASHOUT ${number}` },
  { company: 'AMAZON.COM SERVI', entry: 'AMZN FLEX', weekday: 2, instant: null },
  { company: 'SHIPT', entry: 'SHOPPERPAY', weekday: 5, instant: null },
  { company: 'TASKRABBIT INC', entry: 'TASKRABBIT', weekday: 4, instant: null },
  { company: 'ROVER.COM', entry: 'PAYOUT', weekday: 2, instant: null },
];

/** Returns the platform's payer. Two platforms with the same payer are treated as one platform. */
const ownerOf = ({ company }: Platform): string => (company === 'RASIER LLC' ? 'UBER USA 6787' : company);

export function gigs(life: Life, count: number): void {
  const { random, ledger } = life;
  const chosen = new Map<string, Platform>();
  while (chosen.size < count) {
    const platform = random.pick(PLATFORMS);
    chosen.set(ownerOf(platform), platform);
  }
  for (const platform of chosen.values()) {
    const from = random.chance(0.25) ? dayWithin(life, 0.2) : ledger.from;
    const at_once = platform.instant === null ? patchy : instant;
    random.weighted([
      [45, steady],
      [25, patchy],
      [30, at_once],
    ])(life, platform, from);
  }
}

/** Adds the income of a person who drives for a platform every week. The payouts are as regular as a wage. */
function steady(life: Life, { company, entry, weekday }: Platform, from: string): void {
  const { random, ledger, main } = life;
  const schedule = everyDays(7, weekdayOnOrBefore(from, weekday), 'next');
  const usual = cents(random.between(120, 900));
  const paid = payDates(schedule, from, ledger.until)
    .filter(() => !random.chance(0.04))
    .map((date) => ({ date: shaken(date, random, 0.01), cents: around(random, usual, 0.3) }));
  const deposits = achDeposits(main, newSender(life, company, entry), paid);
  ledger.income({ name: `${company} every week`, account: main, category: 'GIG_ECONOMY', schedule }, deposits);
}

/**
 * Adds the income of a person who works in some weeks but not in others. It cannot be judged whether the frequency of
 * this income is weekly or irregular.
 */
function patchy(life: Life, { company, entry, weekday }: Platform, from: string): void {
  const { random, ledger, main } = life;
  const schedule = everyDays(7, weekdayOnOrBefore(from, weekday), 'next');
  const usual = cents(random.between(60, 420));
  const paid = payDates(schedule, from, ledger.until)
    .filter(() => random.chance(0.62))
    .map((date) => ({ date, cents: around(random, usual, 0.4) }));
  const deposits = achDeposits(main, newSender(life, company, entry), paid);
  ledger.income(
    { name: `${company} some weeks`, account: main, category: 'GIG_ECONOMY', schedule, frequency: 'open' },
    deposits,
  );
}

/**
 * Adds the income of a person who chooses instant payouts instead of weekly payouts, on 5 to 16 random days a month.
 */
function instant(life: Life, { company, instant: textOf }: Platform, from: string): void {
  const { random, ledger, main } = life;
  if (textOf === null) return;
  const usual = cents(random.between(25, 160));
  const deposits = someDays(random, from, ledger.until, random.between(5, 16)).map((date) => ({
    date,
    cents: around(random, usual, 0.45),
    text: textOf(random.digits(4)),
  }));
  ledger.income({ name: `${company} at once`, account: main, category: 'GIG_ECONOMY', schedule: null }, deposits);
}

/** Adds payouts that a card processor or a marketplace makes for the person's sales, on random business days. */
export function business(life: Life): void {
  const { random, ledger, main } = life;
  const [company, entry, per_month] = random.pick([
    ['SQUARE INC', 'SQ', 16],
    ['STRIPE', 'TRANSFER', 11],
    ['ETSY, INC.', 'ETSY PAYOU', 4],
    ['SHOPIFY', 'TRANSFER', 8],
    ['CLOVER MERCH DEP', 'DEPOSIT', 17],
  ] as const);
  const usual = cents(random.between(90, 1_100));
  const paid = someDays(random, ledger.from, ledger.until, per_month)
    .filter(isBusinessDay)
    .map((date) => ({ date, cents: around(random, usual, 0.4) }));
  const sender = newSender(life, company, entry, 'CCD');
  const deposits = paid.map((one) => ({
    ...one,
    // Square writes the day of the sales into the ACH entry description.
    text: main.bank.ach(
      entry === 'SQ' ? { ...sender, entry: `SQ${one.date.slice(2).replaceAll('-', '')}` } : sender,
      one.date,
    ),
  }));
  ledger.income({ name: `${company} sales`, account: main, category: 'SELF_EMPLOYMENT', schedule: null }, deposits);
}

/**
 * Adds the payments of a client who pays invoices at irregular times. Only the payments' descriptions identify them as
 * self-employment income.
 */
export function invoices(life: Life): void {
  const { random, ledger, main } = life;
  const client = newCompany(random);
  const usual = cents(random.between(400, 3_800));
  const paid = someDays(random, ledger.from, ledger.until, random.between(0.8, 2)).map((date) => ({
    date,
    cents: around(random, usual, 0.35),
  }));
  const sender = newSender(life, client, random.pick(['VENDOR PMT', 'AP PAYMENT', 'INVOICE']), 'CCD');
  ledger.income(
    { name: `${client} invoices`, account: main, category: 'SELF_EMPLOYMENT', schedule: null },
    achDeposits(main, sender, paid),
  );
}
