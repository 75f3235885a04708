// The entries of an account in one statement period: deposits and withdrawals, and the balance after each entry.
import { decimal, type Random } from '../sample.ts';
import { dateOf, daysAfter, daysBetween, monthFrom } from './formats.ts';
import { companyOf, digitsOf, nameOf, personOf } from './parties.ts';
import { VOICES, type Voice } from './voices.ts';

type Kind = 'deposit' | 'card' | 'electronic' | 'cash' | 'check' | 'fee' | 'interest';

export type Entry = {
  date: string;
  kind: Kind;
  description: string;
  /** The amount in cents; negative for withdrawals. */
  cents: number;
  check_number: string;
  /** The balance after this entry. */
  balance: number;
};

export type Account = {
  name: string;
  number: string;
  start: string;
  end: string;
  opening: number;
  closing: number;
  entries: Entry[];
};

type AccountOptions = {
  holder: string;
  start: string;
  end: string;
  /** The minimum and the maximum number of withdrawals for card purchases and bills together. */
  spending: [number, number];
  checks?: [number, number];
  voices?: readonly Voice[];
  name?: string;
  savings?: boolean;
};

type Draft = Omit<Entry, 'balance'>;

export function periodOf(random: Random): { start: string; end: string } {
  const date = dateOf(random, 2021, 2025);
  const start = random.chance(0.4) ? `${date.slice(0, 8)}01` : date;
  return { start, end: monthFrom(start) };
}

export function accountOf(random: Random, options: AccountOptions): Account {
  const { start, end, savings = false } = options;
  const voice = random.pick(options.voices ?? VOICES);
  const drafts = savings ? savingsDrafts(random, options, voice) : checkingDrafts(random, options, voice);
  const sorted = drafts.toSorted((a, b) => (a.date === b.date ? b.cents - a.cents : a.date < b.date ? -1 : 1));
  const lowest = sorted.reduce(({ sum, low }, { cents }) => ({ sum: sum + cents, low: Math.min(low, sum + cents) }), {
    sum: 0,
    low: 0,
  }).low;
  // Few accounts are ever overdrawn: in most accounts, the opening balance is enough for every withdrawal.
  const spare = random.chance(0.06) ? -random.integer(1_000, 9_000) : random.integer(2_345, 600_000);
  const opening = spare - lowest;
  let balance = opening;
  const entries = sorted.map((draft) => {
    balance += draft.cents;
    return { ...draft, balance };
  });
  const name =
    options.name ??
    random.pick(savings ? ['Regular Savings', 'Way Ahead Savings', 'Money Market Savings'] : CHECKING_NAMES);
  return { name, number: digitsOf(random, random.integer(9, 12)), start, end, opening, closing: balance, entries };
}

const CHECKING_NAMES = [
  'Everyday Checking',
  'Free Checking',
  'Premier Interest Checking',
  'Simply Checking',
  'NOW Account',
];

function checkingDrafts(random: Random, options: AccountOptions, voice: Voice): Draft[] {
  const { start, end } = options;
  const dateIn = (): string => daysAfter(start, random.integer(0, daysBetween(start, end)));
  const draft = (kind: Kind, cents: number, describe: (date: string) => string, date = dateIn()): Draft => ({
    date,
    kind,
    cents,
    description: describe(date),
    check_number: '',
  });
  const times = <T>(from: number, to: number, make: () => T): T[] =>
    Array.from({ length: random.integer(from, to) }, make);
  const number = () => digitsOf(random, 15);

  const employer = companyOf(random);
  const pay = random.integer(61_250, 348_900);
  const payday = random.integer(0, 13);
  const paydays = [payday, payday + 14].map((days) => daysAfter(start, days)).filter((date) => date <= end);
  const to_person = () => nameOf(personOf(random));
  const deposits = [
    ...paydays.map((date) =>
      draft(
        'deposit',
        pay + random.pick([0, 0, random.integer(-9_000, 9_000)]),
        () => voice.payroll(employer, options.holder, number()),
        date,
      ),
    ),
    ...times(0, 2, () => draft('deposit', random.integer(10, 400) * 100, () => voice.transferIn(number()))),
    ...times(0, 2, () => draft('deposit', random.integer(1_900, 90_000), () => voice.checkDeposit(number()))),
    ...times(0, 1, () => draft('deposit', random.integer(1, 25) * 2_000, () => voice.cashDeposit(random, number()))),
    ...times(0, 2, () => draft('deposit', random.integer(500, 30_000), () => voice.personIn(to_person(), number()))),
    ...times(0, 1, () => draft('deposit', random.integer(499, 12_000), () => voice.refund(random))),
  ];
  const [least, most] = options.spending;
  const spending = times(least, most, () =>
    random.chance(0.7)
      ? draft('card', -random.integer(189, 19_900), (date) => voice.purchase(random, date, number()))
      : draft('electronic', -random.integer(1_500, 64_000), () => voice.bill(random, options.holder, number())),
  );
  const others = [
    ...times(0, 3, () => draft('cash', -random.integer(1, 20) * 2_000, () => voice.atm(random, number()))),
    ...times(0, 2, () => draft('electronic', -random.integer(10, 900) * 100, () => voice.transferOut(number()))),
    ...times(0, 1, () =>
      draft('electronic', -random.integer(2_000, 50_000), () => voice.personOut(to_person(), number())),
    ),
  ];
  const [few, many] = options.checks ?? [0, 2];
  let check_number = random.integer(104, 4_800);
  const checks = times(few, many, () => dateIn())
    .toSorted()
    .map((date) => {
      check_number += random.chance(0.75) ? 1 : random.integer(2, 6);
      const digits = String(check_number);
      return {
        ...draft('check', -random.integer(1_800, 145_000), () => voice.check(digits), date),
        check_number: digits,
      };
    });
  const fees = times(0, 1, () =>
    draft('fee', -random.pick([300, 800, 1_200, 3_400]), () => random.pick(voice.fees), end),
  );
  const interest = times(0, 1, () => draft('interest', random.integer(1, 420), () => voice.interest, end));
  return [...deposits, ...spending, ...others, ...checks, ...fees, ...interest];
}

function savingsDrafts(random: Random, { start, end }: AccountOptions, voice: Voice): Draft[] {
  const dateIn = (): string => daysAfter(start, random.integer(0, daysBetween(start, end)));
  const transfers = Array.from({ length: random.integer(0, 5) }, (): Draft => {
    const into = random.chance(0.7);
    const number = digitsOf(random, 15);
    return {
      date: dateIn(),
      kind: into ? 'deposit' : 'electronic',
      cents: (into ? 1 : -1) * random.integer(5, 500) * 100,
      description: ofChecking(into ? voice.transferIn(number) : voice.transferOut(number)),
      check_number: '',
    };
  });
  const interest: Draft = {
    date: end,
    kind: 'interest',
    cents: random.integer(2, 4_210),
    description: voice.interest,
    check_number: '',
  };
  return [...transfers, interest];
}

/** On the statement of a savings account, the other account of a transfer is a checking account. */
const ofChecking = (description: string): string => description.replace('SAV ', 'CHK ').replace('savings', 'checking');

export const sumOf = (entries: readonly Entry[]): number => entries.reduce((sum, { cents }) => sum + cents, 0);
export const depositsIn = (entries: readonly Entry[]): Entry[] => entries.filter(({ cents }) => cents > 0);
export const withdrawalsIn = (entries: readonly Entry[]): Entry[] => entries.filter(({ cents }) => cents < 0);

/** The expected values of one printed row. */
export const rowOf = ({ date, description, cents, balance }: Entry, with_balance: boolean): Record<string, string> => ({
  date,
  description: description.replace(/\s+/g, ' ').trim(),
  amount: decimal(cents),
  ...(with_balance ? { balance: decimal(balance) } : {}),
});

/** What the bank prints about a paid check in its list of checks: only the number, the date and the amount. */
export const checkRowOf = ({ date, check_number, cents }: Entry): Record<string, string> => ({
  date,
  description: check_number,
  amount: decimal(cents),
});
