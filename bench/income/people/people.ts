// Made-up people, generated from a seed. The same seed and the same `place` (the person's number within the seed)
// always produce the same person, independently of other people.
import { addDays } from '#base/calendar.ts';
import { BANKS, type Bank } from './banks.ts';
import * as benefits from './benefits.ts';
import { business, gigs, invoices } from './gigs.ts';
import { job, jobs } from './jobs.ts';
import { newLedger, type OpenAccount } from './ledger.ts';
import type { Life } from './life.ts';
import { newName } from './names.ts';
import { NOT_INCOME } from './not-income.ts';
import * as property from './property.ts';
import { newRandom, type Random } from './random.ts';
import { purchase, spending } from './spending.ts';
import { STATE_WEIGHTS } from './taxes.ts';
import type { Category, FilingStatus, Person } from './truth.ts';

export const peopleOf = (seed: number, count: number): Person[] =>
  Array.from({ length: count }, (_, place) => personOf(seed, place));

/**
 * Returns a person with at least `rows` transactions in two years. Purchases are added until this number is reached.
 */
export const busyPersonOf = (seed: number, place: number, rows: number): Person => personOf(seed, place, rows);

export function personOf(seed: number, place: number, busy_rows = 0): Person {
  const random = newRandom(seed, place);
  const id = `s${seed}-${place}`;
  const as_of = addDays('2025-06-01', random.int(0, 500));
  const months =
    busy_rows > 0
      ? 24
      : random.weighted([
          [15, 3],
          [20, 6],
          [35, 12],
          [10, 18],
          [20, 24],
        ]);
  const days_requested = Math.min(Math.round(months * 30.4375), 730);
  const ledger = newLedger(id, addDays(as_of, 1 - days_requested), as_of);
  const accounts = accountsOf(random, id, addDays(as_of, -Math.round(days_requested / 2)));
  const state = random.weighted(STATE_WEIGHTS);
  const filing_status = random.weighted<FilingStatus>([
    [55, 'single'],
    [34, 'married'],
    [11, 'head'],
  ]);
  const life: Life = { random, ledger, name: newName(random), state, filing_status, ...accounts };
  random.weighted(PROFILES)(life);
  for (const [percent, part] of EXTRAS) if (random.chance(percent / 100)) part(life);
  for (const [percent, part] of NOT_INCOME) if (random.chance(percent / 100)) part(life);
  spending(life);
  while (ledger.count() < busy_rows) purchase(life, addDays(ledger.from, random.int(0, days_requested - 1)));
  const opened = [accounts.main, accounts.second, accounts.savings, accounts.card];
  return {
    id,
    as_of,
    days_requested,
    accounts: opened.flatMap((account) => (account === null ? [] : [{ id: account.id, type: account.type }])),
    state: random.chance(0.8) ? state : null,
    filing_status: random.chance(0.5) ? filing_status : null,
    ...ledger.close(random),
  };
}

function accountsOf(random: Random, id: string, middle: string): Pick<Life, 'main' | 'savings' | 'second' | 'card'> {
  const bank = random.chance(0.04) ? rewritten(random.pick(BANKS), random.pick(BANKS), middle) : random.pick(BANKS);
  const open = (name: string, type: OpenAccount['type'], of = bank): OpenAccount => ({
    id: `${id}-${name}`,
    type,
    bank: of,
    mask: random.digits(4),
  });
  const more = random.weighted<readonly ('savings' | 'second' | 'card')[]>([
    [34, []],
    [26, ['savings']],
    [12, ['card']],
    [8, ['second']],
    [13, ['savings', 'card']],
    [7, ['second', 'savings']],
  ]);
  return {
    main: open('checking', 'CHECKING'),
    savings: more.includes('savings')
      ? open('savings', 'SAVINGS', random.chance(0.7) ? bank : random.pick(BANKS))
      : null,
    second: more.includes('second') ? open('second', 'CHECKING', random.pick(BANKS)) : null,
    card: more.includes('card') ? open('card', 'CREDIT_CARD', random.pick(BANKS)) : null,
  };
}

/** A bank that changed its system on the day `since` and has written its ACH entries differently since then. */
const rewritten = (before: Bank, after: Bank, since: string): Bank => ({
  ...after,
  ach: (ach, date) => (date < since ? before : after).ach(ach, date),
});

const PROFILES: readonly (readonly [number, (life: Life) => void])[] = [
  [58, worker],
  [11, (life) => gigs(life, life.random.int(1, 3))],
  [5, business],
  [3, invoices],
  [11, retiree],
  [3, benefits.veteran],
  [3, benefits.disability],
  [2, benefits.soldier],
  [2, (life) => benefits.unemployment(life, life.ledger)],
  [2, student],
];

function worker(life: Life): void {
  const between = jobs(life);
  if (between !== null && life.random.chance(0.7)) benefits.unemployment(life, between);
  if (life.random.chance(0.08)) gigs(life, 1);
}

function retiree(life: Life): void {
  benefits.socialSecurity(life);
  if (life.random.chance(0.5)) benefits.pension(life);
  if (life.random.chance(0.08)) benefits.retiredSoldier(life);
  if (life.random.chance(0.25)) property.dividends(life);
}

function student(life: Life): void {
  property.support(life);
  if (life.random.chance(0.6)) job(life, { from: life.ledger.from, until: life.ledger.until }, 'part-time');
}

const EXTRAS: readonly (readonly [percent: number, part: (life: Life) => void])[] = [
  [50, benefits.taxRefunds],
  [45, (life) => (life.savings === null ? undefined : property.interest(life, life.savings))],
  [8, (life) => property.interest(life, life.main)],
  [4, benefits.childSupport],
  [4, property.rent],
  [1, property.guests],
  [5, property.dividends],
  [9, property.cashDeposits],
  [1.5, property.alimony],
  [2, unless('TRANSFER', property.support)],
  [2, benefits.familyAid],
  [1.5, unless('VETERAN', benefits.veteran)],
  [1, unless('DISABILITY', benefits.disability)],
];

/** Skips `part` if the person already has income of this category, because a person receives each benefit only once. */
function unless(category: Category, part: (life: Life) => void): (life: Life) => void {
  return (life) => {
    if (!life.ledger.has(category)) part(life);
  };
}
