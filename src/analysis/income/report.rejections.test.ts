import { describe, expect, test } from 'vitest';
import { addDays, toDate, toDay } from '#base/calendar.ts';
import { row } from '#test/deposits.ts';
import { payDays } from './calendars/calendars.ts';
import type { IncomeAccount, IncomeTransaction } from './input.ts';
import { incomeReport } from './report.ts';
import { REJECTION_REASONS, type RejectionReason } from './texts/rejections.ts';

const AS_OF = '2026-03-04';
const ACCOUNTS: IncomeAccount[] = [
  { id: 'checking', type: 'CHECKING' },
  { id: 'again', type: 'CHECKING' },
  { id: 'savings', type: 'SAVINGS' },
  { id: 'card', type: 'CREDIT_CARD' },
  { id: 'broker', type: 'INVESTMENT' },
];

const debit = (...given: Parameters<typeof row>) => row(given[0], given[1], given[2], { type: 'DEBIT', ...given[3] });

/**
 * Every second Friday in the year before `AS_OF`. A Friday that is a holiday is replaced by the business day before it.
 */
const FRIDAYS = payDays(
  { model: 'biweekly', phase: toDay('2026-02-27'), roll: 'previous' },
  toDay('2025-03-14'),
  toDay(AS_OF),
).map(toDate);
const payroll = () => FRIDAYS.map((date) => row(date, 200_000, 'BASIN GEAR PAYROLL PPD ID: 9990000400'));

const reportOf = (transactions: IncomeTransaction[]) =>
  incomeReport({ as_of: AS_OF, days_requested: 365, accounts: ACCOUNTS, transactions });
const reasonFor = (credit: IncomeTransaction, others: IncomeTransaction[] = []): RejectionReason | undefined =>
  reportOf([credit, ...others]).explain.rejected.find(({ transaction_id }) => transaction_id === credit.id)?.reason;

type Case = { reason: RejectionReason; credit: IncomeTransaction; others?: IncomeTransaction[] };

const DAY = '2026-01-15';
const posted = row('2026-02-28', 40_000, 'BASIN GEAR PAYROLL');
const CASES: Case[] = [
  {
    reason: 'pending_duplicate',
    credit: row('2026-02-26', 40_000, 'BASIN GEAR PAYROLL', { status: 'PENDING' }),
    others: [posted],
  },
  {
    reason: 'duplicate_feed',
    credit: row(DAY, 40_000, 'BASIN GEAR PAYROLL', { id: 'z1', account_id: 'again' }),
    others: [0, 14, 28].flatMap((days) =>
      ['checking', 'again']
        .filter((account_id) => days > 0 || account_id === 'checking')
        .map((account_id) => row(addDays(DAY, days), 40_000, 'BASIN GEAR PAYROLL', { account_id })),
    ),
  },
  { reason: 'liability_account', credit: row(DAY, 9_900, 'PAYMENT THANK YOU', { account_id: 'card' }) },
  { reason: 'investment_move', credit: row(DAY, 9_900, 'BASIN FUND', { account_id: 'broker' }) },
  { reason: 'own_transfer', credit: row(DAY, 9_900, 'ONLINE TRANSFER FROM SAV ...9876') },
  { reason: 'loan', credit: row(DAY, 990_000, 'UPSTART NETWORK LOAN PROCEEDS') },
  { reason: 'cash_advance', credit: row(DAY, 10_000, 'EARNIN ACTIVEHOURS') },
  { reason: 'refund', credit: row(DAY, 4_200, 'RETURN POS PURCHASE HOUSE OF HEMLINE') },
  { reason: 'fee_reversal', credit: row(DAY, 3_400, 'FEE REVERSAL OVERDRAFT FEE') },
  { reason: 'card_reward', credit: row(DAY, 3_400, 'CASHBACK REWARD') },
  { reason: 'round_up', credit: row(DAY, 3_400, 'ACORNS ROUND-UPS') },
  { reason: 'credit_builder', credit: row(DAY, 3_400, 'SELF LENDER PAYOUT') },
  { reason: 'brokerage_move', credit: row(DAY, 50_000, 'SCHWAB BROKERAGE MONEYLINK') },
  { reason: 'gambling', credit: row(DAY, 50_000, 'DRAFTKINGS WITHDRAWAL') },
  { reason: 'insurance_payment', credit: row(DAY, 50_000, 'BASIN INSURANCE CLAIM') },
  { reason: 'reimbursement', credit: row(DAY, 50_000, 'BASIN GEAR EXPENSE REIMB') },
  { reason: 'large_wire', credit: row(DAY, 1_000_001, 'INCOMING WIRE FENWICK ESTATE'), others: payroll() },
  {
    reason: 'personal_transfer',
    credit: row(DAY, 2_000, 'ZELLE FROM TOBIAS FENWICK'),
    others: ['2026-01-19', '2026-02-20'].map((date) => row(date, 3_100, 'ZELLE FROM TOBIAS FENWICK')),
  },
  { reason: 'too_few_deposits', credit: row(DAY, 200_000, 'BASIN GEAR PAYROLL') },
  {
    reason: 'not_recurring',
    credit: row(DAY, 20_000, 'BASIN GEAR'),
    others: ['2026-01-19', '2026-02-20'].map((date) => row(date, 31_000, 'BASIN GEAR')),
  },
  {
    reason: 'low_confidence',
    credit: row(DAY, 20_000, 'MOBILE CHECK DEPOSIT'),
    others: ['2025-08-19', '2025-10-02'].map((date) => row(date, 71_000, 'MOBILE CHECK DEPOSIT')),
  },
  { reason: 'nothing_paid', credit: row(DAY, 0, 'BASIN GEAR PAYROLL') },
];

describe('the rejection reason of a credit', () => {
  test.each(CASES)('the income report rejects a credit with the reason $reason', ({ reason, credit, others }) =>
    expect(reasonFor(credit, others)).toBe(reason),
  );

  test('each possible rejection reason has a test case', () => {
    // `too_many_payers` is not in `CASES`, because it has its own test.
    const tried = [...CASES.map(({ reason }) => reason), 'too_many_payers'];
    expect(tried.toSorted()).toEqual([...REJECTION_REASONS].toSorted());
  });
});

describe('a pending credit', () => {
  const pending = (date: string, amount = 40_000) => row(date, amount, 'BASIN GEAR PAYROLL', { status: 'PENDING' });

  test.each([
    ['2026-02-23', 'pending_duplicate'],
    ['2026-02-22', 'too_few_deposits'],
  ])(
    'a pending credit is replaced only by a credit that is posted at most five days after the pending date: pending since %s',
    (date, reason) => expect(reasonFor(pending(date), [posted])).toBe(reason),
  );

  test('a posted credit of a different amount does not replace a pending credit', () => {
    expect(reasonFor(pending('2026-02-26', 40_001), [posted])).toBe('too_few_deposits');
  });

  test('if no posted credit replaces a pending credit, the pending credit counts as income and is marked as pending', () => {
    const { sources } = reportOf([...payroll().slice(0, -1), pending('2026-02-27', 200_000)]);
    const months = sources[0]?.historical_summary.flatMap(({ transactions }) => transactions) ?? [];
    expect(months.map(({ pending }) => pending)).toEqual([...FRIDAYS.slice(1).map(() => false), true]);
  });
});

describe('a credit whose description does not identify it as a transfer between the person’s own accounts', () => {
  const credit = (date: string) => row(date, 45_000, 'FENWICK BANK WEB');
  const out = (date: string, description = 'WITHDRAWAL', more: Partial<IncomeTransaction> = {}) =>
    debit(date, 45_000, description, { account_id: 'savings', ...more });

  test.each([
    ['2026-01-12', 'own_transfer'],
    ['2026-01-11', 'too_few_deposits'],
    ['2026-01-18', 'own_transfer'],
    ['2026-01-19', 'too_few_deposits'],
  ])(
    'a credit and a debit of the same amount on another account are an own transfer only if they are at most three days apart: debit on %s',
    (date, reason) => {
      expect(reasonFor(credit(DAY), [out(date)])).toBe(reason);
    },
  );

  test.each([
    ['on the same account', out(DAY, 'WITHDRAWAL', { account_id: 'checking' })],
    ['in another currency', out(DAY, 'WITHDRAWAL', { currency_code: 'CAD' })],
    ['that pays a bill', out(DAY, 'ALDER COURT RENT')],
    ['of another amount', { ...out(DAY), amount_cents: 45_001n }],
  ])('a credit and a debit %s are not matched as an own transfer', (_, other) =>
    expect(reasonFor(credit(DAY), [other])).toBe('too_few_deposits'),
  );

  test('a credit does not match a debit that is already matched with another credit', () => {
    const [first, second] = [credit(DAY), credit(DAY)];
    expect([reasonFor(first, [second, out(DAY)]), reasonFor(second, [first, out(DAY)])].toSorted()).toEqual([
      'own_transfer',
      'too_few_deposits',
    ]);
  });

  test('a credit that is clearly pay is not an own transfer, even if another account was debited with the same amount that day', () => {
    const pay = payroll();
    const moved = FRIDAYS.map((date) => debit(date, 200_000, 'ONLINE TRANSFER TO CHK', { account_id: 'savings' }));
    expect(reportOf([...pay, ...moved]).sources).toHaveLength(1);
  });
});

describe('a refund', () => {
  const bought = (date: string, description = 'POS PURCHASE HOUSE OF HEMLINE') => debit(date, 4_200, description);
  const back = () => row(DAY, 4_200, 'HOUSE OF HEMLINE AUSTIN TX');

  test.each([
    [-90, 'refund'],
    [-91, 'too_few_deposits'],
    [1, 'too_few_deposits'],
  ])(
    'a refund matches a purchase only in the 90 days before the refund: purchase %d days from the refund',
    (days, reason) => {
      expect(reasonFor(back(), [bought(addDays(DAY, days), 'HOUSE OF HEMLINE')])).toBe(reason);
    },
  );

  test('a refund does not match a purchase from another merchant', () =>
    expect(reasonFor(back(), [bought('2026-01-02', 'BRASS HINGE')])).toBe('too_few_deposits'));
});

describe('money that is paid back to its payer', () => {
  const advances = FRIDAYS.map((date) => row(date, 15_000, 'DIMEBRIDGE'));
  const repaid = (count: number) =>
    FRIDAYS.slice(0, count).map((date) => debit(addDays(date, 6), 15_300, 'DIMEBRIDGE PMT'));

  test('regular money from a payer is a cash advance if most of it is paid back, but not if only two payments are paid back', () => {
    const [first, ...others] = advances;
    if (first === undefined) throw new Error('there are no advances');
    expect(reasonFor(first, [...others, ...repaid(FRIDAYS.length)])).toBe('cash_advance');
    expect(reasonFor(first, [...others, ...repaid(2)])).toBeUndefined();
  });
});

test('a debit that contains the payer’s name only inside another word is not a repayment', () => {
  const [first, ...others] = FRIDAYS.map((date) => row(date, 90_000, 'ZELLE FROM CHASE FENWICK RENT'));
  if (first === undefined) throw new Error('there is no rent');
  const spent = FRIDAYS.map((date) => debit(addDays(date, 2), 95_000, 'CARD PURCHASE FENWICKS'));
  expect(reasonFor(first, [...others, ...spent])).toBeUndefined();
  const repaid = FRIDAYS.map((date) => debit(addDays(date, 2), 95_000, 'ZELLE TO CHASE FENWICK'));
  expect(reasonFor(first, [...others, ...repaid])).toBe('personal_transfer');
});

describe('a payer whose name suggests a lender, an insurer, a casino or a landlord', () => {
  const from = (text: string, dates: readonly string[]) => reportOf(dates.map((date) => row(date, 181_237, text)));

  test.each([
    'KEYSTONE LENDING PPD ID: 9990000412',
    'EVERGREEN INSURANCE PPD ID: 9990000412',
    'STARLIGHT CASINO',
    'RIVERSIDE TOOL RENTAL',
  ])(
    'a payer named like a lender, insurer, casino or landlord counts as an employer if its payments follow a pay calendar and no other evidence is against pay: %s',
    (text) => {
      expect(from(text, FRIDAYS).sources).toMatchObject([{ income_category: 'PAYCHECK', pay_frequency: 'BW' }]);
    },
  );

  test.each(['KEYSTONE LENDING', 'EVERGREEN INSURANCE', 'KEYSTONE LOAN FUNDING PPD ID: 9990000412'])(
    'a payer named like a lender or insurer is not an employer if other evidence is against pay, even if its payments follow a pay calendar: %s',
    (text) => expect(from(text, FRIDAYS).sources).toEqual([]),
  );

  test('a payer with the word LENDING in its name is an employer after five deposits on a pay calendar, but not after four', () => {
    const text = 'KEYSTONE LENDING PPD ID: 9990000412';
    expect(from(text, FRIDAYS.slice(-5)).sources).toHaveLength(1);
    expect(from(text, FRIDAYS.slice(-4)).explain.rejected.map(({ reason }) => reason)).toEqual(Array(4).fill('loan'));
  });
});
