import { describe, expect, test } from 'vitest';
import { toDay } from '#base/calendar.ts';
import { CUTOFF, daysBefore, salary, scored, scoredAccount, scoringInput } from '#test/scoring.ts';
import { factsOf } from './facts.ts';
import type { ScoringAccount, ScoringTransaction } from './input.ts';

const linesIn = (transactions: ScoringTransaction[], accounts: ScoringAccount[] = [scoredAccount()]) =>
  factsOf(scoringInput(transactions, { accounts })).lines;
const kindsIn = (...given: Parameters<typeof linesIn>) => linesIn(...given).map(({ kind }) => kind);

const every = (days: number, count: number, amount: string, description: string) =>
  Array.from({ length: count }, (_, at) => scored(daysBefore(days * (at + 1)), amount, description));

describe('the kind of a deposit', () => {
  test('a deposit is salary if the income engine found pay checks', () => {
    expect(new Set(kindsIn(salary()))).toEqual(new Set(['salary']));
  });

  test.each([
    ['benefits', every(30, 6, '1450.00', 'SSA TREAS 310 XXSOC SEC PPD ID: 9101036669')],
    ['gig', every(7, 10, '212.40', 'UBER USA EDI PAYMNT PPD ID: 9922')],
    ['other_income', every(30, 6, '480.00', 'TX CHILD SUPPORT SDU PAYMENT PPD ID: 9911')],
  ])('the kind of a deposit is %s if the income engine found a stream of that kind', (kind, transactions) => {
    expect(new Set(kindsIn(transactions))).toEqual(new Set([kind]));
  });

  test.each([
    ['loan', 'LENDINGCLUB LOAN PROCEEDS'],
    ['payday', 'SPEEDY CASH LOAN'],
    ['advance', 'BRIGIT ADVANCE'],
    ['refund', 'POS REFUND HOUSE OF HEMLINE'],
    ['gambling', 'FANDUEL WINNINGS'],
    ['transfer', 'ONLINE TRANSFER FROM SAV ...4721'],
    ['crypto', 'COINBASE COM'],
    ['cash', 'ATM CASH DEPOSIT 0042'],
    ['cash', 'MOBILE CHECK DEPOSIT REF 17'],
    ['other', 'ZELLE FROM ODALYS BRENNECKE'],
  ])('the kind of a deposit is %s if its description is %s', (kind, description) => {
    expect(kindsIn([scored(daysBefore(5), '120.00', description)])).toEqual([kind]);
  });
});

describe('a payment between two of a person’s accounts', () => {
  const savings = scoredAccount({ id: 'savings', type: 'SAVINGS' });
  const brokerage = scoredAccount({ id: 'brokerage', type: 'INVESTMENT' });
  const pair = (account_id: string, days_later: number) => [
    scored('2026-02-10', '-250.00', 'VOUCH BANK 4721'),
    scored(`2026-02-${10 + days_later}`, '250.00', 'VOUCH BANK 8830', { account_id }),
  ];

  test('a payment is a transfer on both accounts if debit and credit are at most three days apart', () => {
    expect(kindsIn(pair('savings', 3), [scoredAccount(), savings])).toEqual(['transfer', 'transfer']);
    expect(kindsIn(pair('savings', 4), [scoredAccount(), savings])).toEqual(['other', 'other']);
  });

  test('a payment to an investment account is a transfer, although scoring ignores the credit on that account', () => {
    expect(kindsIn(pair('brokerage', 0), [scoredAccount(), brokerage])).toEqual(['transfer']);
  });

  test('a payment is not a transfer if it pays a debt', () => {
    const card = scoredAccount({ id: 'card', type: 'CREDIT_CARD' });
    expect(kindsIn(pair('card', 0), [scoredAccount(), card])).toEqual(['other']);
  });
});

describe('a returned payment', () => {
  const rent = (date: string) => scored(date, '-900.00', 'ALDER COURT APTS WEB PMTS');
  const back = (date: string, amount = '900.00') =>
    scored(date, amount, 'RETURNED ITEM INSUFFICIENT FUNDS ALDER COURT APTS');

  test('a payment and its return are not counted if the return follows within five days', () => {
    expect(linesIn([rent('2026-02-01'), back('2026-02-06')])).toEqual([]);
    expect(kindsIn([rent('2026-02-01'), back('2026-02-07')])).toEqual(['housing', 'refund']);
  });

  test('of several payments of the returned amount, the latest is the returned payment', () => {
    expect(linesIn([rent('2026-02-01'), rent('2026-02-03'), back('2026-02-04')])).toEqual([
      { day: toDay('2026-02-01'), cents: 90_000n, direction: 'out', kind: 'housing' },
    ]);
  });

  test('a payment and its return have the same amount, to the cent; a fee for a returned item is not a return', () => {
    expect(kindsIn([rent('2026-02-01'), back('2026-02-02', '900.01')])).toEqual(['housing', 'refund']);
    expect(kindsIn([scored('2026-02-01', '-34.00', 'NSF FEE RETURNED ITEM')])).toEqual(['fee']);
  });
});

test('transactions are not counted if they are pending, are after the cutoff date, have the amount zero or have another currency', () => {
  const euros = scoredAccount({ id: 'euros', currency_code: 'EUR' });
  const transactions = [
    scored('2026-03-02', '-5.00'),
    scored(CUTOFF, '-6.00', 'LANTERN MARKET', { status: 'PENDING' }),
    scored(CUTOFF, '0.00'),
    scored(CUTOFF, '-7.00', 'LANTERN MARKET', { account_id: 'euros', currency_code: 'EUR' }),
    scored(CUTOFF, '-8.00', 'LANTERN MARKET', { currency_code: 'EUR' }),
    scored(CUTOFF, '-9.00'),
  ];
  expect(linesIn(transactions, [scoredAccount(), euros]).map(({ cents }) => cents)).toEqual([900n]);
});
