import { expect, test } from 'vitest';
import type { Kind } from './kinds.ts';
import { newTagReader, paidFor } from './payments.ts';

const tagsOf = newTagReader();
const kindOf = (description: string, categories: readonly string[] = []): Kind =>
  paidFor(tagsOf(description), categories);

test.each<[string, Kind]>([
  ['OVERDRAFT FEE', 'fee'],
  ['NSF FEE RETURNED ITEM', 'fee'],
  ['MONTHLY SERVICE FEE', 'fee'],
  ['CASH ADVANCE FEE', 'fee'],
  ['SPEEDY CASH PMT WEB ID: 9912345678', 'payday'],
  ['PAYDAY LOAN 0042 REPAYMENT', 'payday'],
  ['EARNIN REPAYMENT', 'advance'],
  ['DAVE INC SUBSCRIPTION', 'advance'],
  ['DRAFTKINGS 800-555-0142', 'gambling'],
  ['COINBASE COM 8885550123', 'crypto'],
  ['CREDIT CARD PAYMENT', 'card'],
  ['APPLECARD GSBANK PAYMENT', 'card'],
  ['ALDER COURT APTS WEB PMTS WEB ID: 9911', 'housing'],
  ['LANTERN HOME MORTGAGE PMT', 'housing'],
  ['COTTONWOOD AUTO LOAN PMT PPD ID: 9911', 'loan'],
  ['CITY WATER DEPT WATERBILL PPD ID: 9911', 'utility'],
  ['STARLING WIRELESS BILL', 'utility'],
  ['RECURRING PURCHASE MOONBEAM VIDEO 555-0142', 'subscription'],
  ['ATM WITHDRAWAL 000423 MAIN ST', 'cash'],
  ['WITHDRAWAL MADE IN A BRANCH', 'cash'],
  ['ONLINE TRANSFER TO SAV ...4721 REF 88', 'transfer'],
  ['POS PURCHASE QUARRY COFFEE 12 AUSTIN TX', 'other'],
  ['', 'other'],
])('a payment described as %s is of kind %s', (description, kind) => {
  expect(kindOf(description)).toBe(kind);
});

test.each<[string[], Kind]>([
  [['Payment', 'Credit'], 'card'],
  [['Housing', 'Rent'], 'housing'],
  [['Utilities', 'Phone'], 'utility'],
  [['Subscription'], 'subscription'],
  [['Loan', 'Auto'], 'loan'],
  [['Transfer'], 'transfer'],
  [['Fee', 'Overdraft'], 'fee'],
  [['Cash', 'Withdrawal'], 'cash'],
  [['Food and Drink', 'Coffee'], 'other'],
  [[], 'other'],
])(
  'if the description of a payment matches nothing, the categories decide: %j give the kind %s',
  (categories, kind) => {
    expect(kindOf('VOUCH BANK AUTOPAY ...4721', categories)).toBe(kind);
  },
);

test('if a payment’s description matches a kind, the description takes precedence over the payment’s categories', () => {
  expect(kindOf('ALDER COURT APTS', ['Transfer'])).toBe('housing');
});
