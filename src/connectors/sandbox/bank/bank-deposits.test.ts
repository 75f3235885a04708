import { describe, expect, test } from 'vitest';
import { toDate, toDay } from '#base/calendar.ts';
import { checkingWith } from '#connectors/sandbox/cast/sample-bank-accounts.ts';
import { bankLife } from '#connectors/sandbox/cast/sample-bank-lives.ts';
import { JORDAN } from '#connectors/sandbox/cast/sample-people.ts';
import type { Overdraft } from '#connectors/sandbox/lives/bank-life.ts';
import { depositEntries } from './bank-deposits.ts';
import { type Entry, entryOn } from './bank-entries.ts';

/** The history of this sandbox person begins on 1 January 2026, a Thursday. */
const LIFE = { ...bankLife('test', '2028-01-01', JORDAN, []), start_date: '2026-01-01' };

const entry = (date: string, type: Entry['type'], cents: bigint, description: string): Entry =>
  entryOn(toDay(date), {
    account: 'checking',
    key: description,
    type,
    cents,
    wording: { description, categories: [] },
  });

const purchase = (made: string, posts: string, cents: bigint, description: string): Entry => ({
  ...entry(made, 'DEBIT', cents, description),
  posts: toDay(posts),
  seconds: 50_000,
});

const lines = (entries: readonly Entry[]): string[] =>
  entries
    .toSorted((a, b) => a.posts - b.posts)
    .map(
      ({ posts, type, cents, wording }) =>
        `${toDate(posts)} ${type === 'DEBIT' ? -cents : cents} ${wording.description}`,
    );

describe('interest on a deposit account', () => {
  // 3.65 percent a year is ten cents a day on a thousand dollars.
  const account = checkingWith(0n, { balance: { on: 'start', cents: 100_000n }, interest_ppm: 36_500n });

  test('interest is paid on the last business day of a month, for every day since the previous payment', () => {
    expect(lines(depositEntries(LIFE, account, [], toDay('2026-02-27')))).toEqual([
      '2026-01-30 290 INTEREST PAYMENT',
      '2026-02-27 281 INTEREST PAYMENT',
    ]);
    expect(depositEntries(LIFE, account, [], toDay('2026-01-29'))).toEqual([]);
  });

  test('interest accrues on each daily balance', () => {
    const plain = [entry('2026-01-20', 'DEBIT', 100_000n, 'all of it')];
    expect(lines(depositEntries(LIFE, account, plain, toDay('2026-01-31'))).at(-1)).toBe(
      '2026-01-30 190 INTEREST PAYMENT',
    );
  });
});

describe('an account with overdraft rules', () => {
  const overdraft: Overdraft = {
    fee: 3_400n,
    limit: 25_000n,
    reversed_every: 2,
    withdrawal: { day: 26, above: 30_000n, keep: 9_000n },
  };
  const booked = (plain: readonly Entry[], until: string, cents = 10_000n) =>
    lines(depositEntries(LIFE, checkingWith(0n, { balance: { on: 'start', cents }, overdraft }), plain, toDay(until)));

  test('the bank pays a payment within the overdraft limit and charges a fee', () => {
    expect(booked([entry('2026-01-05', 'DEBIT', 35_000n, 'rent')], '2026-01-06')).toEqual([
      '2026-01-05 -35000 rent',
      '2026-01-05 -3400 OVERDRAFT FEE',
    ]);
    expect(booked([entry('2026-01-05', 'DEBIT', 10_000n, 'rent')], '2026-01-06')).toEqual(['2026-01-05 -10000 rent']);
  });

  test('the bank returns a payment beyond the overdraft limit and charges a fee; the payment is retried once after a week, and the second fee is reversed', () => {
    expect(booked([entry('2026-01-05', 'DEBIT', 35_001n, 'rent')], '2026-01-30')).toEqual([
      '2026-01-05 -35001 rent',
      '2026-01-05 35001 RETURNED ITEM INSUFFICIENT FUNDS rent',
      '2026-01-05 -3400 NSF FEE RETURNED ITEM',
      '2026-01-12 -35001 RETRY PYMT rent',
      '2026-01-12 35001 RETURNED ITEM INSUFFICIENT FUNDS RETRY PYMT rent',
      '2026-01-12 -3400 NSF FEE RETURNED ITEM',
      '2026-01-14 3400 FEE REVERSAL NSF FEE RETURNED ITEM',
    ]);
  });

  test('the bank posts the credits of a day before the debits of that day', () => {
    const plain = [entry('2026-01-05', 'DEBIT', 15_000n, 'rent'), entry('2026-01-05', 'CREDIT', 5_000n, 'pay')];
    expect(booked(plain, '2026-01-06')).toEqual(['2026-01-05 5000 pay', '2026-01-05 -15000 rent']);
  });

  test('the bank declines a purchase above the available balance; an accepted purchase is paid even if the balance has become too low', () => {
    const plain = [
      purchase('2026-01-04', '2026-01-06', 10_001n, 'too much'),
      purchase('2026-01-04', '2026-01-06', 6_000n, 'shoes'),
      purchase('2026-01-04', '2026-01-06', 4_001n, 'one cent too much'),
      entry('2026-01-05', 'DEBIT', 9_000n, 'rent'),
    ];
    expect(booked(plain, '2026-01-06')).toEqual([
      '2026-01-05 -9000 rent',
      '2026-01-06 -6000 shoes',
      '2026-01-06 -3400 OVERDRAFT FEE',
    ]);
  });

  test('the bank charges one fee for several overdrafts on the same day', () => {
    const plain = [entry('2026-01-05', 'DEBIT', 11_000n, 'rent'), entry('2026-01-05', 'DEBIT', 1_000n, 'phone')];
    expect(booked(plain, '2026-01-06')).toEqual([
      '2026-01-05 -11000 rent',
      '2026-01-05 -3400 OVERDRAFT FEE',
      '2026-01-05 -1000 phone',
    ]);
  });

  test('the person withdraws cash once a month, on a business day and in multiples of 20 dollars, if the balance is above the threshold', () => {
    expect(booked([], '2026-02-25', 30_001n)).toEqual(['2026-01-26 -20000 WITHDRAWAL MADE IN A BRANCH']);
    expect(booked([], '2026-02-25', 30_000n)).toEqual([]);
    // The 26th of September 2026 is a Saturday.
    const later = [entry('2026-09-25', 'CREDIT', 50_000n, 'pay')];
    expect(booked(later, '2026-10-20', 5_000n).at(-1)).toBe('2026-09-28 -46000 WITHDRAWAL MADE IN A BRANCH');
  });
});
