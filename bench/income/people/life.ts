// The data of a made-up person's history that all generators share: the person, the accounts, the random numbers and
// the ledger.
import { addDays, nextBusinessDay, toDate, toDay } from '#base/calendar.ts';
import type { Ach } from './banks.ts';
import type { Deposit, Ledger, OpenAccount } from './ledger.ts';
import { inFull, lastFirst, type Name } from './names.ts';
import type { Random } from './random.ts';
import type { FilingStatus } from './truth.ts';

export type Life = {
  random: Random;
  ledger: Ledger;
  name: Name;
  state: string;
  filing_status: FilingStatus;
  main: OpenAccount;
  savings: OpenAccount | null;
  second: OpenAccount | null;
  card: OpenAccount | null;
};

/**
 * Creates the sender of ACH payments. A stream uses the same sender for every payment, so that the sender's ids stay
 * the same.
 */
export function newSender(life: Life, company: string, entry: string, sec?: Ach['sec']): Ach {
  const { random, name } = life;
  return {
    company,
    entry,
    company_id: `${random.pick(['1', '9', '3', 'X'])}${random.digits(9)}`,
    number: random.digits(random.int(6, 12)),
    person: random.chance(0.5) ? lastFirst(name) : inFull(name),
    ...(sec === undefined ? {} : { sec }),
  };
}

/** Makes ACH deposits whose descriptions differ at most in the date. ACH payments are posted on business days only. */
export const achDeposits = (
  account: OpenAccount,
  sender: Ach,
  paid: readonly { date: string; cents: number }[],
): Deposit[] =>
  paid.map(({ date, cents }) => {
    const booked = nextBusinessDay(date);
    return { date: booked, cents, text: account.bank.ach(sender, booked) };
  });

/** Returns random days between two dates, on average `per_month` days a month. The same day may occur twice. */
export function someDays(random: Random, from: string, until: string, per_month: number): string[] {
  const days: string[] = [];
  const end = toDay(until) + 1;
  // The days are drawn as a Poisson process: only the gaps between the days are random numbers. This is cheaper than
  // drawing a random number for every day.
  for (let time = toDay(from); ; ) {
    time -= Math.log(1 - random.next()) * (30.4375 / per_month);
    if (time >= end) return days;
    days.push(toDate(Math.floor(time)));
  }
}

/** Returns random days on which the ACH network is open, on average `per_month` days a month. */
export const someBankDays = (random: Random, from: string, until: string, per_month: number): string[] =>
  someDays(random, from, until, per_month).map(nextBusinessDay);

export const cents = (dollars: number): number => Math.round(dollars * 100);

/**
 * Returns a random day in the person's history. The time between this day and each end of the history is at least
 * `margin` times the length of the history.
 */
export function dayWithin({ random, ledger }: Life, margin: number): string {
  const length = toDay(ledger.as_of) - toDay(ledger.from);
  return addDays(ledger.from, Math.round(length * random.between(margin, 1 - margin)));
}

/** A random amount around `amount`, never below a tenth of it. */
export const around = (random: Random, amount: number, deviation: number): number =>
  Math.max(Math.round(amount * (1 + deviation * random.normal())), Math.round(amount / 10));
