// The bank data of the declared people, as all bank simulators show it. The rows depend only on what is declared about
// the person, on the day and on the seed. So a paycheck at one simulator appears as a deposit at another simulator with
// the same seed.

import { type AccountHistory, historyOf } from '../lives/history.ts';
import type { AccountPlan, Holding, Life } from '../lives/life.ts';
import { LIVES } from '../lives/people/people.ts';
import type { SimClock } from './clock.ts';

export type Institution = { id: string; name: string; domain: string; keeps(plan: AccountPlan): boolean };

/** Securities accounts are at a different institution from the other accounts, so most people have two institutions. */
export const INSTITUTIONS: readonly Institution[] = [
  {
    id: 'ins_901',
    name: 'Harbor Street Bank',
    domain: 'harborstreet.example',
    keeps: ({ kind }) => kind !== 'brokerage',
  },
  {
    id: 'ins_902',
    name: 'Quillmark Investments',
    domain: 'quillmark.example',
    keeps: ({ kind }) => kind === 'brokerage',
  },
];

export const institutionOf = (plan: AccountPlan): Institution => {
  const found = INSTITUTIONS.find((institution) => institution.keeps(plan));
  if (found === undefined) throw new Error(`No institution keeps accounts of the kind ${plan.kind}.`);
  return found;
};

export type Bank = {
  people: readonly Life[];
  /** Returns the person with the given user name and password. */
  login(username: string, password: string): Life | undefined;
  byUsername(username: string): Life | undefined;
  /**
   * The person's accounts with their history up to `day`. Without `day`, the history is up to today. Accounts that were
   * not yet open on that day are left out.
   */
  accountsOf(life: Life, day?: string): readonly AccountHistory[];
};

export function bankOf(clock: SimClock, seed: number): Bank {
  return {
    people: LIVES,
    login: (username, password) => LIVES.find((life) => life.username === username && life.password === password),
    byUsername: (username) => LIVES.find((life) => life.username === username),
    accountsOf: (life, day = clock.today()) =>
      historyOf(life, day, seed).accounts.filter(({ plan }) => plan.opened_on <= day),
  };
}

/** Cents as a decimal number in text, for example `-12.30`. */
export const decimal = (cents: number): string => {
  const [sign, digits] = [cents < 0 ? '-' : '', String(Math.abs(cents)).padStart(3, '0')];
  return `${sign}${digits.slice(0, -2)}.${digits.slice(-2)}`;
};

/** Returns the value of a holding. The price changes evenly by the declared percentage per year. */
export function valueOf(holding: Holding, life: Life, now: Date): number {
  return Math.round(holding.units * priceOf(holding, life, now));
}

export function priceOf(holding: Holding, life: Life, now: Date): number {
  const years = (now.getTime() - Date.parse(`${life.from}T00:00:00Z`)) / (365.25 * 86_400_000);
  return Math.round(holding.price_cents * (1 + (holding.drift_percent / 100) * years));
}
