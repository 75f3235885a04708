// The bills that the sample people pay, each with its schedule. The companies are invented.
import type { Flow, Rhythm } from '#connectors/sandbox/lives/bank-life.ts';
import type { Raise } from '#connectors/sandbox/lives/life.ts';
import { CHECKING } from './sample-people.ts';

export type Amount = Flow['amount'];
export const fixed = (cents: number): Amount => [cents, cents];

/** A monthly schedule: the given day, or the next business day if banks are closed on the given day. */
export const monthly = (day: number): Rhythm => ({ every: 'month', day, roll: 'next' });

export const debit = (
  key: string,
  rhythm: Rhythm,
  amount: Amount,
  description: string,
  categories: string[],
  more: Partial<Flow> = {},
): Flow => ({ key, account: CHECKING.key, type: 'DEBIT', rhythm, amount, description, categories, ...more });

export const power = (day: number): Flow =>
  debit('power', monthly(day), [6_420, 14_850], 'PRAIRIE POWER UTIL PYMT WEB ID: 9990000201', [
    'Utilities',
    'Electric',
  ]);
export const water = (day: number): Flow =>
  debit('water', monthly(day), [3_180, 5_240], 'CITY WATER DEPT WATERBILL PPD ID: 9990000202', ['Utilities', 'Water']);
export const internet = (day: number): Flow =>
  debit('internet', monthly(day), fixed(6_999), 'BRIGHTWIRE INET AUTOPAY WEB ID: 9990000203', [
    'Utilities',
    'Internet',
  ]);
export const phone = (day: number): Flow =>
  debit('phone', monthly(day), fixed(5_500), 'STARLING WIRELES BILL PMT WEB ID: 9990000204', ['Utilities', 'Phone']);
export const streaming = (day: number): Flow =>
  debit('streaming', monthly(day), fixed(1_599), 'RECURRING PURCHASE MOONBEAM VIDEO 800-555-0199', ['Subscription'], {
    merchant_category_code: 4899,
  });
export const gym = (day: number): Flow =>
  debit('gym', monthly(day), fixed(3_900), 'KETTLE & CHALK CLUB FEES PPD ID: 9990000205', ['Subscription', 'Fitness']);
export const rent = (day: number, cents: number): Flow =>
  debit('rent', monthly(day), fixed(cents), 'ALDER COURT APTS WEB PMTS WEB ID: 9990000206', ['Housing', 'Rent'], {
    memo: 'Rent',
  });
export const lessons = (first_check_number: number): Flow =>
  debit('lessons', monthly(9), fixed(12_000), 'CHECK', ['Check'], { first_check_number, memo: 'Piano lessons' });
export const dentist = (first_check_number: number): Flow =>
  debit(
    'dentist',
    { every: 'days', days: 184, anchor: '2024-03-14', roll: 'next' },
    [9_500, 28_400],
    'CHECK',
    ['Check'],
    {
      first_check_number,
    },
  );

/** Jordan's payments for a house and a car. The sandbox insurer insures this house and this car. */
export const homeLoan = (): Flow =>
  debit('home loan', monthly(1), fixed(168_500), 'TALLGRASS HOME LN MTG PYMT PPD ID: 9990000207', [
    'Housing',
    'Mortgage',
  ]);
export const carLoan = (): Flow =>
  debit('car loan', monthly(18), fixed(31_820), 'COTTONWOOD AUTO LOAN PMT PPD ID: 9990000208', ['Loan', 'Auto']);
export const carInsurance = (day: number, cents: number, raises: readonly Raise[] = []): Flow =>
  debit(
    'car insurance',
    monthly(day),
    fixed(cents),
    'VOUCH MUTUAL INS PREM PPD ID: 9990000209',
    ['Insurance', 'Auto'],
    {
      raises,
    },
  );
export const estimatedTax = (): Flow[] =>
  [1, 4, 6, 9].map((month) =>
    debit(
      `estimated tax ${month}`,
      { every: 'year', month, day: 15, roll: 'next' },
      fixed(95_000),
      'IRS USATAXPYMT WEB ID: 9990000302',
      ['Tax'],
    ),
  );
export const medicalPlan = (): Flow =>
  debit('medical plan', monthly(6), fixed(14_850), 'PALMETTO SENIOR INS PREM PPD ID: 9990000313', [
    'Insurance',
    'Health',
  ]);
export const donation = (first_check_number: number): Flow =>
  debit('donation', monthly(20), fixed(5_000), 'CHECK', ['Check'], { first_check_number, memo: 'Donation' });
export const supplies = (): Flow =>
  debit(
    'supplies',
    { every: 'so often', percent: 6 },
    [8_500, 62_000],
    'BLUE EASEL SUPPLY ACH PMT CCD ID: 9990000324',
    ['Business'],
  );
export const schoolFees = (account: string): Flow =>
  debit('school', monthly(11), [45_500, 49_500], 'LITTLE OWL SCHOOL TUITION WEB ID: 9990000333', ['Education'], {
    account,
  });

/** Bills of the `overdrawn` person, whose balance on the first of the month is lower than the rent. */
export const tightBills = (): Flow[] => [
  rent(1, 118_500),
  debit('loan', monthly(13), fixed(24_600), 'QUICKSTEP LENDING LOAN PMT PPD ID: 9990000341', ['Loan', 'Personal']),
  debit('car note', monthly(23), fixed(28_900), 'COTTONWOOD AUTO LOAN PMT PPD ID: 9990000208', ['Loan', 'Auto']),
];
