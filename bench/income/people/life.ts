// What every part of a made-up life is told with: the person, the accounts, the dice and the book to write in.
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

/** Who sends money by ACH; the same every time, so that a stream keeps its ids. */
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

/** The same text each time but for what the bank writes of the day; the ACH network rests when banks do. */
export const achDeposits = (
  account: OpenAccount,
  sender: Ach,
  paid: readonly { date: string; cents: number }[],
): Deposit[] =>
  paid.map(({ date, cents }) => {
    const booked = nextBusinessDay(date);
    return { date: booked, cents, text: account.bank.ach(sender, booked) };
  });

/** Days between two on which something happens so many times a month; sometimes twice on one day. */
export function someDays(random: Random, from: string, until: string, per_month: number): string[] {
  const days: string[] = [];
  const end = toDay(until) + 1;
  // Gaps of a Poisson process: cheaper than a throw for every day.
  for (let time = toDay(from); ; ) {
    time -= Math.log(1 - random.next()) * (30.4375 / per_month);
    if (time >= end) return days;
    days.push(toDate(Math.floor(time)));
  }
}

/** The same, on days on which the ACH network is open. */
export const someBankDays = (random: Random, from: string, until: string, per_month: number): string[] =>
  someDays(random, from, until, per_month).map(nextBusinessDay);

export const cents = (dollars: number): number => Math.round(dollars * 100);

/** A day in the window, at least so far from its ends as a part of it. */
export function dayWithin({ random, ledger }: Life, margin: number): string {
  const length = toDay(ledger.as_of) - toDay(ledger.from);
  return addDays(ledger.from, Math.round(length * random.between(margin, 1 - margin)));
}

/** Around an amount, never below a tenth of it. */
export const around = (random: Random, amount: number, deviation: number): number =>
  Math.max(Math.round(amount * (1 + deviation * random.normal())), Math.round(amount / 10));
